"""Select the games behind one number: of a matchup, a deck, a card, an ending or going first.

Games are ranked by how typical, how close and how telling they are.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.decks.records import NOTHING
from evenhand.simulate.engine.state import ENDLESS, ENGINE_ERROR
from evenhand.simulate.runs.stored import StoredRun

__all__ = ["KINDS", "ORDER", "Cell", "list_cells", "rank_games", "select_games", "sort_games"]

BROKEN = (ENGINE_ERROR, ENDLESS)
ORDER = ("matchup", "pair", "rotation")
COLUMNS = (
    *ORDER, "first", "winner", "end_reason", "turns", "decisions",
    "lead_changes", "comeback",
)  # fmt: skip

Cells = Sequence["Cell"]


@dataclass(frozen=True)
class Cell:
    """A number of the report, which determines a set of games.

    Attributes
    ----------
    what : str
        "matchup", "deck", "card", "ending" or "first".
    names : tuple of str
        Names of its decks; of the deck; of the card and optionally a deck; of the ending.
    does_harm : bool
        Whether it is a card that makes its decks worse.
    """

    what: str
    names: tuple[str, ...] = ()
    does_harm: bool = field(default=False, compare=False)


def select_games(run: StoredRun, *cells: Cell) -> pl.LazyFrame:
    """Return the games of cells, with the columns ``cell``, ``for_it`` and ``early``.

    All cells must be of the same kind. ``cell`` is the position of the cell in the arguments; a
    game occurs once for each of its cells. ``for_it`` is whether a game ended like most of the
    cell's games: won by the better side, by the deck if it wins its share, by the deck with the
    card; lost by that deck if the card does harm. ``early`` is whether the card was in the
    opening hand.

    Raises
    ------
    UsageError
        If the run has no such matchup, deck, card or ending.
    """
    seats = range(run.n_seats)
    games = run.games.with_columns(early=pl.lit(False))
    columns = (*COLUMNS, *(f"deck_{seat}" for seat in seats), "cell", "for_it", "early")
    return SELECTORS[cells[0].what](run, games, cells).select(columns).sort("cell", *ORDER)


def select_by_matchup(run: StoredRun, games: pl.LazyFrame, cells: Cells) -> pl.LazyFrame:
    """Select the games of matchups."""
    rows_of: dict[tuple[int, ...], list[int]] = {}
    for row, matchup in enumerate(run.info["matchups"]):
        rows_of.setdefault(tuple(sorted(list_deck_rows(run, matchup))), []).append(row)
    asked = []
    for place, cell in enumerate(cells):
        decks = [find_deck_row(run, name) for name in cell.names]
        rows = rows_of.get(tuple(sorted(decks)), [])
        if not rows:
            names = " vs ".join(cell.names)
            raise UsageError(
                f"the decks never met so: {names}", f"say it as {format_first_matchup(run)}"
            )
        asked += [(row, place, decks[0]) for row in rows]
    met = join_rows(games, "matchup", asked, ["cell", "asked_deck"])
    return met.with_columns(for_it=is_won_by_asked(run)).pipe(set_majority)


def select_by_deck(run: StoredRun, games: pl.LazyFrame, cells: Cells) -> pl.LazyFrame:
    """Select the games of decks, without those in which all seats have the deck."""
    decks = [(find_deck_row(run, cell.names[0]), place) for place, cell in enumerate(cells)]
    with_it = pl.sum_horizontal(*(is_asked(seat) for seat in range(run.n_seats)))
    by_seat = [
        join_rows(games, f"deck_{seat}", decks, ["cell"])
        .with_columns(asked_deck=pl.col(f"deck_{seat}"))
        .filter(~pl.any_horizontal(pl.lit(False), *(is_asked(before) for before in range(seat))))
        for seat in range(run.n_seats)
    ]
    others = pl.concat(by_seat).filter(with_it < run.n_seats)
    return others.with_columns(for_it=is_won_by_asked(run)).pipe(set_majority)


def select_by_card(run: StoredRun, games: pl.LazyFrame, cells: Cells) -> pl.LazyFrame:
    """Select the games in which cards were in hand."""
    held, slots_of = [], list_slots(run)
    for place, cell in enumerate(cells):
        card, *decks = cell.names
        only = {find_deck_row(run, deck) for deck in decks}
        slots = slots_of.get(card.casefold(), {})
        own = [(deck, place, slots[deck], cell.does_harm)
               for deck in sorted(slots.keys() & only if only else slots)]  # fmt: skip
        if not own:
            raise make_card_error(run, card, only)
        held += own
    seats = range(run.n_seats)
    kept = [*COLUMNS, *(f"deck_{seat}" for seat in seats)]
    selected = pl.concat([select_in_hand(seat, games, kept, held) for seat in seats])
    same = pl.col(*(name for name in kept if name not in ORDER)).first()
    return selected.group_by("cell", *ORDER).agg(same, pl.col("for_it", "early").any())


def select_in_hand(
    seat: int,
    games: pl.LazyFrame,
    kept: Sequence[str],
    held: Sequence[tuple[int, int, int, bool]],
) -> pl.LazyFrame:
    """Select the games in which a seat had cards in hand.

    ``held`` lists (row of the deck, cell, set of slots, does harm).
    """
    opening, drawn, tutored = (pl.col(f"{name}_{seat}") for name in ("opening", "drawn", "tutored"))
    # The join repeats each game for each card of a deck, so only the needed columns are kept.
    hands = games.select(*kept, opening=opening, seen=opening | drawn | tutored)
    paired = join_rows(hands, f"deck_{seat}", held, ["cell", "slots", "does_harm"])
    is_decided, wins = pl.col("winner") != NOTHING, pl.col("winner") == seat
    is_meant = pl.when("does_harm").then(is_decided & ~wins).otherwise(wins)
    was_early = (pl.col("opening") & pl.col("slots")) != 0
    return paired.filter((pl.col("seen") & pl.col("slots")) != 0).select(
        *kept, "cell", for_it=is_meant, early=is_meant & was_early
    )


def select_by_ending(run: StoredRun, games: pl.LazyFrame, cells: Cells) -> pl.LazyFrame:
    """Select the games with given endings."""
    reasons, texts = run.info["end_reasons"], run.info["end_reasons_text"]
    named = {**{text: key for key, text in texts.items()}, **{key: key for key in reasons}}
    asked = []
    for place, cell in enumerate(cells):
        reason = named.get(cell.names[0])
        if reason is None:
            hint = did_you_mean(cell.names[0], named) or f"one of {', '.join(reasons)}"
            raise UsageError(f"there is no ending '{cell.names[0]}'", hint)
        asked.append((reasons[reason], place))
    return join_rows(games, "end_reason", asked, ["cell"]).with_columns(for_it=pl.lit(True))


def select_all(run: StoredRun, games: pl.LazyFrame, cells: Cells) -> pl.LazyFrame:
    """Select all games; ``for_it`` is whether the first player wins, or loses, as in most."""
    goes_first = pl.col("winner") == pl.col("first")
    return games.with_columns(cell=pl.lit(0, pl.Int64), for_it=goes_first).pipe(set_majority)


SELECTORS: Mapping[str, Callable[[StoredRun, pl.LazyFrame, Cells], pl.LazyFrame]] = {
    "matchup": select_by_matchup, "deck": select_by_deck, "card": select_by_card,
    "ending": select_by_ending, "first": select_all,
}  # fmt: skip


def join_rows(
    games: pl.LazyFrame, column: str, rows: Sequence[tuple[Any, ...]], names: Sequence[str]
) -> pl.LazyFrame:
    """Join games with rows by their first value; the other values become named columns."""
    kind = games.collect_schema()[column]
    asked = pl.LazyFrame(rows, [column, *names], orient="row").with_columns(
        pl.col(column).cast(kind)
    )
    return games.join(asked, on=column)


def set_majority(games: pl.LazyFrame) -> pl.LazyFrame:
    """Invert ``for_it`` in cells in which it is True for less than half of the decided games."""
    is_decided = pl.col("winner") != NOTHING
    most = pl.col("for_it").filter(is_decided).mean().fill_null(0.5).over("cell") >= 0.5
    return games.with_columns(for_it=is_decided & (pl.col("for_it") == most))


def is_asked(seat: int) -> pl.Expr:
    """Return an expression: whether a seat has the deck of its cell."""
    return pl.col(f"deck_{seat}") == pl.col("asked_deck")


def is_won_by_asked(run: StoredRun) -> pl.Expr:
    """Return an expression: whether the deck of the cell won."""
    return pl.any_horizontal(
        *(is_asked(seat) & (pl.col("winner") == seat) for seat in range(run.n_seats))
    )


def find_deck_row(run: StoredRun, name: str) -> int:
    """Return the row of a deck by its name or its display name."""
    decks = run.info["decks"]
    for row, deck in enumerate(decks):
        if name in (deck["name"], deck.get("display_name")):
            return row
    known = [deck["name"] for deck in decks]
    hint = did_you_mean(name, known) or f"the decks are {', '.join(known)}"
    raise UsageError(f"the run has no deck '{name}'", hint)


def list_deck_rows(run: StoredRun, matchup: Mapping[str, Any]) -> list[int]:
    """Return the rows of a matchup's decks."""
    return [find_deck_row(run, deck) if isinstance(deck, str) else int(deck)
            for deck in matchup["decks"]]  # fmt: skip


