"""What an asset is worth later: resale shares of systems, book value of other items.

A resale curve holds the shares of price at 12, 24, 36, 48 and 60 months of age.
"""

from __future__ import annotations

from itertools import pairwise

RESALE_AGES_MONTHS = (12, 24, 36, 48, 60)

ResaleShares = tuple[float, float, float, float, float]


def resale_share(age_months: float, shares: ResaleShares, life_months: float) -> float:
    """Share of price that an asset brings at an age [months].

    The first share holds below 12 months, lines join the points, a line runs from the last one to 0 at the
    end of a longer life. At the end of life and beyond it is 0. Raises ValueError for a negative age.
    """
    if age_months < 0.0:
        raise ValueError(f"an age cannot be negative: {age_months} months")
    if age_months >= life_months:
        return 0.0
    if age_months <= RESALE_AGES_MONTHS[0]:
        return shares[0]
    points = list(zip(RESALE_AGES_MONTHS, shares, strict=True))
    for (age_0, share_0), (age_1, share_1) in pairwise(points):
        if age_months <= age_1:
            return share_0 + (share_1 - share_0) * (age_months - age_0) / (age_1 - age_0)
    last_age, last_share = points[-1]
    return last_share * (life_months - age_months) / (life_months - last_age)


def implied_price(resale_now: float, share_now: float) -> float:
    """Price that a quoted resale value stands for at today's share of the curve; 0 at the end of life.

    Used as the price paid it carries a quote forward: resale_now · curve(age)/curve(age now).
    """
    return resale_now / share_now if share_now > 0.0 else 0.0


def straight_line_book_value(cost: float, age_months: float, life_months: float) -> float:
    """Cost not yet written off, straight line to 0 at the end of life; in the unit of `cost`.

    Raises ValueError for a life that is not positive.
    """
    if life_months <= 0.0:
        raise ValueError(f"a life must be positive, not {life_months} months")
    return cost * min(1.0, max(0.0, 1.0 - age_months / life_months))
