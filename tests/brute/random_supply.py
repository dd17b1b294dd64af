"""What random small plans may buy or rent: systems, fabrics, sites, power, cooling, offers."""

from __future__ import annotations

import random
from typing import Any

Tables = dict[str, list[dict[str, Any]]]

THEMES = (
    "serve",
    "train",
    "power",
    "liquid",
    "reserve",
    "spares",
    "availability",
    "mixed",
    "pace",
    "replica",
)
START = 2027 * 12


def month_text(months: int) -> str:
    at = START + months
    return f"{at // 12}-{at % 12 + 1:02d}"


class Supply:
    """Draws figures from a seed; the theme says which feature the plan is about."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.random = random.Random(seed)
        self.theme = THEMES[seed % len(THEMES)]
        self.length = self.random.choice((6, 12, 12))
        self.periods = 3 if self.theme in ("train", "reserve", "replica") and self.chance(0.25) else 2
        self.months = self.length * self.periods

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def pick(self, *values: Any) -> Any:
        return self.random.choice(values)

    def between(self, low: float, high: float, digits: int = 2) -> float:
        return round(self.random.uniform(low, high), digits)

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

    def _site(self, name: str, systems: float) -> dict[str, Any]:
        basis = self.pick("it", "facility")
        colo = self.chance(0.3)
        return {
            "site_id": name,
            "market": "texas",
            "kind": "colo" if colo else "own",
            "usable_mw": round(systems * (self.kw + 1) * (1.0 if basis == "it" else 1.3) / 1000, 4),
            "mw_basis": basis,
            "present_level": None,
            "racks": None,
            "open_cost": self.pick(0, 20_000),
            "open_lead_months": 0,
            "fixed_cost_per_year": self.pick(0, 10_000),
            "rent_per_kw_month": self.pick(100, 150) if colo else 0,
            "rent_basis": self.pick("contracted", "used"),
            "energy_price_kwh": self.between(0.05, 0.15),
            "demand_charge_kw_month": self.pick(0, 0, 10),
            "staff_index": self.pick(1, 0.8),
            "construction_index": self.pick(1, 1.2),
            "landed_cost_factor": self.pick(1, 1.08),
            "property_tax_insurance_share": self.pick(0, 0.01),
            "price_change_per_year": self.pick(0, 0.03),
        }

    def places(self) -> Tables:
        two = self.theme in ("serve", "mixed") and self.chance(0.6)
        sites = [self._site("alpha", self.pick(1, 2, 2) if two else self.pick(2, 3))]
        if self.theme in ("train", "spares"):
            sites[0] = self._site("alpha", 3 if self.theme == "train" else 4)
        if two:
            sites.append(self._site("beta", self.pick(1, 2)))
        cooling = [self._cooling("AIR", "air")]
        liquid = self.theme == "liquid"
        if liquid:
            cooling.append(self._cooling("DLC", "liquid"))
        places = []
        for site in sites:
            for row in cooling:
                pue = 1.15 if row["kind"] == "liquid" else self.pick(1.25, 1.35)
                existing = 0 if liquid or self.chance(0.3) else self.pick(12, 100)
                places.append(
                    {
                        "site_id": site["site_id"],
                        "cooling_id": row["cooling_id"],
                        "pue_annual": pue,
                        "pue_peak": round(pue + 0.05, 2),
                        "existing_kw": existing,
                        "cost_factor": self.pick(1, 1.1),
                        "allowed": True,
                    }
                )
        if self.chance(0.15):
            sites[0]["racks"] = 1
        tables: Tables = {
            "Sites": sites,
            "Cooling": cooling,
            "SiteCooling": places,
            "Redundancy": [self._level("N", 1.0, 0, 1.0, 0.995)],
        }
        if self.theme in ("power", "availability"):
            self._power(tables)
        if self.theme in ("serve", "train") and self.chance(0.3):
            self._existing(tables)
        return tables

    def _existing(self, tables: Tables) -> None:
        site = tables["Sites"][0]
        for place in tables["SiteCooling"]:
            place["existing_kw"] = 100
        tables["ExistingFleet"] = [
            {
                "fleet_id": "OLD",
                "cluster_id": "old",
                "site_id": site["site_id"],
                "system_id": "S8",
                "fabric_id": "LEAF",
                "cooling_id": "AIR",
                "systems": 1,
                "in_service": month_text(-24),
                "remaining_life_months": self.pick(self.length, 36),
                "tenure": "owned",
            }
        ]

    def _power(self, tables: Tables) -> None:
        site = tables["Sites"][0]
        start = self.pick(0, 1) if self.theme == "power" else self.pick(1, 2)
        site |= self._site("alpha", start)
        site["open_lead_months"] = self.pick(0, 0, self.length)
        tables["Redundancy"] += [
            self.pick(self._level("2N", 0.5, 0, 1.0, 0.9999), self._level("N+1", 1.0, 1, 1.0, 0.9995))
        ]
        if self.theme == "availability":
            site["present_level"] = "N"
        tables["PowerExpansions"] = [
            {
                "site_id": "alpha",
                "expansion_id": "HALL",
                "block_mw": self.pick(0.014, 0.03),
                "block_cost": self.pick(60_000, 120_000),
                "lead_months": self.pick(0, 0, self.length),
                "max_blocks": 2,
                "life_months": 240,
                "recoverable_share": self.pick(0, 1),
                "pay_at_order_share": self.pick(None, 0.4),
                "pay_at_delivery_share": None,
                "price_change_per_year": 0,
            }
        ]

    def _level(
        self, name: str, share: float, spare: int, factor: float, availability: float
    ) -> dict[str, Any]:
        return {
            "level_id": name,
            "usable_share": share,
            "spare_blocks": spare,
            "capex_factor": factor,
            "availability": availability,
        }

    def _cooling(self, name: str, kind: str) -> dict[str, Any]:
        liquid = kind == "liquid"
        return {
            "cooling_id": name,
            "kind": kind,
            "module_kw": self.pick(10, 20),
            "module_cost": self.pick(15_000, 30_000),
            "plant_cost": self.pick(0, 15_000),
            "max_rack_kw": 60 if liquid else 25,
            "it_power_factor": 0.92 if liquid else 1.0,
            "liquid_heat_share": self.pick(0.6, 0.8) if liquid else 0.0,
            "spare_modules": 0,
            "maintenance_share_per_year": self.pick(0, 0.03),
            "lead_months": 0,
            "life_months": 180,
            "recoverable_share": self.pick(0, 1),
            "pay_at_order_share": 1.0,
            "pay_at_delivery_share": 0.0,
            "price_change_per_year": 0,
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
