"""The finding on bands: which decks a change put outside their band, and which back inside."""

from collections.abc import Sequence
from dataclasses import replace

from evenhand.analysis.data.display_names import list_display_names
from evenhand.analysis.gate.judge import Judgement
from evenhand.analysis.gate.measures import Topic
from evenhand.analysis.gate.run_bands import load_bands
from evenhand.analysis.gate.run_verdicts import judge_run
from evenhand.analysis.statistics.bands import Verdict
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

__all__ = ["find_bands"]

NAMED = 3  # decks in one sentence


def find_bands(comparison: Comparison) -> Finding | None:
    """Return the finding on decks that left their band or came back.

    None if the run before was none of a folder that states bands.
    """
    bands = load_bands(comparison.before)
    if bands is None or not bands.is_stated:
        return None
    unjudged = replace(bands, verdicts={}, allowances={})
    before, after = (
        judge_run(run, unjudged).list_of(Topic.WIN_RATE)
        for run in (comparison.before, comparison.after)
    )
    if not after:
        return None
    failed = {key for key, judgement in before.items() if judgement.verdict is Verdict.FAIL}
    fails = [key for key in after if after[key].verdict is Verdict.FAIL]
    new, still = ([key for key in fails if (key in failed) == known] for known in (False, True))
    mended = [key for key in after if key in failed and after[key].verdict is Verdict.PASS]
    parts = []
    for text, keys in (
        ("Now outside: {decks}.", new),
        ("Still outside: {decks}.", still),
        ("Back inside: {decks}.", mended),
    ):
        if keys:
            decks = _name_decks([(str(key[0]), after[key]) for key in keys], comparison)
            parts.append(make_sentence(text, decks=decks))
    if not parts:
        is_sure = all(judgement.verdict is Verdict.PASS for judgement in after.values())
        text = (
            "All decks stay inside their bands." if is_sure else "No deck provably left its band."
        )
        parts.append(make_sentence(text))
    tone = Tone.NOTABLE if new or mended else Tone.CALM
    return Finding("Bands", tone, join_parts(parts, " "), "decks")


def _name_decks(judged: Sequence[tuple[str, Judgement]], comparison: Comparison) -> Sentence:
    """Write decks with their win rates after a change, and the bands that hold for them."""
    names = list_display_names(comparison.before.info, comparison.after.info)
    furthest = sorted(judged, key=lambda one: -_measure_distance(one[1]))
    return enumerate_parts(
        [
            make_sentence(
                "{deck} {rate}, where {band} is expected",
                deck=Name(names.get(deck, deck)),
                rate=write_rate(one.estimate, one.low, one.high),
                band=rate_range(one.band.low, one.band.high),
            )
            for deck, one in furthest
        ],
        NAMED,
    )


def _measure_distance(judgement: Judgement) -> float:
    """Return the distance of a win rate from its band; negative inside."""
    band, rate = judgement.band, judgement.estimate
    return max(band.low - rate, rate - band.high)
