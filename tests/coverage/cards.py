"""Cards that do nothing, in thousands of decks of one run: what tables say of them by mistake."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import polars as pl

from evenhand import analysis
from evenhand.analysis.data.run import Run
from tests.coverage.duels import Duel, covers_column, play
from tests.coverage.rows import Row, alarms, simulation
from tests.fake_run import REASONS, opening_and_drawn

DISCOVERY = 0.05
WORDS = ("opening", "drawn", "tutored", "played")


def deal_cards(run: Run, rng: np.random.Generator, played: float) -> Run:
    """Deal every player a hand and draws, and let a share of what was seen be played."""
    games = run.games.collect()
    columns = {}
    for seat in range(2):
        opening, drawn = opening_and_drawn(rng, games.height)
        whims = rng.random((games.height, 64)) < played
        chosen = (whims * (np.uint64(1) << np.arange(64, dtype=np.uint64))).sum(
            axis=1, dtype=np.uint64
        )
        seen = (opening | drawn) & chosen.view(np.int64)
        for name, word in zip(WORDS, (opening, drawn, 0 * drawn, seen), strict=True):
            columns[f"{name}_{seat}"] = word
    return Run(run.folder, run.info, games.with_columns(**columns).lazy())


@simulation(
    {
        f"{100 * rate:g} %, {n_pairs} pairs": {"duel": Duel(n_pairs, rate)}
        for rate, n_pairs in ((0.5, 30), (0.5, 200), (0.95, 60))
    }
)
def card_win_rates(rng: np.random.Generator, repeats: int, duel: Duel) -> Iterator[Row]:
    """What the cards of a deck seem to do: each deck is a sample."""
    run = deal_cards(play(rng, duel, repeats // 4), rng, 0.6)
    table = analysis.card_win_rates(run)
    first_decks = [name for name, _ in (one.entrants for one in run.matchups)]
    own = table[table["deck"].isin(first_decks)]
    one_card = own.drop_duplicates("deck")  # the cards of a deck share their games
    for column in ("gp_wr", "oh_wr", "gih_wr", "gns_wr"):
        yield covers_column(f"card: {column}", one_card, column, duel.true_rate)
    for column in ("oh_lift", "iwd", "iwd_centred"):
        yield covers_column(f"card: {column}", one_card, column, 0)
    yield covers_column("card: share of copies played", one_card, "played_rate", 0.6)
    for column in ("oh_lift", "iwd_centred"):
        stars = (own[f"{column}_q"] < DISCOVERY).groupby(own["deck"]).any()
        yield alarms(f"star for {column} of a card that does nothing, any of a deck", stars)


@simulation({f"{n_pairs} pairs": {"duel": Duel(n_pairs)} for n_pairs in (100, 400)})
def broken_off(rng: np.random.Generator, repeats: int, duel: Duel) -> Iterator[Row]:
    """Games that are broken off whatever is played."""
    named = []
    for _ in range(max(5, repeats // 40)):
        run = deal_cards(play(rng, replace(duel), 1), rng, 0.6)
        stops = rng.random(2 * duel.n_pairs) < 0.05
        reason = pl.when(pl.Series(stops)).then(REASONS["turn_cap"]).otherwise("end_reason")
        games = run.games.with_columns(end_reason=reason)
        named.append((analysis.break_offs(Run(run.folder, run.info, games))["rank"] > 0).any())
    yield alarms("a card named for games broken off that has nothing to do with them", named)
