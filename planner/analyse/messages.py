"""The words of findings that say which limits stand in the way of a plan, added to those of the reader."""

from __future__ import annotations

from planner.workbook.message import Message, error, notice, warning

_TOGETHER = "together with the other limits named here this would make a plan possible"

INFEASIBLE: dict[str, Message] = {
    "limit.offer": error("{what} is limited to {limit} accelerators; {more} more would be needed ({when})",
                         "", _TOGETHER),
    "limit.power": error("{what} has {limit} MW; {more} MW more would be needed ({when})", "", _TOGETHER),
    "limit.blocks": error("{what} allows {limit} power blocks; {more} more would be needed ({when})",
                          "", _TOGETHER),
    "limit.racks": error("{what} has room for {limit} racks; {more} more would be needed ({when})",
                         "", _TOGETHER),
    "limit.heat": error("{what} carries {limit} kW of heat before new modules can be there; {more} kW more "
                        "would be needed ({when})", "", _TOGETHER),
    "limit.critical": error("after the loss of {what} must still run; {more} of that cannot ({when})", "",
                            _TOGETHER),
    "limit.own": error("{what} may be at most {limit}; {more} more would be needed ({when})", "", _TOGETHER),
    "limit.least": error("{what} is to be at least {limit}; that is {more} too much ({when})", "", _TOGETHER),
    "limit.share": error("{what}: {more} more of all work would be needed ({when})", "", _TOGETHER),
    "unmet.runs": error("of {limit} runs of {what}, {more} cannot be done inside the window", "", _TOGETHER),
    "unmet.demand": error("{more} of the demand of {what} in {when} cannot be met", "", _TOGETHER),
    "unmet.row": error("{title}: {key} asks for {limit}, and nothing can serve it",
                       "", "add a system or offer that can, or take the demand back"),
    "unmet.limit": error("{title}: {key} asks for {limit}, and nothing in the plan can reach it", "",
                         "lower the minimum, or add what could reach it"),
    "infeasible.unknown": error("no plan can meet all demands and limits; which of them stand in the way was "
                                "not found in the time allowed", "",
                                "relax limits, windows or demand in turn"),
}

BREACHES: dict[str, Message] = {
    "budget.breach": warning("{what} for {span} is {limit}, the plan takes {value}: {more} too much",
                             "at most {limit}", "raise the budget, or make it a hard one"),
    "budget.near": notice("{what} for {span} is {limit}, the plan takes {value} ({share})"),
}
