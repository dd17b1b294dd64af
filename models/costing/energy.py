"""Lines of the energy of clusters: systems by their load, switches always on."""

from __future__ import annotations

from collections.abc import Iterator

from models.costing.figures import figure, hours_per_period, site_growth
from models.costing.line import CostLine, Factor, derived
from models.matrix import Key
from models.plan import Plan
from models.sizing import Sizing
from models.sizing.designs import Design, bill_kw
from models.words import said


def _fans(design: Design) -> tuple[Factor, ...]:
    """The cooling's effect on IT power, where the system's own figure is for air."""
    if not design.system.air:
        return ()
    cooling = design.cooling
    return (figure("Cooling", cooling.cooling_id, "it_power_factor", cooling.it_power_factor, "factor"),)


def _energy_factors(design: Design, calendar_hours: Factor | None) -> tuple[Factor, ...]:
    place = f"{design.site.site_id}|{design.cooling.cooling_id}"
    factors = (
        figure("SiteCooling", place, "pue_annual", design.site_cooling.pue_annual, "factor"),
        figure("Sites", design.site.site_id, "energy_price_kwh", design.site.energy_price_kwh, "money/kWh"),
    )
    return factors if calendar_hours is None else (calendar_hours, *factors)


def energy_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """Energy: idle and busy system-hours at their share of the greatest power, switches always on."""
    del plan
    hours = hours_per_period(sizing.calendar)
    for design in sizing.designs:
        system, fabric = design.system, design.fabric
        growth = site_growth(design.site)
        power = (
            figure("Systems", system.system_id, "max_kw_per_system", system.max_kw_per_system, "kW"),
            *_fans(design),
        )
        for kind, field, share in (
            ("busy", "average_load_share", system.average_load_share),
            ("idle", "idle_share", system.idle_share),
        ):
            loaded = figure("Systems", system.system_id, field, share, "share")
            yield CostLine(
                "energy",
                said("{name}: {kind}", name=design.label, kind=said(kind)),
                design.location,
                Key(kind, (design.location, design.label)),
                (*power, loaded, *_energy_factors(design, None)),
                growth,
            )
        switch_kw = (
            [("installed", design.switch_kw_per_system)]
            if design.given
            else [
                ("fabrics", bill_kw(design.network.at_opening, fabric)),
                ("units", bill_kw(design.network.per_unit, fabric)),
            ]
        )
        for kind, kw in switch_kw:
            if kw:
                yield CostLine(
                    "energy",
                    said("{name}: switches per {kind}", name=design.label, kind=said(kind)),
                    design.location,
                    Key(kind, (design.location, design.label)),
                    (
                        derived(design.label, said("switch kW per {kind}", kind=said(kind)), kw, "kW"),
                        *_energy_factors(design, hours),
                    ),
                    growth,
                )
