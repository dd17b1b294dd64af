"""All cost lines of a plan: one builder for each cost term, in the order of `models.terms`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from models.costing import (
    cloud,
    commitments,
    energy,
    environment,
    facility,
    hardware,
    held,
    overheads,
    property_tax,
    stays,
    storage,
    vintages,
)
from models.costing.line import CostLine
from models.plan import Plan
from models.sizing import Sizing
from models.terms import TERMS

Builder = Callable[[Plan, Sizing], Iterator[CostLine]]

BUILDERS: tuple[Builder, ...] = (
    hardware.system_lines,
    hardware.fabric_lines,
    hardware.deployment_lines,
    hardware.maintenance_lines,
    hardware.failure_lines,
    hardware.residual_lines,
    vintages.lease_lines,
    vintages.sale_lines,
    held.fleet_lines,
    held.fleet_lease_lines,
    held.fleet_tax_lines,
    held.order_lines,
    held.decommission_lines,
    facility.cooling_lines,
    facility.power_lines,
    facility.opening_lines,
    energy.energy_lines,
    facility.charge_lines,
    environment.carbon_lines,
    environment.water_lines,
    facility.fixed_lines,
    stays.stay_lines,
    property_tax.property_tax_lines,
    facility.maintenance_lines,
    facility.residual_lines,
    cloud.metered_lines,
    cloud.reserved_lines,
    cloud.upfront_lines,
    cloud.reuse_lines,
    commitments.signed_lines,
    commitments.signed_reuse_lines,
    commitments.spend_lines,
    storage.purchase_lines,
    storage.residual_lines,
    storage.property_tax_lines,
    storage.rent_lines,
    storage.energy_lines,
    storage.traffic_lines,
    overheads.overhead_lines,
    overheads.penalty_lines,
)


def cost_lines(plan: Plan, sizing: Sizing, terms: Iterable[str] | None = None) -> tuple[CostLine, ...]:
    """Every line of the named terms (default: all), grouped by term in the order of the list of terms."""
    order = {term.name: number for number, term in enumerate(TERMS)}
    wanted = set(order) if terms is None else set(terms)
    made = [line for build in BUILDERS for line in build(plan, sizing)]
    made += overheads.share_lines(plan, sizing, made)
    return tuple(sorted((line for line in made if line.term in wanted), key=lambda line: order[line.term]))
