"""The findings on a run in plain language: the most important sentences below the headline.

Pure functions from tables to sentences. A deck or a matchup is reported as outside its band only
if its verdict is a failure, which accounts for their number; if the games are too few, the finding
states it. Rows named as the best, the worst or the furthest of many have intervals that account
for the selection.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pandas as pd

from evenhand.analysis.tables.placements import has_placements
from evenhand.reports.bands import (
    DISCOVERY_RATE,
    MATCHUP_TOLERANCE,
    Standing,
    compare_with_band,
    find_standing,
    make_band,
    name_band,
)
from evenhand.reports.bot_findings import find_bots_by_deck, find_restrictions
from evenhand.reports.break_off_findings import find_break_offs
from evenhand.reports.card_findings import find_cards, find_unmeasured
from evenhand.reports.card_use import find_use
from evenhand.reports.finding import Finding, Tone
from evenhand.reports.game_findings import find_games, find_length, find_rules
from evenhand.reports.headline import (
    MUCH,
    name_with_rate,
    write_advantage,
    write_chosen,
    write_range,
)
from evenhand.reports.outside import measure_distance, select_outside
from evenhand.reports.panel_findings import (
    choose_believed_rates,
    find_by_bot,
    write_first_player_by_bot,
)
from evenhand.reports.report_tables import Evidence
from evenhand.reports.wording import (
    ONLY_WINNERS,
    Name,
    Sentence,
    Tied,
    count,
    enumerate_parts,
    join_parts,
    make_sentence,
    ordinal,
    plural,
    prepend_bot,
    rate_range,
    write_allowance,
    write_fair_share,
    write_rate,
)

__all__ = ["list_findings"]

NAMED = 3  # decks or cards named in one sentence
FIRST_PLAYER = "First player"
RULES_OF_THUMB = "heuristic"
EVEN = 0.5  # share of games in which one of two equal decks finishes ahead of the other
OUTSIDE = "{lie} outside {band}: {most}."
WORST_OUTSIDE = "{lie} outside {band}; the worst: {most}."


def list_findings(evidence: Evidence) -> tuple[Finding, ...]:
    """List the findings on a run, problems of the run itself first."""
    if evidence.n_games == 0:
        return ()
    return (
        *find_break_offs(evidence),
        *find_rules(evidence),
        *find_restrictions(evidence),
        *find_bots_by_deck(evidence),
        *find_by_bot(evidence),
        *_find_player(evidence),
        *_find_decks(evidence),
        *_find_rates(evidence),
        *(_name_lead(evidence, finding) for finding in find_games(evidence)),
        *filter(None, [find_length(evidence)]),
        *(_name_lead(evidence, finding) for finding in _find_cards(evidence)),
        *find_unmeasured(evidence.card_impact, evidence.card_win_rates, evidence.deck_impact),
    )


def _find_player(evidence: Evidence) -> Iterator[Finding]:
    """Yield the finding that only rules of thumb played, if so."""
    if evidence.panel is None and [bot["name"] for bot in evidence.info["bots"]] == [
        RULES_OF_THUMB
    ]:
        text = "Only one bot played, by rules of thumb; a stronger one may find otherwise."
        yield Finding("Players", Tone.CALM, make_sentence(text), "provenance")


def _find_rates(evidence: Evidence) -> Iterator[Finding]:
    """Yield the findings on matchups and going first, with the bot to believe."""
    if evidence.n_seats > 2:
        found = [*_find_finishes(evidence), *_find_seats(evidence)]
        yield from (_name_lead(evidence, finding) for finding in found)
        return
    believed, bot = choose_believed_rates(evidence)
    for finding in (*_find_matchups(believed), *_find_first_player(believed)):
        sentence = prepend_bot(bot, finding.sentence) if bot else finding.sentence
        section = finding.section if believed is evidence else "by-bot"
        if finding.topic == FIRST_PLAYER and (others := write_first_player_by_bot(evidence, bot)):
            sentence = join_parts([sentence, others], " ")
        yield replace(finding, sentence=sentence, section=section)


def _find_cards(evidence: Evidence) -> Iterator[Finding]:
    """Yield the findings on cards with one bot, the lead if a panel played."""
    yield from find_cards(evidence.card_impact)
    yield from find_use(evidence)


def _name_lead(evidence: Evidence, finding: Finding) -> Finding:
    """Add the lead's name to a finding if a panel played."""
    if evidence.panel is None:
        return finding
    return replace(finding, sentence=prepend_bot(evidence.panel.lead, finding.sentence))


def _find_furthest(frame: pd.DataFrame, fair: float) -> Any:
    """Return the row whose win rate is furthest from fair."""
    return min(frame.itertuples(), key=lambda row: (-abs(row.win_rate - fair), row.deck))


