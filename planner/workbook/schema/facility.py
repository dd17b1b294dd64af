"""Catalogue sheets of the facility: cooling and redundancy."""

from __future__ import annotations

from models.plan import Cooling, Redundancy, SiteCooling
from planner.workbook.schema.blank import REQUIRED, ByChoice, Default, FromColumn, FromMarket
from planner.workbook.schema.column import Column
from planner.workbook.schema.common import PRICE_CHANGE, pay_profile
from planner.workbook.schema.table import Table

COOLING = Table(
    name="Cooling", attribute="cooling", record=Cooling, key=("cooling_id",), view="catalogue",
    purpose="Cooling technologies, bought in modules",
    guidance="A module carries module_kw of IT power; plant_cost is due once where the technology is first "
             "built.",
    columns=(
        Column("cooling_id", "id", "", REQUIRED, "Short name of the cooling."),
        Column("kind", "choice", "", REQUIRED, "air, rear_door, liquid or immersion.",
               choices=("air", "rear_door", "liquid", "immersion")),
        Column("module_kw", "number", "IT kW", REQUIRED, "IT power that one module cools.", above=0,
               maximum=100_000),
        Column("module_cost", "money", "money per module", REQUIRED, "Price of a module.", minimum=0),
        Column("plant_cost", "money", "money", Default(0.0), "One-off cost of the plant at a site.",
               minimum=0),
        Column("max_rack_kw", "number", "IT kW", REQUIRED, "Greatest power of a rack.", above=0,
               maximum=5000),
        Column("it_power_factor", "number", "factor",
               ByChoice("kind", (("air", 1.0), ("rear_door", 1.0), ("liquid", 0.92), ("immersion", 0.92))),
               "IT power against air cooling: liquid needs fewer fans.", above=0, maximum=1.2),
        Column("liquid_heat_share", "share", "share",
               ByChoice("kind", (("air", 0.0), ("rear_door", 0.0), ("liquid", 0.8), ("immersion", 1.0))),
               "Share of the heat the liquid takes; the rest needs air modules.", minimum=0, maximum=1),
        Column("spare_modules", "integer", "modules", Default(0), "Modules kept idle.", minimum=0,
               maximum=1000, advanced=True),
        Column("maintenance_share_per_year", "rate", "of price per year", Default(0.0), "Maintenance.",
               minimum=0, maximum=0.5, advanced=True),
        Column("lead_months", "integer", "months", Default(6), "Months from order to service.", minimum=0,
               maximum=60, advanced=True),
        Column("life_months", "integer", "months", Default(180), "Useful life.", minimum=1, maximum=480,
               advanced=True),
        Column("recoverable_share", "share", "of book value", Default(1.0),
               "Part of the straight-line book value at the horizon's end that still counts; 0: none.",
               minimum=0, maximum=1, advanced=True),
        *pay_profile("cooling"),
        PRICE_CHANGE,
    ),
)

SITE_COOLING = Table(
    name="SiteCooling", attribute="site_cooling", record=SiteCooling, key=("site_id", "cooling_id"),
    view="catalogue",
    purpose="Cooling technologies at each site",
    guidance="A technology can be used at a site only if the pair stands here; a site without any row may "
             "use all of them.",
    columns=(
        Column("site_id", "id", "", REQUIRED, "Site.", reference="Sites", follows=True),
        Column("cooling_id", "id", "", REQUIRED, "Cooling.", reference="Cooling", follows=True),
        Column("pue_annual", "number", "facility : IT",
               FromMarket("pue_air", REQUIRED, liquid_column="pue_liquid"),
               "Mean PUE of a year, for energy.", minimum=1, maximum=3),
        Column("pue_peak", "number", "facility : IT", FromColumn("pue_annual", add=0.05),
               "PUE in the hottest hour, for capacity.", minimum=1, maximum=3, advanced=True),
        Column("water_l_per_kwh", "number", "l per IT kWh",
               FromMarket("water_l_per_kwh_air", Default(0.0), liquid_column="water_l_per_kwh_liquid"),
               "Water used.", minimum=0, maximum=20, advanced=True),
        Column("existing_kw", "number", "IT kW", Default(0.0), "Cooling that is already there.", minimum=0,
               maximum=1e7, advanced=True),
        Column("cost_factor", "number", "factor", Default(1.0), "Local cost of the cooling.", above=0,
               maximum=10, advanced=True),
        Column("allowed", "yes_no", "", Default(True), "Whether new plant may be built.", advanced=True),
    ),
)

REDUNDANCY = Table(
    name="Redundancy", attribute="redundancy", record=Redundancy, key=("level_id",), view="catalogue",
    purpose="Power redundancy levels",
    guidance="Pay for redundancy once: by usable_share or spare_blocks, or by capex_factor.",
    columns=(
        Column("level_id", "id", "", REQUIRED, "Short name: N, N+1, 2N."),
        Column("usable_share", "share", "of a level-N block", REQUIRED, "Power that may be loaded.", above=0,
               maximum=1),
        Column("spare_blocks", "integer", "blocks", Default(0), "Whole blocks kept idle.", minimum=0,
               maximum=100),
        Column("capex_factor", "number", "factor", REQUIRED, "Cost of a block against level N.", above=0,
               maximum=5),
        Column("availability", "share", "share", REQUIRED, "Availability of the power.", above=0, maximum=1),
    ),
)
