"""Data for the card panel of a page, in addition to the tables that the page contains anyway."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from evenhand.analysis.data.display_names import add_titles
from evenhand.analysis.data.run import Entrant
from evenhand.reports.deck_links import address_deck
from evenhand.reports.panel_tables import PanelEvidence
from evenhand.reports.report_tables import Evidence
from evenhand.reports.sections.card_impact import choose_impacts
from evenhand.reports.sections.card_win_rates import choose_rows
from evenhand.reports.sections.opposite_signs import WHY, find_disagreements

__all__ = ["describe_cards", "list_card_tables"]

MOST_ROWS = 3_000  # of a table of cards and decks; limits the size of the page
DECK_COLUMNS = [
    "deck", "card", "copies", "n_games", "gih_n", "gih_wr", "gih_wr_low", "gih_wr_high", "oh_lift",
    "oh_lift_low", "oh_lift_high", "oh_lift_q", "iwd_centred",
]  # fmt: skip
BOT_COLUMNS = ["bot", "deck", "card", "measure", "value", "low", "high", "n_games"]


def describe_cards(evidence: Evidence) -> dict[str, Any]:
    """Return the data of the card panel that no table has.

    Returns
    -------
    dict
        words (the words of the game: kind, words, an example sentence), said (by card, rows of
        words), unlike (by deck and card, row of why), why (explanations of numbers that seem to
        disagree), games (by card, a list of [number, text, href]), decks (by name in tables:
        title, and address of the deck's part of the page).
    """
    unlike = find_disagreements(evidence.card_impact, evidence.card_win_rates)
    kinds = list(WHY)
    by_deck: dict[str, dict[str, int]] = {}
    for (deck, card), kind in unlike.items():
        by_deck.setdefault(deck, {})[card] = kinds.index(kind)
    return {
        "words": [[entry.kind.value, entry.words, entry.example] for entry in evidence.words],
        "said": _list_words_by_card(evidence),
        "unlike": by_deck,
        "why": list(WHY.values()),
        "games": evidence.games.list_by_card(),
        "decks": _list_decks(evidence),
    }


def _list_decks(evidence: Evidence) -> dict[str, list[str]]:
    """List title and address of each deck for the card panel, by its name in tables."""
    decks = add_titles(evidence.info)["decks"]
    bots = ["", *(bot["name"] for bot in evidence.info["bots"])]
    return {
        Entrant(deck["name"], bot).name: [
            Entrant(deck.get("display_name", deck["name"]), bot).name, address_deck(deck["name"])
        ]
        for deck in decks for bot in bots
    }  # fmt: skip


def _list_words_by_card(evidence: Evidence) -> dict[str, list[int]]:
    """List for the card panel the words that each card uses, by its name in tables."""
    rows: dict[str, list[int]] = {}
    for row, entry in enumerate(evidence.words):
        for card in entry.cards:
            rows.setdefault(card, []).append(row)
    return {face.name: rows[face.printed_name] for face in evidence.faces
            if face.printed_name in rows}  # fmt: skip


def list_card_tables(evidence: Evidence) -> Mapping[str, pd.DataFrame]:
    """Return the tables of cards for the card panel, at most `MOST_ROWS` rows each."""
    cards = evidence.card_win_rates
    of_decks = [group for deck, group in cards.groupby("deck", sort=False) if deck]
    kept = [choose_rows(group.sort_values("oh_lift"), len(of_decks), MOST_ROWS)
            for group in of_decks]  # fmt: skip
    by_deck = pd.concat(kept) if kept else cards.head(0)
    panel = evidence.panel
    added = {
        "card_prices": evidence.card_prices,
        "card_synergy": evidence.card_synergy,
        "cards_by_bot": _combine_bots(panel) if panel else pd.DataFrame(),
    }
    return {
        "cards_pooled": cards[cards["deck"] == ""].drop(columns="deck"),
        "cards_by_deck": by_deck[DECK_COLUMNS],
        "card_impact": choose_impacts(evidence.card_impact, MOST_ROWS),
        **{name: table for name, table in added.items() if not table.empty},
    }


def _combine_bots(panel: PanelEvidence) -> pd.DataFrame:
    """Combine the card panel's tables by bot: impact, lift and played rate."""
    frames = {"impact": panel.impact, "oh_lift": panel.lifts, "played_rate": panel.played}
    parts = [frame.assign(measure=name) for name, frame in frames.items() if len(frame)]
    table = pd.concat(parts or [pd.DataFrame()]).reindex(columns=BOT_COLUMNS)
    return table.assign(deck=table["deck"].astype(object).fillna(""))
