"""Places of the example plan: four sites, their power, cooling and running costs, from the price book."""

from __future__ import annotations

from inputs.minimal import Cell
from inputs.price_book import Row, figure, row

TEXAS, OHIO, FINLAND, JOHOR = "texas-1", "ohio-1", "finland-1", "johor-1"
MARKET = {TEXAS: "texas", OHIO: "ohio", FINLAND: "finland", JOHOR: "johor"}
OWN_SITES = (TEXAS, OHIO)
COLO_SITES = (FINLAND, JOHOR)

PEAK_PUE_ADD = 0.05
"""Peak PUE above the annual mean, as the workbook's default has it."""

DEMAND_CHARGE_KW_MONTH = 10.0
"""Texas contract of the example: USD per facility kW and month, taken out of the all-in energy price."""
LOAD_FACTOR = 0.95
HOURS_PER_MONTH = 730.0


def sites() -> list[dict[str, Cell]]:
    """Two own sites in the United States, a Nordic and an Asian colocation site."""
    energy = figure(row("markets", "texas"), "energy_price_kwh")
    charge_per_kwh = DEMAND_CHARGE_KW_MONTH / (HOURS_PER_MONTH * LOAD_FACTOR)
    return [
        _site(
            TEXAS,
            "own",
            usable_mw=20,
            mw_basis="facility",
            racks=900,
            open_cost=2_000_000,
            fixed_cost_per_year=1_500_000,
            energy_price_kwh=round(energy - charge_per_kwh, 4),
            demand_charge_kw_month=DEMAND_CHARGE_KW_MONTH,
            water_price_per_m3=1.5,
            residency="us",
            note="All-in price of the market split into energy and a demand charge at 95 % load factor.",
        ),
        _site(
            OHIO,
            "own",
            usable_mw=12,
            mw_basis="facility",
            racks=600,
            open_cost=2_000_000,
            fixed_cost_per_year=1_200_000,
            water_price_per_m3=1.5,
            residency="us",
        ),
        _site(
            FINLAND,
            "colo",
            usable_mw=14,
            mw_basis="it",
            racks=500,
            currency="EUR",
            open_cost=900_000,
            open_lead_months=3,
            residency="eu",
            note="Rent holds building and air cooling; contracted IT kW are paid, used or not.",
        ),
        _site(
            JOHOR,
            "colo",
            usable_mw=2,
            mw_basis="it",
            racks=300,
            currency="MYR",
            open_cost=4_200_000,
            open_lead_months=6,
            egress_per_tb=40,
            water_price_per_m3=3,
            minimum_stay_months=36,
            decommission_cost=2_000_000,
            note="Check export rules before an order; power grows by contract (SitePower).",
        ),
    ]


def _site(site_id: str, kind: str, **cells: Cell) -> dict[str, Cell]:
    common: dict[str, Cell] = {"site_id": site_id, "market": MARKET[site_id], "kind": kind}
    return {**common, "present_level": "N+1", **cells}


def power_expansions() -> list[dict[str, Cell]]:
    """Quick blocks that the present connection feeds, and large ones that wait for transformers or grid."""
    return [
        _own_block(TEXAS, "hall-2", 10, 12, 2, "Connection has the spare power: switchgear 11 months."),
        _own_block(TEXAS, "substation", 40, 30, 2, "Power transformer 128 weeks."),
        _own_block(OHIO, "hall-2", 8, 18, 1, "Connection has the spare power; slower permits."),
        _own_block(OHIO, "grid", 40, 48, 1, "Grid connection of a primary market."),
        _colo_block(FINLAND, "phase-2", 10, 18, 2),
        _colo_block(JOHOR, "phase-2", 10, 24, 1),
    ]


def _own_block(site_id: str, option: str, mw: float, lead: int, most: int, why: str) -> dict[str, Cell]:
    """A block built by the owner: published US cost without cooling plant, moved by the market's index."""
    market = row("markets", MARKET[site_id])
    per_kw_it = figure(row("construction", "power_block_n"), "value") * figure(market, "construction_index")
    block = _block(site_id, option, mw, lead, most, per_kw_it / _peak_pue(market, "pue_air"), why)
    return {
        **block,
        "recoverable_share": figure(row("construction", "recoverable_share"), "value"),
        "pay_at_order_share": 0.2,
        "pay_at_delivery_share": 0.7,
    }


def _colo_block(site_id: str, option: str, mw: float, lead: int, most: int) -> dict[str, Cell]:
    """A further phase of a colocation site: the tenant pays the fit-out, the rent pays the rest."""
    market = row("markets", MARKET[site_id])
    per_kw_it = figure(row("construction", "white_space"), "value") * figure(market, "construction_index")
    why = "Tenant fit-out only; the landlord's building is in the rent."
    block = _block(site_id, option, mw, lead, most, per_kw_it / _peak_pue(market, "pue_air"), why)
    return {**block, "recoverable_share": 0}


def _block(
    site_id: str, option: str, mw: float, lead: int, most: int, per_facility_kw: float, note: str
) -> dict[str, Cell]:
    life = figure(row("construction", "facility_life"), "value")
    return {
        "site_id": site_id,
        "expansion_id": option,
        "block_mw": mw,
        "block_cost": round(mw * 1000 * per_facility_kw, -4),
        "lead_months": lead,
        "max_blocks": most,
        "life_months": int(life),
        "price_change_per_year": figure(row("construction", "price_change"), "value"),
        "source": "price book: construction.csv, markets.csv",
        "as_of": "2024-12",
        "confidence": "estimate",
        "note": note,
    }


def _peak_pue(market: Row, column: str) -> float:
    return figure(market, column) + PEAK_PUE_ADD


def site_cooling() -> list[dict[str, Cell]]:
    """Air everywhere, already there for today's power; liquid can be built everywhere, Finland has some."""
    existing_air = {TEXAS: 15_000, OHIO: 9_000, FINLAND: 14_000, JOHOR: 8_000}
    existing_liquid = {FINLAND: 4_000}
    lines: list[dict[str, Cell]] = []
    for site_id, market_id in MARKET.items():
        market = row("markets", market_id)
        for cooling_id, column, existing in (
            ("AIR", "pue_air", existing_air),
            ("LIQUID", "pue_liquid", existing_liquid),
        ):
            lines.append(
                {
                    "site_id": site_id,
                    "cooling_id": cooling_id,
                    "pue_annual": figure(market, column),
                    "existing_kw": existing.get(site_id, 0),
                    "source": "price book: markets.csv",
                    "as_of": market["as_of"],
                    "confidence": "estimate",
                }
            )
    return lines
