"""Inputs for tests of the command line, made from the shipped minimal plan."""

from __future__ import annotations

from inputs.minimal import minimal_tables

Tables = dict[str, list[dict[str, object]]]


def minimal() -> Tables:
    """The minimal plan, free to change."""
    return {sheet: [dict(row) for row in rows] for sheet, rows in minimal_tables().items()}


def hard(sites: int = 8, campaigns: int = 9) -> Tables:
    """Many sites and campaigns of nearly equal cost: a plan is found at once, its proof takes very long."""
    tables = minimal()
    tables["Settings"][0].update(periods=6, mip_gap=0.0, time_limit_s=600)
    (site,), (place,), (work,) = tables["Sites"], tables["SiteCooling"], tables["Workloads"]
    tables["Overheads"] = []
    tables["Sites"] = [
        {**site, "site_id": f"site-{n}", "usable_mw": 0.11 + 0.013 * n, "energy_price_kwh": 0.05 + 0.003 * n,
         "open_cost": 9e5 - 4e4 * n} for n in range(sites)
    ]
    tables["SiteCooling"] = [{**place, "site_id": f"site-{n}"} for n in range(sites)]
    tables["Workloads"] = [
        {**work, "workload_id": f"run-{n}", "end": "2029-12", "tokens_trillion": 9.0 + 1.7 * n}
        for n in range(campaigns)
    ]
    return tables


def reserved_only(accelerators: tuple[int, ...], limit: int) -> Tables:
    """Monthly slots that need so many accelerators, one month's reservations of at most `limit`."""
    tables = minimal()
    tables["Settings"][0].update(periods=len(accelerators), period_months=1, mip_gap=0)
    for sheet in ("Sites", "SiteCooling", "Overheads"):
        tables[sheet] = []
    tables["Workloads"] = [{
        "workload_id": "web", "kind": "continuous", "project": "shop", "start": "2027-01", "end": "2027-12",
        "precision": "bf16", "mfu": 0.4, "max_utilisation": 1}]
    tables["Demand"] = [
        {"workload_id": "web", "from": f"2027-{month:02d}", "amount": count, "unit": "accelerators_of:H100X8"}
        for month, count in enumerate(accelerators, 1)
    ]
    tables["CloudOffers"] = [{
        "offer_id": "RESERVED", "provider": "Cloud", "region": "us", "system_id": "H100X8",
        "term": "reserved", "term_months": 1, "price_per_accelerator_hour": 10, "block_accelerators": 1,
        "max_accelerators": limit}]
    return tables
