"""From the solver's point to a plan that holds up: exact, checked row by row, priced a second time."""

from __future__ import annotations

from collections.abc import Sequence

from models.costing.line import CostLine
from models.matrix import Matrix
from models.plan import Plan
from models.reading.read import read
from models.results import PlanResult, Proof
from models.sizing import Sizing
from planner.messages import spoken
from planner.run.outcome import RunError
from planner.run.recheck import recheck
from planner.solve.options import SolveOptions
from planner.solve.outcome import Optimal, Stopped, StopReason, gap
from planner.solve.tidy import tidy
from planner.solve.verify import VerificationError, polish


def verified(
    plan: Plan, sizing: Sizing, lines: Sequence[CostLine], matrix: Matrix, found: Optimal | Stopped,
    options: SolveOptions,
) -> PlanResult:
    """The plan with whole numbers, every row checked and its cost computed anew. Raises RunError."""
    solution = found.solution
    try:
        exact = polish(matrix, solution.x, options)
        if not (isinstance(found, Stopped) and found.reason is StopReason.INTERRUPTED):  # someone waits
            exact = polish(matrix, tidy(matrix, exact.x, options), options)
    except VerificationError as error:
        raise RunError(_not_reported(error)) from error
    bound = min(solution.bound, exact.objective)
    scale = matrix.money_scale
    proof = Proof(
        status="optimal" if not isinstance(found, Stopped)
        else "interrupted" if found.reason is StopReason.INTERRUPTED else "time_limit",
        cost=exact.objective * scale, bound=bound * scale, gap=gap(exact.objective, bound),
        asked_gap=options.mip_gap, seconds=solution.seconds,
    )
    result = read(plan, sizing, lines, matrix, exact.x, proof)
    wrong = recheck(result, exact.objective * scale, solution.objective * scale)
    if wrong:
        raise RunError(_not_reported(wrong[0]))
    return result


def _not_reported(why: object) -> str:
    return spoken("the plan found does not hold up and is not reported: {why}", why=why)
