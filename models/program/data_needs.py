"""What must be kept where, in which stage, and what moves: sums of presence, runs and logs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from models.matrix import Key
from models.program.data_places import arriving, here, labels_of, locations_of, moves, runs, work_of
from models.program.draft import KILO, Draft, Term, scaled
from models.sizing.campaigns import Campaign
from models.sizing.data import Afterwards, WorkloadData
from models.sizing.places import Stage, candidates, natural_tier
from models.sizing.retention import DataKind, Stay


@dataclass(frozen=True, slots=True)
class Need:
    """A kind of data to be kept at a location in a stage.

    days: that it stays there, where some tier bills more; else 0
    """

    location: str
    kind: DataKind
    stage: Stage
    days: float


@dataclass(slots=True)
class Amount:
    """Terms and a constant, thousand TB."""

    terms: list[Term] = field(default_factory=list)
    constant: float = 0.0


Needs = dict[tuple[Need, int], Amount]
Flows = dict[tuple[str, str, int], list[Term]]
"""TB by (location, tier, period)."""


class _Ledger:
    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.needs: Needs = {}

    def add(
        self, location: str, kind: DataKind, stage: Stage, t: int, terms: Iterable[Term], days: float = 0.0
    ) -> None:
        amount = self._amount(location, kind, stage, t, days)
        if amount is not None:
            amount.terms.extend(terms)

    def always(self, location: str, kind: DataKind, stage: Stage, t: int, amount: float, days: float) -> None:
        there = self._amount(location, kind, stage, t, days)
        if there is not None:
            there.constant += amount

    def _amount(self, location: str, kind: DataKind, stage: Stage, t: int, days: float) -> Amount | None:
        if t >= len(self.draft.periods):
            return None
        tiers = candidates(self.draft.plan, location, stage)
        dearer = days > 0 and any(tier.min_storage_days > days for tier in tiers)
        need = Need(location, kind, stage, days if dearer else 0.0)
        return self.needs.setdefault((need, t), Amount())

    def stay(
        self, location: str, kind: DataKind, stays: Iterable[Stay], first: int, tb: float, terms: list[Term]
    ) -> None:
        """What is kept from period `first` on by stages; without terms a constant."""
        for stay in stays:
            for j in range(len(self.draft.periods) - first):
                amount = tb * stay.share[j] / KILO
                if not amount:
                    continue
                if terms:
                    self.add(location, kind, stay.stage, first + j, scaled(amount, terms), stay.days)
                else:
                    self.always(location, kind, stay.stage, first + j, amount, stay.days)


def logged(draft: Draft, data: WorkloadData, location: str, t: int, each: float) -> list[Term]:
    """Accelerator-hours of the work at a location in period t, times `each`."""
    return [
        (each * coefficient, var)
        for label in labels_of(draft, data)
        if draft.sizing.pool(label).location == location
        for coefficient, var in draft.activity_terms(Key("hours", (location, label, data.name)), t)
    ]


def data_needs(draft: Draft) -> Needs:
    """Everything to be kept, thousand TB, by location, kind, stage and period.

    in use:  TB[t] * here[w,l,t], versions * TB for each run that touches t
    waiting: TB[t] * (1 - here[w,home,t]) in the workload's window
    after a run that ended in e, or work whose window ended in e: TB[e] * share of the stage in t - e - 1
    logs:    TB an accelerator-hour * \\sum_{t' <= t} share of the stage in t - t' * hours[t']
    """
    ledger = _Ledger(draft)
    for data in draft.sizing.data:
        _in_use(ledger, data)
        _at_home(ledger, data)
        _checkpoints(ledger, data)
        for rest in data.afterwards:
            _afterwards(ledger, data, rest)
        _logs(ledger, data)
    return {key: amount for key, amount in ledger.needs.items() if amount.terms or amount.constant}


def _in_use(ledger: _Ledger, data: WorkloadData) -> None:
    for location in locations_of(ledger.draft, data):
        for t in ledger.draft.periods:
            present = here(ledger.draft, data, location, t)
            for kept in data.in_use:
                ledger.add(location, kept.kind, kept.stage, t, scaled(kept.tb[t] / KILO, present))
            waiting = data.waiting
            if waiting is not None and location == data.home and data.first <= t <= data.last:
                away = scaled(-waiting.tb[t] / KILO, present)
                ledger.add(location, waiting.kind, waiting.stage, t, away)


def _at_home(ledger: _Ledger, data: WorkloadData) -> None:
    if data.home is None:
        return
    resting = data.resting if data.waiting is None else (data.waiting, *data.resting)
    for kept in resting:
        for t in range(data.first, data.last + 1):
            ledger.always(data.home, kept.kind, kept.stage, t, kept.tb[t] / KILO, 0.0)
    for rest in data.at_rest:
        ledger.stay(data.home, rest.kind, rest.away or (), data.last + 1, rest.tb[data.last], [])


def _checkpoints(ledger: _Ledger, data: WorkloadData) -> None:
    draft = ledger.draft
    if not data.versions:
        return
    for location, label, width, start, term in runs(draft, data):
        for stage, number in data.versions[label, width.accelerators].by_stage.items():
            kept = scaled(number * data.checkpoint_tb / KILO, [term])
            for k in range(width.periods):
                ledger.add(location, "checkpoint", stage, start + k, kept)
    if isinstance(work_of(draft, data), Campaign):
        return
    for location in locations_of(draft, data):
        for stage, number in _most_versions(draft, data, location).items():
            for t in draft.periods:
                kept = scaled(number * data.checkpoint_tb / KILO, here(draft, data, location, t))
                ledger.add(location, "checkpoint", stage, t, kept)


def _most_versions(draft: Draft, data: WorkloadData, location: str) -> dict[Stage, float]:
    """Versions of continuous work at a location: of the pool there that keeps most."""
    pools = [label for label, _ in data.versions if draft.sizing.pool(label).location == location]
    best = max(pools, key=lambda label: data.versions[label, 0].total)
    return dict(data.versions[best, 0].by_stage)


def _afterwards(ledger: _Ledger, data: WorkloadData, rest: Afterwards) -> None:
    draft = ledger.draft
    for location, end, count, terms in ends(draft, data, rest):
        brought = rest.away is not None and location != data.home
        place = data.home if brought and data.home is not None else location
        stays = rest.away if brought and rest.away is not None else rest.here
        ledger.stay(place, rest.kind, stays, end + 1, count * rest.tb[end], terms)


def ends(draft: Draft, data: WorkloadData, rest: Afterwards) -> list[tuple[str, int, float, list[Term]]]:
    """Ends of work: location, period, how many remain, and whether it happens (terms, not empty)."""
    if isinstance(work_of(draft, data), Campaign):
        share = 1.0 if rest.per_run else 1.0 / data.workload.runs
        found = []
        for location, label, width, start, term in runs(draft, data):
            count = rest.count
            if count is None:
                count = data.versions[label, width.accelerators].total
            found.append((location, start + width.periods - 1, share * count, [term]))
        return found
    out = []
    for location in locations_of(draft, data):
        present = here(draft, data, location, data.last)
        if present:
            count = rest.count
            if count is None:
                count = sum(_most_versions(draft, data, location).values())
            out.append((location, data.last, count, present))
    return out


def _logs(ledger: _Ledger, data: WorkloadData) -> None:
    if not data.log_tb:
        return
    each = (
        data.log_tb / data.log_wire_tb * KILO
    )  # of a written TB, all its copies; the column is in thousands
    for location in locations_of(ledger.draft, data):
        for t in ledger.draft.periods:
            written = ledger.draft.term(1.0, "logged", (data.name, location, t))
            if written:
                ledger.stay(location, "log", data.logs_here, t, each, written)
                ledger.stay(data.home or location, "log", data.logs_away, t, each, written)


def data_flows(draft: Draft) -> tuple[Flows, Flows]:
    """TB that leave a location, and TB read back, each from a tier.

    A data set leaves its home (or, without one, a place that the work was at) when work arrives elsewhere,
    and what it grows by while the work stays away. Checkpoints and weights that are kept, and logs past
    their hot days, are brought home. Reads of hot data count as read back where the tier charges for it.
    """
    out: Flows = {}
    back: Flows = {}

    def flow(flows: Flows, location: str, stage: Stage, t: int, terms: list[Term]) -> None:
        tier = natural_tier(draft.plan, location, stage)
        if tier is not None and terms:
            flows.setdefault((location, str(tier.tier_id), t), []).extend(terms)

    for data in draft.sizing.data:
        stage: Stage = "hot" if data.waiting is None else data.waiting.stage
        for location in locations_of(draft, data):
            away = data.home is not None and location != data.home
            for t in draft.periods:
                if moves(data):
                    moved = scaled(data.wire_tb[t], arriving(draft, data, location, t))
                    if data.home is not None:
                        if away:
                            grown = data.grown_wire_tb[t]
                            moved += scaled(grown, here(draft, data, location, t))
                            moved += scaled(-grown, arriving(draft, data, location, t))
                            flow(out, data.home, stage, t, moved)
                        flow(back, data.home, stage, t, moved)
                    copied = draft.term(data.wire_tb[t], "data_from", (data.name, location, t))
                    flow(out, location, "hot", t, copied)
                if away and data.logs_away:
                    flow(out, location, "hot", t, draft.term(KILO, "logged", (data.name, location, t)))
                read = reading_hours(draft, data, location, t)
                flow(back, location, "hot", t, scaled(data.read_gb_per_s * 3.6, read))
        for rest in data.afterwards:
            if rest.away is None or not rest.wire_tb:
                continue
            for location, end, count, terms in ends(draft, data, rest):
                if location != data.home and end < len(draft.periods):
                    flow(out, location, "hot", end, scaled(count * rest.wire_tb, terms))
    return out, back


def reading_hours(draft: Draft, data: WorkloadData, location: str, t: int) -> list[Term]:
    """Hours in which the work runs at a location in period t."""
    hours = draft.sizing.calendar.hours_per_period
    if isinstance(work_of(draft, data), Campaign):
        return [
            (width.held[t - start] * hours, var)
            for place, _, width, start, (_, var) in runs(draft, data)
            if place == location and 0 <= t - start < width.periods
        ]
    window = draft.sizing.calendar.coverage(t, data.workload.start, data.workload.end)
    return scaled(hours * window, here(draft, data, location, t))
