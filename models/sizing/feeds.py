"""Feeds: the ways a system at a site gets its power, each with its own limit and availability."""

from __future__ import annotations

from dataclasses import dataclass

from models.plan import Plan, Redundancy, Site

PRESENT = "present"


@dataclass(frozen=True, slots=True)
class Feed:
    """The site's present power, or new blocks at one redundancy level.

    level: None for present power of a site whose level is not stated (its availability is then 1)
    """

    name: str
    level: Redundancy | None

    @property
    def present(self) -> bool:
        """Whether this is the power that the site has today."""
        return self.name == PRESENT

    @property
    def availability(self) -> float:
        """Share of time in which the feed carries its load."""
        return 1.0 if self.level is None else self.level.availability


def feeds(plan: Plan, site: Site) -> tuple[Feed, ...]:
    """Present power first, then each level that the site can build new blocks at."""
    levels = {row.level_id: row for row in plan.redundancy}
    present = Feed(PRESENT, levels[site.present_level] if site.present_level is not None else None)
    if not any(row.site_id == site.site_id for row in plan.power_expansions):
        return (present,)
    return (present, *(Feed(str(level), row) for level, row in levels.items()))
