"""`planner template`: write an input workbook to fill in, or bring an older one up to date."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from planner.messages import LANGUAGES, choose, environment, fill, speaking, tr

if TYPE_CHECKING:
    from planner.workbook.upgrade import Upgrade


@click.command(help=tr(
    "Write a blank input workbook: basic sheets with a sample row each, catalogue sheets filled from the "
    "price book."))
@click.option("-o", "--output", "output", type=click.Path(path_type=Path), required=True,
              help=tr("File to write (.xlsx)."))
@click.option("--full", is_flag=True, help=tr("Open the advanced columns and settings."))
@click.option("--catalogue", multiple=True, metavar="SHEET=NAMES",
              help=tr("Rows of the price book to copy in, e.g. systems=H100X8,B200* or offers=none; may be "
                      "repeated. Without it all rows are copied."))
@click.option("--from", "old", type=click.Path(path_type=Path), metavar="OLD",
              help=tr("Carry the cells of the older workbook OLD over and list what changed."))
@click.option("--lang", type=click.Choice(LANGUAGES), help=tr("Language of the workbook."))
@click.option("--force", is_flag=True, help=tr("Replace an existing file."))
def template(output: Path, full: bool, catalogue: tuple[str, ...], old: Path | None, lang: str | None,
             force: bool) -> None:
    """Write the workbook and say what to do next."""
    with speaking(choose(lang, environment())):
        if old is not None and output.exists() and old.exists() and output.samefile(old):
            raise click.UsageError(fill("{file} is the older workbook; the new one needs another name",
                                        {"file": output}))
        upgrade = _upgrade(old) if old is not None else None
        _write(output, upgrade, catalogue, full, force)
        for change in upgrade.changes if upgrade else ():
            click.echo(str(change))
        click.echo(fill("{file} written: fill in the sheets from the left, then run: planner check {file}",
                        {"file": output}))


def _upgrade(old: Path) -> Upgrade:
    from planner.workbook.container import RefusedError
    from planner.workbook.upgrade import upgraded

    try:
        return upgraded(old)
    except RefusedError as error:
        raise click.UsageError(f"{old}: {error.finding.seen}; {error.finding.fix}") from error


def _write(
    output: Path, upgrade: Upgrade | None, catalogue: tuple[str, ...], full: bool, force: bool
) -> None:
    from planner.workbook import WorkbookExistsError, write_workbook
    from planner.workbook.samples import sample_rows
    from planner.workbook.schema import TABLES
    from planner.workbook.select import ChoiceError, chosen_markets, chosen_tables, read_choices

    try:
        choices = read_choices(catalogue)
        if upgrade is None:
            samples = {table.name: sample_rows(table.name) for table in TABLES}
            tables = {name: rows for name, rows in samples.items() if rows} | chosen_tables(choices)
        else:
            tables = upgrade.tables
        write_workbook(output, tables, full=full, force=force, market_ids=chosen_markets(choices))
    except (WorkbookExistsError, ChoiceError) as error:
        raise click.UsageError(str(error)) from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise click.UsageError(fill("{file} cannot be written ({reason}): close it in the other program, or "
                                    "choose another name", {"file": output, "reason": reason})) from error
