"""Links from decks in tables to their part of the page."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import quote

from markupsafe import Markup

from evenhand.analysis.data.run import Entrant
from evenhand.reports.blocks import Block, Cell, Column, Fold, PlaceBars, Section, Table, Text
from evenhand.reports.report_tables import Evidence
from evenhand.reports.wording import Name

__all__ = ["MOST_PARTS", "DeckName", "address_deck", "link_decks", "list_entrants", "rank_decks"]

MOST_PARTS = 60  # decks with a part of their own; limits the size of the page
DECK_HEADINGS = frozenset({"Deck", "Opponent", "First", "Second", "Third"})


@dataclass(frozen=True)
class DeckName(Name):
    """The name of a deck, linked to its part of the page."""

    address: str

    def __html__(self) -> str:
        link = Markup('<a href="#{}">{}</a>')
        return link.format(self.address, Markup(super().__html__()))


def address_deck(name: str) -> str:
    """Return the address of a deck within a page, unique by deck: "deck-cinder_rush".

    Parameters
    ----------
    name : str
        The name in files and flags.
    """
    return f"deck-{quote(name, safe='', errors='backslashreplace')}"


def list_entrants(evidence: Evidence, deck: Mapping[str, str]) -> dict[str, str]:
    """List the names by which tables have a deck, to link them: alone, and with each bot.

    Returns
    -------
    dict of str to str
        The bot by name of the entrant; "" for the deck alone.
    """
    name = deck.get("display_name") or deck["name"]
    bots = ["", *(bot["name"] for bot in evidence.info["bots"])]
    return {Entrant(name, bot).name: bot for bot in bots}


def rank_decks(evidence: Evidence) -> list[Mapping[str, str]]:
    """Sort the decks to link by win rate, descending; those without one come last."""
    rates = dict(zip(evidence.win_rates["deck"], evidence.win_rates["win_rate"], strict=True))

    def strength(deck: Mapping[str, str]) -> tuple[float, str]:
        best = max(rates.get(entrant, -1.0) for entrant in list_entrants(evidence, deck))
        return -best, deck["name"]

    return sorted(evidence.info["decks"], key=strength)


def link_decks(sections: Iterable[Section], evidence: Evidence) -> tuple[Section, ...]:
    """Link the decks in all tables and bars to their parts of the page."""
    addresses = {
        entrant: address_deck(deck["name"])
        for deck in rank_decks(evidence)[:MOST_PARTS]
        for entrant in list_entrants(evidence, deck)
    }
    return tuple(
        replace(section, blocks=_link_blocks(section.blocks, addresses)) for section in sections
    )


def _link_blocks(blocks: Sequence[Block], addresses: Mapping[str, str]) -> list[Block]:
    return [_link_block(block, addresses) for block in blocks]


def _link_block(block: Block, addresses: Mapping[str, str]) -> Block:
    if isinstance(block, Fold):
        return replace(block, blocks=_link_blocks(block.blocks, addresses))
    if isinstance(block, PlaceBars):
        return replace(
            block, rows=[(_link_text(name, addresses), shares) for name, shares in block.rows]
        )
    return _link_table(block, addresses) if isinstance(block, Table) else block


def _link_table(table: Table, addresses: Mapping[str, str]) -> Table:
    """Link the decks in columns of decks, and in the headings of a heat map."""
    is_heat = "heat" in table.style.split()
    places = [k for k, column in enumerate(table.columns) if str(column.label) in DECK_HEADINGS]
    columns: list[Column] = [
        replace(column, label=_link_text(column.label, addresses)) if is_heat else column
        for column in table.columns
    ]
    rows = [_link_row(row, places, addresses) for row in table.rows] if places else table.rows
    return replace(table, columns=columns, rows=rows)


def _link_row(
    row: Sequence[Cell], places: Sequence[int], addresses: Mapping[str, str]
) -> list[Cell]:
    return [
        replace(cell, text=_link_text(cell.text, addresses)) if place in places else cell
        for place, cell in enumerate(row)
    ]


def _link_text(text: Text, addresses: Mapping[str, str]) -> Text:
    """Link the name of a deck; return any other text unchanged."""
    if type(text) is Name and text.text in addresses:
        return DeckName(text.text, addresses[text.text])
    return text
