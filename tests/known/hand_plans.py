"""Plans solved by hand, by what they show (docs/hand-worked.md)."""

from __future__ import annotations

from collections.abc import Callable

from tests.known import hand_building as building
from tests.known import hand_running as running
from tests.known.small_plan import Tables

EXPECTED: dict[str, tuple[Callable[[], Tables], float]] = {
    "lead rounds up to a period": (building.lead_rounds_up, 114_000),
    "life rounds down to a period": (building.life_rounds_down, 100_000),
    "a full fabric needs a second one": (building.second_fabric, 342_080),
    "utilisation limits owned hours, not rented ones": (running.utilisation_limits_owned_hours, 125_600),
    "reserved beats on demand above break-even": (running.reserved_above_break_even, 70_400),
    "a commitment is paid to the end of its term": (running.commitment_paid_to_its_end, 128_000),
    "the reserved limit counts overlapping terms": (running.reserved_limit_counts_overlaps, 140_800),
    "a campaign waits for its hardware": (running.campaign_waits_for_hardware, 50_000),
    "a campaign due before its hardware is rented": (running.campaign_due_before_hardware, 64_000),
    "batch work fills the night": (running.batch_fills_the_night, 100_000),
    "steady work cannot wait for the night": (running.steady_work_cannot_wait, 148_000),
    "replicas are whole": (running.whole_replicas, 256_000),
    "the peak is served at the peak": (running.peak_served_at_peak, 200_000),
    "a gang needs its whole width": (running.gang_needs_its_width, 264_000),
    "N+1 by whole blocks": (building.spare_block, 120_000),
    "a liquid design needs air modules for the rest of its heat": (
        building.liquid_needs_air_for_the_rest,
        215_000,
    ),
    "racks run out": (building.racks_run_out, 328_000),
    "an availability class needs a 2N feed": (building.availability_needs_a_2n_feed, 230_000),
    "spares from the binomial": (running.spares_from_the_binomial, 400_000),
    "work stays in few places": (running.few_places, 200_000),
    "a site opens after its lead": (building.opening_lead, 125_000),
    "the peak of a block is billed": (building.billed_peak, 100_960),
}
"""Plan and least cost by what it shows."""
