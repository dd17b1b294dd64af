"""The workbook inside the container: its sheets, texts, number formats, version, links.

Read straight from the XML because one pass then gives what a spreadsheet library spreads over several or
hides: stored values beside formulas, error cells, merged ranges, hidden rows; broken styles do not matter.
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, field
from functools import lru_cache

from planner.messages import phrase
from planner.workbook.container import Container, refuse
from planner.workbook.schema import VERSION_PROPERTY

_MAIN = ("http://schemas.openxmlformats.org/spreadsheetml/2006/main",
         "http://purl.oclc.org/ooxml/spreadsheetml/main")
_ESCAPE = re.compile(r"(?:_x[0-9A-Fa-f]{4}_)+")
_BUILT_IN_DATES = {*range(14, 23), *range(27, 37), 45, 46, 47, *range(50, 59)}
_BUILT_IN = {9: "0%", 10: "0.00%"}
_LITERALS = re.compile(r'"[^"]*"|\[[^\]]*\]|\\.|_.|\*.')


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """A sheet of the workbook: name, part, whether it is hidden, whether it holds cells."""

    name: str
    part: str
    hidden: bool
    cells: bool


@dataclass(slots=True)
class Package:
    """What all sheets share."""

    container: Container
    sheets: list[SheetEntry] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    formats: list[str] = field(default_factory=list)
    date1904: bool = False
    never_calculated: bool = False
    version: str = ""
    links: list[str] = field(default_factory=list)
    macros: bool = False

    def number_format(self, style: int) -> str:
        """The number format of a cell style; General where styles are missing."""
        return self.formats[style] if 0 <= style < len(self.formats) else "General"


@lru_cache(maxsize=1024)
def tag(name: str) -> str:
    """The local name of a spreadsheet element; names of other namespaces keep theirs."""
    space, _, local_name = name.rpartition(" ")
    return local_name if space in _MAIN or not space else name


def local(name: str) -> str:
    """The local name of an element or attribute, whatever its namespace."""
    return name.rpartition(" ")[2]


def unescape(text: str) -> str:
    """Text with Excel's _x000D_ escapes resolved; half a surrogate pair becomes U+FFFD."""
    return _ESCAPE.sub(_unescaped, text) if "_x" in text else text


def _unescaped(escapes: re.Match[str]) -> str:
    units = bytes.fromhex(escapes[0].replace("_x", "").replace("_", ""))
    return units.decode("utf-16-be", errors="replace")


def is_date(number_format: str) -> bool:
    """Whether a number format shows a date (a bare time is none)."""
    plain = _LITERALS.sub("", number_format).lower()
    return any(letter in plain for letter in "yd") or ("m" in plain and "h" not in plain and "s" not in plain
                                                       and "0" not in plain and "#" not in plain)


def open_package(container: Container) -> Package:
    """Read everything but the sheets. Raises RefusedError."""
    part = _workbook_part(container)
    package = Package(container)
    package.macros = any(name.lower().endswith("vbaproject.bin") for name in container.names)
    relations = _relations(container, part)
    _read_workbook(package, part, relations)
    for target, kind in relations.values():
        if kind == "sharedStrings" and target in container.names:
            package.texts = _read_texts(container, target)
        elif kind == "styles" and target in container.names:
            package.formats = _read_formats(container, target)
        elif kind == "externalLink":
            package.links.append(_link_name(container, target))
    package.version = custom_property(container, VERSION_PROPERTY)
    return package


def _workbook_part(container: Container) -> str:
    for target, kind in _relations(container, "").values():
        if kind == "officeDocument":
            return target
    part = container.spelling("xl/workbook.xml")
    if part in container.names:
        return part
    raise refuse("file.type", seen=phrase("a zip archive without a workbook"))


