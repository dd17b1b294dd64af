"""Named spans of months."""

from __future__ import annotations

import pytest

from models.plan import month_text
from models.sizing.fiscal import month_span


@pytest.mark.parametrize(
    ("period", "start_month", "named_by", "first", "last"),
    [
        ("FY2028", 1, "end", "2028-01", "2028-12"),
        ("FY2028", 1, "start", "2028-01", "2028-12"),
        ("FY2028", 4, "end", "2027-04", "2028-03"),
        ("FY2028", 4, "start", "2028-04", "2029-03"),
        ("2027-H1", 4, "end", "2027-01", "2027-06"),
        ("2027-H2", 1, "end", "2027-07", "2027-12"),
        ("2027-Q3", 1, "end", "2027-07", "2027-09"),
        ("2027-04", 1, "end", "2027-04", "2027-04"),
    ],
)
def test_first_and_last_month(period: str, start_month: int, named_by: str, first: str, last: str) -> None:
    """Fiscal years follow the plan's calendar, halves, quarters and months the common one."""
    span = month_span(period, start_month, named_by)
    assert span is not None
    assert tuple(map(month_text, span)) == (first, last)


def test_all_has_no_borders() -> None:
    assert month_span("all") is None


def test_no_period_is_an_error() -> None:
    with pytest.raises(ValueError):
        month_span("some day")
