"""The price book: form of every row, and its level against published totals."""

from __future__ import annotations

import re
from itertools import chain

import pytest

from inputs.price_book import KEYS, figure, row, rows

HOURS_PER_YEAR = 8760
ALL_ROWS = [
    pytest.param(name, line, id=f"{name}:{line[key]}") for name, key in KEYS.items() for line in rows(name)
]
TEXT_COLUMNS = {
    "source", "as_of", "confidence", "carbon_confidence", "note", "vendor", "price_includes",
    "fabrics_allowed", "markets_excluded", "air", "liquid", "front_end_only", "kind", "provider", "enabled",
    "region", "system_id", "term", "billed", "where", "category", "driver", "per", "capex_or_opex",
    "index", "scope", "place", "country", "currency", "aws_region", "gcp_region", "unit", *KEYS.values(),
}  # fmt: skip


@pytest.mark.parametrize(("name", "line"), ALL_ROWS)
def test_each_row_says_where_it_comes_from(name: str, line: dict[str, str]) -> None:
    assert line["source"].strip(), name
    assert re.fullmatch(r"20\d\d-(0[1-9]|1[0-2])", line["as_of"]), name
    assert line["confidence"] in {"high", "medium", "low", "estimate"}, name


@pytest.mark.parametrize(("name", "line"), ALL_ROWS)
def test_numbers_parse_and_lie_in_their_range(name: str, line: dict[str, str]) -> None:
    assert None not in line, f"{name}: a row is longer than the header"
    numbers = {column: float(text) for column, text in line.items() if text and column not in TEXT_COLUMNS}
    for column, value in numbers.items():
        low, high = numbers.get(f"{column}_low", value), numbers.get(f"{column}_high", value)
        assert low <= value <= high, f"{name} {column}: {low} ≤ {value} ≤ {high}"
    ranged = [column.removesuffix("_low") for column in line if column.endswith("_low")]
    for column in ranged:
        blanks = {line[column] == "", line[f"{column}_low"] == "", line[f"{column}_high"] == ""}
        assert len(blanks) == 1, f"{name} {column}: value and range must both be given or both be blank"


@pytest.mark.parametrize("name", KEYS)
def test_keys_are_unique(name: str) -> None:
    keys = [line[KEYS[name]] for line in rows(name)]
    assert sorted(set(keys)) == sorted(keys)


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("systems", 9),
        ("fabrics", 6),
        ("cooling", 3),
        ("redundancy", 3),
        ("cloud_offers", 20),
        ("markets", 12),
    ],
)
def test_the_book_is_wide_enough(name: str, least: int) -> None:
    assert len(rows(name)) >= least


def test_references_exist() -> None:
    systems = {line["system_id"] for line in rows("systems")}
    fabrics = {line["fabric_id"] for line in rows("fabrics")}
    markets = {line["market_id"] for line in rows("markets")}
    assert {line["system_id"] for line in rows("cloud_offers")} <= systems
    for line in rows("systems"):
        assert set(line["fabrics_allowed"].split(", ")) <= fabrics, line["system_id"]
        assert set(line["markets_excluded"].split(", ")) <= markets, line["system_id"]


def test_an_offer_id_is_told_by_its_columns() -> None:
    for line in rows("cloud_offers"):
        term = {"on_demand": "OD", "spot": "SPOT"}.get(line["term"], f"R{line['term_months']}")
        expected = "-".join([line["provider"], line["region"], line["system_id"], term]).upper()
        assert line["offer_id"] == expected


def test_a_longer_commitment_is_cheaper() -> None:
    prices: dict[tuple[str, str, str], dict[str, float]] = {}
    for line in rows("cloud_offers"):
        pool = (line["provider"], line["region"], line["system_id"])
        price = figure(line, "price_per_accelerator_hour")
        prices.setdefault(pool, {})[line["term"] + line["term_months"]] = price
    for pool, by_term in prices.items():
        ladder = [by_term[term] for term in ("reserved36", "reserved12", "on_demand") if term in by_term]
        assert ladder == sorted(ladder), pool
        if "spot" in by_term:
            assert by_term["spot"] < by_term["on_demand"], pool


def test_dense_peaks_only() -> None:
    """Eight-bit peak is at most twice the 16-bit one; the published sparse figures are four times."""
    for line in rows("systems"):
        ratio = figure(line, "fp8_tflops_per_accelerator") / figure(line, "bf16_tflops_per_accelerator")
        assert 1 <= ratio <= 2.001, line["system_id"]


def test_redundancy_is_paid_once() -> None:
    for line in rows("redundancy"):
        assert figure(line, "usable_share") == 1 or figure(line, "capex_factor") == 1, line["level_id"]


def test_a_system_fits_the_rack_of_a_cooling() -> None:
    limits = {line["kind"]: figure(line, "max_rack_kw") for line in rows("cooling")}
    for line in rows("systems"):
        for kind in ("air", "liquid"):
            if line[kind] == "yes":
                rack_kw = figure(line, f"systems_per_rack_{kind}") * figure(line, "max_kw_per_system")
                assert rack_kw <= limits[kind], f"{line['system_id']} {kind}: {rack_kw} kW"


