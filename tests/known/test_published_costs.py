"""Published cost cases: provider comparison, training runs, power."""

from __future__ import annotations

from pathlib import Path

import pytest

from models.finance.amortisation import amortised_training_cost, chip_value
from models.matrix import Key
from models.results import PlanResult
from tests.known.published_costs import (
    CHIP_PRICE,
    GPUS,
    MONTH_HOURS,
    MONTHS,
    TIERS,
    provider,
    ten_thousand,
    training_run,
)
from tests.known.small_plan import Tables
from tests.known.solving import by_command, plan_of, solved


def _goodput_cost(result: PlanResult) -> float:
    """Price of the accelerator-hours that were paid and brought nothing: a cost, but no further cash."""
    assert result.unit_costs is not None
    paid = result.unit_costs.unit("accelerator-hour, rented").quantity
    useful = result.unit_costs.unit("useful accelerator-hour, rented").quantity
    return result.present_value("cloud_reserved") * (1 - useful / paid)


@pytest.mark.parametrize("name", TIERS)
def test_t1_totals(name: str) -> None:
    """36 months to 22 dollars, the monthly figure to one: lines are rounded in the source."""
    tier = TIERS[name]
    result = solved(plan_of(provider(name)))
    total = result.total + _goodput_cost(result)
    assert total == pytest.approx(tier.total, abs=22)
    assert total / MONTHS == pytest.approx(tier.monthly, abs=1)


@pytest.mark.parametrize("name", TIERS)
def test_t1_by_command(tmp_path: Path, name: str) -> None:
    """The workbook and its report: cash without what lost time costs."""
    code, result = by_command(tmp_path, provider(name))
    assert (code, result["master_status"]) == (0, "OK")
    tier = TIERS[name]
    lost = tier.loss * tier.gpu * GPUS * MONTH_HOURS * MONTHS
    assert result["cost"] == pytest.approx(tier.total - lost, abs=22)


@pytest.mark.parametrize(
    "tables",
    [
        training_run("2022-05", "2022-10", 25_000, 2280),
        training_run("2023-01", "2023-06", 4096, 4320),
        ten_thousand(1.3014),
    ],
    ids=["E1", "E2", "P1"],
)
def test_runs_and_power_by_command(tmp_path: Path, tables: Tables) -> None:
    """Their workbooks solve, and the reports hold up."""
    code, result = by_command(tmp_path, tables)
    assert (code, result["master_status"]) == (0, "OK")


def test_t1_lines() -> None:
    """Monthly lines of the hyperscaler, and its set-up once."""
    result = solved(plan_of(provider("hyperscaler")))
    published = {
        "cloud_reserved": 6_423_183, "storage_rent": 1856, "network_lines": 82, "platform": 3318,
        "software": 321_422, "staff": 16_667,
    }  # fmt: skip
    for term, monthly in published.items():
        assert result.present_value(term) / MONTHS == pytest.approx(monthly, abs=0.5), term
    assert result.present_value("other") == pytest.approx(3_278_258, abs=0.5)
    assert _goodput_cost(result) / MONTHS == pytest.approx(131_804, abs=0.5)
    assert result.unit_costs is not None
    useful = result.unit_costs.unit("useful accelerator-hour, rented")
    assert useful.quantity == pytest.approx(GPUS * MONTH_HOURS * MONTHS * (1 - 0.02052))
    assert useful.cash == pytest.approx(result.total / useful.quantity)


@pytest.mark.parametrize(
    ("start", "end", "chips", "hours", "months", "published"),
    [
        ("2022-05", "2022-10", 25_000, 2280, 21, 40_695_706 * 117.766 / 119.349),
        ("2023-01", "2023-06", 4096, 4320, 29, 10_368_712 * 118.297 / 119.349),
    ],
    ids=["E1 GPT-4", "E2 Falcon-180B"],
)
def test_e1_e2_as_a_plans_own_line(
    start: str, end: str, chips: int, hours: float, months: int, published: float
) -> None:
    """A plan counts age in months: within 0.3 % of the published figure, which counts days."""
    result = solved(plan_of(training_run(start, end, chips, hours)))
    (row,) = result.workloads
    expected = amortised_training_cost(
        value_per_chip=chip_value(CHIP_PRICE, months / 12),
        chip_hours=chips * hours,
        server_overhead=1.0,
        kw_per_chip=0.4 * 2.03125 * 0.75,
        pue=1.25,
        price_per_kwh=0.0806,
    )
    assert row.amortised == pytest.approx(expected.total, rel=1e-9)
    assert row.amortised == pytest.approx(published, rel=3e-3)


@pytest.mark.parametrize(("block_mw", "blocks"), [(1.3014, 10), (1.3012, 11)])
def test_p1(block_mw: float, blocks: int) -> None:
    """11.83 MW of facility power need 13.013 MW of blocks; 103.6 GWh cost 8.29 million."""
    result = solved(plan_of(ten_thousand(block_mw)))
    built = result.activities[Key("power_blocks", ("home", "HALL", "N+1"))]
    assert built.sum() == blocks
    power = next(row for row in result.capacity if row.resource.startswith("New power at N+1"))
    assert power.use[0] == pytest.approx(11.83)
    assert result.present_value("energy") / 0.08 / 1e6 == pytest.approx(103.6, abs=0.05)
    assert result.present_value("energy") == pytest.approx(8.29e6, rel=1e-3)
