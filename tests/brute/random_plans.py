"""Random small plans as plain tables, every column that matters filled in; the same seed, the same plan.

Round figures near the market's, on clusters of a few systems, so that every family of constraints decides
some of them. `plan_tables(seed)` cycles through the themes; the other features are drawn at random.
"""

from __future__ import annotations

import random
from typing import Any

Tables = dict[str, list[dict[str, Any]]]

THEMES = ("serve", "train", "power", "liquid", "reserve", "spares", "availability", "mixed", "pace", "replica")
START = 2027 * 12


def _text(months: int) -> str:
    at = START + months
    return f"{at // 12}-{at % 12 + 1:02d}"


class _Maker:
    def __init__(self, seed: int) -> None:
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

    def tables(self) -> Tables:
        tables: Tables = {"Settings": [self._settings()]}
        tables |= self._machines()
        tables |= self._places()
        tables |= self._offers()
        tables |= self._work()
        tables["Overheads"] = self._overheads(tables)
        return tables

    def _settings(self) -> dict[str, Any]:
        return {
            "plan_name": "random", "currency": "USD", "start": _text(0), "period_months": self.length,
            "periods": self.periods, "discount_rate": self.pick(0, 0.08, 0.12),
            "price_base_month": _text(-self.pick(0, 0, 6)), "inflation_default": self.pick(0, 0.03),
            "max_utilisation": self.pick(0.9, 1.0), "usable_memory_share": 0.9,
            "min_share": self.pick(0, 0.1, 0.3), "max_locations": self.pick(1, 2, 3, 3),
            "selling_cost_share": 0.05, "spare_target": 0.999 if self.theme == "spares" else 0,
            "commitment_reuse": self.pick(0.4, 0.8) if self.theme == "reserve" else self.pick(0, 0, 0.4),
            "hours_per_year": 8760,
        }

    def _machines(self) -> Tables:
        spares = self.theme == "spares"
        self.lead = self.pick(0, 3, self.length, self.length)
        self.kw = self.pick(8, 10)
        liquid = self.theme == "liquid"
        system = {
            "system_id": "S8", "accelerators_per_system": 8, "price_per_system": self.between(110, 200, 0) * 1000,
            "price_includes": self.pick(None, "nics"), "bf16_tflops_per_accelerator": 1000,
            "fp8_tflops_per_accelerator": 2000, "memory_gb_per_accelerator": 1000,
            "max_kw_per_system": self.kw, "provisioned_kw_per_system": self.kw, "air": True, "liquid": liquid,
            "life_months": self.pick(self.length, 48, 60, 60), "average_load_share": 0.8, "idle_share": 0.3,
            "systems_per_rack_air": self.pick(None, 2), "systems_per_rack_liquid": None, "mfu_factor": 1.0,
            "nics_per_accelerator": 1, "nic_gbps": 400, "lead_months": self.lead,
            "acceptance_months": 0, "maintenance_share_per_year": self.pick(0, 0.05),
            "interruptions_per_accelerator_year": self.pick(0, 2), "interruptions_per_system_year": self.pick(0, 1),
            "hard_failures_per_accelerator_year": self.pick(0.5, 1.0) if spares else self.pick(0, 0, 0.05),
            "replacement_cost_share": self.pick(0, 0.5), "repair_hours": 100 if spares else 24,
            "deploy_cost_per_system": self.pick(0, 5000), "pay_at_order_share": 0.3, "pay_at_delivery_share": 0.6,
            "resale_share_12": 0.6, "resale_share_24": 0.4, "resale_share_36": 0.25, "resale_share_48": 0.15,
            "resale_share_60": 0.1, "price_change_per_year": self.pick(-0.15, 0, 0.05),
        }
        fabrics = [self._fabric("LEAF", 1, 32 if spares else self.pick(16, 24, 24), 0.0)]
        if self.theme in ("mixed", "train") and self.chance(0.5):
            fabrics.append(self._fabric("SPINE", 2, 24, 0.0))
            fabrics[0]["throughput_penalty"] = 0.1
            fabrics[1]["scalable_unit_accelerators"] = self.pick(None, 8)
        return {"Systems": [system], "Fabrics": fabrics}

    def _fabric(self, name: str, tiers: int, planned: int, penalty: float) -> dict[str, Any]:
        return {
            "fabric_id": name, "switch_ports": self.pick(16, 32), "port_gbps": 400, "tiers": tiers,
            "oversubscription": 1 if tiers == 1 else self.pick(1, 2), "planned_accelerators": planned,
            "scalable_unit_accelerators": None, "switch_price": self.pick(10_000, 20_000), "switch_kw": 0.5,
            "transceiver_price": 300, "transceiver_w": self.pick(0, 10), "cable_price": 50,
            "cabling_labour_per_cable": 40, "nic_price": 1000, "throughput_penalty": penalty,
            "storage_network_share": self.pick(0, 0.1), "management_network_share": self.pick(0, 0.05),
            "life_months": 60, "recoverable_share": self.pick(0, 0.3), "maintenance_share_per_year": self.pick(0, 0.04),
            "lead_months": self.lead, "pay_at_order_share": self.pick(None, 0.5), "pay_at_delivery_share": None,
            "front_end_only": False, "price_change_per_year": self.pick(0, -0.05),
        }

    def _site(self, name: str, systems: float) -> dict[str, Any]:
        basis = self.pick("it", "facility")
        colo = self.chance(0.3)
        return {
            "site_id": name, "market": "texas", "kind": "colo" if colo else "own",
            "usable_mw": round(systems * (self.kw + 1) * (1.0 if basis == "it" else 1.3) / 1000, 4),
            "mw_basis": basis, "present_level": None, "racks": None, "open_cost": self.pick(0, 20_000),
            "open_lead_months": 0, "fixed_cost_per_year": self.pick(0, 10_000),
            "rent_per_kw_month": self.pick(100, 150) if colo else 0, "rent_basis": self.pick("contracted", "used"),
            "energy_price_kwh": self.between(0.05, 0.15), "demand_charge_kw_month": self.pick(0, 0, 10),
            "staff_index": self.pick(1, 0.8), "construction_index": self.pick(1, 1.2),
            "landed_cost_factor": self.pick(1, 1.08), "property_tax_insurance_share": self.pick(0, 0.01),
            "price_change_per_year": self.pick(0, 0.03),
        }

    def _places(self) -> Tables:
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
                places.append({
                    "site_id": site["site_id"], "cooling_id": row["cooling_id"], "pue_annual": pue,
                    "pue_peak": round(pue + 0.05, 2), "existing_kw": existing, "cost_factor": self.pick(1, 1.1),
                    "allowed": True,
                })
        if self.chance(0.15):
            sites[0]["racks"] = 1
        tables: Tables = {"Sites": sites, "Cooling": cooling, "SiteCooling": places,
                          "Redundancy": [self._level("N", 1.0, 0, 1.0, 0.995)]}
        if self.theme in ("power", "availability"):
            self._power(tables)
        if self.theme in ("serve", "train") and self.chance(0.3):
            self._existing(tables)
        return tables

    def _existing(self, tables: Tables) -> None:
        site = tables["Sites"][0]
        for place in tables["SiteCooling"]:
            place["existing_kw"] = 100
        tables["ExistingFleet"] = [{
            "fleet_id": "OLD", "cluster_id": "old", "site_id": site["site_id"], "system_id": "S8",
            "fabric_id": "LEAF", "cooling_id": "AIR", "systems": 1, "in_service": _text(-24),
            "remaining_life_months": self.pick(self.length, 36), "tenure": "owned",
        }]

    def _power(self, tables: Tables) -> None:
        site = tables["Sites"][0]
        start = self.pick(0, 1) if self.theme == "power" else self.pick(1, 2)
        site |= self._site("alpha", start)
        site["open_lead_months"] = self.pick(0, 0, self.length)
        tables["Redundancy"] += [
            self.pick(self._level("2N", 0.5, 0, 1.0, 0.9999), self._level("N+1", 1.0, 1, 1.0, 0.9995))]
        if self.theme == "availability":
            site["present_level"] = "N"
        tables["PowerExpansions"] = [{
            "site_id": "alpha", "expansion_id": "HALL", "block_mw": self.pick(0.014, 0.03),
            "block_cost": self.pick(60_000, 120_000), "lead_months": self.pick(0, 0, self.length), "max_blocks": 2,
            "life_months": 240, "recoverable_share": self.pick(0, 1), "pay_at_order_share": self.pick(None, 0.4),
            "pay_at_delivery_share": None, "price_change_per_year": 0,
        }]

    def _level(self, name: str, share: float, spare: int, factor: float, availability: float) -> dict[str, Any]:
        return {"level_id": name, "usable_share": share, "spare_blocks": spare, "capex_factor": factor,
                "availability": availability}

    def _cooling(self, name: str, kind: str) -> dict[str, Any]:
        liquid = kind == "liquid"
        return {
            "cooling_id": name, "kind": kind, "module_kw": self.pick(10, 20), "module_cost": self.pick(15_000, 30_000),
            "plant_cost": self.pick(0, 15_000), "max_rack_kw": 60 if liquid else 25,
            "it_power_factor": 0.92 if liquid else 1.0, "liquid_heat_share": self.pick(0.6, 0.8) if liquid else 0.0,
            "spare_modules": 0, "maintenance_share_per_year": self.pick(0, 0.03), "lead_months": 0,
            "life_months": 180, "recoverable_share": self.pick(0, 1), "pay_at_order_share": 1.0,
            "pay_at_delivery_share": 0.0, "price_change_per_year": 0,
        }

    def _offer(self, name: str, term: str, price: float, most: int, months: int | None = None) -> dict[str, Any]:
        return {
            "offer_id": name, "provider": "Cloud", "region": "us", "system_id": "S8", "term": term,
            "term_months": months, "price_per_accelerator_hour": price, "upfront_share": 0, "support_share": 0,
            "block_accelerators": 8, "max_accelerators": most, "max_cluster_accelerators": most,
            "available_from": None, "available_to": None, "interruptions_per_1000h": 0,
            "network_penalty": 0.05 if self.theme == "train" else 0, "availability": 0.9999,
            "price_change_per_year": self.pick(0, -0.1),
        }

    def _offers(self) -> Tables:
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
                "RES", "reserved", round(price * self.between(0.4, 0.7), 2), self.pick(8, 8, 16),
                self.pick(self.length, 2 * self.length, 2 * self.length, 3 * self.length // 2))
            reserved["upfront_share"] = self.pick(0, 0.5)
            reserved["support_share"] = self.pick(0, 0.03)
            rows.append(reserved)
        if self.theme == "pace":
            spot = self._offer("SPOT", "spot", round(price * 0.75, 2), self.pick(4, 8))
            spot["interruptions_per_1000h"] = self.pick(0, 2)
            rows.append(spot)
        return {"CloudOffers": rows}

    def _workload(self, name: str, kind: str, first: int = 0, last: int | None = None) -> dict[str, Any]:
        last = self.months if last is None else last
        return {
            "workload_id": name, "kind": kind, "project": "P", "start": _text(first), "end": _text(last - 1),
            "precision": "bf16", "runs": 1, "experiment_overhead": 0, "mfu": 0.4, "network_sensitivity": 1.0,
            "checkpoint_write_s": 60, "restart_minutes": 10, "single_cluster": kind == "training",
            "interruptible": False, "pauses_per_day": 0, "max_utilisation": 1.0,
        }

    def _campaign(self, name: str, share: float, width: int) -> dict[str, Any]:
        """A run that holds `width` accelerators for about a share of a period."""
        row = self._workload(name, "training")
        hours = width * self.length * 730 * share
        row |= {"total_eflop": round(hours * 1.44 * 0.9), "max_accelerators": width, "run_accelerators": width}
        return row

    def _demand(self, work: dict[str, Any], amount: float, unit: str, growth: float = 0.0) -> dict[str, Any]:
        return {"workload_id": work["workload_id"], "from": _text(0), "amount": amount, "unit": unit,
                "growth_per_year": growth, "sized_for": self.pick("period_end", "mean")}

    def _work(self) -> Tables:
        theme = self.theme
        blocks = self.chance(0.6)
        tables: Tables = {"Workloads": [], "Demand": [], "ServingRates": []}
        if blocks:
            day = self.pick(0.25, 0.5)
            level = self.pick(1.4, 1.8)
            tables["Blocks"] = [{"block_id": "day", "share_of_hours": day},
                                {"block_id": "night", "share_of_hours": 1 - day}]
            tables["LoadProfiles"] = [
                {"profile_id": "daily", "block_id": "day", "relative_level": level},
                {"profile_id": "daily", "block_id": "night",
                 "relative_level": round((1 - day * level) / (1 - day), 4)}]
        profile = "daily" if blocks else None
        if theme in ("serve", "mixed", "availability", "replica", "reserve", "power") and (
                theme != "power" or self.chance(0.5)):
            serve = self._workload("serve", "inference")
            serve["load_profile"] = profile
            if theme == "availability":
                serve["min_availability"] = self.pick(0.999, 0.9995)
                if self.chance(0.6):
                    serve["allowed_locations"] = "alpha"
                    serve["start"] = _text(self.length)
            load = self.between(3, 12, 1)
            if theme == "availability":
                load = self.between(3, 8, 1)
            tables["Workloads"].append(serve)
            tables["Demand"].append(self._demand(serve, load * 2, "requests_per_s", self.pick(0, 0.2)))
            tables["ServingRates"].append({
                "workload_id": "serve", "system_id": "S8", "rate": 2.0, "unit": "requests_per_s",
                "accelerators_per_replica": 16 if theme == "replica" else 4})
        if theme in ("serve", "power", "liquid", "mixed", "reserve", "availability", "pace") or (
                theme in ("train", "spares") and self.chance(0.8)):
            steady = self._workload("steady", self.pick("continuous", "continuous", "batch"))
            steady["interruptible"] = theme == "pace" or self.chance(0.3)
            steady["load_profile"] = profile if steady["kind"] == "continuous" and self.chance(0.4) else None
            steady["experiment_overhead"] = self.pick(0, 0.1)
            if self.chance(0.2):
                steady["shortfall_penalty_per_eflop"] = self.pick(1.0, 1.6, 3.0)
            load = self.between(4, 18, 1) if theme in ("liquid", "reserve", "power") else self.between(2, 8, 1)
            tables["Workloads"].append(steady)
            tables["Demand"].append(
                self._demand(steady, load, "accelerators_of:S8", self.pick(0.3, 0.7) if theme == "reserve" else
                             self.pick(0, 0.5)))
        if theme in ("train", "spares", "mixed", "pace"):
            share = self.between(0.3, 1.6) if theme != "spares" else self.between(0.3, 1.0)
            run = self._campaign("run", share, self.pick(8, 16) if theme != "spares" else 16)
            if theme == "spares":
                run["max_run_days"] = round(self.length * 30.4 * share) + 1
            if theme == "pace":
                run["interruptible"] = True
                run["pauses_per_day"] = self.pick(0, 2)
            if theme in ("train", "spares"):
                run["runs"] = self.pick(1, 2)
            if self.chance(0.2):
                run["shortfall_penalty_per_eflop"] = self.pick(1.0, 1.6, 3.0)
            tables["Workloads"].append(run)
        if theme == "train" and self.chance(0.5):
            tables["Workloads"].append(self._campaign("second", self.between(0.2, 0.9), 8))
        return {name: rows for name, rows in tables.items() if rows}

    def _overheads(self, tables: Tables) -> list[dict[str, Any]]:
        rows = []
        for name, category, driver, cost, per in (
            ("CREW", "staff", "per_site", 20_000, "year"),
            ("ADMIN", "staff", "per_system", 3000, "year"),
            ("LICENCE", "software", "per_accelerator", 400, "year"),
            ("WATCH", "observability", "per_cluster", 1000, "month"),
            ("BASE", "platform", "fixed", 5000, "year"),
            ("CARE", "insurance", "share_of_capex", 0.02, "year"),
            ("BROKER", "other", "share_of_cloud", 0.03, "year"),
            ("POWER", "security", "per_mw", 100_000, "year"),
        ):
            if not self.chance(0.25):
                continue
            shared = driver.startswith("share")
            rows.append({
                "overhead_id": name, "category": category, "driver": driver, "unit_cost": cost,
                "per": per, "amount_minimum": 0, "from": None, "to": None, "capex_or_opex": "opex",
                "index": "staff" if driver == "per_site" else "none", "scope": "all",
                "price_change_per_year": 0 if shared else self.pick(0, 0.03),
            })
            if driver == "per_system" and self.chance(0.5):
                rows[-1] |= {"amount_minimum": 2, "scope": tables["Sites"][0]["site_id"]}
        return rows


def plan_tables(seed: int) -> Tables:
    """Plan number `seed` of the corpus."""
    return _Maker(seed).tables()
