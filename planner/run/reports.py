"""What a run writes for people: the report, and the HTML page beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from models.costing.line import CostLine
from models.plan import Plan
from planner.messages import fill
from planner.report import Baseline, Books, Paper, RunMeta, record_report, write_report
from planner.report.previous import PreviousReport
from planner.report.safe_write import PAGE_RECORD
from planner.run.facts import data_cut_off, versions
from planner.run.outcome import Run
from planner.run.previous import comparison, supersedes
from planner.run.status import master_status
from planner.workbook.assemble import ReadResult

if TYPE_CHECKING:
    from planner.run.request import Request


def write_reports(
    run: Run, request: Request, plan: Plan, lines: Sequence[CostLine], books: Books,
    compared: Sequence[Baseline], previous: PreviousReport | None, read: ReadResult,
    log_tail: tuple[str, ...], listen: Callable[[str], None],
) -> None:
    """Report, its master status, and the page where one is asked for; what was written is recorded."""

    def tell(sentence: str) -> None:
        run.notes.append(sentence)
        listen(sentence)

    if request.force and run.folder is not None and request.report.is_file():
        record_report(run.folder, request.report)  # what is recorded may be replaced
    version, before = supersedes(previous)
    meta = RunMeta(
        run_id=run.run_id, utc=run.utc, input_name=request.source.name, input_sha256=read.sha256,
        versions=versions(), options=run.options, log_tail=log_tail, defaults=read.defaults,
        data_cut_off=data_cut_off(plan), plan_version=version, supersedes=before,
    )
    assert run.result is not None
    run.bound = run.result.proof.bound
    papers: list[Paper] = []
    run.report = write_report(
        request.report, run.result, plan, meta, origin=read.origin, findings=run.findings,
        books=books, baselines=compared,
        comparison=comparison(previous, run.result, lines, read), tell=tell, paper=papers.append)
    run.status = master_status(run.report)
    if run.folder is not None:
        record_report(run.folder, run.report)
    if request.page:
        _write_page(run, request, papers[-1], run.report, tell)


def _write_page(
    run: Run, request: Request, paper: Paper, report: Path, tell: Callable[[str], None]
) -> None:
    """The HTML page beside the report; the report stands even where no page can be written."""
    from planner.report.html import write_page  # late: few ask for it

    if request.force and run.folder is not None and report.with_suffix(".html").is_file():
        record_report(run.folder, report.with_suffix(".html"), PAGE_RECORD)
    try:
        run.page = write_page(report, paper, request.report, tell)
    except OSError as error:
        tell(fill("the page cannot be written ({why})", {"why": error.strerror or str(error)}))
        return
    if run.folder is not None:
        record_report(run.folder, run.page, PAGE_RECORD)
