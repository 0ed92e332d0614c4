"""The headline of a run: the gravest matter, what is behind it, and what would settle it.

Broken games come first, since they put all other numbers in doubt; then, if two bots met, how often
one beats the other, since the decks' numbers hang on that; then going first and decks outside their
bands, the furthest outside first; then a matchup, draws, stalls or turns outside their bands; then
what too few games leave open, which comes before bands that nobody stated.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import Any

import pandas as pd

from evenhand.analysis.data.pairs import STALL
from evenhand.analysis.gate.measures import Topic
from evenhand.reports.bands import Standing, find_standing, name_band
from evenhand.reports.best_hands import (
    find_band,
    find_best_group,
    list_out_of_line,
    write_out_of_line,
)
from evenhand.reports.bot_findings import find_bots_met
from evenhand.reports.break_off_findings import (
    count_broken_games,
    find_break_offs,
    name_broken_ending,
)
from evenhand.reports.card_findings import find_mainstay, write_mainstay
from evenhand.reports.game_findings import (
    select_games_outside,
    write_games_outside,
    write_rules,
)
from evenhand.reports.left_out import write_left_out
from evenhand.reports.matter import Headline, Matter
from evenhand.reports.outside import measure_distance, select_outside, sort_by_distance
from evenhand.reports.panel_findings import (
    choose_believed_rates,
    choose_panel_deck,
    measure_gap,
    write_panel_deck,
)
from evenhand.reports.panel_tables import PanelEvidence
from evenhand.reports.report_tables import Evidence
from evenhand.reports.undecided import LEAST_TIMES, MOST_GAMES, round_up
from evenhand.reports.wording import (
    Name,
    Sentence,
    Tied,
    count,
    enumerate_parts,
    interval,
    join_parts,
    make_sentence,
    name_player,
    percent,
    plural,
    points,
    prepend_bot,
    rate_range,
    round_change,
    write_allowance,
    write_fair_share,
    write_rate,
)

__all__ = [
    "MUCH", "add_mainstay", "find_headline", "find_what_is_open", "name_with_rate",
    "write_advantage", "write_chosen", "write_headline", "write_range",
]  # fmt: skip

NAMED = 3  # decks in one sentence
NO_CARD = "No single card of it is surely the cause."
NOT_ALONE = "That alone is not enough."
MORE_THAN_ENOUGH = "A weaker card is enough: it need not go."
MUCH = 0.05  # an advantage of going first that is worth a headline even if no band forbids it
BROKEN_OFF = "Broken off"
IN_DOUBT = ("Engine errors", BROKEN_OFF)  # topics that put all other numbers in doubt
OF_PANEL = {
    "value": "win_rate",
    "low": "win_rate_low",
    "high": "win_rate_high",
}
USUAL_GAMES = 20_000  # to be advised
# Half-widths between a win rate and the edge of its band for which it is decided nine times in ten:
# 1 + 1.28 / 2.5, where intervals that allow for a few decks are 2.5 standard errors wide.
SURELY = 1.5


def write_headline(evidence: Evidence) -> Sentence:
    """Write the headline of a run's findings: the most important result."""
    return find_headline(evidence).sentence


def find_headline(evidence: Evidence) -> Headline:
    """Find the gravest matter of a run, and write it after what was left out of the run."""
    found, info = _find_matter(evidence), evidence.info
    return replace(found, left_out=write_left_out(info), game=info["run"]["game"])


