"""The solved plan as plain tables: what the report, the command line and later reviews read."""

from __future__ import annotations

from models.results.holdings import HeldRow, LiabilityRow
from models.results.limits import Choice, LimitRow, LossRow
from models.results.plan import PlanResult, Proof
from models.results.supply import ALL_POWER, CapacityRow, FleetRow, Part, Purchase, StorageRow
from models.results.work import RunFigures, RunStart, WorkloadRow

__all__ = [
    "ALL_POWER",
    "CapacityRow",
    "Choice",
    "FleetRow",
    "HeldRow",
    "LiabilityRow",
    "LimitRow",
    "LossRow",
    "Part",
    "PlanResult",
    "Proof",
    "Purchase",
    "RunFigures",
    "RunStart",
    "StorageRow",
    "WorkloadRow",
]
