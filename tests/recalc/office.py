"""Recalculation by LibreOffice Calc: an independent spreadsheet judges formulas and stored values."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

PROFILE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse">
<value>0</value></prop></item>
</oor:items>
"""
"""Without this setting a file keeps the values it was stored with."""


def command() -> str | None:
    """Path of soffice, if it is installed."""
    return shutil.which("soffice") or shutil.which("libreoffice")


class Office:
    """One LibreOffice profile: two programs at work need two of them."""

    def __init__(self, folder: Path) -> None:
        self._profile = folder / "profile"
        user = self._profile / "user"
        user.mkdir(parents=True)
        (user / "registrymodifications.xcu").write_text(PROFILE, encoding="utf-8")
        self._folder = folder
        self._count = 0

    def convert(self, paths: Sequence[Path], kind: str) -> list[Path]:
        """Open files, recalculate them, save them as xlsx or pdf; returns the new files in the same order."""
        self._count += 1
        target = self._folder / f"out{self._count}"
        program = command()
        assert program is not None
        subprocess.run(
            [
                program,
                f"-env:UserInstallation={self._profile.as_uri()}",
                "--headless",
                "--norestore",
                "--convert-to",
                kind,
                "--outdir",
                str(target),
                *map(str, paths),
            ],
            check=True,
            capture_output=True,
            timeout=240,
        )
        return [target / f"{path.stem}.{kind}" for path in paths]

    def recalculate(self, *paths: Path) -> list[Path]:
        """The workbooks with all formulas calculated anew."""
        return self.convert(paths, "xlsx")
