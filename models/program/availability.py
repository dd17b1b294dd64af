"""C12 Availability: work runs on systems that are fed at the availability it asks for."""

from __future__ import annotations

from models.program.capacity import limit_name, uses
from models.program.draft import KILO, Draft
from models.program.power import fed_terms


def add_availability_rows(draft: Draft) -> None:
    r"""Rows of C12, for each availability class a that some workload asks for.

    \sum_{w: class >= a} held[w,d,t,b] / u_w <= usable accelerators per system * \sum_{f: A_f >= a} fed[d,f,t]
    One service at 2N does not force the whole site to 2N.
    """
    wanted = {
        str(row.workload_id): row.min_availability
        for row in draft.plan.workloads
        if row.min_availability is not None
    }
    for level in sorted(set(wanted.values())):
        names = {name for name, asked in wanted.items() if asked >= level}
        for design in draft.sizing.designs:
            feeds = draft.sizing.feeds[design.location]
            good = [feed for feed in feeds if feed.availability >= level]
            if len(good) == len(feeds):
                continue
            each = design.accelerators * (1.0 - design.repair_share) / KILO
            for t in draft.periods:
                room = [
                    (-each * weight, var)
                    for feed in good
                    for weight, var in fed_terms(draft, design.location, design.label, feed, t, 1.0)
                ]
                for block in draft.sizing.blocks.ids:
                    held = [
                        (coefficient / limit, var)
                        for name, limit, terms in uses(draft, design.label, t, block)
                        if name in names
                        for coefficient, var in terms
                    ]
                    if held:
                        draft.row("C12", (limit_name(level), design.label, t, block), held + room, upper=0)
