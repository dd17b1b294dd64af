"""Keys and references: each key once, each reference to a row that counts."""

from __future__ import annotations

from collections.abc import Mapping

from planner.messages import Phrase, phrase
from planner.workbook.book import Book
from planner.workbook.catalogue import markets, suggest_market
from planner.workbook.findings import Finding
from planner.workbook.rows import Row
from planner.workbook.schema import BY_NAME, Column
from planner.workbook.text import look, quoted


def check_keys(book: Book) -> None:
    """Rows with the same key, or with keys that differ only in case or in leading zeros."""
    for rows in book.rows.values():
        first: dict[tuple[str, ...], Row] = {}
        for row in rows:
            if row.table.key_value or any(name in row.refused for name in row.table.key):
                continue
            parts = tuple(row.key_part(name) for name in row.table.key)
            other = first.setdefault(tuple(_loose(p) for p in parts), row)
            if other is not row:
                book.findings.append(_clash(row, other))
                row.refused.add(row.table.key[0])


def _loose(part: str) -> str:
    folded = look(part)
    return folded.lstrip("0") or "0" if folded.isdigit() else folded


def _clash(row: Row, other: Row) -> Finding:
    code = "key.twice"
    if row.key != other.key:
        alike = "key.alike" if look(row.key) == look(other.key) else "key.zeros"
        code = "key.case" if row.key.casefold() == other.key.casefold() else alike
    name = row.table.key[0]
    return row.find(code, name, seen=quoted(row.key), other=other.place(name), other_seen=quoted(other.key))


def drop_followers(book: Book) -> None:
    """Leave out rows that belong to a row that is switched off, however many steps away."""
    while True:
        leaders = {name: _off_ids(book, name) for name in (*book.off, "@storage")}
        for name in leaders:
            on = _ids(book, name)
            leaders[name] = {key: row for key, row in leaders[name].items() if key not in on}
        before = len(book.findings)
        for rows in book.rows.values():
            _drop(book, rows, leaders)
        if len(book.findings) == before:
            return


def _drop(book: Book, rows: list[Row], leaders: Mapping[str, Mapping[str, Row]]) -> None:
    kept: list[Row] = []
    for row in rows:
        leader = _off_leader(row, leaders)
        if leader is None:
            kept.append(row)
            continue
        column, target = leader
        book.off.setdefault(row.table.name, []).append(row)
        book.findings.append(row.find("row.followed_off", column.name, seen=quoted(row.text(column.name)),
                                      where=target.place(target.table.key[0])))
    rows[:] = kept


def _off_leader(row: Row, leaders: Mapping[str, Mapping[str, Row]]) -> tuple[Column, Row] | None:
    for column in row.table.followers:
        name = (column.reference or "").partition(".")[0]
        off = leaders.get(name, {}).get(row.text(column.name) or "")
        if off is not None:
            return column, off
    return None


class _Names:
    """Names that may be referred to, also by a text that looks like one."""

    def __init__(self, names: Mapping[str, None]) -> None:
        self.exact = names
        self._folded: dict[str, list[str]] = {}
        for name in names:
            self._folded.setdefault(look(name), []).append(name)

    def alike(self, name: str) -> list[str]:
        """Names that differ at most in case and in the form of their characters."""
        return self._folded.get(look(name), [])


def check_references(book: Book) -> None:
    """Every reference names a row that counts; a difference in case only is mended."""
    targets = {reference: _Names(_ids(book, reference)) for reference in _references()}
    off = {reference: _off_ids(book, reference) for reference in _references()}
    for row in list(book.all_rows()):
        for column in row.table.referring:
            if column.reference is None or column.name not in row.values:
                continue
            known, switched_off = targets[column.reference], off[column.reference]
            if column.kind == "list":
                row.values[column.name] = tuple(
                    _resolve(book, row, column, word, known, switched_off) or word
                    for word in row.words(column.name)
                )
            elif (value := row.text(column.name)) is not None:
                found = _resolve(book, row, column, value, known, switched_off)
                if found is not None and found != value:
                    row.values[column.name] = found
                    row.set_key()
    _check_cycles(book)


def _references() -> set[str]:
    return {c.reference for t in BY_NAME.values() for c in t.columns if c.reference}


