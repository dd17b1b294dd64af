"""How far past the horizon money may still be owed."""

from __future__ import annotations

from models.plan import Commitment, Month, Plan
from models.sizing.calendar import Calendar
from models.sizing.stays import kept_until, owes_stay, stands


def obligations(plan: Plan) -> tuple[int, Month | None]:
    """Longest term on offer in months (cloud terms, leases, stays at sites), and the last month of what is
    already signed."""
    terms = [offer.term_months or 0 for offer in plan.cloud_offers if offer.term == "reserved"]
    terms += [
        system.lease_months
        for system in plan.systems
        if system.lease_per_month is not None and system.lease_months is not None
    ]
    staying = [site for site in plan.sites if owes_stay(site)]
    terms += [site.minimum_stay_months for site in staying if not stands(plan, site)]
    signed = [row.end for row in plan.commitments]
    signed += [Month(kept_until(plan, site) - 1) for site in staying if stands(plan, site)]
    signed += [
        row.lease_end for row in plan.existing_fleet if row.tenure == "leased" and row.lease_end is not None
    ]
    return max(terms, default=0), max(signed, default=None)


def signed_period(calendar: Calendar, row: Commitment) -> int:
    """The period that stands for a signed commitment in the plan's books: its start, within 0..T-1."""
    return min(max(0, calendar.period_of(row.start)), calendar.periods - 1)
