"""The file itself: is it an .xlsx, whole, unencrypted, of ordinary size; its parts as bytes.

Nothing is fetched, executed or written. Whatever is wrong ends in `RefusedError` with one finding.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.parsers import expat

from planner.messages import phrase
from planner.workbook.findings import Finding, finding
from planner.workbook.text import quoted

_MB = 1024 * 1024
LARGEST_FILE, LARGEST_PART, LARGEST_TOTAL = 200 * _MB, 300 * _MB, 600 * _MB
"""Bytes: of the file, of one unpacked part, of all unpacked parts."""
HIGHEST_RATIO, RATIO_FROM = 400, 100 * _MB
"""Unpacked : packed size above which a part of at least RATIO_FROM bytes is taken for a bomb."""

_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError)
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"%PDF", "a PDF document"), (b"{\\rtf", "an RTF document"), (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"), (b"GIF8", "a GIF picture"), (b"\x1f\x8b", "a gzip archive"),
    (b"7z\xbc\xaf", "a 7-Zip archive"), (b"Rar!", "a RAR archive"),
    (b"SQLite format 3", "an SQLite database"),
    (b"\x09\x08\x10\x00", "an old Excel file (.xls)"), (b"\x09\x00\x04\x00", "an old Excel file (.xls)"),
    (b"PAR1", "a Parquet file"),
)
FILE_KINDS = tuple(dict.fromkeys(name for _, name in _SIGNATURES))
"""Names of the kinds of file that are told apart by their first bytes."""


class RefusedError(Exception):
    """The file cannot be read as an input; `finding` says why."""

    def __init__(self, reason: Finding) -> None:
        super().__init__(reason.seen)
        self.finding = reason


def refuse(code: str, **params: object) -> RefusedError:
    """A refusal of the whole file."""
    return RefusedError(finding(code, **params))


class Container:
    """An opened .xlsx: names and bytes of its parts."""

    def __init__(self, archive: zipfile.ZipFile, sha256: str) -> None:
        self._archive = archive
        self.sha256 = sha256
        self._entries = {entry.filename.replace("\\", "/"): entry for entry in archive.infolist()}
        self._spellings = {name.lower(): name for name in self._entries}
        self.names = frozenset(self._entries)

    def spelling(self, part: str) -> str:
        """The part's name as the archive writes it: case does not count. `part` itself if there is none."""
        return part if part in self.names else self._spellings.get(part.lower(), part)

    def chunks(self, part: str, size: int = _MB) -> Iterator[bytes]:
        """The unpacked bytes of a part, piece by piece."""
        try:
            with self._archive.open(self._entries[part]) as stream:
                while piece := stream.read(size):
                    yield piece
        except KeyError:
            raise refuse("file.part", seen=part, reason=phrase("it is missing")) from None
        except _BROKEN as error:
            raise refuse("file.truncated", reason=f"{part}: {error}") from error

    def parse(self, part: str, start: Callable[[str, dict[str, str]], Any],
              end: Callable[[str], Any] | None = None, text: Callable[[str], Any] | None = None,
              pieces: Iterator[bytes] | None = None) -> None:
        """Run a part through the XML parser; names arrive as "namespace local".

        Raises RefusedError for document types, broken XML and values that make no sense.
        """
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartElementHandler = start
        if end is not None:
            parser.EndElementHandler = end
        if text is not None:
            parser.CharacterDataHandler = text
        parser.StartDoctypeDeclHandler = lambda *_: _refuse_doctype(part)
        parser.EntityDeclHandler = lambda *_: _refuse_doctype(part)
        try:
            for piece in pieces if pieces is not None else self.chunks(part):
                parser.Parse(piece, False)
            parser.Parse(b"", True)
        except expat.ExpatError as error:
            raise refuse("file.part", seen=part, reason=str(error)) from error
        except (ValueError, IndexError, LookupError, OverflowError) as error:
            raise refuse("file.part", seen=part, reason=phrase(
                "a value makes no sense: {error}", error=str(error))) from error


def _refuse_doctype(part: str) -> None:
    raise refuse("file.doctype", seen=part)


