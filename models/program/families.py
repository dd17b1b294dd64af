"""The constraint families: code, words for people, and the function that writes their rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from models.program import (
    availability,
    campaigns,
    capacity,
    cloud,
    cooling,
    covers,
    data_places,
    direct,
    divisible,
    drivers,
    fabric,
    fleet,
    gangs,
    limits,
    moves,
    overheads,
    power,
    presence,
    sites,
    spend,
    standby,
    stays,
    storage,
    storage_load,
    succession,
)
from models.program.draft import Draft


@dataclass(frozen=True, slots=True)
class Family:
    """A family of constraints: what it says, and where its limits come from (sheet.column)."""

    code: str
    title: str
    source: str
    writers: tuple[Callable[[Draft], None], ...]

    def write(self, draft: Draft) -> None:
        """Adds the family's rows."""
        for writer in self.writers:
            writer(draft)


FAMILIES: tuple[Family, ...] = (
    Family(
        "C1",
        "Systems in service have arrived and are within their life",
        "Systems.life_months",
        (fleet.add_rows,),
    ),
    Family(
        "C2",
        "Systems fit their fabric and its scalable units",
        "Fabrics.planned_accelerators",
        (fabric.add_rows, covers.add_fabric_covers, covers.add_presence_covers),
    ),
    Family(
        "C3",
        "Work fits usable accelerators in every block",
        "Workloads.max_utilisation",
        (capacity.add_capacity_rows,),
    ),
    Family(
        "C4",
        "Commitments cover what is not paid by use",
        "CloudOffers.block_accelerators",
        (capacity.add_commitment_rows, spend.add_rows),
    ),
    Family(
        "C5",
        "Reserved blocks are within what is on offer",
        "CloudOffers.max_accelerators",
        (cloud.add_limit_rows,),
    ),
    Family(
        "C6",
        "Every campaign runs inside its window, after its predecessor",
        "Workloads.end",
        (campaigns.add_rows, succession.add_rows),
    ),
    Family("C7", "Continuous and batch demand is met", "Demand.amount", (divisible.add_divisible_rows,)),
    Family("C8", "Inference demand is met in every block", "Demand.amount", (divisible.add_inference_rows,)),
    Family(
        "C9",
        "A run finds its whole width at once",
        "Workloads.run_accelerators",
        (gangs.add_gang_rows, covers.add_gang_covers),
    ),
    Family(
        "C10",
        "Power drawn is within power at its level",
        "Sites.usable_mw",
        (power.add_rows, covers.add_power_covers, storage_load.add_rows),
    ),
    Family("C11", "Heat and racks are within the hall", "Cooling.module_kw", (cooling.add_rows,)),
    Family(
        "C12",
        "Work is fed at the availability it asks for",
        "Workloads.min_availability",
        (availability.add_availability_rows, covers.add_availability_covers),
    ),
    Family(
        "C13",
        "Runs keep spare systems beside them",
        "Settings.spare_target",
        (gangs.add_spare_rows, covers.add_spare_covers),
    ),
    Family(
        "C14",
        "Critical work still runs after the loss of any one location",
        "Workloads.critical_share",
        (standby.add_rows,),
    ),
    Family(
        "C15",
        "Work stays in few places, its data in storage there",
        "Settings.max_locations",
        (presence.add_rows, data_places.add_rows, storage.add_rows),
    ),
    Family("C16", "Orders are within supply and crews", "Limits.amount", (limits.add_supply_rows,)),
    Family("C17", "Spending is within hard budgets", "Budgets.amount", (limits.add_budget_rows,)),
    Family("C18", "Carbon and water are within their caps", "Limits.amount", (limits.add_environment_rows,)),
    Family(
        "C19", "Work is not concentrated beyond its share", "Limits.amount", (limits.add_concentration_rows,)
    ),
    Family(
        "C20",
        "Work stands only at sites in use",
        "Sites.open_lead_months",
        (sites.add_rows, covers.add_site_covers),
    ),
    Family("C21", "The planner's own hand", "Overrides.decision", (limits.add_override_rows,)),
    Family(
        "DEF",
        "Billed quantities are at least what is used",
        "Sites.demand_charge_kw_month",
        (drivers.add_rows, stays.add_rows, overheads.add_rows, moves.add_rows, direct.add_rows),
    ),
)

FAMILY: dict[str, Family] = {family.code: family for family in FAMILIES}
