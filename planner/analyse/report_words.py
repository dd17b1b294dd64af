"""The words of a report in the language that it was written in, by those of the code."""

from __future__ import annotations

import re
from collections.abc import Mapping

from models.activities import KINDS
from models.finance.discounting import Timing
from models.plan.values import FieldRef
from models.terms import TERMS
from planner.messages import speaking, tr
from planner.report.method import HOURS, HOURS_REF, own_ref, setting_ref
from planner.report.register import name_of
from planner.report.sheets.npv import END_CLASS, UNUSED_TERMS

CURRENCY = "Currency of the plan"
START, BASE = "Start", "Price base month"
_FIGURES: Mapping[str, FieldRef] = {
    START: setting_ref("start"), BASE: setting_ref("price_base_month"), "Periods": setting_ref("periods"),
    "Period months": setting_ref("period_months"), "Discount rate": setting_ref("discount_rate"),
    "Checksum modulus": own_ref("checksum_modulus"),
}  # fmt: skip
"""Figures that are asked for by name."""
_LABELS = (
    CURRENCY, HOURS, END_CLASS, UNUSED_TERMS, "Versions", "Plan version", "Run", "Time (UTC)",
    "Valuations at the horizon's end", "cost term", "Cost, present value",
)  # fmt: skip


class ReportWords:
    """What labels, titles and figures are called in a report of a language."""

    def __init__(self, language: str) -> None:
        self.language = language
        with speaking(language):
            self._shown = {text: tr(text) for text in _LABELS}
            self._shown |= {name: name_of(ref) for name, ref in _FIGURES.items()}
            self.hours_of_lines = name_of(HOURS_REF)
            names = [*(kind.title for kind in KINDS), *(term.title for term in TERMS)]
            self._own = {tr(name): name for name in (*names, *(timing.value for timing in Timing), END_CLASS)}
            self.section = _pattern(tr("{term} ({nature}, {timing} class)"))
            self.payments = _pattern(tr("Payments of class {timing}"))

    def of(self, text: str) -> str:
        """What the report says for a text of the code."""
        return self._shown[text]

    def own(self, shown: str) -> str:
        """The code's name for a title or class that the report shows; itself where it knows none."""
        return self._own.get(shown, shown)

    def name(self, ref: FieldRef) -> str:
        """What the report calls a figure."""
        with speaking(self.language):
            return name_of(ref)


def _pattern(text: str) -> re.Pattern[str]:
    """Matches a text with its parameters filled in; the parameters are groups of their names."""
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(text)))
