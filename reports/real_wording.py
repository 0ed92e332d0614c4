"""Sentences on what people played beside a run: where they differ, and what that means."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf, isfinite
from typing import Any

import pandas as pd

from evenhand.analysis.data.display_names import list_display_texts, use_display_names
from evenhand.analysis.data.panel import name_players_of
from evenhand.analysis.data.run import Run
from evenhand.analysis.tables.real_results import DECK, FIRST, MATCHUP, RealResults
from evenhand.reports.wording import (
    Name,
    Sentence,
    Tied,
    count,
    enumerate_parts,
    interval,
    make_sentence,
    number,
    plural,
    points,
    points_with_interval,
    write_rate,
)

__all__ = [
    "count_bot_games", "is_vague", "list_different", "present_real_results", "write_real_results",
]  # fmt: skip

NAMED = 5  # rows named at most
EDGE = 0.01  # ratings that are worth less to a deck are not told
VAGUE = 0.05  # half a matchup's interval, above which real games are few
COARSE = VAGUE / 2**0.5  # half a simulated interval, above which the bot's games limit more
FINE = VAGUE / 3  # half a simulated interval that asks for hardly more games of people
EVEN, TWICE = 0.5, 0.7  # with people, where the example is nothing, or twice as much
EXAMPLE = 0.6  # simulated win rate of the example
MANY = 1_000_000  # games; more are not counted


def present_real_results(results: RealResults, run: Run) -> RealResults:
    """Return people's results beside a run as people read them: decks and players as called."""
    listed = [] if results.is_of_decks else list(results.bots["bot"])
    names = name_players_of(run, [results.lead, *listed])
    bots = results.bots if results.is_of_decks else results.bots.replace(to_replace={"bot": names})
    table = use_display_names(results.table, list_display_texts(run.info))
    return replace(results, lead=names[results.lead], table=table, bots=bots)


def write_real_results(results: RealResults) -> list[Sentence]:
    """Write what people's results say of a run: differences, order, nearest bot, conclusion."""
    lead = results.lead
    return [
        write_coverage(results),
        *write_differences(results),
        *write_first(results.table),
        *write_order(results.agreement, lead),
        *([] if results.is_of_decks else [write_slope(results.agreement, lead)]),
        *write_edges(results.table),
        write_unknown() if results.is_of_decks else write_bots(results),
        make_sentence(
            "This holds for these people and for {lead}: whoever plays a deck well makes it look "
            "strong, and games of the same two people count as if others had played them.",
            lead=Name(lead),
        ),
        write_conclusion(results),
    ]


def list_different(table: pd.DataFrame) -> pd.DataFrame:
    """Return the decks and matchups that differ from the simulation, the surest first."""
    return table[table["differs"] & (table["kind"] != FIRST)].sort_values("p_value", kind="stable")


def find_half_width(table: pd.DataFrame, name: str = "difference") -> float:
    """Return half the interval of a number in a typical matchup or, without any, deck."""
    rows = list_typical(table)
    return float((rows[f"{name}_high"] - rows[f"{name}_low"]).median()) / 2


