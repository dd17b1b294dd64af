"""Numbers as a spreadsheet shows them under the report's number formats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from planner.report import styles
from planner.report.cells import round_half_away


@dataclass(frozen=True, slots=True)
class _Form:
    """decimals: shown · brackets: around negatives instead of a sign · dash: what 0 looks like, "" for 0 ·
    percent: the number times 100.
    """

    decimals: int
    brackets: bool = False
    dash: str = ""
    percent: bool = False


_FORMS: Mapping[str, _Form] = {
    styles.MONEY: _Form(0, brackets=True, dash="–"),
    styles.RATE: _Form(2, brackets=True, dash="–"),
    styles.FINE: _Form(4, brackets=True, dash="–"),
    styles.COUNT: _Form(0, dash="–"),
    styles.SHARE: _Form(1, percent=True),
    styles.FINE_SHARE: _Form(2, percent=True),
}


def shown(value: float, number: str) -> str:
    """The value under one of the number formats of `planner.report.styles`. KeyError for any other."""
    form = _FORMS[number]
    if value == 0 and form.dash:
        return form.dash
    text = fixed(abs(value) * (100 if form.percent else 1), form.decimals)
    if form.percent:
        text += "%"
    if value > 0 or not text.strip("0.,%"):
        return text
    return f"({text})" if form.brackets else f"-{text}"


def fixed(value: float, decimals: int) -> str:
    """With thousands separators, half rounded away from zero."""
    scale = 10.0**decimals
    return f"{round_half_away(value * scale) / scale:,.{decimals}f}"
