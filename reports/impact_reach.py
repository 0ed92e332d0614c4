"""Reach of card impact: for which bots of a panel a card is worth more, or less."""

import pandas as pd

from evenhand.analysis.statistics.bands import Band
from evenhand.reports.bands import Standing
from evenhand.reports.comparison.reach import REACHES
from evenhand.reports.panel_reach import judge_rows, write_whom_to_believe
from evenhand.reports.wording import Name, Sentence, enumerate_parts, join_parts, make_sentence

__all__ = ["write_impact_reach"]

NAMED = 5  # cards named in one sentence
COLUMNS = {
    "effect": "value", "effect_low": "low", "effect_high": "high", "effect_q": "q",
}  # fmt: skip


def write_impact_reach(effects: pd.DataFrame) -> Sentence:
    """Say with which bots cards are worth more, or less, than what they are exchanged for.

    Parameters
    ----------
    effects : pandas.DataFrame
        The impact that each bot found, in ascending order of strength, with a column ``bot``.
    """
    frame = effects.rename(columns=COLUMNS)
    found: dict[str, list[object]] = {}
    judged = list(judge_rows(frame, ["deck", "card"], Band(0, 0)))
    for (deck, card), verdict in judged:
        if verdict.is_outside:
            way = "more" if verdict.standing is Standing.ABOVE else "less"
            names = {"card": Name(card), "deck": Name(deck), "way": way}
            text = make_sentence("{card} in {deck} ({way})", **names)
            found.setdefault(REACHES[verdict.reach], []).append(text)
    if not found:
        return make_sentence("No card is surely worth more or less with any bot.")
    parts = [
        make_sentence("{words}: {cards}", words=words, cards=enumerate_parts(found[words], NAMED))
        for words in REACHES.values()
        if words in found
    ]
    return make_sentence(
        "Worth more or less than what it is exchanged for, {parts}.{believe}",
        parts=join_parts(parts, "; "),
        believe=write_whom_to_believe(verdict for _, verdict in judged),
    )
