"""C16 supply, C17 money, C18 environment, C19 concentration, C21 overrides: rows of `models.limits`."""

from __future__ import annotations

from models.program.draft import Draft, Term, scaled


def _write(draft: Draft, code: str) -> None:
    for bound in draft.bounds:
        if bound.code != code or not bound.hard:
            continue
        terms: list[Term] = []
        constant = 0.0
        for key, weights in bound.weights.items():
            for t in weights.nonzero()[0].tolist() if key in draft.activities else ():
                weight = float(weights[t]) / bound.scale
                terms += scaled(weight, draft.activities[key][t])
                constant += weight * draft.constants[key][t]
        draft.row(
            code,
            bound.index,
            terms,
            lower=None if bound.lower is None else bound.lower / bound.scale - constant,
            upper=None if bound.upper is None else bound.upper / bound.scale - constant,
        )


def add_supply_rows(draft: Draft) -> None:
    """Rows of C16."""
    _write(draft, "C16")


def add_budget_rows(draft: Draft) -> None:
    """Rows of C17, hard budgets only."""
    _write(draft, "C17")


def add_environment_rows(draft: Draft) -> None:
    """Rows of C18."""
    _write(draft, "C18")


def add_concentration_rows(draft: Draft) -> None:
    """Rows of C19."""
    _write(draft, "C19")


def add_override_rows(draft: Draft) -> None:
    """Rows of C21."""
    _write(draft, "C21")
