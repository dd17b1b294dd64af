"""What a fresh clone relies on: pinned versions, the two lines of the README, data beside the code."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution, entry_points
from importlib.resources import files
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
SOLVE_LINE = "pip install -c constraints.txt -e . && planner solve inputs/example.xlsx -o report.xlsx"
TEST_LINE = 'pip install -c constraints.txt -e ".[test]" && pytest'
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def pins() -> list[str]:
    """Lines of constraints.txt without comments."""
    text = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def declared() -> list[Requirement]:
    """Requirements of the project with all its extras."""
    project = PROJECT["project"]
    extras = [text for listed in project["optional-dependencies"].values() for text in listed]
    return [Requirement(text) for text in [*project["dependencies"], *extras]]


def needed() -> Iterator[str]:
    """Names of everything the project needs, directly or not, as far as it is installed here."""
    waiting = declared()
    seen: set[str] = set()
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        extras = ["", *requirement.extras]
        if name in seen and not requirement.extras:
            continue
        seen.add(name)
        yield name
        try:
            asked = distribution(name).requires or []
        except PackageNotFoundError:
            continue  # a development tool, absent where only the tests are installed
        further = [Requirement(text) for text in asked]
        waiting += [
            other
            for other in further
            if other.marker is None or any(other.marker.evaluate({"extra": extra}) for extra in extras)
        ]


def test_constraints_are_names_and_versions_only_sorted_and_unique() -> None:
    names = [line.partition("==")[0] for line in pins()]
    assert [line for line in pins() if not re.fullmatch(r"[a-z0-9-]+==[0-9][0-9a-z.]*", line)] == []
    assert names == sorted(set(names))


def test_every_package_needed_is_pinned() -> None:
    names = {line.partition("==")[0] for line in pins()}
    assert sorted(set(needed()) - names) == []


def test_pins_are_within_the_bounds_that_are_declared() -> None:
    version = dict(line.split("==") for line in pins())
    needs = {canonicalize_name(need.name): need.specifier for need in declared()}
    assert [name for name, allowed in needs.items() if version[name] not in allowed] == []


def test_the_solver_version_that_returns_wrong_optima_is_excluded() -> None:
    highspy = next(need for need in declared() if need.name == "highspy")
    assert "1.14.0" not in highspy.specifier
    assert "1.15.1" in highspy.specifier


@pytest.mark.parametrize("line", [SOLVE_LINE, TEST_LINE])
def test_readme_has_the_line_as_it_is_tried(line: str) -> None:
    assert line in (ROOT / "README.md").read_text(encoding="utf-8").splitlines()


def test_readme_makes_the_environment_before_it_installs() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert 0 <= text.find("-m venv") < text.find(SOLVE_LINE) < text.find(TEST_LINE)


def test_continuous_integration_runs_the_line_of_the_readme() -> None:
    assert TEST_LINE in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


@pytest.mark.parametrize(
    "name", ["example.xlsx", "minimal.xlsx", "catalogue/systems.csv", "catalogue/cloud_offers.csv"]
)
def test_data_files_are_found_beside_the_code(name: str) -> None:
    assert files("inputs").joinpath(name).is_file()


def test_packages_ship_and_nothing_that_ships_is_ignored() -> None:
    wheel = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["packages"] == ["planner", "models", "inputs"]
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    assert [line for line in ignored if line in ("*.xlsx", "*.csv", "*.mo")] == []


@pytest.mark.parametrize("package", ["planner", "models"])
def test_every_folder_of_code_is_a_package(package: str) -> None:
    folders = {path.parent for path in (ROOT / package).rglob("*.py")}
    bare = [str(folder.relative_to(ROOT)) for folder in folders if not (folder / "__init__.py").is_file()]
    assert sorted(bare) == []


def test_test_folders_are_no_packages() -> None:
    """An `__init__.py` under tests/models would hide the package models."""
    assert list((ROOT / "tests").rglob("__init__.py")) == []


def test_the_command_is_installed_and_loads() -> None:
    (command,) = entry_points(group="console_scripts", name="planner")
    assert callable(command.load())


SKIPPING_TESTS = """
import pytest
def test_call():
    pytest.skip("no printer")
@pytest.mark.skip(reason="no printer")
def test_mark():
    pass
@pytest.mark.xfail
def test_expected():
    assert False
"""
SKIPPING_FILE = """
import pytest
pytest.importorskip("no_such_printer")
"""


@pytest.mark.parametrize(
    ("ci", "code", "count", "told"),
    [("", 0, "3 skipped, 1 xfailed", False), ("true", 1, "1 failed, 1 xfailed, 2 errors", True)],
)
def test_a_skip_is_a_failure_in_continuous_integration(
    tmp_path: Path, ci: str, code: int, count: str, told: bool
) -> None:
    """Skips in a test, by a mark and of a whole file; an expected failure stays one."""
    shutil.copy(ROOT / "tests" / "conftest.py", tmp_path)
    (tmp_path / "test_tests.py").write_text(SKIPPING_TESTS, encoding="utf-8")
    (tmp_path / "test_file.py").write_text(SKIPPING_FILE, encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--continue-on-collection-errors", "."],
        cwd=tmp_path, env={**environment, "CI": ci, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True, text=True, timeout=120, check=False,
    )
    assert done.returncode == code, done.stdout
    assert count in done.stdout
    assert ("skipped, which is a failure here" in done.stdout) == told
