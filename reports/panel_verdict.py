"""What a panel of bots says in sentences: what holds for all of them, and what for some only."""

from collections.abc import Iterator, Sequence
from typing import Any

from evenhand.analysis.statistics.equivalence import Band
from evenhand.reports.bands import DECK_TOLERANCE, Standing, band_around
from evenhand.reports.by_bot import Reach, Verdict, judge_rows
from evenhand.reports.evidence import Evidence, PanelEvidence
from evenhand.reports.findings import Finding, Tone
from evenhand.reports.wording import (
    Name,
    Sentence,
    Tied,
    count,
    enumerate_parts,
    interval,
    join_parts,
    percent,
    rate_range,
    say,
)

__all__ = ["find_by_bot", "write_panel_headline"]

NAMED = 3  # decks named in one sentence
REACHES = list(Reach)  # what a headline speaks of first

OUTSIDE = {
    Reach.ALL: "{deck} wins {often}, whichever bot plays: {rates}.",
    Reach.STRONG: "In strong hands, {deck} wins {often}: {rates}.",
    Reach.MIXED: "How well {deck} does depends on the bot: {rates}.",
    Reach.WEAK: "Only in weak hands, {deck} wins {often}: {rates}.",
    Reach.OPEN: "{deck} wins {often} with {bots}; with the others that is not known: {rates}.",
}


def write_panel_headline(evidence: Evidence, panel: PanelEvidence) -> Sentence:
    """Return what holds of the decks for as many bots as possible, the most striking first."""
    band = band_around(evidence.fair, DECK_TOLERANCE)
    verdicts = dict(judge_rows(panel.win_rates, ["deck"], band))
    told = [name for name, one in verdicts.items() if one.is_outside]
    if told:
        first = min(told, key=lambda name: _rank(verdicts[name], evidence.fair))
        return _write_deck(first[0], verdicts[first])
    text = rate_range(band.low, band.high)
    n_inside = sum(one.reach is Reach.ALL for one in verdicts.values())
    if n_inside == len(verdicts):
        return say("All {n} decks are inside {band} with every bot.", n=count(n_inside), band=text)
    return say(
        "No deck is provably outside {band} with any bot; {n} of {all} {need} more games.",
        band=text,
        n=count(len(verdicts) - n_inside),
        all=count(len(verdicts)),
        need="needs" if len(verdicts) - n_inside == 1 else "need",
    )


def _rank(verdict: Verdict, fair: float) -> tuple[int, float]:
    """Return what headlines are sorted by: for whom it holds, then how far it is from fair."""
    return REACHES.index(verdict.reach), -max(abs(row.value - fair) for row in verdict.outside)


def _write_deck(deck: str, verdict: Verdict) -> Sentence:
    return say(
        OUTSIDE[verdict.reach],
        deck=Name(deck),
        often="too often" if verdict.standing is Standing.ABOVE else "too seldom",
        bots=enumerate_parts([Name(row.bot) for row in verdict.outside]),
        rates=_write_rates(_choose_rows(verdict)),
    )


def _choose_rows(verdict: Verdict) -> Sequence[Any]:
    """Choose the two bots to name: the strongest for which it holds, and the one furthest from it.

    Where it is said not to hold for all, the other one is of those for which it surely does
    not: the intervals of the two lie on different sides of an edge of the band.
    """
    one = verdict.outside[-1]
    others = verdict.against or [row for row in verdict.rows if row is not one]
    other = max(others, key=lambda row: abs(row.value - one.value))
    return [row for row in verdict.rows if row is one or row is other]


def _write_rates(rows: Sequence[Any]) -> Sentence:
    parts = [
        say("{numbers} with {bot}", bot=Name(row.bot),
            numbers=Tied(f"{percent(row.value)} ({interval(row.low, row.high)})"))
        for row in rows
    ]  # fmt: skip
    return enumerate_parts(parts)


def find_by_bot(evidence: Evidence) -> Iterator[Finding]:
    """Return what the bots of a panel agree on, and what not."""
    panel = evidence.panel
    if panel is None:
        return
    if len(panel.win_rates):
        yield _find_decks(evidence, panel)
    yield from _find_first_player(evidence, panel)


def _find_decks(evidence: Evidence, panel: PanelEvidence) -> Finding:
    band = band_around(evidence.fair, DECK_TOLERANCE)
    verdicts = {names[0]: one for names, one in judge_rows(panel.win_rates, ["deck"], band)}
    outside = rate_range(band.low, band.high)
    parts = []
    for reach, text in (
        (Reach.ALL, "with every bot: {decks}"),
        (Reach.STRONG, "with strong bots only: {decks}"),
        (Reach.WEAK, "with weak bots only: {decks}"),
        (Reach.MIXED, "with some bots and not with others: {decks}"),
        (Reach.OPEN, "with some bots, not known for the others: {decks}"),
    ):
        names = [name for name, one in verdicts.items() if one.reach is reach and one.is_outside]
        if names:
            decks = enumerate_parts([Name(name) for name in names], NAMED)
            parts.append(say(text, decks=decks))
    bots = enumerate_parts([Name(bot) for bot in panel.bots])
    if not parts:
        text = "{bots} played; no deck is provably outside {band} with any of them."
        return Finding("By bot", Tone.CALM, say(text, bots=bots, band=outside), "by-bot")
    text = "{bots} played. Outside {band} {parts}."
    sentence = say(text, bots=bots, band=outside, parts=join_parts(parts, "; "))
    return Finding("By bot", Tone.NOTABLE, sentence, "by-bot")


def _find_first_player(evidence: Evidence, panel: PanelEvidence) -> Iterator[Finding]:
    """Return whether going first is worth the same with every bot."""
    frame = panel.first_player[panel.first_player["scope"] == "all"]
    fair = Band(evidence.fair, evidence.fair)
    for _, one in judge_rows(frame, ["scope"], fair):
        if any(row.differs for row in one.rows):
            pattern = "What going first is worth depends on the bot: {rates}."
            sentence = say(pattern, rates=_write_rates(_choose_apart(one, panel.lead)))
            yield Finding("First player by bot", Tone.NOTABLE, sentence, "by-bot")


def _choose_apart(verdict: Verdict, lead: str) -> Sequence[Any]:
    """Choose the lead, which all are held against, and the bot that differs most from it."""
    other = max((row for row in verdict.rows if row.differs), key=lambda row: abs(row.gap))
    return [row for row in verdict.rows if row is other or row.bot == lead]