def _ids(book: Book, reference: str) -> dict[str, None]:
    if reference == "@market":
        sites = {row.text("market") or "" for row in book.on("Sites")}
        return dict.fromkeys([*markets(), *sorted(sites)])
    if reference in ("@location", "@storage"):
        cloud = [_place(row) for row in book.on("CloudOffers")]
        extra = ["site", "any"] if reference == "@storage" else []
        return dict.fromkeys([*book.by_id("Sites"), *cloud, *extra])
    table, _, name = reference.partition(".")
    return dict.fromkeys(book.by_id(table, name or None))


def _off_ids(book: Book, reference: str) -> Mapping[str, Row]:
    if reference == "@market":
        return {}
    table, _, name = ("Sites", "", "") if reference.startswith("@") else reference.partition(".")
    result: dict[str, Row] = {}
    for row in book.off.get(table, []):
        value = row.text(name or row.table.key[0])
        if value is not None:
            result.setdefault(value, row)
    if reference.startswith("@"):
        for row in book.off.get("CloudOffers", []):  # the price book's storage names regions of offers
            result.setdefault(_place(row), row)
    return result


def _place(offer: Row) -> str:
    """provider:region of an offer."""
    return f"{offer.text('provider')}:{offer.text('region')}"


def _resolve(book: Book, row: Row, column: Column, value: str, known: _Names,
             off: Mapping[str, Row]) -> str | None:
    """The name as the other sheet writes it; None (with a finding) if it is not there."""
    if column.reference == "@market" and column.name == "market":
        if value not in markets():
            book.findings.append(row.find("market.unknown", column.name, seen=quoted(value),
                                          nearest=suggest_market(value, book.suggest)))
        return value
    if value in known.exact:
        return value
    where = _where(column.reference or "")
    alike = known.alike(value)
    if len(alike) == 1:
        book.findings.append(row.find("ref.case", column.name, seen=quoted(value), value=quoted(alike[0]),
                                      where=where))
        return alike[0]
    if value in off:
        if column.kind == "list":
            return value
        target = off[value]
        book.findings.append(row.find("ref.off", column.name, seen=quoted(value),
                                      where=target.place(target.table.key[0])))
    elif _absent(book, column.reference or ""):
        book.findings.append(row.find("ref.no_sheet", column.name, seen=quoted(value), where=where))
    elif not book.unread(_sheet(column.reference or "")):
        book.findings.append(row.find("ref.unknown", column.name, seen=quoted(value), where=where,
                                      nearest=book.suggest(value, known.exact),
                                      expected=phrase("a name that stands on {where}", where=where)))
    row.refused.add(column.name)
    return None


def _sheet(reference: str) -> str:
    """The sheet that a reference is looked for on, the first of them."""
    return "Sites" if reference.startswith("@") else reference.partition(".")[0]


def _absent(book: Book, reference: str) -> bool:
    """Whether there is no such sheet and no error has told so; places may stand on either of two sheets."""
    name = _sheet(reference)
    return not reference.startswith("@") and name not in book.rows and not book.unread(name)


def _where(reference: str) -> Phrase:
    if reference == "@storage":
        return phrase("Sites or, as provider:region, on CloudOffers, nor is it site or any")
    if reference == "@location":
        return phrase("Sites or, as provider:region, on CloudOffers")
    if reference == "@market":
        return phrase("the price book's markets")
    return phrase("{sheet}", sheet=reference.partition(".")[0])


def _check_cycles(book: Book) -> None:
    """Circles in Workloads.after, each told once with its cells."""
    workloads = book.by_id("Workloads")
    done: set[str] = set()
    for start in workloads:
        path: dict[str, None] = {}
        name: str | None = start
        while name is not None and name in workloads and name not in done and name not in path:
            path[name] = None
            name = workloads[name].text("after")
        if name is not None and name in path:
            members = list(path)
            circle = members[members.index(name):]
            words = " → ".join(f"{n} ({workloads[n].place('after')})" for n in circle)
            book.findings.append(workloads[name].find("ref.cycle", "after", seen=f"{words} → {name}"))
            workloads[name].refused.add("after")
        done.update(path)
