"""Truths planted in real games: decks in a circle, games decided early, cards nobody can play.

Decks in a circle are one sample deck in three colours, whose cards beat those of the next colour.
They are as good as each other by symmetry, so that averages are even and matchups are not. Without
what makes a colour beat another, nothing tells the decks apart. But then they would be dealt the
same cards, for slots are sorted by name among cards alike: so each colour has names in another
order, and what is left is chance.
"""

import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from evenhand.decks.deck_list import sample_decks
from evenhand.simulate.registry import load_game

__all__ = [
    "ALIKE", "CIRCLES", "EARLY", "OUT_OF_REACH", "Cell", "edit_cards", "plant_alike",
    "plant_circle",
]  # fmt: skip


class Cell(NamedTuple):
    """A cell of a game's sample cards, and what it is to hold."""

    card: str
    column: str
    value: str


def edit_cards(game: str, folder: Path, *cells: Cell) -> Path:
    """Write a game's sample cards into a folder, with other values in some cells."""
    sheet = read_cards(game)
    for card, column, value in cells:
        assert (sheet["name"] == card).sum() == 1, card
        sheet.loc[sheet["name"] == card, column] = value
    sheet.to_csv(folder / "cards.csv", index=False)
    return folder / "cards.csv"


def read_cards(game: str) -> pd.DataFrame:
    """Read a game's sample cards, all of them as text."""
    path = load_game(game).schema.sample_path("cards.csv")
    return pd.read_csv(path, dtype=str, keep_default_na=False)


# Decks in a circle


class Circle(NamedTuple):
    """A sample deck in three colours.

    Attributes
    ----------
    deck : str
        The sample deck.
    colours : tuple of str
        Each beats the next, and the last one the first.
    paint : callable
        ``paint(cards, own, next)`` gives the deck's cards a colour; with None as the next, one
        that beats none.
    """

    deck: str
    colours: tuple[str, str, str]
    paint: Callable[[pd.DataFrame, str, str | None], pd.DataFrame]


def paint_attributes(cards: pd.DataFrame, own: str, beaten: str | None) -> pd.DataFrame:
    """Give all units an attribute, and the first two of them by name the advantage over another."""
    is_unit = cards["type"] == "Unit"
    is_strong = cards["name"].isin(cards["name"][is_unit].sort_values()[:2])
    advantage = cards["advantage"].mask(is_unit, "").mask(is_strong, beaten or "")
    return cards.assign(attribute=cards["attribute"].mask(is_unit, own), advantage=advantage)


def paint_tribes(cards: pd.DataFrame, own: str, beaten: str | None) -> pd.DataFrame:
    """Give all cards a tribe, and all divas an ability that weakens another tribe opposite."""
    texts = cards["abilities"].str.replace("Amazon", own)
    if beaten:
        weakens = f" Always: the {beaten} enemy diva opposite gets -1 strength."
        texts = (texts + weakens).str.strip().where(cards["type"] == "Diva", texts)
    return cards.assign(tribe=own, abilities=texts)


CIRCLES = {
    "divine_cross": Circle("cinder_rush", ("Red", "Green", "Blue"), paint_attributes),
    "starcrossed": Circle("amazon_phalanx", ("Amazon", "Automata", "Reverie"), paint_tribes),
}


def plant_circle(game: str, folder: Path, *, is_even: bool = False) -> dict[str, Any]:
    """Write cards and decks in a circle, or decks that are all alike; gives what `play` takes."""
    deck, colours, paint = CIRCLES[game]
    lines = sample_decks(load_game(game).schema)[deck].read_text(encoding="utf-8").splitlines()
    sheet = read_cards(game)
    counts = [line.partition(" ") for line in lines]
    own = sheet[sheet["name"].isin([name for _, _, name in counts])]
    sheets, decks = [], []
    for colour, beaten in zip(colours, colours[1:] + colours[:1], strict=True):
        named = {name: rename(name, colour) for name in own["name"]}
        cards = paint(own, colour, None if is_even else beaten).replace(named)
        for name, new in named.items():
            cards["abilities"] = cards["abilities"].str.replace(f'"{name}"', f'"{new}"')
        sheets.append(cards.assign(number=cards["number"] + colour))
        decks.append(folder / f"{colour.lower()}.txt")
        painted = [f"{count}{space}{named.get(name, name)}" for count, space, name in counts]
        decks[-1].write_text("\n".join(painted), encoding="utf-8")
    pd.concat(sheets).to_csv(folder / "cards.csv", index=False)
    return {"game": game, "cards": folder / "cards.csv", "decks": decks}


def rename(name: str, colour: str) -> str:
    """Name a card of a colour, so that each colour's cards are in another order by name."""
    return f"{colour}{zlib.crc32(f'{colour} {name}'.encode()) % 1000:03} {name}"


# Games decided early


EARLY: dict[str, dict[str, int | str]] = {
    # Nobody draws, so that whoever has the better hand is ahead once it is on the table.
    "divinity": {"opening_hand": 2, "draws_per_turn": 0, "draws_empty_hand": 0},
    "starcrossed": {
        "opening_hand": 5, "draws_per_turn": 0, "extra_draws": 0, "turn_cap": 30,
        "turn_cap_result": "life",
    },
}  # fmt: skip


# Cards


class OutOfReach(NamedTuple):
    """A card that nobody can play: it costs too much, or its condition is never met."""

    cell: Cell
    decks: tuple[str, str]


OUT_OF_REACH = {
    "divine_cross": OutOfReach(
        Cell(
            "Whet the Edge",
            "abilities",
            "Play, if there are at least 5 own standby units: draw 1 card.",
        ),
        ("cinder_rush", "tidal_raiders"),
    ),
    "starcrossed": OutOfReach(
        Cell("Spear Thrust", "cost", "20"), ("amazon_phalanx", "burning_spears")
    ),
}
COPIES = 5  # of each card in a deck of cards that are all alike


class Alike(NamedTuple):
    """A card that a deck is made of, under many names; its heading there, and what allows it."""

    card: str
    n_names: int
    heading: str
    cells: dict[str, str]
    options: dict[str, int]


ALIKE = {
    "divinity": Alike("Sif", 11, "Deities", {}, {"copy_limit": COPIES}),
    "starcrossed": Alike("Spear Novice", 10, "Divas", {"uniqueness": str(COPIES)}, {}),
}


def plant_alike(game: str, folder: Path) -> dict[str, Any]:
    """Write two decks of the same card under many names; gives what `play` takes."""
    name, n_names, heading, cells, options = ALIKE[game]
    sheet = read_cards(game)
    cards = pd.concat([sheet[sheet["name"] == name]] * n_names, ignore_index=True)
    names = [f"{name} {chr(ord('A') + number)}" for number in range(n_names)]
    cards.assign(name=names, number=names, **cells).to_csv(folder / "cards.csv", index=False)
    lines = [f"{heading}:", *(f"{COPIES} {one}" for one in names)]
    decks = [folder / "one.txt", folder / "other.txt"]
    for deck in decks:
        deck.write_text("\n".join(lines), encoding="utf-8")
    return {"game": game, "cards": folder / "cards.csv", "decks": decks, "options": options}
