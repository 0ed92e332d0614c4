"""Texts on a history: the largest jumps and the edits behind them, and what it all comes to."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pandas as pd

from evenhand.analysis.data.input_changes import group_by_input
from evenhand.reports.check.edit_wording import name_edit
from evenhand.reports.finding import Finding, Tone
from evenhand.reports.history.result import NOW, History
from evenhand.reports.undecided import LEAST_TIMES, MOST_GAMES, round_up
from evenhand.reports.wording import (
    Name,
    Sentence,
    Tied,
    count,
    enumerate_parts,
    introduce_player,
    make_sentence,
    number,
    percent,
    plural,
    points,
    round_change,
    signed_interval,
)

__all__ = [
    "forecast_history_games", "list_history_findings", "name_state", "show_move",
    "write_conclusion", "write_history_headline",
]  # fmt: skip

NAMED = 5  # states with jumps, and decks that moved in all, that are told one by one
NAMED_DECKS = NAMED_EDITS = NAMED_CARDS = 3  # of one state
TELLING = 0.02  # how well changes must be known for "no deck moved" to be an answer
WELL_KNOWN = 0.01  # how well more games should know them


def name_state(history: History, state: int) -> Sentence:
    """Name a state in a sentence: 3f2a1c9 “Ember Lancer: more hit points”."""
    info = history.states[state]
    if info.name == NOW:
        return make_sentence("now")
    text = "{name} \N{LEFT DOUBLE QUOTATION MARK}{subject}\N{RIGHT DOUBLE QUOTATION MARK}"
    return make_sentence(text, name=Name(info.name), subject=Name(info.subject))


def write_since(history: History, state: int) -> Sentence:
    """Write since when a change is there: since a commit, or with the files as they are now."""
    if history.states[state].name == NOW:
        return make_sentence("with the files as they are now")
    return make_sentence("since {state}", state=name_state(history, state))


def show_move(row: Any) -> float:
    """Return a change as it is shown beside its two rates."""
    return round_change(row.before, row.after, row.change, row.change_low, row.change_high)


def write_move(row: Any) -> Sentence:
    """Write a change: "50.3 % → 60.2 %, +9.9 points (+8.1 to +11.6)"."""
    return make_sentence(
        "{rates}, {change}",
        rates=Tied(f"{percent(row.before)} \N{RIGHTWARDS ARROW} {percent(row.after)}"),
        change=write_change(row),
    )


def write_change(row: Any) -> Sentence:
    """Write a change without its two rates: "+9.9 points (+8.1 to +11.6)"."""
    return make_sentence(
        "{change} ({spread})",
        change=Tied(f"{points(show_move(row))} points"),
        spread=Tied(signed_interval(row.change_low, row.change_high)),
    )


def list_edits(history: History, state: int, deck: str = "") -> list[Sentence]:
    """Write each edit of a state with its place, those of a deck's own list and cards only."""
    info = history.states[state]
    changes = history.list_own_changes(state, deck) if deck else info.changes
    return [name_edit(group, info.places) for group in group_by_input(changes)]


def write_edits(history: History, state: int, deck: str) -> Sentence:
    """Write which edits of a state can have moved a deck: its own or, without any, the others."""
    if own := list_edits(history, state, deck):
        return enumerate_parts(own, NAMED_EDITS)
    others = enumerate_parts(list_edits(history, state), NAMED_EDITS)
    return make_sentence("only its opponents were edited: {edits}", edits=others)


def write_history_headline(history: History) -> Sentence:
    """Write the largest sure jump and the edit behind it, or that there is none."""
    if history.jumps.empty:
        return write_no_jump(history)
    row = next(history.jumps.itertuples())
    return make_sentence(
        "The largest jump is that of {deck}: {move}, {since}: {edits}.",
        deck=Name(history.display_names.get(row.deck, row.deck)),
        move=write_move(row),
        since=write_since(history, row.state),
        edits=write_edits(history, row.state, row.deck),
    )


def write_no_jump(history: History) -> Sentence:
    """Write that no deck surely moved, and by how much one may have."""
    bound = find_bound(history.table)
    text = (
        "No deck surely moved from one state to the next: none by more than {most} points "
        "either way."
    )
    if bound > TELLING:
        text = (
            "Too few games to say: no deck surely moved from one state to the next, but "
            "{most} points either way are possible."
        )
    return make_sentence(text, most=number(100 * bound))


def find_bound(table: pd.DataFrame) -> float:
    """Return by how much a deck can have moved from one state to the next, jumps left out."""
    rows = table[~table["is_jump"]]
    ends = [rows["change_low"].abs().max(), rows["change_high"].abs().max()]
    return float(max((end for end in ends if end == end), default=0.0))


def forecast_history_games(history: History) -> int:
    """Forecast how many games of each state tell whether a deck moved; 0 if these do."""
    bound = find_bound(history.table)
    if len(history.jumps) or bound <= TELLING:
        return 0
    n_games = history.table.groupby("state")["n_games"].sum().max() // history.n_seats
    games = round_up(max((bound / WELL_KNOWN) ** 2, LEAST_TIMES) * n_games)
    return games if games <= MOST_GAMES else 0


def list_history_findings(history: History) -> list[Finding]:
    """List what a history shows besides its headline, one sentence each."""
    return [
        *_list_jumps(history),
        *_list_overall(history),
        *_list_card_jumps(history),
        *_list_gaps(history),
        Finding("Bot", Tone.CALM, write_bot(history), "states"),
    ]