def format_first_matchup(run: StoredRun) -> str:
    """Format the run's first matchup, as an example for users."""
    decks = list_deck_rows(run, run.info["matchups"][0])
    return '"' + " vs ".join(run.info["decks"][row]["name"] for row in decks) + '"'


def list_slots(run: StoredRun) -> dict[str, dict[int, int]]:
    """Return the set of slots of each card, by its name in lower case and by deck."""
    slots: dict[str, dict[int, int]] = {}
    for row, deck in enumerate(run.info["decks"]):
        for slot, card in enumerate(deck.get("cards", [])):
            by_deck = slots.setdefault(card.casefold(), {})
            by_deck[row] = by_deck.get(row, 0) | 1 << slot
    return slots


def make_card_error(run: StoredRun, card: str, only: Collection[int]) -> UsageError:
    """Return an error that no deck, or none of the given ones, contains a card."""
    decks = [deck for row, deck in enumerate(run.info["decks"]) if not only or row in only]
    if not any(deck.get("cards") for deck in run.info["decks"]):
        return UsageError("the run's decks vary from game to game, so no card is at one place")
    known = sorted({name for deck in decks for name in deck.get("cards", [])})
    holder = f"deck {decks[0]['name']}" if only else "deck of the run"
    return UsageError(f"no {holder} holds a card '{card}'", did_you_mean(card, known))


