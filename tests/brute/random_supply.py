"""What random small plans may buy or rent: systems, fabrics, offers."""

from __future__ import annotations

from typing import Any

from tests.brute.random_drawing import Tables
from tests.brute.random_places import Places


class Supply(Places):
    """Systems and offers beside the sites."""

    def machines(self) -> Tables:
        spares = self.theme == "spares"
        self.lead = self.pick(0, 3, self.length, self.length)
        self.kw = self.pick(8, 10)
        liquid = self.theme == "liquid"
        system = {
            "system_id": "S8",
            "accelerators_per_system": 8,
            "price_per_system": self.between(110, 200, 0) * 1000,
            "price_includes": self.pick(None, "nics"),
            "bf16_tflops_per_accelerator": 1000,
            "fp8_tflops_per_accelerator": 2000,
            "memory_gb_per_accelerator": 1000,
            "max_kw_per_system": self.kw,
            "provisioned_kw_per_system": self.kw,
            "air": True,
            "liquid": liquid,
            "life_months": self.pick(self.length, 48, 60, 60),
            "average_load_share": 0.8,
            "idle_share": 0.3,
            "systems_per_rack_air": self.pick(None, 2),
            "systems_per_rack_liquid": None,
            "mfu_factor": 1.0,
            "nics_per_accelerator": 1,
            "nic_gbps": 400,
            "lead_months": self.lead,
            "acceptance_months": 0,
            "maintenance_share_per_year": self.pick(0, 0.05),
            "interruptions_per_accelerator_year": self.pick(0, 2),
            "interruptions_per_system_year": self.pick(0, 1),
            "hard_failures_per_accelerator_year": self.pick(0.5, 1.0) if spares else self.pick(0, 0, 0.05),
            "replacement_cost_share": self.pick(0, 0.5),
            "repair_hours": 100 if spares else 24,
            "deploy_cost_per_system": self.pick(0, 5000),
            "pay_at_order_share": 0.3,
            "pay_at_delivery_share": 0.6,
            "resale_share_12": 0.6,
            "resale_share_24": 0.4,
            "resale_share_36": 0.25,
            "resale_share_48": 0.15,
            "resale_share_60": 0.1,
            "price_change_per_year": self.pick(-0.15, 0, 0.05),
        }
        fabrics = [self._fabric("LEAF", 1, 32 if spares else self.pick(16, 24, 24), 0.0)]
        if self.theme in ("mixed", "train") and self.chance(0.5):
            fabrics.append(self._fabric("SPINE", 2, 24, 0.0))
            fabrics[0]["throughput_penalty"] = 0.1
            fabrics[1]["scalable_unit_accelerators"] = self.pick(None, 8)
        return {"Systems": [system], "Fabrics": fabrics}

    def _fabric(self, name: str, tiers: int, planned: int, penalty: float) -> dict[str, Any]:
        return {
            "fabric_id": name,
            "switch_ports": self.pick(16, 32),
            "port_gbps": 400,
            "tiers": tiers,
            "oversubscription": 1 if tiers == 1 else self.pick(1, 2),
            "planned_accelerators": planned,
            "scalable_unit_accelerators": None,
            "switch_price": self.pick(10_000, 20_000),
            "switch_kw": 0.5,
            "transceiver_price": 300,
            "transceiver_w": self.pick(0, 10),
            "cable_price": 50,
            "cabling_labour_per_cable": 40,
            "nic_price": 1000,
            "throughput_penalty": penalty,
            "storage_network_share": self.pick(0, 0.1),
            "management_network_share": self.pick(0, 0.05),
            "life_months": 60,
            "recoverable_share": self.pick(0, 0.3),
            "maintenance_share_per_year": self.pick(0, 0.04),
            "lead_months": self.lead,
            "pay_at_order_share": self.pick(None, 0.5),
            "pay_at_delivery_share": None,
            "front_end_only": False,
            "price_change_per_year": self.pick(0, -0.05),
        }

    def _offer(
        self, name: str, term: str, price: float, most: int, months: int | None = None
    ) -> dict[str, Any]:
        return {
            "offer_id": name,
            "provider": "Cloud",
            "region": "us",
            "system_id": "S8",
            "term": term,
            "term_months": months,
            "price_per_accelerator_hour": price,
            "upfront_share": 0,
            "support_share": 0,
            "block_accelerators": 8,
            "max_accelerators": most,
            "max_cluster_accelerators": most,
            "available_from": None,
            "available_to": None,
            "interruptions_per_1000h": 0,
            "network_penalty": 0.05 if self.theme == "train" else 0,
            "availability": 0.9999,
            "price_change_per_year": self.pick(0, -0.1),
        }

    def offers(self) -> Tables:
        price = self.between(2.4, 5.0)
        most = self.pick(12, 16, 32) if self.theme in ("serve", "mixed", "power") else self.pick(16, 24, 32)
        if self.theme in ("liquid", "train", "spares", "availability"):
            price += 3.0 if self.theme == "spares" else 1.5
        if self.theme == "reserve":
            most = 40
        rows = [self._offer("OD", "on_demand", price, most)]
        if self.theme in ("train", "spares") and self.chance(0.8):
            rows[0]["max_cluster_accelerators"] = 8
        if self.theme in ("reserve", "mixed") or self.chance(0.15):
            reserved = self._offer(
                "RES",
                "reserved",
                round(price * self.between(0.4, 0.7), 2),
                self.pick(8, 8, 16),
                self.pick(self.length, 2 * self.length, 2 * self.length, 3 * self.length // 2),
            )
            reserved["upfront_share"] = self.pick(0, 0.5)
            reserved["support_share"] = self.pick(0, 0.03)
            rows.append(reserved)
        if self.theme == "pace":
            spot = self._offer("SPOT", "spot", round(price * 0.75, 2), self.pick(4, 8))
            spot["interruptions_per_1000h"] = self.pick(0, 2)
            rows.append(spot)
        return {"CloudOffers": rows}
