"""Find the texts of a card file that can be read in several ways."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from evenhand.decks.language.errors import AbilityError, AmbiguousError
from evenhand.decks.language.parse import parse
from evenhand.decks.pool import columns_of, list_columns
from evenhand.decks.problems import keep_rest
from evenhand.decks.schema import GameSchema
from evenhand.decks.sheet import Row, Sheet, read_sheet, resolve_headers

__all__ = ["AmbiguousText", "AmbiguousTexts", "find_ambiguous_texts"]


@dataclass(frozen=True)
class AmbiguousText:
    """A card's text that can be read in several ways.

    Attributes
    ----------
    row : Row
        The card's row of its file.
    readings : tuple of str
        The text in the language's own words, once for each way to read it.
    """

    row: Row
    readings: tuple[str, ...]

    @property
    def card(self) -> str:
        """The card's name; "" if its row has none."""
        return self.row.cells.get("name", "")

    @property
    def text(self) -> str:
        """The text as it stands in the file."""
        return self.row.cells["abilities"]


class AmbiguousTexts(NamedTuple):
    """The ambiguous texts of a card file, in the order of its lines, and the whole sheet."""

    sheet: Sheet
    found: tuple[AmbiguousText, ...]


def find_ambiguous_texts(schema: GameSchema, path: str, lines: Sequence[int]) -> AmbiguousTexts:
    """Find the ambiguous texts of a card file.

    Parameters
    ----------
    path : str
        Path or address of the file.
    lines : sequence of int
        Lines of the cards that are looked at: those with a problem.

    Raises
    ------
    UsageError, InputError
        If the file holds no table of cards.
    """
    columns = list_columns(schema)
    table, _ = keep_rest(lambda: read_sheet(path, columns_of(schema)))
    sheet, _ = keep_rest(lambda: resolve_headers(table, columns, schema.aliases))
    names = list(dict.fromkeys(row.cells["name"] for row in sheet.rows if "name" in row.cells))
    wrong = [row for row in sheet.rows if row.line in lines and row.cells.get("abilities")]
    read = [AmbiguousText(row, list_readings(schema, row, names)) for row in wrong]
    return AmbiguousTexts(sheet, tuple(one for one in read if one.readings))


def list_readings(schema: GameSchema, row: Row, names: Sequence[str]) -> tuple[str, ...]:
    """List the ways to read the text of a row of cards; empty if there is one way or none."""
    speaker = schema.card_model.speaker(row.cells)
    try:
        parse(row.cells["abilities"], schema.vocabulary, names, speaker)
    except AmbiguousError as error:
        return error.expected
    except AbilityError:
        pass
    return ()
