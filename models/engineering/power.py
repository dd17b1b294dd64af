"""Power, energy, racks and availability of installed systems.

Terms: IT power is what the systems draw; facility power adds cooling and conversion, facility = PUE · IT.
Peak PUE belongs to capacity, annual PUE to energy. Formulas F4.1–F4.6 of the engineering notes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

HOURS_PER_YEAR = 8760.0


def it_kw(systems: float, kw_per_system: float, it_power_factor: float = 1.0) -> float:
    """IT power [kW]; the factor states what a cooling kind saves (liquid: fewer fans)."""
    return systems * kw_per_system * it_power_factor


def facility_kw(it: float, pue: float) -> float:
    """Facility power [kW] of `it` [kW] IT power (F4.1). Raises ValueError for a PUE below 1."""
    return it * _checked_pue(pue)


def it_from_facility_kw(facility: float, pue: float) -> float:
    """IT power [kW] that `facility` [kW] can carry: F4.1 inverted."""
    return facility / _checked_pue(pue)


def average_power_share(average_load_share: float, idle_share: float, busy_share: float) -> float:
    """Mean power [share of maximum] of a system that is busy for `busy_share` of the time.

    `average_load_share` and `idle_share` are its power while working and while idle, as shares of maximum.
    """
    return idle_share + (average_load_share - idle_share) * busy_share


def energy_mwh(kw: float, hours: float) -> float:
    """Energy [MWh] of a mean power [kW] over `hours` (F4.2)."""
    return kw * hours / 1000.0


def systems_per_rack(rack_kw: float, kw_per_system: float) -> int:
    """Whole systems that a rack limit [kW] feeds at maximum power (F4.6); 0 when not even one fits."""
    if kw_per_system <= 0.0:
        raise ValueError(f"a system draws positive power, not {kw_per_system} kW")
    return math.floor(rack_kw / kw_per_system + 1e-9)


def racks(systems: int, per_rack: int) -> int:
    """Racks for `systems`, the last one perhaps not full (F4.6)."""
    if per_rack <= 0:
        raise ValueError(f"a rack holds at least one system, not {per_rack}")
    return -(-systems // per_rack)


def annual_downtime_h(availability: float) -> float:
    """Expected hours a year without service (F4.4)."""
    return (1.0 - availability) * HOURS_PER_YEAR


def parallel_availability(path_availability: float, paths: int) -> float:
    """Availability when any one of `paths` independent paths carries the load (2N: two paths, F4.4)."""
    return 1.0 - (1.0 - path_availability) ** paths


def firm_mw(block_mw: Sequence[float], usable_share: float, spare_blocks: int) -> float:
    """Power [MW] that may be loaded when blocks are held back for redundancy; never below 0.

    A level is stated either by `usable_share` of every block or by whole `spare_blocks`, of which the
    largest are held back (N+1: share 1, one spare; 2N: share 0.5, none).
    """
    largest = sorted(block_mw, reverse=True)[:spare_blocks]
    return max(0.0, (sum(block_mw) - sum(largest)) * usable_share)


def liquid_to_air_ratio(it_power_factor: float, pue_liquid: float, pue_air: float) -> float:
    """Total power with liquid over total power with air, for the same systems (F4.5).

    IT power falls too, because server fans go; PUE alone understates the saving.
    """
    return it_power_factor * _checked_pue(pue_liquid) / _checked_pue(pue_air)


def _checked_pue(pue: float) -> float:
    if pue < 1.0:
        raise ValueError(f"PUE is facility over IT power and cannot be below 1, not {pue}")
    return pue
