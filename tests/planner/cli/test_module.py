"""`python -m planner` is the command, where no script is on the path."""

from __future__ import annotations

import subprocess
import sys


def test_the_package_runs_as_a_module() -> None:
    ran = subprocess.run([sys.executable, "-m", "planner", "--help"], capture_output=True, text=True)
    assert ran.returncode == 0
    assert ran.stdout.startswith("Usage: ")
    assert "solve" in ran.stdout
