"""Holdings solved by hand: the program finds the same least cost."""

from __future__ import annotations

from typing import Any

import pytest

from tests.known import held_plans as held
from tests.known import signed_plans as signed
from tests.known.solving import least_cost, plan_of

EXPECTED: dict[str, tuple[Any, float]] = {
    "two like existing clusters never form one gang": (held.two_clusters_are_no_gang, 200_000),
    "two systems in one existing cluster do": (held.one_cluster_is_a_gang, 0),
    "what exists has worth at the end": (held.worth_at_the_end, -30_000),
    "resale falls with the price of a new one": (held.resale_falls_with_the_price_of_a_new_one, -15_000),
    "what stands idle is sold": (held.sell_what_stands_idle, -64_000),
    "unless it may not be": (held.may_not_retire, -48_000),
    "the original cost caps resale": (held.original_cost_caps_resale, -18_000),
    "selling costs": (held.selling_costs, -27_000),
    "systems leave on a date": (held.leaves_on_a_date, -8_000),
    "systems leave inside a period": (held.leaves_inside_a_period, 2_000),
    "a lease ends": (held.lease_ends, 38_000),
    "a lease is owed past the end": (held.lease_runs_past_the_end, 15_000),
    "a life ends": (held.life_left, 32_000),
    "tax on what is owned": (held.tax_on_what_is_owned, 900),
    "a vintage is sold early": (held.sell_a_vintage_early, 80_000),
    "no vintage is sold early without leave": (held.keep_every_vintage, 95_000),
    "an early sale at fallen prices": (held.early_sale_at_fallen_prices, 85_700),
    "leasing instead of buying": (held.lease_instead_of_buying, 29_000),
    "a lease is paid to its end": (held.lease_is_paid_to_its_end, 72_000),
    "buying is better than a long lease": (held.lease_or_buy, 60_000),
    "leased systems go back": (held.leased_systems_go_back, 28_000),
    "hardware is renewed after its life": (held.renewal_after_life, 120_000),
    "an open order is paid as far as it is due": (held.order_arrives, 70_000),
    "an open order is cancelled": (held.order_is_cancelled, 42_000),
    "too late to cancel": (held.too_late_to_cancel, 70_000),
    "an order arrives inside a period": (held.order_arrives_inside_a_period, 134_000),
    "an order after the end": (held.order_after_the_end, 52_000),
    "ordered systems join a new cluster": (held.ordered_systems_join_a_new_cluster, 180_000),
    "two ordered clusters never form one gang": (held.ordered_clusters_are_no_gang, 340_000),
    "ordered systems have worth at the end": (held.ordered_systems_have_worth, 20_000),
    "power on order": (held.ordered_power, 105_000),
    "a fabric on order": (held.ordered_fabric, 310_000),
    "signed capacity is paid to its end": (signed.signed_capacity, 128_000),
    "signed capacity is paid without use": (signed.signed_and_not_needed, 128_000),
    "signed at the offer's price": (signed.signed_at_the_offer_price, 153_600),
    "signed and prepaid": (signed.signed_and_prepaid, 100_000),
    "signed months past the end are worth something": (signed.signed_months_are_worth_something, 96_000),
    "signed capacity ends inside a period": (signed.signed_ends_inside_a_period, 96_000),
    "spending falls short": (signed.spend_shortfall, 164_000),
    "spending is prepaid": (signed.spend_prepaid, 136_000),
    "spending is owed past the end": (signed.spend_past_the_end, 264_000),
    "power ramps up": (signed.power_ramps_up, 164_000),
    "power ramps down": (signed.power_ramps_down, 178_000),
    "power in facility MW": (signed.power_in_facility_mw, 178_000),
    "a power contract ends": (signed.power_contract_ends, 114_000),
    "a site is left": (signed.leave_a_site, 124_000),
    "a site is kept for its shortest stay": (signed.stay_for_now, 164_000),
    "a site is opened and left": (signed.open_and_leave, 190_000),
    "contracted power is given back": (signed.rent_is_given_back, 104_000),
    "a stay runs past the end": (signed.stay_past_the_end, 105_500),
    "a stay is too long": (signed.stay_is_too_long, 128_000),
    "a site opened late is kept as long": (signed.opened_late_stays_longer, 105_500),
    "a standing site's stay runs past the end": (signed.standing_stay_past_the_end, 2_400),
    "rent of used power is not owed": (signed.used_power_is_not_owed, 1_200),
    "work moves": (signed.work_moves, 85_000),
    "work cannot come before it runs": (signed.work_cannot_come_before_it_runs, 85_000),
    "moving costs too much": (signed.moving_costs_too_much, 96_000),
}
"""Plan and least cost by what it shows."""


@pytest.mark.parametrize("shows", EXPECTED)
def test_least_cost(shows: str) -> None:
    """The exact cost; the arithmetic stands beside the plan."""
    make, expected = EXPECTED[shows]
    assert least_cost(plan_of(make())) == pytest.approx(expected, rel=1e-9)
