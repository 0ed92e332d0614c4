"""Check the contract of every game: games end and repeat, mirrors are even, compiled or not."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from evenhand.simulate.bots.bot_files import load_bot
from evenhand.simulate.engine.state import ENDLESS, ENGINE_ERROR
from evenhand.simulate.game import Game
from evenhand.simulate.proving.sample_plan import quickest_pair
from evenhand.simulate.proving.states import find_end
from evenhand.simulate.runs.batch import Chunk, Trace, plan_arrays, play
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.seating import seating
from evenhand.simulate.view.names import player_title

__all__ = [
    "BOTS", "find_endless", "find_limits", "find_other_chunks", "find_other_code", "find_uneven",
    "find_weak_bots", "matchup_of", "rows_of", "shares",
]  # fmt: skip

BOTS = ("random", "novice", "heuristic", "search:4")
SHARE_AHEAD = 30  # divisor of the number of pairs for bots that search, which are slow
LADDER = (("random", "novice", 300), ("novice", "heuristic", 600))  # weaker, stronger, pairs


def rows_of(plan: Plan, pairs: int, matchup: int = 0, first_pair: int = 0) -> np.ndarray:
    """Play pairs of one matchup, and return their result rows."""
    return play(plan_arrays(plan), Chunk(0, matchup, first_pair, pairs))


def with_bot(plan: Plan, bot: str) -> Plan:
    """Return a copy of a plan in which one bot plays all decks."""
    return replace(plan, bots=[load_bot(plan.game, bot)])


def affordable(plan: Plan, pairs: int) -> int:
    """Return the number of pairs to play: `SHARE_AHEAD` times fewer for a bot that searches."""
    return max(1, pairs // SHARE_AHEAD) if plan.bots[0].thinks_ahead else pairs


def matchup_of(plan: Plan, is_mirror: bool) -> int:
    """Return the first matchup that is a mirror, or is not; 0 if there is none."""
    are_mirrors = [len(set(matchup.decks)) == 1 for matchup in plan.matchups]
    return are_mirrors.index(is_mirror) if is_mirror in are_mirrors else 0


def find_limits(game: Game) -> Iterator[str]:
    """Check that the game declares the engine's end reasons, and a text for each of its own."""
    reasons = {int(reason): reason.name for reason in game.end_reasons}
    for number, name in ((ENGINE_ERROR, "ENGINE_ERROR"), (ENDLESS, "ENDLESS")):
        if reasons.get(number) != name:
            yield (
                f"end_reasons: expected {name} = {number} in EndReason and a text for it, found "
                f"{reasons.get(number, 'none')}"
            )
    for reason in type(next(iter(game.end_reasons))):
        if reason not in game.end_reasons:
            yield f"end_reasons: {reason.name} of EndReason has no text"


def find_endless(plan: Plan, bot: str, pairs: int, matchup: int) -> Iterator[str]:
    """Find games that a bot does not finish within the engine's limits."""
    plan = with_bot(plan, bot)
    arrays = plan_arrays(plan)
    rows = play(arrays, Chunk(0, matchup, 0, affordable(plan, pairs)))
    broken = np.flatnonzero(np.isin(rows["end_reason"], (ENGINE_ERROR, ENDLESS)))
    if len(broken):
        row = rows[broken[0]]
        trace = Trace.blank(plan.game.state_record(plan.n_seats), int(row["rotation"]))
        play(arrays, Chunk(0, matchup, int(row["pair"]), 1), trace=trace)
        reason = find_end(arrays, trace, int(row["end_reason"]))
        yield (
            f"{len(broken)} of {len(rows)} games of the bot {bot} broke off; the first is pair "
            f"{row['pair']}, rotation {row['rotation']}, after {trace.n} answers: {reason}"
        )
    if (still := np.flatnonzero(rows["turns"] <= 0)).size:
        yield (
            f"'turn' is {rows['turns'][still[0]]} at the end of a game: rules add 1 to "
            "`state.turn` when a player's turn begins"
        )


def find_other_chunks(plan: Plan, matchup: int) -> Iterator[str]:
    """Check that games repeat, depend on the seed, and do not depend on games played before."""
    together = rows_of(plan, 40, matchup).tobytes()
    if rows_of(plan, 40, matchup).tobytes() != together:
        yield "the same seed gives other games: chance must come from `state.rng` alone"
    apart = rows_of(plan, 15, matchup).tobytes() + rows_of(plan, 25, matchup, 15).tobytes()
    if apart != together:
        yield "a game hangs on those that were played before it: something outlives a game"
    if rows_of(replace(plan, seed=plan.seed + 1), 40, matchup).tobytes() == together:
        yield "another seed gives the same games: nothing is shuffled or drawn"


