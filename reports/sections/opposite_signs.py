"""Explanations of cards whose impact and opening-hand lift have opposite signs."""

from collections.abc import Iterator

import pandas as pd

from evenhand.reports.bands import DISCOVERY_RATE
from evenhand.reports.blocks import Block, Paragraph
from evenhand.reports.card_links import CardName
from evenhand.reports.wording import enumerate_parts, make_sentence

__all__ = ["UNLIKE", "explain_disagreements", "find_disagreements"]

UNLIKE = "\u2260"  # marks numbers of opposite signs
MOST_NAMED = 5
LATE = "good to have, not to start with"
EARLY = "good to start with, not worth its place"
WHY = {
    LATE: (
        "Impact is above zero and lift below: the card is worth its place in the deck, but "
        "not one in the opening hand. Impact exchanges all copies, in all games, for plain "
        "cards; lift asks only what an early copy is worth against the deck's other cards. A card "
        "that wins late, or that needs others first, is dead weight in the first turns."
    ),
    EARLY: (
        "Impact is below zero and lift above: the deck would win more with plain cards in its "
        "place, and yet it is better to start with than the deck's other cards. Impact counts all "
        "copies, in all games; lift only those in the opening hand. A card that is played early or "
        "never costs the deck with every copy drawn later, or stands among still weaker ones."
    ),
}


def find_disagreements(effects: pd.DataFrame, seen: pd.DataFrame) -> dict[tuple[str, str], str]:
    """Find cards whose impact and opening-hand lift are significant and of opposite signs.

    Parameters
    ----------
    effects, seen : pandas.DataFrame
        `Evidence.card_impact` and `Evidence.card_win_rates`.

    Returns
    -------
    dict of (deck, card) to str
        `LATE` or `EARLY`, a short interpretation.
    """
    lifts = seen[seen["oh_lift_q"] < DISCOVERY_RATE].set_index(["deck", "card"])["oh_lift"]
    sure = effects[effects["effect_q"] < DISCOVERY_RATE].set_index(["deck", "card"])["effect"]
    both = pd.concat([sure, lifts.rename("lift")], axis=1, join="inner")
    unlike = both[both["effect"] * both["lift"] < 0]
    return {key: LATE if row.effect > 0 else EARLY for key, row in unlike.iterrows()}


def explain_disagreements(effects: pd.DataFrame, seen: pd.DataFrame) -> Iterator[Block]:
    """Yield paragraphs that explain opposite signs of impact and lift, by kind."""
    disagreements = find_disagreements(effects, seen)
    for kind, why in WHY.items():
        cards = sorted({card for (_, card), each in disagreements.items() if each == kind})
        if cards:
            named = enumerate_parts([CardName(card) for card in cards], MOST_NAMED)
            text = "{mark} {kind}: {cards}. {why}"
            yield Paragraph(
                make_sentence(text, mark=UNLIKE, kind=kind.capitalize(), cards=named, why=why)
            )
