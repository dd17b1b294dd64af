"""Damages workbooks at random and checks them: `python tests/hostile/mutate.py 5000`.

Three kinds of damage: bytes of the file, bytes and values inside its parts, junk in the cells of its sheets.
A seed gives always the same workbook.
"""

from __future__ import annotations

import io
import random
import re
import resource
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

from planner.cli.check import check

_PIECES = re.compile(
    rb'<v>[^<]*</v>|r="[^"]*"|t="[^"]*"|s="\d+"|name="[^"]*"|Target="[^"]*"|ref="[^"]*"'
    rb"|<t>[^<]*</t>")
_REPLACEMENTS = (
    b"<v>NaN</v>", b"<v>1e999</v>", b"<v>-1</v>", b'r="ZZZ99999999"', b't="s"', b't="d"', b't="e"',
    b's="99999999999999999999"', b"<v>99999999</v>", b'r="A0"', b'r="-5"', b't="b"', b"", b"<v></v>",
    b"<f>1+1</f><v>2</v>", b'hidden="1"', b"<t>\xef\xbc\x91</t>", b"<t>all</t>", b"<t>#REF!</t>",
    b't="inlineStr"',
    b'Target="../../../x"', b'Target=""', b'name=""', b'ref="A1:XFD1048576"', b"<v>1.5</v>", b"<t>1.000</t>",
)
_PARTS = re.compile(r"sheet|Strings|workbook|styles|custom|rels|Types")


class Outcome(NamedTuple):
    """How a check ended: exit code, whether anything was told, seconds, the exception that escaped."""

    code: int
    told: bool
    seconds: float
    escaped: BaseException | None


def bytes_changed(good: bytes, chance: random.Random) -> bytes:
    """A few bytes of the file changed, cut out or doubled."""
    data = bytearray(good)
    for _ in range(chance.randint(1, 8)):
        at, kind = chance.randrange(len(data)), chance.random()
        if kind < 0.6:
            data[at] = chance.randrange(256)
        elif kind < 0.8:
            del data[at:at + chance.randint(1, 400)]
        else:
            data[at:at] = data[at:at + chance.randint(1, 400)]
    return bytes(data)


def part_changed(good: bytes, chance: random.Random) -> bytes:
    """One or two parts changed, dropped, doubled or exchanged; the container itself stays whole."""
    parts = _unpacked(good)
    names = [name for name in parts if _PARTS.search(name)]
    for name in chance.sample(names, chance.randint(1, 2)):
        kind = chance.random()
        if kind < 0.05:
            del parts[name]
        elif kind < 0.1:
            parts[name] = parts[chance.choice(list(parts))]
        else:
            parts[name] = _text_changed(parts[name], chance)
    return _packed(parts)


def cells_changed(good: bytes, chance: random.Random) -> bytes:
    """Values of some cells copied over others or replaced; the XML stays well formed."""
    parts = _unpacked(good)
    names = [name for name in parts if name.startswith("xl/worksheets/sheet")]
    for name in chance.sample(names, 4):
        values = list(re.finditer(rb"<v>[^<]*</v>", parts[name]))
        if len(values) > 1:
            first, second = chance.choice(values), chance.choice(values)
            body = bytearray(parts[name])
            number = b"<v>%d</v>" % chance.choice((0, -3, 7, 46388, 10**9))
            new = second[0] if chance.random() < 0.5 else number
            body[first.start():first.end()] = new
            parts[name] = bytes(body)
    return _packed(parts)


KINDS: tuple[Callable[[bytes, random.Random], bytes], ...] = (bytes_changed, part_changed, cells_changed)


def mutant(good: bytes, seed: int) -> bytes:
    """The damaged workbook of a seed."""
    return KINDS[seed % len(KINDS)](good, random.Random(seed))


def checked(data: bytes, path: Path) -> Outcome:
    """Run `planner check` in this process on the bytes, written to `path`."""
    path.write_bytes(data)
    started = time.perf_counter()
    result = CliRunner().invoke(check, [str(path)])
    seconds = time.perf_counter() - started
    escaped = None if isinstance(result.exception, SystemExit) else result.exception
    return Outcome(result.exit_code, bool(result.stdout or result.stderr), seconds, escaped)


def _text_changed(data: bytes, chance: random.Random) -> bytes:
    body = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        if not body:
            break
        at, kind = chance.randrange(len(body)), chance.random()
        if kind < 0.3:
            body[at] = chance.randrange(32, 127)
        elif kind < 0.45:
            del body[at:at + chance.randint(1, 20)]
        elif pieces := list(_PIECES.finditer(body)):
            piece = chance.choice(pieces)
            body[piece.start():piece.end()] = chance.choice(_REPLACEMENTS)
    return bytes(body)


def _unpacked(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as source:
        return {name: source.read(name) for name in source.namelist()}


def _packed(parts: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as target:
        for name, data in parts.items():
            target.writestr(name, data)
    return buffer.getvalue()


def main(good: bytes, count: int, start: int = 0) -> int:
    """Check `count` mutants and print what came of them; the number of those that ended wrongly."""
    wrong, slowest, codes = 0, 0.0, dict.fromkeys((0, 2, 3), 0)
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(start, start + count):
            outcome = checked(mutant(good, seed), Path(folder) / "in.xlsx")
            slowest = max(slowest, outcome.seconds)
            codes[outcome.code] = codes.get(outcome.code, 0) + 1
            if outcome.escaped is not None or outcome.code not in (0, 2, 3) or not outcome.told:
                wrong += 1
                print(f"seed {seed}: {outcome}")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{count} mutants, {wrong} wrong, exit codes {codes}, slowest {slowest:.2f} s, {memory:.0f} MB")
    return wrong


if __name__ == "__main__":
    import runpy

    from planner.workbook import write_workbook

    example = Path(__file__).parents[1] / "planner" / "workbook" / "example_tables.py"
    with tempfile.TemporaryDirectory() as place:
        write_workbook(Path(place) / "good.xlsx", runpy.run_path(str(example))["small"]())
        original = (Path(place) / "good.xlsx").read_bytes()
    sys.exit(min(main(original, *map(int, sys.argv[1:] or ["300"])), 1))
