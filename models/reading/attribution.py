"""Who bears a cost: the workload that alone causes it, else users of what it pays for, by accelerator-hours.

The narrowest group with any use bears a line: the workload that its activity names; the project that an
overhead is for; work on the pool; work at the location; all work. Requests bear what is priced by requests.
Without any use at all, all workloads share alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import numpy.typing as npt
from numpy import float64

from models.activities import KIND
from models.costing.line import CostLine
from models.costing.overheads import project_of
from models.matrix import Key
from models.plan import Plan
from models.sizing import Sizing

Activities = Mapping[Key, npt.NDArray[float64]]
Weights = dict[str, float]


class Attribution:
    """Shares of workloads in cost lines; every line's shares sum to 1."""

    def __init__(self, plan: Plan, sizing: Sizing, activities: Activities) -> None:
        self.projects = {str(row.workload_id): row.project for row in plan.workloads}
        self.overheads = {str(row.overhead_id): row for row in plan.overheads}
        self.scopes = {name: project_of(plan, row) for name, row in self.overheads.items()}
        self.pools = {
            (pool.location, str(offer.offer_id)): pool.label
            for pool in sizing.clouds
            for offer in pool.offers
        }
        self.hours = _uses(activities, "hours")
        self.served = _uses(activities, "served")

    def direct(self, line: CostLine) -> bool:
        """Whether one workload alone causes the line."""
        return self._named(line) is not None

    def shares(self, line: CostLine) -> Weights:
        """Share of each workload that bears a part of the line."""
        named = self._named(line)
        if named is not None:
            return {named: 1.0}
        overhead = self.overheads.get(str(line.activity.parts[1])) if _is_overhead(line) else None
        members = set(self.projects)
        if overhead is not None:
            project = self.scopes[str(overhead.overhead_id)]
            if project is not None:
                members = {name for name, of in self.projects.items() if of == project}
            if overhead.driver == "per_million_requests":
                found = self._weigh(self.served, members, lambda at, _: at == line.location)
                if found:
                    return found
        return self.users(self._pool(line), line.location, members)

    def users(self, pool: str | None, location: str, among: set[str] | None = None) -> Weights:
        """Shares by accelerator-hours on the pool, else at the location or provider, else anywhere."""
        members = set(self.projects) if among is None else among
        wanted: tuple[Callable[[str, str], bool], ...] = (
            lambda _, label: label == pool,
            lambda at, _: location in (at, at.partition(":")[0]),
            lambda _, __: True,
        )
        for group in wanted:
            found = self._weigh(self.hours, members, group)
            if found:
                return found
        return dict.fromkeys(members, 1.0 / len(members))

    def _named(self, line: CostLine) -> str | None:
        index = KIND[line.activity.kind].index
        if "workload" not in index:
            return None
        name = str(line.activity.parts[index.index("workload")])
        return name if name in self.projects else None

    def _pool(self, line: CostLine) -> str | None:
        """Label of the pool that the line pays for, if it is for one."""
        parts = line.activity.parts
        index = KIND[line.activity.kind].index
        for name in ("design", "pool"):
            if name in index:
                return str(parts[index.index(name)])
        if "offer" in index:
            return self.pools.get((line.location, str(parts[index.index("offer")])))
        return None

    @staticmethod
    def _weigh(
        uses: Mapping[tuple[str, str, str], float],
        members: Iterable[str],
        wanted: Callable[[str, str], bool],
    ) -> Weights:
        among = set(members)
        weights: Weights = {}
        for (location, label, workload), use in uses.items():
            if workload in among and wanted(location, label):
                weights[workload] = weights.get(workload, 0.0) + use
        total = sum(weights.values())
        return {name: weight / total for name, weight in weights.items()} if total > 0 else {}


def _is_overhead(line: CostLine) -> bool:
    return line.activity.kind == "overhead"


def _uses(activities: Activities, kind: str) -> dict[tuple[str, str, str], float]:
    """Totals over the plan by location, pool label and workload."""
    return {
        (str(key.parts[0]), str(key.parts[1]), str(key.parts[2])): float(values.sum())
        for key, values in activities.items()
        if key.kind == kind
    }
