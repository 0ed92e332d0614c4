"""No bot looks at what its seat cannot see: other deals of it must change no answer."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from evenhand.simulate.bots.bot_files import bot_names, load_bot, pack_bots
from evenhand.simulate.engine.hooks import resample_hidden
from evenhand.simulate.engine.menu import MENU, open_menu
from evenhand.simulate.runs.batch import Chunk, PlanArrays, Trace, play
from evenhand.simulate.runs.second_opinion import ask_second
from evenhand.simulate.view.fields import Sight
from evenhand.simulate.view.names import player_title

__all__ = [
    "find_left_alone",
    "find_peeking",
    "offers",
    "other_truth",
    "share_hidden",
    "states_by_question",
]

HAND = "hand"  # what players' fields are called whose cards others do not see
PAIRS = 40  # games in which questions are looked for
STATES = 4  # of each question, for each bot
ENOUGH = 12  # looks at a player, after which what never changed is left alone
TRUTHS = 3  # other deals of what is hidden

ByQuestion = dict[int, list[np.ndarray]]


def states_by_question(arrays: PlanArrays, pairs: int = PAIRS, most: int = STATES) -> ByQuestion:
    """Return a few states of each question that has a choice, from games of a plan."""
    plan, found = arrays.plan, ByQuestion()
    for pair in range(pairs):
        trace = Trace.blank(plan.game.state_record(plan.n_seats), 0)
        play(arrays, Chunk(0, pair % len(arrays.matchups), pair, 1), trace=trace)
        for i in range(trace.n):
            if trace.steps["n"][i] > 1:
                found.setdefault(int(trace.states[i].question), []).append(trace.states[i])
    luck = np.random.default_rng(1)
    return {q: [some[i] for i in luck.permutation(len(some))[:most]] for q, some in found.items()}


def offers(arrays: PlanArrays, state: Any) -> bytes:
    """Return the options of a question."""
    menu = np.zeros(1, MENU)[0]
    open_menu(state.copy(), arrays.pool[0], arrays.options[0], menu)
    return bytes(menu.actions[: menu.n].tobytes())


def other_truth(arrays: PlanArrays, state: Any, number: int) -> Any:
    """Deal anew what the seat that is asked cannot see."""
    other = state.copy()
    other.rng.world = 1_000 + number
    resample_hidden(other, arrays.pool[0], arrays.options[0], other.seat)
    other.rng = state.rng
    return other


def share_hidden(arrays: PlanArrays, found: ByQuestion) -> float:
    """Return in which share of states something is hidden that can be dealt in another way."""
    changed = [
        other_truth(arrays, state, 0).tobytes() != state.tobytes()
        for states in found.values()
        for state in states
    ]
    return float(np.mean(changed))


def find_left_alone(arrays: PlanArrays, found: ByQuestion) -> Iterator[str]:
    """Look for hands that are never dealt anew, and for what is so of some players alone."""
    states = [state for some in found.values() for state in some]
    truths = [(state, other_truth(arrays, state, number)) for state in states for number in (0, 1)]
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
    """Look for options and answers that hang on what the seat asked cannot see."""
    game = arrays.plan.game
    names = sorted(bot_names(game), key=lambda name: name != "search")
    bots = [replace(load_bot(game, name), playouts=12) for name in names]
    packed = pack_bots(game, bots)
    for states in found.values():
        for state in states:
            truths = [state, *(other_truth(arrays, state, number) for number in range(TRUTHS))]
            if len({offers(arrays, truth) for truth in truths}) > 1:
                yield f"options hang on what the seat asked cannot see, {tell(arrays, state)}"
            peeking = find_bots(arrays, names, packed, truths)
            if peeking:
                yield (
                    f"bots peek ({', '.join(peeking)}): their answer hangs on what their seat "
                    f"cannot see, {tell(arrays, state)}"
                )


def find_bots(
    arrays: PlanArrays, names: Sequence[str], packed: np.ndarray, truths: list[np.ndarray]
) -> list[str]:
    """Return the bots that answer differently where only what is hidden differs."""
    found = []
    for number in range(1, len(names)):
        opinions = ask_second(arrays, packed[[0, number]], np.array(truths), 0)
        for name, answer in ((names[0], "first"), (names[number], "second")):
            if len(set(opinions[answer].tolist())) > 1 and name not in found:
                found.append(name)
    return found


def tell(arrays: PlanArrays, state: Any) -> str:
    """Say what is asked where."""
    view = arrays.plan.game.view
    said = view.question(view.whole(state, Sight(arrays.plan.pool, arrays.pool[0])))
    return (
        f"asked '{said}' ({player_title(int(state.seat))}, turn {int(state.turn)}, "
        f"pair {int(state.rng.pair)})"
    )
