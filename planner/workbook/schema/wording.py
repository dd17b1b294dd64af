"""Values and sentences of the schema as a person reads them."""

from __future__ import annotations

from planner.messages import fill, tr


def shown(value: object) -> str:
    """A value as the workbook shows it: yes/no for truth, plain digits for numbers, a comma between words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.12g}"
    if value is None:
        return tr("not limited")
    if isinstance(value, tuple | list):
        return ", ".join(map(str, value)) or tr("nothing")
    return str(value)


def sentence(text: str) -> str:
    """The text with a capital letter and a full stop."""
    return fill("{sentence}.", {"sentence": f"{text[:1].upper()}{text[1:]}"})
