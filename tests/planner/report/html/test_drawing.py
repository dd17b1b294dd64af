from __future__ import annotations

from itertools import pairwise

import pytest

from planner.report.html.columns import Series, stacked_columns
from planner.report.html.drawing import WIDTH, axis
from planner.report.html.rows import Bar, Part, bars


@pytest.mark.parametrize(
    ("values", "divisor", "words"),
    [
        ([683.0], 1.0, ["0", "200", "400", "600", "800"]),
        ([0.052], 1.0, ["0.00", "0.02", "0.04", "0.06"]),
        ([17.4e6], 1e6, ["0", "5", "10", "15", "20"]),
        ([1.37e6, -0.3e6], 1e6, ["-0.5", "0.0", "0.5", "1.0", "1.5"]),
        ([0.0], 1.0, ["0.0", "0.5", "1.0"]),
        ([], 1.0, ["0.0", "0.5", "1.0"]),
        ([-30.0], 1.0, ["-30", "-20", "-10", "0"]),
    ],
)
def test_axes_are_round_and_hold_all_values(values: list[float], divisor: float, words: list[str]) -> None:
    made = axis(values, divisor)
    assert [made.word(value) for value in made.ticks()] == words
    assert made.low <= min([0.0, *values]) and made.high >= max([0.0, *values])


def test_columns_stack_upwards_and_downwards() -> None:
    series = [Series("a", [10.0, 0.0]), Series("b", [20.0, -10.0]), Series("never", [0.0, 0.0])]
    drawing = stacked_columns("t", "d", "USD", ["2027", "2028"], series, Series("limit", [30.0, 25.0]))
    a, b, below = drawing.boxes
    assert [box.series for box in drawing.boxes] == [0, 1, 1]
    assert b.y < a.y < below.y
    per_unit = 150.0 / 40.0  # axis from -10 to 30
    assert (a.height, b.height) == pytest.approx((10 * per_unit - 0.6, 20 * per_unit - 0.6))
    assert b.y + b.height + 0.6 == pytest.approx(a.y)
    assert below.y == pytest.approx(a.y + a.height + 0.6)
    assert [(key.name, key.series) for key in drawing.keys] == [("a", 0), ("b", 1), ("limit", None)]
    (limit,) = [stroke for stroke in drawing.strokes if stroke.kind == "limit"]
    assert len(limit.points) == 4 and limit.points[0][1] == pytest.approx(b.y)


@pytest.mark.parametrize("periods", [1, 4, 13, 40, 120])
def test_nothing_leaves_the_picture_and_names_do_not_touch(periods: int) -> None:
    names = [f"20{27 + t // 12}-{t % 12 + 1:02}" for t in range(periods)]
    drawing = stacked_columns("t", "d", "MW", names, [Series("used", [float(t) for t in range(periods)])])
    assert all(box.x >= 0 and box.x + box.width <= WIDTH for box in drawing.boxes)
    assert all(box.y >= 0 and box.y + box.height <= drawing.height for box in drawing.boxes)
    below = [label for label in drawing.labels if label.text in names]
    assert below[0].text == names[0]
    assert all(b.x - a.x >= 7 * 5.6 for a, b in pairwise(below))


def test_a_waterfall_hangs_each_bar_where_the_last_one_ended() -> None:
    rows = [
        Bar("start", "10", (Part(0.0, 10.0, 0),)),
        Bar("more", "+5", (Part(10.0, 15.0, 1),)),
        Bar("less", "(15)", (Part(15.0, 0.0, 2),)),
        Bar("x" * 50, "0", (Part(0.0, 0.0, 0),)),
    ]
    drawing = bars("t", "d", rows, ("Cost", "More", "Less"))
    start, more, less = drawing.boxes
    assert start.x + start.width == pytest.approx(more.x)
    assert less.x == pytest.approx(start.x)
    assert less.x + less.width == pytest.approx(more.x + more.width)
    assert drawing.labels[6].text == "x" * 33 + "…"
