"""`planner check`: read a workbook and tell what is wrong with it, without planning."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the findings as one JSON array.")
@click.option("--strict", "strictly", is_flag=True,
              help="Repairs and ignored sheets or columns count as errors.")
def check(file: Path, as_json: bool, strictly: bool) -> None:
    """Check FILE (.xlsx) and list every finding with its cell.

    Exit code 0: the workbook can be planned; 2: it has errors.
    """
    from planner.workbook import grouped, has_errors, lines, read_workbook, strict, to_json

    findings = list(read_workbook(file).findings)
    if strictly:
        findings = strict(findings)
    if as_json:
        click.echo(to_json(findings))
    else:
        for line in lines(findings):
            click.echo(line, err=True)
        groups = grouped(findings)
        counts = {name: sum(g.first.severity == name for g in groups)
                  for name in ("error", "repair", "warning", "notice")}
        told = ", ".join(f"{n} {name}{'s' if n != 1 else ''}" for name, n in counts.items() if n)
        verdict = "cannot be planned" if has_errors(findings) else "can be planned"
        click.echo(f"{file}: {verdict}" + (f" ({told})" if told else ""))
    if has_errors(findings):
        raise SystemExit(2)
