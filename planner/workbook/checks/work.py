"""Workloads, demand, rates, daily shapes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from planner.workbook.book import Book
from planner.workbook.checks.calendar import shown
from planner.workbook.findings import Finding
from planner.workbook.rows import Row
from planner.workbook.text import quoted

UNITS = ("eflop_per_month", "requests_per_s", "tokens_per_s")
_ACCELERATORS = "accelerators_of:"


def _by_workload(book: Book, table: str) -> dict[str, list[Row]]:
    result: dict[str, list[Row]] = {}
    for row in book.on(table):
        result.setdefault(row.text("workload_id") or "", []).append(row)
    return result


def campaign_size(book: Book) -> Iterator[Finding]:
    """A campaign's work is known, once."""
    for row in book.on("Workloads"):
        total, tokens = row.num("total_eflop"), row.num("tokens_trillion")
        active, whole = row.num("active_params_billion"), row.num("total_params_billion")
        if row.text("kind") == "training" and total is None and (tokens is None or active is None):
            missing = "active_params_billion" if active is None else "tokens_trillion"
            if missing not in row.refused:
                yield row.find("check.work_unknown", missing, seen=quoted(row.key))
        if total is not None and tokens is not None:
            yield row.find("check.work_twice", "total_eflop", seen=quoted(row.key))
        if active is not None and whole is not None and whole < active:
            yield row.find("check.params_order", "total_params_billion", seen=f"{whole:g}")


def demand_fits(book: Book) -> Iterator[Finding]:
    """Demand belongs to work that uses it, in a unit that exists, within the workload's months."""
    workloads = book.by_id("Workloads")
    systems = book.by_id("Systems")
    for name, rows in _by_workload(book, "Demand").items():
        workload = workloads.get(name)
        for row in rows:
            unit = row.text("unit")
            if unit is not None and not _known_unit(unit, systems):
                yield row.find("check.demand_unit", "unit", seen=quoted(unit),
                               nearest=book.suggest(unit, [*UNITS, *(_ACCELERATORS + s for s in systems)]))
            if workload is not None and workload.text("kind") == "training":
                yield row.find("check.demand_unused", "workload_id", seen=quoted(name))
        if workload is not None and workload.text("kind") != "training":
            yield from _demand_months(workload, rows)


def _known_unit(unit: str, systems: dict[str, Row]) -> bool:
    return unit in UNITS or (unit.startswith(_ACCELERATORS) and unit[len(_ACCELERATORS):] in systems)


def _demand_months(workload: Row, rows: list[Row]) -> Iterator[Finding]:
    start, end = workload.num("start"), workload.num("end")
    months = [month for row in rows if (month := row.num("from")) is not None]
    if start is not None and months and min(months) > start:
        yield rows[0].find("check.demand_late", "from", seen=quoted(workload.key), start=shown(start),
                           first=shown(min(months)))
    for row in rows:
        month = row.num("from")
        if month is not None and end is not None and month > end:
            yield row.find("check.demand_outside", "from", seen=shown(month), end=shown(end))


def rates_measured(book: Book) -> Iterator[Finding]:
    """Requests and tokens per second have a measured rate in the same unit."""
    rates = _by_workload(book, "ServingRates")
    workloads = book.by_id("Workloads")
    broken = any(row.refused for row in book.on("ServingRates"))
    off = {row.text("workload_id") for row in book.off.get("ServingRates", [])}
    for name, rows in _by_workload(book, "Demand").items():
        for row in rows:
            unit = row.text("unit")
            if unit not in ("requests_per_s", "tokens_per_s") or name not in workloads:
                continue
            measured = {rate.text("unit") for rate in rates.get(name, [])} - {None}
            if not measured and not broken:
                code = "check.rates_off" if name in off else "check.no_rate"
                yield row.find(code, "unit", seen=quoted(name), unit=unit)
            elif measured and unit not in measured:
                yield row.find("check.rate_unit", "unit", seen=quoted(name), unit=unit,
                               other=", ".join(sorted(str(m) for m in measured)))


def rates_comparable(book: Book) -> Iterator[Finding]:
    """A rate is measured in the workload's number format, and all rates of a workload at one latency."""
    workloads = book.by_id("Workloads")
    for name, rows in _by_workload(book, "ServingRates").items():
        asked = workloads[name].text("precision") if name in workloads else None
        first = next((row for row in rows if row.text("latency_target") is not None), None)
        for row in rows:
            measured, target = row.text("precision"), row.text("latency_target")
            if measured is not None and asked is not None and measured != asked:
                yield row.find("check.rate_precision", "precision", seen=measured, asked=asked,
                               name=quoted(name))
            if first is not None and target is not None and target != first.text("latency_target"):
                yield row.find("check.rate_latency", "latency_target", seen=quoted(target), name=quoted(name),
                               other=quoted(first.text("latency_target")))


