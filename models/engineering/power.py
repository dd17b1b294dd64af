"""Power, energy, racks and availability of installed systems.

Terms: IT power is what the systems draw; facility power adds cooling and conversion, facility = PUE · IT.
Peak PUE belongs to capacity, annual PUE to energy. Formulas F4.1–F4.6 of the engineering notes.
"""

from __future__ import annotations

import math

HOURS_PER_YEAR = 8760.0


def it_kw(systems: float, kw_per_system: float, it_power_factor: float = 1.0) -> float:
    """IT power [kW]; the factor states what a cooling kind saves (liquid: fewer fans)."""
    return systems * kw_per_system * it_power_factor


def facility_kw(it: float, pue: float) -> float:
    """Facility power [kW] of `it` [kW] IT power (F4.1). Raises ValueError for a PUE below 1."""
    return it * _checked_pue(pue)


def energy_mwh(kw: float, hours: float) -> float:
    """Energy [MWh] of a mean power [kW] over `hours` (F4.2)."""
    return kw * hours / 1000.0


def systems_per_rack(rack_kw: float, kw_per_system: float) -> int:
    """Whole systems that a rack limit [kW] feeds at maximum power (F4.6); 0 when not even one fits.

    Raises ValueError for a system without power.
    """
    if kw_per_system <= 0.0:
        raise ValueError(f"a system draws positive power, not {kw_per_system} kW")
    return math.floor(rack_kw / kw_per_system + 1e-9)


def annual_downtime_h(availability: float) -> float:
    """Expected hours a year without service (F4.4)."""
    return (1.0 - availability) * HOURS_PER_YEAR


def _checked_pue(pue: float) -> float:
    if pue < 1.0:
        raise ValueError(f"PUE is facility over IT power and cannot be below 1, not {pue}")
    return pue
