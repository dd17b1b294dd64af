"""Bill of materials of a cluster fabric: switches, cables and transceivers (F3.1–F3.9).

Symbols: k switch ports at the NIC's rate, d and u the down- and up-links of a leaf, oversubscription d/u.
Layout rules
- Rails: NIC r of every system in a scalable unit goes to the same leaf; small units let rails share a leaf.
- A scalable unit is cabled whole; systems not yet there leave ports unused.
- Two tiers: every spine gets equally many links from every leaf, so the spines divide u.
- Three tiers: each pod (the leaves of a unit; of a unit's rail for rack-scale systems) has its own spines,
  by the same rule with half their ports down; core switches join all spines. Nothing is oversubscribed
  above the leaves.
- One tier: each rail on one switch; traffic between rails crosses the scale-up links inside a system.
- A NIC faster than a port is split over several planes, each a fabric of its own; one cable carries a
  NIC's links to all planes. A port faster than the NIC is split into several.
- All links are optical: two transceivers a cable. Copper is a matter of the price put on them.
Sources: NVIDIA DGX SuperPOD reference architectures H100 (RA-11333-001), B200, B300, GB200; Al-Fares et
al., SIGCOMM 2008 (k-ary fat tree: k²/2 and k³/4 endpoints).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from models.words import said

RAILS_OF_RACK_SYSTEM = 4
"""Compute trays of rack-scale systems (GB200, GB300 NVL72) hold four accelerators, one NIC each."""

RACK_SYSTEMS_PER_UNIT = 8
"""Racks of a GB200 NVL72 scalable unit."""

MAX_SERVER_ENDPOINTS = 16
"""A system with more NICs than this is a rack of trays, not a server."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BillOfMaterials:
    """Counts of parts. A cable is one endpoint-rate link (or a bundle of one such link per plane)."""

    leaf_switches: int = 0
    spine_switches: int = 0
    core_switches: int = 0
    node_leaf_cables: int = 0
    leaf_spine_cables: int = 0
    spine_core_cables: int = 0

    @property
    def switches(self) -> int:
        """Switches of all tiers."""
        return self.leaf_switches + self.spine_switches + self.core_switches

    @property
    def cables(self) -> int:
        """Cables of all tiers."""
        return self.node_leaf_cables + self.leaf_spine_cables + self.spine_core_cables

    @property
    def transceivers(self) -> int:
        """One at each end of every cable, the NIC's end included."""
        return 2 * self.cables

    def plus(self, other: BillOfMaterials, times: int = 1) -> BillOfMaterials:
        """This bill and `times` another one."""
        return BillOfMaterials(
            leaf_switches=self.leaf_switches + times * other.leaf_switches,
            spine_switches=self.spine_switches + times * other.spine_switches,
            core_switches=self.core_switches + times * other.core_switches,
            node_leaf_cables=self.node_leaf_cables + times * other.node_leaf_cables,
            leaf_spine_cables=self.leaf_spine_cables + times * other.leaf_spine_cables,
            spine_core_cables=self.spine_core_cables + times * other.spine_core_cables,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FabricPurchase:
    """What a fabric takes: a part bought when it opens, and a part with each scalable unit.

    `at_opening` holds spines, cores and the links between them for the planned size, `per_unit` leaves,
    node links and leaf up-links of `systems_per_unit` systems; `units` of them make the planned size.
    """

    systems_per_unit: int
    units: int
    at_opening: BillOfMaterials
    per_unit: BillOfMaterials

    @property
    def total(self) -> BillOfMaterials:
        """Bill of the fabric at its planned size."""
        return self.at_opening.plus(self.per_unit, self.units)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Unit:
    """Leaves of one scalable unit in one plane, with the ports cabled on each."""

    systems: int
    leaves: int
    up: int
    rail_groups: int


def effective_ports(switch_ports: int, port_gbps: float, nic_gbps: float | None) -> tuple[int, int]:
    """Ports of a switch at the NIC's rate, and the planes that a NIC is split over.

    800G ports serve two 400G NICs each (128 of 64 ports, one plane); an 800G NIC takes a 400G port in each
    of two planes. Without a NIC rate the ports are used as they are. Rates in Gbit/s; raises ValueError
    where one is not positive.
    """
    if nic_gbps is None:
        return switch_ports, 1
    if port_gbps <= 0.0 or nic_gbps <= 0.0:
        raise ValueError(f"rates must be positive: port {port_gbps} Gbit/s, NIC {nic_gbps} Gbit/s")
    if nic_gbps <= port_gbps:
        return switch_ports * math.floor(port_gbps / nic_gbps), 1
    return switch_ports, math.ceil(nic_gbps / port_gbps)


def leaf_ports(ports: int, oversubscription: float) -> tuple[int, int]:
    """Down- and up-links (d, u) of a full leaf: the most d with d/u ≤ oversubscription, d + u ≤ ports.

    Raises ValueError for fewer than 2 ports or an oversubscription below 1.
    """
    if ports < 2 or oversubscription < 1.0:
        raise ValueError(
            f"a leaf needs at least 2 ports and an oversubscription of at least 1, "
            f"not {ports} ports and {oversubscription}"
        )
    down = min(ports - 1, math.floor(ports * oversubscription / (1.0 + oversubscription) + 1e-9))
    return down, _up_links(down, oversubscription)


def max_endpoints(ports: int, tiers: int, oversubscription: float = 1.0) -> int:
    """Most endpoints that one fabric of `ports`-port switches connects (F3.7, F3.8).

    One tier (each rail counts apart): k. Two tiers: k leaves, k²/2 without oversubscription. Three: k²/2
    leaves, k³/4 without oversubscription. Raises ValueError for another number of tiers.
    """
    if tiers not in (1, 2, 3):
        raise ValueError(f"a fabric has 1, 2 or 3 tiers, not {tiers}")
    if tiers == 1:
        return ports
    return _max_leaves(ports, tiers) * leaf_ports(ports, oversubscription)[0]


def fabric_purchase(
    *,
    planned_systems: int,
    endpoints_per_system: int,
    switch_ports: int,
    tiers: int,
    oversubscription: float = 1.0,
    planes: int = 1,
    unit_systems: int | None = None,
    rails: int | None = None,
) -> FabricPurchase:
    """Parts of a fabric planned for `planned_systems`, split into opening and scalable unit.

    `endpoints_per_system` counts the NICs of a system, `switch_ports` and `planes` come from
    `effective_ports`. Without `unit_systems` a unit is one full set of leaves (servers) or 8 racks; without
    `rails` a server has a rail per NIC, a rack four. A one-tier fabric is a single unit.
    Raises ValueError, with both numbers, when the tiers cannot connect the planned endpoints.
    """
    if planned_systems < 1 or endpoints_per_system < 1 or planes < 1:
        raise ValueError(
            f"a fabric connects at least one system with one endpoint in one plane, not {planned_systems} "
            f"systems with {endpoints_per_system} endpoints in {planes} planes"
        )
    if tiers not in (1, 2, 3):
        raise ValueError(f"a fabric has 1, 2 or 3 tiers, not {tiers}")
    rack_scale = endpoints_per_system > MAX_SERVER_ENDPOINTS
    rail_count = rails or (RAILS_OF_RACK_SYSTEM if rack_scale else endpoints_per_system)
    per_rail = -(-endpoints_per_system // rail_count)
    if tiers == 1:
        return _one_tier(planned_systems, endpoints_per_system, rail_count, per_rail, switch_ports, planes)

    down = leaf_ports(switch_ports, oversubscription)[0]
    wanted = unit_systems or (RACK_SYSTEMS_PER_UNIT if rack_scale else max(1, down // per_rail))
    systems = min(wanted, planned_systems)
    leaves, used_down = _leaves(systems, rail_count, per_rail, down)
    unit = _Unit(
        systems=systems,
        leaves=leaves,
        up=_up_links(used_down, oversubscription),
        rail_groups=rail_count if rack_scale else 1,
    )
    units = -(-planned_systems // systems)
    _check_limit(planned_systems, endpoints_per_system, unit, units, switch_ports, tiers, oversubscription)
    opening = _two_tier_opening if tiers == 2 else _three_tier_opening
    return FabricPurchase(
        systems_per_unit=systems,
        units=units,
        at_opening=opening(unit, units, switch_ports, planes),
        per_unit=BillOfMaterials(
            leaf_switches=planes * unit.leaves,
            node_leaf_cables=systems * endpoints_per_system,
            leaf_spine_cables=unit.leaves * unit.up,
        ),
    )


def _up_links(down: int, oversubscription: float) -> int:
    return math.ceil(down / oversubscription - 1e-9)


def _max_leaves(ports: int, tiers: int) -> int:
    """Leaves that spines (2 tiers) or pods of k/2 leaves under k-port cores (3 tiers) can reach."""
    return ports if tiers == 2 else ports * (ports // 2)


def _leaves(systems: int, rails: int, per_rail: int, down: int) -> tuple[int, int]:
    """Leaves of a unit and the most down-links cabled on one of them.

    A system's links of a rail stay on one leaf where they fit.
    """
    rail_links = systems * per_rail
    if rail_links <= down:
        rails_per_leaf = min(rails, down // rail_links)
        return -(-rails // rails_per_leaf), rails_per_leaf * rail_links
    if per_rail <= down:
        leaves_per_rail = -(-systems // (down // per_rail))
        return rails * leaves_per_rail, per_rail * -(-systems // leaves_per_rail)
    leaves_per_system_rail = -(-per_rail // down)
    return rails * systems * leaves_per_system_rail, -(-per_rail // leaves_per_system_rail)


def _one_tier(
    systems: int, endpoints_per_system: int, rails: int, per_rail: int, ports: int, planes: int
) -> FabricPurchase:
    if systems * per_rail > ports:
        raise ValueError(
            said(
                "a 1-tier fabric of {ports}-port switches connects at most {most} systems ({most_ends} "
                "endpoints); {systems} systems ({ends} endpoints) are planned: add a tier or use switches "
                "with more ports",
                ports=ports,
                most=ports // per_rail,
                most_ends=ports // per_rail * endpoints_per_system,
                systems=systems,
                ends=systems * endpoints_per_system,
            )
        )
    leaves, _ = _leaves(systems, rails, per_rail, ports)
    return FabricPurchase(
        systems_per_unit=systems,
        units=1,
        at_opening=BillOfMaterials(),
        per_unit=BillOfMaterials(
            leaf_switches=planes * leaves, node_leaf_cables=systems * endpoints_per_system
        ),
    )


def _check_limit(
    planned: int, endpoints_per_system: int, unit: _Unit, units: int, ports: int, tiers: int, ratio: float
) -> None:
    """Refuse a plan with more leaves than the tiers reach; units are cabled whole."""
    limit = _max_leaves(ports, tiers) // unit.leaves * unit.systems
    if units * unit.systems <= limit:
        return
    raise ValueError(
        said(
            "a {tiers}-tier fabric of {ports}-port switches at {ratio}:1 connects at most {most} systems "
            "({most_ends} endpoints; {full} if every port could be cabled) in units of {unit}; {planned} "
            "systems ({ends} endpoints) are planned: add a tier, raise oversubscription or use switches with "
            "more ports",
            tiers=tiers,
            ports=ports,
            ratio=f"{ratio:g}",
            most=limit,
            most_ends=limit * endpoints_per_system,
            full=max_endpoints(ports, tiers, ratio),
            unit=unit.systems,
            planned=planned,
            ends=planned * endpoints_per_system,
        )
    )


def _spines(leaves: int, up: int, spine_down_ports: int) -> int:
    """Fewest spines that take all up-links, with equally many links between every leaf and spine (F3.2)."""
    return next(s for s in range(1, up + 1) if up % s == 0 and s * spine_down_ports >= leaves * up)


def _two_tier_opening(unit: _Unit, units: int, ports: int, planes: int) -> BillOfMaterials:
    return BillOfMaterials(spine_switches=planes * _spines(units * unit.leaves, unit.up, ports))


def _three_tier_opening(unit: _Unit, units: int, ports: int, planes: int) -> BillOfMaterials:
    """Spines of every pod and the cores above them (F3.3, F3.6)."""
    spine_down = ports // 2
    group = -(-unit.leaves // unit.rail_groups)
    pods_per_group = -(-group // spine_down)
    spines = _spines(-(-group // pods_per_group), unit.up, spine_down)
    up_links = units * unit.leaves * unit.up
    return BillOfMaterials(
        spine_switches=planes * units * unit.rail_groups * pods_per_group * spines,
        core_switches=planes * -(-up_links // ports),
        spine_core_cables=up_links,
    )
