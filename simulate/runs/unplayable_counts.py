"""Count the cards that lay in hand when their owner's turn came, and could not be played.

An option *names* a card in hand if options of its kind always do. Such an option *plays* the card
if cards that are taken so are mostly noted as played by the end of the turn. A card is playable if
an option plays it before its owner's next turn comes, so that a reaction counts that is on offer in
the turns of others.

Some cards are on offer only after a deed that names none, such as "set a bulwark". Where that deed
was on offer and not taken, it is not known which cards it would have played. Nor is it with a kind
of option that names cards and was never taken.
"""

import numpy as np
import polars as pl

from evenhand.decks.records import NOTHING
from evenhand.simulate.bots.restrictions import FIRST_ANSWER

__all__ = ["count_unplayable", "list_cards_named", "list_hands"]

HAND = "hand"  # the name of players' fields whose cards are hidden from others
TURN = ("game", "seat", "own_turn")
CARD = (*TURN, "card")

Columns = dict[str, np.ndarray]


# Reading


def list_hands(states: np.ndarray, players: list[int]) -> Columns:
    """List the cards in hand when their owner's turn came, each different card once.

    Parameters
    ----------
    states : array of state records
        Of one game, the last one included.
    players : list of int
        Whose turn each is.

    Returns
    -------
    dict of str to array
        seat, own_turn, card (row of the pool). A seat's last turn is left out if the game ended
        before its player was asked anything in it. Empty if players have no set called a hand.
    """
    asked = {*zip(states["turn"][:-1].tolist(), states["seat"][:-1].tolist(), strict=True)}
    own = [
        (seat, turn)
        for turn, seat in enumerate(players, 1)
        if (turn, seat) in asked or seat in players[turn:]
    ]
    seats, turns = np.array(own, int).reshape(-1, 2).T
    began = np.minimum(np.searchsorted(states["turn"], turns), len(states) - 1)
    turn, copy = np.nonzero(unpack(find_hands(states)[began, seats], states["card_of"].shape[2]))
    cards = states["card_of"][began[turn], seats[turn], copy].astype(int)
    found = np.unique(np.stack([seats[turn], turns[turn], cards]), axis=1)
    return dict(zip(("seat", "own_turn", "card"), found, strict=True))


def find_hands(states: np.ndarray) -> np.ndarray:
    """Return the hands of all seats as sets of copies; empty sets if players have none."""
    players = states["players"]
    is_set = HAND in (players.dtype.names or ()) and players.dtype[HAND] == np.int64
    return players[HAND] if is_set else np.zeros(players.shape, np.int64)


def unpack(members: np.ndarray, n_slots: int) -> np.ndarray:
    """Return which copies are in each of some sets; bool, shape (n, n_slots)."""
    return (members[:, None] >> np.arange(n_slots) & 1).astype(bool)


def list_cards_named(
    states: np.ndarray, players: list[int], number: np.ndarray, copies: np.ndarray
) -> Columns:
    """List which card in hand each option of a game names, and what became of it.

    Parameters
    ----------
    states, players
        As for `list_hands`.
    number, copies : int array, shape (n_options,)
        The question of each option, and the copy in its fields.

    Returns
    -------
    dict of str to array
        card (row of the pool, or NOTHING if that copy is not in the hand of the player asked),
        is_new (it was not played before), is_played (it was by the end of the turn), own_turn (the
        turn of the player asked that came last, or 0).
    """
    seats, turns = (states[name][number].astype(int) for name in ("seat", "turn"))
    slots = np.maximum(copies, 0).astype(np.int64)
    is_held = (copies >= 0) & has(find_hands(states)[number, seats], slots)
    played = states["tally"]["played"]
    ends = np.minimum(np.searchsorted(states["turn"], turns + 1), len(states) - 1)
    n_seats = states["players"].shape[1]
    own = np.zeros((len(players) + 1, n_seats), int)
    own[np.arange(1, len(own)), players] = np.arange(1, len(own))
    last = np.maximum.accumulate(own, axis=0)
    return {
        "card": np.where(is_held, states["card_of"][number, seats, slots], NOTHING).astype(int),
        "is_new": ~has(played[number, seats], slots),
        "is_played": has(played[ends, seats], slots),
        "own_turn": last[np.minimum(turns, len(players)), seats],
    }