def _find_matter(evidence: Evidence) -> Headline:
    if evidence.n_games == 0:
        return Headline(Matter.NONE, make_sentence("No games were played."))
    for finding in find_break_offs(evidence):
        if finding.topic in IN_DOUBT:
            ending = name_broken_ending(evidence)
            if finding.topic != BROKEN_OFF:
                return Headline(Matter.BROKEN, finding.sentence, ending=ending)
            claim = make_sentence("{games}.", games=count_broken_games(evidence))
            return Headline(Matter.BROKEN, claim, _suspect_rules(evidence), ending=ending)
    if met := find_bots_met(evidence):
        return met
    if len(evidence.win_rates) < 2:
        games = plural(evidence.n_games, "game")
        text = "Only mirror matches were played ({games}), so no deck can be compared."
        return Headline(Matter.NONE, make_sentence(text, games=games))
    outside = _find_in_best_hands(evidence) or _find_deck_outside(evidence)
    if first := _find_first_player(evidence, outside):
        return first
    if outside:
        return outside
    surely = _find_matchup_outside(evidence) or _find_games_outside(evidence)
    is_open = find_what_is_open(evidence)
    found = [surely, is_open] if evidence.bands.is_stated else [is_open, surely]
    return next(filter(None, found), None) or _write_all_inside(evidence)


def _find_first_player(evidence: Evidence, deck: Headline | None) -> Headline | None:
    """Return the headline on going first, if it is further outside its band than any deck.

    Without a band, it is as if that were the fair share and `MUCH` about it.
    """
    believed, bot = choose_believed_rates(evidence)
    frame = believed.first_player
    row = next(frame[frame["scope"] == "all"].itertuples(), None)
    if row is None:
        return None
    is_outside = find_standing(row, row.first_win_rate) in (Standing.ABOVE, Standing.BELOW)
    is_much = not row.verdict and (row.advantage_low > MUCH or row.advantage_high < -MUCH)
    if not (is_outside or is_much) or (deck and deck.gap >= _measure_first(row)):
        return None
    band = f"; {rate_range(row.expected_low, row.expected_high)} is allowed" if row.verdict else ""
    sentence = make_sentence(
        "Going first decides much: it wins {rate} ({spread}) of games, {size} points {more} than "
        "a fair {fair}{allowed}.",
        rate=percent(row.first_win_rate),
        spread=Tied(interval(row.first_win_rate_low, row.first_win_rate_high)),
        size=write_advantage(row, evidence.fair),
        more="more" if row.advantage > 0 else "less",
        fair=write_fair_share(evidence.n_seats),
        allowed=band,
    )
    claim = prepend_bot(bot, sentence) if bot else sentence
    return Headline(Matter.FIRST, claim, _suspect_rules(evidence))


def _suspect_rules(evidence: Evidence) -> Sentence | None:
    """Write that rules which were set may be the cause; None if none were."""
    said = write_rules(evidence.info)
    return said and join_parts([said, make_sentence("That may be the cause.")], " ")


def write_advantage(row: Any, fair: float) -> str:
    """Write the points by which going first wins more or less than a fair share, without sign."""
    ends = row.advantage_low, row.advantage_high
    return points(round_change(fair, row.first_win_rate, row.advantage, *ends)).lstrip("+\u2212")


def _measure_first(row: Any) -> float:
    """Return how far going first is outside its band, or outside what may be without one."""
    if not row.verdict:
        return float(abs(row.advantage) - MUCH)
    rate = row.first_win_rate
    return float(max(row.expected_low - rate, rate - row.expected_high))


def _find_in_best_hands(evidence: Evidence) -> Headline | None:
    """Return the headline on the deck furthest out of line in its best hands."""
    table = evidence.panel.best_hands if evidence.panel else pd.DataFrame()
    for deck, groups, standing in list_out_of_line(table):
        claim = write_out_of_line(deck, groups, find_band(groups[0]), standing)
        best = find_best_group(groups, standing)
        sentence = make_sentence("{claim}.", claim=claim)
        gap, width = measure_gap(best), best.expected_high - best.expected_low
        return _add_mainstay_with(evidence, sentence, deck, standing, best.bot, gap, width)
    return None