def find_uneven(plan: Plan, bot: str, pairs: int) -> Iterator[str]:
    """Check that every side of a mirror wins exactly its share of each group of games."""
    n, matchup = plan.n_seats, matchup_of(plan, is_mirror=True)
    plan = with_bot(plan, bot)
    pairs = affordable(plan, pairs)
    rows = rows_of(plan, pairs, matchup)
    sums = shares(rows, n, pairs)
    uneven = np.flatnonzero(np.abs(sums - 1).max(axis=1) > 1e-9)
    if len(uneven):
        group = int(uneven[0])
        won = ", ".join(f"{share:.2g}" for share in sums[group])
        winners = ", ".join(
            "nobody" if winner < 0 else player_title(int(winner))
            for winner in rows["winner"].reshape(pairs, n)[group]
        )
        yield (
            f"a deck against itself is not even: {len(uneven)} of {pairs} groups of games, the "
            f"bot {bot}; in pair {group} the sides won {won} of {n} games (winners: {winners}). "
            "A rule tells sides apart by something other than their seat"
        )


def shares(rows: np.ndarray, n_seats: int, pairs: int) -> np.ndarray:
    """Return the number of games of each group that each side won, shape (pairs, n_seats)."""
    won = np.where(
        rows["winner"][:, None] < 0, 1 / n_seats, rows["winner"][:, None] == np.arange(n_seats)
    ).reshape(pairs, n_seats, n_seats)
    order, sums = seating(n_seats, np.arange(pairs)), np.zeros((pairs, n_seats))
    for rotation in range(n_seats):
        held = np.roll(order, -rotation, axis=1)  # the side in each seat
        np.add.at(sums, (np.arange(pairs)[:, None], held), won[:, rotation])
    return sums


def find_other_code(plan: Plan, bot: str, matchup: int) -> Iterator[str]:
    """Check that compiled and interpreted rules play the same games."""
    plan = with_bot(plan, bot)
    arrays = plan_arrays(plan)
    chunk = Chunk(0, matchup, quickest_pair(plan, matchup), 1)
    compiled, interpreted = play(arrays, chunk), play(arrays, chunk, watch=True)
    if compiled.tobytes() == interpreted.tobytes():
        return
    for name in compiled.dtype.names or ():
        if (differs := np.flatnonzero(differs_by_row(compiled[name], interpreted[name]))).size:
            row = int(differs[0])
            yield (
                f"compiled and interpreted rules play other games: '{name}' is "
                f"{compiled[name][row]} compiled and {interpreted[name][row]} interpreted in "
                f"pair {chunk.first_pair}, rotation {row}, the bot {bot}"
            )
            return


def differs_by_row(some: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Return for each row whether two columns differ in it."""
    return np.asarray((some != others).reshape(len(some), -1).any(axis=1))


def find_weak_bots(plan: Plan) -> Iterator[str]:
    """Check that each bot of the ladder wins more than half against the next weaker one."""
    for weaker, stronger, pairs in LADDER:
        mean, error = measure_step(plan, weaker, stronger, pairs)
        if mean - 1.96 * error <= 0.5:
            yield (
                f"the bot {stronger} wins {mean:.1%} ± {1.96 * error:.1%} against {weaker}, and "
                "should win more than half: does `score` value the options of every question?"
            )


def measure_step(plan: Plan, weaker: str, stronger: str, pairs: int) -> tuple[float, float]:
    """Return the win rate of the stronger bot in mirrors, and its standard error."""
    bots = [load_bot(plan.game, stronger), load_bot(plan.game, weaker)]
    arrays = plan_arrays(replace(plan, bots=bots))
    mirrors = [i for i, m in enumerate(arrays.matchups) if m.decks[0] == m.decks[1]]
    n_pairs = pairs // len(mirrors)
    means = np.concatenate(
        [
            shares(play(arrays, Chunk(0, matchup, 0, n_pairs)), 2, n_pairs)[:, 0] / 2
            for matchup in mirrors
        ]
    )
    return float(means.mean()), float(means.std(ddof=1) / np.sqrt(len(means)))
