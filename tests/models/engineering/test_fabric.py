"""Hand-counted fabrics for models.engineering.fabric (published tables: tests/known)."""

from __future__ import annotations

import pytest

from models.engineering.fabric import (
    BillOfMaterials,
    effective_ports,
    fabric_purchase,
    leaf_ports,
    max_endpoints,
)


@pytest.mark.parametrize(
    "ports, port_gbps, nic_gbps, effective",
    [
        (64, 400, None, (64, 1)),
        (64, 400, 400, (64, 1)),
        (64, 800, 400, (128, 1)),
        (64, 800, 300, (128, 1)),
        (64, 400, 800, (64, 2)),
    ],
)
def test_ports_at_the_nic_rate(
    ports: int, port_gbps: float, nic_gbps: float | None, effective: tuple[int, int]
) -> None:
    assert effective_ports(ports, port_gbps, nic_gbps) == effective


def test_rates_must_be_positive() -> None:
    with pytest.raises(ValueError, match="rates must be positive"):
        effective_ports(64, 400, 0)


@pytest.mark.parametrize(
    "ports, ratio, links",
    [(64, 1, (32, 32)), (64, 3, (48, 16)), (64, 2, (42, 21)), (2, 9, (1, 1)), (65, 1, (32, 32))],
)
def test_leaf_ports(ports: int, ratio: float, links: tuple[int, int]) -> None:
    assert leaf_ports(ports, ratio) == links


@pytest.mark.parametrize("ports, ratio", [(1, 1), (64, 0.5)])
def test_impossible_leaf(ports: int, ratio: float) -> None:
    with pytest.raises(ValueError, match="a leaf needs"):
        leaf_ports(ports, ratio)


def test_limits() -> None:
    assert max_endpoints(64, 1) == 64
    assert max_endpoints(64, 2, 3.0) == 64 * 48
    assert max_endpoints(64, 3) == 65_536
    with pytest.raises(ValueError, match="1, 2 or 3 tiers"):
        max_endpoints(64, 4)


def test_two_tiers_split_into_opening_and_units() -> None:
    bought = fabric_purchase(planned_systems=128, endpoints_per_system=8, switch_ports=64, tiers=2)
    assert (bought.systems_per_unit, bought.units) == (32, 4)
    assert bought.at_opening == BillOfMaterials(spine_switches=16)
    assert bought.per_unit == BillOfMaterials(leaf_switches=8, node_leaf_cables=256, leaf_spine_cables=256)
    assert bought.total.switches == 48
    assert bought.total.cables == 2048
    assert bought.total.transceivers == 4096


def test_three_tiers_buy_core_links_at_opening() -> None:
    bought = fabric_purchase(planned_systems=512, endpoints_per_system=8, switch_ports=64, tiers=3)
    assert bought.at_opening == BillOfMaterials(spine_switches=128, core_switches=64, spine_core_cables=4096)
    assert bought.per_unit == BillOfMaterials(leaf_switches=8, node_leaf_cables=256, leaf_spine_cables=256)


def test_oversubscription_saves_up_links_and_spines() -> None:
    # d = 48, u = 16: 48 servers a unit, 8 leaves; 16 leaves · 16 / 64 = 4 spines
    bought = fabric_purchase(
        planned_systems=96, endpoints_per_system=8, switch_ports=64, tiers=2, oversubscription=3
    )
    assert (bought.systems_per_unit, bought.units) == (48, 2)
    assert bought.at_opening == BillOfMaterials(spine_switches=4)
    assert bought.per_unit == BillOfMaterials(leaf_switches=8, node_leaf_cables=384, leaf_spine_cables=128)
    # three tiers: 128 up-links a unit over spines with 32 ports down = 4 spines; 256 / 64 = 4 cores
    deep = fabric_purchase(
        planned_systems=96, endpoints_per_system=8, switch_ports=64, tiers=3, oversubscription=3
    )
    assert deep.at_opening == BillOfMaterials(spine_switches=8, core_switches=4, spine_core_cables=256)


