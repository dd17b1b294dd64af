"""Cluster designs: the allowed combinations of site, system, fabric and cooling, with their numbers.

A design is what may be ordered together and wired as one cluster; each existing cluster is a design of
its own. Combinations that cannot stand are left out, each with its reason.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from models.engineering import power
from models.engineering.fabric import BillOfMaterials, FabricPurchase, effective_ports, fabric_purchase
from models.engineering.spares import unit_availability
from models.plan import Cooling, ExistingFleet, Fabric, OpenOrder, Plan, Site, SiteCooling, System
from models.sizing.calendar import Calendar
from models.sizing.fitting import fan_factor, misfit, systems_per_rack
from models.sizing.orders import arrives, order_kind
from models.sizing.site_power import most_present_systems
from models.words import said

MAX_COPIES = 4
"""Fabrics of one kind at one site; more are planned as a larger fabric."""


@dataclass(frozen=True, slots=True)
class Excuse:
    """Why a combination is not offered to the program."""

    what: str
    why: str


@dataclass(frozen=True, slots=True)
class Design:
    """One cluster design. kW are IT kW per system; leads and lives are in periods."""

    label: str
    site: Site
    system: System
    fabric: Fabric
    cooling: Cooling
    site_cooling: SiteCooling
    cluster: str | None
    fleet: tuple[ExistingFleet, ...]
    network: FabricPurchase
    system_kw: float
    """Provisioned kW of a system with this cooling's fans."""
    switch_kw_per_system: float
    """Switch kW that a system brings at planned size."""
    racks_per_system: float
    planned_systems: int
    systems_per_unit: int
    max_systems: int
    copies: int
    first_order: int
    last_order: int
    delivery_lag: int
    service_lag: int
    life: int
    fabric_lag: int
    fabric_life: int
    repair_share: float
    """Share of systems under repair at any time: MTTR / (MTBF + MTTR)."""
    ordered: OpenOrder | None = None
    """The open order that brings this cluster with its fabric."""
    joined_from: int | None = None
    """First period in which systems on an open order without a fabric may join."""
    lease_life: int = 0
    """Periods that a leased system stays; 0 where it cannot be leased."""

    owned = True

    @property
    def location(self) -> str:
        """Where it stands."""
        return str(self.site.site_id)

    @property
    def accelerators(self) -> int:
        """Accelerators per system."""
        return self.system.accelerators_per_system

    @property
    def it_kw(self) -> float:
        """IT kW per system with its share of switches: what power and cooling must carry."""
        return self.system_kw + self.switch_kw_per_system

    @property
    def facility_mw(self) -> float:
        """Facility MW per system at peak PUE."""
        return power.facility_kw(self.it_kw, self.site_cooling.pue_peak) / 1000.0

    @property
    def max_gang(self) -> int:
        """Accelerators that one run can join: those of one fabric."""
        return self.planned_systems * self.accelerators

    @property
    def penalty(self) -> float:
        """Throughput penalty of the network, before a workload's sensitivity."""
        return self.fabric.throughput_penalty

    @property
    def given(self) -> bool:
        """Whether it stands already or is on order: nothing is added to it."""
        return bool(self.fleet) or self.ordered is not None

    @property
    def first_service(self) -> int:
        """First period in which it can have systems in service."""
        if self.given:
            return 0
        periods = [self.first_order + self.service_lag] if self.last_order >= self.first_order else []
        if self.joined_from is not None:
            periods.append(self.joined_from)
        return min(periods)


def bill_kw(bill: BillOfMaterials, fabric: Fabric) -> float:
    """IT kW of the switches and transceivers of a bill of materials."""
    return bill.switches * fabric.switch_kw + bill.transceivers * fabric.transceiver_w / 1000.0


