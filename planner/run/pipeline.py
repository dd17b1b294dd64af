"""The pipeline: workbook -> plan -> checks -> program -> solution -> verified plan -> report.

Heavy libraries (program, solver, report) are imported where they are first needed, so that a bad input is
told at once.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from planner.messages import choose, environment, speaking, spoken, tr, use
from planner.run.folder import SOLVER_LOG, keep_input, make_run_folder, new_run_id
from planner.run.manifest import record
from planner.run.options import choose_options
from planner.run.outcome import ExitCode, Run, RunError, UsageError
from planner.run.request import Listener, Request
from planner.workbook.assemble import ReadResult
from planner.workbook.findings import Finding, has_errors

if TYPE_CHECKING:
    from models.costing.line import CostLine
    from models.matrix import Key, Matrix
    from models.plan import Plan
    from models.results import PlanResult
    from models.sizing import Sizing
    from planner.analyse.reason import Reason
    from planner.report import Baseline
    from planner.report.previous import PreviousReport
    from planner.solve.options import SolveOptions
    from planner.solve.outcome import Optimal, Outcome, Stopped

log = logging.getLogger(__name__)


def new_run() -> Run:
    """A run that starts now."""
    utc = datetime.now(UTC)
    return Run(new_run_id(utc), utc)


def run_plan(run: Run, request: Request, listener: Listener, stop: threading.Event) -> None:
    """Read, check, solve and report; everything found out is put into `run` as it comes.

    Setting `stop` ends the search with the best plan so far. Raises RunError, UsageError and OSError with
    one sentence for the user; what else is raised is a fault of the program.
    """
    try:
        with speaking(choose(request.language, environment())):
            _run(run, request, listener, stop)
    except BaseException as error:
        run.outcome = type(error).__name__
        raise
    finally:
        record(run, request.source)


def _run(run: Run, request: Request, listener: Listener, stop: threading.Event) -> None:
    with _phase(run, listener, "read"):
        read = _read(run, request, listener)
    if read.plan is None:
        run.code, run.outcome = ExitCode.BAD_INPUT, "bad input"
        return
    plan = read.plan
    listener.currency(plan.settings.currency)
    _make_folder(run, request, listener)
    options, run.options = choose_options(
        plan.settings, request.overrides, read.origin, run.folder / SOLVER_LOG if run.folder else None
    )
    with _phase(run, listener, "check"):
        sizing = _sized(plan)
        previous = _previous(request.previous, sizing, plan.settings.currency)
        if not _prechecked(run, plan, sizing, read, listener):
            return
    with _phase(run, listener, "build"):
        built = _built(run, plan, sizing, read, listener)
    if built is None:
        return
    lines, matrix = built
    with _phase(run, listener, "solve"):
        outcome = _solved(matrix, options, listener, stop)
    plan_found = _with_plan(run, outcome, matrix.money_scale)
    if run.code is ExitCode.INFEASIBLE:
        with _phase(run, listener, "diagnose"):
            _diagnose(run, plan, sizing, matrix, options, read, listener, stop)
    if plan_found is None:
        return
    with _phase(run, listener, "verify"):
        from planner.run.verified import verified

        run.result = verified(plan, sizing, lines, matrix, plan_found, options)
    _told_breaches(run, run.result, read, listener)
    known = dict(zip(matrix.columns, plan_found.solution.x.tolist(), strict=True))
    _price_choices(run, run.result, request, plan, options, known, listener, stop)
    compared: tuple[Baseline, ...] = ()
    if request.baselines and not stop.is_set():
        with _phase(run, listener, "baselines"):
            from planner.analyse.baselines import baselines

            compared = tuple(baselines(plan, known, options, stop))
    with _phase(run, listener, "report"):
        from planner.report import books_of
        from planner.run.reports import write_reports

        books = books_of(plan, sizing, lines, run.result)
        write_reports(
            run, request, plan, lines, books, compared, previous, read, plan_found.solution.log_tail,
            listener.tell)


@contextmanager
def _phase(run: Run, listener: Listener, name: str) -> Iterator[None]:
    """Times a part of the run."""
    listener.phase(name)
    log.info("%s begins", name)
    started = time.monotonic()
    try:
        yield
    finally:
        run.timings[name] = round(time.monotonic() - started, 3)


def _read(run: Run, request: Request, listener: Listener) -> ReadResult:
    from planner.workbook.reader import read_workbook

    read = read_workbook(request.source)
    run.findings = read.findings
    run.language = choose(request.language, environment(), read.language)
    use(run.language)  # until run_plan ends
    run.input_sha256 = read.sha256
    listener.findings(read.findings)
    return read


def _make_folder(run: Run, request: Request, listener: Listener) -> None:
    try:
        run.folder = make_run_folder(request.report, run.run_id)
        keep_input(run.folder, request.source)
    except OSError as error:
        run.notes.append(spoken("the run folder cannot be written ({reason}): nothing is logged",
                                reason=error.strerror or error))
        listener.tell(run.notes[-1])
        return
    listener.folder(run.folder)
    record(run, request.source)


def _sized(plan: Plan) -> Sizing:
    from models.sizing import size

    try:
        return size(plan)
    except ValueError as error:  # an existing cluster that cannot stand: the message names it
        raise UsageError(tr(str(error))) from error


def _previous(path: Path | None, sizing: Sizing, currency: str) -> PreviousReport | None:
    if path is None:
        return None
    from planner.run.previous import previous_report

    return previous_report(path, currency, sizing.calendar)


def _prechecked(run: Run, plan: Plan, sizing: Sizing, read: ReadResult, listener: Listener) -> bool:
    from planner.prechecks import prechecks

    found = prechecks(plan, sizing, read.origin)
    _add_findings(run, found, listener)
    if has_errors(found):
        run.code, run.outcome = ExitCode.INFEASIBLE, "infeasible"
        return False
    return True


def _add_findings(run: Run, found: Sequence[Finding], listener: Listener) -> None:
    if found:
        run.findings = (*run.findings, *found)
        listener.findings(found)


def _built(
    run: Run, plan: Plan, sizing: Sizing, read: ReadResult, listener: Listener
) -> tuple[tuple[CostLine, ...], Matrix] | None:
    from models.costing.lines import cost_lines
    from models.program.build import ImpossibleRowsError, build

    lines = cost_lines(plan, sizing)
    try:
        matrix = build(plan, sizing, lines)
    except ImpossibleRowsError as error:
        from planner.analyse.infeasible import impossible_rows

        run.code, run.outcome = ExitCode.INFEASIBLE, "infeasible"
        _add_reasons(run, impossible_rows(error.rows, sizing), read, listener)
        return None
    log.info("%d rows, %d columns, %d whole", matrix.n_rows, matrix.n_columns, int(matrix.integer.sum()))
    return lines, matrix


def _solved(matrix: Matrix, options: SolveOptions, listener: Listener, stop: threading.Event) -> Outcome:
    from planner.solve.progress import Progress
    from planner.solve.search import solve

    scale = matrix.money_scale

    def in_money(state: Progress) -> None:
        listener.progress(
            Progress(state.seconds, state.best * scale, state.bound * scale, state.gap, state.phase))

    return solve(matrix, options, stop=stop, on_progress=in_money)


def _with_plan(run: Run, outcome: Outcome, money_scale: float) -> Optimal | Stopped | None:
    """The outcome if it holds a plan; sets the run's code. Raises RunError where the solver failed."""
    from planner.solve import outcome as ends

    log.info("the search ended: %s", type(outcome).__name__)
    match outcome:
        case ends.Optimal():
            run.code, run.outcome = ExitCode.OK, "optimal"
            return outcome
        case ends.Stopped():
            run.code, run.outcome = ExitCode.STOPPED_WITH_PLAN, outcome.reason.value
            return outcome
        case ends.StoppedWithout():
            run.code, run.outcome = ExitCode.STOPPED_WITHOUT_PLAN, outcome.reason.value
            run.bound = outcome.bound * money_scale
        case ends.Infeasible():
            run.code, run.outcome = ExitCode.INFEASIBLE, "infeasible"
            if not outcome.confirmed:
                run.notes.append(tr("The solver reports infeasible; a second run could not confirm it."))
        case ends.Unbounded():
            raise RunError(tr("the cost falls without end: some credit or negative price has no limit"))
        case ends.SolverError():
            raise RunError(spoken("the solver failed: {why}", why=outcome.message))
    return None