def _find_decks(evidence: Evidence) -> Iterator[Finding]:
    decks = evidence.win_rates
    if len(decks) < 2:
        return
    if evidence.panel is not None:  # the finding by bot says as much
        return
    outside = select_outside(decks)
    if len(outside) > 1:
        is_first_told = evidence.bots_met.empty  # by the headline
        told = outside[1:] if is_first_told else outside
        sentence = make_sentence(
            "{n_outside} of {n_decks} are surely outside {band}: {besides}{others}.",
            n_outside=count(len(outside)),
            n_decks=plural(len(decks), "deck"),
            band=name_band(outside, "their bands"),
            besides=f"besides {outside[0].deck}, " if is_first_told else "",
            others=enumerate_parts([name_with_rate(row) for row in told], NAMED),
        )
        yield Finding("Decks", Tone.NOTABLE, sentence, "decks")
    elif (decks["verdict"] != "").any():  # without bands the headline says as much
        spread = write_range(evidence)
        yield Finding(
            "Decks", Tone.CALM, make_sentence("Win rates range {spread}.", spread=spread), "decks"
        )


def _find_matchups(evidence: Evidence) -> Iterator[Finding]:
    cells = evidence.matchups[evidence.matchups["deck"] != evidence.matchups["opponent"]]
    # The other half are the same matchups from the other side.
    is_even = (cells["win_rate"] == evidence.fair) & (cells["deck"] < cells["opponent"])
    cells = cells[(cells["win_rate"] > evidence.fair) | is_even]
    if cells.empty or len(evidence.win_rates) < 3:  # with two decks the headline states it
        return
    outside, choice = select_outside(cells), write_allowance(len(cells), "matchup")
    worst = outside[0] if outside else _find_furthest(cells, evidence.fair)
    most = make_sentence(
        "{deck} wins {numbers} against {opponent}",
        deck=Name(worst.deck),
        numbers=write_chosen(worst, choice),
        opponent=Name(worst.opponent),
    )
    if outside:
        sentence = make_sentence(
            OUTSIDE if len(outside) == 1 else WORST_OUTSIDE,
            lie=plural(len(outside), "matchup lies", "matchups lie"),
            band=name_band(outside, "its band" if len(outside) == 1 else "their bands"),
            most=most,
        )
        yield Finding("Matchups", Tone.NOTABLE, sentence, "matchups")
    elif (cells["verdict"] == "").all():
        sentence = make_sentence("No matchup has a band; the most lopsided: {most}.", most=most)
        yield Finding("Matchups", Tone.CALM, sentence, "matchups")
    else:
        pattern = "No matchup is surely outside {band}; the most lopsided: {most}."
        if measure_distance(worst) > 0:
            pattern = "No matchup is surely outside {band}, but one may be: {most}."
        elif all(find_standing(row, row.win_rate) is Standing.INSIDE for row in cells.itertuples()):
            pattern = "All matchups are inside {band}; the most lopsided: {most}."
        sentence = make_sentence(pattern, most=most, band=name_band(cells.itertuples(), "its band"))
        yield Finding("Matchups", Tone.CALM, sentence, "matchups")


def _find_first_player(evidence: Evidence) -> Iterator[Finding]:
    frame = evidence.first_player
    pooled = frame[frame["scope"] == "all"]
    if pooled.empty:
        return
    row = next(pooled.itertuples())
    numbers = write_rate(row.first_win_rate, row.first_win_rate_low, row.first_win_rate_high)
    if row.verdict:
        yield _judge_first_player(evidence, row, numbers)
        return
    if row.advantage_low <= 0 <= row.advantage_high:
        is_known = max(-row.advantage_low, row.advantage_high) <= MUCH
        pattern = (
            "There is no sign of a first-player advantage: going first wins {numbers}."
            if is_known
            else "Too few games to say whether going first matters: it wins {numbers}."
        )
        sentence = make_sentence(pattern, numbers=numbers)
        yield Finding(FIRST_PLAYER, Tone.CALM, sentence, "first-player")
        return
    sentence = make_sentence(
        "Going first wins {numbers}, {size} points {more} than a fair {fair}.",
        numbers=numbers,
        more="more" if row.advantage > 0 else "less",
        size=write_advantage(row, evidence.fair),
        fair=write_fair_share(evidence.n_seats),
    )
    yield Finding(FIRST_PLAYER, Tone.NOTABLE, sentence, "first-player")


