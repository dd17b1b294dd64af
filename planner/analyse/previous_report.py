"""Reads the report of the last approved plan: what it says of itself, its assumptions, quantities, costs.

The stored values are read, never the formulas. A report that does not hold together is refused: by one
sentence that names the cell.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from models.costing.evaluate import FloatArray
from models.plan.values import Month, month
from planner.analyse.report_cells import Cells, PreviousError, open_report
from planner.messages import spoken
from planner.report.cells import Block, Formula
from planner.report.method import (
    CHECKSUM_TOLERANCE,
    HOURS,
    HOURS_REF,
    MONEY_TOLERANCE,
    RELATIVE_TOLERANCE,
)
from planner.report.previous import Identity, PreviousReport, StatedLine
from planner.report.register import name_of
from planner.report.sheets.decisions import checksum
from planner.report.sheets.npv import END_CLASS, UNUSED_TERMS

_LINE = re.compile(r"L\d{5,}")
_DECISION = re.compile(r"D\d{5,}")
_SECTION = re.compile(r"(.+) \(\w+, \w+ class\)")
_ENDS_WITH_ID = re.compile(r"(.*) \((D\d{5,})\)", re.DOTALL)
_FIRST_PERIOD = 8
"""Column H, counted from 1."""
_STATUS = "B3"


def read_previous(path: Path) -> PreviousReport:
    """The report at `path`. Raises PreviousError, one sentence, for anything that cannot be built on."""
    book = open_report(path)
    cover = book["Cover"]
    status = cover.text(_STATUS)
    if not status:
        raise cover.refuse(
            _STATUS, spoken("has no stored value: open the report in a spreadsheet and save it"))
    if status != "OK":
        raise cover.refuse(_STATUS, spoken(
            "reads {status}: the last approved plan is needed as it was solved, without edits",
            status=status))
    facts = {cell: cover.text(f"B{row}") for row, cell in cover.column("A")}
    figures, places, typed = _assumptions(book["Assumptions"])
    modulus = _figure(book["Assumptions"], figures, "Checksum modulus")
    periods = round(_figure(book["Assumptions"], figures, "Periods"))
    decisions = dict(_decisions(book["Decisions"], modulus, periods))
    factors, stated, known = _present_values(book["NPV"])
    lines = tuple(_lines(book["CostCalc"], {name: key for name, (key, _) in decisions.items()}, factors))
    _agree(book["NPV"], lines, stated)
    start, base = (_month(book["Assumptions"], places, name) for name in ("Start", "Price base month"))
    version = re.search(r"planner ([^,;]+)", facts.get("Versions", ""))
    return PreviousReport(
        file=path.name,
        plan_name=cover.text("A1"),
        plan_version=facts.get("Plan version", "").partition(";")[0].strip(),
        run_id=facts.get("Run", ""),
        utc=facts.get("Time (UTC)", ""),
        planner_version=version[1].strip() if version else "",
        currency=book["Assumptions"].text(places["Currency of the plan"]),
        start=start,
        base=base,
        period_months=round(_figure(book["Assumptions"], figures, "Period months")),
        periods=periods,
        discount_rate=_figure(book["Assumptions"], figures, "Discount rate"),
        places=places,
        figures=figures,
        factors=factors,
        typed=typed,
        terms=known | frozenset(stated),
        quantities=dict(decisions.values()),
        lines=lines,
    )


def _assumptions(sheet: Cells) -> tuple[dict[str, float], dict[str, str], frozenset[str]]:
    """Figures as solved by name, the cells of what was solved, keys of typed rows. No live figure differs."""
    figures: dict[str, float] = {}
    places: dict[str, str] = {}
    typed: set[str] = set()
    for row, name in sheet.column("B"):
        solved, live = sheet.value(f"C{row}"), sheet.value(f"D{row}")
        if isinstance(sheet.value(f"A{row}"), int | float) and solved != live:
            raise sheet.refuse(
                f"D{row}", spoken("({name}) differs from the value as solved beside it", name=name))
        if isinstance(solved, int | float):
            figures.setdefault(name, float(solved))
        places.setdefault(name, f"C{row}")
        if "!" in sheet.text(f"M{row}") and ": " in name:
            typed.update(name.rpartition(": ")[0].split(" · "))
    if HOURS in figures:  # the cost lines name it with its key
        figures[name_of(HOURS_REF)] = figures[HOURS]
    for name in ("Currency of the plan", "Start", "Price base month"):
        if name not in places:
            raise _missing(sheet, name)
    return figures, places, frozenset(typed)


def _missing(sheet: Cells, name: str) -> PreviousError:
    return PreviousError(
        spoken("{file}: the sheet {sheet} has no row {name}", file=sheet.file, sheet=sheet.name, name=name))


def _figure(sheet: Cells, figures: dict[str, float], name: str) -> float:
    if name not in figures:
        raise _missing(sheet, name)
    return figures[name]


def _month(sheet: Cells, places: dict[str, str], name: str) -> Month:
    value = sheet.value(places[name])
    if not isinstance(value, dt.datetime):
        raise sheet.refuse(places[name], spoken("({name}) holds no month", name=name))
    return month(value.year, value.month)


def _decisions(
    sheet: Cells, modulus: float, periods: int
) -> Iterator[tuple[str, tuple[Identity, FloatArray]]]:
    """Identity and quantities of each decision by its id; values must match their checksum."""
    for row, name in sheet.column("A"):
        if not _DECISION.fullmatch(name):
            continue
        values = np.array(sheet.numbers(row, _FIRST_PERIOD)[:periods])
        numbers = Block("", np.arange(1.0, len(values) + 1))
        live = checksum(Block("", values), numbers, Formula("", modulus)).value
        solved = sheet.number(f"G{row}")
        if len(values) < periods or abs(live - solved) > CHECKSUM_TOLERANCE * max(1.0, abs(solved)):
            raise sheet.refuse(
                f"H{row}", spoken("and the cells beside it do not match their checksum"))
        yield name, (Identity(*(sheet.text(f"{column}{row}") for column in "CDE")), values)


def _present_values(
    sheet: Cells,
) -> tuple[dict[str, FloatArray], dict[str, tuple[str, float]], frozenset[str]]:
    """Discount factors by cost term, (cell, present value as solved) by term, terms without a line."""
    classes: dict[str, FloatArray] = {}
    factors: dict[str, FloatArray] = {}
    stated: dict[str, tuple[str, float]] = {}
    unused: set[str] = set()
    at_end, inside = 0.0, False
    for row, words in sheet.column("B"):
        if words.startswith("Payments of class "):
            classes[words.removeprefix("Payments of class ")] = np.array(sheet.numbers(row, _FIRST_PERIOD))
        elif words == "Valuations at the horizon's end":
            at_end = sheet.number(f"E{row}")
        elif words == "cost term":
            inside = True
        elif words == "Cost, present value":
            inside = False
        elif inside:
            timing = sheet.text(f"D{row}")
            stated[words] = (f"E{row}", sheet.number(f"E{row}"))
            if timing == END_CLASS:
                factors[words] = np.full(max(map(len, classes.values()), default=0), at_end)
            elif timing in classes:
                factors[words] = classes[timing]
            else:
                raise sheet.refuse(f"D{row}", spoken("names no time of payment: {seen}", seen=timing))
        elif words.startswith(UNUSED_TERMS):
            unused.update(words.removeprefix(UNUSED_TERMS).strip().rstrip(";").split("; "))
    return factors, stated, frozenset(unused)


def _lines(
    sheet: Cells, identities: dict[str, Identity], factors: dict[str, FloatArray]
) -> Iterator[StatedLine]:
    """Cost lines with their amounts; the term stands in the section above them."""
    term = ""
    for row, name in sheet.column("A"):
        section = _SECTION.fullmatch(name)
        if section:
            term = section[1]
        if not _LINE.fullmatch(name):
            continue
        words = _ENDS_WITH_ID.fullmatch(sheet.text(f"B{row}"))
        if words is None or words[2] not in identities:
            raise sheet.refuse(f"B{row}", spoken("names no decision of the sheet Decisions"))
        if term not in factors:
            raise sheet.refuse(
                f"A{row}", spoken("belongs to the term {term}, which NPV does not list", term=term))
        amounts = np.array(sheet.numbers(row, _FIRST_PERIOD))
        if len(amounts) != len(factors[term]):
            raise sheet.refuse(f"F{row}", spoken("has not one amount a period to its right"))
        yield StatedLine(term, words[1], identities[words[2]], amounts, float(amounts @ factors[term]))


def _agree(sheet: Cells, lines: tuple[StatedLine, ...], stated: dict[str, tuple[str, float]]) -> None:
    """The lines' present values add up to what was solved, term by term."""
    for term, (cell, value) in stated.items():
        own = sum(line.present_value for line in lines if line.term == term)
        if abs(own - value) > max(MONEY_TOLERANCE, RELATIVE_TOLERANCE * abs(value)):
            raise sheet.refuse(cell, spoken(
                "({term}) is {stated} as solved, the lines of CostCalc come to {sum}",
                term=term, stated=f"{value:,.2f}", sum=f"{own:,.2f}"))
