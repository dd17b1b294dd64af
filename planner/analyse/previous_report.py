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
from planner.analyse.report_words import BASE, CURRENCY, START, ReportWords
from planner.messages import spoken
from planner.report.cells import Block, Formula
from planner.report.method import (
    CHECKSUM_TOLERANCE,
    HOURS,
    MONEY_TOLERANCE,
    RELATIVE_TOLERANCE,
)
from planner.report.previous import Identity, PreviousReport, StatedLine
from planner.report.sheets.decisions import checksum
from planner.report.sheets.npv import END_CLASS, UNUSED_TERMS

_LINE = re.compile(r"L\d{5,}")
_DECISION = re.compile(r"D\d{5,}")
_ENDS_WITH_ID = re.compile(r"(.*) \((D\d{5,})\)", re.DOTALL)
_FIRST_PERIOD = 8
"""Column H, counted from 1."""
_STATUS = "B3"


def read_previous(path: Path) -> PreviousReport:
    """The report at `path`. Raises PreviousError, one sentence, for anything that cannot be built on."""
    book, language = open_report(path)
    words = ReportWords(language)
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
    figures, places, typed = _assumptions(book["Assumptions"], words)
    modulus = _figure(book["Assumptions"], figures, words.of("Checksum modulus"))
    periods = round(_figure(book["Assumptions"], figures, words.of("Periods")))
    decisions = dict(_decisions(book["Decisions"], words, modulus, periods))
    factors, stated, known = _present_values(book["NPV"], words)
    identities = {name: key for name, (key, _) in decisions.items()}
    lines = tuple(_lines(book["CostCalc"], words, identities, factors))
    _agree(book["NPV"], lines, stated)
    start, base = (_month(book["Assumptions"], places, name) for name in (START, BASE))
    version = re.search(r"planner ([^,;；]+)", facts.get(words.of("Versions"), ""))
    return PreviousReport(
        file=path.name,
        plan_name=cover.text("A1"),
        plan_version=re.split("[;；]", facts.get(words.of("Plan version"), ""))[0].strip(),
        run_id=facts.get(words.of("Run"), ""),
        utc=facts.get(words.of("Time (UTC)"), ""),
        planner_version=version[1].strip() if version else "",
        currency=book["Assumptions"].text(places[CURRENCY]),
        start=start,
        base=base,
        period_months=round(_figure(book["Assumptions"], figures, words.of("Period months"))),
        periods=periods,
        discount_rate=_figure(book["Assumptions"], figures, words.of("Discount rate")),
        places=places,
        figures=figures,
        factors=factors,
        typed=typed,
        terms=known | frozenset(stated),
        quantities=dict(decisions.values()),
        lines=lines,
        language=language,
    )


def _assumptions(
    sheet: Cells, words: ReportWords
) -> tuple[dict[str, float], dict[str, str], frozenset[str]]:
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
    if words.of(HOURS) in figures:  # the cost lines name it with its key
        figures[words.hours_of_lines] = figures[words.of(HOURS)]
    for name in (CURRENCY, START, BASE, "Period months"):
        if words.of(name) not in places:
            raise _missing(sheet, words.of(name))
        places[name] = places[words.of(name)]
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
    sheet: Cells, words: ReportWords, modulus: float, periods: int
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
        kind, where, item = (sheet.text(f"{column}{row}") for column in "CDE")
        yield name, (Identity(words.own(kind), where, item), values)


def _present_values(
    sheet: Cells, words: ReportWords
) -> tuple[dict[str, FloatArray], dict[str, tuple[str, float]], frozenset[str]]:
    """Discount factors by cost term, (cell, present value as solved) by term, terms without a line."""
    classes: dict[str, FloatArray] = {}
    factors: dict[str, FloatArray] = {}
    stated: dict[str, tuple[str, float]] = {}
    unused: set[str] = set()
    at_end, inside = 0.0, False
    for row, label in sheet.column("B"):
        payments = words.payments.fullmatch(label)
        if payments:
            classes[payments["timing"]] = np.array(sheet.numbers(row, _FIRST_PERIOD))
        elif label == words.of("Valuations at the horizon's end"):
            at_end = sheet.number(f"E{row}")
        elif label == words.of("cost term"):
            inside = True
        elif label == words.of("Cost, present value"):
            inside = False
        elif inside:
            timing, term = sheet.text(f"D{row}"), words.own(label)
            stated[term] = (f"E{row}", sheet.number(f"E{row}"))
            if timing == words.of(END_CLASS):
                factors[term] = np.full(max(map(len, classes.values()), default=0), at_end)
            elif timing in classes:
                factors[term] = classes[timing]
            else:
                raise sheet.refuse(f"D{row}", spoken("names no time of payment: {seen}", seen=timing))
        elif label.startswith(words.of(UNUSED_TERMS)):
            titles = label.removeprefix(words.of(UNUSED_TERMS)).strip().rstrip(";").split("; ")
            unused.update(map(words.own, titles))
    return factors, stated, frozenset(unused)


def _lines(
    sheet: Cells, words: ReportWords, identities: dict[str, Identity], factors: dict[str, FloatArray]
) -> Iterator[StatedLine]:
    """Cost lines with their amounts; the term stands in the section above them."""
    term = ""
    for row, name in sheet.column("A"):
        section = words.section.fullmatch(name)
        if section:
            term = words.own(section["term"])
        if not _LINE.fullmatch(name):
            continue
        found = _ENDS_WITH_ID.fullmatch(sheet.text(f"B{row}"))
        if found is None or found[2] not in identities:
            raise sheet.refuse(f"B{row}", spoken("names no decision of the sheet Decisions"))
        if term not in factors:
            raise sheet.refuse(
                f"A{row}", spoken("belongs to the term {term}, which NPV does not list", term=term))
        amounts = np.array(sheet.numbers(row, _FIRST_PERIOD))
        if len(amounts) != len(factors[term]):
            raise sheet.refuse(f"F{row}", spoken("has not one amount a period to its right"))
        yield StatedLine(term, found[1], identities[found[2]], amounts, float(amounts @ factors[term]))


def _agree(sheet: Cells, lines: tuple[StatedLine, ...], stated: dict[str, tuple[str, float]]) -> None:
    """The lines' present values add up to what was solved, term by term."""
    for term, (cell, value) in stated.items():
        own = sum(line.present_value for line in lines if line.term == term)
        if abs(own - value) > max(MONEY_TOLERANCE, RELATIVE_TOLERANCE * abs(value)):
            raise sheet.refuse(cell, spoken(
                "({term}) is {stated} as solved, the lines of CostCalc come to {sum}",
                term=term, stated=f"{value:,.2f}", sum=f"{own:,.2f}"))
