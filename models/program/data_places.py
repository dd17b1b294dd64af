"""Where each workload's data is in use: presence, arrivals, ends of runs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from models.program.draft import Draft, Term, scaled
from models.sizing.campaigns import Campaign, RunWidth
from models.sizing.data import WorkloadData
from models.sizing.demand import DivisibleWork

Where = tuple[str, int]
"""Location and period."""


@dataclass(frozen=True, slots=True)
class RunColumn:
    """Runs of a campaign that start in a period on a pool at a width."""

    location: str
    label: str
    width: RunWidth
    start: int
    term: Term

    @property
    def end(self) -> int:
        """The last period that they touch."""
        return self.start + self.width.periods - 1


class DataPlaces:
    """Presence of one workload, looked up once: its columns must have been made."""

    def __init__(self, draft: Draft, data: WorkloadData) -> None:
        self.draft, self.data = draft, data
        everything: tuple[Campaign | DivisibleWork, ...] = (*draft.sizing.campaigns, *draft.sizing.divisible)
        work = next(one for one in everything if one.workload.workload_id == data.workload.workload_id)
        self.campaign = work if isinstance(work, Campaign) else None
        self.labels = list(work.widths if isinstance(work, Campaign) else work.hours_per_unit)
        self.where = {label: draft.sizing.pool(label).location for label in self.labels}
        self.locations = list(dict.fromkeys(self.where.values()))
        self.runs = list(self._runs())
        self._touching: dict[Where, list[Term]] = defaultdict(list)
        self._starting: dict[Where, list[Term]] = defaultdict(list)
        self._hours: dict[Where, list[Term]] = defaultdict(list)
        hours = draft.sizing.calendar.hours_per_period
        for run in self.runs:
            self._starting[run.location, run.start].append(run.term)
            for k, held in enumerate(run.width.held):
                at = (run.location, run.start + k)
                self._touching[at].append(run.term)
                self._hours[at].append((held * hours, run.term[1]))

    def _runs(self) -> Iterator[RunColumn]:
        if self.campaign is None:
            return
        for label, menu in self.campaign.widths.items():
            for width in menu:
                for t in self.draft.periods:
                    for term in self.draft.term(1.0, "run", (self.data.name, label, width.accelerators, t)):
                        yield RunColumn(self.where[label], label, width, t, term)

    @property
    def one_run(self) -> bool:
        """Whether presence is the sum of a single run's columns."""
        return self.campaign is not None and self.data.workload.runs == 1

    @property
    def moves(self) -> bool:
        """Whether the data set moves when the work comes to another place.

        The data set of a campaign without a home is made where each run is.
        """
        return any(self.data.wire_tb) and (self.data.home is not None or self.campaign is None)

    def touching(self, location: str, t: int) -> list[Term]:
        """Runs at a location that touch period t."""
        return self._touching.get((location, t), [])

    def here(self, location: str, t: int) -> list[Term]:
        """Whether the work runs at a location in period t: at most 1."""
        if self.one_run:
            return self.touching(location, t)
        kind = "at" if self.campaign is None else "data_at"
        return self.draft.term(1.0, kind, (self.data.name, location, t))

    def arriving(self, location: str, t: int) -> list[Term]:
        """Whether the work comes to a location in period t."""
        if self.one_run:
            return self._starting.get((location, t), [])
        return self.draft.term(1.0, "data_arrive", (self.data.name, location, t))

    def hours(self, location: str, t: int) -> list[Term]:
        """Hours in which the work runs at a location in period t."""
        if self.campaign is not None:
            return self._hours.get((location, t), [])
        calendar = self.draft.sizing.calendar
        window = calendar.coverage(t, self.data.workload.start, self.data.workload.end)
        return scaled(calendar.hours_per_period * window, self.here(location, t))


def all_places(draft: Draft) -> list[DataPlaces]:
    """Presence of every workload that has data."""
    return [DataPlaces(draft, data) for data in draft.sizing.data]


def add_columns(draft: Draft) -> None:
    """data_at[w,l,t] binary: a campaign of several runs is at a place; data_arrive[w,l,t]: work comes there;
    data_from[w,l,t]: places that a data set without a home is copied from."""
    for places in all_places(draft):
        several = places.campaign is not None and not places.one_run
        for t in draft.periods:
            for location in places.locations:
                index = (places.data.name, location, t)
                if several and places.touching(location, t):
                    draft.column("data_at", index, upper=1, integer=True)
            for location in places.locations:
                index = (places.data.name, location, t)
                if not places.moves or places.one_run or not places.here(location, t):
                    continue
                if places.data.home is None and not _before(places, t):
                    continue  # the data set is made where the work first runs
                draft.prefer_none(draft.column("data_arrive", index, upper=1))
                if places.data.home is None:
                    draft.column("data_from", index)


def _before(places: DataPlaces, t: int) -> bool:
    return any(places.here(location, t - 1) for location in places.locations)


def add_rows(draft: Draft) -> None:
    r"""Rows of C15 that say where data is in use.

    \sum runs at l that touch t <= runs[w] * data_at[w,l,t]
    data_arrive[w,l,t] >= here[w,l,t] - here[w,l,t-1]
    no home: \sum_l data_arrive[w,l,t] = \sum_l data_from[w,l,t],  data_from[w,l,t] <= places * here[w,l,t-1]
    """
    for places in all_places(draft):
        name = places.data.name
        for t in draft.periods:
            for location in places.locations:
                index = (name, location, t)
                at = draft.term(-float(places.data.workload.runs), "data_at", index)
                if at:
                    draft.row("C15", ("data at", *index), [*places.touching(location, t), *at], upper=0)
                arrive = draft.term(1.0, "data_arrive", index)
                if arrive:
                    now = scaled(-1.0, places.here(location, t))
                    before = places.here(location, t - 1)
                    draft.row("C15", ("arrive", *index), [*arrive, *now, *before], lower=0)
                source = draft.term(1.0, "data_from", index)
                if source:
                    before = scaled(-float(len(places.locations)), places.here(location, t - 1))
                    draft.row("C15", ("from", *index), [*source, *before], upper=0)
            copied = [
                term for place in places.locations for term in draft.term(1.0, "data_from", (name, place, t))
            ]
            if copied:
                came = [
                    term
                    for place in places.locations
                    for term in draft.term(-1.0, "data_arrive", (name, place, t))
                ]
                draft.row("C15", ("copied", name, t), [*copied, *came], lower=0, upper=0)
