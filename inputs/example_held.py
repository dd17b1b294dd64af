"""What the example firm has already: clusters, orders under way, cloud contracts.

Old prices are figures of the firm's own books, made up around the price book of their time.
"""

from __future__ import annotations

from inputs.example_places import OHIO, TEXAS
from inputs.minimal import Cell

BOOKS = {"source": "the firm's own books (example)", "as_of": "2026-12", "confidence": "high"}


def existing_fleet() -> list[dict[str, Cell]]:
    """Two clusters of the first build-out: one bought and now half written off, one leased."""
    return [
        {
            "fleet_id": "tx-h100",
            "cluster_id": "tx-a",
            "site_id": TEXAS,
            "system_id": "H100X8",
            "fabric_id": "IB400-2T-2K",
            "cooling_id": "AIR",
            "systems": 128,
            "in_service": "2024-07",
            "tenure": "owned",
            "cost_original": 36_000_000,
            "book_value": 18_000_000,
            "resale_now": 12_500_000,
            "may_retire": "yes",
            "note": "30 months old, written off over five years; a broker's quote for the whole cluster.",
            **BOOKS,
        },
        {
            "fleet_id": "oh-h100",
            "cluster_id": "oh-a",
            "site_id": OHIO,
            "system_id": "H100X8",
            "fabric_id": "IB400-2T-2K",
            "cooling_id": "AIR",
            "systems": 64,
            "in_service": "2025-07",
            "tenure": "leased",
            "lease_per_month": 416_000,
            "lease_end": "2028-06",
            "note": "Three-year lease, 6,500 a server and month; goes back to the lessor.",
            **BOOKS,
        },
    ]


def open_orders() -> list[dict[str, Cell]]:
    """Servers with their network that may still be called off, and the next hall of the Texas site."""
    return [
        {
            "order_id": "b200-first",
            "po_number": "4500117",
            "site_id": TEXAS,
            "system_id": "B200X8",
            "cooling_id": "AIR",
            "fabric_id": "IB400-2T-2K",
            "quantity": 32,
            "in_service": "2027-07",
            "total_price": 13_800_000,
            "paid_to_date": 4_100_000,
            "pay_on_delivery": 8_300_000,
            "pay_on_acceptance": 1_400_000,
            "cancellable_until": "2027-03",
            "cancel_fee": 1_400_000,
            "note": "Calling it off loses the deposit and costs a tenth of the price.",
            **BOOKS,
        },
        {
            "order_id": "tx-hall-2",
            "po_number": "4500098",
            "site_id": TEXAS,
            "expansion_id": "hall-2",
            "quantity": 1,
            "in_service": "2027-07",
            "total_price": 52_000_000,
            "paid_to_date": 31_000_000,
            "pay_on_delivery": 16_000_000,
            "pay_on_acceptance": 5_000_000,
            "note": "Under construction; contract without a way out.",
            **BOOKS,
        },
    ]


def commitments() -> list[dict[str, Cell]]:
    """A reservation of 256 accelerators signed for three years, and a yearly spend with a discount."""
    return [
        {
            "commitment_id": "aws-h100-2025",
            "kind": "capacity",
            "offer_id": "AWS-US-EAST-2-H100X8-R36",
            "blocks": 32,
            "start": "2025-07",
            "end": "2028-06",
            "price_per_accelerator_hour": 3.4,
            "note": "Signed a year and a half before the plan, at the price of then.",
            **BOOKS,
        },
        {
            "commitment_id": "nebius-spend",
            "kind": "spend",
            "provider": "Nebius",
            "spend_per_year": 3_000_000,
            "start": "2026-07",
            "end": "2029-06",
            "shortfall_share": 1,
            "prepaid_balance": 500_000,
            "note": "What is not spent in a contract year is due all the same.",
            **BOOKS,
        },
    ]
