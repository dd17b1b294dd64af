"""The group of commands."""

from __future__ import annotations

import subprocess

HEAVY = ("numpy", "scipy", "pyomo", "highspy", "xlsxwriter", "pandas", "rich", "planner.workbook")


def test_help_imports_no_command(command: list[str]) -> None:
    code = f"import sys\n{command[2].replace('entry()', '')}\n" + (
        "try: entry()\nexcept SystemExit: pass\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    ended = subprocess.run(
        [command[0], "-c", code, "--help"], capture_output=True, text=True, check=True, timeout=60)
    assert ended.stderr.strip() == "[]"
    assert "solve" in ended.stdout


def test_unknown_command_is_a_usage_error(command: list[str]) -> None:
    ended = subprocess.run([*command, "slove"], capture_output=True, text=True, timeout=60)
    assert ended.returncode == 2
    assert "slove" in ended.stderr
    assert "Traceback" not in ended.stderr
