"""Games that are stepped from Python: laying out a table, and dealing.

`deal` gives one `Stepping`; `Batch` steps many at once.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from evenhand.decks.problems import UsageError
from evenhand.inputs.front_door_choices import ask
from evenhand.inputs.resolved_request import resolve_request
from evenhand.simulate.engine.options import pack_options
from evenhand.simulate.runs.columns import Columns
from evenhand.simulate.runs.plan import HIGHEST_SEED
from evenhand.simulate.runs.stacked_decks import begin_stacked
from evenhand.simulate.runs.stepping import HIDDEN, Batch, Choice, Seen, Stepping, Table

__all__ = [
    "HIDDEN", "Batch", "Choice", "Columns", "Seen", "Stepping", "Table", "deal", "set_table",
]  # fmt: skip


def set_table(
    game: str | Path,
    decks: Sequence[str | Path] = (),
    *,
    mode: str = "",
    options: Mapping[str, int | str] | None = None,
    cards: str | Path | None = None,
    players: int | None = None,
) -> Table:
    """Load what a game needs that is stepped from Python.

    Parameters
    ----------
    game : str or Path
        A game's name, as ``evenhand games`` lists them, or the path of a designer's folder or its
        ``balance.toml``. What the file says holds where nothing is given here.
    decks : sequence of str or Path
        One for each seat: names of sample decks or of the folder's, or deck files; in sealed modes
        products. The first of the folder or of the samples if empty.
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
    asked = ask(
        game=game, decks=decks, mode=mode, options=options or {}, cards=cards, players=players
    )
    resolved = resolve_request(asked)
    request, played, files = resolved.request, resolved.game, resolved.files
    pool = resolved.load_pool()
    n = request.players or len(decks) or played.seats[0]
    named = files if decks else [files[i % len(files)] for i in range(n)]
    fewest, most = played.seats
    if len(named) != n or not fewest <= n <= most:
        message = f"{played.title} is for {played.players} players with a deck each"
        raise UsageError(f"{message}, found {len(named)} decks for {n} players")
    loaded = tuple(resolved.load_entrant(pool, file) for file in named)
    packed = pack_options(played.options, resolved.options)
    return Table(played, pool, loaded, played.pack_pool(pool), packed)


def deal(
    game: str | Path,
    decks: Sequence[str | Path] = (),
    *,
    seed: int = 1,
    on_top: Sequence[Sequence[str]] = (),
    mode: str = "",
    options: Mapping[str, int | str] | None = None,
    cards: str | Path | None = None,
    players: int | None = None,
) -> Stepping:
    """Deal a game that can be stepped.

    Parameters
    ----------
    game, decks
        As in `set_table`.
    seed : int
        The same seed deals the same game, 0 to 2**63 - 1.
    on_top : sequence of sequences of str
        Names of cards for each seat, the top card first, that lie on its deck when that was
        shuffled for the first time, before anything is drawn; all else falls by the seed.
        By the seed alone if empty.
    mode, options, cards, players
        As in `set_table`.

    Raises
    ------
    UsageError
        If a name or number is wrong, or a deck has not these cards.
    InputError
        If a file's content is wrong.
    """
    if not 0 <= seed <= HIGHEST_SEED:
        raise UsageError(f"seed: expected 0 to 2**63 - 1, found {seed}")
    table = set_table(game, decks, mode=mode, options=options, cards=cards, players=players)
    batch = Batch(table, 1)
    if len(on_top):
        begin_stacked(batch, seed, on_top)
    else:
        batch.begin([seed])
    return Stepping(batch)
