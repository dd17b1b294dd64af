"""Accelerators by pool and tenure: owned, leased, reserved, rented by use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
import numpy.typing as npt

from models.costing.figures import figure
from models.costing.line import Factor, derived
from models.matrix import Key
from models.results import FleetRow, Part
from models.sizing import Sizing
from models.sizing.designs import Design
from models.sizing.pools import CloudPool

FloatArray = npt.NDArray[np.float64]
Activities = Mapping[Key, FloatArray]

_NONE = 1e-6
"""Systems, below which there are none."""


def _signed_rows(pool: CloudPool, activities: Activities) -> Iterator[FleetRow]:
    """Accelerators of commitments signed before the plan."""
    for row in pool.signed:
        key = Key("active_signed", (pool.location, row.commitment_id))
        if key in activities:
            offer = pool.offer(row)
            size = float(offer.block_accelerators)
            block = figure("CloudOffers", offer.offer_id, "block_accelerators", size, "accelerators")
            part = Part(key, (block,))
            yield FleetRow(row.commitment_id, pool.location, "reserved", "accelerators", (part,))


def _installed_rows(design: Design, activities: Activities, number: Factor) -> Iterator[FleetRow]:
    """Installed accelerators: owned, and leased where any are; a row only for what there is."""
    place = (design.location, design.label)
    installed, leased = Key("installed", place), Key("leased", place)
    all_parts = (Part(installed, (number,)),)
    if leased not in activities or not activities[leased].any():
        yield FleetRow(design.label, design.location, "owned", "accelerators", all_parts)
        return
    if (activities[installed] - activities[leased] > _NONE).any():
        less = derived("units", "less", -1.0, "factor")
        parts = (*all_parts, Part(leased, (number, less)))
        yield FleetRow(design.label, design.location, "owned", "accelerators", parts)
    yield FleetRow(design.label, design.location, "leased", "accelerators", (Part(leased, (number,)),))


def fleet_rows(sizing: Sizing, activities: Activities) -> tuple[FleetRow, ...]:
    """Accelerators by pool and tenure: owned, leased, reserved, rented by use."""
    rows: list[FleetRow] = []
    for design in sizing.designs:
        if Key("installed", (design.location, design.label)) in activities:
            number = figure(
                "Systems",
                design.system.system_id,
                "accelerators_per_system",
                float(design.accelerators),
                "accelerators/system",
            )
            rows += _installed_rows(design, activities, number)
    for pool in sizing.clouds:
        rows += _signed_rows(pool, activities)
        for offer in pool.offers:
            place = (pool.location, str(offer.offer_id))
            if offer.term == "reserved":
                key = Key("active_commitment", place)
                block = figure(
                    "CloudOffers",
                    offer.offer_id,
                    "block_accelerators",
                    float(offer.block_accelerators),
                    "accelerators",
                )
                if key in activities:
                    rows.append(
                        FleetRow(
                            str(offer.offer_id),
                            pool.location,
                            "reserved",
                            "accelerators",
                            (Part(key, (block,)),),
                        )
                    )
            else:
                kind = "spot" if pool.spot else "on_demand"
                key = Key(kind, place)
                if key in activities:
                    rows.append(
                        FleetRow(
                            str(offer.offer_id),
                            pool.location,
                            "spot" if pool.spot else "on_demand",
                            "accelerator-hours",
                            (Part(key),),
                        )
                    )
    return tuple(rows)
