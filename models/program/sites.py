"""C20 Being there: a site is in use from its opening and lead on; it is not closed within the plan."""

from __future__ import annotations

from models.program.draft import Draft


def has_fleet(draft: Draft, site_id: str) -> bool:
    """Whether systems already stand at the site: it is then in use from the start."""
    return any(row.site_id == site_id for row in draft.plan.existing_fleet)


def add_columns(draft: Draft) -> None:
    """open_site[s,t] and in_use[s,t], both binary and decided first."""
    for site in draft.plan.sites:
        s = str(site.site_id)
        lead = draft.sizing.calendar.lag(site.open_lead_months)
        for t in draft.periods:
            if not has_fleet(draft, s):
                if t + lead < len(draft.periods):
                    opened = draft.column("open_site", (s, t), upper=1, integer=True, stage=1)
                    draft.prefer_none(opened, float(len(draft.periods) - t))
                    draft.activity("open_site", (s,), t, [(1.0, opened)])
                if t < lead:
                    draft.activity("site_active", (s,), t, [])
                    continue
                active = draft.column("in_use", (s, t), upper=1, integer=True, stage=1)
                draft.activity("site_active", (s,), t, [(1.0, active)])
            else:
                draft.activity("site_active", (s,), t, [], 1.0)


def add_rows(draft: Draft) -> None:
    r"""Rows of C20.

    in_use[s,t] = \sum_{t' <= t - lead} open_site[s,t'],   \sum_t open_site[s,t] <= 1
    """
    for site in draft.plan.sites:
        s = str(site.site_id)
        lead = draft.sizing.calendar.lag(site.open_lead_months)
        if has_fleet(draft, s):
            continue
        for t in draft.periods:
            stock = [
                term
                for earlier in range(t - lead + 1)
                for term in draft.term(-1.0, "open_site", (s, earlier))
            ]
            active = draft.term(1.0, "in_use", (s, t))
            if active:
                draft.row("C20", ("active", s, t), active + stock, lower=0, upper=0)
        once = [term for t in draft.periods for term in draft.term(1.0, "open_site", (s, t))]
        if once:
            draft.row("C20", ("once", s), once, upper=1)
