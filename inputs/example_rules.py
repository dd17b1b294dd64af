"""Rules of the example plan: contracted power, budgets, limits, the planner's own hand, rates, the ledger."""

from __future__ import annotations

from inputs.example_places import FINLAND, JOHOR
from inputs.minimal import Cell, Rows

CONTRACT = {"source": "the colocation contract (example)", "as_of": "2026-12", "confidence": "high"}
BOARD = {"source": "decision of the board (example)", "as_of": "2026-12", "confidence": "high"}


def site_power() -> Rows:
    """The Johor building is handed over in two steps."""
    return [
        {
            "site_id": JOHOR,
            "from": month,
            "usable_mw": mw,
            "mw_basis": "it",
            "note": "Ramp of the contract.",
            **CONTRACT,
        }
        for month, mw in (("2027-01", 2), ("2029-01", 8))
    ]


def budgets() -> Rows:
    """Cash for capital goods in the first year is fixed; the other amounts warn."""
    lines: tuple[tuple[str, str, str, float, dict[str, Cell]], ...] = (
        ("capex", "", "FY2027", 220_000_000, {"basis": "paid", "hard": "yes"}),
        ("total", "", "all", 1_200_000_000, {}),
        ("provider", "AWS", "FY2027", 40_000_000, {}),
        ("cost_term", "energy", "FY2030", 40_000_000, {}),
        ("project", "frontier", "all", 600_000_000, {}),
        ("site", FINLAND, "FY2028", 120_000_000, {}),
    )
    made: Rows = []
    for scope, key, period, amount, more in lines:
        named: dict[str, Cell] = {"key": key} if key else {}
        made.append({"scope": scope, **named, "period": period, "amount": amount, **more, **BOARD})
    return made


def limits() -> Rows:
    """Allocation of racks, carbon and water that are allowed, no more than half with one provider."""
    lines: tuple[tuple[str, str, str, float, str], ...] = (
        ("supply", "GB200NVL72", "FY2027", 24, "Allocation of the vendor, racks."),
        ("supply", "GB200NVL72", "FY2028", 96, "Allocation of the vendor, racks."),
        ("carbon_t", "", "FY2031", 200_000, "Target of the firm."),
        ("water_m3", JOHOR, "FY2031", 100_000, "Permit."),
        ("provider_share", "Nebius", "all", 0.5, "No more than half of the work with a young provider."),
        ("crew_mw", FINLAND, "2027-H2", 10, "What the landlord's crew can bring into service."),
    )
    made: Rows = []
    for kind, key, period, amount, note in lines:
        named: dict[str, Cell] = {"key": key} if key else {}
        made.append({"kind": kind, **named, "period": period, "amount": amount, "note": note, **BOARD})
    return made


def overrides() -> Rows:
    """One pin: the export licence for Johor is not expected in the first year."""
    return [
        {
            "decision": "site_active",
            "location": JOHOR,
            "period": "FY2027",
            "max": 0,
            "note": "Export licence is not expected before 2028.",
            **BOARD,
        }
    ]


def fx() -> Rows:
    """Rates that the price book was converted at."""
    source = "price book: markets.csv (notes of Germany and Johor)"
    return [
        {"currency": code, "from": "2027-01", "rate_to_plan": rate, "source": source, "as_of": "2026-11"}
        for code, rate in (("EUR", 1.08), ("MYR", 0.238))
    ]


def cost_terms() -> Rows:
    """Chart of accounts and lives in the books."""
    classes: tuple[tuple[str, str, str, int], ...] = (
        ("systems", "1510", "IT equipment", 60),
        ("fabric", "1520", "IT equipment", 60),
        ("storage", "1530", "IT equipment", 60),
        ("cooling_plant", "1410", "Building services", 168),
        ("power_expansion", "1420", "Building services", 240),
        ("deployment", "1515", "IT equipment", 60),
    )
    return [
        {
            "cost_term": term,
            "gl_account": account,
            "asset_class": name,
            "accounting_life": life,
            "capitalise": "yes",
            "source": "the firm's chart of accounts (example)",
        }
        for term, account, name, life in classes
    ]
