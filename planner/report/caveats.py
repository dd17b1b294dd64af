"""What a reader of the plan must know beside its figures: what is uncertain, what is left out."""

from __future__ import annotations

from planner.report.context import Context

NOT_INCLUDED = (
    "Income tax, financing and VAT; re-optimised sensitivities and the bridge from the last approved plan.",
)


def not_included(ctx: Context) -> list[str]:
    """What the cost leaves out, one sentence each."""
    return [*NOT_INCLUDED, *_unpriced(ctx)]


def uncertain(ctx: Context) -> list[str]:
    """How well the figures behind the plan are known, as their sources say."""
    weak = sum(
        getattr(record.provenance, "confidence", None) in ("low", "estimate")
        for records in (
            ctx.plan.systems,
            ctx.plan.fabrics,
            ctx.plan.cooling,
            ctx.plan.cloud_offers,
            ctx.plan.overheads,
            ctx.plan.power_expansions,
            ctx.plan.sites,
        )
        for record in records
    )
    proof = ctx.result.proof
    stated = f"Rows of prices and sites that rest on estimates or low confidence: {weak} (see Assumptions)."
    if proof.status == "optimal":
        return [stated]
    return [
        f"The search was stopped after {proof.seconds:,.0f} s, before the gap asked for was proven.",
        stated,
    ]


def _unpriced(ctx: Context) -> list[str]:
    """What the reader said is read and not yet priced."""
    places = list(dict.fromkeys(f"{f.sheet} {f.field}".strip() for f in ctx.findings if "priced" in f.code))
    return [f"Read, not yet priced: {', '.join(places)}."] if places else []
