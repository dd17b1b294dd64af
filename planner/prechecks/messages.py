"""The words of findings that prove a plan impossible, added to those of the reader."""

from __future__ import annotations

from planner.workbook.message import Message, error

IMPOSSIBLE: dict[str, Message] = {
    "campaign.early": error(
        "{workload} has to run from {start} to {end}, the first capacity for it is there in {earliest} "
        "({first})",
        "a window that ends after {earliest}", "move the window, shorten the lead time, or add an offer"),
    "campaign.no_period": error(
        "the window of {workload}, {start} to {end} ({months} months), holds no whole period of {length} "
        "months", "a window of whole periods", "widen the window, or set shorter periods"),
    "campaign.no_pool": error(
        "no system and no offer can run {workload}: {reasons}", "at least one that can",
        "change the workload, or add a system or offer"),
    "campaign.late": error(
        "{workload} has to end by {end}; its shortest run takes {periods} periods from {earliest} on, to "
        "{finish} ({first})",
        "an end of {finish} or later", "move the window, or add capacity that is there earlier"),
    "campaign.width": error(
        "a run of {workload} needs {needed} accelerators at once, at most {most} can be there by {end} "
        "({pool})",
        "room for one run", "raise the limit that binds, or lower the width"),
    "campaign.hours": error(
        "{workload} needs {needed} accelerator-hours from {start} to {end}, at most {most} can be installed "
        "or rented", "room for all runs", "raise power, offers or the window; or plan fewer runs"),
    "demand.no_pool": error(
        "no system and no offer can serve {workload}: {reasons}", "at least one that can",
        "allow a location, add an offer, or add a serving rate"),
    "demand.early": error(
        "{workload} asks for {amount} {unit} in {period}, the first capacity for it is there in {earliest}",
        "capacity from {period} on", "start the demand later, or add an offer that is there earlier"),
    "demand.short": error(
        "{workload} needs at least {needed} accelerators in {period}, at most {most} can be installed or "
        "rented by then, {short} too few ({limits})",
        "room for the demand", "raise power or offers, or lower the demand"),
    "demand.total": error(
        "all work together needs at least {needed} accelerators in {period}, at most {most} can be installed "
        "or rented by then", "room for all demand", "raise power or offers, or lower the demand"),
}
