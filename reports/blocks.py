"""Blocks: the building parts of sections, each with the template that renders it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, isnan
from typing import Any, ClassVar

from markupsafe import Markup

from evenhand.reports.card_links import CardName
from evenhand.reports.palette import read_palette
from evenhand.reports.wording import (
    EN_DASH,
    Name,
    Sentence,
    interval,
    number,
    points,
    signed_interval,
)

__all__ = [
    "Block",
    "CardList",
    "Cell",
    "Code",
    "Column",
    "Drawing",
    "Facts",
    "Figure",
    "Fold",
    "GameLink",
    "Paragraph",
    "PlaceBars",
    "Scale",
    "Section",
    "Table",
    "card_cell",
    "change_cell",
    "count_cell",
    "find_figures",
    "mean_cell",
    "name_cell",
    "rate_cell",
]

Text = str | Name | Sentence


@dataclass(frozen=True)
class Column:
    """A column of a table block; `hint` explains it on hovering, `style` is a CSS class."""

    label: Text
    hint: str = ""
    numeric: bool = True
    style: str = ""


@dataclass(frozen=True)
class GameLink:
    """A link from a number to a game; without `href` the command that makes its page is shown."""

    kind: str
    number: int
    href: str = ""

    @property
    def command(self) -> str:
        """The command that makes the page of the game."""
        return f"evenhand replay RUN_DIR --game {self.number} --format html"


@dataclass(frozen=True)
class Cell:
    """A cell of a table block.

    Attributes
    ----------
    spread : str
        The interval, shown below the number.
    mark : str
        A mark or word that highlights the cell.
    style : str
        CSS classes.
    anchor : str
        Id to link to.
    hint : str or Sentence
        Additional text, shown on hovering.
    note : str or Sentence
        A text shown below the number.
    games : sequence of GameLink
        Games behind the number.
    """

    text: Text
    spread: str = ""
    mark: str = ""
    style: str = ""
    anchor: str = ""
    hint: Text = ""
    note: Text = ""
    games: Sequence[GameLink] = ()


@dataclass(frozen=True)
class Table:
    """A table whose first column names its rows.

    Attributes
    ----------
    sorted_by : int
        Index of the column by which the rows are sorted, -1 for none.
    ascending : bool
        Order of the sorting.
    style : str
        CSS classes.
    tools : bool
        Offer a box to filter the rows by name.
    faint : frozenset of int
        Rows with too few games, shown in grey.
    data : str
        Name of the table in the page's data with all of its rows, for saving as a file.
    """

    template: ClassVar[str] = "table.html.j2"
    id: str
    caption: Text
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    sorted_by: int = -1
    ascending: bool = False
    style: str = ""
    tools: bool = False
    faint: frozenset[int] = frozenset()
    data: str = ""


@dataclass(frozen=True)
class Paragraph:
    """A block of running text; `style` "note" for less important text."""

    template: ClassVar[str] = "paragraph.html.j2"
    text: Text
    style: str = ""


@dataclass(frozen=True)
class Figure:
    """A block with a drawing.

    Attributes
    ----------
    make : callable(width) -> matplotlib Figure
        Draws the figure in placeholder colours; see `evenhand.reports.figures`.
    """

    template: ClassVar[str] = "figure.html.j2"
    id: str
    caption: Text
    svg: Markup
    make: Callable[[int], Any]


@dataclass(frozen=True)
class Scale:
    """A block with a heat map's legend: colours from low to high (CSS classes), their meaning."""

    template: ClassVar[str] = "scale.html.j2"
    shades: Sequence[str]
    low: str
    high: str


@dataclass(frozen=True)
class Facts:
    """A block of terms with a text for each."""

    template: ClassVar[str] = "facts.html.j2"
    facts: Mapping[str, Text]
    style: str = ""


@dataclass(frozen=True)
class Code:
    """A block with a text to copy, such as a command."""

    template: ClassVar[str] = "code.html.j2"
    text: str


@dataclass(frozen=True)
class Fold:
    """Blocks that are folded behind a title; a link to `id` opens them."""

    template: ClassVar[str] = "fold.html.j2"
    title: Text
    blocks: Sequence["Block"]
    id: str = ""


@dataclass(frozen=True)
class Drawing:
    """A small drawing that fits every page width, with a caption."""

    template: ClassVar[str] = "drawing.html.j2"
    caption: Text
    svg: Markup


@dataclass(frozen=True)
class CardList:
    """A block of a deck's cards: groups of a title and (copies, name) pairs."""

    template: ClassVar[str] = "card_list.html.j2"
    groups: Sequence[tuple[Text, Sequence[tuple[int, Text]]]]


@dataclass(frozen=True)
class PlaceBars:
    """The shares of places of each deck, as one bar per deck in shades of one hue.

    Attributes
    ----------
    scale : sequence of (label, strength)
        Label of each place, and strength of its colour in per cent.
    rows : sequence of (name, shares)
        Shares of the places, in per cent.
    """

    template: ClassVar[str] = "place_bars.html.j2"
    id: str
    caption: Text
    scale: Sequence[tuple[str, int]]
    rows: Sequence[tuple[Text, Sequence[float]]]

    @property
    def colour(self) -> str:
        """The hue of the light page."""
        return read_palette()["series"]

    def describe(self, shares: Sequence[float]) -> str:
        """Write the text alternative of a bar: "1st 36.0 %, 2nd 24.1 %"."""
        places = zip(self.scale, shares, strict=True)
        return ", ".join(f"{label} {number(share)}\u00a0%" for (label, _), share in places)


Block = Table | Paragraph | Figure | Scale | Facts | Code | Fold | Drawing | CardList | PlaceBars


@dataclass(frozen=True)
class Section:
    """A section of the report, made of blocks."""

    id: str
    title: str
    blocks: Sequence[Block]


def find_figures(blocks: Sequence[Block]) -> Iterator[Figure]:
    """Yield the figures among blocks, folded ones included."""
    for block in blocks:
        if isinstance(block, Figure):
            yield block
        elif isinstance(block, Fold):
            yield from find_figures(block.blocks)


def name_cell(name: str, anchor: str = "") -> Cell:
    """Make a cell of a name."""
    return Cell(Name(name), anchor=anchor)


def card_cell(name: str) -> Cell:
    """Make a cell of a card's name."""
    return Cell(CardName(name))


def count_cell(value: float) -> Cell:
    """Make a cell of a whole number."""
    return Cell(number(value, 0))


def mean_cell(mean: float, low: float, high: float, digits: int = 1) -> Cell:
    """Make a cell of a mean and its interval; without one if the games are too few for it."""
    known = isfinite(mean) and isfinite(low) and isfinite(high)
    spread = f"{number(low, digits)}{EN_DASH}{number(high, digits)}" if known else ""
    return Cell(number(mean, digits), spread)


def rate_cell(rate: float, low: float = float("nan"), high: float = float("nan")) -> Cell:
    """Make a cell of a rate in per cent (the heading has the unit), with its interval if given."""
    return Cell(number(100 * rate), "" if isnan(rate) else interval(low, high))


def change_cell(change: float, low: float, high: float, mark: str = "") -> Cell:
    """Make a cell of a difference in percentage points and its interval."""
    spread = "" if isnan(change) else signed_interval(low, high)
    return Cell(points(change), spread, mark)
