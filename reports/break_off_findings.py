"""Findings on games that were broken off, and on the cards associated with them."""

from collections.abc import Iterator
from typing import Any

import pandas as pd

from evenhand.analysis.data.pairs import BREAK_OFFS, ENDLESS, ENGINE_ERROR, STALL
from evenhand.analysis.tables.break_offs import MOST_BROKEN_OFF
from evenhand.reports.card_links import CardName
from evenhand.reports.finding import Finding, Tone
from evenhand.reports.report_tables import Evidence
from evenhand.reports.wording import (
    Name,
    Sentence,
    count,
    enumerate_parts,
    make_sentence,
    name_player,
    percent,
    plural,
    prepend_bot,
)

__all__ = [
    "count_broken_games", "find_break_offs", "name_broken_ending", "select_named_cards",
    "write_break_offs",
]  # fmt: skip

LIMITS = {
    "at the turn cap": ("name", STALL),
    "in a turn that came to no end": ("name", ENDLESS),
    "by an engine error": ("end_reason", ENGINE_ERROR),
}


def find_break_offs(evidence: Evidence) -> Iterator[Finding]:
    """Yield the findings on games that were broken off, and on the cards associated with them."""
    yield from _find_engine_errors(evidence)
    if sentence := write_break_offs(evidence):
        yield Finding("Broken off", Tone.ALARM, sentence, "endings")
        return
    yield from _find_endless_turns(evidence)
    if others := _list_other_bots(evidence):
        text = "Many games were broken off, too many for what is said of them to hold: {others}."
        said = enumerate_parts([_write_share(bot, share) for bot, share in others])
        yield Finding("By bot", Tone.ALARM, make_sentence(text, others=said), "by-bot")
    yield from _find_stalls(evidence)


def _list_other_bots(evidence: Evidence) -> list[tuple[str, float]]:
    """List the further bots of a panel with many games broken off, and the share of each."""
    if evidence.panel is None:
        return []
    lead, shares = evidence.panel.lead, evidence.panel.broken_off
    return [
        (bot, share) for bot, share in shares.items() if bot != lead and share > MOST_BROKEN_OFF
    ]


def _write_share(bot: str, share: float) -> Sentence:
    return make_sentence("with {bot} {share}", bot=name_player(bot), share=percent(share, 2))


def _find_engine_errors(evidence: Evidence) -> Iterator[Finding]:
    n_errors = _count_games(evidence, "end_reason", ENGINE_ERROR)
    if n_errors:
        sentence = make_sentence(
            "{games} ended in an engine error and {count} as {draws}: "
            "mend the rules or the card before you use these numbers.",
            games=plural(n_errors, "game"),
            count="counts" if n_errors == 1 else "count",
            draws="a draw" if n_errors == 1 else "draws",
        )
        yield Finding("Engine errors", Tone.ALARM, sentence, "endings")


def _find_endless_turns(evidence: Evidence) -> Iterator[Finding]:
    n_endless = _count_games(evidence, "name", ENDLESS)
    if n_endless:
        sentence = make_sentence(
            "{games} ({share}) had a turn that came to no end and {count} as {draws}.",
            games=plural(n_endless, "game"),
            share=percent(n_endless / evidence.n_games, 2),
            count="counts" if n_endless == 1 else "count",
            draws="a draw" if n_endless == 1 else "draws",
        )
        yield Finding("Endless turns", Tone.ALARM, sentence, "endings")


def _find_stalls(evidence: Evidence) -> Iterator[Finding]:
    n_stalls = _count_games(evidence, "name", STALL)
    if n_stalls:
        sentence = make_sentence(
            "{games} ({share}) came to no end and {were} stopped at the turn cap.",
            games=plural(n_stalls, "game"),
            were="was" if n_stalls == 1 else "were",
            share=percent(n_stalls / evidence.n_games, 2),
        )
        yield Finding("Stalls", Tone.CALM, sentence, "endings")


def name_broken_ending(evidence: Evidence) -> str:
    """Return how most of the games ended that were broken off, an engine error before others."""
    if _count_games(evidence, "end_reason", ENGINE_ERROR):
        reasons = evidence.end_reasons
        return str(reasons.loc[reasons["end_reason"] == ENGINE_ERROR, "name"].iloc[0])
    return max(BREAK_OFFS, key=lambda name: _count_games(evidence, "name", name))


def _count_games(evidence: Evidence, column: str, value: object) -> int:
    reasons = evidence.end_reasons
    return int(reasons.loc[reasons[column] == value, "n_games"].sum())


def select_named_cards(evidence: Evidence) -> pd.DataFrame:
    """Return the cards that findings on games broken off name, by rank."""
    cards = evidence.break_offs
    return cards if cards.empty else cards[cards["rank"] > 0].sort_values("rank")


def write_break_offs(evidence: Evidence) -> Sentence | None:
    """Write how many games were broken off, and with which cards; None if there were few."""
    if evidence.break_offs.empty:
        return None
    named = list(select_named_cards(evidence).itertuples())
    return make_sentence(
        "{games}: {where}; {cards}.",
        games=count_broken_games(evidence),
        where=_name_limits(evidence),
        cards=_blame_cards(named) if named else _blame_decks(evidence),
    )


def count_broken_games(evidence: Evidence) -> Sentence:
    """Write how many games were broken off, by bot where several have many; without a full stop."""
    others = [_write_share(bot, share) for bot, share in _list_other_bots(evidence)]
    sentence = make_sentence(
        "{games} ({share}{others}) {were} broken off, too many for the other numbers to hold",
        games=plural(evidence.n_broken_off, "game"),
        share=percent(evidence.n_broken_off / evidence.n_games, 2),
        others=make_sentence("; {others}", others=enumerate_parts(others)) if others else "",
        were="was" if evidence.n_broken_off == 1 else "were",
    )
    return prepend_bot(evidence.panel.lead, sentence) if evidence.panel else sentence


def _name_limits(evidence: Evidence) -> Sentence:
    """Write where games were broken off: "all at the turn cap"."""
    counts = {text: _count_games(evidence, *of) for text, of in LIMITS.items()}
    reached = {text: n_games for text, n_games in counts.items() if n_games}
    if len(reached) == 1:
        return make_sentence("all {where}", where=next(iter(reached)))
    return enumerate_parts([f"{count(n_games)} {text}" for text, n_games in reached.items()])


def _blame_cards(named: list[Any]) -> Sentence:
    return make_sentence(
        "they go with {cards}", cards=enumerate_parts([_name_card(row) for row in named])
    )


def _name_card(row: Any) -> Sentence:
    pattern = "{card} in {deck} ({played} of games with it played, {unplayed} of the others)"
    if row.n_unplayed == 0:
        pattern = "{card} in {deck} ({played} of games with it played)"
    return make_sentence(
        pattern,
        card=CardName(row.card),
        deck=Name(row.deck),
        played=percent(row.played_share),
        unplayed=percent(row.unplayed_share),
    )


def _blame_decks(evidence: Evidence) -> Sentence:
    """Name the deck with the largest share of games broken off, if no card stands out."""
    by_deck = evidence.end_reasons_by_deck
    by_deck = by_deck.assign(broken=by_deck["n_games"].where(by_deck["name"].isin(BREAK_OFFS), 0))
    sums = by_deck.groupby("deck", sort=False)[["broken", "n_games"]].sum()
    shares = sums["broken"] / sums["n_games"]
    return make_sentence(
        "no single card stands out, and it is most frequent with {deck} ({share} of its games)",
        deck=Name(str(shares.idxmax())),
        share=percent(shares.max()),
    )
