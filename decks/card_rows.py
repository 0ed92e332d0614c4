"""Parse the rows of a card file to cards, and find the problems of their cells."""

from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import ValidationError

from evenhand.decks.card import Card, name_key
from evenhand.decks.cells import CellError
from evenhand.decks.invisible_characters import find_unseen, shorten
from evenhand.decks.language.compile import compile_abilities
from evenhand.decks.language.errors import AbilityError, list_words
from evenhand.decks.language.parse import parse
from evenhand.decks.language.rows import MOST_ABILITIES
from evenhand.decks.language.tree import Ability
from evenhand.decks.problems import Problem
from evenhand.decks.sample_sentences import SampleSentences
from evenhand.decks.schema import GameSchema
from evenhand.decks.sheet import Row, Sheet

__all__ = ["find_duplicates", "parse_card"]


def parse_card(
    schema: GameSchema, sheet: Sheet, row: Row, names: Sequence[str], samples: SampleSentences
) -> tuple[Card | None, list[Problem]]:
    """Parse one row of a card file; return the card, or None, and all its problems."""
    if hidden := list(_find_invisible(sheet, row)):
        return None, hidden
    text = row.cells.get("abilities", "")
    abilities, problems = _parse_abilities(schema, sheet, row, names, samples)
    others = {column: cell for column, cell in row.cells.items() if column != "abilities"}
    try:
        card = schema.card_model(text=text, abilities=abilities, line=row.line, **others)
    except ValidationError as error:
        card = None
        problems += [_translate_error(sheet, row, detail) for detail in error.errors()]
    for column, message in schema.card_model.misplaced(row.cells):
        problems.append(_problem_at(sheet, row, column, message))
    problems += _find_moment_problems(schema, sheet, row, abilities)
    return card, problems


def _problem_at(sheet: Sheet, row: Row, column: str, message: str, hint: str = "") -> Problem:
    return Problem(sheet.file, row.line, sheet.written_as.get(column, column), message, hint)


def _translate_error(sheet: Sheet, row: Row, detail: Any) -> Problem:
    """Convert one of pydantic's errors to a problem of a row's cell."""
    column = str(detail["loc"][0])
    cause = detail.get("ctx", {}).get("error")
    if isinstance(cause, CellError):
        return _problem_at(sheet, row, column, str(cause), cause.hint)
    if detail["type"] == "missing":
        return _problem_at(sheet, row, column, "every card needs this, found nothing")
    return _problem_at(sheet, row, column, detail["msg"])


def _find_invisible(sheet: Sheet, row: Row) -> Iterator[Problem]:
    """Yield invisible characters in a row's cells of known columns."""
    for column, text in row.cells.items():
        if hidden := find_unseen(" ".join(text.split())):
            message = f"expected text that can be seen, found {hidden} in '{shorten(text)}'"
            yield _problem_at(sheet, row, column, message, "delete that character")


def _parse_abilities(
    schema: GameSchema, sheet: Sheet, row: Row, names: Sequence[str], samples: SampleSentences
) -> tuple[tuple[Ability, ...], list[Problem]]:
    text = row.cells.get("abilities", "")
    if not text:
        return (), []
    speaker = schema.card_model.speaker(row.cells)
    try:
        abilities = parse(text, schema.vocabulary, names, speaker)
        # Checks that numbers fit their fields; the rows are made later, of all cards together.
        compile_abilities([abilities], schema.vocabulary, names.index)
    except AbilityError as error:
        name = f"'{shorten(row.cells['name'])}'" if "name" in row.cells else ""
        character = "" if error.position is None else f"character {error.position + 1}"
        place = ", ".join(filter(None, (name, character)))
        message = f"{place}: {error.message}" if place else error.message
        example = samples.suggest(text, error, speaker.moments)
        hint = "; ".join(filter(None, (error.hint, example)))
        return (), [_problem_at(sheet, row, "abilities", message, hint)]
    if len(abilities) > MOST_ABILITIES:
        message = f"expected at most {MOST_ABILITIES} abilities, found {len(abilities)}"
        return (), [_problem_at(sheet, row, "abilities", message)]
    return abilities, []


def _find_moment_problems(
    schema: GameSchema, sheet: Sheet, row: Row, abilities: Sequence[Ability]
) -> Iterator[Problem]:
    allowed = schema.card_model.allowed_moments(row.cells)
    if allowed is None:
        return
    words = tuple(f"'{schema.vocabulary.moments[moment]}'" for moment in allowed)
    for moment in dict.fromkeys(ability.moment for ability in abilities):
        if moment not in allowed:
            found = schema.vocabulary.moments[moment]
            message = f"expected {list_words(words)} on such a card, found '{found}'"
            yield _problem_at(sheet, row, "abilities", message)


def find_duplicates(schema: GameSchema, sheet: Sheet) -> Iterator[Problem]:
    """Yield rows of a card file whose card is in an earlier row."""
    first: dict[tuple[str, ...], int] = {}
    for row in sheet.rows:
        key = tuple(name_key(row.cells.get(column, "")) for column in schema.card_model.identity)
        if "name" not in row.cells:
            continue
        line = first.setdefault(key, row.line)
        if line != row.line:
            message = f"the card '{shorten(row.cells['name'])}' stands in line {line} already"
            yield _problem_at(sheet, row, "name", message)
