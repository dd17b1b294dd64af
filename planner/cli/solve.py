"""`planner solve`: the best plan of a workbook, and its report."""

from __future__ import annotations

import logging
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from planner.cli.interrupt import Interrupt
from planner.cli.logs import RunLog
from planner.cli.progress import display
from planner.messages import LANGUAGES, choose, environment, speaking, spoken, tr, use
from planner.run.folder import make_run_folder
from planner.run.options import Overrides
from planner.run.outcome import ExitCode, Run, RunError, StopRequestedError, UsageError
from planner.run.pipeline import new_run, run_plan
from planner.run.request import Listener, Request
from planner.workbook.findings import Finding, lines

log = logging.getLogger(__name__)


@click.command(help=tr(
    "Find the cheapest plan of the workbook INPUT, prove it, and write the report.\n\n"
    "Options that are not given come from the sheet Settings. Ctrl-C keeps the best plan found so far."))
@click.argument("source", metavar="INPUT", type=click.Path(path_type=Path))
@click.option("-o", "--output", "report", metavar="REPORT", default="report.xlsx", show_default=True,
              type=click.Path(path_type=Path), help=tr("Report to write (.xlsx)."))
@click.option("--mip-gap", type=float, help=tr("Stop within this share of the proven bound, e.g. 0.01."))
@click.option("--time-limit", type=float, help=tr("Longest search in seconds; the best plan is kept."))
@click.option("--threads", type=int, help=tr("Threads of the search: 1 repeats exactly, 0 takes all."))
@click.option("--seed", type=int, help=tr("Seed of the search."))
@click.option("--choices", is_flag=True,
              help=tr("Solve again to tell what protection and each override cost."))
@click.option("--no-baselines", is_flag=True,
              help=tr("Skip the plans to compare with (do-minimum, all-cloud, all-own) and the price "
                      "of protection."))
@click.option("--previous", metavar="REPORT", type=click.Path(path_type=Path),
              help=tr("Report of the last approved plan: the sheet Bridge leads from it to this one."))
@click.option("--html", "page", is_flag=True,
              help=tr("Write the summary as a web page too, beside REPORT, for people without Excel."))
@click.option("--lang", type=click.Choice(LANGUAGES), help=tr("Language of messages and report."))
@click.option("--force", is_flag=True, help=tr("Replace REPORT even if planner did not write it."))
@click.option("--json", "as_json", is_flag=True, help=tr("Print the result as one JSON object."))
@click.option("--quiet", is_flag=True, help=tr("No progress; of the findings only errors."))
def solve(
    source: Path, report: Path, mip_gap: float | None, time_limit: float | None, threads: int | None,
    seed: int | None, choices: bool, no_baselines: bool, previous: Path | None, page: bool,
    lang: str | None, force: bool, as_json: bool, quiet: bool,
) -> int:
    """Solve, print, exit."""
    request = Request(source, report, Overrides(mip_gap, time_limit, threads, seed), force, choices,
                      baselines=not no_baselines, page=page, language=lang, previous=previous)
    run = new_run()
    with speaking(choose(lang, environment())):
        _check_paths(source, report, previous)
        message = _carry_out(run, request, quiet)
        from planner.cli import summary

        if run.language:
            use(run.language)
        if as_json:
            click.echo(summary.as_json(run, message))
        elif not message:
            click.echo(summary.text(run))
    return int(run.code)


def _check_paths(source: Path, report: Path, previous: Path | None) -> None:
    if report.suffix.lower() != ".xlsx":
        raise click.UsageError(spoken("the report is {file}: its name must end in .xlsx", file=report))
    if source.exists() and report.exists() and source.samefile(report):
        raise click.UsageError(spoken("{file} is the input; the report needs another name", file=report))
    if previous is not None and previous.exists() and report.exists() and previous.samefile(report):
        raise click.UsageError(
            spoken("{file} is the last approved plan; the report needs another name", file=report))


def _carry_out(run: Run, request: Request, quiet: bool) -> str:
    """Runs it, shows progress and findings, sets the run's code. The error in one sentence, or ""."""
    interrupt, run_log, currency = Interrupt(), RunLog(), [""]
    shown = display(sys.stderr, lambda: currency[0], quiet=quiet)

    def phase(name: str) -> None:
        interrupt.enter(name)
        shown.phase(name)

    def say(sentence: str) -> None:
        shown.close()
        click.echo(sentence, err=True)

    def findings(found: Sequence[Finding]) -> None:
        told = [item for item in found if not quiet or item.severity == "error"]
        if told:
            say("\n".join(lines(told)))

    def in_currency(name: str) -> None:
        currency[0] = name

    listener = Listener(phase, shown.progress, findings, run_log.attach, say, in_currency)
    message = ""
    with interrupt.listening():
        try:
            run_plan(run, request, listener, interrupt.event)
        except StopRequestedError:
            run.code, run.outcome = ExitCode.STOPPED_WITHOUT_PLAN, "interrupted"
        except UsageError as error:
            run.code, message = ExitCode.BAD_INPUT, str(error)
        except (RunError, OSError) as error:
            run.code, message = ExitCode.INTERNAL, _with_log(run, request, run_log, str(error))
        except Exception as error:
            words = spoken("internal error: {kind}: {why}", kind=type(error).__name__,
                           why=str(error).partition("\n")[0])
            run.code, message = ExitCode.INTERNAL, _with_log(run, request, run_log, words)
        finally:
            shown.close()
            run_log.close()
    if message:
        click.echo(spoken("Error: {message}", message=message), err=True)
    return message


def _with_log(run: Run, request: Request, run_log: RunLog, sentence: str) -> str:
    """The sentence with the path of the log, which gets the traceback."""
    if run_log.path is None:
        try:
            run.folder = run.folder or make_run_folder(request.report, run.run_id)
            run_log.attach(run.folder)
        except OSError:
            return sentence
    log.exception("the run failed")
    return spoken("{sentence} (log: {file})", sentence=sentence, file=run_log.path)
