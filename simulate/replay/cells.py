"""Games behind one number: of a matchup, a deck, a card, an ending or the first player.

Three of them tell it: a typical one, the closest, and the most telling.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.decks.records import NOTHING
from evenhand.simulate.engine.state import ENDLESS, ENGINE_ERROR
from evenhand.simulate.runs.stored import StoredRun

__all__ = ["KINDS", "ORDER", "Cell", "games_of", "list_cells", "put_in_order", "rank_games"]

BROKEN = (ENGINE_ERROR, ENDLESS)
ORDER = ("matchup", "pair", "rotation")
COLUMNS = (
    *ORDER, "first", "winner", "end_reason", "turns", "decisions",
    "lead_changes", "comeback",
)  # fmt: skip

Cells = Sequence["Cell"]


@dataclass(frozen=True)
class Cell:
    """Which games a number is about.

    Attributes
    ----------
    what : str
        "matchup", "deck", "card", "ending" or "first".
    names : tuple of str
        Of its decks; of the deck; of the card, and maybe of a deck; of the ending.
    does_harm : bool
        Whether it is a card that its decks would rather be without.
    """

    what: str
    names: tuple[str, ...] = ()
    does_harm: bool = field(default=False, compare=False)


def games_of(run: StoredRun, *cells: Cell) -> pl.LazyFrame:
    """Return the games of cells, with ``cell``, ``for_it`` and ``early``.

    ``cell`` is the place of the cell among those asked for, which are about one kind of thing;
    a game is there once for each cell that it is of. ``for_it`` says whether a game went as most
    of them do: won by the better side, by the deck if it wins its share, by the deck with the
    card; lost by that one if the card does harm. ``early`` says whether the card was in its
    opening hand.

    Raises
    ------
    UsageError
        If the run has no such matchup, deck, card or ending.
    """
    seats = range(run.n_seats)
    games = run.games.with_columns(early=pl.lit(False))
    told = (*COLUMNS, *(f"deck_{seat}" for seat in seats), "cell", "for_it", "early")
    return FINDERS[cells[0].what](run, games, cells).select(told).sort("cell", *ORDER)


def of_matchups(run: StoredRun, games: pl.LazyFrame, cells: Cells) -> pl.LazyFrame:
    """Find the games of decks that meet."""
    rows_of: dict[tuple[int, ...], list[int]] = {}
    for row, one in enumerate(run.info["matchups"]):
        rows_of.setdefault(tuple(sorted(deck_rows(run, one))), []).append(row)
    asked = []
    for place, cell in enumerate(cells):
        decks = [row_of_deck(run, name) for name in cell.names]
        rows = rows_of.get(tuple(sorted(decks)), [])
        if not rows:
            told = " vs ".join(cell.names)
            raise UsageError(f"the decks never met so: {told}", f"say it as {first_matchup(run)}")
        asked += [(row, place, decks[0]) for row in rows]
    met = pair_with(games, "matchup", asked, ["cell", "asked_deck"])
    return met.with_columns(for_it=won_by_asked(run)).pipe(as_most_go)


def of_decks(run: StoredRun, games: pl.LazyFrame, cells: Cells) -> pl.LazyFrame:
    """Find the games of decks, those against themselves left out if there are others."""
    decks = [(row_of_deck(run, cell.names[0]), place) for place, cell in enumerate(cells)]
    with_it = pl.sum_horizontal(*(is_asked(seat) for seat in range(run.n_seats)))
    found = [
        pair_with(games, f"deck_{seat}", decks, ["cell"])
        .with_columns(asked_deck=pl.col(f"deck_{seat}"))
        .filter(~pl.any_horizontal(pl.lit(False), *(is_asked(before) for before in range(seat))))
        for seat in range(run.n_seats)
    ]
    others = pl.concat(found).filter(with_it < run.n_seats)
    return others.with_columns(for_it=won_by_asked(run)).pipe(as_most_go)


def of_cards(run: StoredRun, games: pl.LazyFrame, cells: Cells) -> pl.LazyFrame:
    """Find the games in which cards were in hand."""
    held, slots_of = [], list_slots(run)
    for place, cell in enumerate(cells):
        card, *decks = cell.names
        only = {row_of_deck(run, one) for one in decks}
        slots = slots_of.get(card.casefold(), {})
        own = [(deck, place, slots[deck], cell.does_harm)
               for deck in sorted(slots.keys() & only if only else slots)]  # fmt: skip
        if not own:
            raise refuse_card(run, card, only)
        held += own
    seats = range(run.n_seats)
    kept = [*COLUMNS, *(f"deck_{seat}" for seat in seats)]
    found = pl.concat([in_hand_of(seat, games, kept, held) for seat in seats])
    same = pl.col(*(name for name in kept if name not in ORDER)).first()
    return found.group_by("cell", *ORDER).agg(same, pl.col("for_it", "early").any())


def in_hand_of(
    seat: int,
    games: pl.LazyFrame,
    kept: Sequence[str],
    held: Sequence[tuple[int, int, int, bool]],
) -> pl.LazyFrame:
    """Find the games in which a seat had cards in hand: rows of deck, cell, slots and harm."""
    opening, drawn, tutored = (pl.col(f"{name}_{seat}") for name in ("opening", "drawn", "tutored"))
    # Each game is there once for each card of a deck, so only what is asked for goes along.
    hands = games.select(*kept, opening=opening, seen=opening | drawn | tutored)
    paired = pair_with(hands, f"deck_{seat}", held, ["cell", "slots", "does_harm"])
    is_decided, wins = pl.col("winner") != NOTHING, pl.col("winner") == seat
    is_meant = pl.when("does_harm").then(is_decided & ~wins).otherwise(wins)
    was_early = (pl.col("opening") & pl.col("slots")) != 0
    return paired.filter((pl.col("seen") & pl.col("slots")) != 0).select(
        *kept, "cell", for_it=is_meant, early=is_meant & was_early
    )


def of_endings(run: StoredRun, games: pl.LazyFrame, cells: Cells) -> pl.LazyFrame:
    """Find the games that ended in some ways."""
    reasons, texts = run.info["end_reasons"], run.info["end_reasons_text"]
    named = {**{text: key for key, text in texts.items()}, **{key: key for key in reasons}}
    asked = []
    for place, cell in enumerate(cells):
        found = named.get(cell.names[0])
        if found is None:
            hint = did_you_mean(cell.names[0], named) or f"one of {', '.join(reasons)}"
            raise UsageError(f"there is no ending '{cell.names[0]}'", hint)
        asked.append((reasons[found], place))
    return pair_with(games, "end_reason", asked, ["cell"]).with_columns(for_it=pl.lit(True))


def of_first(run: StoredRun, games: pl.LazyFrame, cells: Cells) -> pl.LazyFrame:
    """Take all games; the one who goes first wins, or does not, as in most of them."""
    goes_first = pl.col("winner") == pl.col("first")
    return games.with_columns(cell=pl.lit(0, pl.Int64), for_it=goes_first).pipe(as_most_go)


FINDERS: Mapping[str, Callable[[StoredRun, pl.LazyFrame, Cells], pl.LazyFrame]] = {
    "matchup": of_matchups, "deck": of_decks, "card": of_cards, "ending": of_endings,
    "first": of_first,
}  # fmt: skip


def pair_with(
    games: pl.LazyFrame, column: str, rows: Sequence[tuple[Any, ...]], names: Sequence[str]
) -> pl.LazyFrame:
    """Pair games with the rows whose first value is in a column of theirs; the rest is named."""
    kind = games.collect_schema()[column]
    asked = pl.LazyFrame(rows, [column, *names], orient="row").with_columns(
        pl.col(column).cast(kind)
    )
    return games.join(asked, on=column)


def as_most_go(games: pl.LazyFrame) -> pl.LazyFrame:
    """Turn ``for_it`` round where fewer than half of the decided games of a cell are."""
    is_decided = pl.col("winner") != NOTHING
    most = pl.col("for_it").filter(is_decided).mean().fill_null(0.5).over("cell") >= 0.5
    return games.with_columns(for_it=is_decided & (pl.col("for_it") == most))


def is_asked(seat: int) -> pl.Expr:
    """Say whether a seat holds the deck that its cell is about."""
    return pl.col(f"deck_{seat}") == pl.col("asked_deck")


def won_by_asked(run: StoredRun) -> pl.Expr:
    """Say whether the deck that a cell is about won."""
    return pl.any_horizontal(
        *(is_asked(seat) & (pl.col("winner") == seat) for seat in range(run.n_seats))
    )


def row_of_deck(run: StoredRun, name: str) -> int:
    """Return the row of a deck by its name, or by what people call it."""
    decks = run.info["decks"]
    for row, deck in enumerate(decks):
        if name in (deck["name"], deck.get("display_name")):
            return row
    known = [deck["name"] for deck in decks]
    hint = did_you_mean(name, known) or f"the decks are {', '.join(known)}"
    raise UsageError(f"the run has no deck '{name}'", hint)


def deck_rows(run: StoredRun, matchup: Mapping[str, Any]) -> list[int]:
    """Return the rows of a matchup's decks."""
    return [row_of_deck(run, one) if isinstance(one, str) else int(one)
            for one in matchup["decks"]]  # fmt: skip


