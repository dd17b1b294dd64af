"""Lines of systems and fabrics: price, deployment, maintenance, failures, residual value."""

from __future__ import annotations

from collections.abc import Iterator

from models.costing.figures import (
    after_selling,
    built_taps,
    deployment_cost,
    figure,
    holding_taps,
    inflation,
    landed,
    padded,
    system_growth,
    system_price,
    system_taps,
    vintage_ages,
    years_per_period,
)
from models.costing.line import CostLine, Factor, Tap, derived
from models.costing.vintages import held_for
from models.engineering.fabric import BillOfMaterials
from models.finance.residual import resale_share, straight_line_book_value
from models.matrix import Key
from models.plan import Fabric, Plan
from models.sizing import Sizing
from models.sizing.designs import Design
from models.sizing.fleet import shares_of
from models.words import said


def _key(kind: str, design: Design) -> Key:
    return Key(kind, (design.location, design.label))


def system_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """Price of systems ordered, at the price of the order date, paid by profile."""
    del plan
    for design in sizing.designs:
        if not design.given:
            yield CostLine(
                "systems",
                design.label,
                design.location,
                _key("order", design),
                (system_price(design.system), landed(design.site)),
                system_growth(design.system),
                "activity",
                system_taps(design),
            )


def deployment_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """Installation of systems, paid when they enter service."""
    for design in sizing.designs:
        if design.system.deploy_cost_per_system and not design.given:
            yield CostLine(
                "deployment",
                design.label,
                design.location,
                _key("order", design),
                (deployment_cost(design.system),),
                inflation(plan),
                "payment",
                (Tap(design.service_lag),),
            )


def fabric_parts(bill: BillOfMaterials, fabric: Fabric, *, nics: bool) -> Iterator[tuple[str, float, Factor]]:
    """Parts of a bill of materials: name, count, unit price; parts at price 0 are left out."""
    name = fabric.fabric_id
    counts = [
        ("switches", bill.switches, "switch_price", fabric.switch_price),
        ("transceivers", bill.transceivers, "transceiver_price", fabric.transceiver_price),
        ("cables", bill.cables, "cable_price", fabric.cable_price),
        ("cabling labour", bill.cables, "cabling_labour_per_cable", fabric.cabling_labour_per_cable),
    ]
    if nics:
        counts.append(("NICs", bill.node_leaf_cables, "nic_price", fabric.nic_price))
    for part, count, field, price in counts:
        if count and price:
            yield part, float(count), figure("Fabrics", name, field, price, "money/part")


def fabric_parts_bought(sizing: Sizing) -> Iterator[tuple[Design, str, str, tuple[Factor, ...]]]:
    """Every priced part of every design's fabric: design, activity kind, part, factors."""
    for design in sizing.designs:
        if design.given:
            continue
        fabric = design.fabric
        network = design.network
        extras: list[tuple[str, tuple[Factor, ...]]] = [("", ())]
        for field in ("storage_network_share", "management_network_share"):
            share = getattr(fabric, field)
            if share:
                words = field.removesuffix("_share").replace("_", " ")
                extras.append((words, (figure("Fabrics", fabric.fabric_id, field, share, "share"),)))
        # NICs that come with the system are not bought again
        bought = "nics" not in design.system.price_includes
        pieces = (("open_fabric", network.at_opening, False), ("fabric_units", network.per_unit, bought))
        for kind, bill, nics in pieces:
            for part, count, price in fabric_parts(bill, fabric, nics=nics):
                what = said("{part} per {kind}", part=said(part), kind=said(kind))
                number = derived(design.label, what, count, "parts")
                for words, extra in extras:
                    factors = (number, price, *extra)
                    if part != "cabling labour":
                        factors += (landed(design.site),)
                    name = said("{part}, {extra}", part=said(part), extra=said(words)) if words else part
                    yield design, kind, name, factors


def fabric_growth(fabric: Fabric) -> Factor:
    """Yearly price change of a fabric's parts."""
    return figure(
        "Fabrics", fabric.fabric_id, "price_change_per_year", fabric.price_change_per_year, "1/year"
    )


