"""Where random small plans may build: sites, power, cooling, what stands there."""

from __future__ import annotations

from typing import Any

from tests.brute.random_drawing import Drawing, Tables, month_text


class Places(Drawing):
    """Sites with their power and cooling."""

    lead: int
    kw: int

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
