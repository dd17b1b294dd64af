"""Parts of a fabric, for the enumerator: one plane of NICs, systems of at most 16 NICs."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tests.brute.cells import EPS, Row, number


@dataclass(frozen=True)
class Parts:
    """Switches and cables bought together."""

    switches: int = 0
    cables: int = 0
    nics: int = 0

    def kw(self, fabric: Row) -> float:
        """IT kW: two transceivers a cable."""
        return self.switches * number(fabric, "switch_kw") + (
            2 * self.cables * number(fabric, "transceiver_w") / 1000
        )


def network(fabric: Row, system: Row) -> tuple[int, int, Parts, Parts]:
    """Systems a unit, units, parts at opening, parts a unit, of a fabric at its planned size."""
    ports = int(fabric["switch_ports"])
    rails = int(system["accelerators_per_system"])
    planned = int(fabric["planned_accelerators"]) // rails
    if fabric["tiers"] == 1:
        if planned > ports:
            raise ValueError("one tier cannot join them")
        rails_a_leaf = min(rails, ports // planned)
        return planned, 1, Parts(), Parts(math.ceil(rails / rails_a_leaf), planned * rails, planned * rails)
    ratio = float(fabric["oversubscription"])
    down = min(ports - 1, int(ports * ratio / (1 + ratio) + EPS))
    unit = fabric.get("scalable_unit_accelerators")
    size = min(down if unit is None else max(1, int(unit) // rails), planned)
    if size <= down:
        rails_a_leaf = min(rails, down // size)
        leaves, used = math.ceil(rails / rails_a_leaf), rails_a_leaf * size
    else:
        leaves_a_rail = math.ceil(size / down)
        leaves, used = rails * leaves_a_rail, math.ceil(size / leaves_a_rail)
    up = math.ceil(used / ratio - EPS)
    units = math.ceil(planned / size)
    spines = next(s for s in range(1, up + 1) if up % s == 0 and s * ports >= units * leaves * up)
    return size, units, Parts(spines), Parts(leaves, size * rails + leaves * up, size * rails)
