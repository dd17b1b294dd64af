"""Unit costs: what an accelerator-hour, an EFLOP, a run, a request, a terabyte and a project cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from models.costing.basis import UNMET, CostBasis, CostShare, UnitCost, UnitCosts
from models.costing.evaluate import PricedLine
from models.finance.amortisation import unit_cost
from models.finance.cashflow import annuity_payment
from models.finance.discounting import monthly_compounded
from models.plan import Plan
from models.reading.accounts import Account, Activities, Borne, accounts, bridge, paid_before
from models.reading.attribution import Attribution
from models.reading.quantities import hours, terabytes
from models.results import WorkloadRow
from models.sizing import Sizing

MILLION = 1e6


def unit_costs(
    plan: Plan,
    sizing: Sizing,
    lines: Sequence[PricedLine],
    activities: Activities,
    workloads: Sequence[WorkloadRow],
) -> UnitCosts:
    """Fixed and elastic, owned and rented cost, unit costs, shares of workloads and projects: all sum to the
    plan's cost.

    Costs that belong to no place are split over owned and rented by accelerator-hours there.
    """
    rows = accounts(plan, sizing, lines, activities)
    before = paid_before(plan, sizing, activities)
    held = CostBasis(full=float(sum(row.charges.sum() for row in before)))
    elastic = _sum(row.cost for row in rows if row.priced.line.moves_with_use)
    fixed = _sum(row.cost for row in rows if not row.priced.line.moves_with_use) + held
    there = hours(plan, sizing, activities, workloads)
    owned, rented = _by_tenure(plan, sizing, rows, there[True].there, there[False].there)
    owned += held
    shares = _shares(plan, sizing, rows, activities, workloads, before)
    total = fixed + elastic
    capacity = [
        _unit(name, title, unit, cost, quantity)
        for unit, word, both in (
            ("accelerator-hour", "Accelerator-hour", {side: row.there for side, row in there.items()}),
            ("useful accelerator-hour", "Useful accelerator-hour",
             {side: row.useful for side, row in there.items()}),
        )
        for name, title, cost, quantity in (
            (f"{unit}, owned", f"{word}, owned or leased", owned, both[True]),
            (f"{unit}, rented", f"{word}, rented", rented, both[False]),
            (unit, f"{word}, blended", total, both[True] + both[False]),
        )
    ]  # fmt: skip
    return UnitCosts(
        total=total,
        fixed=fixed,
        elastic=elastic,
        owned=owned,
        rented=rented,
        unmet=sum(line.present_value for line in lines if line.line.term == UNMET),
        units=(*capacity, *_work_units(plan, sizing, workloads, shares)),
        workloads=tuple(shares.values()),
        projects=_projects(plan, shares),
        bridge=bridge(rows, before),
        monthly=annuity_payment(
            total.present_value,
            monthly_compounded(plan.settings.discount_rate),
            sizing.calendar.periods * sizing.calendar.period_months,
        ),
    )


def _unit(name: str, title: str, unit: str, cost: CostBasis, quantity: float) -> UnitCost:
    return UnitCost(
        name, title, unit, cost, quantity, unit_cost(cost.cash, quantity), unit_cost(cost.full, quantity)
    )


def _sum(costs: Iterable[CostBasis]) -> CostBasis:
    return sum(costs, start=CostBasis())


def _by_tenure(
    plan: Plan, sizing: Sizing, rows: Sequence[Account], owned: float, rented: float
) -> tuple[CostBasis, CostBasis]:
    sites = {str(site.site_id) for site in plan.sites}
    clouds = {pool.location for pool in sizing.clouds}
    clouds |= {location.partition(":")[0] for location in clouds}  # contracts with a provider as a whole
    mine, theirs, shared = CostBasis(), CostBasis(), CostBasis()
    for row in rows:
        if row.priced.line.location in sites:
            mine += row.cost
        elif row.priced.line.location in clouds:
            theirs += row.cost
        else:
            shared += row.cost
    part = owned / (owned + rented) if owned + rented > 0 else float(bool(sites))
    return mine + shared.times(part), theirs + shared.times(1.0 - part)


def _shares(
    plan: Plan,
    sizing: Sizing,
    rows: Sequence[Account],
    activities: Activities,
    workloads: Sequence[WorkloadRow],
    before: Sequence[Borne],
) -> dict[str, CostShare]:
    attribution = Attribution(plan, sizing, activities)
    names = [row.workload for row in workloads]
    cost = dict.fromkeys(names, CostBasis())
    direct = dict.fromkeys(names, CostBasis())
    for row in rows:
        alone = attribution.direct(row.priced.line)
        for name, share in attribution.shares(row.priced.line).items():
            cost[name] += row.cost.times(share)
            if alone:
                direct[name] += row.cost
    for paid in before:
        charged = CostBasis(full=float(paid.charges.sum()))
        for name, share in attribution.users(paid.label, paid.location).items():
            cost[name] += charged.times(share)
    used = {row.workload: float(row.hours.sum()) for row in workloads}
    return {name: CostShare("workload", name, cost[name], direct[name], used[name]) for name in names}


def _projects(plan: Plan, shares: Mapping[str, CostShare]) -> tuple[CostShare, ...]:
    rows: dict[str, CostShare] = {}
    for workload in plan.workloads:
        share = shares[str(workload.workload_id)]
        so_far = rows.get(
            workload.project, CostShare("project", workload.project, CostBasis(), CostBasis(), 0)
        )
        rows[workload.project] = CostShare(
            "project", workload.project, so_far.cost + share.cost, so_far.direct + share.direct,
            so_far.hours + share.hours,
        )  # fmt: skip
    return tuple(rows.values())


def _work_units(
    plan: Plan, sizing: Sizing, workloads: Sequence[WorkloadRow], shares: Mapping[str, CostShare]
) -> list[UnitCost]:
    """Costs per unit of work: of the workloads that do this kind of it."""
    stated = {str(row.workload_id): row for row in plan.workloads}
    wanted = (
        ("EFLOP", "EFLOP", {row.workload: _served(row, "EFLOP") for row in workloads}),
        ("training run", "Training run",
         {row.workload: float(sum(start.runs for start in row.starts)) for row in workloads}),
        ("million requests", "Million requests",
         {row.workload: _served(row, "requests") / MILLION for row in workloads}),
        ("million tokens", "Million tokens",
         {row.workload: _served(row, "tokens") / MILLION for row in workloads}),
        ("TB processed", "TB processed",
         {row.workload: terabytes(sizing, stated[row.workload], row) for row in workloads}),
    )  # fmt: skip
    units = []
    for name, title, amounts in wanted:
        made = {workload: amount for workload, amount in amounts.items() if amount > 0}
        if made:
            cost = _sum(shares[workload].cost for workload in made)
            units.append(_unit(name, title, name, cost, sum(made.values())))
    return units


def _served(row: WorkloadRow, unit: str) -> float:
    return float(row.served.sum()) if row.unit == unit else 0.0
