"""Hand values of models.finance.amortisation; cases E1 and E2 end to end."""

from __future__ import annotations

import math
from datetime import date

import pytest

from models.finance import amortisation as a


def test_value_falls_tenfold_in_an_order_of_magnitude() -> None:
    assert a.chip_value(1000, 1 / 0.14) == pytest.approx(100)
    assert a.chip_value(1000, 0) == 1000
    assert a.cluster_acquisition_cost(10, 81) == pytest.approx(1000)


def test_parts_of_a_run() -> None:
    cost = a.amortised_training_cost(
        value_per_chip=8766 / math.log(10),
        chip_hours=100,
        server_overhead=2,
        kw_per_chip=0.5,
        pue=1.2,
        price_per_kwh=0.1,
        trend=0.81,
        interconnect_share=0.19,
    )
    assert cost.chip == pytest.approx(40.5)
    assert cost.other_server == pytest.approx(40.5)
    assert cost.interconnect == pytest.approx(19)
    assert cost.energy == pytest.approx(6)
    assert cost.total == pytest.approx(106)


@pytest.mark.parametrize(
    "start, hours, pue, index, published",
    [
        (date(2022, 5, 12), 57_000_000, 1.25, 119.349 / 117.766, 40_695_706),
        (date(2023, 1, 9), 17_694_720, 1.25, 119.349 / 118.297, 10_368_712),
    ],
    ids=["E1 GPT-4", "E2 Falcon-180B"],
)
def test_published_runs(start: date, hours: float, pue: float, index: float, published: float) -> None:
    value = a.chip_value(24_875, (start - date(2020, 8, 12)).days / 365.25)
    cost = a.amortised_training_cost(
        value_per_chip=value,
        chip_hours=hours,
        server_overhead=1.66,
        kw_per_chip=0.4 * 2.03125 * 0.75,
        pue=pue,
        price_per_kwh=0.0806,
    )
    assert cost.total * index == pytest.approx(published, abs=1)


def test_unit_cost() -> None:
    assert a.unit_cost(10, 4) == 2.5
    assert a.unit_cost(10, 0) is None
