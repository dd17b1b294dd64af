"""What a reader of the plan must know beside its figures: what is uncertain, what is left out."""

from __future__ import annotations

from models.results import Choice
from planner.messages import spoken
from planner.report.context import Context

NOT_INCLUDED = ("Income tax, financing and VAT; re-optimised sensitivities.",)
_PROTECTION = (
    "What protection against the loss of a location costs was not solved: --no-baselines, or the search used "
    "up its time; planner solve --choices does."
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
    protection = [_PROTECTION] if _unpriced_protection(ctx) else []
    stated = spoken(
        "Rows of prices and sites that rest on estimates or low confidence: {number} (see Assumptions).",
        number=weak,
    )
    if proof.status == "optimal":
        return [stated, *protection]
    return [
        spoken(
            "The search was stopped after {seconds} s, before the gap asked for was proven.",
            seconds=f"{proof.seconds:,.0f}",
        ),
        stated,
        *protection,
    ]


def is_protection(choice: Choice) -> bool:
    """Whether a choice is the protection of critical work."""
    return choice.ref.table == "Workloads" and choice.ref.field == "critical_share"


def _unpriced_protection(ctx: Context) -> bool:
    critical = any(row.critical_share > 0 for row in ctx.plan.workloads)
    return critical and not any(map(is_protection, ctx.result.choices))


def unsolved_choices(ctx: Context) -> list[str]:
    """What was chosen and not priced, and how to have it priced."""
    found = [_PROTECTION] if _unpriced_protection(ctx) else []
    if ctx.plan.overrides and all(map(is_protection, ctx.result.choices)):
        found.append("What each override costs was not asked for: planner solve --choices.")
    if not found and not ctx.result.choices:
        found.append("Nothing is protected or overridden.")
    return found


def _unpriced(ctx: Context) -> list[str]:
    """What the reader said is read and not yet priced."""
    places = list(dict.fromkeys(f"{f.sheet} {f.field}".strip() for f in ctx.findings if "priced" in f.code))
    return [spoken("Read, not yet priced: {places}.", places=", ".join(places))] if places else []