def list_typical(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of matchups or, without any, of decks."""
    kind = MATCHUP if (table["kind"] == MATCHUP).any() else DECK
    return table[table["kind"] == kind]


def count_games_to_know(table: pd.DataFrame) -> float:
    """Return people's games of a typical matchup, or deck, with which it is no longer vague.

    Where the bot's own games are too few, it is supposed to play as many as `count_bot_games` says.
    """
    simulated = find_half_width(table, "simulated")
    return count_even_games(FINE if simulated > COARSE else simulated)


def count_even_games(simulated: float) -> float:
    """Return people's games of an even matchup that leave `VAGUE` beside half a simulated interval.

    Most games are needed where it is even; the squares of half an interval's width add up.
    """
    return 0.25 * 1.96**2 / (VAGUE**2 - simulated**2)


def count_bot_games(results: RealResults) -> int:
    """Return the games that a run needs where those of its bot, not of people, limit what is known.

    0 if people's games are the fewer.
    """
    half = find_half_width(results.table, "simulated")
    if half <= COARSE or not is_vague(results):
        return 0
    has_many = list_typical(results.table)["n_games"].median() >= count_even_games(COARSE)
    wanted = COARSE if has_many else FINE
    return round_up(results.agreement["n_simulated"].item() * (half / wanted) ** 2)


def is_vague(results: RealResults) -> bool:
    """Return whether real games are too few to know a typical matchup, or deck, well."""
    return find_half_width(results.table) > VAGUE


def write_coverage(results: RealResults) -> Sentence:
    """Write how many of a run's matchups and decks people played."""
    (row,) = results.agreement.itertuples()
    decks = make_sentence(
        "{n} of {all}", n=count(row.n_decks), all=plural(row.n_decks + row.n_absent, "deck")
    )
    if results.is_of_decks:
        return make_sentence("The file covers {decks} of the run.", decks=decks)
    return make_sentence(
        "The file covers {n} of {all} of the run, and {decks}.",
        n=count(row.n_matchups), all=plural(row.n_matchups + row.n_unplayed, "matchup"),
        decks=decks,
    )  # fmt: skip


def write_differences(results: RealResults) -> Iterator[Sentence]:
    """Write which decks and matchups differ beyond noise, or that none does."""
    lead, different = results.lead, list_different(results.table)
    (whole,) = results.agreement.itertuples()
    if different.empty:
        matchups = f" and {plural(whole.n_matchups, 'matchup')}" if whole.n_matchups else ""
        yield make_sentence(
            "In {games} of people, none of {decks}{matchups} surely wins otherwise than "
            "with {lead}; a {what} is known to about ±{half} points.",
            games=plural(whole.n_games, "game"), decks=plural(whole.n_decks, "deck"),
            matchups=matchups, what="matchup" if matchups else "deck", lead=Name(lead),
            half=number(100 * find_half_width(results.table), 0),
        )  # fmt: skip
    for row in list(different.itertuples())[:NAMED]:
        who: object = Name(row.deck)
        if row.kind == MATCHUP:
            who = make_sentence("{deck} against {other}", deck=who, other=Name(row.opponent))
        yield make_sentence(
            "{who}: people win {real}, {lead} {simulated}: {apart}.",
            who=who, real=write_ends(row, "real"), lead=Name(lead),
            simulated=write_ends(row, "simulated"), apart=write_gap(row),
        )  # fmt: skip
    if len(different) > NAMED:
        yield make_sentence("{n} more rows (★) differ.", n=count(len(different) - NAMED))


def write_ends(row: Any, name: str) -> Tied:
    """Write an estimate of a row of results with its interval."""
    return write_rate(*(getattr(row, f"{name}{end}") for end in ("", "_low", "_high")))


def write_gap(row: Any) -> Tied:
    """Write real minus simulated of a row of results, in points."""
    ends = (row.difference, row.difference_low, row.difference_high)
    return Tied(points_with_interval(*ends))


def write_first(table: pd.DataFrame) -> Iterator[Sentence]:
    """Write what going first is worth to people, if the results say who began."""
    for row in table[table["kind"] == FIRST].itertuples():
        yield make_sentence(
            "Whoever began won {real} of {n} with people, and {simulated} simulated: {differs}.",
            real=write_ends(row, "real"), n=plural(row.n_games, "game"),
            simulated=write_ends(row, "simulated"),
            differs="more than noise" if row.differs else "no sure difference",
        )  # fmt: skip


def write_order(agreement: pd.DataFrame, lead: str) -> Iterator[Sentence]:
    """Write how far the order of decks is the same; nothing for two decks."""
    (row,) = agreement.itertuples()
    n_pairs = row.n_decks * (row.n_decks - 1) // 2
    if row.n_decks > 2:
        yield make_sentence(
            "Of {pairs} of decks, people and {lead} surely put {same} in the same order and "
            "{reversed} in the opposite one; {open} too close to call (Kendall's tau {tau}).",
            pairs=plural(n_pairs, "pair"), lead=Name(lead),
            same=count(row.n_same) if row.n_same else "none",
            reversed=count(row.n_reversed) if row.n_reversed else "none",
            open=plural(n_pairs - row.n_same - row.n_reversed, "is", "are"),
            tau=Tied("{}, {} to {}".format(
                *(number(one, 2) for one in (row.tau, row.tau_low, row.tau_high))
            )),
        )  # fmt: skip


def write_slope(agreement: pd.DataFrame, lead: str) -> Sentence:
    """Write what 60 % simulated means with people."""
    (row,) = agreement.itertuples()
    if not isfinite(row.slope_low):
        return make_sentence(
            "What 60 % with {lead} means with people cannot be told: its matchups are too even, or "
            "its games too few.",
            lead=Name(lead),
        )
    ends = (row.slope, row.slope_low, row.slope_high)
    told = [min(max(EVEN + (EXAMPLE - EVEN) * slope, 0.0), 1.0) for slope in ends]
    if told[1] <= EVEN and told[2] >= TWICE:
        return make_sentence(
            "What 60 % with {lead} means with people is left out: after {games} it may be anything "
            "from {ends} %.",
            lead=Name(lead), games=plural(row.n_games, "game"),
            ends=Tied(f"{number(100 * told[1], 0)} to {number(100 * told[2], 0)}"),
        )  # fmt: skip
    meaning = "less than it says" if row.slope_high < 1 else "more than it says"
    return make_sentence(
        "Where {lead} wins 60 %, people win {real}: {meaning}.",
        lead=Name(lead), real=write_rate(*told),
        meaning="it may be the same" if row.slope_low <= 1 <= row.slope_high else meaning,
    )  # fmt: skip


def write_edges(table: pd.DataFrame) -> Iterator[Sentence]:
    """Write to which decks the ratings of their players are worth something."""
    decks = table[(table["kind"] == DECK) & (table["rating_edge"].abs() >= EDGE)]
    if len(decks):
        parts = [
            make_sentence("{edge} to {deck}", edge=points(row.rating_edge), deck=Name(row.deck))
            for row in decks.sort_values("rating_edge", key=abs, ascending=False).itertuples()
        ]
        text = "The ratings of their players alone are worth, in points: {decks}."
        yield make_sentence(text, decks=enumerate_parts(parts, NAMED))


def write_unknown() -> Sentence:
    """Write what sums of decks cannot tell."""
    return make_sentence(
        "The file does not say whom a deck met: each is held against the others as often as these "
        "were played, and nothing is said of matchups, of who began, or of which bot plays most "
        "like people. A row for each matchup would tell."
    )


def write_bots(results: RealResults) -> Sentence:
    """Write which bot is nearest to people, or that it cannot be told."""
    near, *others = results.bots.itertuples()
    open_ = [row for row in others if not row.is_farther]
    if not others:
        return make_sentence(
            "The matchups of {near} points from people's, noise taken off.{but}",
            near=write_distance(near, " lie "),
            but=write_distance_left(near),
        )
    if not open_:
        return make_sentence(
            "{near} is the bot nearest to people: its matchups lie {distance} points from theirs, "
            "noise taken off; those of {others}.{but}",
            near=Name(near.bot), distance=write_spread(near),
            others=enumerate_parts([write_distance(row) for row in others], NAMED),
            but=write_distance_left(near),
        )  # fmt: skip
    return make_sentence(
        "Which bot is nearest to people cannot be told yet: {all} points away; {needed}.{out}",
        all=enumerate_parts([write_distance(row) for row in (near, *open_)], NAMED),
        needed=write_games_to_tell(results, max(row.games_to_tell for row in open_)),
        out=write_ruled_out([row for row in others if row.is_farther]),
    )


def write_distance_left(near: Any) -> str:
    """Write that a bot that did not play may be nearer, if the nearest is surely not alike."""
    if near.distance_low <= 0:
        return ""
    return " People surely play otherwise than it, too: a bot that did not play may be nearer."


def write_ruled_out(farther: Sequence[Any]) -> Sentence | str:
    """Write which bots are surely farther from people than the nearest; "" for none."""
    if not farther:
        return ""
    far = [write_distance(row) for row in farther]
    return make_sentence(
        " Ruled out, as surely farther: {far} points away.", far=enumerate_parts(far, NAMED)
    )


def write_games_to_tell(results: RealResults, games: float) -> Sentence:
    """Write how many games of people would tell which bot is nearest, if more than there are."""
    if games == inf:
        return make_sentence("more games of the bots would tell")
    if games > MANY:
        return make_sentence("more than a million games of people would tell")
    (known,) = results.agreement["n_games"]
    if games > known:
        return make_sentence("about {n} games of people would", n=count(round_up(games)))
    return make_sentence(
        "if they played just like {near}, these {n} would probably have told, so they may lie "
        "between these bots",
        near=Name(results.bots["bot"].iloc[0]), n=plural(known, "game"),
    )  # fmt: skip


def write_distance(row: Any, between: str = " ") -> Sentence:
    """Write a bot and how far its matchups lie from people's, in points."""
    return make_sentence("{bot}{between}{far}", bot=Name(row.bot), between=between,
                         far=write_spread(row))  # fmt: skip


def write_spread(row: Any) -> Tied:
    """Write the distance of a bot from people with its interval, in points."""
    spread = interval(row.distance_low, row.distance_high)
    return Tied(f"{number(100 * row.distance)} ({spread})")


def round_up(games: float) -> int:
    """Round a number of games up to two digits."""
    step = 10 ** max(len(str(int(games))) - 2, 0)
    return -int(-games // step) * step


def write_conclusion(results: RealResults) -> Sentence:
    """Write what to make of all this, in a sentence."""
    lead, different = results.lead, list_different(results.table)
    if results.is_of_decks:
        return _conclude_of_decks(results, len(different))
    near, *others = results.bots.itertuples()
    if near.bot != lead and all(row.is_farther for row in others):
        text = "In short: people play more like {near} than like {lead}; look at its numbers."
        return make_sentence(text, near=Name(near.bot), lead=Name(lead))
    if len(different):
        return make_sentence(
            "In short: {lead} is wrong about {n}; where people's games are few, trust the "
            "estimates, which weigh both.",
            lead=Name(lead), n=plural(len(different), "deck or matchup", "decks or matchups"),
        )  # fmt: skip
    if is_vague(results):
        return _conclude_of_few(results)
    text = "In short: with these decks, what {lead} says is what people see."
    return make_sentence(text, lead=Name(lead))


def _conclude_of_decks(results: RealResults, n_different: int) -> Sentence:
    """Write what to make of sums of decks, in a sentence."""
    lead = Name(results.lead)
    if n_different:
        text = "In short: {lead} is wrong about {n}, or these decks met other opponents."
        return make_sentence(text, lead=lead, n=plural(n_different, "deck"))
    if is_vague(results):
        return _conclude_of_few(results)
    return make_sentence(
        "In short: with these decks, what {lead} says is what people see.", lead=lead
    )


def _conclude_of_few(results: RealResults) -> Sentence:
    """Write what would be needed where too few games say anything against the bot."""
    games, bot_games = count_games_to_know(results.table), count_bot_games(results)
    each = "with each deck" if results.is_of_decks else "in each matchup"
    people = f"about {count(round_up(games))} games of people {each}"
    have_enough = list_typical(results.table)["n_games"].median() >= games
    needed = f"it takes {people} to know it to ±5 points"
    if bot_games:
        played = count(results.agreement["n_simulated"].item())
        more = "" if have_enough else f" and {people}"
        needed = (
            f"its own {played} games are too few; it takes about {count(bot_games)} of them{more} "
            "to know it to ±5 points"
        )
    return make_sentence(
        "In short: nothing speaks against {lead} yet, and little for it: {needed}.",
        lead=Name(results.lead), needed=needed,
    )  # fmt: skip
