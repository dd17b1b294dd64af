"""Worked sample rows of a blank template: switched off, so that they show the way and change nothing."""

from __future__ import annotations

from collections.abc import Mapping

from planner.messages import LANGUAGES, speaking, tr

_SAMPLES: Mapping[str, tuple[Mapping[str, object], ...]] = {
    "Sites": ({"site_id": "sample-site", "market": "texas", "kind": "own", "usable_mw": 5,
               "mw_basis": "facility"},),
    "PowerExpansions": ({"site_id": "sample-site", "expansion_id": "hall-2", "block_mw": 2,
                         "block_cost": 14_000_000, "lead_months": 18, "max_blocks": 3},),
    "Workloads": (
        {"workload_id": "sample-training", "kind": "training", "project": "sample", "start": "2027-01",
         "end": "2027-12", "active_params_billion": 70, "tokens_trillion": 15, "precision": "bf16"},
        {"workload_id": "sample-service", "kind": "inference", "project": "sample", "start": "2027-01",
         "end": "2028-12", "active_params_billion": 70}),
    "Demand": ({"workload_id": "sample-service", "from": "2027-01", "amount": 400, "unit": "requests_per_s",
                "growth_per_year": 0.5},),
    "ServingRates": ({"workload_id": "sample-service", "system_id": "H100X8", "rate": 1.5,
                      "unit": "requests_per_s"},),
    "ExistingFleet": ({"fleet_id": "sample-fleet", "cluster_id": "sample-cluster", "site_id": "sample-site",
                       "system_id": "H100X8", "fabric_id": "IB400-2T-2K", "cooling_id": "AIR", "systems": 32,
                       "in_service": "2025-06"},),
    "OpenOrders": ({"order_id": "sample-order", "site_id": "sample-site", "system_id": "H100X8",
                    "quantity": 16, "in_service": "2027-04", "total_price": 4_000_000,
                    "paid_to_date": 1_200_000},),
    "Commitments": ({"commitment_id": "sample-commitment", "kind": "spend", "provider": "AWS",
                     "spend_per_year": 2_000_000, "start": "2026-07", "end": "2029-06"},),
    "SiteCooling": ({"site_id": "sample-site", "cooling_id": "AIR"},),
}


SAMPLE = "sample-"
"""What the ids of sample rows begin with."""


def sample_notes() -> frozenset[str]:
    """The note of sample rows in every language."""
    notes = []
    for code in LANGUAGES:
        with speaking(code):
            notes.append(_note())
    return frozenset(notes)


def _note() -> str:
    return tr("sample: overwrite it and clear enabled and note, or leave it switched off")


def sample_rows(sheet: str) -> list[dict[str, object]]:
    """The sheet's sample rows, switched off, with a note that says so."""
    return [dict(row) | {"enabled": False, "note": _note()} for row in _SAMPLES.get(sheet, ())]