def has(members: np.ndarray, copies: np.ndarray) -> np.ndarray:
    """Return whether a copy is in a set, for many of both."""
    return (members >> copies & 1).astype(bool)


# Counting


def count_unplayable(options: pl.DataFrame, hands: pl.DataFrame) -> pl.DataFrame:
    """Count the turns that came with a card in hand, and those in which it could not be played.

    Parameters
    ----------
    options : polars.DataFrame
        From `evenhand.simulate.runs.choice_counts.mark_deeds`, with columns of `list_cards_named`.
    hands : polars.DataFrame
        From `list_hands`, with the number of the game.

    Returns
    -------
    polars.DataFrame
        One row per game, seat and card: turns (own ones that came with a copy in hand), unplayable
        (those of them in which no option played it until the next own turn), unknown (those in
        which that is not known).
    """
    options = mark_plays(options)
    played = options.filter("plays").select(CARD).unique().with_columns(can=pl.lit(value=True))
    vague = options.filter(pl.col("names_card") & pl.col("plays").is_null())
    missed = list_missed(options).with_columns(missed=pl.lit(value=True))
    doubted = vague.select(CARD).unique().with_columns(doubted=pl.lit(value=True))
    can = pl.col("can").is_not_null()
    unknown = ~can & (pl.col("missed").is_not_null() | pl.col("doubted").is_not_null())
    return (
        hands.join(played, on=CARD, how="left")
        .join(doubted, on=CARD, how="left")
        .join(missed, on=TURN, how="left")
        .group_by("game", "seat", "card")
        .agg(turns=pl.len(), unplayable=(~can & ~unknown).sum(), unknown=unknown.sum())
        .sort("game", "seat", "card")
    )


def mark_plays(options: pl.DataFrame) -> pl.DataFrame:
    """Add to options whether they name a card in hand, and whether they play it.

    An act is the same at all questions; what a common answer does hangs on the question.
    """
    asked = pl.when(pl.col("kind") < FIRST_ANSWER).then(NOTHING).otherwise(pl.col("question"))
    is_case = pl.col("is_taken") & pl.col("is_new")
    options = options.with_columns(at=asked)
    ways = options.group_by("kind", "at").agg(
        names_card=(pl.col("card") != NOTHING).all(),
        share=pl.col("is_played").filter(is_case).mean(),
    )
    plays = pl.col("names_card") & (pl.col("share") > 0.5)
    return options.join(ways, on=["kind", "at"]).with_columns(plays=plays)


def list_missed(options: pl.DataFrame) -> pl.DataFrame:
    """List the own turns in which a deed that leads to playing a card was on offer, never taken."""
    questions = (
        options.group_by("game", "number")
        .agg(
            pl.col("seat", "turn").first(),
            can_decline=pl.col("declines").any(),
            has_play=pl.col("plays").any(),
        )
        .sort("game", "number")
    )
    after = [pl.col(name).shift(-1).over("game") for name in ("seat", "turn", "can_decline")]
    is_same = (after[0] == pl.col("seat")) & (after[1] == pl.col("turn"))
    leads = is_same & ~after[2] & pl.col("has_play").shift(-1).over("game")
    questions = questions.select(
        "game", "number", "can_decline", leads=leads.fill_null(value=False)
    )
    deeds = options.join(questions, on=["game", "number"]).filter(
        ~pl.col("names_card") & ~pl.col("declines") & pl.col("can_decline")
    )
    led = deeds.filter(pl.col("is_taken") & pl.col("leads")).select("kind", "at").unique()
    return (
        deeds.join(led, on=["kind", "at"], how="semi")
        .group_by(*TURN, "kind", "at")
        .agg(pl.col("is_taken").any())
        .filter(~pl.col("is_taken"))
        .select(TURN)
        .unique()
    )
