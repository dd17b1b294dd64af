"""Writes the input workbooks that ship with planner: `python -m inputs.generate [folder]`.

The same price book gives the same workbooks: nothing depends on the clock or on the machine.
"""

from __future__ import annotations

import sys
from pathlib import Path

from inputs.example import example_tables
from inputs.minimal import minimal_tables
from planner.workbook.template import write_workbook

WORKBOOKS = {"minimal.xlsx": minimal_tables, "example.xlsx": example_tables}


def generate(folder: Path) -> list[Path]:
    """Write all workbooks into `folder`, over older ones; returns their paths."""
    paths = []
    for name, tables in WORKBOOKS.items():
        path = folder / name
        write_workbook(path, tables(), force=True)
        paths.append(path)
    return paths


if __name__ == "__main__":
    for written in generate(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent):
        print(written.name)
