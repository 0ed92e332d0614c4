"""The command `cards`: a game's cards, a card file, or what cards did in the games of a run."""

from collections.abc import Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

from evenhand.decks.card import Card
from evenhand.decks.language import sentence
from evenhand.decks.pool import CardPool, load_pool
from evenhand.experiments.coverage import SHARES, find_unplayed, measure_coverage
from evenhand.flags import CardsFlags
from evenhand.inputs.source import find_source
from evenhand.terminal import (
    NO_LIMIT,
    lines_of,
    note,
    plain_table,
    print_json,
    print_lines,
    print_table,
    tell,
    terminal_width,
)

__all__ = ["cards_command"]

INDENT = "    "
LONGEST_TEXT = 60
NOT_COLUMNS = ("name", "abilities", "text", "line")


def cards_command(flags: CardsFlags) -> None:
    """List cards, check a file of them, or tell what they did in a run."""
    if flags.coverage is None:
        list_cards(flags)
    else:
        show_coverage(flags, flags.coverage)


def list_cards(flags: CardsFlags) -> None:
    """List a pool's cards; a file of the user's own is checked and summed up."""
    source = find_source(flags.game)
    game = source.game
    own = source.folder.cards if source.folder else None
    pool = load_pool(game.schema, flags.file or own)
    rows = [describe_card(pool, card) for card in pool.cards]
    found = [row for row in rows if is_in(flags.find, row)]
    if flags.json:
        print_json({"game": game.name, "file": pool.file, "notes": pool.notes, "cards": found})
        return
    for text in pool.notes:
        note(text)
    if flags.file is None or flags.find:
        print_cards(pool, found)
        tell("", f"{len(found)} of {len(rows)} cards")
    else:
        tell(f"{flags.file}: {len(rows)} cards, no problems")


def describe_card(pool: CardPool, card: Card) -> dict[str, Any]:
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
    headings = {name: name.replace("_", "\n") for name in shown}
    right = tuple(headings[name] for name in numbers)
    table = plain_table("name", *headings.values(), right=right)
    for row in rows:
        table.add_row(row["name"], *(str(row.get(name, "")) for name in shown))
    lines = lines_of(table, NO_LIMIT)  # one line for each card, or nothing would fit between
    head = len(lines) - len(rows)
    width = terminal_width() - len(INDENT)
    print_lines(lines[:head])
    for line, row in zip(lines[head:], rows, strict=True):
        print_lines([line])
        tell(*(INDENT + part for part in wrap(row["abilities"], width)))


def show_coverage(flags: CardsFlags, run_dir: Path) -> None:
    """Play a run's games again and tell what each card and ability did in them."""
    plan, every = measure_coverage(flags.game, run_dir, flags.games)
    rows = [row for row in every if is_in(flags.find, {"": f"{row['card']} {row['ability']}"})]
    unplayed = [] if flags.find else find_unplayed(plan, every)
    if flags.json:
        print_json({"run": str(run_dir), "abilities": rows, "in_no_deck": unplayed})
        return
    print_coverage(rows)
    for verdict in ("never seen", "never possible", "never used", "never with effect"):
        cards = [row["card"] for row in rows if row["verdict"] == verdict]
        if cards:
            tell("", f"{verdict.capitalize()}: {', '.join(dict.fromkeys(cards))}")
    if unplayed:
        note(f"In no deck of the run: {', '.join(unplayed)}")


def print_coverage(rows: list[dict[str, Any]]) -> None:
    """Print the shares that any row has, in percent of the games whose deck holds the card."""
    told = {name: title for name, title in SHARES.items() if any(name in row for row in rows)}
    has_texts = any(row["ability"] for row in rows)
    columns = ("card", *told.values(), "games", *(["ability"] if has_texts else []))
    table = plain_table(*columns, right=(*told.values(), "games"))
    for row in rows:
        shares = [f"{100 * row[name]:.1f} %" if name in row else "" for name in told]
        text = row["ability"]
        cut = f"{text[:LONGEST_TEXT].rstrip()} .." if len(text) > LONGEST_TEXT else text
        table.add_row(row["card"], *shares, f"{row['n_games']:,}", *([cut] if has_texts else []))
    print_table(table)
