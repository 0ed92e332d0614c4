"""Check that bots do not use hidden information: re-dealing it must not change an answer."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from evenhand.simulate.bots.bot_files import bot_names, load_bot, load_players, pack_bots
from evenhand.simulate.engine.hooks import resample_hidden
from evenhand.simulate.engine.menu import MENU, open_menu
from evenhand.simulate.runs.batch import Chunk, PlanArrays, Trace, play
from evenhand.simulate.runs.bot_comparison import compare_bots
from evenhand.simulate.view.fields import Sight
from evenhand.simulate.view.names import player_title

__all__ = [
    "find_never_redealt",
    "find_peeking",
    "list_offers",
    "redeal_hidden",
    "share_hidden",
    "states_by_question",
]

HAND = "hand"  # the name of players' fields whose cards are hidden from others
PAIRS = 40  # games from which questions are taken
STATES = 4  # states of each question, for each bot
ENOUGH = 12  # observations of a player after which an unchanged field is reported
TRUTHS = 3  # re-deals of hidden information

ByQuestion = dict[int, list[np.ndarray]]


def states_by_question(arrays: PlanArrays, pairs: int = PAIRS, most: int = STATES) -> ByQuestion:
    """Return a few states of each question with a choice, from games of a plan."""
    plan, found = arrays.plan, ByQuestion()
    for pair in range(pairs):
        trace = Trace.blank(plan.game.state_record(plan.n_seats), 0)
        play(arrays, Chunk(0, pair % len(arrays.matchups), pair, 1), trace=trace)
        for i in range(trace.n):
            if trace.steps["n"][i] > 1:
                found.setdefault(int(trace.states[i].question), []).append(trace.states[i])
    luck = np.random.default_rng(1)
    return {q: [some[i] for i in luck.permutation(len(some))[:most]] for q, some in found.items()}


def list_offers(arrays: PlanArrays, state: Any) -> bytes:
    """Return the options of a question, as bytes."""
    menu = np.zeros(1, MENU)[0]
    open_menu(state.copy(), arrays.pool[0], arrays.options[0], menu)
    return bytes(menu.actions[: menu.n].tobytes())


def redeal_hidden(arrays: PlanArrays, state: Any, number: int) -> Any:
    """Return a copy of a state with the information hidden from the asked seat re-dealt."""
    other = state.copy()
    other.rng.world = 1_000 + number
    resample_hidden(other, arrays.pool[0], arrays.options[0], other.seat)
    other.rng = state.rng
    return other


def share_hidden(arrays: PlanArrays, found: ByQuestion) -> float:
    """Return the share of states, in [0, 1], in which a re-deal changes something."""
    changed = [
        redeal_hidden(arrays, state, 0).tobytes() != state.tobytes()
        for states in found.values()
        for state in states
    ]
    return float(np.mean(changed))


def find_never_redealt(arrays: PlanArrays, found: ByQuestion) -> Iterator[str]:
    """Find hands that are never re-dealt, and fields re-dealt for some players only."""
    states = [state for some in found.values() for state in some]
    truths = [
        (state, redeal_hidden(arrays, state, number)) for state in states for number in (0, 1)
    ]
    n_seats, names = arrays.plan.n_seats, states[0]["players"].dtype.names or ()
    for name in names:
        looked, changed = np.zeros(n_seats), np.zeros(n_seats)
        for state, truth in truths:
            for seat in set(range(n_seats)) - {int(state["seat"])}:
                before, after = (one["players"][name][seat].tobytes() for one in (state, truth))
                looked[seat] += any(before) and not state["out"][seat]
                changed[seat] += before != after
        if name == HAND and looked.sum() >= ENOUGH and not changed.any():
            yield (
                "`resample_hidden` deals no other player's hand anew: bots that think ahead know "
                f"it. If hands lie open in this game, call the field otherwise than '{HAND}'"
            )
        rates = changed / np.maximum(looked, 1)
        alone = np.flatnonzero((changed == 0) & (looked >= ENOUGH))
        if len(alone) and rates.max() > 1 / 2:
            yield (
                f"`resample_hidden` leaves '{name}' of {player_title(int(alone[0]))} as it is, and "
                f"deals that of {player_title(int(rates.argmax()))} anew: bots that think ahead "
                "know it"
            )


def find_peeking(arrays: PlanArrays, found: ByQuestion) -> Iterator[str]:
    """Find options and answers that depend on information hidden from the asked seat."""
    game = arrays.plan.game
    names = sorted(bot_names(game), key=lambda name: name != "search")
    bots = [replace(load_bot(game, name), playouts=12) for name in names]
    packed = pack_bots(game, bots)
    plan = arrays.plan
    arrays = replace(arrays, players=load_players(game, plan.pool, plan.n_seats, bots))
    for states in found.values():
        for state in states:
            truths = [state, *(redeal_hidden(arrays, state, number) for number in range(TRUTHS))]
            if len({list_offers(arrays, truth) for truth in truths}) > 1:
                place = describe_state(arrays, state)
                yield f"options hang on what the seat asked cannot see, {place}"
            peeking = find_peeking_bots(arrays, names, packed, truths)
            if peeking:
                yield (
                    f"bots peek ({', '.join(peeking)}): their answer hangs on what their seat "
                    f"cannot see, {describe_state(arrays, state)}"
                )


def find_peeking_bots(
    arrays: PlanArrays, names: Sequence[str], packed: np.ndarray, truths: list[np.ndarray]
) -> list[str]:
    """Return the bots whose answers differ between states that differ in hidden parts only."""
    peeking: list[str] = []
    for number in range(1, len(names)):
        comparisons = compare_bots(arrays, packed[[0, number]], np.array(truths), 0)
        for name, answer in ((names[0], "first"), (names[number], "second")):
            if len(set(comparisons[answer].tolist())) > 1 and name not in peeking:
                peeking.append(name)
    return peeking


def describe_state(arrays: PlanArrays, state: Any) -> str:
    """Describe a state: question, player, turn and pair."""
    view = arrays.plan.game.view
    question = view.question(view.whole(state, Sight(arrays.plan.pool, arrays.pool[0])))
    return (
        f"asked '{question}' ({player_title(int(state.seat))}, turn {int(state.turn)}, "
        f"pair {int(state.rng.pair)})"
    )
