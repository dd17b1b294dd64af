"""Accelerators by pool and tenure: installed, reserved, rented by use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
import numpy.typing as npt

from models.costing.figures import figure
from models.matrix import Key
from models.results import FleetRow, Part
from models.sizing import Sizing
from models.sizing.pools import CloudPool

FloatArray = npt.NDArray[np.float64]
Activities = Mapping[Key, FloatArray]


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


def fleet_rows(sizing: Sizing, activities: Activities) -> tuple[FleetRow, ...]:
    """Accelerators by pool and tenure: installed, reserved, rented by use."""
    rows = []
    for design in sizing.designs:
        key = Key("installed", (design.location, design.label))
        if key in activities:
            number = figure(
                "Systems",
                design.system.system_id,
                "accelerators_per_system",
                float(design.accelerators),
                "accelerators/system",
            )
            rows.append(
                FleetRow(design.label, design.location, "owned", "accelerators", (Part(key, (number,)),))
            )
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
