"""The command `deck`: deck files, or in sealed modes products, and all that is wrong with them."""

from collections.abc import Sequence
from typing import Any

import typer

from evenhand.decks.deck_list import Deck
from evenhand.decks.pool import CardPool, load_pool
from evenhand.decks.problems import InputError, Problem, UsageError
from evenhand.decks.product import Product
from evenhand.flags import DeckFlags
from evenhand.inputs.names import find_entrant_files, load_entrant
from evenhand.inputs.request import Request, choose_mode, fill_request, read_settings
from evenhand.inputs.source import find_source
from evenhand.simulate.engine.options import note_old_options, option_values
from evenhand.terminal import note, print_json, tell

__all__ = ["deck_command"]

BAD_INPUT = 3  # exit code, as in `evenhand.__main__`


def deck_command(flags: DeckFlags) -> None:
    """Check decks, or in sealed modes products, and say all problems of all of them."""
    source = find_source(flags.game)
    if not flags.files and source.folder is None:
        raise UsageError("which decks?", "name files, or the folder that they are in")
    given = Request(decks=flags.files, cards=flags.cards, mode=flags.mode, settings=flags.settings)
    game, filled = source.game, fill_request(given, source)
    mode = choose_mode(game, filled.mode)
    settings = read_settings(filled.settings)
    options = option_values(game.options, settings)
    files = find_entrant_files(game, mode, filled.decks)
    pool = load_pool(game.schema, filled.cards)
    checked = []
    for file in files:
        try:
            checked.append(describe_legal(load_entrant(game, pool, file, mode, options), pool))
        except InputError as error:
            checked.append(describe_illegal(str(file), error.problems))
    if flags.json:
        print_json({"game": game.name, "mode": mode, "decks": checked})
    else:
        for text in (*source.notes, *note_old_options(game.options, settings)):
            note(text)
        print_checked(checked)
    if not all(deck["legal"] for deck in checked):
        raise typer.Exit(BAD_INPUT)


def describe_legal(entrant: Deck | Product, pool: CardPool) -> dict[str, Any]:
    """Describe a deck that may be played."""
    found: dict[str, Any] = {"file": entrant.file, "name": entrant.name, "legal": True}
    if isinstance(entrant, Deck):
        found["cards"] = [pool.names[row] for row in entrant.cards]
        found["notes"] = list(entrant.notes)
    else:
        found["cards"] = entrant.n_cards
        found["notes"] = []
    return {**found, "problems": []}


def describe_illegal(file: str, problems: Sequence[Problem]) -> dict[str, Any]:
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
            tell(f"{deck['name']}: legal, {len(cards)} cards, {len(set(cards))} different")
        else:
            tell(f"{deck['name']}: legal, {cards} cards for each player")
        for text in deck["notes"]:
            note(text)
