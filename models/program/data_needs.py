"""What must be kept where, in which stage, and what moves: sums of presence, runs and logs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from models.matrix import Key
from models.program.data_places import DataPlaces, all_places
from models.program.draft import DATA_SCALE, Draft, Term, scaled
from models.sizing.data import Afterwards
from models.sizing.places import Stage, candidates, natural_tier
from models.sizing.retention import DataKind, Stay


@dataclass(frozen=True, slots=True)
class Need:
    """Data to be kept at a location in a stage, whatever its kind.

    days: that it stays there, where some tier bills more; else 0
    """

    location: str
    stage: Stage
    days: float


@dataclass(slots=True)
class Amount:
    """Terms and a constant, in units of data."""

    terms: list[Term] = field(default_factory=list)
    constant: float = 0.0


TB_PER_GB_HOUR = 3.6
"""TB in an hour at 1 GB/s."""

Needs = dict[tuple[Need, int], Amount]
Kinds = dict[tuple[str, DataKind, Stage, int], Amount]
"""By location, kind, stage and period."""

Flows = dict[tuple[str, str, int], list[Term]]
"""TB by (location, tier, period)."""


class _Ledger:
    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.needs: Needs = {}
        self.kinds: Kinds = {}

    def add(
        self, location: str, kind: DataKind, stage: Stage, t: int, terms: Iterable[Term], days: float = 0.0
    ) -> None:
        more = list(terms)
        for amount in self._amounts(location, kind, stage, t, days):
            amount.terms.extend(more)

    def always(self, location: str, kind: DataKind, stage: Stage, t: int, amount: float, days: float) -> None:
        for there in self._amounts(location, kind, stage, t, days):
            there.constant += amount

    def _amounts(
        self, location: str, kind: DataKind, stage: Stage, t: int, days: float
    ) -> tuple[Amount, ...]:
        if t >= len(self.draft.periods):
            return ()
        tiers = candidates(self.draft.plan, location, stage)
        dearer = days > 0 and any(tier.min_storage_days > days for tier in tiers)
        need = Need(location, stage, days if dearer else 0.0)
        return (
            self.needs.setdefault((need, t), Amount()),
            self.kinds.setdefault((location, kind, stage, t), Amount()),
        )

    def stay(
        self, location: str, kind: DataKind, stays: Iterable[Stay], first: int, tb: float, terms: list[Term]
    ) -> None:
        """What is kept from period `first` on by stages; without terms a constant."""
        for stay in stays:
            for j in range(len(self.draft.periods) - first):
                amount = tb * stay.share[j] / DATA_SCALE
                if not amount:
                    continue
                if terms:
                    self.add(location, kind, stay.stage, first + j, scaled(amount, terms), stay.days)
                else:
                    self.always(location, kind, stay.stage, first + j, amount, stay.days)


def logged(places: DataPlaces, location: str, t: int, each: float) -> list[Term]:
    """Accelerator-hours of the work at a location in period t, times `each`."""
    return [
        (each * coefficient, var)
        for label in places.labels
        if places.where[label] == location
        for coefficient, var in places.draft.activity_terms(
            Key("hours", (location, label, places.data.name)), t
        )
    ]


def data_needs(draft: Draft) -> tuple[Needs, Kinds]:
    """Everything to be kept, in units of data: together (need in C15), and by kind."""
    ledger = _Ledger(draft)
    for places in all_places(draft):
        _in_use(ledger, places)
        _at_home(ledger, places)
        _checkpoints(ledger, places)
        for rest in places.data.afterwards:
            _afterwards(ledger, places, rest)
        _logs(ledger, places)
    needs = {key: amount for key, amount in ledger.needs.items() if amount.terms or amount.constant}
    return needs, ledger.kinds


def _in_use(ledger: _Ledger, places: DataPlaces) -> None:
    data = places.data
    for location in places.locations:
        for t in ledger.draft.periods:
            present = places.here(location, t)
            for kept in data.in_use:
                ledger.add(location, kept.kind, kept.stage, t, scaled(kept.tb[t] / DATA_SCALE, present))
            waiting = data.waiting
            if waiting is not None and location == data.home and data.first <= t <= data.last:
                away = scaled(-waiting.tb[t] / DATA_SCALE, present)
                ledger.add(location, waiting.kind, waiting.stage, t, away)


def _at_home(ledger: _Ledger, places: DataPlaces) -> None:
    data = places.data
    if data.home is None:
        return
    resting = data.resting if data.waiting is None else (data.waiting, *data.resting)
    for kept in resting:
        for t in range(data.first, data.last + 1):
            ledger.always(data.home, kept.kind, kept.stage, t, kept.tb[t] / DATA_SCALE, 0.0)
    for rest in data.at_rest:
        ledger.stay(data.home, rest.kind, rest.away or (), data.last + 1, rest.tb[data.last], [])


def _checkpoints(ledger: _Ledger, places: DataPlaces) -> None:
    data = places.data
    if not data.versions:
        return
    for run in places.runs:
        for stage, number in data.versions[run.label, run.width.accelerators].by_stage.items():
            kept = scaled(number * data.checkpoint_tb / DATA_SCALE, [run.term])
            for t in range(run.start, run.end + 1):
                ledger.add(run.location, "checkpoint", stage, t, kept)
    if places.campaign is not None:
        return
    for location in places.locations:
        for stage, number in _most_versions(places, location).items():
            for t in ledger.draft.periods:
                kept = scaled(number * data.checkpoint_tb / DATA_SCALE, places.here(location, t))
                ledger.add(location, "checkpoint", stage, t, kept)


def _most_versions(places: DataPlaces, location: str) -> dict[Stage, float]:
    """Versions of continuous work at a location: of the pool there that keeps most."""
    versions = places.data.versions
    there = [label for label, _ in versions if places.where[label] == location]
    best = max(there, key=lambda label: versions[label, 0].total)
    return dict(versions[best, 0].by_stage)


def _afterwards(ledger: _Ledger, places: DataPlaces, rest: Afterwards) -> None:
    home = places.data.home
    for location, end, count, terms in ends(places, rest):
        brought = rest.away is not None and home is not None and location != home
        place, stays = (home or location, rest.away or ()) if brought else (location, rest.here)
        ledger.stay(place, rest.kind, stays, end + 1, count * rest.tb[end], terms)


def ends(places: DataPlaces, rest: Afterwards) -> list[tuple[str, int, float, list[Term]]]:
    """Ends of work: location, period, how many remain, and whether it happens (terms, not empty)."""
    data = places.data
    if places.campaign is not None:
        share = 1.0 if rest.per_run else 1.0 / data.workload.runs
        found = []
        for run in places.runs:
            count = rest.count
            if count is None:
                count = data.versions[run.label, run.width.accelerators].total
            found.append((run.location, run.end, share * count, [run.term]))
        return found
    out = []
    for location in places.locations:
        present = places.here(location, data.last)
        if present:
            count = rest.count
            if count is None:
                count = sum(_most_versions(places, location).values())
            out.append((location, data.last, count, present))
    return out


def _logs(ledger: _Ledger, places: DataPlaces) -> None:
    data = places.data
    if not data.log_tb:
        return
    each = data.log_tb / data.log_wire_tb * DATA_SCALE  # of a written TB, all its copies; in units of data
    for location in places.locations:
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
    traffic = _Traffic(draft)
    for places in all_places(draft):
        for location in places.locations:
            for t in draft.periods:
                traffic.of_data_set(places, location, t)
                traffic.of_logs(places, location, t)
                read = scaled(places.data.read_gb_per_s * TB_PER_GB_HOUR, places.hours(location, t))
                traffic.add(traffic.back, location, "hot", t, read)
        traffic.brought_home(places)
    return traffic.out, traffic.back


class _Traffic:
    """Flows out of locations and back from tiers, as they come."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.out: Flows = {}
        self.back: Flows = {}

    def add(self, flows: Flows, location: str, stage: Stage, t: int, terms: list[Term]) -> None:
        """TB from the tier that keeps data of a stage."""
        tier = natural_tier(self.draft.plan, location, stage)
        if tier is not None and terms:
            flows.setdefault((location, str(tier.tier_id), t), []).extend(terms)

    def of_data_set(self, places: DataPlaces, location: str, t: int) -> None:
        """The data set to where work arrives, its growth to where it stays."""
        data = places.data
        if not places.moves:
            return
        arriving = places.arriving(location, t)
        if data.home is None:
            copied = self.draft.term(data.wire_tb[t], "data_from", (data.name, location, t))
            self.add(self.out, location, "hot", t, copied)
            return
        stage: Stage = "hot" if data.waiting is None else data.waiting.stage
        moved = scaled(data.wire_tb[t], arriving)
        if location != data.home:
            grown = data.grown_wire_tb[t]
            if grown:
                moved += scaled(grown, places.here(location, t)) + scaled(-grown, arriving)
            self.add(self.out, data.home, stage, t, moved)
        self.add(self.back, data.home, stage, t, moved)

    def of_logs(self, places: DataPlaces, location: str, t: int) -> None:
        """Logs that go home when they are no longer hot, counted when they are written."""
        data = places.data
        if data.home is not None and location != data.home and data.logs_away:
            written = self.draft.term(DATA_SCALE, "logged", (data.name, location, t))
            self.add(self.out, location, "hot", t, written)

    def brought_home(self, places: DataPlaces) -> None:
        """Checkpoints and weights that stay after the work."""
        for rest in places.data.afterwards:
            if rest.away is None or not rest.wire_tb:
                continue
            for location, end, count, terms in ends(places, rest):
                if location != places.data.home:
                    self.add(self.out, location, "hot", end, scaled(count * rest.wire_tb, terms))
