"""Which rows of the price book a template is filled with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase

from planner.messages import fill
from planner.workbook.catalogue import CATALOGUE_CURRENCY, CATALOGUE_FILES, catalogue_rows, markets
from planner.workbook.schema import BY_NAME
from planner.workbook.text import did_you_mean

ALL_MARKETS = "Markets"
"""Name under which the markets of the price book are chosen; they fill Sites, not a sheet of their own."""

_SHORT = {"offers": "CloudOffers", "markets": ALL_MARKETS} | {name.lower(): name for name in CATALOGUE_FILES}
_NOTHING = "none"


class ChoiceError(Exception):
    """A choice names something that the price book does not have."""


def read_choices(texts: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """`systems=H100X8,B200*` as {"Systems": ("H100X8", "B200*")}; `none` is an empty choice.

    Raises ChoiceError for an unknown sheet, or a name or pattern that no row has.
    """
    choices: dict[str, tuple[str, ...]] = {}
    for text in texts:
        name, mark, patterns = text.partition("=")
        sheet = _SHORT.get(name.strip().lower())
        if sheet is None or not mark:
            raise ChoiceError(fill(
                "{text} is no choice: expected one of {sheets}, then = and names{nearest}", {
                "text": text, "sheets": ", ".join(_SHORT), "nearest": did_you_mean(name, _SHORT)}))
        wanted = tuple(part for part in (p.strip() for p in patterns.split(",")) if part)
        choices[sheet] = () if wanted == (_NOTHING,) else wanted
        _check(sheet, choices[sheet])
    return choices


def _check(sheet: str, patterns: Iterable[str]) -> None:
    known = _ids(sheet)
    for pattern in patterns:
        if not any(fnmatchcase(name, pattern) for name in known):
            raise ChoiceError(fill("the price book has no {name} among its {sheet}{nearest}", {
                "name": pattern, "sheet": sheet, "nearest": did_you_mean(pattern, known)}))


def _ids(sheet: str) -> list[str]:
    if sheet == ALL_MARKETS:
        return list(markets())
    return [str(row[BY_NAME[sheet].key[0]]) for row in catalogue_rows(sheet)]


def chosen_markets(choices: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Ids of the markets chosen; all without a choice."""
    patterns = choices.get(ALL_MARKETS, ("*",))
    return [name for name in markets() if any(fnmatchcase(name, p) for p in patterns)]


def chosen_tables(choices: Mapping[str, tuple[str, ...]]) -> dict[str, list[dict[str, object]]]:
    """Catalogue sheets with the rows chosen, all rows where nothing was chosen.

    A row that is named outright is switched on. Offers of a system that was left out go with it, storage of a
    region without offers too, and fabrics that were left out leave `fabrics_allowed`: nothing refers to a row
    that is not there.
    """
    tables = {sheet: _chosen(sheet, choices.get(sheet)) for sheet in CATALOGUE_FILES}
    systems = {row["system_id"] for row in tables["Systems"]}
    tables["CloudOffers"] = [row for row in tables["CloudOffers"] if row["system_id"] in systems]
    places = {"site", "any", *(f"{row['provider']}:{row['region']}" for row in tables["CloudOffers"])}
    tables["Storage"] = [row for row in tables["Storage"] if row["where"] in places]
    fabrics = {str(row["fabric_id"]) for row in tables["Fabrics"]}
    for row in tables["Systems"]:
        allowed = [name.strip() for name in str(row.get("fabrics_allowed") or "").split(",")]
        row["fabrics_allowed"] = ", ".join(name for name in allowed if name in fabrics)
    return tables


def _chosen(sheet: str, patterns: tuple[str, ...] | None) -> list[dict[str, object]]:
    table = BY_NAME[sheet]
    priced = any(c.name == "currency" for c in table.all_columns)
    stated: dict[str, object] = {"currency": CATALOGUE_CURRENCY} if priced else {}
    rows = [stated | row for row in catalogue_rows(sheet)]  # a plan in another currency needs its rate
    if patterns is None:
        return rows
    key = table.key[0]
    kept = [row for row in rows if any(fnmatchcase(str(row[key]), p) for p in patterns)]
    return [row | {"enabled": True} if row[key] in patterns else row for row in kept]

