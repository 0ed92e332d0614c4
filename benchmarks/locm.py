"""Time the battle of Legends of Code and Magic here and in gym-locm, on identical work.

    python benchmarks/locm.py

Games of the same decks are recorded once with random players. Then both engines play just
these games in turn: for each decision the legal actions are listed and the recorded one is
carried out. Times are CPU time on one core. Ours include the deal; theirs do not.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from evenhand.decks.deck_list import load_deck, sample_decks
from evenhand.stepping import Batch

sys.path.insert(0, str(Path(__file__).parents[1] / "examples" / "locm"))

from crosscheck import Mirror, give_cards, load_engine, make_table

DECKS = ("draft_1", "draft_2")


def seconds(call: Callable[[], object]) -> float:
    """Return the CPU time of a call."""
    started = time.process_time()
    call()
    return time.process_time() - started


def sit_down(n_games: int) -> Batch:
    """Make a batch of games of two sample decks."""
    table = make_table()
    schema = table.game.schema
    files = sample_decks(schema)
    decks = tuple(load_deck(schema, table.pool, files[name]) for name in DECKS)
    return Batch(replace(table, decks=decks), n_games)


def record(batch: Batch, mirrors: list[Mirror]) -> tuple[list[np.ndarray], list[list[Any]]]:
    """Play all games at random in both engines; return the answers and their actions."""
    luck = np.random.default_rng(1)
    answers, actions = [], [[] for _ in mirrors]
    while not batch.is_over.all():
        chosen = luck.integers(0, np.maximum(batch.n_options, 1))
        for i in np.flatnonzero(~batch.is_over):
            state, mirror = batch.states[i], mirrors[i]
            mirror.look(state)
            said = mirror.action(batch.menus["actions"][i][chosen[i]], int(state.seat))
            actions[i].append(said)
            mirror.game.act(said)
        answers.append(chosen)
        batch.step(chosen)
    return answers, actions


def play_ours(batch: Batch, answers: list[np.ndarray]) -> None:
    """Deal, and play the recorded games."""
    batch.begin(range(len(batch.states)))
    for chosen in answers:
        batch.step(chosen)


def play_theirs(games: list[Any], actions: list[list[Any]]) -> None:
    """Play the recorded games that have been dealt."""
    for game, chosen in zip(games, actions, strict=True):
        for action in chosen:
            game.available_actions  # noqa: B018  what a player would have looked at
            game.act(action)


def healths(games: list[Any]) -> list[list[int]]:
    """Return the health of both players at the end of each of their games."""
    return [[player.health for player in game.players] for game in games]


def deal(engine: Any, cards: list[Any], batch: Batch) -> list[Mirror]:
    """Deal the same games in both engines."""
    batch.begin(range(len(batch.states)))
    return [Mirror(engine, cards, state) for state in batch.states]


def take_times(n_games: int, repeats: int) -> tuple[int, list[float], list[float]]:
    """Return the number of decisions, and the times of both engines, taken in turn."""
    engine, batch = load_engine(), sit_down(n_games)
    cards = give_cards(engine, batch.table.pool)
    answers, actions = record(batch, deal(engine, cards, batch))
    ours, theirs = [], []
    for _ in range(repeats):
        games = [mirror.game for mirror in deal(engine, cards, batch)]
        theirs.append(seconds(lambda games=games: play_theirs(games, actions)))
        ours.append(seconds(lambda: play_ours(batch, answers)))
        assert healths(games) == batch.states["players"]["health"].tolist()
    return sum(map(len, actions)), ours, theirs


def main() -> None:
    """Print the ratio of the times, with its spread."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--repeats", type=int, default=7)
    given = parser.parse_args()
    n_decisions, ours, theirs = take_times(given.games, given.repeats)
    ratios = [a / b for a, b in zip(theirs, ours, strict=True)]
    print(f"{given.games} games, {n_decisions:,} decisions, {given.repeats} times in turn")
    for name, times in (("evenhand", ours), ("gym-locm", theirs)):
        print(f"{name}: {n_decisions / statistics.median(times):,.0f} decisions/s")
    middle, low, high = statistics.median(ratios), min(ratios), max(ratios)
    print(f"evenhand is {middle:.3g} times as fast ({low:.3g} to {high:.3g})")


if __name__ == "__main__":
    main()
