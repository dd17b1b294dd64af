"""Catalogue files: texts in `.po`, bytes in `.mo`.

The binary form is the one of the GNU gettext manual, section "The Format of GNU MO Files".
"""

from __future__ import annotations

import ast
import struct
from collections.abc import Iterable, Mapping
from pathlib import Path

CONTEXT_MARK = "\x04"
"""Stands between context and text in the key of an entry."""

_HEADER = "Content-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: 8bit\nLanguage: {language}\n"
_MAGIC = 0x950412DE


def read_po(path: Path) -> dict[str, str]:
    """Translation by text, or by `context CONTEXT_MARK text`; the header stands under the empty text.

    ValueError for a line that is no part of an entry, or for a text that stands there twice.
    """
    entries: dict[str, str] = {}
    parts: dict[str, str] = {}
    field = ""
    for number, line in enumerate([*path.read_text(encoding="utf-8").splitlines(), ""], start=1):
        word, _, rest = line.partition(" ")
        if not line.strip() or line.startswith("#"):
            _close(parts, entries, number)
            parts, field = {}, ""
        elif word in ("msgctxt", "msgid", "msgstr"):
            field = word
            parts[field] = ast.literal_eval(rest)
        elif line.startswith('"') and field:
            parts[field] += ast.literal_eval(line)
        else:
            raise ValueError(f"{path.name}, line {number}: {line!r} is no part of an entry")
    return entries


def _close(parts: Mapping[str, str], entries: dict[str, str], number: int) -> None:
    if not parts:
        return
    key = parts["msgid"]
    if "msgctxt" in parts:
        key = f"{parts['msgctxt']}{CONTEXT_MARK}{key}"
    if key in entries:
        raise ValueError(f"before line {number}: {key!r} stands there twice")
    entries[key] = parts["msgstr"]


def po_text(entries: Mapping[str, str], keys: Iterable[str], language: str) -> str:
    """The `.po` of the keys in their order; a key without a translation gets an empty one."""
    blocks = [f'msgid ""\nmsgstr {_quoted(_HEADER.format(language=language))}']
    for key in keys:
        context, mark, text = key.rpartition(CONTEXT_MARK)
        head = f"msgctxt {_quoted(context)}\n" if mark else ""
        blocks.append(f"{head}msgid {_quoted(text)}\nmsgstr {_quoted(entries.get(key, ''))}")
    return "\n\n".join(blocks) + "\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def mo_bytes(entries: Mapping[str, str]) -> bytes:
    """The `.mo` of all entries that have a translation."""
    pairs = sorted((k.encode(), v.encode()) for k, v in entries.items() if v)
    count = len(pairs)
    start = 28 + 16 * count
    texts = b"\0".join(k for k, _ in pairs) + b"\0"
    table = _offsets([k for k, _ in pairs], start) + _offsets([v for _, v in pairs], start + len(texts))
    head = struct.pack("<7I", _MAGIC, 0, count, 28, 28 + 8 * count, 0, 0)
    return head + struct.pack(f"<{4 * count}I", *table) + texts + b"\0".join(v for _, v in pairs) + b"\0"


def _offsets(items: Iterable[bytes], start: int) -> list[int]:
    """Length and place of each item, one after the other with a zero byte in between."""
    result = []
    for item in items:
        result += [len(item), start]
        start += len(item) + 1
    return result