def first_matchup(run: StoredRun) -> str:
    """Name the run's first matchup as it is asked for."""
    decks = deck_rows(run, run.info["matchups"][0])
    return '"' + " vs ".join(run.info["decks"][row]["name"] for row in decks) + '"'


def list_slots(run: StoredRun) -> dict[str, dict[int, int]]:
    """Return the sets of slots that hold each card, by its name in small letters and by deck."""
    slots: dict[str, dict[int, int]] = {}
    for deck, one in enumerate(run.info["decks"]):
        for slot, card in enumerate(one.get("cards", [])):
            own = slots.setdefault(card.casefold(), {})
            own[deck] = own.get(deck, 0) | 1 << slot
    return slots


def refuse_card(run: StoredRun, card: str, only: Collection[int]) -> UsageError:
    """Say that no deck, or none of some, holds a card."""
    decks = [deck for row, deck in enumerate(run.info["decks"]) if not only or row in only]
    if not any(deck.get("cards") for deck in run.info["decks"]):
        return UsageError("the run's decks vary from game to game, so no card is at one place")
    known = sorted({name for deck in decks for name in deck.get("cards", [])})
    holder = f"deck {decks[0]['name']}" if only else "deck of the run"
    return UsageError(f"no {holder} holds a card '{card}'", did_you_mean(card, known))


