"""Cell styles of the input workbook."""

from __future__ import annotations

from xlsxwriter import Workbook
from xlsxwriter.format import Format

from planner.workbook.schema import Column

REQUIRED_COLOUR = "#C00000"
BASIC_COLOUR = "#1F4E79"
ADVANCED_COLOUR = "#7F7F7F"
INPUT_COLOUR = "#FFF9E5"
MISSING_COLOUR = "#F4B084"

NUMBER_FORMATS = {
    "id": "@", "text": "@", "choice": "@", "list": "@", "period": "@", "yes_no": "@", "any": "General",
    "number": "General", "integer": "#,##0", "share": "0.0##%", "rate": "0.0##%", "money": "#,##0.00##",
    "month": "yyyy-mm",
}
"""Excel number format by kind of value: ids are text, shares percent, months yyyy-mm."""


class Styles:
    """Formats of one workbook, made once each."""

    def __init__(self, book: Workbook) -> None:
        self._book = book
        self._bodies: dict[str, Format] = {}
        self.title = book.add_format({"bold": True, "font_size": 14, "font_color": BASIC_COLOUR})
        self.heading = book.add_format({"bold": True, "font_size": 11, "font_color": BASIC_COLOUR})
        self.guidance = book.add_format({"italic": True, "font_color": "#595959"})
        self.unit = book.add_format({"italic": True, "font_color": "#7F7F7F", "font_size": 9})
        self.text = book.add_format({"text_wrap": True, "valign": "top"})
        self.plain_header = self._header(BASIC_COLOUR)
        self.required_header = self._header(REQUIRED_COLOUR)
        self.advanced_header = self._header(ADVANCED_COLOUR)
        self.switched_off = book.add_format({"font_color": "#A6A6A6", "italic": True})
        self.missing = book.add_format({"bg_color": MISSING_COLOUR})
        self.input = book.add_format({"bg_color": INPUT_COLOUR, "border": 1, "border_color": "#D9D9D9"})

    def _header(self, colour: str) -> Format:
        return self._book.add_format({"bold": True, "font_color": "#FFFFFF", "bg_color": colour,
                                      "valign": "vcenter"})

    def header(self, column: Column) -> Format:
        """Header style: required, basic or advanced."""
        if column.required:
            return self.required_header
        return self.advanced_header if column.advanced else self.plain_header

    def body(self, column: Column) -> Format:
        """Body style: the number format of the column's kind."""
        number_format = NUMBER_FORMATS[column.kind]
        if number_format not in self._bodies:
            self._bodies[number_format] = self._book.add_format({"num_format": number_format})
        return self._bodies[number_format]
