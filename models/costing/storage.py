"""Lines of storage: what is bought and rented, its energy, data that moves and that is read back."""

from __future__ import annotations

from collections.abc import Iterator

from models.costing.figures import (
    figure,
    holding_taps,
    hours_per_period,
    landed,
    months_per_period,
    padded,
    site_growth,
    vintage_ages,
    years_per_period,
)
from models.costing.line import CostLine, Factor
from models.finance.residual import straight_line_book_value
from models.matrix import Key
from models.plan import Plan, Site, StorageTier
from models.sizing import Sizing
from models.sizing.places import owned, storage_cooling, tiers_at
from models.words import said


def _places(plan: Plan, sizing: Sizing) -> Iterator[tuple[str, Site | None, StorageTier]]:
    """Every tier at every location, with the site where it is one; none where the plan keeps no data."""
    if not sizing.data:
        return
    sites = {str(site.site_id): site for site in plan.sites}
    clouds = [f"{offer.provider}:{offer.region}" for offer in plan.cloud_offers]
    for location in dict.fromkeys([*sites, *clouds]):
        for tier in tiers_at(plan, location):
            yield location, sites.get(location), tier


def _figure(tier: StorageTier, field: str, unit: str) -> Factor:
    return figure("Storage", tier.tier_id, field, float(getattr(tier, field)), unit)


def _growth(tier: StorageTier) -> Factor:
    return _figure(tier, "price_change_per_year", "1/year")


def _price(site: Site | None, tier: StorageTier) -> tuple[Factor, ...]:
    price = _figure(tier, "capex_per_tb", "money/TB")
    return (price,) if site is None else (price, landed(site))


def purchase_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """Storage hardware, paid when it is ordered."""
    for location, site, tier in _places(plan, sizing):
        if owned(tier):
            key = Key("storage_order", (location, str(tier.tier_id)))
            yield CostLine(
                "storage", str(tier.tier_id), location, key, _price(site, tier), _growth(tier), "activity"
            )


def residual_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """Storage hardware at the horizon's end: straight line over its life, less the selling cost.

    At most at the price of new storage then.
    """
    calendar = sizing.calendar
    selling = figure(
        "Settings",
        "selling_cost_share",
        "value",
        plan.settings.selling_cost_share,
        "share",
        "one_minus",
    )
    for location, site, tier in _places(plan, sizing):
        if owned(tier):
            curve = [
                straight_line_book_value(1.0, age, tier.life_months) for age in vintage_ages(calendar, 0)
            ]
            yield CostLine(
                "residual_value",
                str(tier.tier_id),
                location,
                Key("storage_order", (location, str(tier.tier_id))),
                (*_price(site, tier), selling),
                _growth(tier),
                "lower_at_end",
                profile=padded(curve, calendar),
            )


def property_tax_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """Tax and insurance on storage hardware while it is in service."""
    calendar = sizing.calendar
    for location, site, tier in _places(plan, sizing):
        if site is not None and owned(tier) and site.property_tax_insurance_share:
            share = figure(
                "Sites", location, "property_tax_insurance_share", site.property_tax_insurance_share, "1/year"
            )
            yield CostLine(
                "property_tax_insurance",
                str(tier.tier_id),
                location,
                Key("storage_order", (location, str(tier.tier_id))),
                (*_price(site, tier), share, years_per_period(calendar)),
                _growth(tier),
                "activity",
                holding_taps(0, calendar.life(tier.life_months), calendar),
                within_horizon=True,
            )


def rent_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """Rented storage by the TB and month."""
    months = months_per_period(sizing.calendar)
    for location, _, tier in _places(plan, sizing):
        if tier.price_per_tb_month:
            yield CostLine(
                "storage_rent",
                str(tier.tier_id),
                location,
                Key("storage_rented", (location, str(tier.tier_id))),
                (_figure(tier, "price_per_tb_month", "money/TB-month"), months),
                _growth(tier),
            )


def energy_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """Energy of storage at sites: always on, cooled as storage_cooling says (without one, at no overhead)."""
    for location, site, tier in _places(plan, sizing):
        if site is None or not tier.kw_per_tb:
            continue
        cooling = storage_cooling(plan, location)
        overhead: tuple[Factor, ...] = ()
        if cooling is not None:
            place = f"{location}|{cooling.cooling_id}"
            overhead = (figure("SiteCooling", place, "pue_annual", cooling.pue_annual, "factor"),)
        yield CostLine(
            "energy",
            said("storage {tier}", tier=tier.tier_id),
            location,
            Key("storage_tb", (location, str(tier.tier_id))),
            (
                _figure(tier, "kw_per_tb", "kW/TB"),
                hours_per_period(sizing.calendar),
                *overhead,
                figure("Sites", location, "energy_price_kwh", site.energy_price_kwh, "money/kWh"),
            ),
            site_growth(site),
        )


def traffic_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """Data that leaves a location, at the tier's and the site's price; data read back from a tier."""
    for location, site, tier in _places(plan, sizing):
        name = str(tier.tier_id)
        out = Key("data_out", (location, name))
        if tier.egress_per_tb:
            price = _figure(tier, "egress_per_tb", "money/TB")
            yield CostLine("egress", name, location, out, (price,), _growth(tier))
        if site is not None and site.egress_per_tb:
            price = figure("Sites", location, "egress_per_tb", site.egress_per_tb, "money/TB")
            item = said("{data} by {place}", data=name, place=location)
            yield CostLine("egress", item, location, out, (price,), site_growth(site))
        if tier.retrieval_per_tb:
            price = _figure(tier, "retrieval_per_tb", "money/TB")
            back = Key("data_back", (location, name))
            yield CostLine("retrieval", name, location, back, (price,), _growth(tier))