def _relations(container: Container, part: str) -> dict[str, tuple[str, str]]:
    """Relations of a part: id -> (target part or address, kind)."""
    folder, name = posixpath.split(part)
    rels = container.spelling(posixpath.join(folder, "_rels", f"{name}.rels"))
    result: dict[str, tuple[str, str]] = {}
    if rels not in container.names:
        return result

    def start(element: str, attributes: dict[str, str]) -> None:
        if local(element) == "Relationship":
            target = attributes.get("Target", "")
            if attributes.get("TargetMode") != "External":
                target = target.lstrip("/") if target.startswith("/") else posixpath.normpath(
                    posixpath.join(folder, target))
            kind = attributes.get("Type", "").rpartition("/")[2]
            result[attributes.get("Id", "")] = (container.spelling(target), kind)

    container.parse(rels, start)
    return result


def _read_workbook(package: Package, part: str, relations: dict[str, tuple[str, str]]) -> None:
    def start(element: str, attributes: dict[str, str]) -> None:
        match tag(element):
            case "workbookPr":
                package.date1904 = attributes.get("date1904") in ("1", "true")
            case "calcPr":
                package.never_calculated = attributes.get("fullCalcOnLoad") in ("1", "true")
            case "sheet":
                name = unescape(attributes.get("name", ""))
                identity = next((v for k, v in attributes.items() if k.endswith(" id")), "")
                if identity not in relations:
                    raise refuse("file.part", seen=part, reason=phrase("sheet {name} has no part", name=name))
                target, kind = relations[identity]
                package.sheets.append(SheetEntry(
                    name, target, attributes.get("state", "visible") != "visible", kind == "worksheet"))

    package.container.parse(part, start)
    if not package.sheets:
        raise refuse("file.part", seen=part, reason=phrase("it names no sheets"))


class _Texts:
    """Handlers that collect the shared texts; phonetic readings are left out."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._parts: list[str] = []
        self._depth_phonetic = 0
        self._in_text = False

    def start(self, element: str, attributes: dict[str, str]) -> None:
        del attributes
        match tag(element):
            case "si":
                self._parts = []
            case "rPh":
                self._depth_phonetic += 1
            case "t":
                self._in_text = self._depth_phonetic == 0

    def end(self, element: str) -> None:
        match tag(element):
            case "si":
                self.texts.append(unescape("".join(self._parts)))
            case "rPh":
                self._depth_phonetic -= 1
            case "t":
                self._in_text = False

    def text(self, data: str) -> None:
        if self._in_text:
            self._parts.append(data)


def _read_texts(container: Container, part: str) -> list[str]:
    handlers = _Texts()
    container.parse(part, handlers.start, handlers.end, handlers.text)
    return handlers.texts


def _read_formats(container: Container, part: str) -> list[str]:
    """Number format by cell style index."""
    custom: dict[int, str] = {}
    styles: list[int] = []
    inside = [False]

    def start(element: str, attributes: dict[str, str]) -> None:
        match tag(element):
            case "numFmt":
                custom[int(attributes.get("numFmtId", "0"))] = attributes.get("formatCode", "General")
            case "cellXfs":
                inside[0] = True
            case "xf" if inside[0]:
                styles.append(int(attributes.get("numFmtId", "0")))

    def end(element: str) -> None:
        if tag(element) == "cellXfs":
            inside[0] = False

    container.parse(part, start, end)
    return [custom.get(number) or _built_in(number) for number in styles]


def _built_in(number: int) -> str:
    if number in _BUILT_IN_DATES:
        return "h:mm" if number in (18, 19, 20, 21, 45, 46, 47) else "yyyy-mm-dd"
    return _BUILT_IN.get(number, "General")


def _link_name(container: Container, part: str) -> str:
    targets = [target for target, _ in _relations(container, part).values()]
    return targets[0] if targets else part


def custom_property(container: Container, name: str) -> str:
    """The text of a custom document property; "" where there is none."""
    part = container.spelling("docProps/custom.xml")
    if part not in container.names:
        return ""
    current = [""]
    found = [""]

    def start(element: str, attributes: dict[str, str]) -> None:
        if local(element) == "property":
            current[0] = attributes.get("name", "")

    def text(data: str) -> None:
        if current[0] == name:
            found[0] += data

    container.parse(part, start, None, text)
    return found[0].strip()
