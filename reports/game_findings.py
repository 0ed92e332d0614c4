"""Findings on games as such: how many are drawn, how long they last, under which rules."""

from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any

import pandas as pd

from evenhand.analysis.gate.measures import Topic
from evenhand.analysis.statistics.bands import Verdict
from evenhand.reports.finding import Finding, Tone
from evenhand.reports.report_tables import Evidence
from evenhand.reports.wording import (
    Name,
    Sentence,
    Tied,
    enumerate_parts,
    make_sentence,
    number,
    percent,
    prepend_bot,
    rate_range,
    write_mean_spread,
    write_rate,
)

__all__ = [
    "find_games", "find_length", "find_rules", "name_changed_options", "select_games_outside",
    "write_games_outside", "write_length", "write_option",
]  # fmt: skip

TOO = {  # what is wrong above a band and below it
    Topic.DRAWS: ("Too many games are drawn", "Too few games are drawn"),
    Topic.STALLS: ("Too many games come to no end", "Too few games come to no end"),
    Topic.TURNS: ("Games last too long", "Games are over too soon"),
}
TINY = 1e-9
SECTIONS = {Topic.DRAWS: "endings", Topic.TURNS: "lengths"}
TOPICS = {Topic.DRAWS: "Draws", Topic.TURNS: "Length"}


def find_games(evidence: Evidence) -> Iterator[Finding]:
    """Yield the findings on draws and lengths outside their bands."""
    for row in select_games_outside(evidence):
        if row.topic != Topic.STALLS:  # told in any case
            sentence = write_games_outside(row)
            yield Finding(TOPICS[row.topic], Tone.NOTABLE, sentence, SECTIONS[row.topic])


def find_length(evidence: Evidence) -> Finding | None:
    """Return the finding on how long games last, with the strongest bot of a panel.

    None if it is outside its band with the lead: `find_games` says so.
    """
    panel = evidence.panel
    if any(row.topic == Topic.TURNS for row in select_games_outside(evidence)):
        return None
    if panel is None:
        sentence = write_length(evidence.length_summary)
    elif panel.strong_lengths.empty:
        sentence = prepend_bot(panel.lead, write_length(evidence.length_summary))
    else:
        sentence = prepend_bot(panel.strongest, write_length(panel.strong_lengths))
    return Finding("Length", Tone.CALM, sentence, "lengths")


def find_rules(evidence: Evidence) -> Iterator[Finding]:
    """Yield the finding on rule options that were set, if any."""
    if sentence := write_rules(evidence.info):
        yield Finding("Rules", Tone.CALM, sentence, "provenance")


def write_rules(info: Mapping[str, Any]) -> Sentence | None:
    """Write which rule options of a run were set; None if none were."""
    if not (changed := name_changed_options(info)):
        return None
    text = "Played with {set}, unlike the game's own rules."
    return make_sentence(text, set=enumerate_parts(changed))


def write_length(lengths: pd.DataFrame) -> Sentence:
    """Write how long games last, from a table of the form of `Evidence.length_summary`."""
    row: Any = next(lengths[lengths["scope"] == "all"].itertuples())
    return make_sentence(
        "Games last {mean} turns {spread} on average; eight of ten take {few} to {many}.",
        mean=number(row.mean_turns),
        spread=write_mean_spread(row.mean_turns_low, row.mean_turns_high),
        few=number(row.p10_turns, 0),
        many=number(row.p90_turns, 0),
    )


def select_games_outside(evidence: Evidence) -> list[Any]:
    """Return the rows of draws, stalls and turns that are outside their bands."""
    return [row for row in evidence.whole_run.itertuples() if row.verdict == Verdict.FAIL]


def write_games_outside(row: Any) -> Sentence:
    """Write that draws, stalls or turns are outside their band."""
    above, below = TOO[row.topic]
    is_of_turns = row.topic == Topic.TURNS
    measured: object = write_rate(row.value, row.low, row.high)
    if is_of_turns:
        measured = Tied(f"{number(row.value)} turns ({number(row.low)} to {number(row.high)})")
    return make_sentence(
        "{claim}: {measured}; {band} is allowed.",
        claim=above if row.value > row.expected_high else below,
        measured=measured,
        band=_write_turns(row.expected_low, row.expected_high)
        if is_of_turns
        else _write_shares(row.expected_low, row.expected_high),
    )


def _write_shares(low: float, high: float) -> str:
    """Write a band of shares: "5 to 10 %", "up to 0.5 %"."""
    return (
        f"up to {percent(high, 0 if high * 100 % 1 < TINY else 1)}"
        if low == 0
        else rate_range(low, high)
    )


def _write_turns(low: float, high: float) -> str:
    """Write a band of turns: "5 to 12 turns", "5 turns or more"."""
    if not isfinite(high):
        return f"{low:g} turns or more"
    return f"{low:g} to {high:g} turns" if low > 0 else f"{high:g} turns or less"


def name_changed_options(info: Mapping[str, Any]) -> list[Sentence]:
    """Write each rule option of a run that differs from its default, with its value."""
    return [
        make_sentence("{name} {value}", name=Name(name), value=write_option(info["options"][name]))
        for name in sorted(info.get("changed_options", {}))
    ]


def write_option(value: object) -> str:
    """Write the value of a rule option."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
