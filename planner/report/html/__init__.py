"""The HTML companion of sheet Summary: one file, no script, nothing from the network."""

from __future__ import annotations

from planner.report.html.page import render, write_page

__all__ = ["render", "write_page"]
