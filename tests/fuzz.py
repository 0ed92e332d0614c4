"""Play at random until so many questions have been answered, and say what was found.

    make fuzz STEPS=1000000 GAME=my_game SEATS=4

Half of the steps are played with the cards that ship with the game, half with cards made
up of whatever its language can say, where it has one; a tenth more with cards that loop.
"""

import argparse
import os
import random
import sys
import time
from itertools import count

os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")  # before numba is imported

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from evenhand.decks.pool import load_pool
from evenhand.simulate.game import Game
from evenhand.simulate.proving.random_play import Findings, check_games, random_plan
from evenhand.simulate.registry import game_names, load_game
from tests.games.fuzzing import card_writer, looping_plan, random_card_plan
from tests.own_games import leave_out_others
from tests.strategies import abilities

GAMES = 4  # of each set of decks and options
CARD_GAMES = 30  # of each set of random cards, which take longer to write than to play
MOST_ERRORS = 1e-3  # share of games that hit a limit; random cards loop now and then
EXAMPLES = 20  # sets of random cards from one call of hypothesis


def play_samples(game: Game, findings: Findings, steps: int, seed: int, seats: int) -> None:
    """Play with the game's own cards."""
    pool = load_pool(game.schema)
    for number in count(seed):
        if findings.steps >= steps:
            return
        check_games(random_plan(game, pool, random.Random(number), seats), findings, GAMES)


def play_random_cards(game: Game, findings: Findings, steps: int, start: int, seats: int) -> None:
    """Play with random cards."""
    n = card_writer(game).CARDS

    @settings(max_examples=EXAMPLES, deadline=None, database=None, phases=[Phase.generate],
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(
        texts=st.lists(abilities(game.schema.vocabulary), min_size=n, max_size=n),
        number=st.integers(0, 2**62),
    )
    def play(texts: list, number: int) -> None:
        if findings.steps < steps:
            luck = random.Random(f"{start} {number}")
            check_games(random_card_plan(game, texts, luck, seats), findings, CARD_GAMES)

    while findings.steps < steps:
        play()


def play_loops(game: Game, findings: Findings, steps: int, start: int, seats: int) -> None:
    """Play with cards that go on for ever, or nearly."""
    for number in count(start):
        if findings.steps >= steps:
            return
        check_games(looping_plan(game, random.Random(number), seats), findings, GAMES)


def main() -> int:
    """Play, report, and fail if anything was found."""
    leave_out_others()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=1_000_000)
    parser.add_argument("--game", choices=game_names())
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seats", type=int, default=0, help="players, 0 for the fewest or most")
    asked = parser.parse_args()
    faults = 0
    for name in [asked.game] if asked.game else game_names():
        game, findings, started = load_game(name), Findings(), time.perf_counter()
        writer = card_writer(game)
        play_samples(game, findings, asked.steps // (2 if writer else 1), asked.seed, asked.seats)
        if findings.errors or findings.endless:
            findings.faults += ["the game's own cards hit a limit", *findings.limits]
        if writer:
            play_random_cards(game, findings, asked.steps, asked.seed, asked.seats)
            loops = Findings(faults=findings.faults)
            play_loops(game, loops, asked.steps // 10, asked.seed, asked.seats)
            print(f"{game.title}: {loops.endless} of {loops.games:,} looping games are endless")
        seconds = time.perf_counter() - started
        print(
            f"{game.title}: {findings.games:,} games, {findings.steps:,} steps, {seconds:.0f} s, "
            f"{findings.errors} engine errors, {findings.endless} endless, "
            f"{len(findings.faults)} faults"
        )
        if findings.errors + findings.endless > findings.games * MOST_ERRORS:
            findings.faults.append("too many games hit a limit")
        for fault in findings.faults:
            print(f"  {fault}")
        faults += len(findings.faults)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
