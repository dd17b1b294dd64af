"""Overheads of the example plan: lines of the price book, and one for each driver that it does not show."""

from __future__ import annotations

from inputs.example_places import COLO_SITES, OWN_SITES
from inputs.minimal import Cell, Rows
from planner.workbook.catalogue import catalogue_rows

PER_SITE = {
    "SITE-CREW": OWN_SITES,
    "SITE-CREW-PER-MW": OWN_SITES,
    "SECURITY-SITE": OWN_SITES,
    "FACILITY-UPKEEP": OWN_SITES,
    "COLO-HANDS": COLO_SITES,
}
"""Lines of buildings, that stand once for each site that they fit."""

LEFT_OUT = ("VENDOR-AI-SUITE",)
"""Optional for training; the firm runs without it."""


def overheads() -> Rows:
    """Price book lines, then the firm's own."""
    lines: Rows = []
    for found in catalogue_rows("Overheads"):
        line = {name: value for name, value in found.items() if isinstance(value, str | int | float)}
        name = str(line["overhead_id"])
        if name in LEFT_OUT:
            continue
        if name not in PER_SITE:
            lines.append(line)
        for site_id in PER_SITE.get(name, ()):
            lines.append(
                {**line, "overhead_id": f"{name}@{site_id}", "scope": site_id, "enabled": "yes"}
            )
    return lines + _own_lines()


def _own_lines() -> Rows:
    """Small lines by cluster, rack, server, order, workload and by what passes through; estimates."""
    lines: tuple[tuple[str, str, str, float, str, dict[str, Cell], str], ...] = (
        ("FABRIC-CARE", "network", "per_cluster", 120_000, "year", {}, "Half a network engineer a cluster."),
        ("RACK-METERS", "observability", "per_rack", 300, "year", {}, "Meters and leak sensors."),
        ("FIRMWARE", "software", "per_system", 250, "year", {}, "Licence for remote management."),
        ("RELEASE", "platform", "per_workload", 60_000, "year", {}, "A quarter of an engineer a workload."),
        ("CATALOGUE", "data_processing", "per_tb_stored", 6, "year", {}, "Catalogue and integrity checks."),
        ("TRANSFER", "network", "per_tb_moved", 2, "month", {}, "Transit and transfer software."),
        ("LOG-SEARCH", "observability", "per_log_gb", 0.1, "month", {}, "Search index of logs."),
        ("GATEWAY", "platform", "per_million_requests", 0.5, "month", {}, "Gateway and billing of requests."),
        ("MOVING", "migration", "per_move", 40_000, "once", {}, "Two engineers for a month."),
        ("CLOUD-DESK", "other", "share_of_cloud", 0.01, "year", {"scope": "cloud"}, "Control of bills."),
    )
    return [
        {
            "overhead_id": name,
            "category": category,
            "driver": driver,
            "unit_cost": cost,
            "per": per,
            "price_change_per_year": 0.03,
            "source": "estimate of the example",
            "as_of": "2026-11",
            "confidence": "estimate",
            "note": note,
            **more,
        }
        for name, category, driver, cost, per, more, note in lines
    ]
