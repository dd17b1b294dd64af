"""Data of workloads: versions kept, sizes, stages, where it may be."""

from __future__ import annotations

from typing import Any

import pytest

from models.sizing import size
from models.sizing.data import WorkloadData
from models.sizing.places import choices
from models.sizing.retention import stage_days, without_hot
from tests.known.small_plan import HALF_YEARS, Row, offer, plan, run, settings, site, system
from tests.known.solving import plan_of


def keeping(policy: Row | None, **changes: Any) -> WorkloadData:
    """A run of 8 accelerators, 1e12 parameters at 10 bytes, that is interrupted every 100 hours.

    A write blocks for 50 s: an interval of sqrt(2 x 50 s x 360,000 s) = 6,000 s.
    """
    row = run(
        accelerators=8,
        hours=2000,
        active_params_billion=1000,
        bytes_per_param_checkpoint=10,
        bytes_per_param_state=1,
        checkpoint_write_s=50,
        checkpoints_kept=10,
        restart_minutes=0,
        allowed_locations="Cloud:us",
    )
    tables = plan(
        Settings=settings(**HALF_YEARS),
        Systems=[system(interruptions_per_accelerator_year=8760 / 800)],
        Workloads=[row | changes],
        Demand=[],
        Storage=[{"tier_id": "HOT", "where": "any", "kind": "hot", "price_per_tb_month": 20}],
        StoragePolicy=[policy] if policy else [],
    )
    return size(plan_of(tables)).data[0]


def _stages(data: WorkloadData) -> dict[str, float]:
    return dict(next(iter(data.versions.values())).by_stage)


@pytest.mark.parametrize(
    ("days", "kept", "least", "expected"),
    [
        # 21,600 s are 3.6 intervals: 4 versions; the half day both stages last holds 7.2: 8
        ({"hot_days": 0.25, "warm_days": 0.25}, 10, 0, {"hot": 4, "warm": 4}),
        ({"hot_days": 0.25, "warm_days": 0.25}, 6, 0, {"hot": 4, "warm": 2}),
        ({"hot_days": 0.25, "warm_days": 0.25}, 10, 9, {"hot": 4, "warm": 5}),
        ({"hot_days": 0.25, "archive_days": 10}, 10, 0, {"hot": 4, "archive": 6}),
        ({"hot_days": 10}, 10, 0, {"hot": 10}),
    ],
)
def test_versions_by_stage(days: Row, kept: int, least: int, expected: dict[str, float]) -> None:
    """The newest are hot; no more than are written in the days that they are kept, no less than must be."""
    policy = {"data_kind": "checkpoint"} | days
    assert _stages(keeping(policy, checkpoints_kept=kept, min_checkpoints_kept=least)) == expected


def test_without_policy_versions_are_hot() -> None:
    """All that are kept, while the run goes; nothing afterwards."""
    data = keeping(None)
    assert _stages(data) == {"hot": 10}
    assert data.checkpoint_tb == pytest.approx(10)
    assert data.afterwards == ()


def test_write_bandwidth() -> None:
    """10 TB in 50 s are 200 GB/s."""
    assert keeping(None).write_gb_per_s == pytest.approx(200)


def test_hot_days_away_from_the_work() -> None:
    """They are spent warm; where nothing is warm but something archived, archived."""
    assert without_hot({"hot": 5.0, "warm": 3.0, "archive": 2.0}) == {"hot": 0, "warm": 8, "archive": 2}
    assert without_hot({"hot": 5.0, "warm": 0.0, "archive": 2.0}) == {"hot": 0, "warm": 0, "archive": 7}
    assert without_hot({"hot": 5.0, "warm": 0.0, "archive": 0.0}) == {"hot": 0, "warm": 5, "archive": 0}
    assert stage_days(None) == {"hot": 0, "warm": 0, "archive": 0}


def test_logs_are_kept_as_long_as_they_must() -> None:
    """10 days warm are stretched to 30."""
    data = keeping(
        {"data_kind": "log", "hot_days": 5, "warm_days": 10}, log_gb_per_accelerator_day=1, min_log_days=30
    )
    assert [(stay.stage, stay.days) for stay in data.logs_here] == [("hot", 5), ("warm", 25)]


def test_no_data_without_storage() -> None:
    """Checkpoints that only follow from parameters are not planned where the plan has no storage."""
    tables = plan(Workloads=[run(accelerators=8, hours=2000, active_params_billion=8)], Demand=[])
    assert size(plan_of(tables)).data == ()


@pytest.mark.parametrize(
    ("changes", "where", "why"),
    [
        ({"dataset_tb": 1}, "Cloud:us", "Cloud:us has no priced hot storage"),
        (
            {"dataset_tb": 1, "dataset_home": "Cloud:us"},
            "home",
            "Cloud:us, the home of its data, has no priced",
        ),
        ({"residency": "eu"}, "Cloud:us", "Cloud:us is not known to be in eu"),
        ({"residency": "eu"}, "home", "home is not in eu"),
        ({"residency": "us", "dataset_home": "home"}, "Cloud:us", "home is not in us"),
    ],
)
def test_why_a_place_is_excluded(changes: Row, where: str, why: str) -> None:
    """The excuse names the place and what it lacks."""
    tables = plan(
        Sites=[site(residency="jp")],
        CloudOffers=[offer()],
        Workloads=[run(accelerators=8, hours=2000) | changes],
        Demand=[],
        Storage=[{"tier_id": "RACK", "where": "site", "kind": "hot", "capex_per_tb": 300}],
    )
    told = [excuse.why for excuse in size(plan_of(tables)).excuses if where in excuse.what]
    assert any(text.startswith(why) for text in told), told


def test_a_named_cloud_counts_as_inside() -> None:
    """A planner who allows a region vouches for it."""
    tables = plan(
        Sites=[],
        SiteCooling=[],
        Demand=[],
        Workloads=[run(accelerators=8, hours=2000, residency="eu", allowed_locations="Cloud:us")],
    )
    assert size(plan_of(tables)).campaigns[0].widths


def test_a_rented_tier_that_another_beats_is_left_out() -> None:
    """Warm data may lie hot, but not at a higher price; a minimum of days can turn the price round."""
    tiers = [
        {"tier_id": "HOT", "where": "any", "kind": "hot", "price_per_tb_month": 20},
        {"tier_id": "WARM", "where": "any", "kind": "warm", "price_per_tb_month": 10, "min_storage_days": 90},
        {"tier_id": "RACK", "where": "site", "kind": "hot", "capex_per_tb": 300},
    ]
    made = plan_of(plan(Storage=tiers))

    def names(location: str, days: float) -> list[str]:
        return [str(tier.tier_id) for tier in choices(made, location, "warm", days)]

    assert names("Cloud:us", 0) == names("Cloud:us", 90) == ["WARM"]
    assert names("Cloud:us", 30) == ["HOT"]
    assert names("home", 0) == ["WARM", "RACK"]
