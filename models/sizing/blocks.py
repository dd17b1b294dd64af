"""Load blocks: one partition of the hours for the whole plan, and each profile's level in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from models.plan import Plan

ALL_HOURS = "all"


@dataclass(frozen=True, slots=True)
class LoadBlocks:
    """Block ids, their shares of the hours (sum 1), and levels by profile (mean 1 over all hours)."""

    ids: tuple[str, ...]
    share: Mapping[str, float]
    levels: Mapping[str, Mapping[str, float]]

    def level(self, profile: str | None, block: str) -> float:
        """Load of `profile` in `block` relative to its mean (a factor); 1 without a profile."""
        return 1.0 if profile is None else self.levels[profile][block]


def load_blocks(plan: Plan) -> LoadBlocks:
    """Blocks of the plan; a plan without any has one block of all hours."""
    if not plan.blocks:
        return LoadBlocks(
            (ALL_HOURS,),
            {ALL_HOURS: 1.0},
            {profile.profile_id: {ALL_HOURS: 1.0} for profile in plan.load_profiles},
        )
    total = sum(block.share_of_hours for block in plan.blocks)
    share = {str(block.block_id): block.share_of_hours / total for block in plan.blocks}
    levels: dict[str, dict[str, float]] = {}
    for row in plan.load_profiles:
        levels.setdefault(row.profile_id, dict.fromkeys(share, 0.0))[row.block_id] = row.relative_level
    for by_block in levels.values():
        mean = sum(by_block[block] * share[block] for block in share)
        if mean > 0:
            for block in by_block:
                by_block[block] /= mean
    return LoadBlocks(tuple(share), share, levels)