def _find_deck_outside(evidence: Evidence) -> Headline | None:
    """Return the headline on the deck furthest outside its band, and the card behind it."""
    if evidence.panel:
        chosen = choose_panel_deck(evidence.panel)
        if chosen is None:
            return None
        deck, verdict = chosen
        sentence = write_panel_deck(deck, verdict)
        bots = [row.bot for row in verdict.outside]
        bot = evidence.panel.lead if evidence.panel.lead in bots else bots[-1]
        row = verdict.outside[bots.index(bot)]
        gap, width = measure_gap(row), row.expected_high - row.expected_low
        return _add_mainstay_with(evidence, sentence, deck, verdict.standing, bot, gap, width)
    outside = select_outside(evidence.win_rates)
    if not outside:
        return None
    worst = outside[0]
    is_high = worst.win_rate > worst.expected_high
    expected = f"; expected: {rate_range(worst.expected_low, worst.expected_high)}"
    sentence = make_sentence(
        "{deck} wins {often}: {numbers} over {games}{expected}.",
        deck=Name(worst.deck),
        often="too often" if is_high else "too seldom",
        numbers=write_rate(worst.win_rate, worst.win_rate_low, worst.win_rate_high),
        games=plural(worst.n_games, "game"),
        expected=expected if evidence.bands.is_stated else "",
    )
    standing = Standing.ABOVE if is_high else Standing.BELOW
    gap, width = measure_distance(worst), worst.expected_high - worst.expected_low
    return add_mainstay(sentence, worst.deck, standing, evidence.card_impact, "", gap, width)


def _add_mainstay_with(
    evidence: Evidence,
    claim: Sentence,
    deck: str,
    standing: Standing,
    bot: str,
    gap: float = 0.0,
    width: float = inf,
) -> Headline:
    """Add to a headline which card a deck hangs on with one bot of the panel."""
    if evidence.panel and bot == evidence.panel.lead:
        impact = evidence.card_impact
        found = add_mainstay(claim, deck, standing, impact, "", gap, width)
        if found.card and found.more:
            return replace(found, more=prepend_bot(bot, found.more))
        return found
    impact = evidence.deck_impact
    of_bot = impact[impact["bot"] == bot] if len(impact) else impact
    return add_mainstay(claim, deck, standing, of_bot, bot, gap, width)


