"""Hand values of models.finance.residual."""

from __future__ import annotations

import pytest

from models.finance import residual as r

SHARES = (0.7, 0.5, 0.35, 0.25, 0.15)


@pytest.mark.parametrize(
    "age, life, share",
    [
        (0, 72, 0.7),
        (12, 72, 0.7),
        (18, 72, 0.6),
        (24, 72, 0.5),
        (60, 72, 0.15),
        (66, 72, 0.075),
        (72, 72, 0.0),
        (90, 72, 0.0),
        (47, 48, 0.35 - 0.1 * 11 / 12),
        (48, 48, 0.0),
        (59, 60, 0.25 - 0.1 * 11 / 12),
        (60, 60, 0.0),
        (6, 6, 0.0),
        (5, 6, 0.7),
    ],
)
def test_resale_share(age: float, life: float, share: float) -> None:
    assert r.resale_share(age, SHARES, life) == pytest.approx(share)


def test_age_is_not_negative() -> None:
    with pytest.raises(ValueError, match="age"):
        r.resale_share(-1, SHARES, 60)


def test_quote_is_carried_along_the_curve() -> None:
    price = r.implied_price(35, 0.7)
    assert price == pytest.approx(50)
    assert r.implied_price(35, 0.0) == 0.0


def test_straight_line() -> None:
    assert r.straight_line_book_value(120, 0, 60) == 120
    assert r.straight_line_book_value(120, 15, 60) == 90
    assert r.straight_line_book_value(120, 70, 60) == 0
    assert r.straight_line_book_value(120, -3, 60) == 120
    with pytest.raises(ValueError, match="life"):
        r.straight_line_book_value(1, 1, 0)
