"""Lines of shortest stays that run past the horizon: what a site still costs to the end of its stay."""

from __future__ import annotations

from collections.abc import Iterator

from models.costing.figures import site_fixed, site_growth, site_rent
from models.costing.line import CostLine, Tap
from models.costing.vintages import term_taps
from models.matrix import Key
from models.plan import Plan, Site
from models.sizing import Sizing
from models.sizing.calendar import Calendar
from models.sizing.stays import kept_until, owes_rent, owes_stay, stands
from models.words import said


def stay_lines(plan: Plan, sizing: Sizing) -> Iterator[CostLine]:
    """Contracted rent and fixed cost of a site to the end of its shortest stay, as far as that lies past the
    horizon; each payment at its own date."""
    calendar = sizing.calendar
    past = (0.0,) * calendar.periods + (1.0,) * calendar.tail
    for site in plan.sites:
        if not owes_stay(site):
            continue
        name = str(site.site_id)
        taps = _taps(plan, calendar, site)
        item = said("{name}, shortest stay past the horizon", name=name)
        if owes_rent(site):
            yield CostLine(
                "colocation_rent",
                item,
                name,
                Key("stay_kw", (name,)),
                site_rent(site, calendar),
                site_growth(site),
                taps=taps,
                profile=past,
            )
        if site.fixed_cost_per_year:
            yield CostLine(
                "site_fixed",
                item,
                name,
                Key("stay", (name,)),
                site_fixed(site, calendar),
                site_growth(site),
                taps=taps,
                profile=past,
            )


def _taps(plan: Plan, calendar: Calendar, site: Site) -> tuple[Tap, ...]:
    """One payment a period of the stay: from the opening, or of what is left of it when the plan starts."""
    lead, months = calendar.lag(site.open_lead_months), site.minimum_stay_months
    if stands(plan, site):
        lead, months = 0, kept_until(plan, site) - calendar.start
    what = "last_period_of_stay_share"
    return term_taps(str(site.site_id), months, lead, calendar.period_months, what)
