"""The writer: round trip, layout, drop-downs, and what it refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import openpyxl
import pytest
from click.testing import CliRunner

from planner.cli.check import check
from planner.cli.template import template
from planner.workbook import WorkbookExistsError, plan_from_tables, read_workbook, write_workbook
from planner.workbook.catalogue import CATALOGUE_FILES, catalogue_rows
from planner.workbook.docs import schema_markdown
from planner.workbook.schema import BY_NAME, SCHEMA_VERSION, TABLES

Tables = dict[str, list[dict[str, Any]]]
ROOT = Path(__file__).parents[3]


def test_written_and_read_again_gives_the_same_plan_and_cells(tables: Tables, tmp_path: Path) -> None:
    write_workbook(tmp_path / "in.xlsx", tables)
    from_file, from_tables = read_workbook(tmp_path / "in.xlsx"), plan_from_tables(tables)
    assert from_file.plan is not None
    assert from_file.plan == from_tables.plan
    assert dict(from_file.origin) == dict(from_tables.origin)
    assert from_file.defaults == from_tables.defaults
    assert from_file.schema_version == SCHEMA_VERSION
    assert len(from_file.sha256) == 64


def test_every_sheet_stands_in_order_with_its_names_in_row_four(tmp_path: Path) -> None:
    write_workbook(tmp_path / "in.xlsx")
    book = openpyxl.load_workbook(tmp_path / "in.xlsx")
    assert book.sheetnames == ["Start", *(t.name for t in TABLES)]
    for table in TABLES:
        names = [cell.value for cell in book[table.name][4] if cell.value]
        expected = ["key", "value", "unit",
                    "note"] if table.key_value else [c.name for c in table.all_columns]
        assert names == expected


def test_drop_downs_reach_the_other_sheets_ids(tmp_path: Path) -> None:
    write_workbook(tmp_path / "in.xlsx")
    sheet = openpyxl.load_workbook(tmp_path / "in.xlsx")["SiteCooling"]
    rules = {str(rule.sqref).partition(":")[0]: rule for rule in sheet.data_validations.dataValidation}
    assert rules["A5"].formula1 == "Sites!$A$5:$A$504"
    assert rules["B5"].formula1 == "Cooling!$A$5:$A$504"


@pytest.mark.parametrize("full", [False, True])
def test_advanced_columns_are_a_collapsed_group_unless_full(tmp_path: Path, full: bool) -> None:
    write_workbook(tmp_path / "in.xlsx", full=full)
    sheet = openpyxl.load_workbook(tmp_path / "in.xlsx")["Sites"]
    names = [c.name for c in BY_NAME["Sites"].all_columns]
    first = openpyxl.utils.get_column_letter(names.index("racks") + 1)
    group = next(d for d in sheet.column_dimensions.values() if d.min <= names.index("racks") + 1 <= d.max)
    assert first
    assert group.outlineLevel == 1
    assert group.hidden is not full


def test_the_same_rows_give_the_same_bytes(tables: Tables, tmp_path: Path) -> None:
    for name in ("a.xlsx", "b.xlsx"):
        write_workbook(tmp_path / name, tables)
    assert (tmp_path / "a.xlsx").read_bytes() == (tmp_path / "b.xlsx").read_bytes()


def test_an_existing_file_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "in.xlsx"
    path.write_text("mine")
    with pytest.raises(WorkbookExistsError, match="exists already"):
        write_workbook(path)
    assert path.read_text() == "mine"
    write_workbook(path, force=True)
    assert path.read_bytes().startswith(b"PK")


def test_an_unknown_column_is_refused_by_the_writer(tmp_path: Path) -> None:
    with pytest.raises(KeyError, match="usable"):
        write_workbook(tmp_path / "in.xlsx", {"Sites": [{"usable": 1}]})


def test_the_price_books_rows_are_read_without_errors(tables: Tables) -> None:
    tables |= {sheet: catalogue_rows(sheet) for sheet in CATALOGUE_FILES}
    tables["Fabrics"].append({"fabric_id": "ib2", "switch_ports": 64, "port_gbps": 400.0, "tiers": 2,
                              "planned_accelerators": 1024, "switch_price": 36000.0})
    tables["Cooling"].append(tables["Cooling"][0] | {"cooling_id": "air"})
    errors = [f for f in plan_from_tables(tables).findings
              if f.severity == "error" and f.code not in ("key.twice", "key.case")]
    assert errors == []


def test_the_documentation_is_made_from_the_schema() -> None:
    assert (ROOT / "docs" / "workbook.md").read_text(encoding="utf-8") == schema_markdown()


def test_check_tells_findings_on_stderr_and_exits_2(tables: Tables, tmp_path: Path) -> None:
    path = tmp_path / "in.xlsx"
    tables["Demand"][0]["workload_id"] = "chta"
    write_workbook(path, tables)
    outcome = CliRunner().invoke(check, [str(path)])
    assert outcome.exit_code == 2
    assert 'ERROR Demand!A5 (workload_id): "chta" is not on Workloads; did you mean chat?' in outcome.stderr
    assert outcome.stdout == f"{path}: cannot be planned (1 error)\n"


def test_check_of_a_good_file(tables: Tables, tmp_path: Path) -> None:
    path = tmp_path / "in.xlsx"
    write_workbook(path, tables)
    outcome = CliRunner().invoke(check, [str(path)])
    assert (outcome.exit_code, outcome.stdout, outcome.stderr) == (0, f"{path}: can be planned\n", "")
    assert CliRunner().invoke(check, [str(path), "--json"]).stdout == "[]\n"


def test_strict_turns_repairs_and_unknown_sheets_into_errors(tables: Tables, tmp_path: Path) -> None:
    path = tmp_path / "in.xlsx"
    tables["Sites"][0]["mw_basis"] = "IT"
    write_workbook(path, tables)
    assert CliRunner().invoke(check, [str(path)]).exit_code == 0
    assert CliRunner().invoke(check, [str(path), "--strict"]).exit_code == 2


def test_template_command(tmp_path: Path) -> None:
    path = tmp_path / "my.xlsx"
    assert CliRunner().invoke(template, ["-o", str(path)]).exit_code == 0
    again = CliRunner().invoke(template, ["-o", str(path)])
    assert again.exit_code == 2
    assert "--force" in again.stderr
    assert CliRunner().invoke(template, ["-o", str(path), "--full", "--force"]).exit_code == 0
    nowhere = CliRunner().invoke(template, ["-o", str(tmp_path / "no" / "my.xlsx")])
    assert nowhere.exit_code == 2
    assert "cannot be written" in nowhere.stderr


def test_a_blank_template_asks_for_its_required_cells(tmp_path: Path) -> None:
    path = tmp_path / "my.xlsx"
    CliRunner().invoke(template, ["-o", str(path)])
    errors = [(f.code, f.place) for f in read_workbook(path).findings if f.severity == "error"]
    assert errors == [("setting.missing", f"Settings!B{row}") for row in (5, 6, 7, 9, 10)]