def penalties(book: Book) -> Iterator[Finding]:
    """A penalty is stated in the unit in which work is counted."""
    by_million = {"requests_per_s", "tokens_per_s"}
    units = {name: {row.text("unit") for row in rows} for name, rows in _by_workload(book, "Demand").items()}
    for row in book.on("Workloads"):
        served = bool(units.get(row.key, set()) & by_million)
        idle, other = ("per_eflop", "per_million") if served else ("per_million", "per_eflop")
        name = f"shortfall_penalty_{idle}"
        if row.num(name) is not None:
            yield row.find("check.penalty_unit", name, seen=quoted(row.key),
                           other=f"shortfall_penalty_{other}")


def locations_left(book: Book) -> Iterator[Finding]:
    """A list of allowed locations is not wholly forbidden."""
    for row in book.on("Workloads"):
        allowed = set(row.words("allowed_locations"))
        if allowed and allowed <= set(row.words("forbidden_locations")):
            yield row.find("check.where_none", "forbidden_locations", seen=quoted(row.key))


def critical_campaigns(book: Book) -> Iterator[Finding]:
    """Work in one cluster cannot survive the loss of its location."""
    for row in book.on("Workloads"):
        if (row.num("critical_share") or 0) > 0 and row.flag("single_cluster"):
            yield row.find("check.critical_campaign", "critical_share", seen=quoted(row.key))


def block_shares(book: Book) -> Iterator[Finding]:
    """The blocks' shares of hours sum to 1."""
    rows = book.on("Blocks")
    shares = [share for row in rows if (share := row.num("share_of_hours")) is not None]
    if rows and len(shares) == len(rows) and abs(sum(shares) - 1) > 1e-6:
        yield rows[-1].find("check.block_sum", "share_of_hours", seen=f"{sum(shares):.9g}")


_SPAN = re.compile(r"(\d{1,2}):(\d{2})\s*[-–]\s*(\d{1,2}):(\d{2})")


def window_shares(book: Book) -> Iterator[Finding]:
    """A block's hours of the day are its share of all hours."""
    for row in book.on("Blocks"):
        spans = _SPAN.findall(row.text("utc_window") or "")
        share = row.num("share_of_hours")
        if not spans or share is None:
            continue
        times = [tuple(map(int, span)) for span in spans]
        minutes = sum((60 * (h2 - h1) + m2 - m1) % 1440 or 1440 for h1, m1, h2, m2 in times)
        if abs(minutes / 1440 - share) > 0.005:
            yield row.find("check.window_share", "utc_window", seen=quoted(row.text("utc_window")),
                           hours=f"{minutes / 60:g}", share=f"{share * 24:.3g}")


def profiles_whole(book: Book) -> Iterator[Finding]:
    """A profile has a level for every block, one of them above 0."""
    blocks = book.by_id("Blocks")
    profiles: dict[str, dict[str, Row]] = {}
    for row in book.on("LoadProfiles"):
        profiles.setdefault(row.text("profile_id") or "", {})[row.text("block_id") or ""] = row
    for name, levels in profiles.items():
        last = list(levels.values())[-1]
        if any(row.refused for row in levels.values()):
            continue
        for block in blocks:
            if block not in levels:
                yield last.find("check.profile_gap", "block_id", seen=quoted(name), block=quoted(block))
        if all(row.num("relative_level") == 0 for row in levels.values()):
            yield last.find("check.profile_zero", "relative_level", seen=quoted(name))


def successions(book: Book) -> Iterator[Finding]:
    """Work with given months does not begin before its predecessor's months are over."""
    workloads = book.by_id("Workloads")
    for row in workloads.values():
        before = workloads.get(row.text("after") or "")
        if before is None or "training" in (row.text("kind"), before.text("kind")):
            continue
        start, end = row.num("start"), before.num("end")
        if start is not None and end is not None and start <= end:
            yield row.find("check.after_overlap", "after", seen=quoted(row.key), start=shown(start),
                           other=quoted(before.key), end=shown(end))


WORK_CHECKS = (campaign_size, successions, demand_fits, rates_measured, rates_comparable, penalties,
               locations_left, critical_campaigns, block_shares, window_shares, profiles_whole)
