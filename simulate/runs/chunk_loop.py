"""The compiled loop over the games of a chunk.

Compiled code hangs on all that this file imports, and so on nothing that reads cards and decks.
"""

import numpy as np

from evenhand.decks.records import NOTHING, record
from evenhand.simulate.bots.learned.lessons import count_game
from evenhand.simulate.compiling import kernel, rule
from evenhand.simulate.engine.seats import placement_of
from evenhand.simulate.runs.deck_dealing import deal_deck
from evenhand.simulate.runs.loop import play_game

__all__ = ["CHUNK", "play_chunk", "write_cards", "write_row"]

CHUNK = record(
    ("seed", np.int64),
    ("stream", np.int64),
    ("matchup", np.int32),
    ("first_pair", np.int64),
    ("n_pairs", np.int64),
    ("traced", np.int64),  # index of the game to trace, or NOTHING
)


@kernel
def play_chunk(
    job, states, pool, options, bots, seated, question, thinking, cards, sizes, products, rank_of,
    rows, traced, trace_steps, tallies, order, placements,
):  # fmt: skip
    """Play all rotations of each pair, and write one row for each game."""
    chunk = job[0]
    n_seats = len(seated)
    memory, minds, nets, imagined, lessons = thinking
    for number in range(len(rows)):
        states[0] = states[1]  # blank
        state = states[0]
        group, rotation = number // n_seats, number % n_seats
        pair = chunk.first_pair + group
        seed_streams(state, chunk, pair)
        for seat in range(n_seats):
            side = order[group, (seat + rotation) % n_seats]
            seated[seat] = bots[side]
            deal_deck(state, seat, side, cards[side], sizes[side], products[side], rank_of)
        n_traced = len(trace_steps) if number == chunk.traced else 0
        play_game(
            state, pool[0], options[0], seated, question, memory, minds, nets, imagined, lessons,
            traced, trace_steps, n_traced,
        )  # fmt: skip
        count_game(lessons)
        write_row(state, chunk, pair, rotation, rows[number])
        if len(tallies):
            for seat in range(n_seats):
                tallies[number, seat] = state.tally[seat]
        if len(placements):
            for seat in range(n_seats):
                placements[number, seat] = placement_of(state, seat)
        if products[0].packs:
            write_cards(state, rows[number])


@rule
def seed_streams(state, chunk, pair):
    """Set the random streams of a game to its pair, and mark the game as running."""
    state.rng.seed = chunk.seed
    state.rng.matchup = chunk.stream
    state.rng.pair = pair
    state.end_reason = NOTHING
    state.winner = NOTHING
    state.leader = NOTHING


@rule
def write_row(state, chunk, pair, rotation, row):
    """Write the result of a game into its row."""
    row.matchup = chunk.matchup
    row.pair = pair
    row.rotation = rotation
    row.first = state.first
    row.winner = state.winner
    row.end_reason = state.end_reason
    row.turns = state.turn
    row.decisions = state.decisions
    row.lead_changes = state.lead_changes
    row.comeback = state.tally[state.winner].deficit if state.winner != NOTHING else 0
    for seat in range(len(state.tally)):
        tally = state.tally[seat]
        row.mulligans[seat] = tally.mulligans
        row.ahead[seat] = tally.ahead
        row.opening[seat] = tally.opening
        row.drawn[seat] = tally.drawn
        row.tutored[seat] = tally.tutored
        row.played[seat] = tally.played


@rule
def write_cards(state, row):
    """Write the cards of the decks of a game into its row."""
    for seat in range(len(state.tally)):
        for slot in range(state.deck_size[seat]):
            row.cards[seat, slot] = state.card_of[seat, slot]
