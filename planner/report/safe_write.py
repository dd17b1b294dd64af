"""Writing report and page so that a solve is never lost and nothing half-written stands under the asked name.

The file is built as a temporary one and moved. An existing file is replaced only if its hash is one that an
earlier run recorded in its run folder (`<report stem>.run/<run>/report.json`): else it is somebody's work.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from planner.messages import fill, spoken, tr

RECORD, PAGE_RECORD = "report.json", "page.json"
_MOST_NAMES = 100


def file_sha256(path: Path) -> str:
    """SHA-256 of a file's bytes."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def record_report(run_folder: Path, report: Path, record: str = RECORD) -> None:
    """Note in the run folder which report (or page) the run wrote, so that a later run may replace it."""
    entry = {"name": report.name, "sha256": file_sha256(report)}
    (run_folder / record).write_text(json.dumps(entry, indent=1) + "\n", encoding="utf-8")


def recorded_hashes(report: Path) -> frozenset[str]:
    """Hashes of files that earlier runs recorded beside `report`; unreadable records are passed over."""
    hashes = set()
    folder = report.with_suffix(".run")
    for record in (path for name in (RECORD, PAGE_RECORD) for path in folder.glob(f"*/{name}")):
        try:
            entry = json.loads(record.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
        if isinstance(entry, dict) and isinstance(entry.get("sha256"), str):
            hashes.add(entry["sha256"])
    return frozenset(hashes)


def write_safely(
    asked: Path,
    build: Callable[[Path], None],
    tell: Callable[[str], None],
    *,
    beside: Path | None = None,
    noun: str | None = None,
) -> Path:
    """Build the file and move it to `asked`, or to the nearest name or folder that can take it.

    `build` writes a whole file to the path it is given; it may be called again after an OSError.
    `tell` gets one sentence when the file lands elsewhere, in which `noun` names it ("report" unless given).
    `beside`: the report whose run folders tell planner's own files, `asked` itself unless given.
    Raises OSError when no folder can take it.
    """
    asked = asked.absolute()
    noun = noun or tr("report")
    known = recorded_hashes(beside or asked)
    failure: OSError | None = None
    for folder in _folders(asked.parent):
        try:
            temporary = _temporary(folder, asked.suffix)
        except OSError as error:
            failure = failure or error
            continue
        try:
            build(temporary)
            placed = _place(temporary, folder / asked.name, known, noun, tell)
        except OSError as error:
            temporary.unlink(missing_ok=True)
            failure = failure or error
            continue
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        if failure is not None:
            names = {"asked": asked, "why": failure.strerror or failure, "noun": noun, "placed": placed}
            tell(fill("{asked} could not be written ({why}): the {noun} is {placed}", names))
        return placed
    raise failure or OSError(spoken("{file} cannot be written", file=asked))


def _folders(first: Path) -> Iterator[Path]:
    yield first
    yield from dict.fromkeys(
        folder for folder in (Path.cwd(), Path.home(), Path(tempfile.gettempdir())) if folder != first
    )


def _temporary(folder: Path, suffix: str) -> Path:
    handle, name = tempfile.mkstemp(prefix=".report-", suffix=suffix, dir=folder)
    os.close(handle)
    path = Path(name)
    mask = os.umask(0)
    os.umask(mask)
    path.chmod(0o666 & ~mask)  # a temporary file is private; a report has the folder's usual rights
    return path


def _place(
    temporary: Path, target: Path, known: frozenset[str], noun: str, tell: Callable[[str], None]
) -> Path:
    """Move to `target`, else to the first of target-2, target-3 … that is free or planner's own."""
    first_reason: str | None = None
    for number in range(1, _MOST_NAMES):
        name = target if number == 1 else target.with_name(f"{target.stem}-{number}{target.suffix}")
        reason = _why_not(name, known)
        if reason is None:
            try:
                temporary.replace(name)
            except PermissionError:
                reason = tr("is open elsewhere")
            else:
                if first_reason is not None:
                    names = {"asked": target.name, "why": first_reason, "noun": noun, "placed": name.name}
                    tell(fill("{asked} {why}: the {noun} is {placed}", names))
                return name
        first_reason = first_reason or reason
    raise OSError(spoken("{file} and {more} names like it are taken", file=target, more=_MOST_NAMES - 2))


def _why_not(target: Path, known: frozenset[str]) -> str | None:
    """Why a path may not be replaced; None if it may."""
    if target.is_dir():
        return tr("is a folder")
    if not target.exists():
        return None
    if target.with_name(f"~${target.name}").exists() or target.with_name(f".~lock.{target.name}#").exists():
        return tr("is open elsewhere")
    try:
        own = file_sha256(target) in known
    except OSError:
        return tr("cannot be read")
    return None if own else tr("was not written by planner or was changed since")
