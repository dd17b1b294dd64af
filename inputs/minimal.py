"""The smallest plan: one site, one system, one fabric, one offer, one training run, in round figures.

A run of 8e9 parameters on 15e12 tokens is 720,000 EFLOP. A peak of 1,000 TFLOP/s at 40 % MFU does 1.44 EFLOP
an hour, so the run takes 500,000 accelerator-hours, owned or rented. Nothing fails, nothing escalates.
The docs work the optimum by hand from these figures.
"""

from __future__ import annotations

from typing import TypeAlias

Cell: TypeAlias = str | float
"""A workbook cell: text or number."""

Rows: TypeAlias = list[dict[str, Cell]]
"""Rows of a sheet, each {column: cell}."""

Tables: TypeAlias = dict[str, Rows]
"""Rows by sheet name."""


def minimal_tables() -> Tables:
    """Sheets of minimal.xlsx: {sheet: rows of {column: cell}}; money in USD."""
    return {
        "Settings": [
            {
                "plan_name": "Minimal plan",
                "currency": "USD",
                "start": "2027-01",
                "period_months": 6,
                "periods": 4,
                "discount_rate": 0.08,
                "inflation_default": 0,
                "max_utilisation": 1,
                "spare_target": 0,
                "mip_gap": 0.005,
                "time_limit_s": 60,
            }
        ],
        "Sites": [
            {
                "site_id": "dallas",
                "market": "texas",
                "kind": "own",
                "usable_mw": 2,
                "mw_basis": "it",
                "racks": 50,
                "energy_price_kwh": 0.08,
                "demand_charge_kw_month": 0,
                "staff_index": 1,
                "construction_index": 1,
                "landed_cost_factor": 1,
                "note": "A hall that stands ready: power and air cooling are paid for.",
            }
        ],
        "Workloads": [
            {
                "workload_id": "train-8b",
                "kind": "training",
                "project": "assistant",
                "start": "2027-01",
                "end": "2028-12",
                "active_params_billion": 8,
                "tokens_trillion": 15,
                "precision": "bf16",
                "experiment_overhead": 0,
                "mfu": 0.4,
                "max_accelerators": 64,
                "max_utilisation": 1,
            }
        ],
        "Systems": [
            {
                "system_id": "H100X8",
                "vendor": "NVIDIA",
                "accelerators_per_system": 8,
                "price_per_system": 240_000,
                "price_includes": "nics",
                "bf16_tflops_per_accelerator": 1000,
                "memory_gb_per_accelerator": 80,
                "max_kw_per_system": 10,
                "average_load_share": 0.8,
                "idle_share": 0.3,
                "air": "yes",
                "liquid": "no",
                "systems_per_rack_air": 4,
                "nic_gbps": 400,
                "lead_months": 4,
                "acceptance_months": 1,
                "life_months": 60,
                "resale_share_12": 0.6,
                "resale_share_24": 0.4,
                "resale_share_36": 0.25,
                "resale_share_48": 0.15,
                "resale_share_60": 0.1,
                "interruptions_per_accelerator_year": 0,
                "interruptions_per_system_year": 0,
                "hard_failures_per_accelerator_year": 0,
                "pay_at_order_share": 0.3,
                "pay_at_delivery_share": 0.6,
                "note": "Round figures near the price book's H100X8.",
            }
        ],
        "Fabrics": [
            {
                "fabric_id": "ONE-SWITCH",
                "switch_ports": 64,
                "port_gbps": 400,
                "tiers": 1,
                "oversubscription": 1,
                "planned_accelerators": 64,
                "switch_price": 35_000,
                "switch_kw": 0.8,
                "transceiver_price": 500,
                "transceiver_w": 0,
                "cable_price": 60,
                "cabling_labour_per_cable": 40,
                "throughput_penalty": 0,
                "life_months": 60,
                "lead_months": 4,
                "pay_at_order_share": 1,
                "pay_at_delivery_share": 0,
                "note": "One switch, 64 cables, 128 transceivers.",
            }
        ],
        "Cooling": [
            {
                "cooling_id": "AIR",
                "kind": "air",
                "module_kw": 500,
                "module_cost": 1_240_000,
                "max_rack_kw": 45,
            }
        ],
        "SiteCooling": [
            {
                "site_id": "dallas",
                "cooling_id": "AIR",
                "pue_annual": 1.25,
                "pue_peak": 1.3,
                "existing_kw": 2000,
            }
        ],
        "Redundancy": [{"level_id": "N", "usable_share": 1, "capex_factor": 1, "availability": 0.99671}],
        "CloudOffers": [
            {
                "offer_id": "CLOUD-H100-OD",
                "provider": "Cloud",
                "region": "us",
                "system_id": "H100X8",
                "term": "on_demand",
                "price_per_accelerator_hour": 2.5,
                "max_accelerators": 512,
                "max_cluster_accelerators": 512,
            }
        ],
        "Overheads": [
            {
                "overhead_id": "HANDS",
                "category": "staff",
                "driver": "per_site",
                "unit_cost": 100_000,
                "per": "year",
                "scope": "dallas",
            }
        ],
    }