def test_one_tier_is_one_unit_of_rail_switches() -> None:
    bought = fabric_purchase(planned_systems=64, endpoints_per_system=8, switch_ports=64, tiers=1)
    assert (bought.systems_per_unit, bought.units) == (64, 1)
    assert bought.at_opening == BillOfMaterials()
    assert bought.per_unit == BillOfMaterials(leaf_switches=8, node_leaf_cables=512)
    small = fabric_purchase(planned_systems=2, endpoints_per_system=8, switch_ports=64, tiers=1)
    assert small.total == BillOfMaterials(leaf_switches=1, node_leaf_cables=16)


def test_given_units_are_cabled_whole() -> None:
    # 16 servers fill a leaf with two rails: 4 leaves; 40 servers take 3 units
    bought = fabric_purchase(
        planned_systems=40, endpoints_per_system=8, switch_ports=64, tiers=2, unit_systems=16
    )
    assert (bought.systems_per_unit, bought.units) == (16, 3)
    assert bought.per_unit == BillOfMaterials(leaf_switches=4, node_leaf_cables=128, leaf_spine_cables=128)
    assert bought.at_opening == BillOfMaterials(spine_switches=8)  # 12 · 32 / 64 = 6, next divisor of 32


def test_units_wider_than_a_leaf_take_several_leaves_a_rail() -> None:
    bought = fabric_purchase(
        planned_systems=64, endpoints_per_system=8, switch_ports=64, tiers=2, unit_systems=64
    )
    assert bought.total.leaf_switches == 16


def test_unit_is_never_larger_than_the_plan() -> None:
    bought = fabric_purchase(planned_systems=2, endpoints_per_system=8, switch_ports=64, tiers=2)
    assert bought.total == BillOfMaterials(
        leaf_switches=1, spine_switches=1, node_leaf_cables=16, leaf_spine_cables=16
    )


def test_racks_keep_a_leaf_per_rail() -> None:
    # 72 accelerators on 4 rails: 18 links a rail and rack, one leaf each
    one = fabric_purchase(planned_systems=1, endpoints_per_system=72, switch_ports=64, tiers=2)
    assert one.per_unit == BillOfMaterials(leaf_switches=4, node_leaf_cables=72, leaf_spine_cables=72)
    # a rail of 18 on 16-port switches with 8 down-links: 3 leaves of 6
    narrow = fabric_purchase(planned_systems=1, endpoints_per_system=72, switch_ports=16, tiers=2)
    assert narrow.per_unit == BillOfMaterials(leaf_switches=12, node_leaf_cables=72, leaf_spine_cables=72)


def test_planes_multiply_switches_not_cables() -> None:
    one = fabric_purchase(planned_systems=128, endpoints_per_system=8, switch_ports=64, tiers=2).total
    two = fabric_purchase(
        planned_systems=128, endpoints_per_system=8, switch_ports=64, tiers=2, planes=2
    ).total
    assert two.switches == 2 * one.switches
    assert two.cables == one.cables


@pytest.mark.parametrize(
    "systems, tiers, limit, asked",
    [
        (65, 1, "512 endpoints", "520 endpoints"),
        (257, 2, "2048 endpoints", "2056 endpoints"),
        (8193, 3, "65536", "65544"),
    ],
)
def test_too_many_endpoints_are_refused_with_both_numbers(
    systems: int, tiers: int, limit: str, asked: str
) -> None:
    assert fabric_purchase(planned_systems=systems - 1, endpoints_per_system=8, switch_ports=64, tiers=tiers)
    with pytest.raises(ValueError, match=f"at most .*{limit}.*{asked}"):
        fabric_purchase(planned_systems=systems, endpoints_per_system=8, switch_ports=64, tiers=tiers)


def test_nonsense_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one system"):
        fabric_purchase(planned_systems=0, endpoints_per_system=8, switch_ports=64, tiers=2)
    with pytest.raises(ValueError, match="1, 2 or 3 tiers"):
        fabric_purchase(planned_systems=1, endpoints_per_system=8, switch_ports=64, tiers=0)
