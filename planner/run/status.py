"""The master status of a written report, from the stored value of its cell."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

_STORED = re.compile(r'<c r="B3"[^>]*>(?:<f>[^<]*</f>)?<v>([^<]*)</v>')


def master_status(report: Path) -> str:
    """OK, RE-PRICED, ERROR …: Cover!B3 as stored; "unknown" where it cannot be read."""
    try:
        with zipfile.ZipFile(report) as parts:
            cover = parts.read("xl/worksheets/sheet1.xml").decode("utf-8")
    except (OSError, KeyError, zipfile.BadZipFile):
        return "unknown"
    found = _STORED.search(cover)
    return found.group(1) if found else "unknown"
