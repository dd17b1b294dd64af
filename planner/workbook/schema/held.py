"""Basic sheets for what is already owned, ordered or signed."""

from __future__ import annotations

from models.plan import Commitment, ExistingFleet, OpenOrder
from planner.workbook.schema.blank import REQUIRED, Default, NoneMeans
from planner.workbook.schema.column import Column
from planner.workbook.schema.table import Table

EXISTING_FLEET = Table(
    name="ExistingFleet", attribute="existing_fleet", record=ExistingFleet, key=("fleet_id",), view="basic",
    purpose="Systems already in service",
    guidance="Each cluster_id is its own fabric: two clusters of the same kind are two rows.",
    columns=(
        Column("fleet_id", "id", "", REQUIRED, "Name of the row."),
        Column("cluster_id", "id", "", REQUIRED, "Cluster in which the systems stand."),
        Column("site_id", "id", "", REQUIRED, "Site.", reference="Sites"),
        Column("system_id", "id", "", REQUIRED, "System.", reference="Systems"),
        Column("fabric_id", "id", "", REQUIRED, "Fabric.", reference="Fabrics"),
        Column("cooling_id", "id", "", REQUIRED, "Cooling.", reference="Cooling"),
        Column("systems", "integer", "systems", REQUIRED, "Number of systems.", minimum=1, maximum=1e6),
        Column("in_service", "month", "yyyy-mm", REQUIRED, "Month in which they went into service."),
        Column("remaining_life_months", "integer", "months", NoneMeans("life of the system less its age"),
               "Months they can still run, from the start of the plan.", minimum=0, maximum=240,
               advanced=True),
        Column("tenure", "choice", "", Default("owned"), "owned or leased.",
               choices=("owned", "leased"), advanced=True),
        Column("lease_per_month", "money", "money per month", NoneMeans("not leased"),
               "Lease of the whole row.", minimum=0, advanced=True),
        Column("lease_end", "month", "yyyy-mm", NoneMeans("not leased"), "Last month of the lease.",
               advanced=True),
        Column("cost_original", "money", "money", NoneMeans("not told"), "Price paid, whole row.",
               minimum=0, advanced=True),
        Column("book_value", "money", "money", NoneMeans("not told"),
               "Book value at the start of the plan, whole row.", minimum=0, advanced=True),
        Column("resale_now", "money", "money", NoneMeans("by the system's resale shares"),
               "Resale value at the start of the plan, whole row.", minimum=0, advanced=True),
        Column("may_retire", "yes_no", "", Default(False), "Whether the plan may sell them early.",
               advanced=True),
        Column("retire_on", "month", "yyyy-mm", NoneMeans("at the end of life"),
               "Month in which they leave for certain.", advanced=True),
    ),
)

OPEN_ORDERS = Table(
    name="OpenOrders", attribute="open_orders", record=OpenOrder, key=("order_id",), view="basic",
    purpose="Orders placed and not yet in service",
    guidance="Systems, power blocks or a fabric; what is already paid is not paid again.",
    columns=(
        Column("order_id", "id", "", REQUIRED, "Name of the order."),
        Column("site_id", "id", "", REQUIRED, "Site of delivery.", reference="Sites"),
        Column("system_id", "id", "", NoneMeans("no systems in this order"), "System ordered.",
               reference="Systems"),
        Column("cooling_id", "id", "", NoneMeans("the site's cooling that suits the system"),
               "Cooling of the systems ordered.", reference="Cooling"),
        Column("expansion_id", "id", "", NoneMeans("no power blocks in this order"),
               "Power expansion ordered.", reference="PowerExpansions.expansion_id"),
        Column("fabric_id", "id", "", NoneMeans("the fabric the plan finds best"),
               "Fabric of the systems, or the fabric ordered.", reference="Fabrics"),
        Column("quantity", "integer", "items", REQUIRED, "Number ordered.", minimum=1, maximum=1e6),
        Column("in_service", "month", "yyyy-mm", REQUIRED, "Month in which it goes into service."),
        Column("total_price", "money", "money", REQUIRED, "Price of the whole order.", minimum=0),
        Column("paid_to_date", "money", "money", REQUIRED, "Paid before the start of the plan.", minimum=0),
        Column("po_number", "text", "", NoneMeans("not stated"), "Number of the purchase order.",
               advanced=True),
        Column("pay_on_delivery", "money", "money", NoneMeans("what is unpaid"), "Due on delivery.",
               minimum=0, advanced=True),
        Column("pay_on_acceptance", "money", "money", NoneMeans("the rest"), "Due on acceptance.",
               minimum=0, advanced=True),
        Column("cancellable_until", "month", "yyyy-mm", NoneMeans("cannot be cancelled"),
               "Last month in which it can be cancelled.", advanced=True),
        Column("cancel_fee", "money", "money", NoneMeans("no fee: what was paid is lost"),
               "Fee for cancelling, beside what was paid, which is lost.", minimum=0, advanced=True),
    ),
)

COMMITMENTS = Table(
    name="Commitments", attribute="commitments", record=Commitment, key=("commitment_id",), view="basic",
    purpose="Signed cloud commitments",
    guidance="capacity: blocks of an offer; spend: money a year at a provider.",
    columns=(
        Column("commitment_id", "id", "", REQUIRED, "Name of the commitment."),
        Column("kind", "choice", "", REQUIRED, "capacity or spend.", choices=("capacity", "spend")),
        Column("offer_id", "id", "", NoneMeans("a spend commitment"), "Offer committed to.",
               reference="CloudOffers"),
        Column("provider", "id", "", NoneMeans("the offer's provider"), "Provider of a spend commitment.",
               reference="CloudOffers.provider"),
        Column("blocks", "integer", "blocks", NoneMeans("a spend commitment"), "Blocks committed to.",
               minimum=0, maximum=1e6),
        Column("spend_per_year", "money", "money per year", NoneMeans("a capacity commitment"),
               "Spending committed to.", minimum=0),
        Column("start", "month", "yyyy-mm", REQUIRED, "First month."),
        Column("end", "month", "yyyy-mm", REQUIRED, "Last month, the whole month included."),
        Column("price_per_accelerator_hour", "money", "money per accelerator-hour",
               NoneMeans("the offer's price"), "Price agreed.", minimum=0, maximum=1e5, advanced=True),
        Column("shortfall_share", "share", "share", Default(1.0), "Share of unused spending that is due.",
               minimum=0, maximum=1, advanced=True),
        Column("prepaid_balance", "money", "money", Default(0.0), "Balance already paid.", minimum=0,
               advanced=True),
        Column("assignable", "yes_no", "", Default(False), "Whether it may be passed on to others.",
               advanced=True),
    ),
)
