"""Money, percent and progress lines."""

from __future__ import annotations

import io
import math

import pytest

from planner.cli.money import count, money, percent
from planner.cli.progress import Plain, Terminal, line
from planner.solve.progress import Phase, Progress


@pytest.mark.parametrize(("amount", "words"), [
    (0.0, "USD 0"), (-1234.4, "USD -1,234"), (999_999.0, "USD 999,999"), (1e6, "USD 1 M"),
    (41.236e6, "USD 41.24 M"), (1.5e9, "USD 1.5 bn"), (math.inf, "none yet"),
])
def test_money(amount: float, words: str) -> None:
    assert money(amount, "USD") == words


def test_shares_and_counts() -> None:
    assert (percent(0.0042), percent(0.0), percent(math.inf)) == ("0.42 %", "0 %", "unknown")
    assert (count(1024.0), count(2.5)) == ("1,024", "2.5")


STATE = Progress(12.34, 41.2e6, 40.8e6, 0.4 / 41.2, Phase.TREE)


def test_a_line_tells_time_best_bound_gap_and_phase() -> None:
    assert line(STATE, "EUR") == (
        "  12.3 s  best EUR 41.2 M, bound 40.8 M, gap 0.971 % (400,000): whole program")


def test_elsewhere_than_on_a_terminal_the_first_plan_is_told_once() -> None:
    stream = io.StringIO()
    shown = Plain(stream, lambda: "EUR")
    shown.phase("solve")
    shown.progress(Progress(2.0, math.inf, -math.inf, math.inf, Phase.LIFT))
    shown.progress(STATE)
    shown.progress(STATE)
    assert stream.getvalue() == line(STATE, "EUR") + "\n"


def test_a_terminal_line_is_taken_away_at_the_end() -> None:
    stream = io.StringIO()
    shown = Terminal(stream, lambda: "EUR")
    shown.phase("read")
    shown.progress(STATE)
    shown.close()
    shown.close()
    assert stream.getvalue().count("\n") <= 1
