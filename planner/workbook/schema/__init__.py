"""The one declarative schema of the input workbook: every sheet, every column.

`TABLES` is in sheet order: basic sheets, catalogue sheets, advanced sheets. The attributes of the plan's
records are these columns (`NOT_IN_RECORD` apart), so nothing is described twice.
"""

from __future__ import annotations

from planner.workbook.schema.advanced import (
    BLOCKS,
    BUDGETS,
    COST_TERMS,
    FX,
    LIMITS,
    LOAD_PROFILES,
    OVERRIDES,
    SCENARIOS,
    SITE_POWER,
)
from planner.workbook.schema.basic import POWER_EXPANSIONS, SITES
from planner.workbook.schema.blank import Blank
from planner.workbook.schema.column import Column, ValueKind
from planner.workbook.schema.common import NOT_IN_RECORD
from planner.workbook.schema.facility import COOLING, REDUNDANCY, SITE_COOLING
from planner.workbook.schema.hardware import FABRICS, SYSTEMS
from planner.workbook.schema.held import COMMITMENTS, EXISTING_FLEET, OPEN_ORDERS
from planner.workbook.schema.services import CLOUD_OFFERS, OVERHEADS, STORAGE, STORAGE_POLICY
from planner.workbook.schema.settings import SETTINGS
from planner.workbook.schema.table import Table
from planner.workbook.schema.wording import sentence, shown
from planner.workbook.schema.work import DEMAND, SERVING_RATES, WORKLOADS

SCHEMA_VERSION = "1.0"
"""Version written into templates (custom property and sheet Start) and compared on reading."""

VERSION_PROPERTY = "planner_schema_version"
"""Name of the workbook's custom document property that holds the schema version."""

START_SHEET = "Start"
"""The guide sheet: read for its version only."""

FINDINGS_SHEET = "planner findings"
"""The list of findings in a marked copy: not read."""

TABLES: tuple[Table, ...] = (
    SETTINGS, SITES, POWER_EXPANSIONS, WORKLOADS, DEMAND, SERVING_RATES, EXISTING_FLEET, OPEN_ORDERS,
    COMMITMENTS,
    SYSTEMS, FABRICS, COOLING, SITE_COOLING, REDUNDANCY, CLOUD_OFFERS, STORAGE, STORAGE_POLICY, OVERHEADS,
    BLOCKS, LOAD_PROFILES, SITE_POWER, BUDGETS, LIMITS, OVERRIDES, SCENARIOS, FX, COST_TERMS,
)
BY_NAME: dict[str, Table] = {table.name: table for table in TABLES}

__all__ = [
    "BY_NAME", "FINDINGS_SHEET", "NOT_IN_RECORD", "SCHEMA_VERSION", "SETTINGS", "START_SHEET", "TABLES",
    "VERSION_PROPERTY",
    "Blank", "Column", "Table", "ValueKind", "sentence", "shown",
]
