"""Makes every `.mo` from its `.po`: `python -m planner.messages.compile`."""

from __future__ import annotations

from pathlib import Path

from planner.messages import LOCALE
from planner.messages.po import mo_bytes, read_po


def compile_all() -> list[Path]:
    """Write the `.mo` files; returns their paths."""
    made = []
    for source in sorted(LOCALE.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        target.write_bytes(mo_bytes(read_po(source)))
        made.append(target)
    return made


if __name__ == "__main__":
    for path in compile_all():
        print(path.relative_to(LOCALE))