def _network(system: System, fabric: Fabric) -> FabricPurchase:
    ports, planes = effective_ports(fabric.switch_ports, fabric.port_gbps, system.nic_gbps)
    unit = fabric.scalable_unit_accelerators
    return fabric_purchase(
        planned_systems=fabric.planned_accelerators // system.accelerators_per_system,
        endpoints_per_system=max(1, round(system.accelerators_per_system * system.nics_per_accelerator)),
        switch_ports=ports,
        tiers=fabric.tiers,
        oversubscription=fabric.oversubscription,
        planes=planes,
        unit_systems=None if unit is None else max(1, unit // system.accelerators_per_system),
    )


def _most_systems(plan: Plan, calendar: Calendar, site: Site, facility_mw: float, it_mw: float) -> int:
    """Systems that all power the site can ever have would carry."""
    today = most_present_systems(plan, calendar, site, it_mw, facility_mw)
    best_share = max((level.usable_share for level in plan.redundancy), default=1.0)
    added = sum(
        row.block_mw * row.max_blocks * best_share
        for row in plan.power_expansions
        if row.site_id == site.site_id
    )
    return int(today + added / facility_mw + 1e-6)


def make_design(
    plan: Plan,
    calendar: Calendar,
    site: Site,
    system: System,
    fabric: Fabric,
    place: tuple[Cooling, SiteCooling],
    *,
    fleet: tuple[ExistingFleet, ...] = (),
    ordered: OpenOrder | None = None,
    joined_from: int | None = None,
) -> Design | Excuse:
    """The design with its numbers, or why it cannot stand. `fleet`: rows of an existing cluster · `ordered`:
    the open order that brings it · `joined_from`: see Design."""
    cooling, site_cooling = place
    cluster = fleet[0].cluster_id if fleet else None
    given = bool(fleet) or ordered is not None
    label = f"{site.site_id}/{system.system_id}/{fabric.fabric_id}/{cooling.cooling_id}"
    if cluster is not None:
        label += f"#{cluster}"
    if ordered is not None:
        label += f"@{ordered.order_id}"
    system_kw = power.it_kw(1.0, system.provisioned_kw_per_system, fan_factor(system, cooling))
    per_rack = systems_per_rack(system, cooling, system_kw)
    reason = misfit(site, system, fabric, place, system_kw)
    if reason is not None:
        return Excuse(label, reason)
    try:
        network = _network(system, fabric)
    except ValueError as error:
        return Excuse(label, str(error))
    planned = fabric.planned_accelerators // system.accelerators_per_system
    switch_kw = bill_kw(network.total, fabric) / (network.units * network.systems_per_unit)
    it_mw = (system_kw + switch_kw) / 1000.0
    held = sum(row.systems for row in fleet) + (0 if ordered is None else ordered.quantity)
    most = held if given else _most_systems(plan, calendar, site, it_mw * site_cooling.pue_peak, it_mw)
    if most < 1:
        why = said("{site} never has power for one {system}", site=site.site_id, system=system.system_id)
        return Excuse(label, why)
    service_lag = calendar.lag(system.lead_months + system.acceptance_months)
    first = (
        0 if system.available_from is None else max(0, calendar.lag(system.available_from - calendar.start))
    )
    last = calendar.periods - 1 - service_lag
    if system.last_order is not None:
        last = min(last, calendar.period_of(system.last_order))
    if last < first and not given and joined_from is None:
        return Excuse(
            label,
            said(
                "{system} cannot be in service within the horizon ({lead} + {acceptance} months)",
                system=system.system_id,
                lead=system.lead_months,
                acceptance=system.acceptance_months,
            ),
        )
    hours_year = plan.settings.hours_per_year
    hard_per_system = system.accelerators_per_system * (system.hard_failures_per_accelerator_year or 0.0)
    availability = unit_availability(
        math.inf if hard_per_system == 0 else hours_year / hard_per_system, system.repair_hours
    )
    return Design(
        label=label,
        site=site,
        system=system,
        fabric=fabric,
        cooling=cooling,
        site_cooling=site_cooling,
        cluster=cluster,
        fleet=fleet,
        network=network,
        system_kw=system_kw,
        switch_kw_per_system=switch_kw,
        racks_per_system=1.0 / per_rack,
        planned_systems=max(planned, held),
        systems_per_unit=network.systems_per_unit,
        max_systems=most,
        copies=1
        if given
        else min(MAX_COPIES, math.ceil(most / planned)) + fabrics_on_order(plan, calendar, site, fabric),
        first_order=first,
        last_order=-1 if given else max(last, first - 1),
        delivery_lag=calendar.lag(system.lead_months),
        service_lag=service_lag,
        life=calendar.life(system.life_months),
        fabric_lag=calendar.lag(fabric.lead_months),
        fabric_life=calendar.life(fabric.life_months),
        repair_share=1.0 - availability,
        ordered=ordered,
        joined_from=joined_from,
        lease_life=_lease_life(calendar, system),
    )


def fabrics_on_order(plan: Plan, calendar: Calendar, site: Site, fabric: Fabric) -> int:
    """Fabrics of the kind that open orders bring to the site, without systems."""
    return sum(
        row.quantity
        for row in plan.open_orders
        if order_kind(row) == "fabric"
        and (row.site_id, row.fabric_id) == (site.site_id, fabric.fabric_id)
        and arrives(calendar, row)
    )


def _lease_life(calendar: Calendar, system: System) -> int:
    if system.lease_per_month is None or system.lease_months is None:
        return 0
    return min(calendar.life(system.lease_months), calendar.life(system.life_months))
