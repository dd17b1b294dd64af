from __future__ import annotations

import numpy as np
import pytest

from planner.report.cells import (
    Block,
    Formula,
    absolute,
    added,
    largest,
    money_words,
    multiplied,
    ratio,
    remainder,
    smallest,
    sumproduct,
    total,
    whole,
)

A, B, C = Formula("A1", 6.0), Formula("B1", 4.0), Formula("C1", 0.0)


@pytest.mark.parametrize(
    ("formula", "text", "value"),
    [
        (A + B, "A1+B1", 10.0),
        (A - (B + 1), "A1-(B1+1)", 1.0),
        (A - B - 1, "A1-B1-1", 1.0),
        (1 - A, "1-A1", -5.0),
        ((A + B) * B, "(A1+B1)*B1", 40.0),
        (A / (A * B), "A1/(A1*B1)", 0.25),
        ((1 + A) ** (0 - B / 12), "(1+A1)^(0-B1/12)", 7.0 ** (-4.0 / 12.0)),
        (ratio(A + B, A - B), "IF(A1-B1=0,0,(A1+B1)/(A1-B1))", 5.0),
        (ratio(A, C), "IF(C1=0,0,A1/C1)", 0.0),
        (added([]), "0", 0.0),
        (multiplied([A, 1 - B]), "A1*(1-B1)", -18.0),
        (absolute(B - A), "ABS(B1-A1)", 2.0),
        (remainder(A, B), "MOD(A1,B1)", 2.0),
        (whole(A / B), "INT(A1/B1)", 1.0),
        (largest(A, B), "MAX(A1,B1)", 6.0),
        (smallest(A, B), "MIN(A1,B1)", 4.0),
    ],
)
def test_text_and_value_of_one_expression(formula: Formula, text: str, value: float) -> None:
    assert formula.text == text
    assert formula.value == pytest.approx(value, rel=1e-15)


def test_blocks() -> None:
    left, right = Block("A1:C1", np.array([1.0, 2.0, 3.0])), Block("A2:C2", np.array([4.0, 5.0, 6.0]))
    assert (total(left).text, total(left).value) == ("SUM(A1:C1)", 6.0)
    assert (sumproduct(left, right).text, sumproduct(left, right).value) == ("SUMPRODUCT(A1:C1,A2:C2)", 32.0)


def test_other_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="must stand in a cell of its own"):
        A + 2


def test_cancelling_sums_are_zero_as_in_a_spreadsheet() -> None:
    third = Formula("A1", 0.1 + 0.2)
    assert (third - Formula("B1", 0.3)).value == 0.0


@pytest.mark.parametrize(("value", "shown"), [(1234567.5, "1,234,568"), (-0.4, "0"), (-2.5, "-3")])
def test_money_words(value: float, shown: str) -> None:
    assert money_words(Formula("A1", value)).value == shown


@pytest.mark.parametrize("value", [0.0, 1.0, 512.25, 999_983.0, 4_380_000.0, 5.25e13])
def test_a_checksum_sees_one_unit_in_any_value(value: float) -> None:
    from planner.report.sheets.decisions import checksum

    periods, modulus = Block("$H$5:$J$5", np.array([1.0, 2.0, 3.0])), Formula("M", 999_983.0)

    def of(values: list[float]) -> float:
        return checksum(Block("H7:J7", np.array(values)), periods, modulus).value

    solved = of([3.0, value, 2.0])
    for changed in ([3.0, value + 1, 2.0], [value, 3.0, 2.0], [3.0, 2.0, value]):
        if changed != [3.0, value, 2.0]:
            assert abs(of(changed) - solved) > 1e-12 * max(1.0, abs(solved))


def test_checksum_text() -> None:
    from planner.report.sheets.decisions import checksum

    made = checksum(
        Block("H7:I7", np.array([2e6, 5.0])), Block("H5:I5", np.array([1.0, 2.0])), Formula("M", 1e6)
    )
    assert made.text == "SUMPRODUCT(H7:I7-M*INT(H7:I7/M),H5:I5)+SUMPRODUCT(INT(H7:I7/M),H5:I5+1)"
    assert made.value == 5.0 * 2 + 2.0 * 2


def test_more_parts_than_a_function_takes() -> None:
    parts = [Formula(f"A{n}", float(n)) for n in range(1, 601)]
    made = smallest(*parts)
    assert made.value == 1.0
    assert made.text.count("MIN(") == 4
    assert max(inside.count(",") for inside in made.text.split("MIN(")) <= 250