def open_container(path: Path) -> Container:
    """Open an .xlsx or .xlsm. Raises RefusedError; the file is read once and closed."""
    if path.name.startswith("~$"):
        raise refuse("file.lock", seen=path.name)
    data = _bytes(path)
    _check_signature(data)
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        entries = archive.infolist()
    except (zipfile.BadZipFile, ValueError, EOFError, NotImplementedError, OverflowError) as error:
        raise refuse("file.truncated", reason=str(error)) from error
    _check_kind(archive)
    _check_sizes(entries)
    return Container(archive, hashlib.sha256(data).hexdigest())


def _bytes(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise refuse("file.folder", seen=path.name)
        if path.stat().st_size > LARGEST_FILE:
            size = f"{path.stat().st_size / _MB:,.0f}"
            raise refuse("file.bomb", seen=phrase("the file has {mb} MB", mb=size))
        data = path.read_bytes()
    except FileNotFoundError:
        raise refuse("file.missing", seen=str(path)) from None
    except OSError as error:
        raise refuse("file.unreadable", seen=path.name, reason=error.strerror or str(error)) from error
    if not data:
        raise refuse("file.empty")
    return data


def _check_signature(data: bytes) -> None:
    if data.startswith(b"PK\x03\x04"):
        return
    if data.startswith(_OLE):
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise refuse("file.encrypted")
        raise refuse("file.type", seen=phrase("an old Excel file (.xls) or another Office 97 document"))
    for signature, name in _SIGNATURES:
        if data.startswith(signature):
            raise refuse("file.type", seen=phrase(name))
    head = data[:2048].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if head.startswith((b"<!doctype html", b"<html", b"<table", b"<meta")) or b"<html" in head[:600]:
        raise refuse("file.type", seen=phrase("a web page (HTML)"))
    if head.startswith(b"<"):
        raise refuse("file.type", seen=phrase("an XML text"))
    if head.startswith((b"{", b"[")):
        raise refuse("file.type", seen=phrase("a JSON text"))
    if b"\0" not in data[:2048] or data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise refuse("file.type", seen=phrase("plain text, perhaps CSV"))
    if data.startswith(b"PK"):
        raise refuse("file.type", seen=phrase("an empty or split zip archive"))
    raise refuse("file.type", seen=phrase("of an unknown kind"))


def _check_kind(archive: zipfile.ZipFile) -> None:
    names = [name.replace("\\", "/") for name in archive.namelist()]
    lowered = {name.lower() for name in names}
    if "mimetype" in lowered:
        raise refuse("file.type", seen=phrase("an OpenDocument file (.ods)"))
    if "xl/workbook.bin" in lowered:
        raise refuse("file.type", seen=phrase("a binary Excel workbook (.xlsb)"))
    if any(name.endswith(".iwa") for name in lowered) or "index.zip" in lowered:
        raise refuse("file.type", seen=phrase("an Apple Numbers document"))
    if "word/document.xml" in lowered:
        raise refuse("file.type", seen=phrase("a Word document"))
    if "ppt/presentation.xml" in lowered:
        raise refuse("file.type", seen=phrase("a PowerPoint presentation"))
    if "_rels/.rels" not in lowered and "xl/workbook.xml" not in lowered:
        inside = next((name for name in names if name.lower().endswith((".xlsx", ".xlsm"))), None)
        if inside is not None:
            raise refuse("file.packed", seen=quoted(inside))
        raise refuse("file.type", seen=phrase("a zip archive without a workbook"))
    counts = Counter(names)
    twice = next((name for name, count in counts.items() if count > 1 and not name.endswith("/")), None)
    if twice is not None:
        raise refuse("file.part", seen=twice, reason=phrase("it stands twice in the archive"))
    if any(entry.flag_bits & 1 for entry in archive.infolist()):
        raise refuse("file.encrypted")


def _check_sizes(entries: list[zipfile.ZipInfo]) -> None:
    for entry in entries:
        ratio = entry.file_size / max(entry.compress_size, 1)
        if entry.file_size > LARGEST_PART or (entry.file_size > RATIO_FROM and ratio > HIGHEST_RATIO):
            raise refuse("file.bomb", seen=phrase(
                "the part {name} unpacks from {packed} to {unpacked} MB", name=entry.filename,
                packed=f"{entry.compress_size / _MB:,.1f}", unpacked=f"{entry.file_size / _MB:,.0f}"))
    total = sum(entry.file_size for entry in entries)
    if total > LARGEST_TOTAL:
        raise refuse("file.bomb", seen=phrase("the parts unpack to {mb} MB", mb=f"{total / _MB:,.0f}"))