def _find_matchup_outside(evidence: Evidence) -> Headline | None:
    """Return the headline on the most lopsided matchup, if one is outside its band."""
    if evidence.n_seats > 2 or len(evidence.win_rates) < 3:  # of two decks, it is their win rate
        return None
    believed, bot = choose_believed_rates(evidence)
    cells = believed.matchups[believed.matchups["deck"] != believed.matchups["opponent"]]
    outside = [row for row in select_outside(cells) if row.win_rate > evidence.fair]
    if not outside:
        return None
    worst = outside[0]
    claim = make_sentence(
        "{deck} wins too often against {other}: {numbers}; {band} is allowed.",
        deck=Name(worst.deck),
        other=Name(worst.opponent),
        numbers=write_chosen(worst, write_allowance(len(cells) // 2, "matchup")),
        band=rate_range(worst.expected_low, worst.expected_high),
    )
    return Headline(Matter.MATCHUP, prepend_bot(bot, claim) if bot else claim)


def _find_games_outside(evidence: Evidence) -> Headline | None:
    """Return the headline on draws, stalls or turns, if one of them is outside its band."""
    rows = select_games_outside(evidence)
    if not rows:
        return None
    ending = STALL if rows[0].topic == Topic.STALLS else ""
    return Headline(Matter.GAMES, write_games_outside(rows[0]), ending=ending)


def add_mainstay(
    claim: Sentence,
    deck: str,
    standing: Standing,
    impact: pd.DataFrame,
    bot: str = "",
    gap: float = 0.0,
    width: float = inf,
) -> Headline:
    """Add to a claim on a deck which of its cards it hangs on, where that was measured.

    Parameters
    ----------
    impact : pandas.DataFrame
        Impact of cards as the bot plays them.
    bot : str
        A bot of the panel other than the lead.
    gap : float
        How far the deck's win rate is outside its band; 0 if that is not known.
    width : float
        Width of the band; infinite if that is not known.
    """
    is_high = standing is Standing.ABOVE
    card = find_mainstay(impact, deck, is_high)
    if card is None:
        is_measured = len(impact) > 0 and (impact["deck"] == deck).any()
        more = make_sentence(NO_CARD) if is_measured else None
        return Headline(Matter.DECK, claim, more, deck=deck, gap=gap, bot=bot)
    cause, is_enough = write_mainstay(card, is_high), abs(card.effect) >= gap
    if not is_enough:
        cause = join_parts([cause, make_sentence(NOT_ALONE)], " ")
    elif is_high and abs(card.effect) > gap + width:
        cause = join_parts([cause, make_sentence(MORE_THAN_ENOUGH)], " ")
    if bot:
        cause = prepend_bot(bot, cause)
    return Headline(
        Matter.DECK, claim, cause, deck=deck, card=card.card, gap=gap, is_enough=is_enough, bot=bot
    )


def find_what_is_open(evidence: Evidence) -> Headline | None:
    """Return the headline on decks that may be outside their bands; None if nothing is open."""
    rows, bot = list(evidence.win_rates.itertuples()), ""
    if evidence.panel:
        rows, bot = _choose_open_bot(evidence.panel)
    unsure = [row for row in rows if find_standing(row, row.win_rate) is Standing.UNSURE]
    if not unsure:
        return None
    panel = evidence.panel
    has_few = panel is not None and panel.bots[bot] < evidence.n_games
    games = 0 if has_few else _forecast_games(unsure, evidence.n_games)
    of_bot = _forecast_games(unsure, panel.bots[bot]) if panel and has_few else 0
    of_bot = of_bot if of_bot <= USUAL_GAMES else 0
    suspects = sort_by_distance([row for row in unsure if measure_distance(row) > 0])
    with_bot = make_sentence(" with {bot}", bot=name_player(bot)) if bot else ""
    if suspects:
        pattern = "Too early to say: {decks}{with_bot}."
        decks = enumerate_parts([_write_suspect(row) for row in suspects], NAMED)
    else:
        pattern = "Too early to say, though no deck looks wrong{with_bot}: {decks}."
        n = f"{count(len(unsure))} of {count(len(rows))}"
        band = name_band(rows, "its band")
        text = "{n} may still be outside {band}"
        decks = make_sentence(text, n=n, band=band)
    claim = make_sentence(pattern, decks=decks, with_bot=with_bot)
    more = _advise(unsure, games)
    if panel is not None and has_few:
        more = _ask_for_panel_games(panel, bot, of_bot)
    if suspects and bot in ("", panel and panel.lead):
        more = _add_suspected_card(more, suspects[0], evidence)
    return Headline(Matter.OPEN, claim, more, games=games, panel_games=of_bot)


def _add_suspected_card(sentence: Sentence, suspect: Any, evidence: Evidence) -> Sentence:
    """Add to a sentence on decks that may be outside which card the first of them hangs on."""
    is_high = suspect.win_rate > suspect.expected_high
    card = find_mainstay(evidence.card_impact, suspect.deck, is_high)
    if card is None:
        return sentence
    return join_parts([sentence, write_mainstay(card, is_high, suspect.deck)], " ")


def _choose_open_bot(panel: PanelEvidence) -> tuple[list[Any], str]:
    """Return the win rates with the strongest bot of a panel with which something is open."""
    frame = panel.win_rates.rename(columns=lambda name: OF_PANEL.get(name, name))
    of_bot = {bot: list(rows.itertuples()) for bot, rows in frame.groupby("bot", sort=False)}
    for bot in reversed(list(panel.bots)):
        if any(find_standing(row, row.win_rate) is Standing.UNSURE for row in of_bot[bot]):
            return of_bot[bot], bot
    return [], ""


def _write_suspect(row: Any) -> Sentence:
    often = "too often" if row.win_rate > row.expected_high else "too seldom"
    return make_sentence(
        "{deck} may win {often} ({rate} so far, {spread} possible)",
        deck=Name(row.deck),
        often=often,
        rate=percent(row.win_rate),
        spread=Tied(interval(row.win_rate_low, row.win_rate_high)),
    )


def _ask_for_panel_games(panel: PanelEvidence, bot: str, games: int) -> Sentence:
    """Write how a bot of a panel that thinks ahead, and plays few games, plays more."""
    return make_sentence(
        "{bot} played {n}; {more}.",
        bot=name_player(bot),
        n=plural(panel.bots[bot], "game"),
        more=f"about {count(games)} would settle it" if games
        else "--panel-games N lets it play more",
    )  # fmt: skip


def _advise(unsure: Sequence[Any], games: int) -> Sentence:
    """Write how many games would decide all open win rates."""
    if games:
        text = (
            "{games} would tell more." if games == USUAL_GAMES else "About {games} would settle it."
        )
        return make_sentence(text, games=plural(games, "game"))
    return make_sentence(
        "{deck} is so close to the edge of its band that {games} might not settle it.",
        deck=Name(min(unsure, key=_measure_to_edge).deck),
        games=plural(MOST_GAMES, "game"),
    )


def _forecast_games(unsure: Sequence[Any], n_games: int) -> int:
    """Forecast how many games decide all open win rates nine times in ten, if they stay.

    Intervals narrow with the square root of the number of games. 0 for more than `MOST_GAMES`.
    """
    widths = [(row.win_rate_high - row.win_rate_low) / 2 for row in unsure]
    edges = [max(_measure_to_edge(row), 1e-9) for row in unsure]
    times = max((SURELY * width / edge) ** 2 for width, edge in zip(widths, edges, strict=True))
    games = max(times, LEAST_TIMES) * n_games
    if games > MOST_GAMES and n_games < USUAL_GAMES:
        return USUAL_GAMES  # so few games do not tell how near the edge it is
    return 0 if games > MOST_GAMES else round_up(games)


def _measure_to_edge(row: Any) -> float:
    """Return the distance of a win rate from the nearer edge of its band."""
    return abs(measure_distance(row))


def _write_all_inside(evidence: Evidence) -> Headline:
    """Return the headline where nothing is wrong, or where no deck has a band."""
    rows = list(evidence.win_rates.itertuples())
    judged = [row for row in rows if find_standing(row, row.win_rate) is not Standing.FREE]
    if not judged and evidence.panel and not evidence.panel.best_hands.empty:
        text = "No deck is surely out of line in its best hands."
        return Headline(Matter.NONE, make_sentence(text))
    if not judged:
        text, spread = "No deck has a band; win rates range {spread}.", write_range(evidence)
        return Headline(Matter.NONE, make_sentence(text, spread=spread))
    with_bots = " with every bot" if evidence.panel else ""
    sentence = make_sentence(
        "All {n} decks are inside {band}{with_bots}.",
        n=count(len(judged)),
        band=name_band(rows, "their bands"),
        with_bots=with_bots,
    )
    return Headline(Matter.NONE, sentence)


def write_range(evidence: Evidence) -> Sentence:
    """Write the lowest and the highest win rate of decks."""
    ranked = list(evidence.win_rates.sort_values(["win_rate", "deck"]).itertuples())
    return make_sentence(
        "from {lowest} to {highest}",
        lowest=name_with_rate(ranked[0]),
        highest=name_with_rate(ranked[-1]),
    )


def name_with_rate(row: Any) -> Sentence:
    """Write a deck and its win rate, with its interval."""
    numbers = write_rate(row.win_rate, row.win_rate_low, row.win_rate_high)
    return make_sentence("{deck} {numbers}", deck=Name(row.deck), numbers=numbers)


def write_chosen(row: Any, choice: str) -> Sentence:
    """Write the win rate of a finding's row, with an interval for its selection."""
    return make_sentence(
        "{rate} ({spread}{choice})",
        rate=percent(row.win_rate),
        spread=Tied(interval(row.win_rate_low_all, row.win_rate_high_all)),
        choice=choice,
    )