def sort_typical(games: pl.LazyFrame) -> pl.LazyFrame:
    """Sort games that ended like most by distance from the median length and swing."""
    names = ("turns", "lead_changes", "comeback")
    off = [(pl.col(name) - pl.col(name).median().over("cell")).abs().alias(f"{name}_off")
           for name in names]  # fmt: skip
    turns, changes, comeback = (
        pl.col(f"{name}_off") / pl.max_horizontal(pl.col(f"{name}_off").median().over("cell"), 1)
        for name in names
    )
    far = games.filter("for_it").with_columns(off).with_columns(far=turns + changes + comeback)
    return sort_games(far, cell=False, far=False)


def sort_closest(games: pl.LazyFrame) -> pl.LazyFrame:
    """Sort decided games by changes of the lead, then by how far the winner was behind."""
    decided = games.filter(pl.col("winner") != NOTHING)
    return sort_games(decided, cell=False, lead_changes=True, comeback=True, turns=True)


def sort_telling(games: pl.LazyFrame) -> pl.LazyFrame:
    """Sort games that ended like most: card in the opening hand, little swing, few turns."""
    won = games.filter("for_it")
    return sort_games(won, cell=False, early=True, lead_changes=False, comeback=False, turns=False)


def sort_games(games: pl.LazyFrame, /, **most_first: bool) -> pl.LazyFrame:
    """Sort games by columns, and then by the order of the game table.

    The sort keys are complete, because `head` of a sorted polars frame may return any of the
    rows with equal keys.
    """
    descending = [*most_first.values(), *(False for _ in ORDER)]
    return games.sort([*most_first, *ORDER], descending=descending)


KINDS: Mapping[str, Callable[[pl.LazyFrame], pl.LazyFrame]] = {
    "typical": sort_typical, "closest": sort_closest, "telling": sort_telling,
}  # fmt: skip


def rank_games(games: pl.LazyFrame, kind: str) -> pl.LazyFrame:
    """Sort the games of each cell by a kind, best first.

    Games that ended with an engine error or an endless turn are dropped, unless all did.
    """
    is_broken = pl.col("end_reason").is_in(BROKEN)
    return KINDS[kind](games.filter(~is_broken | is_broken.all().over("cell")))


def list_cells(run: StoredRun) -> list[Cell]:
    """List the cells of a run's report that have links to games."""
    decks = [deck["name"] for deck in run.info["decks"]]
    held = [(name, card) for name, deck in zip(decks, run.info["decks"], strict=True)
            for card in sorted(set(deck.get("cards", [])))]  # fmt: skip
    cards = sorted({card for _, card in held})
    met = [tuple(decks[row] for row in list_deck_rows(run, one)) for one in run.info["matchups"]]
    return [
        Cell("first"),
        *(Cell("matchup", names) for names in met),
        *(Cell("deck", (name,)) for name in decks),
        *(Cell("ending", (name,)) for name in run.info["end_reasons"]),
        *(Cell("card", (card,)) for card in cards),
    ]
