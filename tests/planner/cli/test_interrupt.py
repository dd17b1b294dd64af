"""Ctrl-C and the time limit, on a real process."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

EXAMPLE = Path(__file__).parents[3] / "inputs" / "example.xlsx"
WAIT_S = 60.0  # how long a loaded machine may take; nothing waits that long otherwise


@pytest.fixture
def started(command: list[str], plans: Any, workbook: Any, tmp_path: Path) -> Iterator[Any]:
    """Starts a long solve and waits for a line on stderr that holds the words."""
    processes = []

    def start(*args: str) -> subprocess.Popen[str]:
        source = workbook(plans["hard"]())
        process = subprocess.Popen(
            [*command, "solve", str(source), "-o", str(tmp_path / "out.xlsx"), "--json", *args],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        processes.append(process)
        return process

    yield start
    for process in processes:
        process.kill()
        process.wait()


def _wait_for(process: subprocess.Popen[str], words: str) -> None:
    assert process.stderr is not None
    for line in process.stderr:
        if words in line:
            return
    pytest.fail(f"ended without saying {words!r}")


def test_stopping_a_search_keeps_its_plan(started: Any, tmp_path: Path) -> None:
    process = started()
    _wait_for(process, "best USD")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=WAIT_S)
    assert "Stopping: the best plan found so far is kept and reported." in err
    assert process.returncode == 4
    told = json.loads(out)
    assert told["outcome"] == "interrupted"
    assert told["gap"] > 0
    assert told["report"] == str(tmp_path / "out.xlsx")
    assert (tmp_path / "out.xlsx").is_file()


def test_stopping_twice_still_writes_the_plan(started: Any, tmp_path: Path) -> None:
    process = started()
    _wait_for(process, "best USD")
    process.send_signal(signal.SIGINT)
    _wait_for(process, "Stopping")
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=WAIT_S)
    assert process.returncode == 4
    assert (tmp_path / "out.xlsx").is_file()


def test_stopping_before_there_is_a_plan(started: Any, tmp_path: Path) -> None:
    process = started()
    while not (tmp_path / "out.run").exists():
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=WAIT_S)
    assert "Stopping: there is no plan yet." in err
    assert "Traceback" not in err
    assert process.returncode == 5
    assert json.loads(out)["report"] is None
    assert not (tmp_path / "out.xlsx").exists()


def test_the_time_limit_keeps_the_plan(started: Any, tmp_path: Path) -> None:
    process = started("--time-limit", "4")
    out, _ = process.communicate(timeout=WAIT_S)
    assert process.returncode == 4
    told = json.loads(out)
    assert told["outcome"] == "time_limit"
    assert (tmp_path / "out.xlsx").is_file()


def test_no_time_at_all_ends_without_a_plan(planner: Any, plans: Any, workbook: Any, tmp_path: Path) -> None:
    ended = planner("solve", workbook(plans["hard"]()), "-o", tmp_path / "out.xlsx", "--time-limit", "1e-6")
    assert ended.code == 5
    assert ended.out == "Stopped before a plan was found, at the time limit.\n"


def test_stopping_inside_the_first_relaxation(command: list[str], tmp_path: Path) -> None:
    """The example's first relaxation takes seconds, in which the solver calls nobody back."""
    process = subprocess.Popen(
        [*command, "solve", str(EXAMPLE), "-o", str(tmp_path / "out.xlsx"), "--quiet"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        while not any(log.stat().st_size for log in tmp_path.glob("out.run/*/solver.log")):
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=WAIT_S)
    finally:
        process.kill()
        process.wait()
    assert "Stopping: the best plan found so far is kept and reported." in err
    assert process.returncode in (4, 5)
    assert (process.returncode == 4) == (tmp_path / "out.xlsx").is_file()
    assert "by request" in out or "Interrupted" in out
