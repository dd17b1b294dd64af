"""Advanced sheets: daily load, power ramps, budgets, limits, overrides, scenarios, currencies."""

from __future__ import annotations

from models.plan import (
    Block,
    Budget,
    CostTermTag,
    ExchangeRate,
    Limit,
    LoadProfile,
    Override,
    ScenarioChange,
    SitePower,
)
from planner.workbook.schema.blank import REQUIRED, Default, NoneMeans
from planner.workbook.schema.column import Column
from planner.workbook.schema.common import not_priced
from planner.workbook.schema.table import Table

BLOCKS = Table(
    name="Blocks", attribute="blocks", record=Block, key=("block_id",), view="advanced",
    purpose="Blocks of hours with one load level: one set for the plan",
    guidance="The shares sum to 100 %. Without rows the plan has one block.",
    columns=(
        Column("block_id", "id", "", REQUIRED, "Short name of the block."),
        Column("share_of_hours", "share", "of all hours", REQUIRED, "Share of all hours.", above=0,
               maximum=1),
        Column("utc_window", "text", "", NoneMeans("not stated"), "Hours of the day, in UTC."),
    ),
)

LOAD_PROFILES = Table(
    name="LoadProfiles", attribute="load_profiles", record=LoadProfile, key=("profile_id", "block_id"),
    view="advanced",
    purpose="Daily shapes of load",
    guidance="One row a block; levels are scaled to a mean of 1 over all hours.",
    columns=(
        Column("profile_id", "id", "", REQUIRED, "Short name of the profile."),
        Column("block_id", "id", "", REQUIRED, "Block.", reference="Blocks", follows=True),
        Column("relative_level", "number", "relative", REQUIRED, "Level in the block.", minimum=0,
               maximum=1e6),
    ),
)

SITE_POWER = Table(
    name="SitePower", attribute="site_power", record=SitePower, key=("site_id", "from"), view="advanced",
    purpose="Power that changes by contract: ramps and lease ends",
    guidance="A row replaces usable_mw of the site from its month on.",
    columns=(
        Column("site_id", "id", "", REQUIRED, "Site.", reference="Sites", follows=True),
        Column("from", "month", "yyyy-mm", REQUIRED, "First month."),
        Column("usable_mw", "number", "MW (see mw_basis)", REQUIRED, "Power that can be loaded.", minimum=0,
               maximum=10_000),
        Column("mw_basis", "choice", "", REQUIRED, "IT or facility power.", choices=("it", "facility")),
        Column("contract_end", "month", "yyyy-mm", NoneMeans("no end"), "Last month of the contract."),
    ),
)

BUDGETS = Table(
    name="Budgets", attribute="budgets", record=Budget, key=("scope", "key", "period"), view="advanced",
    purpose="Amounts not to be exceeded",
    guidance="hard = yes makes the amount a limit of the plan; otherwise a breach is told.",
    columns=(
        Column("scope", "choice", "", REQUIRED, "What is limited.",
               choices=("total", "capex", "opex", "cost_term", "project", "business_line", "owner",
                        "environment", "workload", "site", "location", "provider")),
        Column("key", "id", "", NoneMeans("the whole scope, as total, capex and opex are"),
               "Name of the project, site, provider or other item that scope speaks of."),
        Column("period", "period", "", REQUIRED, "all, FY2028, 2027-H1, 2027-Q3 or 2027-04."),
        Column("amount", "money", "money", REQUIRED, "Amount.", minimum=0),
        Column("basis", "choice", "", NoneMeans("paid; required for capex"),
               "When capex counts: when ordered, paid or in service.",
               choices=("ordered", "paid", "in_service")),
        Column("warn_share", "share", "share", Default(0.8), "Share of the amount that warns.", minimum=0,
               maximum=1),
        Column("hard", "yes_no", "", Default(False), "Whether it limits the plan."),
    ),
)

