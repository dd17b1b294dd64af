"""The register of assumptions: each figure that a formula of the report uses, once, with where it is from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from datetime import date
from typing import Literal

from models.costing.evaluate import PricedLine
from models.costing.line import DERIVED, CostLine, Factor
from models.plan import Plan
from models.plan.values import FieldRef, Month, Provenance, month_text
from models.results import PlanResult
from models.words import Said
from planner.messages import term, tr
from planner.report import styles

REPORT = "Report"
"""Table of figures that belong to the report's own method, not to the input."""

_WORDS_OF_SHARE = ("share", "rate", "per year", "/year", "1/year", "%", "fraction")


@dataclass(frozen=True, slots=True)
class Assumption:
    """One row of the register. `cell` is where it was typed, or default, catalogue, derived."""

    ref: FieldRef
    name: str
    value: float
    unit: str
    number: str
    provenance: Provenance
    cell: str
    group: Literal["method", "input", "derived", "profile"]


class Inputs:
    """The plan's figures by reference."""

    def __init__(self, plan: Plan) -> None:
        self._tables: dict[str, dict[str, object]] = {}
        for attribute in fields(plan):
            if attribute.name == "settings":
                continue
            rows = self._tables.setdefault(attribute.name.replace("_", ""), {})
            for record in getattr(plan, attribute.name):
                for key in _keys(record):
                    rows.setdefault(key, record)
        self._settings = plan.settings

    def record(self, ref: FieldRef) -> object | None:
        """The record that a reference names; None for derived figures."""
        if ref.table == "Settings":
            return self._settings
        return self._tables.get(ref.table.lower(), {}).get(ref.key)

    def provenance(self, ref: FieldRef) -> Provenance:
        """What the row's author said of its sources."""
        stated = getattr(self.record(ref), "provenance", None)
        return stated if isinstance(stated, Provenance) else Provenance()

    def value(self, ref: FieldRef) -> object | None:
        """The figure as read; None where there is none."""
        record = self.record(ref)
        for name in (ref.field, ref.field + "_"):
            if record is not None and hasattr(record, name):
                value: object = getattr(record, name)
                return value
        return None


def _keys(record: object) -> Iterator[str]:
    """Keys that may name a record: its first columns joined, as many as a key has."""
    parts: list[str] = []
    for column in fields(record)[:4]:  # type: ignore[arg-type]
        value = getattr(record, column.name)
        parts.append("" if value is None else str(value))
        yield "|".join(parts)
        if isinstance(value, int):
            yield "|".join([*parts[:-1], month_text(Month(value))])


def factors_of(line: CostLine) -> Iterator[Factor]:
    """Every factor of a line: of its rate, its growth and its payment shares."""
    yield from line.factors
    if line.growth is not None:
        yield line.growth
    for tap in line.taps:
        yield from tap.share


def all_factors(lines: Iterable[PricedLine], result: PlanResult) -> Iterator[Factor]:
    """Every factor that a formula of the report will use: of priced lines, capacity and fleet."""
    for priced in lines:
        yield from factors_of(priced.line)
    for row in result.capacity:
        for part in (*row.use_parts, *row.limit_parts):
            yield from part.factors
    for fleet in result.fleet:
        for part in fleet.parts:
            yield from part.factors


def collect(
    factors: Iterable[Factor], inputs: Inputs, origin: Mapping[FieldRef, str], currency: str
) -> list[Assumption]:
    """One assumption a reference: inputs in the order of their tables' first use, then derived figures.

    Raises ValueError when two factors disagree on one figure.
    """
    seen: dict[FieldRef, Factor] = {}
    for factor in factors:
        known = seen.setdefault(factor.ref, factor)
        if known.value != factor.value:
            raise ValueError(f"{factor.ref} enters the cost lines as {known.value} and as {factor.value}")
    tables = list(dict.fromkeys(ref.table for ref in seen))
    tables.sort(key=lambda table: table == DERIVED)
    found = [
        _assumption(r, f, inputs, origin, currency)
        for table in tables
        for r, f in seen.items()
        if r.table == table
    ]
    return [a for a in found if a.group == "input"] + [a for a in found if a.group == "derived"]


def _assumption(
    ref: FieldRef, factor: Factor, inputs: Inputs, origin: Mapping[FieldRef, str], currency: str
) -> Assumption:
    derived = ref.table == DERIVED
    return Assumption(
        ref=ref,
        name=name_of(ref),
        value=factor.value,
        unit=factor.unit.replace("money", currency),
        number=number_format(factor.value, factor.unit),
        provenance=inputs.provenance(ref),
        cell="derived" if derived else origin.get(ref, ""),
        group="derived" if derived else "input",
    )


def name_of(ref: FieldRef) -> str:
    """`H100X8: price per system`."""
    words = field_words(ref.field)
    key = ref.key.replace("|", " · ")
    if ref.table == "Settings" or not key:
        return words[:1].upper() + words[1:]
    return f"{key}: {words}"


def field_words(field: str) -> str:
    """A field in words: `price per system`, or what the input's columns are called in the language in use."""
    if isinstance(field, Said):
        return tr(field)
    return tr(term("column", field).replace("_", " ").strip())


def number_format(value: float, unit: str) -> str:
    """Percent for shares and rates, whole numbers plainly, enough decimals for the rest."""
    low = unit.lower()
    if any(word in low for word in _WORDS_OF_SHARE) and abs(value) <= 2.0:
        return styles.FINE_SHARE
    if value == int(value) and abs(value) < 1e15:
        return styles.COUNT
    if abs(value) < 0.01:
        return "0.000E+00"
    return styles.RATE if abs(value) >= 100 else styles.FINE


def serial(month: Month) -> float:
    """A spreadsheet's number for the first day of a month."""
    return float((date(month // 12, month % 12 + 1, 1) - date(1899, 12, 30)).days)
