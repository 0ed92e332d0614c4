"""The verdict on a run in plain language: one headline, then the findings that matter.

Pure functions from tables to sentences. A deck or a matchup is called out only if its verdict
is that it is outside its band, which allows for their number, and a card only after correction
for theirs; where the games do not suffice, that is said. Whatever is named because it is the
best, the worst or the furthest of many has an interval that allows for the choice.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pandas as pd

from evenhand.analysis.data.pairs import ENDLESS, ENGINE_ERROR, STALL
from evenhand.analysis.tables.joint_intervals import count_decks_apart
from evenhand.reports.bands import (
    DISCOVERY_RATE,
    MATCHUP_TOLERANCE,
    Standing,
    band_around,
    compare_with_band,
    find_standing,
    name_band,
)
from evenhand.reports.break_offs import write_break_offs
from evenhand.reports.evidence import Evidence
from evenhand.reports.findings import Finding, Tone
from evenhand.reports.panel_verdict import find_by_bot, write_panel_headline
from evenhand.reports.wording import (
    CardName,
    Name,
    Sentence,
    Tied,
    allowing_for,
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
    tell_choice,
)

__all__ = ["list_findings", "write_fair_share", "write_headline"]

NAMED = 3  # decks or cards named in one sentence
EVEN = 0.5  # how often one of two decks finishes ahead of the other, if they are alike
OUTSIDE = "{lie} outside {band}: {most}."
WORST_OUTSIDE = "{lie} outside {band}; the worst: {most}."
NOT_ALONE = "; most of them surely do, but none is sure on its own"


def write_headline(evidence: Evidence) -> Sentence:
    """Return the most important thing about the run in one sentence."""
    if evidence.n_games == 0:
        return say("No games were played.")
    decks = evidence.win_rates
    if len(decks) < 2:
        return say(
            "Only mirror matches were played ({games}), so no deck can be compared.",
            games=plural(evidence.n_games, "game"),
        )
    if evidence.panel:
        return write_panel_headline(evidence, evidence.panel)
    outside = _select_outside(decks)
    if outside:
        return _write_deck_outside(outside[0], evidence)
    return _write_no_deck_outside(evidence)


def list_findings(evidence: Evidence) -> tuple[Finding, ...]:
    """List what else a designer should know, problems of the run itself first."""
    if evidence.n_games == 0:
        return ()
    return (
        *_find_engine_errors(evidence),
        *_find_endless_turns(evidence),
        *_find_stalls(evidence),
        *_find_break_offs(evidence),
        *find_by_bot(evidence),
        *(_name_bot(evidence, finding) for finding in _find_with_one_bot(evidence)),
    )


def _find_with_one_bot(evidence: Evidence) -> Iterator[Finding]:
    """Return what hangs on the bot that the panel names first."""
    yield from _find_decks(evidence)
    is_duel = evidence.n_seats == 2
    yield from _find_matchups(evidence) if is_duel else _find_finishes(evidence)
    yield from _find_first_player(evidence) if is_duel else _find_seats(evidence)
    yield from _find_cards(evidence)


def _name_bot(evidence: Evidence, finding: Finding) -> Finding:
    """Name the bot that a finding is about, where several played."""
    if evidence.panel is None:
        return finding
    bot = Name(evidence.panel.lead)
    return replace(finding, sentence=say("With {bot}: {said}", bot=bot, said=finding.sentence))


def _select_outside(frame: pd.DataFrame) -> list[Any]:
    """Rows that are surely outside their band, the furthest first."""
    rows = [
        row
        for row in frame.itertuples()
        if find_standing(row, row.win_rate) in (Standing.ABOVE, Standing.BELOW)
    ]
    return sorted(rows, key=lambda row: (-_measure_distance(row), row.deck))


def _measure_distance(row: Any) -> float:
    """Return how far a win rate is outside its band, the same for equals; negative inside."""
    return round(max(row.expected_low - row.win_rate, row.win_rate - row.expected_high), 12)


def _find_furthest(frame: pd.DataFrame, fair: float) -> Any:
    """Find the row whose win rate is furthest from fair."""
    return min(frame.itertuples(), key=lambda row: (-abs(row.win_rate - fair), row.deck))


def _write_deck_outside(worst: Any, evidence: Evidence) -> Sentence:
    expected = f"; expected: {rate_range(worst.expected_low, worst.expected_high)}"
    return say(
        "{deck} wins {often}: {numbers} over {games}{expected}.",
        deck=Name(worst.deck),
        often="too often" if worst.win_rate > worst.expected_high else "too seldom",
        numbers=_write_chosen(worst, allowing_for(_count_decks(evidence), "deck")),
        games=plural(worst.n_games, "game"),
        expected=expected if evidence.bands.is_stated else "",
    )


def _write_rate(rate: float, low: float, high: float) -> Tied:
    return Tied(f"{percent(rate)} ({interval(low, high)})")


def _count_decks(evidence: Evidence) -> int:
    """Count the decks that one is chosen from."""
    return count_decks_apart(len(evidence.win_rates), evidence.n_seats)


def _write_chosen(row: Any, choice: str) -> Sentence:
    """Write the win rate of a row that was chosen for it, and what the interval allows for."""
    return say(
        "{rate} ({spread}{choice})",
        rate=percent(row.win_rate),
        spread=Tied(interval(row.win_rate_low_all, row.win_rate_high_all)),
        choice=choice,
    )


def _write_no_deck_outside(evidence: Evidence) -> Sentence:
    rows = list(evidence.win_rates.itertuples())
    standings = [find_standing(row, row.win_rate) for row in rows]
    judged = [at for at in standings if at is not Standing.FREE]
    if not judged:
        return say("No deck has a band; win rates range {spread}.", spread=_write_range(evidence))
    unsure = judged.count(Standing.UNSURE)
    if unsure == 0:
        text = name_band(rows, "their bands")
        return say("All {n} decks are inside {band}.", n=count(len(judged)), band=text)
    return say(
        "No deck is provably outside {band}; {unsure} of {n} {need} more games.",
        band=name_band(rows, "its band"),
        unsure=count(unsure),
        n=count(len(judged)),
        need="needs" if unsure == 1 else "need",
    )


def _write_range(evidence: Evidence) -> Sentence:
    """Name the deck that wins least and the one that wins most."""
    ranked = list(evidence.win_rates.sort_values(["win_rate", "deck"]).itertuples())
    return say(
        "from {lowest} to {highest}{choice}",
        lowest=_name_with_rate(ranked[0]),
        highest=_name_with_rate(ranked[-1]),
        choice=tell_choice(2, _count_decks(evidence), "deck"),
    )


def _find_engine_errors(evidence: Evidence) -> Iterator[Finding]:
    n_errors = _count_games(evidence, "end_reason", ENGINE_ERROR)
    if n_errors:
        sentence = say(
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
        sentence = say(
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
        sentence = say(
            "{games} ({share}) came to no end and {were} stopped at the turn cap.",
            games=plural(n_stalls, "game"),
            were="was" if n_stalls == 1 else "were",
            share=percent(n_stalls / evidence.n_games, 2),
        )
        yield Finding("Stalls", Tone.ALARM, sentence, "endings")


def _find_break_offs(evidence: Evidence) -> Iterator[Finding]:
    sentence = write_break_offs(evidence)
    if sentence is not None:
        yield Finding("Broken off", Tone.ALARM, sentence, "endings")


def _count_games(evidence: Evidence, column: str, value: object) -> int:
    reasons = evidence.end_reasons
    return int(reasons.loc[reasons[column] == value, "n_games"].sum())


def _find_decks(evidence: Evidence) -> Iterator[Finding]:
    decks = evidence.win_rates
    if len(decks) < 2:
        return
    outside = _select_outside(decks)
    if len(outside) > 1:
        sentence = say(
            "{n_outside} of {n_decks} are outside {band}: besides {worst}, {others}{choice}.",
            n_outside=count(len(outside)),
            n_decks=plural(len(decks), "deck"),
            band=name_band(outside, "their bands"),
            worst=Name(outside[0].deck),
            others=enumerate_parts([_name_with_rate(row) for row in outside[1:]], NAMED),
            choice=tell_choice(len(outside) - 1, _count_decks(evidence), "deck"),
        )
        yield Finding("Decks", Tone.NOTABLE, sentence, "decks")
    elif (decks["verdict"] != "").any():  # else the headline said it
        spread = _write_range(evidence)
        yield Finding("Decks", Tone.CALM, say("Win rates range {spread}.", spread=spread), "decks")


def _name_with_rate(row: Any) -> Sentence:
    numbers = _write_rate(row.win_rate, row.win_rate_low_all, row.win_rate_high_all)
    return say("{deck} {numbers}", deck=Name(row.deck), numbers=numbers)


def _find_matchups(evidence: Evidence) -> Iterator[Finding]:
    cells = evidence.matchups[evidence.matchups["deck"] != evidence.matchups["opponent"]]
    # The other half says the same the other way round.
    is_even = (cells["win_rate"] == evidence.fair) & (cells["deck"] < cells["opponent"])
    cells = cells[(cells["win_rate"] > evidence.fair) | is_even]
    if cells.empty or len(evidence.win_rates) < 3:  # with two decks the headline said it
        return
    outside, choice = _select_outside(cells), allowing_for(len(cells), "matchup")
    worst = outside[0] if outside else _find_furthest(cells, evidence.fair)
    most = say(
        "{deck} wins {numbers} against {opponent}",
        deck=Name(worst.deck),
        numbers=_write_chosen(worst, choice),
        opponent=Name(worst.opponent),
    )
    if outside:
        sentence = say(
            OUTSIDE if len(outside) == 1 else WORST_OUTSIDE,
            lie=plural(len(outside), "matchup lies", "matchups lie"),
            band=name_band(outside, "its band" if len(outside) == 1 else "their bands"),
            most=most,
        )
        yield Finding("Matchups", Tone.NOTABLE, sentence, "matchups")
    elif (cells["verdict"] == "").all():
        sentence = say("No matchup has a band; the most lopsided: {most}.", most=most)
        yield Finding("Matchups", Tone.CALM, sentence, "matchups")
    else:
        pattern = "No matchup is provably outside {band}; the most lopsided: {most}."
        sentence = say(pattern, most=most, band=name_band(cells.itertuples(), "its band"))
        yield Finding("Matchups", Tone.CALM, sentence, "matchups")


def _find_first_player(evidence: Evidence) -> Iterator[Finding]:
    frame = evidence.first_player
    pooled = frame[frame["scope"] == "all"]
    if pooled.empty:
        return
    row = next(pooled.itertuples())
    numbers = _write_rate(row.first_win_rate, row.first_win_rate_low, row.first_win_rate_high)
    if row.verdict:
        yield _judge_first_player(row, numbers)
        return
    if row.advantage_low <= 0 <= row.advantage_high:
        sentence = say(
            "There is no sign of a first-player advantage: going first wins {numbers}.",
            numbers=numbers,
        )
        yield Finding("First player", Tone.CALM, sentence, "first-player")
        return
    sentence = say(
        "Going first wins {numbers}, {size} points {more} than a fair {fair}.",
        numbers=numbers,
        more="more" if row.advantage > 0 else "less",
        size=points(abs(row.advantage)).lstrip("+"),
        fair=write_fair_share(evidence.n_seats),
    )
    yield Finding("First player", Tone.NOTABLE, sentence, "first-player")


def _judge_first_player(row: Any, numbers: Tied) -> Finding:
    """Return where going first stands, if it has a band."""
    standing = find_standing(row, row.first_win_rate)
    patterns = {
        Standing.INSIDE: "Going first wins {numbers}, which is inside {band}.",
        Standing.UNSURE: "Going first wins {numbers}; too few games to tell whether that is "
        "inside {band}.",
    }
    sentence = say(
        patterns.get(standing, "Going first wins {numbers}, which is outside {band}."),
        numbers=numbers,
        band=rate_range(row.expected_low, row.expected_high),
    )
    is_out = standing in (Standing.ABOVE, Standing.BELOW)
    tone = Tone.NOTABLE if is_out else Tone.CALM
    return Finding("First player", tone, sentence, "first-player")


def _find_finishes(evidence: Evidence) -> Iterator[Finding]:
    """Return who finishes ahead of whom most of the time, where more than two play."""
    cells = evidence.finishes
    if cells.empty:
        return
    cells = cells[cells["ahead"] >= EVEN].rename(
        columns=lambda name: name.replace("ahead", "win_rate")
    )
    band = band_around(EVEN, MATCHUP_TOLERANCE)
    n_outside = sum(
        compare_with_band(row.win_rate_low_all, row.win_rate_high_all, band) is Standing.ABOVE
        for row in cells.itertuples()
    )
    worst = _find_furthest(cells, EVEN)
    choice = allowing_for(len(evidence.finishes) // 2, "pair of decks", "pairs of decks")
    most = say(
        "{deck} finishes ahead of {opponent} in {numbers} of games",
        deck=Name(worst.deck),
        opponent=Name(worst.opponent),
        numbers=_write_chosen(worst, choice),
    )
    text = rate_range(band.low, band.high)
    if n_outside:
        lie = plural(n_outside, "pair of decks lies", "pairs of decks lie")
        pattern = OUTSIDE if n_outside == 1 else WORST_OUTSIDE
        sentence = say(pattern, lie=lie, band=text, most=most)
        yield Finding("Deck against deck", Tone.NOTABLE, sentence, "matchups")
        return
    pattern = "No pair of decks is provably outside {band}; the most lopsided: {most}."
    yield Finding("Deck against deck", Tone.CALM, say(pattern, most=most, band=text), "matchups")


def _find_seats(evidence: Evidence) -> Iterator[Finding]:
    """Return which seats win more than others, where more than two play."""
    if (evidence.seats["verdict"] != "").any():
        yield _judge_seats(evidence)
        return
    standing_out = evidence.seats[evidence.seats["advantage_holm"] < DISCOVERY_RATE]
    if standing_out.empty:
        row = max(evidence.seats.itertuples(), key=lambda row: abs(row.advantage))
        pattern = (
            "No seat provably differs from a fair share, {fair}; the furthest from it: {seat}."
        )
        sentence = say(pattern, fair=write_fair_share(evidence.n_seats), seat=_name_seat(row))
        yield Finding("Seats", Tone.CALM, sentence, "first-player")
        return
    ranked = sorted(standing_out.itertuples(), key=lambda row: -abs(row.advantage))
    sentence = say(
        "{seats} a fair share, {fair}: {named}.",
        seats=plural(len(ranked), "seat differs from", "seats differ from"),
        fair=write_fair_share(evidence.n_seats),
        named=enumerate_parts([_name_seat(row) for row in ranked[:NAMED]]),
    )
    yield Finding("Seats", Tone.NOTABLE, sentence, "first-player")


def _judge_seats(evidence: Evidence) -> Finding:
    """Return which seats are outside their band, if they have one."""
    outside = [
        row
        for row in evidence.seats.itertuples()
        if find_standing(row, row.win_rate) in (Standing.ABOVE, Standing.BELOW)
    ]
    band = name_band(evidence.seats.itertuples(), "its band")
    if outside:
        sentence = say(
            "{seats} outside {band}: {named}.",
            seats=plural(len(outside), "seat is", "seats are"),
            band=band,
            named=enumerate_parts([_name_seat(row) for row in outside[:NAMED]]),
        )
        return Finding("Seats", Tone.NOTABLE, sentence, "first-player")
    row = max(evidence.seats.itertuples(), key=lambda row: abs(row.advantage))
    pattern = "No seat is provably outside {band}; the furthest from a fair share: {seat}."
    sentence = say(pattern, band=band, seat=_name_seat(row))
    return Finding("Seats", Tone.CALM, sentence, "first-player")


def _name_seat(row: Any) -> Sentence:
    numbers = _write_rate(row.win_rate, row.win_rate_low, row.win_rate_high)
    return say("the {seat} wins {numbers}", seat=ordinal(row.seat), numbers=numbers)


def write_fair_share(n_seats: int) -> str:
    """Write the win rate of a fair game: 50 % for two seats, 1/n for more."""
    return percent(0.5, 0) if n_seats == 2 else f"1/{n_seats} ({percent(1 / n_seats)})"


def _find_cards(evidence: Evidence) -> Iterator[Finding]:
    """Return what cards cause if that was measured, else what opening hands suggest."""
    if evidence.card_impact.empty:
        yield from _find_cards_in_hand(evidence)
        return
    effects = evidence.card_impact
    standing_out = effects[effects["effect_q"] < DISCOVERY_RATE]
    n_cards = plural(len(effects), "card")
    if standing_out.empty:
        sentence = say(
            "No card provably differs from a plain one, after correction for {n}.", n=n_cards
        )
        yield Finding("Cards", Tone.CALM, sentence, "impact")
        return
    ranked = list(standing_out.sort_values(["effect", "deck", "card"]).itertuples())
    named = _keep_sure(ranked, "effect")
    extremes = _select_extremes(named or ranked, "effect")
    sentence = say(
        "{n} of {n_cards} {change} the deck's win rate when exchanged{most} {extremes}{choice}"
        "{doubt}.",
        n=count(len(ranked)),
        change="changes" if len(ranked) == 1 else "change",
        n_cards=n_cards,
        most=":" if len(ranked) < 3 else ", most of all",
        extremes=enumerate_parts([_name_card_and_effect(row) for row in extremes]),
        choice=tell_choice(len(extremes), len(effects), "card"),
        doubt="" if named else NOT_ALONE,
    )
    yield Finding("Cards", Tone.NOTABLE, sentence, "impact")


def _name_card_and_effect(row: Any) -> Sentence:
    spread = signed_interval(row.effect_low_all, row.effect_high_all)
    effect = Tied(f"{points(row.effect)} points ({spread})")
    return say(
        "{card} in {deck} {effect}", card=CardName(row.card), deck=Name(row.deck), effect=effect
    )


def _find_cards_in_hand(evidence: Evidence) -> Iterator[Finding]:
    frame = evidence.card_win_rates
    pooled = frame[(frame["deck"] == "") & frame["oh_lift"].notna()]
    if pooled.empty:
        return
    standing_out = pooled[pooled["oh_lift_q"] < DISCOVERY_RATE]
    n_cards = plural(len(pooled), "card")
    if standing_out.empty:
        sentence = say("No card stands out, after correction for {n}.", n=n_cards)
        yield Finding("Cards", Tone.CALM, sentence, "cards")
        return
    ranked = list(standing_out.sort_values(["oh_lift", "card"]).itertuples())
    named = _keep_sure(ranked, "oh_lift")
    extremes = _select_extremes(named or ranked, "oh_lift")
    sentence = say(
        "{n} of {n_cards} {change} the win rate when in the opening hand{most} {extremes}"
        "{choice}{doubt}.",
        n=count(len(ranked)),
        change="changes" if len(ranked) == 1 else "change",
        n_cards=n_cards,
        most=":" if len(ranked) < 3 else ", most of all",
        extremes=enumerate_parts([_name_card_and_lift(row) for row in extremes]),
        choice=tell_choice(len(extremes), len(pooled), "card"),
        doubt="" if named else NOT_ALONE,
    )
    yield Finding("Cards", Tone.NOTABLE, sentence, "cards")


def _keep_sure(ranked: list[Any], column: str) -> list[Any]:
    """Keep the effects whose interval for the best of all leaves out 0: those to be named."""
    ends = [(getattr(row, f"{column}_low_all"), getattr(row, f"{column}_high_all"))
            for row in ranked]  # fmt: skip
    return [row for row, (low, high) in zip(ranked, ends, strict=True) if low > 0 or high < 0]


def _select_extremes(ranked: list[Any], column: str) -> list[Any]:
    """Pick the strongest effect of either sign; `ranked` rises and is not empty."""
    ends = [ranked[-1], ranked[0]] if len(ranked) > 1 else ranked
    if getattr(ranked[0], column) < 0 < getattr(ranked[-1], column):
        return ends
    return [max(ends, key=lambda row: abs(getattr(row, column)))]


def _name_card_and_lift(row: Any) -> Sentence:
    spread = signed_interval(row.oh_lift_low_all, row.oh_lift_high_all)
    lift = Tied(f"{points(row.oh_lift)} points ({spread})")
    return say("{card} {lift}", card=CardName(row.card), lift=lift)