LIMITS = Table(
    name="Limits", attribute="limits", record=Limit, key=("kind", "key", "period"), view="advanced",
    purpose="Bounds on supply, carbon, water and concentration",
    guidance="Shares are fractions; supply is in systems, carbon in tonnes, water in m3, crews in MW.",
    columns=(
        Column("kind", "choice", "", REQUIRED, "What is bounded.",
               choices=("supply", "carbon_t", "water_m3", "location_share", "provider_share",
                        "vendor_share", "spot_share", "crew_mw")),
        Column("key", "id", "",
               NoneMeans("each one by itself; of carbon_t, water_m3 and spot_share all together"),
               "System, vendor, location or provider meant; of crew_mw the site."),
        Column("period", "period", "", REQUIRED, "all, FY2028, 2027-H1, 2027-Q3 or 2027-04."),
        Column("amount", "number", "see kind", REQUIRED, "Bound.", minimum=0, maximum=1e15),
    ),
)

OVERRIDES = Table(
    name="Overrides", attribute="overrides", record=Override,
    key=("decision", "location", "item", "period"), view="advanced",
    purpose="The planner's own hand: minima, maxima and pins",
    guidance="min = max pins a decision; the report tells what each pin costs.",
    columns=(
        Column("decision", "id", "", REQUIRED, "Decision of the program, as the report names it."),
        Column("location", "id", "", NoneMeans("everywhere"), "Site or provider:region.",
               reference="@location"),
        Column("item", "id", "", NoneMeans("everything"), "System, fabric, expansion, offer or workload."),
        Column("period", "period", "", REQUIRED, "all, FY2028, 2027-H1, 2027-Q3 or 2027-04."),
        Column("min", "number", "of the decision", NoneMeans("no minimum"), "Least value.", minimum=0,
               maximum=1e12),
        Column("max", "number", "of the decision", NoneMeans("no maximum"), "Greatest value.", minimum=0,
               maximum=1e12),
    ),
)

SCENARIOS = Table(
    name="Scenarios", attribute="scenarios", record=ScenarioChange,
    key=("scenario_id", "sheet", "row_key", "column"), view="advanced", priced=False,
    purpose="What may turn out differently",
    guidance="One row a change of one column; the workbook as filled in is the base case.",
    columns=(
        Column("scenario_id", "id", "", REQUIRED, "Short name of the scenario."),
        Column("probability", "share", "share", NoneMeans("not weighted"), "Probability of the scenario.",
               minimum=0, maximum=1),
        Column("sheet", "id", "", REQUIRED, "Sheet that changes."),
        Column("row_key", "id", "", REQUIRED, "Row that changes: key columns joined by |, * for all."),
        Column("column", "id", "", REQUIRED, "Column that changes."),
        Column("change", "choice", "", REQUIRED, "set, multiply or add.",
               choices=("set", "multiply", "add")),
        Column("value", "any", "", REQUIRED, "New value, factor or addition."),
    ),
)

FX = Table(
    name="FX", attribute="fx", record=ExchangeRate, key=("currency", "from"), view="advanced",
    purpose="Exchange rates",
    guidance="Plan currency for one unit of the currency. Prices are converted at the rate of the plan's "
             "start.",
    columns=(
        Column("currency", "id", "ISO code", REQUIRED, "Currency."),
        Column("from", "month", "yyyy-mm", REQUIRED, "First month of the rate."),
        Column("rate_to_plan", "number", "plan money per unit", REQUIRED, "Rate.", above=0, maximum=1e6),
    ),
)

COST_TERMS = Table(
    name="CostTerms", attribute="cost_terms", record=CostTermTag, key=("cost_term",), view="advanced",
    purpose="The ledger's view of the cost terms",
    guidance="Accounts and asset classes for the finance sheets of the report.",
    columns=(
        Column("cost_term", "id", "", REQUIRED, "Cost term, as the report names it."),
        *not_priced(
            Column("gl_account", "id", "", NoneMeans("none"), "Account."),
            Column("asset_class", "text", "", NoneMeans("none"), "Asset class."),
        ),
        Column("accounting_life", "integer", "months", NoneMeans("useful life"), "Life in the books.",
               minimum=1, maximum=720),
        Column("capitalise", "yes_no", "", NoneMeans("as the term"), "Whether it is capitalised."),
    ),
)
