"""Build the card pool of a scenario."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from evenhand.decks.card import name_key
from evenhand.decks.cells import NO, YES
from evenhand.decks.invisible_characters import shorten
from evenhand.decks.pool import CardPool, columns_of, list_columns, load_pool, make_pool
from evenhand.decks.problems import InputError, Problem, UsageError, did_you_mean
from evenhand.decks.sheet import Row, Sheet, read_sheet, resolve_headers
from evenhand.decks.table_location import resolve_table_path
from evenhand.decks.toml_file import TomlFile
from evenhand.simulate.game import Game

__all__ = ["scenario_pool"]

Cells = dict[str, Any]
SAMPLE = "sample"  # instead of a card file: the game's sample pool


def scenario_pool(game: Game, own: Sequence[Cells], source: str, toml: TomlFile) -> CardPool:
    """Make a pool of a scenario's own cards, those of a card file, and those of its view.

    Parameters
    ----------
    own : sequence of mappings from column to value
        With the key ``like``, a card takes missing columns from another card.
    source : str
        A card file, `SAMPLE`, or "".

    Raises
    ------
    InputError
        With all problems of the cards.
    """
    filler = [dict(game.view.filler)] if game.view.filler else []
    filler += [dict(card) for card in game.view.cast]
    if not filler and not own and not source:
        source = SAMPLE
    try:
        rows = [*filler, *read_card_file(game, source, Path(toml.file))]
    except UsageError as error:
        raise InputError([toml.problem(("cards",), error.message, error.hint)]) from None
    by_name = {key_of(row): row for row in rows}
    lines = [toml.line_of(("card", number)) or 1 for number in range(len(own))]
    cards = [resolve_like(by_name, card, toml, number) for number, card in enumerate(own)]
    taken = {key_of(card) for card in cards}
    numbered = [(row, 1) for row in rows if key_of(row) not in taken]
    numbered += zip(cards, lines, strict=True)
    headers = tuple(dict.fromkeys(key for row, _ in numbered for key in row))
    sheet = Sheet(
        file=toml.file,
        header_line=1,
        headers=headers,
        rows=[
            Row(line, {key: text for key, value in row.items() if (text := format_cell(value))})
            for row, line in numbered
        ],
        notes=[],
    )
    problems = list(find_unknown_keys(game, own, toml))
    try:
        pool = make_pool(game.schema, sheet)
    except InputError as error:
        problems += [add_card_name(problem, own, lines) for problem in error.problems]
    if problems:
        raise InputError(problems)
    return pool


def find_unknown_keys(game: Game, own: Sequence[Cells], toml: TomlFile) -> Iterator[Problem]:
    """Yield keys of a scenario's own cards that are not columns of the game's cards."""
    columns = list_columns(game.schema)
    for number, card in enumerate(own):
        sheet = Sheet(toml.file, 1, tuple(key for key in card if key != "like"), [], [])
        known = resolve_headers(sheet, columns, game.schema.aliases).written_as.values()
        for key in sheet.headers:
            if key not in known:
                hint = did_you_mean(key, columns) or f"known here: like, {', '.join(columns)}"
                message = f"the key '{shorten(key)}' of {quote_card(card)} is not known"
                yield toml.problem(("card", number, key), message, hint)


def quote_card(card: Cells) -> str:
    """Return a card's name in quotes, for an error."""
    return f"the card '{shorten(str(card.get('name', '')))}'"


def add_card_name(problem: Problem, own: Sequence[Cells], lines: Sequence[int]) -> Problem:
    """Add the name of the card in a problem's line to its message, if it is unique."""
    here = [card for card, line in zip(own, lines, strict=True) if line == problem.line]
    if len(here) != 1 or "name" not in here[0]:
        return problem
    return replace(problem, message=f"{problem.message}, on {quote_card(here[0])}")


def key_of(card: Cells) -> str:
    """Return a card's name, normalized for comparison."""
    return name_key(str(card.get("name", "")))


def read_card_file(game: Game, source: str, scenario: Path) -> list[Cells]:
    """Read the cards of the file named in a scenario."""
    if not source:
        return []
    sample = str(game.schema.sample_path("cards.csv"))
    named = sample if source == SAMPLE else resolve_table_path(scenario.parent, source)
    load_pool(game.schema, named)  # raises the problems of that file
    sheet = read_sheet(named, columns_of(game.schema))
    return [dict(row.cells) for row in sheet.rows]


def resolve_like(by_name: dict[str, Cells], card: Cells, toml: TomlFile, number: int) -> Cells:
    """Return a card with missing columns filled in from the card named by ``like``."""
    model = card.get("like")
    own = {key: value for key, value in card.items() if key != "like"}
    if model is not None:
        base = by_name.get(name_key(str(model)))
        if base is None:
            hint = did_you_mean(str(model), [str(row["name"]) for row in by_name.values()])
            place = ("card", number, "like")
            raise InputError([toml.problem(place, f"there is no card '{model}'", hint)])
        own = {**base, "name": "", **own}
    by_name[key_of(own)] = own
    return own


def format_cell(value: Any) -> str:
    """Format a value as in a card file."""
    match value:
        case bool():
            return YES if value else NO
        case list():
            return " ".join(map(str, value))
    return str(value)
