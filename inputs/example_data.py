"""Data of the example plan: storage tiers from the price book, and how long each kind of data is kept."""

from __future__ import annotations

from inputs.minimal import Cell, Rows

TIERS = ("SITE-NVME", "SITE-HDD", "AWS-S3-STANDARD", "AWS-GLACIER-DEEP")
"""Rows of the price book: flash and disk at sites, hot and archived objects where a price list is public."""


def neocloud_tiers() -> Rows:
    """File storage beside rented accelerators, where the price book has no list."""
    return [
        {
            "tier_id": f"{place.partition(':')[0].upper()}-FILES",
            "where": place,
            "kind": "hot",
            "price_per_tb_month": 60,
            "egress_per_tb": 0,
            "source": "estimate: between object stores (20-23) and parallel file systems (from 145)",
            "as_of": "2026-11",
            "confidence": "estimate",
            "note": "Egress: such providers usually charge none.",
        }
        for place in ("Lambda:us", "Nebius:eu-north1")
    ]


def storage_policy() -> Rows:
    """Rules of the firm: reproducible runs for three years, logs for one, two copies of weights."""
    rule = {"source": "the firm's own retention rules (example)", "as_of": "2026-12", "confidence": "high"}
    days: tuple[tuple[str, int, int, int, dict[str, Cell]], ...] = (
        ("dataset", 0, 365, 0, {"compression_ratio": 1.3}),
        ("processed", 0, 180, 0, {"dedup_ratio": 2, "compression_ratio": 1.3}),
        ("checkpoint", 0, 180, 915, {}),
        ("weights", 0, 1825, 0, {"copies": 2}),
        ("evaluation", 0, 365, 0, {"dedup_ratio": 50}),
        ("log", 30, 0, 335, {"compression_ratio": 5}),
        ("backup", 0, 0, 365, {"dedup_ratio": 4}),
    )
    return [
        {"data_kind": kind, "hot_days": hot, "warm_days": warm, "archive_days": archive, **more, **rule}
        for kind, hot, warm, archive, more in days
    ]
