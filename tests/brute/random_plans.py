"""Random small plans as plain tables, every column that matters filled in; the same seed, the same plan.

Round figures near the market's, on clusters of a few systems, so that every family of constraints decides
some of them. `plan_tables(seed)` cycles through the themes; the other features are drawn at random.
"""

from __future__ import annotations

from typing import Any

from tests.brute.random_drawing import Tables, month_text
from tests.brute.random_supply import Supply


class _Maker(Supply):
    def tables(self) -> Tables:
        tables: Tables = {"Settings": [self._settings()]}
        tables |= self.machines()
        tables |= self.places()
        tables |= self.offers()
        tables |= self._work()
        tables["Overheads"] = self._overheads(tables)
        return tables

    def _settings(self) -> dict[str, Any]:
        return {
            "plan_name": "random",
            "currency": "USD",
            "start": month_text(0),
            "period_months": self.length,
            "periods": self.periods,
            "discount_rate": self.pick(0, 0.08, 0.12),
            "price_base_month": month_text(-self.pick(0, 0, 6)),
            "inflation_default": self.pick(0, 0.03),
            "max_utilisation": self.pick(0.9, 1.0),
            "usable_memory_share": 0.9,
            "min_share": self.pick(0, 0.1, 0.3),
            "max_locations": self.pick(1, 2, 3, 3),
            "selling_cost_share": 0.05,
            "spare_target": 0.999 if self.theme == "spares" else 0,
            "commitment_reuse": self.pick(0.4, 0.8) if self.theme == "reserve" else self.pick(0, 0, 0.4),
            "hours_per_year": 8760,
        }

    def _workload(self, name: str, kind: str, first: int = 0, last: int | None = None) -> dict[str, Any]:
        last = self.months if last is None else last
        return {
            "workload_id": name,
            "kind": kind,
            "project": "P",
            "start": month_text(first),
            "end": month_text(last - 1),
            "precision": "bf16",
            "runs": 1,
            "experiment_overhead": 0,
            "mfu": 0.4,
            "network_sensitivity": 1.0,
            "checkpoint_write_s": 60,
            "restart_minutes": 10,
            "single_cluster": kind == "training",
            "interruptible": False,
            "pauses_per_day": 0,
            "max_utilisation": 1.0,
        }

    def _campaign(self, name: str, share: float, width: int) -> dict[str, Any]:
        """A run that holds `width` accelerators for about a share of a period."""
        row = self._workload(name, "training")
        hours = width * self.length * 730 * share
        row |= {
            "total_eflop": round(hours * 1.44 * 0.9),
            "max_accelerators": width,
            "run_accelerators": width,
        }
        return row

    def _demand(self, work: dict[str, Any], amount: float, unit: str, growth: float = 0.0) -> dict[str, Any]:
        return {
            "workload_id": work["workload_id"],
            "from": month_text(0),
            "amount": amount,
            "unit": unit,
            "growth_per_year": growth,
            "sized_for": self.pick("period_end", "mean"),
        }

    def _work(self) -> Tables:
        theme = self.theme
        blocks = self.chance(0.6)
        tables: Tables = {"Workloads": [], "Demand": [], "ServingRates": []}
        if blocks:
            day = self.pick(0.25, 0.5)
            level = self.pick(1.4, 1.8)
            tables["Blocks"] = [
                {"block_id": "day", "share_of_hours": day},
                {"block_id": "night", "share_of_hours": 1 - day},
            ]
            tables["LoadProfiles"] = [
                {"profile_id": "daily", "block_id": "day", "relative_level": level},
                {
                    "profile_id": "daily",
                    "block_id": "night",
                    "relative_level": round((1 - day * level) / (1 - day), 4),
                },
            ]
        profile = "daily" if blocks else None
        if theme in ("serve", "mixed", "availability", "replica", "reserve", "power") and (
            theme != "power" or self.chance(0.5)
        ):
            serve = self._workload("serve", "inference")
            serve["load_profile"] = profile
            if theme == "availability":
                serve["min_availability"] = self.pick(0.999, 0.9995)
                if self.chance(0.6):
                    serve["allowed_locations"] = "alpha"
                    serve["start"] = month_text(self.length)
            load = self.between(3, 12, 1)
            if theme == "availability":
                load = self.between(3, 8, 1)
            tables["Workloads"].append(serve)
            tables["Demand"].append(self._demand(serve, load * 2, "requests_per_s", self.pick(0, 0.2)))
            tables["ServingRates"].append(
                {
                    "workload_id": "serve",
                    "system_id": "S8",
                    "rate": 2.0,
                    "unit": "requests_per_s",
                    "accelerators_per_replica": 16 if theme == "replica" else 4,
                }
            )
        if theme in ("serve", "power", "liquid", "mixed", "reserve", "availability", "pace") or (
            theme in ("train", "spares") and self.chance(0.8)
        ):
            steady = self._workload("steady", self.pick("continuous", "continuous", "batch"))
            steady["interruptible"] = theme == "pace" or self.chance(0.3)
            steady["load_profile"] = profile if steady["kind"] == "continuous" and self.chance(0.4) else None
            steady["experiment_overhead"] = self.pick(0, 0.1)
            if self.chance(0.2):
                steady["shortfall_penalty_per_eflop"] = self.pick(1.0, 1.6, 3.0)
            load = (
                self.between(4, 18, 1) if theme in ("liquid", "reserve", "power") else self.between(2, 8, 1)
            )
            tables["Workloads"].append(steady)
            tables["Demand"].append(
                self._demand(
                    steady,
                    load,
                    "accelerators_of:S8",
                    self.pick(0.3, 0.7) if theme == "reserve" else self.pick(0, 0.5),
                )
            )
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
            ("CARE", "insurance", "share_of_capex", 0.02, "year" if self.seed % 3 else "once"),
            ("BROKER", "other", "share_of_cloud", 0.03, "year"),
            ("POWER", "security", "per_mw", 100_000, "year"),
        ):
            if not self.chance(0.25):
                continue
            shared = driver.startswith("share")
            rows.append(
                {
                    "overhead_id": name,
                    "category": category,
                    "driver": driver,
                    "unit_cost": cost,
                    "per": per,
                    "amount_minimum": 0,
                    "from": None,
                    "to": None,
                    "capex_or_opex": "opex",
                    "index": "staff" if driver == "per_site" else "none",
                    "scope": "all",
                    "price_change_per_year": 0 if shared else self.pick(0, 0.03),
                }
            )
            if driver == "per_system" and self.chance(0.5):
                rows[-1] |= {"amount_minimum": 2, "scope": tables["Sites"][0]["site_id"]}
        return rows


def plan_tables(seed: int) -> Tables:
    """Plan number `seed` of the corpus."""
    return _Maker(seed).tables()
