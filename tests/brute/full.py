"""More random plans than every test run compares: python -m tests.brute.full [plans of each kind].

Prints each plan on which program and enumerator disagree, and how many of each kind were compared.
"""

from __future__ import annotations

import sys

from tests.brute.corpus import MAKERS, ON_THE_EDGE, answer, tables_of
from tests.known.solving import least_cost, plan_of


def agree(program: float | None, tried: float | None) -> bool:
    """Both infeasible, or costs within 1e-6 of each other."""
    if program is None or tried is None:
        return program is tried
    return abs(program - tried) <= 1e-6 * abs(tried)


def main(count: int) -> int:
    """Compares `count` plans of each kind; returns the number of disagreements."""
    wrong = 0
    for kind in MAKERS:
        seeds = [seed for seed in range(count) if kind != "plain" or seed not in ON_THE_EDGE]
        for seed in seeds:
            found, tried = least_cost(plan_of(tables_of(kind, seed))), answer(kind, seed).cost
            if not agree(found, tried):
                wrong += 1
                print(f"{kind} plan {seed}: program {found}, tried {tried}", flush=True)
        print(f"{kind}: {len(seeds)} plans", flush=True)
    return wrong


if __name__ == "__main__":
    sys.exit(min(1, main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)))
