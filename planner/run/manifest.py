"""manifest.json: what a run was given and what came of it, brought up to date as it goes."""

from __future__ import annotations

import logging
import math
from pathlib import Path

from planner.run.facts import versions
from planner.run.folder import write_manifest
from planner.run.outcome import Run

log = logging.getLogger(__name__)


def record(run: Run, source: Path) -> None:
    """Brings the manifest up to date. A run never fails for its log."""
    if run.folder is None:
        return
    proof = run.result.proof if run.result is not None else None
    manifest = {
        "run_id": run.run_id, "utc": run.utc.isoformat(timespec="seconds"),
        "input": {"name": source.name, "sha256": run.input_sha256},
        "report": run.report.name if run.report else None, "page": run.page.name if run.page else None,
        "master_status": run.status or None,
        "outcome": run.outcome, "exit_code": int(run.code),
        "cost": proof.cost if proof else None, "bound": _finite(run.bound),
        "gap": _finite(proof.gap) if proof else None,
        "options": [{"name": o.name, "value": o.value, "origin": o.origin} for o in run.options],
        "versions": versions(), "timings_s": run.timings, "notes": run.notes,
        "findings": {severity: sum(f.severity == severity for f in run.findings)
                     for severity in ("error", "repair", "warning", "notice")},
    }
    try:
        write_manifest(run.folder, manifest)
    except OSError as error:
        log.warning("the manifest cannot be written: %s", error)


def _finite(value: float) -> float | None:
    """The number, None for infinity: JSON has no word for it."""
    return value if math.isfinite(value) else None
