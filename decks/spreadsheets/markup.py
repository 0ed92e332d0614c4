"""Parse the XML of spreadsheets as events: no tree is built, and no entities are expanded."""

from collections.abc import Mapping
from typing import Protocol
from xml.parsers import expat

from evenhand.decks.spreadsheets.cells import SheetError

__all__ = ["Reader", "read_markup"]

DEEPEST = 100  # nested elements
MOST_ELEMENTS = 700_000
MOST_NAMES = 5_000  # names of elements and attributes
LONGEST_PIECE = 512 * 1024  # bytes of a tag, or of text between tags


class Reader(Protocol):
    """Handler of the events of a spreadsheet part's XML."""

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Handle the start of an element."""

    def end(self, name: str) -> None:
        """Handle the end of an element."""

    def text(self, text: str) -> None:
        """Handle the text of an element, or a piece of it."""


def read_markup(
    content: bytes, reader: Reader, most: int = MOST_ELEMENTS, is_whole: bool = True
) -> None:
    """Parse a part's XML with at most ``most`` elements, and pass its events to a reader.

    With ``is_whole`` False, the content is only the beginning of a part.

    Raises
    ------
    SheetError
        If it is not valid XML, or exceeds the limits.
    """
    _check_pieces(content)
    parser = expat.ParserCreate()
    parser.buffer_text = True
    names = parser.intern
    depth = n_elements = 0

    def start(name: str, attributes: Mapping[str, str]) -> None:
        nonlocal depth, n_elements
        depth += 1
        n_elements += 1
        if depth > DEEPEST or n_elements > most or len(names) > MOST_NAMES:
            raise SheetError("it holds more than a card sheet can", "copy the cards to a new file")
        reader.start(name, attributes)

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        reader.end(name)

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = reader.text
    parser.StartDoctypeDeclHandler = _refuse_types
    try:
        # In one call, because tags that arrive in chunks take time quadratic in their length.
        parser.Parse(content, is_whole)
    except (expat.ExpatError, LookupError) as error:  # the latter for an unknown encoding
        raise SheetError(f"its XML is damaged: {error}", "save it again") from None


def _check_pieces(content: bytes) -> None:
    """Raise if there is no ``<`` in a long piece of XML: a huge tag would exhaust the memory."""
    reached = 0
    while len(content) - reached > LONGEST_PIECE:
        reached = 1 + content.rfind(b"<", reached, reached + LONGEST_PIECE)
        if not reached:
            raise SheetError(f"a cell or tag is longer than {LONGEST_PIECE // 1024} kB")


def _refuse_types(*_: object) -> None:
    raise SheetError("its XML declares types of its own (DOCTYPE)", "save it again")
