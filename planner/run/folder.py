"""The run folder: what a run was given, what it did, what came of it."""

from __future__ import annotations

import json
import secrets
import shutil
import tempfile
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

INPUT_COPY = "input.xlsx"
MANIFEST = "manifest.json"
LOG = "run.log"
SOLVER_LOG = "solver.log"
_ATTEMPTS = 20


def new_run_id(utc: datetime) -> str:
    """`20270131T095900Z-1f3c`: time of the start and four random hex digits."""
    return f"{utc:%Y%m%dT%H%M%SZ}-{secrets.token_hex(2)}"


def make_run_folder(report: Path, run_id: str) -> Path:
    """Makes `<report stem>.run/<run id>/` beside the report, never taking one that exists.

    Where the report's folder takes no files the temporary folder does. Raises OSError if neither does.
    """
    failure: OSError | None = None
    for parent in (report.absolute().parent, Path(tempfile.gettempdir())):
        folder = parent / report.with_suffix(".run").name
        for attempt in range(_ATTEMPTS):
            name = run_id if attempt == 0 else f"{run_id[:-4]}{secrets.token_hex(2)}"
            try:
                folder.mkdir(exist_ok=True, parents=parent != report.absolute().parent)
                (folder / name).mkdir()
            except FileExistsError as error:
                failure = error
                continue
            except OSError as error:
                failure = failure or error
                break
            return folder / name
    raise failure or OSError(f"no run folder can be made for {report}")


def keep_input(folder: Path, source: Path) -> None:
    """Copies the input into the run folder, under a name of ours."""
    shutil.copyfile(source, folder / INPUT_COPY)


def write_manifest(folder: Path, manifest: Mapping[str, object]) -> None:
    """Writes manifest.json whole: a reader sees the old one or the new one."""
    temporary = folder / f"{MANIFEST}.part"
    temporary.write_text(json.dumps(manifest, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    temporary.replace(folder / MANIFEST)
