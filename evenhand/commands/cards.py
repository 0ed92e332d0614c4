"""The commands about a designer's files: `cards` and `deck`."""

from collections.abc import Sequence
from textwrap import fill, indent
from typing import Any

import typer

from evenhand.decks.deck_list import Deck
from evenhand.decks.language import sentence
from evenhand.decks.pool import Card, CardPool, load_pool
from evenhand.decks.problems import InputError, Problem, UsageError
from evenhand.decks.product import Product
from evenhand.inputs.names import entrant_files, load_entrant
from evenhand.inputs.request import Request, filled, find_place, mode_of, read_settings
from evenhand.simulate.engine.options import note_old_options, option_values
from evenhand.terminal import NO_LIMIT, console, lines_of, note, plain_table, print_json

__all__ = ["cards_command", "deck_command"]

BAD_INPUT = 3  # exit code, as in `evenhand.__main__`
INDENT = "    "
NOT_COLUMNS = ("name", "abilities", "text", "line")


def cards_command(name: str, file: str | None, wanted: str, is_json: bool) -> None:
    """List a pool's cards; a file of the user's own is checked and summed up."""
    place = find_place(name)
    game = place.game
    own = place.folder.cards if place.folder else None
    pool = load_pool(game.schema, file or own)
    rows = [card_row(pool, card) for card in pool.cards]
    found = [row for row in rows if is_in(wanted, row)]
    if is_json:
        print_json({"game": game.name, "file": pool.file, "notes": pool.notes, "cards": found})
        return
    for text in pool.notes:
        note(text)
    if file is None or wanted:
        print_cards(pool, found)
        print(f"\n{len(found)} of {len(rows)} cards")
    else:
        print(f"{file}: {len(rows)} cards, no problems")


def card_row(pool: CardPool, card: Card) -> dict[str, Any]:
    """Return a card's filled columns, and its abilities as the language prints them."""
    fields = type(card).model_fields
    filled = [name for name in fields if name in card.model_fields_set and name not in NOT_COLUMNS]
    row = {"name": card.name, **{name: card.cell(name) for name in filled}}
    return {**row, "abilities": sentence(card.abilities, pool.schema.vocabulary)}


def is_in(wanted: str, row: dict[str, Any]) -> bool:
    """Return whether some cell of a row holds a text."""
    return any(wanted.casefold() in str(value).casefold() for value in row.values())


def print_cards(pool: CardPool, rows: Sequence[dict[str, Any]]) -> None:
    """Print cards, each with its abilities in a line below.

    Columns that only name things, such as a card's number, stay out.
    """
    fields = pool.schema.card_model.model_fields
    shown = [
        name
        for name, info in fields.items()
        if name not in NOT_COLUMNS and info.annotation is not str and any(name in r for r in rows)
    ]
    numbers = tuple(name for name in shown if any(isinstance(r.get(name), int) for r in rows))
    table = plain_table("name", *shown, right=numbers)
    for column in table.columns:
        column.header = str(column.header).replace("_", "\n")
    for row in rows:
        table.add_row(row["name"], *(str(row.get(name, "")) for name in shown))
    lines = lines_of(table, NO_LIMIT)  # one line for each card, or nothing would fit between
    head = len(lines) - len(rows)
    width = console().width
    print("\n".join(lines[:head]))
    for line, row in zip(lines[head:], rows, strict=True):
        print(line)
        if row["abilities"]:
            print(indent(fill(row["abilities"], width - len(INDENT)), INDENT))


def deck_command(
    game_name: str,
    texts: Sequence[str],
    cards: str | None,
    mode_name: str,
    settings: Sequence[str],
    is_json: bool,
) -> None:
    """Check decks, or in sealed modes products, and say all problems of all of them."""
    place = find_place(game_name)
    if not texts and place.folder is None:
        raise UsageError("which decks?", "name files, or the folder that they are in")
    game, given = place.game, Request(decks=texts, cards=cards, mode=mode_name, settings=settings)
    asked = filled(given, place)
    mode = mode_of(game, asked.mode)
    changed = read_settings(asked.settings)
    options = option_values(game.options, changed)
    files = entrant_files(game, mode, asked.decks)
    pool = load_pool(game.schema, asked.cards)
    checked = []
    for file in files:
        try:
            checked.append(legal(load_entrant(game, pool, file, mode, options), pool))
        except InputError as error:
            checked.append(illegal(str(file), error.problems))
    if is_json:
        print_json({"game": game.name, "mode": mode, "decks": checked})
    else:
        for text in (*place.notes, *note_old_options(game.options, changed)):
            note(text)
        print_checked(checked)
    if not all(deck["legal"] for deck in checked):
        raise typer.Exit(BAD_INPUT)


def legal(entrant: Deck | Product, pool: CardPool) -> dict[str, Any]:
    """Describe a deck that may be played."""
    found: dict[str, Any] = {"file": entrant.file, "name": entrant.name, "legal": True}
    if isinstance(entrant, Deck):
        found["cards"] = [pool.names[row] for row in entrant.cards]
        found["notes"] = list(entrant.notes)
    else:
        found["cards"] = entrant.n_cards
        found["notes"] = []
    return {**found, "problems": []}


def illegal(file: str, problems: Sequence[Problem]) -> dict[str, Any]:
    """Describe a deck that may not be played."""
    said = [
        {"line": p.line, "column": p.column, "message": p.message, "hint": p.hint, "text": str(p)}
        for p in problems
    ]
    return {"file": file, "legal": False, "notes": [], "problems": said}


def print_checked(checked: Sequence[dict[str, Any]]) -> None:
    """Say of each deck whether it is legal; problems go to standard error."""
    for deck in checked:
        if not deck["legal"]:
            for problem in deck["problems"]:
                note(f"error: {problem['text']}")
            continue
        cards = deck["cards"]
        if isinstance(cards, list):
            print(f"{deck['name']}: legal, {len(cards)} cards, {len(set(cards))} different")
        else:
            print(f"{deck['name']}: legal, {cards} cards for each player")
        for text in deck["notes"]:
            note(text)