def _diagnose(
    run: Run, plan: Plan, sizing: Sizing, matrix: Matrix, options: SolveOptions, read: ReadResult,
    listener: Listener, stop: threading.Event,
) -> None:
    from planner.analyse.infeasible import explain

    _add_reasons(run, explain(plan, sizing, matrix, options, stop), read, listener)


def _price_choices(
    run: Run, result: PlanResult, request: Request, plan: Plan, options: SolveOptions,
    known: Mapping[Key, float], listener: Listener, stop: threading.Event,
) -> None:
    """What choices cost: all where asked for, protection where plans to compare with are solved."""
    from planner.analyse.choices import cost_of_choices, cost_of_protection_alone, priced_anyway

    if stop.is_set() or not (request.choices or (request.baselines and priced_anyway(plan, result.proof))):
        return
    with _phase(run, listener, "choices"):
        priced = cost_of_choices if request.choices else cost_of_protection_alone
        run.result = replace(result, choices=priced(plan, result.proof.cost, options, stop, known))


def _told_breaches(run: Run, result: PlanResult, read: ReadResult, listener: Listener) -> None:
    from planner.analyse.breaches import breaches, broken

    _add_reasons(run, breaches(result.limits), read, listener)
    if run.code is ExitCode.OK and broken(result.limits):
        run.code = ExitCode.BUDGET_BREACH


def _add_reasons(run: Run, reasons: Sequence[Reason], read: ReadResult, listener: Listener) -> None:
    from planner.prechecks.place import at

    _add_findings(run, [at(read.origin, item.code, item.ref, **item.params) for item in reasons], listener)
