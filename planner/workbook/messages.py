"""The words of every finding, by code: what was found, what is expected, how to fix it.

Templates take the finding's parameters in braces.
"""

from __future__ import annotations

from planner.workbook.message import Message, error, notice, repair, warning
from planner.workbook.messages_checks import CHECK_MESSAGES

_SAVE_AS = "open it in your spreadsheet program and save it as .xlsx (Excel Workbook)"

_FILE = {
    "file.missing": error("there is no file {seen}", "an .xlsx workbook", "check the path"),
    "file.folder": error("{seen} is a folder", "an .xlsx workbook", "name the file in it"),
    "file.unreadable": error("{seen} cannot be opened ({reason})", "a readable file",
                             "close it in the other program, check its permissions"),
    "file.lock": error("{seen} is the owner file that Excel writes beside an open workbook",
                       "the workbook itself", "pick the file without ~$"),
    "file.empty": error("the file is empty (0 bytes)", "a complete .xlsx workbook",
                        "close Excel, wait for the synchronisation, or fetch the file again"),
    "file.truncated": error("the file is incomplete ({reason})", "a complete .xlsx workbook",
                            "close Excel, wait for the synchronisation, or fetch the file again"),
    "file.type": error("the content is {seen}, whatever the file's name says",
                       "an .xlsx workbook", _SAVE_AS),
    "file.encrypted": error("the workbook is protected by a password or a sensitivity label",
                            "an .xlsx workbook without encryption",
                            "remove the password or label and save it again"),
    "file.bomb": error("{seen}", "a workbook of ordinary size",
                       "keep only the input sheets; delete pictures and unused sheets"),
    "file.doctype": error("the part {seen} declares a document type or entities",
                          "a workbook as spreadsheet programs write it", _SAVE_AS),
    "file.part": error("the part {seen} cannot be read ({reason})", "a well-formed workbook", _SAVE_AS),
    "file.cells": error("more than {seen} filled cells on the sheets read", "a workbook of ordinary size",
                        "delete what does not belong to the plan"),
    "file.macros": warning("the workbook contains macros; they are never run"),
    "file.links": warning("the workbook refers to other files: {seen}; their values are those last saved"),
    "file.version_old": warning("the workbook was made for schema version {seen}",
                                "version {current}", "start from a new template if columns are missing"),
    "file.version_new": error("the workbook was made for schema version {seen}",
                              "version {current} or older", "use a newer planner"),
}

_SHEET = {
    "sheet.missing": error("there is no sheet {seen}", "a sheet named {seen}{nearest}",
                           "add it, best from a new template"),
    "sheet.renamed": repair("sheet {seen} is read as {name}"),
    "sheet.twice": error("sheets {seen} are both read as {name}", "one such sheet", "rename one of them"),
    "sheet.unknown": warning("the sheet is not part of the input and is ignored{nearest}",
                              strict_error=True),
    "sheet.hidden": warning("the sheet is hidden; it is read"),
    "sheet.hidden_rows": warning("rows {seen} are hidden or filtered out; they are read", "",
                                 "use enabled = no to leave a row out"),
    "sheet.merged": error("the cells {seen} are merged", "one value in each cell",
                          "unmerge them and fill in every row"),
    "header.missing": error("no row of column names within the first 30 rows",
                            "a row with the names {names}", "copy the header row of a new template"),
    "header.column_missing": error("the column {seen} is missing", "a column named {seen}{nearest}",
                                   "name the column as in the template"),
    "header.repaired": repair("column name {seen} is read as {name}"),
    "header.twice": error("the column {seen} stands in {cells}", "each column once", "delete one of them"),
    "header.unknown": warning("the column {seen} is not known and is ignored{nearest}", strict_error=True),
    "header.spread": notice("the column {seen} holds low or high figures of the price book; it is not "
                            "read"),
    "header.formula": error("the column name is a formula or an error", "plain text", "type the name"),
    "sheet.scribbles": warning("values outside the table are ignored"),
}

_ROW = {
    "row.no_key": error("the row has values but no {key}", "a value in {key}",
                        "fill it in, or delete the row"),
    "row.not_data": error("{seen} looks like a total or a note, not like a row of the table",
                          "rows of the table only", "move it below on another sheet, or put it in note"),
    "row.names": error("the row repeats the names of the columns", "rows of the table only",
                       "delete the row"),
    "row.units": error("the row of units stands among the rows of the table", "the units above the names",
                       "undo the sorting, or move this row above the row of names"),
    "row.sample_off": warning("{seen} was made from a sample row and is still switched off: it is left out",
                              "", "clear enabled and note if it belongs to the plan"),
    "row.followed_off": notice("the row is left out because {seen} is switched off on {where}"),
    "key.twice": error("{seen} stands already in {other}", "each key once", "rename or delete one of them"),
    "key.case": error("{seen} and {other_seen} in {other} differ only in upper and lower case",
                      "clearly different keys", "rename one of them, or write both alike"),
    "key.zeros": error("{seen} and {other_seen} in {other} are the same number written differently",
                       "clearly different keys", "rename one of them, or write both alike"),
    "setting.unknown": warning("the key {seen} is not known and is ignored{nearest}", strict_error=True),
    "setting.missing": error("the setting {seen} is blank or missing", "{expected}", "fill it in"),
    "setting.bounds": error("{seen}", "{expected}", "type one of these"),
}

