"""Train a best response to a learned player, and measure the strength that it leaves unused.

    python benchmarks/best_response.py GAME [--deck NAME] [--minutes N] [--player FILE] [--out FILE]

A second player begins as the first, and learns only from games against it, as it is. With a deck,
it plays that deck against all others: what it gains is the strength of the deck that the first
player leaves unused. Without one, it plays every deck: what it wins above a half is how far the
first player can be exploited. Prints a Markdown row for each deck, on deals that it did not learn
from.
"""

import argparse
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from evenhand.inputs.job import prepare
from evenhand.inputs.request import Request
from evenhand.simulate.bots.bot_files import load_bot
from evenhand.simulate.bots.learned.weights import Learned, read_weights, write_weights
from evenhand.simulate.runs.plan import Plan
from evenhand.training.opponents import YARDSTICK
from evenhand.training.self_play import SHARDS, Bout, Meeting, SelfPlay, Shard, Squad, join_parts
from evenhand.training.trainer import DECISIONS, LEARNERS, Trainer

SEED = 43
REPORT_EVERY = 120.0  # seconds of learning
PAIRS, LAST_PAIRS = 100, 500  # of each matchup, in a measurement


class OneDeck(SelfPlay):
    """Plays only those bouts in which the first bot of a meeting has a certain deck, if any."""

    deck: int | None = None

    def list_bouts(self, meetings: Sequence[Meeting], pairs: int) -> list[list[Bout]]:
        """List the bouts of each meeting, by shard; the second has the sides the other way."""
        bouts = [bout for shard in super().list_bouts(meetings, pairs) for bout in shard]
        if self.deck is not None:
            bouts = [bout for bout in bouts if self.deck == self.find_deck(bout)]
        return [bouts[shard::SHARDS] for shard in range(SHARDS)]

    def find_deck(self, bout: Bout) -> int:
        """Return the deck of the player that is measured, or learns."""
        decks = self.arrays.matchups[bout.matchup].decks
        return decks[0] if bout.meeting == 0 else decks[-1]


class Responder(Trainer):
    """A player that learns only against the one that it began as."""

    games: OneDeck

    def __init__(self, plan: Plan, seed: int, former: Learned, deck: int | None) -> None:
        yardstick = load_bot(plan.game, YARDSTICK)
        super().__init__(plan, [yardstick], seed, former=former)
        self.games = OneDeck(plan, self.games.arrays, seed, LEARNERS)
        self.games.deck = deck
        self.frozen = self.copy_weights()

    def play(self) -> list[Shard]:
        """Play a round against the frozen player."""
        n = self.plan.n_seats
        me, frozen = self.make_self(True), self.make_self(False, 1)
        sides: list[Meeting] = [(me, *(frozen,) * (n - 1)), (*(frozen,) * (n - 1), me)]
        bouts_of_pair = sum(map(len, self.games.list_bouts(sides, 0)))
        pairs = round(2 * DECISIONS / self.decisions_per_game / bouts_of_pair / n)
        parts = self.games.play(
            self.gather(self.copy_weights(), self.frozen),
            self.games.list_bouts(sides, max(1, pairs)),
        )
        return [join_parts(of_shard, self.shape.scale, n) for of_shard in parts]

    def compare(self, pairs: int) -> str:
        """Measure what it wins against the frozen player, and what that one wins against itself."""
        players = Squad((self.shape,) * 2, (self.mean, self.frozen))
        me, frozen = self.make_self(False), self.make_self(False, 1)
        found = [self.games.measure(players, bot, frozen, pairs) for bot in (me, frozen)]
        gain = found[0].win_rate - found[1].win_rate
        half = sum(one.half_width**2 for one in found) ** 0.5
        cells = [f"{100 * one.win_rate:.1f} \u00b1 {100 * one.half_width:.1f}" for one in found]
        cells += [f"{100 * gain:+.1f} \u00b1 {100 * half:.1f}", f"{found[0].n_games:,}"]
        return " | ".join(cells)


def main() -> None:
    """Train a best response, and print what it gains."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--deck", help="that it learns to play; all if not given")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--player", help="the learned player; the game's if not given")
    parser.add_argument("--out", type=Path, help="where the weights of the response go")
    given = parser.parse_args()
    plan = prepare(
        Request(game=given.game, games=1_000, bots=[YARDSTICK], mirrors=True, seed=SEED)
    ).plan
    names = [entrant.name for entrant in plan.entrants]
    file = given.player or load_bot(plan.game, "learned").weights_file
    former = read_weights(plan.game, file)
    deck = names.index(given.deck) if given.deck else None
    trainer = Responder(plan, SEED, former, deck)
    reported = 0.0
    while trainer.seconds < 60 * given.minutes:
        started = time.monotonic()
        trainer.play_round()
        trainer.seconds += time.monotonic() - started
        if trainer.seconds - reported >= REPORT_EVERY:
            reported = trainer.seconds
            print(f"{reported / 60:6.1f} min  {trainer.compare(PAIRS)}", flush=True)
    if given.out:
        given.out.write_bytes(write_weights(replace(trainer.finish(), training={}), plan.game))
    print(
        "| deck | response, % | the player itself, % | gain | games |",
        "|---|---:|---:|---:|---:|",
        sep="\n",
    )
    for index in [deck] if deck is not None else [None, *range(len(names))]:
        trainer.games.deck = index
        print(
            f"| {'all' if index is None else names[index]} | {trainer.compare(LAST_PAIRS)} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
