"""What a plan, or the lack of one, means: why none exists, what breaks a budget, what choices cost."""

from __future__ import annotations

from planner.analyse.messages import BREACHES, INFEASIBLE
from planner.workbook.messages import MESSAGES

MESSAGES.update(INFEASIBLE | BREACHES)  # findings look their words up there
