"""Sites without a row on SiteCooling: every cooling technology may be used there, and it is told."""

from __future__ import annotations

from planner.messages import phrase
from planner.workbook.blanks import ORIGIN_DEFAULT, DefaultUsed
from planner.workbook.book import Book
from planner.workbook.catalogue import markets
from planner.workbook.rows import Row
from planner.workbook.schema import BY_NAME
from planner.workbook.schema.blank import NoneMeans
from planner.workbook.text import quoted

WITHOUT_ROW = ("no row on SiteCooling: every cooling may be used, the first air cooling carries the present "
               "power, at a colo site all contracted power")
"""Why the rows are there, in words."""

_RULE = NoneMeans(WITHOUT_ROW)
_PEAK_OVER_MEAN = 0.05  # as the column pue_peak: mean and this


def add_site_cooling(book: Book) -> list[DefaultUsed]:
    """Add the rows for sites that SiteCooling does not name; one finding a site. Returns the defaults used.

    The present power is taken to be cooled already, by the first air cooling; at a colo site, whose rent
    holds the cooling, also power that the contract adds later (SitePower). A site that was named in rows that
    are switched off is left without.
    """
    coolings = book.on("Cooling")
    named = {(row.text("site_id") or "").casefold()
             for rows in (book.on("SiteCooling"), book.off.get("SiteCooling", [])) for row in rows}
    used: list[DefaultUsed] = []
    for site in book.on("Sites"):
        name = site.text("site_id")
        if name is None or name.casefold() in named or not coolings or site.text("market") not in markets():
            continue
        named.add(name.casefold())  # the same site once more is told elsewhere
        first = next((row for row in coolings if row.text("kind") == "air"), coolings[0])
        kw = _it_kw(site, site)
        later = max((_it_kw(site, row) for row in _steps(book, site)), default=0.0)
        power = phrase("contracted power") if later > kw else phrase("present power")
        kw = max(kw, later)
        for cooling in coolings:
            used += _add(book, site, cooling, kw if cooling is first else 0.0)
        if "usable_mw" not in site.values:
            continue
        book.findings.append(site.find(
            "default.site_cooling", "site_id", seen=quoted(name), cooling=quoted(first.text("cooling_id")),
            power=power, kw=f"{kw:,.0f}"))
    return used


def _steps(book: Book, site: Row) -> list[Row]:
    """Rows of SitePower that change a colo site's contracted power."""
    name = (site.text("site_id") or "").casefold()
    return [row for row in book.on("SitePower")
            if site.text("kind") == "colo" and (row.text("site_id") or "").casefold() == name]


def _it_kw(site: Row, row: Row) -> float:
    """IT kW of the power that a row of the site states."""
    mw = row.num("usable_mw") or 0.0
    if row.text("mw_basis") != "facility":
        return mw * 1000
    pue = markets()[site.text("market") or ""].get("pue_air")
    return round(mw * 1000 / (float(pue) + _PEAK_OVER_MEAN), 3) if pue else 0.0


def _add(book: Book, site: Row, cooling: Row, kw: float) -> list[DefaultUsed]:
    """One row; its findings name the site's cell."""
    row = Row(BY_NAME["SiteCooling"], site.sheet, site.number, site.header, {})
    values: dict[str, object] = {"site_id": site.values["site_id"], "existing_kw": kw}
    if cooling.text("cooling_id") is None:
        return []
    values["cooling_id"] = cooling.values["cooling_id"]
    row.values |= values
    row.filled |= dict.fromkeys(values, ORIGIN_DEFAULT)
    row.set_key()
    book.rows.setdefault("SiteCooling", []).append(row)
    return [DefaultUsed(row.ref(name), value, _RULE) for name, value in values.items()]
