"""The words of every finding, by code: what was found, what is expected, how to fix it.

Templates take the finding's parameters in braces.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Message:
    """Severity and words of one code. `strict_error`: an error when the reader is told to be strict."""

    severity: Literal["error", "repair", "warning", "notice"]
    seen: str
    expected: str = ""
    fix: str = ""
    strict_error: bool = False


def _error(seen: str, expected: str, fix: str) -> Message:
    return Message("error", seen, expected, fix)


def _repair(seen: str, expected: str = "", fix: str = "") -> Message:
    return Message("repair", seen, expected, fix)


def _warning(seen: str, expected: str = "", fix: str = "", strict_error: bool = False) -> Message:
    return Message("warning", seen, expected, fix, strict_error)


def _notice(seen: str, expected: str = "", fix: str = "") -> Message:
    return Message("notice", seen, expected, fix)


_SAVE_AS = "open it in your spreadsheet program and save it as .xlsx (Excel Workbook)"

_FILE = {
    "file.missing": _error("there is no file {seen}", "an .xlsx workbook", "check the path"),
    "file.folder": _error("{seen} is a folder", "an .xlsx workbook", "name the file in it"),
    "file.unreadable": _error("{seen} cannot be opened ({reason})", "a readable file",
                              "close it in the other program, check its permissions"),
    "file.lock": _error("{seen} is the owner file that Excel writes beside an open workbook",
                        "the workbook itself", "pick the file without ~$"),
    "file.empty": _error("the file is empty (0 bytes)", "a complete .xlsx workbook",
                         "close Excel, wait for the synchronisation, or fetch the file again"),
    "file.truncated": _error("the file is incomplete ({reason})", "a complete .xlsx workbook",
                             "close Excel, wait for the synchronisation, or fetch the file again"),
    "file.type": _error("the content is {seen}, whatever the file's name says",
                        "an .xlsx workbook", _SAVE_AS),
    "file.encrypted": _error("the workbook is protected by a password or a sensitivity label",
                             "an .xlsx workbook without encryption",
                             "remove the password or label and save it again"),
    "file.bomb": _error("{seen}", "a workbook of ordinary size",
                        "keep only the input sheets; delete pictures and unused sheets"),
    "file.doctype": _error("the part {seen} declares a document type or entities",
                           "a workbook as spreadsheet programs write it", _SAVE_AS),
    "file.part": _error("the part {seen} cannot be read ({reason})", "a well-formed workbook", _SAVE_AS),
    "file.cells": _error("more than {seen} filled cells on the sheets read", "a workbook of ordinary size",
                         "delete what does not belong to the plan"),
    "file.macros": _warning("the workbook contains macros; they are never run"),
    "file.links": _warning("the workbook refers to other files: {seen}; their values are those last saved"),
    "file.version_old": _warning("the workbook was made for schema version {seen}",
                                 "version {current}", "start from a new template if columns are missing"),
    "file.version_new": _error("the workbook was made for schema version {seen}",
                               "version {current} or older", "use a newer planner"),
}

_SHEET = {
    "sheet.missing": _error("there is no sheet {seen}", "a sheet named {seen}{nearest}",
                            "add it, best from a new template"),
    "sheet.renamed": _repair("sheet {seen} is read as {name}"),
    "sheet.twice": _error("sheets {seen} are both read as {name}", "one such sheet", "rename one of them"),
    "sheet.unknown": _warning("the sheet is not part of the input and is ignored{nearest}",
                              strict_error=True),
    "sheet.hidden": _warning("the sheet is hidden; it is read"),
    "sheet.hidden_rows": _warning("rows {seen} are hidden or filtered out; they are read", "",
                                  "use enabled = no to leave a row out"),
    "sheet.merged": _error("the cells {seen} are merged", "one value in each cell",
                           "unmerge them and fill in every row"),
    "header.missing": _error("no row of column names within the first 30 rows",
                             "a row with the names {names}", "copy the header row of a new template"),
    "header.column_missing": _error("the column {seen} is missing", "a column named {seen}{nearest}",
                                    "name the column as in the template"),
    "header.repaired": _repair("column name {seen} is read as {name}"),
    "header.twice": _error("the column {seen} stands in {cells}", "each column once", "delete one of them"),
    "header.unknown": _warning("the column {seen} is not known and is ignored{nearest}", strict_error=True),
    "header.spread": _notice("the column {seen} holds low or high figures of the price book; it is not "
                             "read"),
    "header.formula": _error("the column name is a formula or an error", "plain text", "type the name"),
    "sheet.scribbles": _warning("values outside the table are ignored"),
}

_ROW = {
    "row.no_key": _error("the row has values but no {key}", "a value in {key}",
                         "fill it in, or delete the row"),
    "row.not_data": _error("{seen} looks like a total or a note, not like a row of the table",
                           "rows of the table only", "move it below on another sheet, or put it in note"),
    "row.followed_off": _notice("the row is left out because {seen} is switched off on {where}"),
    "key.twice": _error("{seen} stands already in {other}", "each key once", "rename or delete one of them"),
    "key.case": _error("{seen} and {other_seen} in {other} differ only in upper and lower case",
                       "clearly different keys", "rename one of them, or write both alike"),
    "key.zeros": _error("{seen} and {other_seen} in {other} are the same number written differently",
                        "clearly different keys", "rename one of them, or write both alike"),
    "setting.unknown": _warning("the key {seen} is not known and is ignored{nearest}", strict_error=True),
    "setting.missing": _error("the setting {seen} is blank or missing", "{expected}", "fill it in"),
    "setting.bounds": _error("{seen}", "{expected}", "type one of these"),
}

_CELL = {
    "cell.blank": _error("the cell is blank", "{expected}", "fill it in"),
    "cell.error": _error("the cell holds the error {seen}", "{expected}",
                         "mend the formula or type the value"),
    "cell.formula_uncached": _error("a formula that no spreadsheet program has calculated yet", "{expected}",
                                    "open the workbook in Excel or LibreOffice, save it, try again"),
    "cell.not_number": _error("{seen} is not a number", "{expected}",
                              "type the number alone; leave the cell blank if there is none"),
    "cell.ambiguous_number": _error("{seen} is text that can be read as {first} or as {second}", "{expected}",
                                    "type the number"),
    "cell.number_text": _repair("the text {seen} is read as {value}"),
    "cell.percent_text": _repair("the text {seen} is read as {value}"),
    "cell.percent_unit": _error("{seen} is a percentage", "{expected}", "type the number in that unit"),
    "cell.date_in_number": _error("the date {seen} stands where a number belongs", "{expected}",
                                  "type the number; set the cell's format to General"),
    "cell.bool_in_number": _error("{seen} is a truth value", "{expected}", "type the number"),
    "cell.not_whole": _error("{seen} is not a whole number", "{expected}", "type a whole number"),
    "cell.bounds": _error("{seen} is out of bounds", "{expected}", "check the unit and the number"),
    "cell.tiny": _error("{seen} is not 0 and yet next to nothing", "{expected}", "type 0 or the true number"),
    "cell.over_one": _error("{seen} means {percent} %", "{expected}",
                            "did you mean {meant} %? type {meant}%"),
    "cell.above_one": _warning("{seen} means {percent} %", "", "check that it is not meant as {seen} %"),
    "cell.not_yes_no": _error("{seen} is neither yes nor no", "yes or no", "type yes or no"),
    "cell.not_choice": _error("{seen} is not one of the choices", "one of {choices}{nearest}",
                              "pick one from the list"),
    "cell.choice_case": _repair("{seen} is read as {value}"),
    "cell.not_month": _error("{seen} is not a month", "a month such as 2027-04", "type it as 2027-04"),
    "cell.ambiguous_month": _error("{seen} can be read as {first} or as {second}", "a month such as 2027-04",
                                   "type it as 2027-04"),
    "cell.month_repaired": _repair("{seen} is read as the month {value}"),
    "cell.month_range": _error("{seen} is outside the years 1990 to 2100", "a month such as 2027-04",
                               "type it as 2027-04"),
    "cell.not_period": _error("{seen} is not a period", "all, FY2028, 2027-H1, 2027-Q3 or 2027-04",
                              "type one of these forms"),
    "cell.period_repaired": _repair("{seen} is read as the period {value}"),
    "cell.text_trimmed": _repair("blanks around or inside {seen} are removed: {value}"),
    "cell.id_text": _error("{seen} cannot be a name here", "text of at most 100 characters without |",
                           "choose another name"),
    "cell.id_date": _error("the name is a date ({seen})", "text", "type the name again in a text cell"),
}

_LINK = {
    "ref.unknown": _error("{seen} is not on {where}{nearest}", "{expected}",
                          "correct the name, or add the row"),
    "ref.case": _repair("{seen} is read as {value}, as written on {where}"),
    "ref.off": _error("{seen} is switched off on {where}", "a row that is switched on",
                      "switch it on, or change this cell"),
    "ref.cycle": _error("{seen}", "workloads that follow each other without a circle",
                        "clear one of the cells"),
    "market.unknown": _warning("the price book has no market {seen}{nearest}; nothing is filled in from it"),
    "market.no_value": _error("the cell is blank and the market {seen} does not give it", "{expected}",
                              "type the value or choose another market{nearest}"),
    "fx.missing": _error("there is no exchange rate for {seen} in force at the start of the plan",
                         "a row on FX for {seen} from {month} or earlier", "add the rate"),
    "default.used": _warning("the cell is blank; taken: {value}", "{expected}", "fill it in if you know it"),
    "unpriced.column": _notice("read, not yet priced: no cost and no limit uses this column yet"),
    "unpriced.sheet": _notice("read, not yet priced: no cost and no limit uses the {seen} rows of this "
                              "sheet yet"),
}

MESSAGES: dict[str, Message] = _FILE | _SHEET | _ROW | _CELL | _LINK