def typical(games: pl.LazyFrame) -> pl.LazyFrame:
    """Order games won as most are by how near the middle they are, in length and swing."""
    names = ("turns", "lead_changes", "comeback")
    off = [(pl.col(name) - pl.col(name).median().over("cell")).abs().alias(f"{name}_off")
           for name in names]  # fmt: skip
    turns, changes, comeback = (
        pl.col(f"{name}_off") / pl.max_horizontal(pl.col(f"{name}_off").median().over("cell"), 1)
        for name in names
    )
    far = games.filter("for_it").with_columns(off).with_columns(far=turns + changes + comeback)
    return put_in_order(far, cell=False, far=False)


def closest(games: pl.LazyFrame) -> pl.LazyFrame:
    """Order decided games by changes of the lead, then by how far the winner was behind."""
    decided = games.filter(pl.col("winner") != NOTHING)
    return put_in_order(decided, cell=False, lead_changes=True, comeback=True, turns=True)


def telling(games: pl.LazyFrame) -> pl.LazyFrame:
    """Order games won as most are by how plainly: the card early, no swing, a quick end."""
    won = games.filter("for_it")
    return put_in_order(
        won, cell=False, early=True, lead_changes=False, comeback=False, turns=False
    )


def put_in_order(games: pl.LazyFrame, /, **most_first: bool) -> pl.LazyFrame:
    """Sort games by columns; those that are alike stay in the order of the game table.

    The order is said in full: of sorted rows whose first few are asked for, polars keeps any of
    those that are alike.
    """
    descending = [*most_first.values(), *(False for _ in ORDER)]
    return games.sort([*most_first, *ORDER], descending=descending)


KINDS: Mapping[str, Callable[[pl.LazyFrame], pl.LazyFrame]] = {
    "typical": typical, "closest": closest, "telling": telling,
}  # fmt: skip


def rank_games(games: pl.LazyFrame, kind: str) -> pl.LazyFrame:
    """Order the games of each cell by how well they are of a kind, best first.

    Games that were broken off are left out, unless there are no others.
    """
    is_broken = pl.col("end_reason").is_in(BROKEN)
    return KINDS[kind](games.filter(~is_broken | is_broken.all().over("cell")))


def list_cells(run: StoredRun) -> list[Cell]:
    """List the cells of a run's report that lead to games."""
    decks = [deck["name"] for deck in run.info["decks"]]
    held = [(name, card) for name, deck in zip(decks, run.info["decks"], strict=True)
            for card in sorted(set(deck.get("cards", [])))]  # fmt: skip
    cards = sorted({card for _, card in held})
    met = [tuple(decks[row] for row in deck_rows(run, one)) for one in run.info["matchups"]]
    return [
        Cell("first"),
        *(Cell("matchup", names) for names in met),
        *(Cell("deck", (name,)) for name in decks),
        *(Cell("ending", (name,)) for name in run.info["end_reasons"]),
        *(Cell("card", (card,)) for card in cards),
    ]