def _judge_first_player(evidence: Evidence, row: Any, numbers: Tied) -> Finding:
    """Return the finding on going first, if it has a band."""
    standing = find_standing(row, row.first_win_rate)
    patterns = {
        Standing.INSIDE: "Going first wins {numbers}, {size} points {more} than fair; {band} is "
        "allowed.",
        Standing.UNSURE: "Going first wins {numbers}; too few games to tell whether that is "
        "inside {band}.",
    }
    sentence = make_sentence(
        patterns.get(standing, "Going first wins {numbers}, which is outside {band}."),
        numbers=numbers,
        size=write_advantage(row, evidence.fair),
        more="more" if row.advantage > 0 else "less",
        band=rate_range(row.expected_low, row.expected_high),
    )
    is_out = standing in (Standing.ABOVE, Standing.BELOW)
    tone = Tone.NOTABLE if is_out else Tone.CALM
    return Finding(FIRST_PLAYER, tone, sentence, "first-player")


def _find_finishes(evidence: Evidence) -> Iterator[Finding]:
    """Yield the findings on decks that finish ahead of others, for more than two players."""
    cells = evidence.finishes
    if not has_placements(evidence.placements):
        yield Finding("Places", Tone.CALM, make_sentence(ONLY_WINNERS), "placements")
    if cells.empty:
        return
    cells = cells[cells["ahead"] >= EVEN].rename(
        columns=lambda name: name.replace("ahead", "win_rate")
    )
    band = make_band(EVEN, MATCHUP_TOLERANCE)
    n_outside = sum(
        compare_with_band(row.win_rate_low_all, row.win_rate_high_all, band) is Standing.ABOVE
        for row in cells.itertuples()
    )
    worst = _find_furthest(cells, EVEN)
    choice = write_allowance(len(evidence.finishes) // 2, "pair of decks", "pairs of decks")
    most = make_sentence(
        "{deck} finishes ahead of {opponent} in {numbers} of games",
        deck=Name(worst.deck),
        opponent=Name(worst.opponent),
        numbers=write_chosen(worst, choice),
    )
    text = rate_range(band.low, band.high)
    if n_outside:
        lie = plural(n_outside, "pair of decks lies", "pairs of decks lie")
        pattern = OUTSIDE if n_outside == 1 else WORST_OUTSIDE
        sentence = make_sentence(pattern, lie=lie, band=text, most=most)
        yield Finding("Deck against deck", Tone.NOTABLE, sentence, "matchups")
        return
    pattern = "No pair of decks is surely outside {band}; the most lopsided: {most}."
    yield Finding(
        "Deck against deck", Tone.CALM, make_sentence(pattern, most=most, band=text), "matchups"
    )


def _find_seats(evidence: Evidence) -> Iterator[Finding]:
    """Yield the finding on seats that win more than others, for more than two players."""
    if (evidence.seats["verdict"] != "").any():
        yield _judge_seats(evidence)
        return
    standing_out = evidence.seats[evidence.seats["advantage_holm"] < DISCOVERY_RATE]
    if standing_out.empty:
        row = max(evidence.seats.itertuples(), key=lambda row: abs(row.advantage))
        pattern = "No seat surely differs from a fair share, {fair}; the furthest from it: {seat}."
        sentence = make_sentence(
            pattern, fair=write_fair_share(evidence.n_seats), seat=_name_seat(row)
        )
        yield Finding("Seats", Tone.CALM, sentence, "first-player")
        return
    ranked = sorted(standing_out.itertuples(), key=lambda row: -abs(row.advantage))
    sentence = make_sentence(
        "{seats} a fair share, {fair}: {named}.",
        seats=plural(len(ranked), "seat differs from", "seats differ from"),
        fair=write_fair_share(evidence.n_seats),
        named=enumerate_parts([_name_seat(row) for row in ranked[:NAMED]]),
    )
    yield Finding("Seats", Tone.NOTABLE, sentence, "first-player")


def _judge_seats(evidence: Evidence) -> Finding:
    """Return the finding on seats, if they have a band."""
    outside = [
        row
        for row in evidence.seats.itertuples()
        if find_standing(row, row.win_rate) in (Standing.ABOVE, Standing.BELOW)
    ]
    band = name_band(evidence.seats.itertuples(), "its band")
    if outside:
        sentence = make_sentence(
            "{seats} outside {band}: {named}.",
            seats=plural(len(outside), "seat is", "seats are"),
            band=band,
            named=enumerate_parts([_name_seat(row) for row in outside[:NAMED]]),
        )
        return Finding("Seats", Tone.NOTABLE, sentence, "first-player")
    row = max(evidence.seats.itertuples(), key=lambda row: abs(row.advantage))
    pattern = "No seat is surely outside {band}; the furthest from a fair share: {seat}."
    sentence = make_sentence(pattern, band=band, seat=_name_seat(row))
    return Finding("Seats", Tone.CALM, sentence, "first-player")


def _name_seat(row: Any) -> Sentence:
    numbers = write_rate(row.win_rate, row.win_rate_low, row.win_rate_high)
    return make_sentence("the {seat} wins {numbers}", seat=ordinal(row.seat), numbers=numbers)
