"""Published cases of networks, power, cost and spares, computed by the product's functions."""

from __future__ import annotations

from datetime import date
from typing import Any

from models.engineering import fabric, power, spares, throughput
from models.finance import amortisation, cashflow
from tests.known.cases_of_running import Inputs, Result

# ---- fabric -------------------------------------------------------------------------------------------


def purchase(x: Inputs) -> fabric.FabricPurchase:
    if "rails" in x:  # rack-scale: 8 racks of 72 accelerators a unit
        return fabric.fabric_purchase(
            planned_systems=x["su"] * x["racks_per_su"],
            endpoints_per_system=x["gpus"] // (x["su"] * x["racks_per_su"]),
            switch_ports=x["core_ports"],
            tiers=3,
        )
    return fabric.fabric_purchase(
        planned_systems=x["nodes"],
        endpoints_per_system=x.get("nics_per_node") or x["endpoints"] // x["nodes"],
        switch_ports=x.get("switch_ports") or x["plane_switch_ports"],
        tiers=x.get("tiers", 2),
        oversubscription=x["oversubscription"],
        planes=x.get("planes", 1),
    )


def fabric_bom(x: Inputs, expected: Any) -> Result:
    bill = purchase(x).total
    counts = {
        "leaf": bill.leaf_switches,
        "spine": bill.spine_switches,
        "core": bill.core_switches,
        "node_leaf_cables": bill.node_leaf_cables,
        "leaf_spine_cables": bill.leaf_spine_cables,
        "spine_leaf_cables": bill.leaf_spine_cables,
        "spine_core_cables": bill.spine_core_cables,
    }
    if "extra_ufm_links" in x:  # a table of links really used: the unit's last node is left out for UFM
        counts["compute_plus_ufm_cables"] = x["nodes"] * x["nics_per_node"] + x["extra_ufm_links"]
    return {name: counts[name] for name in expected}


def two_tier_max_endpoints(x: Inputs, _: Any) -> Result:
    return fabric.max_endpoints(x["k"], 2)


def three_tier_max_endpoints(x: Inputs, _: Any) -> Result:
    return fabric.max_endpoints(x["k"], 3)


def oversubscription(x: Inputs, expected: Any) -> Result:
    """The leaf split for the published ratio must give the published ports, in units of the down rate."""
    up = x["up_ports"] * x.get("up_gbps", 1) // x.get("down_gbps", 1)
    down_links, up_links = fabric.leaf_ports(x["down_ports"] + up, expected)
    assert (down_links, up_links) == (x["down_ports"], up)
    return down_links / up_links


# ---- power --------------------------------------------------------------------------------------------


def training_energy_mwh(x: Inputs, _: Any) -> Result:
    if "gpu_mwh" in x:
        return power.facility_kw(x["gpu_mwh"], x["pue"])
    watts = x.get("avg_W_per_chip") or x["W_per_gpu"]
    hours = x["gpu_hours"] if "gpu_hours" in x else throughput.accelerator_hours(x["chips"], 24 * x["days"])
    return power.energy_mwh(power.facility_kw(power.it_kw(1, watts / 1000), x["pue"]), hours)


def training_energy_kwh(x: Inputs, expected: Any) -> Result:
    mwh = training_energy_mwh(x, expected)
    assert isinstance(mwh, float)
    return 1000 * mwh


def rack_kw(x: Inputs, _: Any) -> Result:
    if "rack_kW" in x:
        assert power.systems_per_rack(x["rack_kW"], x["rack_kW"] / x["systems"]) == x["systems"]
        return float(x["rack_kW"] / x["systems"])
    return power.it_kw(x.get("systems") or x["trays"], x["kW_each"] if "kW_each" in x else x["max_W"] / 1000)


def su_mw(x: Inputs, _: Any) -> Result:
    return power.it_kw(x["racks"], x["kW_per_rack"]) / 1000


def liquid_cooling(x: Inputs, _: Any) -> Result:
    """The published total ratio and PUE ratio imply the IT ratio (F4.5 is linear in it)."""
    pue_air = x.get("pue_air", 1.38)
    air = power.facility_kw(power.it_kw(1, 1.0), pue_air)
    it_ratio = float(x["total_ratio"]) / (power.facility_kw(1.0, pue_air * x["pue_ratio"]) / air)
    if "pue_air" not in x:
        return {"it_power_reduction_pct": 100 * (1 - it_ratio)}
    overhead_air = power.facility_kw(1.0, pue_air) - 1.0
    overhead_liquid = power.facility_kw(it_ratio, pue_air * x["pue_ratio"]) - it_ratio
    return 100 * (1 - overhead_liquid / overhead_air)


def annual_downtime_h(x: Inputs, _: Any) -> Result:
    return power.annual_downtime_h(x["availability"])


# ---- cost ---------------------------------------------------------------------------------------------


def cloud_cost_usd(x: Inputs, expected: Any) -> Result:
    """The published cost divided by its hours must give the published price; scaled back to money."""
    price = amortisation.unit_cost(expected, x["gpu_hours"])
    assert price is not None
    return float(expected * x["usd_per_h"]) / price


def annuity(x: Inputs, _: Any) -> Result:
    principal = x["capex"] if "capex" in x else x["usd_per_W"]
    return cashflow.annuity_payment(principal, x["rate"], 12 * x["years"])


def unit_cost(x: Inputs, _: Any) -> Result:
    cost = amortisation.unit_cost(x["monthly"], x["servers"] * 730)
    assert cost is not None
    return cost


def amortised_training_cost(x: Inputs, _: Any) -> Result:
    cost = amortisation.amortised_training_cost(
        value_per_chip=x["start_value_per_chip"],
        chip_hours=x["chip_hours"],
        server_overhead=x["server_overhead"],
        kw_per_chip=x["chip_tdp_W"] * x["chip_to_server_power"] * x["tdp_fraction"] / 1000,
        pue=x["pue"],
        price_per_kwh=x["usd_kwh"],
        trend=x["k_oom_per_year"],
        interconnect_share=x["interconnect_fraction"],
    )
    return {
        "chip": cost.chip,
        "other_server": cost.other_server,
        "interconnect": cost.interconnect,
        "energy": cost.energy,
        "total": cost.total,
    }


def depreciated_value(x: Inputs, _: Any) -> Result:
    years = (date.fromisoformat(x["start"]) - date.fromisoformat(x["acquired"])).days / 365.25
    return amortisation.chip_value(x["acquisition_price"], years, x["k_oom_per_year"])


def acquisition_cost(x: Inputs, _: Any) -> Result:
    return amortisation.cluster_acquisition_cost(
        x["quantity"], x["price_per_chip_in_server"], x["interconnect_fraction"]
    )


# ---- spares -------------------------------------------------------------------------------------------


def k_of_n(x: Inputs, _: Any) -> Result:
    if "machine_unavailability" in x:
        machines = x["machines_per_cube"]
        cube = spares.probability_at_least(machines, machines, 1 - x["machine_unavailability"])
        return spares.probability_at_least(x["k"], x["n"], cube)
    low, high = 0.0, 1.0  # the unit availability that gives the stated confidence
    for _ in range(60):
        middle = (low + high) / 2
        if spares.probability_at_least(x["k"], x["n"], middle) < x["confidence"]:
            low = middle
        else:
            high = middle
    return high


def all_of_n(x: Inputs, _: Any) -> Result:
    return spares.probability_at_least(x["n"], x["n"], x["unit_availability"])


def spares_needed(x: Inputs, _: Any) -> Result:
    return spares.spares_needed(x["k"], x["unit_availability"], x["confidence"])
