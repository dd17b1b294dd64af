"""Hand values of models.engineering.power."""

from __future__ import annotations

import pytest

from models.engineering import power


def test_ten_thousand_h100() -> None:
    """Case P1: 700 W · 1.3 · PUE 1.30 = 11.83 MW, 103.6 GWh a year, 13.01 MW with 10 % reserve."""
    it = power.it_kw(10_000, 0.7, 1.3)
    facility = power.facility_kw(it, 1.3)
    assert it == pytest.approx(9100)
    assert facility == pytest.approx(11_830)
    assert power.energy_mwh(facility, power.HOURS_PER_YEAR) == pytest.approx(103_630.8)


def test_racks() -> None:
    assert power.systems_per_rack(41, 10.2) == 4
    assert power.systems_per_rack(40.8, 10.2) == 4
    assert power.systems_per_rack(10, 10.2) == 0
    with pytest.raises(ValueError, match="positive power"):
        power.systems_per_rack(40, 0)


def test_availability() -> None:
    assert power.annual_downtime_h(0.999) == pytest.approx(8.76)


def test_pue_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="PUE"):
        power.facility_kw(1, 0.99)
