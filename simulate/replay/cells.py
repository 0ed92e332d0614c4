"""Games behind one number: of a matchup, a deck, a card, an ending or the first player.

Three of them tell it: a typical one, the closest, and the most telling.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.decks.records import NOTHING
from evenhand.simulate.engine.state import ENDLESS, ENGINE_ERROR
from evenhand.simulate.runs.stored import StoredRun

__all__ = ["KINDS", "Cell", "games_of", "list_cells", "rank_games"]

BROKEN = (ENGINE_ERROR, ENDLESS)
COLUMNS = (
    "matchup", "pair", "rotation", "first", "winner", "end_reason", "turns", "decisions",
    "lead_changes", "comeback",
)  # fmt: skip
SEAT_COLUMNS = ("deck", "opening", "drawn", "tutored")


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


def games_of(run: StoredRun, cell: Cell) -> pl.LazyFrame:
    """Return the games of a cell, with ``for_it`` and ``early``.

    ``for_it`` says whether a game went as most of them do: won by the better side, by the deck
    if it wins its share, by the deck with the card; lost by that one if the card does harm.
    ``early`` says whether the card was in its opening hand.

    Raises
    ------
    UsageError
        If the run has no such matchup, deck, card or ending.
    """
    seats = range(run.n_seats)
    columns = [*COLUMNS, *(f"{name}_{seat}" for name in SEAT_COLUMNS for seat in seats)]
    games = run.games.select(columns).with_columns(early=pl.lit(False))
    return FINDERS[cell.what](run, games, cell)


def of_matchup(run: StoredRun, games: pl.LazyFrame, cell: Cell) -> pl.LazyFrame:
    """Find the games of decks that meet."""
    decks = [row_of_deck(run, name) for name in cell.names]
    wanted = sorted(decks)
    rows = [row for row, one in enumerate(run.info["matchups"])
            if sorted(deck_rows(run, one)) == wanted]  # fmt: skip
    if not rows:
        told = " vs ".join(cell.names)
        raise UsageError(f"the decks never met so: {told}", f"say it as {first_matchup(run)}")
    met = games.filter(pl.col("matchup").is_in(rows))
    return met.with_columns(for_it=won_by(run, decks[0])).pipe(as_most_go)


def of_deck(run: StoredRun, games: pl.LazyFrame, cell: Cell) -> pl.LazyFrame:
    """Find the games of a deck, those against itself left out if there are others."""
    deck = row_of_deck(run, cell.names[0])
    with_it = pl.sum_horizontal(*(is_deck(seat, deck) for seat in range(run.n_seats)))
    own = games.filter(with_it > 0).with_columns(n_held=with_it)
    others = own.filter(pl.col("n_held") < run.n_seats)
    return others.with_columns(for_it=won_by(run, deck)).pipe(as_most_go)


def of_card(run: StoredRun, games: pl.LazyFrame, cell: Cell) -> pl.LazyFrame:
    """Find the games in which a card was in hand."""
    card, *only = cell.names
    masks = card_masks(run, card, [row_of_deck(run, one) for one in only])
    seats = range(run.n_seats)

    def holds(seat: int, *columns: str) -> pl.Expr:
        cards = pl.lit(0, pl.Int64)
        for column in columns:
            cards = cards | pl.col(f"{column}_{seat}")
        mask = (
            pl.col(f"deck_{seat}")
            .cast(pl.Int64)
            .replace_strict(masks, default=0, return_dtype=pl.Int64)
        )
        return (cards & mask) != 0

    seen = {seat: holds(seat, "opening", "drawn", "tutored") for seat in seats}
    early = {seat: holds(seat, "opening") for seat in seats}
    is_decided = pl.col("winner") != NOTHING
    wins = {seat: pl.col("winner") == seat for seat in seats}
    is_meant = {seat: is_decided & ~wins[seat] if cell.does_harm else wins[seat] for seat in seats}
    return games.filter(pl.any_horizontal(*seen.values())).with_columns(
        for_it=pl.any_horizontal(*(seen[seat] & is_meant[seat] for seat in seats)),
        early=pl.any_horizontal(*(early[seat] & is_meant[seat] for seat in seats)),
    )


def of_ending(run: StoredRun, games: pl.LazyFrame, cell: Cell) -> pl.LazyFrame:
    """Find the games that ended in a way."""
    reasons, texts = run.info["end_reasons"], run.info["end_reasons_text"]
    named = {**{text: key for key, text in texts.items()}, **{key: key for key in reasons}}
    found = named.get(cell.names[0])
    if found is None:
        hint = did_you_mean(cell.names[0], named) or f"one of {', '.join(reasons)}"
        raise UsageError(f"there is no ending '{cell.names[0]}'", hint)
    return games.filter(pl.col("end_reason") == reasons[found]).with_columns(for_it=pl.lit(True))


def of_first(run: StoredRun, games: pl.LazyFrame, cell: Cell) -> pl.LazyFrame:
    """Take all games; the one who goes first wins, or does not, as in most of them."""
    return games.with_columns(for_it=pl.col("winner") == pl.col("first")).pipe(as_most_go)


FINDERS: Mapping[str, Callable[[StoredRun, pl.LazyFrame, Cell], pl.LazyFrame]] = {
    "matchup": of_matchup, "deck": of_deck, "card": of_card, "ending": of_ending,
    "first": of_first,
}  # fmt: skip


def as_most_go(games: pl.LazyFrame) -> pl.LazyFrame:
    """Turn ``for_it`` round where fewer than half of the decided games are."""
    is_decided = pl.col("winner") != NOTHING
    most = pl.col("for_it").filter(is_decided).mean().fill_null(0.5) >= 0.5
    return games.with_columns(for_it=is_decided & (pl.col("for_it") == most))


def is_deck(seat: int, deck: int) -> pl.Expr:
    """Say whether a seat holds a deck."""
    return pl.col(f"deck_{seat}") == deck


def won_by(run: StoredRun, deck: int) -> pl.Expr:
    """Say whether a deck won."""
    return pl.any_horizontal(
        *(is_deck(seat, deck) & (pl.col("winner") == seat) for seat in range(run.n_seats))
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


def card_masks(run: StoredRun, card: str, only: Sequence[int]) -> dict[int, int]:
    """Return the set of slots that hold a card, by deck."""
    lists = {row: deck.get("cards", []) for row, deck in enumerate(run.info["decks"])}
    if not any(lists.values()):
        raise UsageError("the run's decks vary from game to game, so no card is at one place")
    key = card.casefold()
    masks = {
        row: sum(1 << slot for slot, name in enumerate(cards) if name.casefold() == key)
        for row, cards in lists.items()
        if not only or row in only
    }
    found = {row: mask for row, mask in masks.items() if mask}
    if not found:
        known = sorted({name for row in masks for name in lists[row]})
        which = " or ".join(run.info["decks"][row]["name"] for row in only)
        holder = f"deck {which}" if only else "deck of the run"
        raise UsageError(f"no {holder} holds a card '{card}'", did_you_mean(card, known))
    return found


def typical(games: pl.LazyFrame) -> pl.LazyFrame:
    """Order games won as most are by how near the middle they are, in length and swing."""

    def distance(name: str) -> pl.Expr:
        off = (pl.col(name) - pl.col(name).median()).abs()
        return off / pl.max_horizontal(off.median(), 1)

    far = distance("turns") + distance("lead_changes") + distance("comeback")
    return games.filter("for_it").with_columns(far=far).sort("far", maintain_order=True)


def closest(games: pl.LazyFrame) -> pl.LazyFrame:
    """Order decided games by changes of the lead, then by how far the winner was behind."""
    decided = games.filter(pl.col("winner") != NOTHING)
    by = ["lead_changes", "comeback", "turns"]
    return decided.sort(by, descending=True, maintain_order=True)


def telling(games: pl.LazyFrame) -> pl.LazyFrame:
    """Order games won as most are by how plainly: the card early, no swing, a quick end."""
    by = ["early", "lead_changes", "comeback", "turns"]
    return games.filter("for_it").sort(
        by, descending=[True, False, False, False], maintain_order=True
    )


KINDS: Mapping[str, Callable[[pl.LazyFrame], pl.LazyFrame]] = {
    "typical": typical, "closest": closest, "telling": telling,
}  # fmt: skip


def rank_games(games: pl.LazyFrame, kind: str) -> pl.LazyFrame:
    """Order the games of a cell by how well they are of a kind, best first.

    Games that were broken off are left out, unless there are no others.
    """
    whole = games.with_columns(is_broken=pl.col("end_reason").is_in(BROKEN))
    kept = whole.filter(~pl.col("is_broken") | pl.col("is_broken").all())
    return KINDS[kind](kept)


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
