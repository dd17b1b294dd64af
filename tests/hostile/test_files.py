"""The file itself: wrong kinds, damage, bombs, and oddities that do no harm."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from planner.workbook import read_workbook

Read = Callable[..., list[tuple[str, str, str]]]
WithParts = Callable[..., bytes]
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)


def archive(*names: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as target:
        for name in names:
            target.writestr(name, "x")
    return buffer.getvalue()


@pytest.mark.parametrize(("data", "code", "word"), [
    (b"", "file.empty", "0 bytes"),
    (b"site_id,market\nash,texas\n", "file.type", "CSV"),
    ("site_id;market\nä;ö\n".encode("latin-1"), "file.type", "CSV"),
    ("a\tb\n".encode("utf-16"), "file.type", "CSV"),
    (b"<html><table><tr><td>1</td></tr></table></html>", "file.type", "HTML"),
    (b"\xef\xbb\xbf<?xml version='1.0'?><Workbook/>", "file.type", "XML"),
    (b'{"Sites": []}', "file.type", "JSON"),
    (b"%PDF-1.7 ...", "file.type", "PDF"),
    (b"\x89PNG\r\n\x1a\n" + bytes(20), "file.type", "PNG"),
    (bytes(range(256)) * 4, "file.type", "unknown"),
    (OLE + "Workbook".encode("utf-16-le"), "file.type", ".xls"),
    (OLE + "EncryptedPackage".encode("utf-16-le"), "file.encrypted", "password"),
    (archive("mimetype", "content.xml"), "file.type", ".ods"),
    (archive("_rels/.rels", "xl/workbook.bin"), "file.type", ".xlsb"),
    (archive("Index/Document.iwa"), "file.type", "Numbers"),
    (archive("_rels/.rels", "word/document.xml"), "file.type", "Word"),
    (archive("a.txt"), "file.type", "zip archive"),
    (archive(), "file.type", "zip archive"),
], ids=lambda value: value if isinstance(value, str) else "")
def test_other_kinds_are_named(tmp_path: Path, data: bytes, code: str, word: str) -> None:
    path = tmp_path / "in.xlsx"
    path.write_bytes(data)
    result = read_workbook(path)
    assert result.plan is None
    (item,) = result.findings
    assert (item.code, item.severity) == (code, "error")
    assert word in item.seen


@pytest.mark.parametrize("share", [0.02, 0.3, 0.6, 0.9, 0.999])
def test_a_truncated_file_is_incomplete(read: Read, good: bytes, share: float) -> None:
    assert read(good[: int(len(good) * share)]) == [("error", "file.truncated", "file")]


def test_a_damaged_part_is_told(read: Read, good: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(good)) as source:
        entry = source.getinfo("xl/worksheets/sheet3.xml")
    middle = entry.header_offset + 80 + entry.compress_size // 2
    damaged = good[:middle] + bytes(b ^ 255 for b in good[middle:middle + 8]) + good[middle + 8:]
    (item,) = read(damaged)
    assert item in [("error", "file.truncated", "file"), ("error", "file.part", "file")]


def test_missing_file_folder_and_owner_file(tmp_path: Path) -> None:
    (tmp_path / "~$in.xlsx").write_bytes(bytes(165))
    codes = [read_workbook(tmp_path / name).findings[0].code for name in ("no.xlsx", "", "~$in.xlsx")]
    assert codes == ["file.missing", "file.folder", "file.lock"]


def test_a_file_held_by_another_program(tmp_path: Path, good: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "in.xlsx"
    path.write_bytes(good)

    def refuse(_path: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    (item,) = read_workbook(path).findings
    assert item.code == "file.unreadable"
    assert "close it" in item.fix


def test_a_zip_bomb_is_refused_by_its_declared_size(read: Read, with_parts: WithParts) -> None:
    assert read(with_parts(add={"xl/media/image1.png": bytes(310 * 1024 * 1024)})) == [
        ("error", "file.bomb", "file")]


@pytest.mark.parametrize("part", ["xl/sharedStrings.xml", "xl/workbook.xml", "xl/worksheets/sheet3.xml",
                                  "xl/styles.xml"])
def test_document_types_and_entities_are_refused(read: Read, with_parts: WithParts, part: str) -> None:
    bomb = b'<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'

    def change(name: str, data: bytes) -> bytes:
        return data.replace(b"?>", b"?>" + bomb, 1) if name == part else data

    assert read(with_parts(change)) == [("error", "file.doctype", "file")]


def test_broken_xml_names_the_part(read: Read, with_parts: WithParts) -> None:
    def change(name: str, data: bytes) -> bytes:
        return data.replace(b"</sheetData>", b"") if name == "xl/worksheets/sheet3.xml" else data

    assert read(with_parts(change)) == [("error", "file.part", "file")]


def test_macros_are_told_and_never_run(read: Read, with_parts: WithParts) -> None:
    assert read(with_parts(add={"xl/vbaProject.bin": b"x"}), "in.xlsm") == [("warning", "file.macros",
                                                                             "file")]


def test_links_to_other_files_are_told(read: Read, with_parts: WithParts) -> None:
    link = (b'<Relationship Id="rIdX" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/'
            b'externalLink" Target="externalLinks/externalLink1.xml"/></Relationships>')
    target = (b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
              b'<Relationship Id="rId1" Type="x/externalLinkPath" Target="prices.xlsx" '
              b'TargetMode="External"/>'
              b"</Relationships>")

    def change(name: str, data: bytes) -> bytes:
        return data.replace(b"</Relationships>", link) if name == "xl/_rels/workbook.xml.rels" else data

    data = with_parts(change, {"xl/externalLinks/externalLink1.xml": b"<externalLink/>",
                               "xl/externalLinks/_rels/externalLink1.xml.rels": target})
    assert read(data) == [("warning", "file.links", "file")]


def in_styles(find: bytes, replace: bytes) -> Callable[[str, bytes], bytes]:
    return lambda name, data: data.replace(find, replace) if name == "xl/styles.xml" else data


def in_sheets(pattern: bytes, replace: bytes) -> Callable[[str, bytes], bytes]:
    return lambda name, data: re.sub(pattern, replace,
                                     data) if name.startswith("xl/worksheets/sheet") else data


@pytest.mark.parametrize("change", [
    in_styles(b"<fills ", b"<fills><fill/></fills><fills "),
    in_sheets(rb"<dimension [^>]*/>", b'<dimension ref="A1"/>'),
    in_sheets(rb"<dimension [^>]*/>", b""),
    in_sheets(rb"<dimension [^>]*/>", b'<dimension ref="A1:XFD1048576"/>'),
    lambda _name, data: data.replace(b"<calcPr", b'<definedNames><definedName name="x">#REF!</definedName>'
                                    b'<definedName name="x">Gone!A1</definedName></definedNames><calcPr'),
    lambda name, data: None if name == "docProps/app.xml" else data,
    lambda name, data: None if name == "docProps/custom.xml" else data,
], ids=["empty-fill", "dimension-A1", "no-dimension", "dimension-huge", "dead-names", "no-app", "no-custom"])
def test_oddities_that_do_no_harm(read: Read, with_parts: WithParts,
                                  change: Callable[[str, bytes], bytes | None]) -> None:
    assert read(with_parts(change)) == []


def test_without_styles_dates_are_day_numbers(read: Read, with_parts: WithParts) -> None:
    found = read(with_parts(lambda name, data: None if name == "xl/styles.xml" else data))
    assert {(severity, code) for severity, code, _ in found} == {("repair", "cell.month_repaired")}


def test_a_million_formatted_rows_are_skipped(read: Read, with_parts: WithParts) -> None:
    rows = b"".join(b'<row r="%d" spans="1:3"><c r="A%d" s="1"/></row>' % (i, i) for i in range(30, 200_000))

    def change(name: str, data: bytes) -> bytes:
        if name != "xl/worksheets/sheet3.xml":
            return data
        return data.replace(b"</sheetData>",
                            rows + b'<row r="1048576"><c r="A1048576" s="2"/></row></sheetData>')

    assert read(with_parts(change)) == []


@pytest.mark.parametrize(("version", "expected"), [
    ("0.9", [("warning", "file.version_old", "file")]), ("9.0", [("error", "file.version_new", "file")]),
])
def test_other_schema_versions(read: Read, with_parts: WithParts, version: str,
                               expected: list[tuple[str, str, str]]) -> None:
    def change(name: str, data: bytes) -> bytes:
        return data.replace(b"1.0</vt:lpwstr>",
                            f"{version}</vt:lpwstr>".encode()) if "custom" in name else data

    assert read(with_parts(change)) == expected
