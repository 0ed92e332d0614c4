"""What a change did, where nothing was changed or where it is known what was."""

from collections.abc import Iterator

import numpy as np
import polars as pl

from evenhand import analysis
from evenhand.analysis.data.run import Run
from evenhand.analysis.statistics.differences import PairedMoments
from evenhand.analysis.statistics.multiplicity import benjamini_hochberg
from evenhand.analysis.tables.card_impact import Exchange, impact_table
from tests.coverage.duels import Duel, covers_column, play
from tests.coverage.formulas import play_pairs
from tests.coverage.rows import Row, alarms, simulation

IN_A_TABLE = 10  # decks, matchups or cards that are corrected together
DISCOVERY = 0.05


def star_tables(p_values: np.ndarray) -> np.ndarray:
    """Return whether anything has a star, table by table."""
    whole = p_values[: len(p_values) // IN_A_TABLE * IN_A_TABLE].reshape(-1, IN_A_TABLE)
    return np.array([(benjamini_hochberg(table) < DISCOVERY).any() for table in whole])


def replay_some(run: Run, rng: np.random.Generator, share: float) -> Run:
    """Play a share of the pairs again with other luck; the rest stays as it was."""
    games = run.games.collect()
    same = rng.random(games.height // 2) >= share
    other = rng.permutation(games.height // 2)
    winner = games["winner"].to_numpy().reshape(-1, 2)
    found = np.where(same[:, None], winner, winner[other]).ravel()
    return Run(run.folder, run.info, games.with_columns(winner=pl.Series(found)).lazy())


@simulation(
    {
        f"{words}, {n_pairs} pairs": {"duel": Duel(n_pairs, rate), "share": share}
        for n_pairs in (50, 300)
        for rate, share, words in (
            (0.5, 0.02, "hardly a pair changed"),
            (0.5, 0.3, "a third of the pairs changed"),
            (0.97, 0.3, "97 %, a third of the pairs changed"),
        )
    }
)
def same_deals(rng: np.random.Generator, repeats: int, duel: Duel, share: float) -> Iterator[Row]:
    """Two runs of the same deals that differ in luck alone."""
    before = play(rng, duel, repeats // 2)
    found = analysis.compare(before, replay_some(before, rng, share))
    yield covers_column("change of a matchup, same deals", found.matchups, "change", 0)
    yield covers_column("change of a deck, same deals", found.decks[::2], "change", 0)
    yield covers_column("change of the first player's rate", found.first_player[1:], "change", 0)
    p_values = found.matchups["change_p"].to_numpy()
    yield alarms("compare: a change that is none, of ten", star_tables(p_values))


@simulation(
    {
        f"{100 * rate:g} %, {n_pairs} pairs": {"duel": Duel(n_pairs, rate)}
        for rate in (0.5, 0.97)
        for n_pairs in (50, 300)
    }
)
def other_deals(rng: np.random.Generator, repeats: int, duel: Duel) -> Iterator[Row]:
    """Two runs that have nothing to do with each other."""
    before, after = play(rng, duel, repeats // 2), play(rng, duel, repeats // 2)
    after.info["run"]["seed"] = 2
    found = analysis.compare(before, after)
    yield covers_column("change of a matchup, other deals", found.matchups, "change", 0)
    yield covers_column("change of the mean length", found.lengths[1:], "change", 0)
    p_values = found.matchups["change_p"].to_numpy()
    yield alarms("compare, other deals: a change that is none, of ten", star_tables(p_values))


@simulation(
    {
        f"{n_pairs} pairs, {words}": {"n_pairs": n_pairs, "share": share}
        for n_pairs in (30, 200)
        for share, words in ((0.03, "a card seldom seen"), (0.5, "a card often seen"))
    }
)
def card_impact(
    rng: np.random.Generator, repeats: int, n_pairs: int, share: float
) -> Iterator[Row]:
    """Cards that are worth no more than those that stand in for them."""
    before, after = (play_pairs(rng, Duel(n_pairs), repeats) for _ in range(2))
    after = np.where(rng.random(after.shape) < share, after, before)
    exchanges = [Exchange("deck", f"card{number}", "plain", 1) for number in range(repeats)]
    parts = [[PairedMoments.of(*pairs)] for pairs in zip(before, after, strict=True)]
    found = impact_table(exchanges, parts, 2)
    yield covers_column("impact of a card", found, "effect", 0)
    yield alarms(
        "star of a card that does nothing, of ten", star_tables(found["effect_p"].to_numpy())
    )
