"""What a plan, or the lack of one, means: why no plan exists."""

from __future__ import annotations

from planner.analyse.messages import INFEASIBLE
from planner.workbook.messages import MESSAGES

MESSAGES.update(INFEASIBLE)  # findings look their words up there
