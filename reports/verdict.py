"""What a run says in plain language: one headline, then the findings that matter.

Pure functions from tables to sentences. A deck, a matchup or a card is called out
only if its interval leaves no doubt; where the games do not suffice, that is said.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import pandas as pd

from evenhand.analysis.data.pairs import ENGINE_ERROR, STALL
from evenhand.reports.bands import (
    DECK_TOLERANCE,
    DISCOVERY_RATE,
    MATCHUP_TOLERANCE,
    Band,
    Standing,
    band_around,
)
from evenhand.reports.evidence import Evidence
from evenhand.reports.words import (
    Name,
    Sentence,
    Tied,
    count,
    enumerate_parts,
    interval,
    ordinal,
    percent,
    plural,
    points,
    rate_range,
    say,
    signed_interval,
)

__all__ = ["Finding", "Tone", "findings", "headline"]

NAMED = 3  # decks or cards named in one sentence
EVEN = 0.5  # how often one of two decks finishes ahead of the other, if they are alike


class Tone(StrEnum):
    """How much a finding asks for attention; always shown as a word, too."""

    ALARM = "alarm"
    NOTABLE = "notable"
    CALM = "calm"


@dataclass(frozen=True)
class Finding:
    """One sentence of the verdict.

    Attributes
    ----------
    topic : str
        One or two words for the margin.
    section : str
        Id of the section that shows the numbers.
    """

    topic: str
    tone: Tone
    sentence: Sentence
    section: str


def headline(evidence: Evidence) -> Sentence:
    """Say the most important thing about the run in one sentence."""
    if evidence.n_games == 0:
        return say("No games were played.")
    decks = evidence.win_rates
    if len(decks) < 2:
        return say(
            "Only mirror matches were played ({games}), so no deck can be compared.",
            games=plural(evidence.n_games, "game"),
        )
    band = band_around(evidence.fair, DECK_TOLERANCE)
    outside = _outside(decks, band)
    if outside:
        return _deck_outside(outside[0], band)
    return _no_deck_outside(decks, band)


def findings(evidence: Evidence) -> tuple[Finding, ...]:
    """List what else a designer should know, problems of the run itself first."""
    if evidence.n_games == 0:
        return ()
    return (
        *_engine_errors(evidence),
        *_stalls(evidence),
        *_decks(evidence),
        *(_lopsided_matchups(evidence) if evidence.n_seats == 2 else _finishes(evidence)),
        *(_first_player(evidence) if evidence.n_seats == 2 else _seats(evidence)),
        *_cards(evidence),
    )


def _outside(frame: pd.DataFrame, band: Band) -> list[Any]:
    """Rows whose win rate is surely outside the band, the furthest first."""
    rows = [
        row
        for row in frame.itertuples()
        if band.standing(row.win_rate_low, row.win_rate_high) in (Standing.ABOVE, Standing.BELOW)
    ]
    return _furthest(rows, (band.low + band.high) / 2)


def _furthest(rows: Iterable[Any], fair: float) -> list[Any]:
    """Order rows by how far their win rate is from fair, the furthest first."""
    return sorted(rows, key=lambda row: (-abs(row.win_rate - fair), row.deck))


def _deck_outside(worst: Any, band: Band) -> Sentence:
    return say(
        "{deck} wins {often}: {numbers} over {games}.",
        deck=Name(worst.deck),
        often="too often" if worst.win_rate > band.high else "too seldom",
        numbers=_rate(worst.win_rate, worst.win_rate_low, worst.win_rate_high),
        games=plural(worst.n_games, "game"),
    )


def _rate(rate: float, low: float, high: float) -> Tied:
    return Tied(f"{percent(rate)} ({interval(low, high)})")


def _no_deck_outside(decks: pd.DataFrame, band: Band) -> Sentence:
    text = rate_range(band.low, band.high)
    standings = [band.standing(row.win_rate_low, row.win_rate_high) for row in decks.itertuples()]
    unsure = standings.count(Standing.UNSURE)
    if unsure == 0:
        return say("All {n} decks are inside {band}.", n=count(len(decks)), band=text)
    return say(
        "No deck is provably outside {band}; {unsure} of {n} need more games to be sure.",
        band=text,
        unsure=count(unsure),
        n=count(len(decks)),
    )


def _engine_errors(evidence: Evidence) -> Iterator[Finding]:
    n_errors = _games_with(evidence, "end_reason", ENGINE_ERROR)
    if n_errors:
        sentence = say(
            "{games} ended in an engine error and count as draws: "
            "the rules or a card need mending before these numbers are used.",
            games=plural(n_errors, "game"),
        )
        yield Finding("Engine errors", Tone.ALARM, sentence, "endings")


def _stalls(evidence: Evidence) -> Iterator[Finding]:
    n_stalls = _games_with(evidence, "name", STALL)
    if n_stalls:
        sentence = say(
            "{games} ({share}) never came to an end and were stopped at the turn cap.",
            games=plural(n_stalls, "game"),
            share=percent(n_stalls / evidence.n_games, 2),
        )
        yield Finding("Stalls", Tone.ALARM, sentence, "endings")


def _games_with(evidence: Evidence, column: str, value: object) -> int:
    reasons = evidence.end_reasons
    return int(reasons.loc[reasons[column] == value, "n_games"].sum())


def _decks(evidence: Evidence) -> Iterator[Finding]:
    decks = evidence.win_rates
    if len(decks) < 2:
        return
    band = band_around(evidence.fair, DECK_TOLERANCE)
    outside = _outside(decks, band)
    if len(outside) > 1:
        named = [_deck_and_rate(row) for row in outside[1 : 1 + NAMED]]
        more = len(outside) - 1 - NAMED
        sentence = say(
            "{n_outside} of {n_decks} are outside {band}: besides {worst}, {others}.",
            n_outside=count(len(outside)),
            n_decks=plural(len(decks), "deck"),
            band=rate_range(band.low, band.high),
            worst=Name(outside[0].deck),
            others=enumerate_parts([*named, f"{more} more"] if more > 0 else named),
        )
        yield Finding("Decks", Tone.NOTABLE, sentence, "decks")
        return
    ranked = list(decks.sort_values(["win_rate", "deck"]).itertuples())
    sentence = say(
        "Win rates run from {lowest} to {highest}.",
        lowest=_deck_and_rate(ranked[0]),
        highest=_deck_and_rate(ranked[-1]),
    )
    yield Finding("Decks", Tone.CALM, sentence, "decks")


def _deck_and_rate(row: Any) -> Sentence:
    numbers = _rate(row.win_rate, row.win_rate_low, row.win_rate_high)
    return say("{deck} {numbers}", deck=Name(row.deck), numbers=numbers)


def _lopsided_matchups(evidence: Evidence) -> Iterator[Finding]:
    cells = evidence.matchups[evidence.matchups["deck"] != evidence.matchups["opponent"]]
    # The other half says the same the other way round.
    cells = cells[cells["win_rate"] > evidence.fair]
    if cells.empty or len(evidence.win_rates) < 3:  # with two decks the headline said it
        return
    band = band_around(evidence.fair, MATCHUP_TOLERANCE)
    n_outside = len(_outside(cells, band))
    worst = _furthest(cells.itertuples(), evidence.fair)[0]
    most = say(
        "{deck} wins {numbers} against {opponent}",
        deck=Name(worst.deck),
        numbers=_rate(worst.win_rate, worst.win_rate_low, worst.win_rate_high),
        opponent=Name(worst.opponent),
    )
    text = rate_range(band.low, band.high)
    if n_outside:
        lie = plural(n_outside, "matchup lies", "matchups lie")
        sentence = say("{lie} outside {band}; the worst: {most}.", lie=lie, band=text, most=most)
        yield Finding("Matchups", Tone.NOTABLE, sentence, "matchups")
        return
    pattern = "No matchup is provably outside {band}; the most lopsided: {most}."
    yield Finding("Matchups", Tone.CALM, say(pattern, most=most, band=text), "matchups")


def _first_player(evidence: Evidence) -> Iterator[Finding]:
    frame = evidence.first_player
    pooled = frame[frame["scope"] == "all"]
    if pooled.empty:
        return
    row = next(pooled.itertuples())
    numbers = _rate(row.first_win_rate, row.first_win_rate_low, row.first_win_rate_high)
    if row.advantage_low <= 0 <= row.advantage_high:
        sentence = say(
            "No first-player advantage shows: going first wins {numbers}.", numbers=numbers
        )
        yield Finding("First player", Tone.CALM, sentence, "first-player")
        return
    better = "an advantage" if row.advantage > 0 else "a disadvantage"
    sentence = say(
        "Going first wins {numbers}, {better} of {size} points against {fair}.",
        numbers=numbers,
        better=better,
        size=points(abs(row.advantage)).lstrip("+"),
        fair=fair_share(evidence.n_seats),
    )
    yield Finding("First player", Tone.NOTABLE, sentence, "first-player")


def _finishes(evidence: Evidence) -> Iterator[Finding]:
    """Say who finishes ahead of whom most of the time, where more than two play."""
    cells = evidence.finishes
    if cells.empty:
        return
    cells = cells[cells["ahead"] >= EVEN].rename(
        columns=lambda name: name.replace("ahead", "win_rate")
    )
    band = band_around(EVEN, MATCHUP_TOLERANCE)
    n_outside = len(_outside(cells, band))
    worst = _furthest(cells.itertuples(), EVEN)[0]
    most = say(
        "{deck} finishes ahead of {opponent} in {numbers} of games",
        deck=Name(worst.deck),
        opponent=Name(worst.opponent),
        numbers=_rate(worst.win_rate, worst.win_rate_low, worst.win_rate_high),
    )
    text = rate_range(band.low, band.high)
    if n_outside:
        lie = plural(n_outside, "pair of decks lies", "pairs of decks lie")
        sentence = say("{lie} outside {band}; the worst: {most}.", lie=lie, band=text, most=most)
        yield Finding("Deck against deck", Tone.NOTABLE, sentence, "matchups")
        return
    pattern = "No pair of decks is provably outside {band}; the most lopsided: {most}."
    yield Finding("Deck against deck", Tone.CALM, say(pattern, most=most, band=text), "matchups")


def _seats(evidence: Evidence) -> Iterator[Finding]:
    """Say which seats win more than others, where more than two play."""
    standing_out = evidence.seats[evidence.seats["advantage_holm"] < DISCOVERY_RATE]
    if standing_out.empty:
        row = max(evidence.seats.itertuples(), key=lambda row: abs(row.advantage))
        pattern = "No seat provably differs from a fair share, {fair}; furthest off, {seat}."
        sentence = say(pattern, fair=fair_share(evidence.n_seats), seat=_seat_and_rate(row))
        yield Finding("Seats", Tone.CALM, sentence, "first-player")
        return
    ranked = sorted(standing_out.itertuples(), key=lambda row: -abs(row.advantage))
    sentence = say(
        "{seats} a fair share, {fair}: {named}.",
        seats=plural(len(ranked), "seat differs from", "seats differ from"),
        fair=fair_share(evidence.n_seats),
        named=enumerate_parts([_seat_and_rate(row) for row in ranked[:NAMED]]),
    )
    yield Finding("Seats", Tone.NOTABLE, sentence, "first-player")


def _seat_and_rate(row: Any) -> Sentence:
    numbers = _rate(row.win_rate, row.win_rate_low, row.win_rate_high)
    return say("the {seat} wins {numbers}", seat=ordinal(row.seat), numbers=numbers)


def fair_share(n_seats: int) -> str:
    """Write the win rate of a fair game: 50 % for two seats, 1/n for more."""
    return percent(0.5, 0) if n_seats == 2 else f"1/{n_seats} ({percent(1 / n_seats)})"


def _cards(evidence: Evidence) -> Iterator[Finding]:
    """Say what cards cause if that was measured, else what opening hands suggest."""
    if evidence.card_impact.empty:
        yield from _cards_in_hand(evidence)
        return
    effects = evidence.card_impact
    standing_out = effects[effects["effect_q"] < DISCOVERY_RATE]
    n_cards = plural(len(effects), "card")
    if standing_out.empty:
        sentence = say("No card differs from a plain one after correction for {n}.", n=n_cards)
        yield Finding("Cards", Tone.CALM, sentence, "impact")
        return
    ranked = list(standing_out.sort_values(["effect", "deck", "card"]).itertuples())
    sentence = say(
        "{n} of {n_cards} change their deck's win rate when exchanged{most} {extremes}.",
        n=count(len(ranked)),
        n_cards=n_cards,
        most=":" if len(ranked) < 3 else ", most of all",
        extremes=enumerate_parts([_card_and_effect(row) for row in _extremes(ranked, "effect")]),
    )
    yield Finding("Cards", Tone.NOTABLE, sentence, "impact")


def _card_and_effect(row: Any) -> Sentence:
    spread = signed_interval(row.effect_low, row.effect_high)
    effect = Tied(f"{points(row.effect)} points ({spread})")
    return say("{card} in {deck} {effect}", card=Name(row.card), deck=Name(row.deck), effect=effect)


def _cards_in_hand(evidence: Evidence) -> Iterator[Finding]:
    frame = evidence.card_win_rates
    pooled = frame[(frame["deck"] == "") & frame["oh_lift"].notna()]
    if pooled.empty:
        return
    standing_out = pooled[pooled["oh_lift_q"] < DISCOVERY_RATE]
    n_cards = plural(len(pooled), "card")
    if standing_out.empty:
        sentence = say("No card stands out after correction for {n} looked at.", n=n_cards)
        yield Finding("Cards", Tone.CALM, sentence, "cards")
        return
    ranked = list(standing_out.sort_values(["oh_lift", "card"]).itertuples())
    sentence = say(
        "{n} of {n_cards} change the win rate when in the opening hand{most} {extremes}.",
        n=count(len(ranked)),
        n_cards=n_cards,
        most=":" if len(ranked) < 3 else ", most of all",
        extremes=enumerate_parts([_card_and_lift(row) for row in _extremes(ranked, "oh_lift")]),
    )
    yield Finding("Cards", Tone.NOTABLE, sentence, "cards")


def _extremes(ranked: list[Any], column: str) -> list[Any]:
    """Pick the strongest effect of either sign; `ranked` rises and is not empty."""
    ends = [ranked[-1], ranked[0]] if len(ranked) > 1 else ranked
    if getattr(ranked[0], column) < 0 < getattr(ranked[-1], column):
        return ends
    return [max(ends, key=lambda row: abs(getattr(row, column)))]


def _card_and_lift(row: Any) -> Sentence:
    spread = signed_interval(row.oh_lift_low, row.oh_lift_high)
    lift = Tied(f"{points(row.oh_lift)} points ({spread})")
    return say("{card} {lift}", card=Name(row.card), lift=lift)
