"""The cost terms: the one list that objective, verification and report interpret.

A term is pure data. What it prices (an activity, see `models.activities`), at which price and when it is
paid is stated by the cost lines that `models.costing` makes for it; every line names its term, and every
term has one builder there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from models.finance.discounting import Timing

Nature = Literal["capex", "opex", "credit", "penalty"]
Category = Literal[
    "compute",
    "network",
    "storage",
    "facility",
    "energy",
    "cloud",
    "software",
    "people",
    "other",
    "value",
    "unmet",
]


@dataclass(frozen=True, slots=True)
class CostTerm:
    """One kind of cost.

    name: stable id, used in code, workbook and report · title: words for people · nature: capex, opex,
    credit (subtracts) or penalty (unmet work, reported apart) · timing: when in a period it is dated;
    discounting and escalation share it · elastic: whether it moves with use rather than with what was
    bought · allocation: how it is attributed to workloads.
    """

    name: str
    title: str
    nature: Nature
    category: Category
    timing: Timing
    elastic: bool
    allocation: str


def _capex(name: str, title: str, category: Category, allocation: str = "accelerator-hours") -> CostTerm:
    return CostTerm(name, title, "capex", category, Timing.START, False, allocation)


def _opex(
    name: str, title: str, category: Category, *, elastic: bool, allocation: str = "accelerator-hours"
) -> CostTerm:
    return CostTerm(name, title, "opex", category, Timing.RUNNING, elastic, allocation)


def _once(name: str, title: str, category: Category) -> CostTerm:
    return CostTerm(name, title, "opex", category, Timing.START, False, "accelerator-hours")


TERMS: tuple[CostTerm, ...] = (
    _capex("systems", "Accelerator systems", "compute"),
    _capex("fabric", "Network fabric, with cabling labour", "network"),
    _capex("cooling_plant", "Cooling plant and modules", "facility"),
    _capex("power_expansion", "Power expansion", "facility"),
    _capex("site_opening", "Site opening", "facility"),
    _capex("storage", "Storage hardware", "storage"),
    _capex("deployment", "Deployment", "compute"),
    _opex("equipment_lease", "Equipment lease", "compute", elastic=False),
    _opex("energy", "Energy", "energy", elastic=True),
    _opex("demand_charge", "Demand charge", "energy", elastic=True),
    _opex("carbon", "Carbon price", "energy", elastic=True),
    _opex("water", "Water", "energy", elastic=True),
    _opex("colocation_rent", "Colocation rent", "facility", elastic=False),
    _opex("site_fixed", "Fixed cost of sites", "facility", elastic=False),
    _opex("property_tax_insurance", "Property tax and insurance", "facility", elastic=False),
    _once("decommission", "Leaving a site", "facility"),
    _once("cancellation", "Cancelled orders", "compute"),
    _opex("maintenance", "Maintenance", "compute", elastic=False),
    _opex("failure_replacement", "Failure replacement", "compute", elastic=False),
    _opex("storage_rent", "Rented storage", "storage", elastic=True),
    _opex("egress", "Data leaving a place", "storage", elastic=True),
    _opex("retrieval", "Data read back", "storage", elastic=True),
    _opex("staff", "Staff", "people", elastic=False),
    _opex("software", "Software", "software", elastic=False),
    _opex("platform", "Platform", "software", elastic=False),
    _opex("security", "Security", "software", elastic=False),
    _opex("database", "Database", "software", elastic=False),
    _opex("observability", "Observability", "software", elastic=False),
    _opex("network_lines", "Network lines", "network", elastic=False),
    _opex("data_processing", "Data processing", "software", elastic=True),
    _opex("insurance", "Insurance", "other", elastic=False),
    _opex("migration", "Migration", "other", elastic=False),
    _opex("other", "Other overheads", "other", elastic=False),
    _capex("overhead_capex", "Capitalised overheads", "other"),
    _opex("cloud_on_demand", "Cloud on demand", "cloud", elastic=True, allocation="direct"),
    _opex("cloud_reserved", "Cloud reserved", "cloud", elastic=False, allocation="accelerator-hours in pool"),
    CostTerm(
        "cloud_upfront",
        "Cloud commitments paid upfront",
        "opex",
        "cloud",
        Timing.START,
        False,
        "accelerator-hours in pool",
    ),
    _opex("cloud_spot", "Cloud spot", "cloud", elastic=True, allocation="direct"),
    CostTerm(
        "spend_shortfall",
        "Committed spending not reached",
        "opex",
        "cloud",
        Timing.END,
        False,
        "accelerator-hours in pool",
    ),
    CostTerm(
        "prepaid_drawn",
        "Prepaid balance used",
        "credit",
        "cloud",
        Timing.RUNNING,
        True,
        "accelerator-hours in pool",
    ),
    CostTerm(
        "resale",
        "Resale of systems retired",
        "credit",
        "value",
        Timing.START,
        False,
        "accelerator-hours",
    ),
    CostTerm(
        "residual_value",
        "Residual value at the horizon",
        "credit",
        "value",
        Timing.END,
        False,
        "accelerator-hours",
    ),
    CostTerm(
        "commitment_reuse",
        "Worth of committed months past the horizon",
        "credit",
        "value",
        Timing.RUNNING,
        False,
        "accelerator-hours in pool",
    ),
    CostTerm("shortfall_penalty", "Unmet work", "penalty", "unmet", Timing.RUNNING, True, "direct"),
)

TERM: dict[str, CostTerm] = {term.name: term for term in TERMS}
