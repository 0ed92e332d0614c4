"""Games that are stepped from Python: laying out a table, and dealing.

`deal` gives one `Stepping`; `Batch` steps many at once.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from evenhand.decks.deck_list import Deck, load_deck, sample_decks
from evenhand.decks.pool import load_pool
from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.decks.product import Product, load_product, sample_products
from evenhand.simulate.engine.options import option_values, pack_options
from evenhand.simulate.registry import load_game
from evenhand.simulate.runs.columns import Columns
from evenhand.simulate.runs.plan import HIGHEST_SEED
from evenhand.simulate.runs.stacked_decks import begin_stacked
from evenhand.simulate.runs.stepping import HIDDEN, Batch, Choice, Seen, Stepping, Table

__all__ = [
    "HIDDEN", "Batch", "Choice", "Columns", "Seen", "Stepping", "Table", "deal", "set_table",
]  # fmt: skip


def set_table(
    game: str,
    decks: Sequence[str | Path] = (),
    *,
    mode: str = "",
    options: Mapping[str, int | str] | None = None,
    cards: str | Path | None = None,
    players: int | None = None,
) -> Table:
    """Load what a game needs.

    Parameters
    ----------
    game : str
        A game's name, as ``evenhand games`` lists them.
    decks : sequence of str or Path
        One for each seat: names of sample decks, or deck files; in sealed modes products. The
        first samples if empty.
    mode : str
        One of the game's modes; "" for its first.
    options : mapping
        Rule options to change.
    cards : str or Path, optional
        A card file; the sample pool if not given.
    players : int, optional
        As many as there are decks if not given, or the fewest that the game is for.

    Raises
    ------
    UsageError
        If a name or number is wrong.
    InputError
        If a file's content is wrong.
    """
    played = load_game(game)
    schema = played.schema
    mode = mode or schema.modes[0]
    if mode not in schema.modes:
        raise UsageError(f"there is no mode '{mode}'", did_you_mean(mode, schema.modes))
    values = option_values(played.options, {k: str(v) for k, v in (options or {}).items()})
    pool = load_pool(schema, cards)
    is_sealed = mode in schema.sealed_modes
    samples = sample_products(schema) if is_sealed else sample_decks(schema, mode)
    n = players or len(decks) or played.seats[0]
    names = list(decks) or [list(samples)[i % len(samples)] for i in range(n)]
    fewest, most = played.seats
    if len(names) != n or not fewest <= n <= most:
        message = f"{played.title} is for {played.players} players with a deck each"
        raise UsageError(f"{message}, found {len(names)} decks for {n} players")

    def load(name: str | Path) -> Deck | Product:
        file = samples.get(str(name), Path(name))
        if is_sealed:
            return load_product(schema, pool, file)
        return load_deck(schema, pool, file, mode, values)

    loaded = tuple(map(load, names))
    return Table(played, pool, loaded, played.pack_pool(pool), pack_options(played.options, values))


def deal(
    game: str,
    decks: Sequence[str | Path] = (),
    *,
    seed: int = 1,
    on_top: Sequence[Sequence[str]] = (),
    **table: Any,
) -> Stepping:
    """Deal a game that can be stepped.

    Parameters
    ----------
    game, decks
        As in `set_table`, which takes the rest.
    seed : int
        The same seed deals the same game, 0 to 2**63 - 1.
    on_top : sequence of sequences of str
        Names of cards for each seat, the top card first, that lie on its deck when that was
        shuffled for the first time, before anything is drawn; all else falls by the seed.
        By the seed alone if empty.

    Raises
    ------
    UsageError
        If a name or number is wrong, or a deck has not these cards.
    InputError
        If a file's content is wrong.
    """
    if not 0 <= seed <= HIGHEST_SEED:
        raise UsageError(f"seed: expected 0 to 2**63 - 1, found {seed}")
    batch = Batch(set_table(game, decks, **table), 1)
    if len(on_top):
        begin_stacked(batch, seed, on_top)
    else:
        batch.begin([seed])
    return Stepping(batch)
