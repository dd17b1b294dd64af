"""`planner template`: write a blank input workbook with the price book's rows."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.option("-o", "--output", "output", type=click.Path(path_type=Path), required=True,
              help="File to write (.xlsx).")
@click.option("--full", is_flag=True, help="Open the advanced columns and settings.")
@click.option("--force", is_flag=True, help="Replace an existing file.")
def template(output: Path, full: bool, force: bool) -> None:
    """Write a blank input workbook: basic sheets empty, catalogue sheets filled from the price book."""
    from planner.workbook import WorkbookExistsError, write_workbook
    from planner.workbook.catalogue import catalogue_tables

    try:
        write_workbook(output, catalogue_tables(), full=full, force=force)
    except WorkbookExistsError as error:
        raise click.UsageError(str(error)) from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise click.UsageError(f"{output} cannot be written ({reason}): close it in the other program, or "
                               "choose another name") from error
    click.echo(f"{output} written: fill in the sheets from the left, then run: planner check {output}")
