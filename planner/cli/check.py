"""`planner check`: read a workbook and tell what is wrong with it, without planning."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from planner.messages import LANGUAGES, choose, environment, fill, speaking, tr

if TYPE_CHECKING:
    from planner.workbook import Finding, ReadResult
    from planner.workbook.findings import Group


@click.command(help=tr(
    "Check FILE (.xlsx) and list every finding with its cell.\n\n"
    "Exit code 0: the workbook can be planned; 2: it has errors; 3: no plan can meet what it asks for."))
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help=tr("Print the findings as one JSON array."))
@click.option("--strict", "strictly", is_flag=True,
              help=tr("Repairs and ignored sheets or columns count as errors."))
@click.option("--marked", type=click.Path(path_type=Path), metavar="COPY",
              help=tr("Write a copy of the values read to COPY (.xlsx): faulty cells coloured, commented."))
@click.option("--lang", type=click.Choice(LANGUAGES), help=tr("Language of the findings."))
def check(file: Path, as_json: bool, strictly: bool, marked: Path | None, lang: str | None) -> None:
    """Read, check, print, exit."""
    from planner.workbook import has_errors, read_workbook, strict

    if marked is not None and marked.suffix.lower() != ".xlsx":
        raise click.UsageError(fill("the marked copy is {file}: its name must end in .xlsx",
                                    {"file": marked}))
    read = read_workbook(file)
    with speaking(choose(lang, environment(), read.language)):
        impossible = _impossible(read)
        findings = [*read.findings, *impossible]
        if strictly:
            findings = strict(findings)
        _tell(file, findings, as_json)
        if marked is not None:
            _write_marked(marked, file, findings)
    if has_errors(read.findings) or (strictly and has_errors(strict(read.findings))):
        raise SystemExit(2)
    if impossible:
        raise SystemExit(3)


def _impossible(read: ReadResult) -> list[Finding]:
    """What proves that no plan can meet the demand, seen without any search."""
    if read.plan is None:
        return []
    from models.sizing import size
    from planner.prechecks import prechecks
    from planner.workbook import has_errors

    try:
        sizing = size(read.plan)
    except ValueError as error:  # an existing cluster that cannot stand: the message names it
        raise click.UsageError(tr(str(error))) from error
    found = list(prechecks(read.plan, sizing, read.origin))
    return found if has_errors(found) else []


def _tell(file: Path, findings: Sequence[Finding], as_json: bool) -> None:
    from planner.workbook import grouped, has_errors, lines, to_json

    if as_json:
        click.echo(to_json(findings))
        return
    groups = grouped(findings)
    if groups:
        click.echo("\n".join(lines(findings)), err=True)
    verdict = tr("cannot be planned") if has_errors(findings) else tr("can be planned")
    counts = _counts(groups)
    click.echo(f"{file}: {verdict}" + (f" ({counts})" if counts else ""))


def _counts(groups: Sequence[Group]) -> str:
    """How many groups there are of each severity, in words."""
    words = {
        "error": (tr("{n} error"), tr("{n} errors")), "repair": (tr("{n} repair"), tr("{n} repairs")),
        "warning": (tr("{n} warning"), tr("{n} warnings")), "notice": (tr("{n} notice"), tr("{n} notices")),
    }
    counts = {name: sum(group.first.severity == name for group in groups) for name in words}
    return ", ".join(words[name][n != 1].format(n=n) for name, n in counts.items() if n)


def _write_marked(marked: Path, file: Path, findings: Sequence[Finding]) -> None:
    from planner.workbook.container import RefusedError
    from planner.workbook.files import WorkbookExistsError
    from planner.workbook.marked import write_marked

    try:
        placed = write_marked(marked, file, findings)
    except RefusedError:
        click.echo(tr("There is no marked copy: the file itself cannot be read."), err=True)
        return
    except WorkbookExistsError as error:
        raise click.UsageError(str(error)) from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise click.UsageError(fill("{file} cannot be written ({reason}): close it in the other program, or "
                                    "choose another name", {"file": marked, "reason": reason})) from error
    click.echo(fill("marked copy: {file}", {"file": placed}), err=True)
