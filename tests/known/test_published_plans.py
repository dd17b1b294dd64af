"""Published planning cases as workbooks through the command line; L1 for every horizon in the program."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.known import published_plans as published
from tests.known.solving import by_command, least_cost, plan_of


def _bought(result: dict[str, Any]) -> set[str]:
    """Names of systems, fabrics and offers that the plan orders or signs."""
    return {name for action in result["actions"] for name in action["item"].split(", ")}


def _own(months: int) -> float:
    return published.OWN_PRICE + published.OWN_PER_HOUR * 720 * months


@pytest.mark.parametrize("months", [11, 12])
def test_l1_on_demand_only(tmp_path: Path, months: int) -> None:
    """Break-even after 8,556 h, 11.9 months: eleven are rented, from twelve on the server is bought."""
    code, result = by_command(tmp_path, published.own_or_rent(months, commitments=False))
    assert code == 0
    rented = published.ON_DEMAND_PER_HOUR * 720 * months
    assert result["cost"] == pytest.approx(min(rented, _own(months)), rel=1e-9)
    assert ("S8" in _bought(result)) == (months == 12)
    assert result["master_status"] == "OK"


@pytest.mark.parametrize("months", [14, 15])
def test_l1_with_commitments(tmp_path: Path, months: int) -> None:
    """A year committed and two months on demand beat buying for 14 months, not for 15."""
    code, result = by_command(tmp_path, published.own_or_rent(months, commitments=True))
    assert code == 0
    year = published.ONE_YEAR_PER_HOUR * 8640
    rented = year + published.ON_DEMAND_PER_HOUR * 720 * (months - 12)
    assert result["cost"] == pytest.approx(min(rented, _own(months)), rel=1e-9)
    assert ("S8" in _bought(result)) == (months == 15)
    assert ("P5-1Y" in _bought(result)) == (months == 14)


@pytest.mark.parametrize("months", range(1, 25))
def test_l1_by_horizon(months: int) -> None:
    """Rent to 11 months and own from 12 with on demand only; to 14 and from 15 with all three offers."""
    on_demand = published.ON_DEMAND_PER_HOUR * 720 * months
    cost = least_cost(plan_of(published.own_or_rent(months, commitments=False)))
    assert cost == pytest.approx(on_demand if months <= 11 else _own(months), rel=1e-9)
    year = published.ONE_YEAR_PER_HOUR * 8640
    mixed = min(on_demand, year + published.ON_DEMAND_PER_HOUR * 720 * max(0, months - 12))
    cost = least_cost(plan_of(published.own_or_rent(months, commitments=True)))
    assert cost == pytest.approx(mixed if months <= 14 else _own(months), rel=1e-9)


def test_l1_figures() -> None:
    """Published: break-even 8,556 h, 10,890 h and 15,710 h (15,708); five years 4,306,416 and 871,912."""
    own, running = published.OWN_PRICE, published.OWN_PER_HOUR
    assert own / (published.ON_DEMAND_PER_HOUR - running) == pytest.approx(8556, abs=0.5)
    assert own / (published.ONE_YEAR_PER_HOUR - running) == pytest.approx(10_890, abs=1)
    assert own / (published.THREE_YEARS_PER_HOUR - running) == pytest.approx(15_708, abs=1)
    assert pytest.approx(4_306_416) == published.ON_DEMAND_PER_HOUR * 43_800
    assert own + running * 43_800 == pytest.approx(871_912)


def test_m1(tmp_path: Path) -> None:
    """Two reserved all year, 2 x 8,760 h x 80; nothing on demand."""
    code, result = by_command(tmp_path, published.year_of_reserved())
    assert code == 0
    assert result["cost"] == pytest.approx(1_401_600, rel=1e-9)
    signed = [(a["item"], a["quantity"], a["amount"]) for a in result["actions"]]
    assert signed == [("RES", 2, pytest.approx(1_401_600))]


def test_m2_says_why(tmp_path: Path) -> None:
    """Infeasible, and the answer names the reserved limit and how much is missing in the worst slot."""
    code, result = by_command(tmp_path, published.no_way_out())
    assert code == 3
    assert result["cost"] is None
    told = [str(found) for found in result["findings"] if found["severity"] == "error"]
    assert any("RES" in words and "CloudOffers" in words for words in told)
    assert any("2027-02" in words for words in told)


def test_m2_relaxed() -> None:
    """Not even fractions of machines help: slot 2 takes 32 / 10 + 1,200 / 500 = 5.6 of them."""
    needs = [
        a / published.FIRST_PER_MACHINE + b / published.SECOND_PER_MACHINE
        for a, b in zip(published.NEED_OF_FIRST, published.NEED_OF_SECOND, strict=True)
    ]
    assert max(needs) == pytest.approx(5.6)
    assert least_cost(plan_of(published.no_way_out())) is None
    tables = published.no_way_out()
    for machines, possible in ((5, False), (6, True)):
        tables["CloudOffers"][0]["max_accelerators"] = machines
        assert (least_cost(plan_of(tables)) is not None) == possible
