"""A small complete input as plain tables, for tests of reader and writer."""

from __future__ import annotations

import copy

Tables = dict[str, list[dict[str, object]]]

SMALL: Tables = {
    "Settings": [{"plan_name": "Small", "currency": "USD", "start": "2027-01", "periods": 4,
                  "discount_rate": 0.08, "inflation_default": 0.0}],
    "Sites": [{"site_id": "ash", "market": "northern-virginia", "kind": "own", "usable_mw": 2.0,
               "mw_basis": "it", "racks": 40.0, "energy_price_kwh": 0.0895}],
    "PowerExpansions": [{"site_id": "ash", "expansion_id": "hall-2", "block_mw": 1.0, "block_cost": 9e6,
                         "lead_months": 12, "max_blocks": 2}],
    "Workloads": [{"workload_id": "llm-8b", "kind": "training", "project": "base", "start": "2027-07",
                   "end": "2028-06", "active_params_billion": 8.0, "tokens_trillion": 15.0, "mfu": 0.4,
                   "experiment_overhead": 0.5},
                  {"workload_id": "chat", "kind": "inference", "project": "serve", "start": "2027-01",
                   "end": "2028-12", "active_params_billion": 8.0}],
    "Demand": [{"workload_id": "chat", "from": "2027-01", "amount": 100.0, "unit": "requests_per_s"}],
    "ServingRates": [{"workload_id": "chat", "system_id": "H100X8", "rate": 2.0, "unit": "requests_per_s"}],
    "Systems": [{"system_id": "H100X8", "accelerators_per_system": 8, "price_per_system": 255000.0,
                 "price_includes": ("nics",), "bf16_tflops_per_accelerator": 989.4,
                 "memory_gb_per_accelerator": 80.0, "max_kw_per_system": 10.2, "air": True,
                 "liquid": False, "life_months": 60, "interruptions_per_accelerator_year": 0.15}],
    "Fabrics": [{"fabric_id": "ib2", "switch_ports": 64, "port_gbps": 400.0, "tiers": 2,
                 "planned_accelerators": 1024, "switch_price": 36000.0}],
    "Cooling": [{"cooling_id": "air", "kind": "air", "module_kw": 250.0, "module_cost": 200000.0,
                 "max_rack_kw": 45.0}],
    "SiteCooling": [{"site_id": "ash", "cooling_id": "air", "existing_kw": 2000.0}],
    "Redundancy": [{"level_id": "N", "usable_share": 1.0, "capex_factor": 1.0, "availability": 0.99}],
    "CloudOffers": [{"offer_id": "od", "provider": "aws", "region": "us-east-1", "system_id": "H100X8",
                     "term": "on_demand", "price_per_accelerator_hour": 3.9, "max_accelerators": 1024.0}],
    "Overheads": [{"overhead_id": "ops", "category": "staff", "driver": "per_site", "unit_cost": 1e6,
                   "per": "year"}],
}


def small() -> Tables:
    """A fresh copy that a test may change."""
    return copy.deepcopy(SMALL)