_CELL = {
    "cell.blank": error("the cell is blank", "{expected}", "fill it in"),
    "cell.error": error("the cell holds the error {seen}", "{expected}",
                        "mend the formula or type the value"),
    "cell.formula_uncached": error("a formula that no spreadsheet program has calculated yet", "{expected}",
                                   "open the workbook in Excel or LibreOffice, save it, try again"),
    "cell.not_number": error("{seen} is not a number", "{expected}",
                             "type the number alone; leave the cell blank if there is none"),
    "cell.ambiguous_number": error("{seen} is text that can be read as {first} or as {second}", "{expected}",
                                   "type the number"),
    "cell.number_text": repair("the text {seen} is read as {value}"),
    "cell.percent_text": repair("the text {seen} is read as {value}"),
    "cell.percent_unit": error("{seen} is a percentage", "{expected}", "type the number in that unit"),
    "cell.date_in_number": error("the date {seen} stands where a number belongs", "{expected}",
                                 "type the number; set the cell's format to General"),
    "cell.bool_in_number": error("{seen} is a truth value", "{expected}", "type the number"),
    "cell.not_whole": error("{seen} is not a whole number", "{expected}", "type a whole number"),
    "cell.bounds": error("{seen} is out of bounds", "{expected}", "check the unit and the number"),
    "cell.tiny": error("{seen} is not 0 and yet next to nothing", "{expected}", "type 0 or the true number"),
    "cell.over_one": error("{seen}{format} means {percent} %", "{expected}",
                           "did you mean {meant} %? type {meant}% or {fraction}"),
    "cell.above_one": warning("{seen} means {percent} %", "", "check that it is not meant as {seen} %"),
    "cell.not_yes_no": error("{seen} is neither yes nor no", "yes or no", "type yes or no"),
    "cell.not_choice": error("{seen} is not one of the choices", "one of {choices}{nearest}",
                             "pick one from the list"),
    "cell.choice_case": repair("{seen} is read as {value}"),
    "cell.not_month": error("{seen} is not a month", "a month such as 2027-04", "type it as 2027-04"),
    "cell.ambiguous_month": error("{seen} can be read as {first} or as {second}", "a month such as 2027-04",
                                  "type it as 2027-04"),
    "cell.month_repaired": repair("{seen} is read as the month {value}"),
    "cell.month_range": error("{seen} is outside the years 1990 to 2100", "a month such as 2027-04",
                              "type it as 2027-04"),
    "cell.not_period": error("{seen} is not a period", "all, FY2028, 2027-H1, 2027-Q3 or 2027-04",
                             "type one of these forms"),
    "cell.period_repaired": repair("{seen} is read as the period {value}"),
    "cell.text_trimmed": repair("blanks around or inside {seen} are removed: {value}"),
    "cell.id_text": error("{seen} cannot be a name here", "text of at most 100 characters without |",
                          "choose another name"),
    "cell.id_date": error("the name is a date ({seen})", "text", "type the name again in a text cell"),
}

_LINK = {
    "ref.unknown": error("{seen} is not on {where}{nearest}", "{expected}",
                         "correct the name, add the row there, or switch this row off"),
    "ref.no_sheet": error("{seen} is looked for on {where}, and no such sheet was read", "a sheet {where}",
                          "add the sheet, best from a new template"),
    "ref.case": repair("{seen} is read as {value}, as written on {where}"),
    "ref.off": error("{seen} is switched off on {where}", "a row that is switched on",
                     "switch it on, change this cell, or switch this row off too"),
    "ref.cycle": error("{seen}", "workloads that follow each other without a circle",
                       "clear one of the cells"),
    "market.unknown": warning("the price book has no market {seen}; nothing is filled in from it",
                              "one of the markets listed on Start{nearest}",
                              "pick one from the list, or type the site's prices"),
    "market.no_value": error("the cell is blank and the market {seen} does not give it", "{expected}",
                             "type the value or choose another market{nearest}"),
    "currency.code": error("{seen} is not a currency code", "three letters such as USD, EUR or CNY",
                           "type the ISO 4217 code"),
    "fx.missing": error("there is no exchange rate for {seen} in force at the start of the plan",
                        "a row on FX for {seen} from {month} or earlier", "add the rate"),
    "default.site_cooling": warning(
        "{seen} has no row on SiteCooling: every cooling may be used, {cooling} is taken to carry the "
        "{power} ({kw} IT kW)", "", "add the rows that hold for the site"),
    "default.used": warning("the cell is blank; taken: {value}", "{expected}", "fill it in if you know it"),
    "unpriced.column": notice("read, not yet priced: no cost and no limit uses this column yet"),
    "unpriced.sheet": notice("read, not yet priced: no cost and no limit uses the {seen} rows of this "
                             "sheet yet"),
}

MESSAGES: dict[str, Message] = _FILE | _SHEET | _ROW | _CELL | _LINK | CHECK_MESSAGES
