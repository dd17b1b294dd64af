"""Names of series in charts: text, whatever a site is called."""

import pytest

from planner.report.charts import series_name


@pytest.mark.parametrize(("name", "shown"), [
    ("ash: power", "ash: power"), ("=cmd+' /C calc'!A0", "'=cmd+' /C calc'!A0"), ("-x", "-x")])
def test_no_name_is_a_formula(name: str, shown: str) -> None:
    assert series_name(name) == shown