def test_block_cost_has_no_cooling_plant() -> None:
    """The parts of the published all-in cost add up; block cost at level N leaves the cooling plant out."""
    value = {line["item_id"]: figure(line, "value") for line in rows("construction")}
    shell, fit_out = value["shell_site_office"], value["white_space"]
    electrical, cooling = value["electrical_n_plus_1"], value["cooling_plant"]
    assert shell + fit_out + electrical + cooling == pytest.approx(value["all_in_us"], rel=0.001)
    assert value["power_block_n"] == pytest.approx(shell + fit_out + electrical / 1.225, rel=0.001)
    n_plus_1 = figure(row("redundancy", "N+1"), "capex_factor")
    assert value["power_block_n"] * n_plus_1 == pytest.approx(shell + fit_out + electrical, rel=0.002)
    module = row("cooling", "AIR")
    assert figure(module, "module_cost") / figure(module, "module_kw") == cooling


def fabric_cost_per_accelerator(fabric_id: str, switches: float, links: float) -> float:
    """USD per accelerator of a full fabric with that many switches and links an accelerator."""
    line = row("fabrics", fabric_id)
    link = 2 * figure(line, "transceiver_price") + figure(line, "cable_price")
    return switches * figure(line, "switch_price") + links * link


@pytest.mark.parametrize(
    ("fabric_id", "switches", "links", "published"),
    [("IB400-2T-2K", 1 / 32 + 1 / 64, 2, 4250), ("IB400-3T-16K", 2 / 32 + 1 / 64, 3, 6610)],
)
def test_fabric_prices_rebuild_the_published_quotes(
    fabric_id: str, switches: float, links: float, published: float
) -> None:
    """Fabric quotes per accelerator of August 2024 for two and three tiers (see docs/price-book.md)."""
    assert fabric_cost_per_accelerator(fabric_id, switches, links) == pytest.approx(published, rel=0.10)


def gigawatt_of_gb200() -> dict[str, dict[str, float]]:
    """Up-front and yearly USD of 1 GW of IT power in GB200 racks: straight line, no interest."""
    it_kw = 1_000_000.0
    rack, line = row("systems", "GB200NVL72"), row("fabrics", "IB400-3T-16K")
    per_rack = figure(rack, "accelerators_per_system")
    # per accelerator: 2.5 / 32 switches and three links, two transceivers a link
    network_kw = 2.5 / 32 * figure(line, "switch_kw") + 6 * figure(line, "transceiver_w") / 1000
    racks = it_kw / (figure(rack, "max_kw_per_system") + per_rack * network_kw)
    america = [market for market in rows("markets") if market["country"] == "US"]
    price_kwh = sum(figure(market, "energy_price_kwh") for market in america) / len(america)
    pue = sum(figure(market, "pue_liquid") for market in america) / len(america)
    building = figure(row("construction", "power_block_n"), "value")
    building *= figure(row("redundancy", "N+1"), "capex_factor")
    liquid, air = row("cooling", "LIQUID"), row("cooling", "AIR")
    share = figure(liquid, "liquid_heat_share")
    plant = share * figure(liquid, "module_cost") / figure(liquid, "module_kw")
    plant += (1 - share) * figure(air, "module_cost") / figure(air, "module_kw")
    up_front = {
        "servers": racks * figure(rack, "price_per_system"),
        "network": racks * per_rack * fabric_cost_per_accelerator("IB400-3T-16K", 2.5 / 32, 3),
        "facility": it_kw * (building + plant),
        "deployment": racks * figure(rack, "deploy_cost_per_system"),
    }
    busy_kw = it_kw * figure(rack, "average_load_share")
    per_mw = sum(
        figure(row("overheads", key), "unit_cost") for key in ("FACILITY-UPKEEP", "SITE-CREW-PER-MW")
    )
    plant_upkeep = plant * it_kw * figure(liquid, "maintenance_share_per_year")
    yearly = {
        "servers": up_front["servers"] / (figure(rack, "life_months") / 12),
        "network": up_front["network"] / (figure(line, "life_months") / 12),
        "facility": up_front["facility"] / (figure(row("construction", "facility_life"), "value") / 12),
        "deployment": up_front["deployment"] / (figure(rack, "life_months") / 12),
        "energy": busy_kw * pue * HOURS_PER_YEAR * price_kwh,
        "upkeep and crew": it_kw / 1000 * per_mw + plant_upkeep,
        "support": up_front["servers"] * figure(rack, "maintenance_share_per_year")
        + up_front["network"] * figure(line, "maintenance_share_per_year"),
    }
    return {"up_front": up_front, "yearly": yearly}


def test_level_of_a_gigawatt_against_the_published_model() -> None:
    """Epoch AI, May 2026: 38e9 up front, 8.5e9 a year, servers about 60 %, energy about 7 %."""
    cost = gigawatt_of_gb200()
    total_up_front, total_yearly = sum(cost["up_front"].values()), sum(cost["yearly"].values())
    assert total_up_front == pytest.approx(38e9, rel=0.20)
    assert total_yearly == pytest.approx(8.5e9, rel=0.20)
    assert cost["yearly"]["servers"] / total_yearly == pytest.approx(0.60, abs=0.10)
    assert cost["yearly"]["energy"] / total_yearly == pytest.approx(0.07, abs=0.10)


def test_network_share_of_cluster_hardware() -> None:
    """Published shares of the network in cluster hardware run from 10 % to 20 %."""
    cost = gigawatt_of_gb200()["up_front"]
    assert 0.10 <= cost["network"] / (cost["network"] + cost["servers"]) <= 0.20


def test_every_text_is_free_of_line_breaks() -> None:
    for text in chain.from_iterable(line.values() for name in KEYS for line in rows(name)):
        assert "\n" not in text
