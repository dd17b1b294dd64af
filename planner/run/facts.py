"""Facts about a run that the report and the manifest state."""

from __future__ import annotations

import platform
from dataclasses import fields
from importlib import metadata

from models.plan import Month, Plan, month_text
from planner.messages import spoken, tr

COMPONENTS = ("planner", "highspy", "pyomo", "numpy", "scipy", "XlsxWriter")


def versions() -> dict[str, str]:
    """Version of planner, Python and the libraries that a plan depends on."""
    found = {}
    for name in COMPONENTS:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = tr("not installed")
    return {**found, "Python": platform.python_version()}


def data_cut_off(plan: Plan) -> str:
    """The newest month among the dates of the input's sources, in words; "" where no row states one."""
    months: list[Month] = []
    for table in fields(plan):
        rows = getattr(plan, table.name)
        for row in rows if isinstance(rows, tuple) else ():
            if row.provenance.as_of is not None:
                months.append(row.provenance.as_of)
    return spoken("newest source of {month}", month=month_text(max(months))) if months else ""
