"""Cell styles: input blue on yellow, optimiser value purple, formula black, link to another sheet green.

Every colour is told by a word too (status) or by the legend on the cover; fills stay light in greyscale.
"""

from __future__ import annotations

from typing import Any

from xlsxwriter.format import Format
from xlsxwriter.workbook import Workbook

FONT = "Calibri"
FONT_SIZE = 10

MONEY = '#,##0;(#,##0);"–"'
RATE = '#,##0.00;(#,##0.00);"–"'
FINE = '#,##0.0000;(#,##0.0000);"–"'
FACTOR = "0.0000"
SHARE = "0.0%"
FINE_SHARE = "0.00%"
MONTH = "yyyy-mm"
COUNT = '#,##0;-#,##0;"–"'
MILLIONS = '#,##0,,;-#,##0,,;"–"'
PLAIN = "General"

INK = "#000000"
INPUT_BLUE, INPUT_FILL = "#1F4E9E", "#FFF8D6"
SOLVED_PURPLE, SOLVED_FILL = "#6A1B9A", "#F4ECF9"
LINK_GREEN = "#1B6E3A"
HEAD_FILL, HEAD_INK = "#1F3349", "#FFFFFF"
BAND_FILL = "#E6EBF0"
NOTE_GREY = "#595959"
RULE = "#9AA5B1"
STATUS = {
    "OK": ("#1B5E20", "#DFF0E0"),
    "RE-PRICED": ("#7A4B00", "#FFE9C2"),
    "NOT PROVEN": ("#7A4B00", "#FFE9C2"),
    "NOT FEASIBLE": ("#8B0000", "#F9D6D5"),
    "ERROR": ("#8B0000", "#F9D6D5"),
}
PALETTE = ("#1F4E79", "#D98324", "#5B8C5A", "#8E6C8A", "#7F8C8D", "#B8C4CE")
"""Six chart colours, of different lightness so that they part in greyscale and for colour-blind readers."""

_KINDS: dict[str, dict[str, Any]] = {
    "plain": {},
    "note": {"font_color": NOTE_GREY, "italic": True},
    "wrap": {"text_wrap": True},
    "note_wrap": {"font_color": NOTE_GREY, "italic": True, "text_wrap": True},
    "title": {"bold": True, "font_size": 16, "font_color": HEAD_FILL},
    "section": {"bold": True, "bg_color": BAND_FILL},
    "heading": {
        "bold": True,
        "bg_color": HEAD_FILL,
        "font_color": HEAD_INK,
        "text_wrap": True,
        "valign": "vcenter",
    },
    "heading_beside": {
        "bold": True,
        "bg_color": HEAD_FILL,
        "font_color": HEAD_INK,
        "indent": 1,
        "text_wrap": True,
        "valign": "vcenter",
    },
    "heading_right": {
        "bold": True,
        "bg_color": HEAD_FILL,
        "font_color": HEAD_INK,
        "align": "right",
        "text_wrap": True,
        "valign": "vcenter",
    },
    "beside": {"indent": 1},
    "beside_wrap": {"indent": 1, "text_wrap": True},
    "label": {"bold": True},
    "strong": {"bold": True, "font_size": 12},
    "label_right": {"bold": True, "align": "right"},
    "left": {"align": "left"},
    "formula": {},
    "linked_left": {"font_color": LINK_GREEN, "align": "left", "indent": 1},
    "linked": {"font_color": LINK_GREEN},
    "solved": {"font_color": SOLVED_PURPLE, "bg_color": SOLVED_FILL},
    "solved_wrap": {"font_color": SOLVED_PURPLE, "bg_color": SOLVED_FILL, "text_wrap": True},
    "input": {"font_color": INPUT_BLUE, "bg_color": INPUT_FILL, "locked": False},
    "input_wrap": {"font_color": INPUT_BLUE, "bg_color": INPUT_FILL, "locked": False, "text_wrap": True},
    "total": {"bold": True, "top": 1, "top_color": RULE},
    "figure": {"bold": True, "font_size": 14, "font_color": HEAD_FILL, "align": "left"},
    "status": {"bold": True, "align": "center", "border": 1, "border_color": RULE},
    "told": {"font_color": STATUS["RE-PRICED"][0], "bg_color": STATUS["RE-PRICED"][1], "indent": 1},
    "link_beside": {"font_color": LINK_GREEN, "underline": 1, "indent": 1},
    "link": {"font_color": LINK_GREEN, "underline": 1},
}


class Styles:
    """Formats of one workbook, made once per (kind, number format)."""

    def __init__(self, workbook: Workbook) -> None:
        self._workbook = workbook
        self._made: dict[tuple[str, str], Format] = {}
        ink, fill = STATUS["RE-PRICED"]
        self.edited = workbook.add_format({"font_color": ink, "bg_color": fill, "bold": True})
        self.status_words = {
            word: workbook.add_format({"font_color": ink, "bg_color": fill, "bold": True})
            for word, (ink, fill) in STATUS.items()
        }

    def get(self, kind: str, number: str = PLAIN) -> Format:
        """The format of a kind of cell with a number format."""
        key = (kind, number)
        if key not in self._made:
            properties = {"font_name": FONT, "font_size": FONT_SIZE, "valign": "vcenter"} | _KINDS[kind]
            self._made[key] = self._workbook.add_format(properties | {"num_format": number})
        return self._made[key]
