"""What runs, for the enumerator: speeds, widths of campaigns and demand, from plain tables."""

from __future__ import annotations

import math
from functools import cache, cached_property

from tests.brute.cells import EPS, Row, month, number
from tests.brute.pools import Cloud, Design, Width
from tests.brute.reading import Reading

SECONDS = 3600.0


class Work:
    """Campaigns and divisible work of a reading, on the pools that may run them."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.speed = cache(self._speed)

    @cached_property
    def campaigns(self) -> list[Row]:
        return [row for row in self.reading.rows("Workloads") if row["kind"] == "training"]

    @cached_property
    def divisible(self) -> list[Row]:
        return [row for row in self.reading.rows("Workloads") if row["kind"] != "training"]

    def named(self, name: str) -> Row:
        return next(row for row in self.reading.rows("Workloads") if row["workload_id"] == name)

    def may_use(self, work: Row, pool: Design | Cloud) -> bool:
        allowed = work.get("allowed_locations")
        if allowed and pool.location not in str(allowed).split(","):
            return False
        if self.has_data(work):
            hot = any(tier["kind"] == "hot" for tier in self.reading.tiers(pool.location))
            home = work.get("dataset_home")
            if not hot or (home and not self.reading.keepers(home, "warm")):
                return False
        if isinstance(pool, Cloud):
            if pool.spot and not work["interruptible"]:
                return False
            asked = work.get("min_availability")
            return asked is None or all(number(offer, "availability", 1.0) >= asked for offer in pool.offers)
        return True

    def has_data(self, work: Row) -> bool:
        """Whether it has a data set, logs or reads, or checkpoints or weights to be kept."""
        columns = ("dataset_tb", "log_gb_per_accelerator_day", "read_gb_per_s")
        if any(number(work, column) for column in columns):
            return True
        policies = {row["data_kind"] for row in self.reading.rows("StoragePolicy")}
        weights = self.parameters(work) > 0 and "weights" in policies
        return bool(self.reading.rows("Storage")) and (self.keeps_checkpoints(work) or weights)

    def parameters(self, work: Row) -> float:
        return 1e9 * number(work, "total_params_billion")

    def keeps_checkpoints(self, work: Row) -> bool:
        kept = max(number(work, "checkpoints_kept", 3), number(work, "min_checkpoints_kept"))
        return work["kind"] in ("training", "continuous") and self.parameters(work) > 0 and kept > 0

    def rate_tflops(self, work: Row, system: Row) -> float:
        """TFLOP/s of useful work of one accelerator of a system, before network and failures."""
        fp8 = system.get("fp8_tflops_per_accelerator")
        peak = fp8 if work["precision"] == "fp8" and fp8 else system["bf16_tflops_per_accelerator"]
        return float(peak) * number(work, "mfu") * number(system, "mfu_factor", 1.0)

    def _speed(self, name: str, label: str, accelerators: int) -> float:
        """Accelerator-hours an EFLOP of a job of so many accelerators, after failures and network."""
        work, pool = self.named(name), self.reading.pools[label]
        system = pool.system
        a_second = self._failures(label, accelerators)
        penalty = (
            number(pool.fabric, "throughput_penalty")
            if isinstance(pool, Design)
            else max(number(offer, "network_penalty") for offer in pool.offers)
        )
        write, restart = number(work, "checkpoint_write_s"), number(work, "restart_minutes") * 60
        good = 1.0
        if a_second > 0:
            interval = math.sqrt(2 * write / a_second)
            lost = a_second * (restart + interval / 2)
            good = min(1.0, max(0.01, (1 - lost) / (1 + (write / interval if write else 0.0))))
        pauses = number(work, "pauses_per_day")
        if work["interruptible"] and pauses:
            good /= 1 + pauses * (write + restart) / 86400
        kept = min(1.0, max(0.05, 1 - number(work, "network_sensitivity", 1.0) * penalty))
        return 1e6 / (self.rate_tflops(work, system) * kept * good * SECONDS)

    def _failures(self, label: str, accelerators: int) -> float:
        """Interruptions a second of a job of so many accelerators."""
        pool = self.reading.pools[label]
        system = pool.system
        systems = accelerators / int(system["accelerators_per_system"])
        a_year = accelerators * number(system, "interruptions_per_accelerator_year")
        a_year += systems * number(system, "interruptions_per_system_year")
        a_second = a_year / (8760 * SECONDS)
        if isinstance(pool, Cloud):
            reclaims = max(number(offer, "interruptions_per_1000h") for offer in pool.offers)
            a_second += systems * reclaims / 1000 / SECONDS
        return a_second

    def interval_s(self, name: str, label: str, accelerators: int) -> float:
        """Time between checkpoints; 0 where writing takes none, infinite where nothing fails."""
        write, a_second = number(self.named(name), "checkpoint_write_s"), self._failures(label, accelerators)
        if not write:
            return 0.0
        return math.sqrt(2 * write / a_second) if a_second else math.inf

    def eflop(self, work: Row) -> float:
        """Useful EFLOP of one run of a campaign."""
        return number(work, "total_eflop") / number(work, "runs") * (1 + number(work, "experiment_overhead"))

    def window(self, work: Row) -> tuple[int, int]:
        """First and last period wholly inside the months of a workload."""
        r = self.reading
        first = max(0, math.ceil((month(work["start"]) - r.start) / r.length))
        return first, min(r.periods, (month(work["end"]) + 1 - r.start) // r.length) - 1

    @cached_property
    def widths(self) -> dict[str, list[Width]]:
        """Ways to run each campaign."""
        return {
            row["workload_id"]: [
                width
                for pool in self.reading.pools.values()
                if self.may_use(row, pool)
                for width in self._menu(row, pool)
            ]
            for row in self.campaigns
        }

    def _menu(self, work: Row, pool: Design | Cloud) -> list[Width]:
        r = self.reading
        step = int(pool.system["accelerators_per_system"])
        first, last = self.window(work)
        if last < first:
            return []
        longest = (last - first + 1) * r.hours
        if work.get("max_run_days") is not None:
            longest = min(longest, 24 * number(work, "max_run_days"))
        most = number(work, "max_accelerators", math.inf)
        if isinstance(pool, Design):
            most = min(most, pool.most * step)
        if work["single_cluster"]:
            most = min(most, self._joined(pool))
        high = int(most) // step * step
        sizes = range(step, high + 1, step)
        hours = {g: self.eflop(work) * self.speed(work["workload_id"], pool.name, g) / g for g in sizes}

        def fastest_enough(limit: float, low: int) -> list[int]:
            return [g for g in sizes if g >= low and hours[g] <= limit][:1]

        menu = fastest_enough(longest, step)
        if not menu:
            return []
        least = menu[0]
        stated = work.get("run_accelerators")
        if stated is not None:
            reference = r.systems.get(work.get("run_reference_system") or "", pool.system)
            equal = math.ceil(
                stated * self.rate_tflops(work, reference) / self.rate_tflops(work, pool.system) - EPS
            )
            menu.append(min(high, math.ceil(max(equal, least) / step) * step))
        if work.get("max_accelerators") is not None:
            menu.append(high)
        for whole in (1, 2, 3):
            if len(set(menu)) < 3 and whole < last - first + 1:
                menu += fastest_enough(whole * r.hours, least)
        widths = [self._width(pool, g, hours[g]) for g in sorted(set(menu))[:3]]
        if isinstance(pool, Design):
            widths = [w for w in widths if w.accelerators // step + w.spares <= pool.planned]
        return widths

    def _joined(self, pool: Design | Cloud) -> float:
        """Accelerators that one network joins."""
        if isinstance(pool, Cloud):
            return max(number(offer, "max_cluster_accelerators") for offer in pool.offers)
        return pool.planned * pool.accelerators

    def _width(self, pool: Design | Cloud, accelerators: int, hours: float) -> Width:
        length = self.reading.hours
        touched = max(1, math.ceil(hours / length - EPS))
        held = tuple(min(1.0, hours / length - k) for k in range(touched))
        spares = 0
        target = number(self.reading.set, "spare_target")
        if isinstance(pool, Design) and target > 0 and pool.up_share < 1:
            systems = accelerators // int(pool.system["accelerators_per_system"])
            while _all_up(systems, systems + spares, pool.up_share) < target:
                spares += 1
        return Width(pool.name, accelerators, hours, held, spares)

    def in_every_block(self, work: Row) -> bool:
        """Whether demand must be met block by block."""
        if work["kind"] == "inference":
            return True
        flat = work.get("load_profile") is None
        return bool(work["kind"] == "continuous" and (not flat or not work["interruptible"]))

    @cached_property
    def hours_per_unit(self) -> dict[str, dict[str, float]]:
        """Accelerator-hours a unit of divisible work, by workload and pool."""
        found: dict[str, dict[str, float]] = {}
        for work in self.divisible:
            name = work["workload_id"]
            found[name] = {}
            rates = {
                row["system_id"]: row
                for row in self.reading.rows("ServingRates")
                if row["workload_id"] == name
            }
            for pool in self.reading.pools.values():
                if not self.may_use(work, pool):
                    continue
                if work["kind"] != "inference":
                    width = int(work.get("run_accelerators") or pool.system["accelerators_per_system"])
                    found[name][pool.name] = self.speed(name, pool.name, width)
                elif pool.system["system_id"] in rates:
                    rate = number(rates[pool.system["system_id"]], "rate")
                    found[name][pool.name] = 1 / (rate * SECONDS)
        return found

    @cached_property
    def replica(self) -> dict[tuple[str, str], int]:
        """Accelerators of a whole replica, where it is larger than a system, by (workload, pool)."""
        found = {}
        for row in self.reading.rows("ServingRates"):
            for pool in self.reading.pools.values():
                size = int(number(row, "accelerators_per_replica", 1))
                same = pool.system["system_id"] == row["system_id"]
                if same and size > int(pool.system["accelerators_per_system"]):
                    found[row["workload_id"], pool.name] = size
        return found

    @cached_property
    def demand(self) -> dict[str, list[float]]:
        """Units an hour of each divisible workload, by period."""
        r = self.reading
        return {
            work["workload_id"]: [self._demand(work, t) for t in range(r.periods)] for work in self.divisible
        }

    def _demand(self, work: Row, t: int) -> float:
        r = self.reading
        total = 0.0
        for m in range(r.start + t * r.length, r.start + (t + 1) * r.length):
            rows = [
                row
                for row in r.rows("Demand")
                if row["workload_id"] == work["workload_id"] and month(row["from"]) <= m
            ]
            if not rows or not month(work["start"]) <= m <= month(work["end"]):
                continue
            row = max(rows, key=lambda each: month(each["from"]))
            at = m + 0.5 if row["sized_for"] == "mean" else r.start + (t + 1) * r.length
            years = (at - month(row["from"])) / 12
            grown = number(row, "amount") * (1 + number(row, "growth_per_year")) ** years
            total += grown * self._hourly(work, row["unit"])
        overhead = 0.0 if work["kind"] == "inference" else number(work, "experiment_overhead")
        return total / r.length * (1 + overhead)

    def _hourly(self, work: Row, unit: str) -> float:
        """Units an hour for one of the stated amount."""
        if unit == "eflop_per_month":
            return 12 / float(self.reading.set["hours_per_year"])
        if unit.startswith("accelerators_of:"):
            return self.rate_tflops(work, self.reading.systems[unit.split(":")[1]]) * SECONDS / 1e6
        return SECONDS


def _all_up(needed: int, units: int, up: float) -> float:
    """Probability that at least `needed` of `units` are up."""
    return sum(math.comb(units, k) * up**k * (1 - up) ** (units - k) for k in range(needed, units + 1))