def _list_jumps(history: History) -> Iterator[Finding]:
    """Yield the states in which decks jumped, the one with the largest jump first."""
    states = list(history.jumps["state"].unique())
    for state in states[:NAMED]:
        yield Finding("Jump", Tone.NOTABLE, _write_jumps(history, state), "win-rates")
    if len(states) > NAMED:
        text = make_sentence(
            "Jumps of {n} are in the table (★).", n=plural(len(states) - NAMED, "more state")
        )
        yield Finding("Jump", Tone.NOTABLE, text, "win-rates")


def _write_jumps(history: History, state: int) -> Sentence:
    """Write which decks jumped in a state, and what was edited there."""
    jumps = history.jumps[history.jumps["state"] == state]
    moves = [
        make_sentence(
            "{deck} {move}",
            deck=Name(history.display_names.get(row.deck, row.deck)),
            move=write_change(row),
        )
        for row in jumps.itertuples()
    ]
    return make_sentence(
        "{state}: {moves}. Edited: {edits}.",
        state=name_state(history, state),
        moves=enumerate_parts(moves, NAMED_DECKS),
        edits=enumerate_parts(list_edits(history, state), NAMED_EDITS),
    )


def _list_overall(history: History) -> Iterator[Finding]:
    """Yield what moved from the first to the last state, where there are more than two."""
    if len(history.played) < 3:
        return
    overall = history.told.overall
    moved = overall[overall["is_jump"]].sort_values("change", key=abs, ascending=False)
    first, last = (history.states[state].name for state in (history.played[0], history.played[-1]))
    parts = [
        make_sentence("{deck} {move}", deck=Name(row.deck), move=write_move(row))
        for row in moved.itertuples()
    ]
    text = make_sentence(
        "From {first} to {last}: {moved}.", first=Name(first), last=Name(last),
        moved=enumerate_parts(parts, NAMED) if parts else "no deck surely moved",
    )  # fmt: skip
    yield Finding("Overall", Tone.NOTABLE if parts else Tone.CALM, text, "win-rates")


def _list_card_jumps(history: History) -> Iterator[Finding]:
    """Yield which edited cards surely won more or less in hand than in the state before."""
    jumps = history.card_jumps
    edited = jumps[jumps["is_edited"]].head(NAMED_CARDS)
    parts = [
        make_sentence(
            "{card} {rates}, {change} ({spread}), {since}",
            card=Name(row.card),
            rates=Tied(f"{percent(row.before)} \N{RIGHTWARDS ARROW} {percent(row.win_rate)}"),
            change=Tied(f"{points(row.change)} points"),
            spread=Tied(signed_interval(row.change_low, row.change_high)),
            since=write_since(history, row.state),
        )
        for row in edited.itertuples()
    ]
    if parts:
        text = make_sentence(
            "Of the edited cards, with one in hand its owner now wins more or less often: {moved}.",
            moved=enumerate_parts(parts),
        )
        yield Finding("Cards", Tone.NOTABLE, text, "cards")


def _list_gaps(history: History) -> Iterator[Finding]:
    """Yield which states could not be played, and which decks came or went."""
    for info in history.states:
        if info.problem:
            text = make_sentence(
                "{state} cannot be played, and is passed over: {problem}",
                state=Name(info.name), problem=Name(info.problem),
            )  # fmt: skip
            yield Finding("Gap", Tone.NOTABLE, text, "states")
    moves = [
        make_sentence("{deck} {word} {state}", deck=Name(deck), word=word, state=Name(name))
        for name, word, names in _list_comings(history)
        for deck in names
    ]
    if moves:
        text = make_sentence(
            "{moves}. A win rate is that against all decks of its state; a change is that of the "
            "matchups that both states have.",
            moves=enumerate_parts(moves, NAMED),
        )  # fmt: skip
        yield Finding("Decks", Tone.CALM, text, "win-rates")


def _list_comings(history: History) -> Iterator[tuple[str, str, list[str]]]:
    """Yield the states in which decks came or went: its name, the word for it, the decks."""
    decks = {state: set(rows["deck"]) for state, rows in history.told.table.groupby("state")}
    for before, state in pairwise(history.played):
        name = history.states[state].name
        yield name, "is there from", sorted(decks[state] - decks[before])
        yield name, "is gone from", sorted(decks[before] - decks[state])


def write_bot(history: History) -> Sentence:
    """Write who played, and what the intervals allow for."""
    n_changes = int(history.table["change"].notna().sum())
    return make_sentence(
        "Every state was played by {bot} on the same deals, so that luck cancels out; other "
        "players may see other changes. Intervals of changes allow for all {n} of them.",
        bot=introduce_player(history.bot), n=count(n_changes),
    )  # fmt: skip


def write_conclusion(history: History) -> Sentence:
    """Write what to make of a history, in a sentence."""
    jumps = history.jumps
    n_changes = len(history.played) - 1
    if jumps.empty:
        games = forecast_history_games(history)
        text = (
            "In short: with about {games} games of each state, every change would be known to "
            "±1 point."
            if games
            else "In short: no commit needs a second look for what it did to a win rate."
        )
        return make_sentence(text, games=count(games))
    states = jumps["state"].unique()
    names = [Name(history.states[state].name) for state in sorted(states)]
    bound = find_bound(history.table)
    rest = f" No other change of a deck can be larger than {number(100 * bound)} points."
    return make_sentence(
        "In short: {n} of {changes} surely moved a deck: {names}.{rest}",
        n=count(len(states)),
        changes=plural(n_changes, "change"),
        names=enumerate_parts(names, NAMED),
        rest=rest if bound else "",
    )
