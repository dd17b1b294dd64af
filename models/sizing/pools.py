"""Cloud pools: (provider, region, system), firm or spot; terms are supply instruments of one pool."""

from __future__ import annotations

import math
from dataclasses import dataclass

from models.plan import CloudOffer, Commitment, Plan, System


@dataclass(frozen=True, slots=True)
class CloudPool:
    """Rented capacity of one system at one place. Firm pools mix on-demand and reserved terms."""

    label: str
    location: str
    system: System
    spot: bool
    offers: tuple[CloudOffer, ...]
    signed: tuple[Commitment, ...] = ()
    """Capacity commitments signed before the plan: paid to their end, used or not."""

    owned = False

    @property
    def accelerators(self) -> int:
        """Accelerators per system: the shape the provider rents."""
        return self.system.accelerators_per_system

    @property
    def pay_per_hour(self) -> tuple[CloudOffer, ...]:
        """Offers paid by use."""
        return tuple(offer for offer in self.offers if offer.term != "reserved")

    @property
    def reserved(self) -> tuple[CloudOffer, ...]:
        """Offers paid to the end of their term, used or not."""
        return tuple(offer for offer in self.offers if offer.term == "reserved")

    @property
    def committed(self) -> bool:
        """Whether some of its capacity may be paid for whether used or not."""
        return bool(self.reserved or self.signed)

    def offer(self, commitment: Commitment) -> CloudOffer:
        """The offer that a signed commitment is for."""
        return next(offer for offer in self.offers if offer.offer_id == commitment.offer_id)

    @property
    def max_gang(self) -> float:
        """Accelerators that one run can join; infinite where no offer states a limit."""
        return max(
            math.inf if offer.max_cluster_accelerators is None else offer.max_cluster_accelerators
            for offer in self.offers
        )

    @property
    def penalty(self) -> float:
        """Network penalty: the largest among the pool's offers."""
        return max(offer.network_penalty for offer in self.offers)

    @property
    def availability(self) -> float:
        """The least availability among the pool's offers."""
        return min(offer.availability for offer in self.offers)

    @property
    def interruptions_per_1000h(self) -> float:
        """Interruptions per accelerator system and 1,000 hours that the provider causes."""
        return max(offer.interruptions_per_1000h for offer in self.offers)


def cloud_pools(plan: Plan) -> tuple[CloudPool, ...]:
    """The pools of the plan, in the order of their first offer."""
    systems = {system.system_id: system for system in plan.systems}
    grouped: dict[tuple[str, str, str, bool], list[CloudOffer]] = {}
    for offer in plan.cloud_offers:
        key = (offer.provider, offer.region, str(offer.system_id), offer.term == "spot")
        grouped.setdefault(key, []).append(offer)
    pools = []
    for (provider, region, system_id, spot), offers in grouped.items():
        location = f"{provider}:{region}"
        pools.append(
            CloudPool(
                label=f"{location}/{system_id}/{'spot' if spot else 'firm'}",
                location=location,
                system=systems[system_id],  # type: ignore[index]
                spot=spot,
                offers=tuple(offers),
                signed=tuple(
                    row
                    for row in plan.commitments
                    if row.kind == "capacity" and any(offer.offer_id == row.offer_id for offer in offers)
                ),
            )
        )
    return tuple(pools)
