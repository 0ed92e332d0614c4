"""Reach of changes: for which bots of a panel a change of a deck's win rate holds."""

from collections.abc import Iterator
from dataclasses import replace

import pandas as pd

from evenhand.analysis.statistics.bands import Band
from evenhand.reports.bands import Standing
from evenhand.reports.finding import Finding, Tone
from evenhand.reports.panel_reach import Reach, Verdict, judge_rows, write_whom_to_believe
from evenhand.reports.wording import (
    Name,
    enumerate_parts,
    introduce_player,
    join_parts,
    make_sentence,
)

__all__ = ["find_change_by_bot", "judge_changes"]

NAMED = 3  # decks named in one sentence
REACHES = {
    Reach.ALL: "with every bot",
    Reach.STRONG: "with strong bots only",
    Reach.WEAK: "with weak bots only",
    Reach.MIXED: "depending on the bot",
    Reach.OPEN: "with some bots, not known for the others",
}


def judge_changes(by_bot: pd.DataFrame) -> Iterator[tuple[str, Verdict]]:
    """Judge the reach of each deck's change: for which bots it holds.

    Parameters
    ----------
    by_bot : pandas.DataFrame
        As returned by `evenhand.analysis.changes_by_bot`.

    Yields
    ------
    deck : str
    verdict : Verdict
    """
    sure = by_bot.assign(low=by_bot["low_all"], high=by_bot["high_all"])
    for (deck,), verdict in judge_rows(sure, ["deck"], Band(0, 0)):
        yield deck, refine_reach(verdict)


def refine_reach(verdict: Verdict) -> Verdict:
    """Refine the reach OPEN of a change to some bots only, if the other bots provably differ.

    "No change" cannot be proved for any bot. So a bot counts as without the change if its own
    change is not significant, and differs significantly from that of the bots with the change.
    """
    if verdict.reach is not Reach.OPEN:
        return verdict
    bots = [row.bot for row in verdict.rows]
    changed = [row.bot for row in verdict.outside]
    unchanged = [bot for bot in bots if bot not in changed]
    differing = [row.bot for row in verdict.rows if row.differs]
    if differing not in (changed, unchanged):
        return verdict
    if changed == bots[-len(changed) :]:
        return replace(verdict, reach=Reach.STRONG)
    if changed == bots[: len(changed)]:
        return replace(verdict, reach=Reach.WEAK)
    return replace(verdict, reach=Reach.MIXED) if differing == unchanged else verdict


def find_change_by_bot(by_bot: pd.DataFrame, changed: list[str]) -> Finding:
    """Return the finding on the reach of changes: for which bots decks' win rates change.

    The decks that change most come first.

    Parameters
    ----------
    by_bot : pandas.DataFrame
        As for `judge_changes`.
    changed : list of str
        Decks whose win rate provably changes with the first bot of the panel; for other decks
        a change with some bots only is not reported.
    """
    largest = by_bot["value"].abs().groupby(by_bot["deck"]).max()
    verdicts = dict(sorted(judge_changes(by_bot), key=lambda judged: -largest[judged[0]]))
    parts = []
    for reach, words in REACHES.items():
        decks = [
            name_deck(deck, verdict) for deck, verdict in verdicts.items()
            if verdict.reach is reach and (deck in changed or reach is not Reach.OPEN)
            and verdict.standing is not Standing.INSIDE
        ]  # fmt: skip
        if decks:
            parts.append(
                make_sentence("{words}: {decks}", words=words, decks=enumerate_parts(decks, NAMED))
            )
    bots = enumerate_parts([introduce_player(bot) for bot in by_bot["bot"].unique()])
    if not parts:
        text = (
            "{bots} played; no deck's win rate surely changes with all of them, or more with "
            "one than with another."
        )
        return Finding("By bot", Tone.CALM, make_sentence(text, bots=bots), "by-bot")
    sentence = make_sentence(
        "{bots} played. Win rates change {parts}.{believe}",
        bots=bots,
        parts=join_parts(parts, "; "),
        believe=write_whom_to_believe(verdicts.values()),
    )
    return Finding("By bot", Tone.NOTABLE, sentence, "by-bot")


def name_deck(deck: str, verdict: Verdict) -> object:
    """Write a deck within the reach of a change, with its direction if one for all bots."""
    if verdict.reach is Reach.MIXED:
        return Name(deck)
    way = "up" if verdict.standing is Standing.ABOVE else "down"
    return make_sentence("{deck} {way}", deck=Name(deck), way=way)
