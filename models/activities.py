"""The activities: every quantity that a decision sets and a cost line may price, one row a period.

An activity is named by a `Key(kind, index)`; its values over the horizon's periods are what the report's
Decisions sheet holds. Activities are linear in the program's columns.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ActivityKind:
    """A kind of activity: what it counts, in which unit, and what its index names.

    whole: values are whole numbers · where: position in the index of the location (None: the plan)
    """

    name: str
    title: str
    unit: str
    index: tuple[str, ...]
    whole: bool
    where: int | None


KINDS: tuple[ActivityKind, ...] = (
    ActivityKind("order", "Systems ordered", "systems", ("site", "design"), True, 0),
    ActivityKind("lease", "Systems leased", "systems", ("site", "design"), True, 0),
    ActivityKind("open_order", "Open orders kept", "orders", ("site", "order"), True, 0),
    ActivityKind("cancel_order", "Open orders cancelled", "orders", ("site", "order"), True, 0),
    ActivityKind("join", "Ordered items put to use", "items", ("site", "design", "order"), True, 0),
    ActivityKind("retire", "Existing systems retired", "systems", ("site", "design", "fleet"), True, 0),
    ActivityKind(
        "sold_at_age",
        "Systems to be sold at an age, by order date",
        "systems",
        ("site", "design", "age"),
        True,
        0,
    ),
    ActivityKind("open_fabric", "Fabrics ordered", "fabrics", ("site", "design"), True, 0),
    ActivityKind("fabric_units", "Scalable units ordered", "units", ("site", "design"), True, 0),
    ActivityKind("open_site", "Sites opened", "sites", ("site",), True, 0),
    ActivityKind("close_site", "Sites left", "sites", ("site",), True, 0),
    ActivityKind("power_blocks", "Power blocks ordered", "blocks", ("site", "expansion", "level"), True, 0),
    ActivityKind("cooling_plant", "Cooling plants ordered", "plants", ("site", "cooling"), True, 0),
    ActivityKind("cooling_modules", "Cooling modules ordered", "modules", ("site", "cooling"), True, 0),
    ActivityKind("commit", "Reserved blocks signed", "blocks", ("location", "offer"), True, 0),
    ActivityKind(
        "signed", "Reserved blocks signed before the plan", "blocks", ("location", "commitment"), True, 0
    ),
    ActivityKind("on_demand", "Rented on demand", "accelerator-hours", ("location", "offer"), False, 0),
    ActivityKind("spot", "Rented on spot", "accelerator-hours", ("location", "offer"), False, 0),
    ActivityKind("run", "Campaign starts", "runs", ("location", "pool", "workload", "width"), True, 0),
    ActivityKind(
        "hours", "Accelerator-hours used", "accelerator-hours", ("location", "pool", "workload"), False, 0
    ),
    ActivityKind("served", "Work served", "work units", ("location", "pool", "workload"), False, 0),
    ActivityKind("short", "Unmet work", "work units", ("workload",), False, None),
    ActivityKind(
        "standby", "Standby for critical work", "accelerators", ("location", "pool", "workload"), False, 0
    ),
    ActivityKind(
        "direct_rent",
        "Rented hours caused by a group of work",
        "accelerator-hours",
        ("location", "offer", "group"),
        False,
        0,
    ),
    ActivityKind("installed", "Systems in service", "systems", ("site", "design"), False, 0),
    ActivityKind("fleet_held", "Existing systems kept", "systems", ("site", "design", "fleet"), False, 0),
    ActivityKind("kept_to_end", "Systems ordered and not sold", "systems", ("site", "design"), False, 0),
    ActivityKind("leased_rows", "Leases of existing systems", "leases", ("site", "fleet"), True, 0),
    ActivityKind("leased", "Leased systems in service", "systems", ("site", "design"), False, 0),
    ActivityKind("fed", "Systems fed", "systems", ("site", "design", "feed"), False, 0),
    ActivityKind("fabrics", "Fabrics in service", "fabrics", ("site", "design"), True, 0),
    ActivityKind("units", "Scalable units in service", "units", ("site", "design"), True, 0),
    ActivityKind("busy", "Busy system-hours", "system-hours", ("site", "design"), False, 0),
    ActivityKind("idle", "Idle system-hours", "system-hours", ("site", "design"), False, 0),
    ActivityKind("site_active", "Site in use", "sites", ("site",), True, 0),
    ActivityKind("contracted_kw", "Contracted IT power", "kW", ("site",), False, 0),
    ActivityKind("stay", "Sites kept past the plan", "sites", ("site",), True, 0),
    ActivityKind("stay_kw", "IT power contracted past the plan", "kW", ("site",), False, 0),
    ActivityKind("peak_kw", "Billed peak of facility power", "kW", ("site",), False, 0),
    ActivityKind("modules", "Cooling modules in service", "modules", ("site", "cooling"), True, 0),
    ActivityKind("blocks", "Power blocks in service", "blocks", ("site", "expansion", "level"), True, 0),
    ActivityKind(
        "active_commitment", "Reserved blocks in force", "blocks", ("location", "offer"), False, 0
    ),
    ActivityKind(
        "active_signed", "Signed blocks in force", "blocks", ("location", "commitment"), False, 0
    ),
    ActivityKind("unspent", "Committed spending not used", "money", ("location", "commitment"), False, 0),
    ActivityKind("drawn", "Prepaid balance used", "money", ("location", "commitment"), False, 0),
    ActivityKind("present_power", "Present power of a site in use", "MW", ("site", "basis"), False, 0),
    ActivityKind("moves", "Workloads that move in", "moves", ("location", "workload"), False, 0),
    ActivityKind("storage_order", "Storage bought", "TB", ("location", "tier"), False, 0),
    ActivityKind("data_kept", "Data by kind", "TB", ("location", "data", "stage"), False, 0),
    ActivityKind("stored", "Data in a tier", "TB", ("location", "tier"), False, 0),
    ActivityKind("storage_stock", "Storage owned", "TB", ("location", "tier"), False, 0),
    ActivityKind("storage_tb", "Storage in use", "TB", ("location", "tier"), False, 0),
    ActivityKind("storage_rented", "Rented storage, as billed", "TB", ("location", "tier"), False, 0),
    ActivityKind("storage_kw", "IT power of storage", "kW", ("site", "feed"), False, 0),
    ActivityKind("data_out", "Data that leaves", "TB", ("location", "tier"), False, 0),
    ActivityKind("data_back", "Data read back", "TB", ("location", "tier"), False, 0),
    ActivityKind("data_read", "Data read by work", "TB", ("location", "workload"), False, 0),
    ActivityKind("read_rate", "Read bandwidth needed", "GB/s", ("location",), False, 0),
    ActivityKind("write_rate", "Write bandwidth needed", "GB/s", ("location",), False, 0),
    ActivityKind("log_gb", "Logs written", "GB", ("location", "workload"), False, 0),
    ActivityKind("overhead", "Overhead amount", "units", ("location", "overhead"), False, 0),
)

KIND: dict[str, ActivityKind] = {kind.name: kind for kind in KINDS}
