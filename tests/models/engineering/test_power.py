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
    assert power.it_from_facility_kw(facility, 1.3) == pytest.approx(it)
    assert power.energy_mwh(facility, power.HOURS_PER_YEAR) == pytest.approx(103_630.8)


def test_average_power() -> None:
    assert power.average_power_share(0.8, 0.3, 0.5) == pytest.approx(0.55)
    assert power.average_power_share(0.8, 0.3, 0) == pytest.approx(0.3)
    assert power.average_power_share(0.8, 0.3, 1) == pytest.approx(0.8)


def test_racks() -> None:
    assert power.systems_per_rack(41, 10.2) == 4
    assert power.systems_per_rack(40.8, 10.2) == 4
    assert power.systems_per_rack(10, 10.2) == 0
    assert power.racks(9, 4) == 3
    assert power.racks(8, 4) == 2
    assert power.racks(0, 4) == 0
    with pytest.raises(ValueError, match="at least one system"):
        power.racks(1, 0)
    with pytest.raises(ValueError, match="positive power"):
        power.systems_per_rack(40, 0)


def test_availability() -> None:
    assert power.annual_downtime_h(0.999) == pytest.approx(8.76)
    assert power.parallel_availability(0.99, 2) == pytest.approx(0.9999)
    assert power.parallel_availability(0.99, 1) == pytest.approx(0.99)


@pytest.mark.parametrize(
    "blocks, share, spare, firm",
    [([5, 5, 5], 1, 0, 15), ([5, 4, 3], 1, 1, 7), ([5, 4], 0.5, 0, 4.5), ([5], 1, 1, 0), ([], 1, 1, 0)],
)
def test_firm_power(blocks: list[float], share: float, spare: int, firm: float) -> None:
    assert power.firm_mw(blocks, share, spare) == firm


def test_liquid_saves_fans_and_pue() -> None:
    assert power.liquid_to_air_ratio(0.92, 1.15, 1.4375) == pytest.approx(0.736)


def test_pue_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="PUE"):
        power.facility_kw(1, 0.99)
    with pytest.raises(ValueError, match="PUE"):
        power.it_from_facility_kw(1, 0.5)