def fabric_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """Switches, transceivers, cables, labour and NICs, at opening and with each scalable unit."""
    del plan
    for design, kind, part, factors in fabric_parts_bought(sizing):
        taps = built_taps("Fabrics", design.fabric.fabric_id, design.fabric, sizing.calendar)
        yield CostLine(
            "fabric",
            said("{name}: {part}", name=design.label, part=said(part)),
            design.location,
            _key(kind, design),
            factors,
            fabric_growth(design.fabric),
            "activity",
            taps,
        )


def maintenance_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """Support as a share of the price paid a year, while in service; the existing fleet at today's price."""
    calendar = sizing.calendar
    for design in sizing.designs:
        system = design.system
        share = system.maintenance_share_per_year
        if not share:
            continue
        factors: tuple[Factor, ...] = (
            system_price(system),
            landed(design.site),
            figure("Systems", system.system_id, "maintenance_share_per_year", share, "1/year"),
            years_per_period(calendar),
        )
        if design.fleet:
            yield CostLine("maintenance", design.label, design.location, _key("installed", design), factors)
        elif not design.given:
            for key, periods in held_for(plan, sizing, design):
                yield CostLine(
                    "maintenance",
                    design.label,
                    design.location,
                    key,
                    factors,
                    system_growth(system),
                    "activity",
                    holding_taps(design.service_lag, periods, calendar),
                    within_horizon=True,
                )
    for design, kind, part, factors in fabric_parts_bought(sizing):
        share = design.fabric.maintenance_share_per_year
        if share and not part.startswith("cabling labour"):
            rate = figure("Fabrics", design.fabric.fabric_id, "maintenance_share_per_year", share, "1/year")
            yield CostLine(
                "maintenance",
                said("{name}: {part}", name=design.label, part=said(part)),
                design.location,
                _key(kind, design),
                (*factors, rate, years_per_period(calendar)),
                fabric_growth(design.fabric),
                "activity",
                holding_taps(design.fabric_lag, design.fabric_life, calendar),
                within_horizon=True,
            )


def failure_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """Accelerators that fail for good, at today's price, as far as no warranty covers them."""
    del plan
    for design in sizing.designs:
        system = design.system
        rate, share = system.hard_failures_per_accelerator_year, system.replacement_cost_share
        if not rate or not share:
            continue
        name = system.system_id
        yield CostLine(
            "failure_replacement",
            design.label,
            design.location,
            _key("installed", design),
            (
                system_price(system),
                landed(design.site),
                figure("Systems", name, "hard_failures_per_accelerator_year", rate, "1/accelerator-year"),
                figure("Systems", name, "replacement_cost_share", share, "share"),
                years_per_period(sizing.calendar),
            ),
            system_growth(system),
        )


def residual_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """What systems and fabrics still bring at the horizon's end, by vintage.

    Systems: (1 - selling cost) * min(price paid, price of a new one then) * resale curve(age).
    Fabrics: straight line over their life, times the recoverable share, under the same cap.
    """
    calendar = sizing.calendar
    selling = after_selling(plan)
    for design in sizing.designs:
        system = design.system
        if design.given:
            continue
        curve = [
            resale_share(age, shares_of(system), system.life_months) if age >= 0 else 0.0
            for age in vintage_ages(calendar, design.service_lag)
        ]
        if any(curve):
            yield CostLine(
                "residual_value",
                design.label,
                design.location,
                held_for(plan, sizing, design)[0][0],
                (system_price(system), landed(design.site), selling),
                system_growth(system),
                "lower_at_end",
                profile=padded(curve, calendar),
            )
    for design, kind, part, factors in fabric_parts_bought(sizing):
        fabric = design.fabric
        if not fabric.recoverable_share or part.startswith("cabling labour"):
            continue
        curve = [
            straight_line_book_value(1.0, age, fabric.life_months) if age >= 0 else 0.0
            for age in vintage_ages(calendar, design.fabric_lag)
        ]
        worth = figure("Fabrics", fabric.fabric_id, "recoverable_share", fabric.recoverable_share, "share")
        yield CostLine(
            "residual_value",
            said("{name}: {part}", name=design.label, part=said(part)),
            design.location,
            _key(kind, design),
            (*factors, worth),
            fabric_growth(fabric),
            "lower_at_end",
            profile=padded(curve, calendar),
        )
