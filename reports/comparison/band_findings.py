"""The finding on bands: which decks a change put outside their band, and which back inside."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from evenhand.analysis.data.display_names import list_display_names
from evenhand.analysis.gate.judge import Judgement
from evenhand.analysis.gate.measures import Topic
from evenhand.analysis.gate.run_bands import load_bands
from evenhand.analysis.gate.run_verdicts import judge_run
from evenhand.analysis.statistics.bands import Band, Verdict
from evenhand.analysis.tables.comparison import Comparison
from evenhand.reports.finding import Finding, Tone
from evenhand.reports.wording import (
    Name,
    Sentence,
    enumerate_parts,
    join_parts,
    make_sentence,
    rate_range,
    write_rate,
)

__all__ = ["find_bands", "list_decks_that_left"]

NAMED = 3  # decks in one sentence


class Sides(NamedTuple):
    """What the bands of the run before a change say of its decks, and of those after it."""

    before: Mapping[tuple[object, ...], Judgement]
    after: Mapping[tuple[object, ...], Judgement]

    def list_outside(self, was_outside: bool) -> list[tuple[str, Judgement]]:
        """List the decks outside after a change that were or were not before, furthest first."""
        failed = {key for key, one in self.before.items() if one.verdict is Verdict.FAIL}
        outside = [
            (str(key[0]), one)
            for key, one in self.after.items()
            if one.verdict is Verdict.FAIL and (key in failed) == was_outside
        ]
        return sorted(outside, key=lambda named: -_measure_distance(named[1]))

    def list_mended(self) -> list[tuple[str, Judgement]]:
        """List the decks that were outside before a change and are inside after it."""
        return [
            (str(key[0]), one)
            for key, one in self.after.items()
            if one.verdict is Verdict.PASS
            and key in self.before
            and self.before[key].verdict is Verdict.FAIL
        ]


def judge_sides(comparison: Comparison) -> Sides | None:
    """Judge both sides of a change by the bands before it; None if none are stated."""
    bands = load_bands(comparison.before)
    if bands is None or not bands.is_stated:
        return None
    unjudged = replace(bands, verdicts={}, allowances={})
    before, after = (
        judge_run(run, unjudged).list_of(Topic.WIN_RATE)
        for run in (comparison.before, comparison.after)
    )
    return Sides(before, after) if after else None


def list_decks_that_left(comparison: Comparison) -> dict[str, Band]:
    """Return the bands of the decks that a change put outside them, the furthest first."""
    sides = judge_sides(comparison)
    names = list_display_names(comparison.before.info, comparison.after.info)
    left = sides.list_outside(was_outside=False) if sides else []
    return {names.get(deck, deck): one.band for deck, one in left}


def find_bands(comparison: Comparison) -> Finding | None:
    """Return the finding on decks that left their band or came back.

    None if the run before was none of a folder that states bands.
    """
    sides = judge_sides(comparison)
    if sides is None:
        return None
    new, mended = sides.list_outside(was_outside=False), sides.list_mended()
    parts = [
        make_sentence(text, decks=_name_decks(judged, comparison))
        for text, judged in (
            ("Now outside: {decks}.", new),
            ("Still outside: {decks}.", sides.list_outside(was_outside=True)),
            ("Back inside: {decks}.", mended),
        )
        if judged
    ]
    if not parts:
        is_sure = all(judgement.verdict is Verdict.PASS for judgement in sides.after.values())
        text = (
            "All decks stay inside their bands." if is_sure else "No deck provably left its band."
        )
        parts.append(make_sentence(text))
    tone = Tone.NOTABLE if new or mended else Tone.CALM
    return Finding("Bands", tone, join_parts(parts, " "), "decks")


def _name_decks(judged: Sequence[tuple[str, Judgement]], comparison: Comparison) -> Sentence:
    """Write decks with their win rates after a change, and the bands that hold for them."""
    names = list_display_names(comparison.before.info, comparison.after.info)
    return enumerate_parts(
        [
            make_sentence(
                "{deck} {rate}, where {band} is expected",
                deck=Name(names.get(deck, deck)),
                rate=write_rate(one.estimate, one.low, one.high),
                band=rate_range(one.band.low, one.band.high),
            )
            for deck, one in judged
        ],
        NAMED,
    )


def _measure_distance(judgement: Judgement) -> float:
    """Return the distance of a win rate from its band; negative inside."""
    band, rate = judgement.band, judgement.estimate
    return max(band.low - rate, rate - band.high)
