"""From every deck in a table to the part of the page that is about it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import quote

from markupsafe import Markup

from evenhand.analysis.data.run import Entrant
from evenhand.reports.blocks import Block, Cell, Column, Fold, PlaceBars, Section, Table, Text
from evenhand.reports.evidence import Evidence
from evenhand.reports.wording import Name

__all__ = ["MOST_PARTS", "DeckName", "address_deck", "link_decks", "list_entrants", "rank_decks"]

MOST_PARTS = 60  # decks that a page has a part for; keeps it light
DECK_HEADINGS = frozenset({"Deck", "Opponent", "First", "Second", "Third"})


@dataclass(frozen=True)
class DeckName(Name):
    """The name of a deck that leads to the part of the page about it."""

    address: str

    def __html__(self) -> str:
        link = Markup('<a href="#{}">{}</a>')
        return link.format(self.address, Markup(super().__html__()))


def address_deck(name: str) -> str:
    """Return the address of a deck within a page: "deck-cinder_rush"; no two decks share one.

    Parameters
    ----------
    name : str
        As files and flags call it.
    """
    return f"deck-{quote(name, safe='', errors='backslashreplace')}"


def list_entrants(evidence: Evidence, deck: Mapping[str, str]) -> dict[str, str]:
    """List what tables may call a deck of `run.toml`: its name, or that in a bot's hands.

    Returns
    -------
    dict of str to str
        The bots, by what tables call the deck in their hands; "" of the deck alone.
    """
    told = deck.get("display_name") or deck["name"]
    bots = ["", *(bot["name"] for bot in evidence.info["bots"])]
    return {Entrant(told, bot).name: bot for bot in bots}


def rank_decks(evidence: Evidence) -> list[Mapping[str, str]]:
    """Put the decks of `run.toml` in order of their win rates; those without any come last."""
    rates = dict(zip(evidence.win_rates["deck"], evidence.win_rates["win_rate"], strict=True))

    def strength(deck: Mapping[str, str]) -> tuple[float, str]:
        return -max(rates.get(one, -1.0) for one in list_entrants(evidence, deck)), deck["name"]

    return sorted(evidence.info["decks"], key=strength)


def link_decks(sections: Iterable[Section], evidence: Evidence) -> tuple[Section, ...]:
    """Let the decks in all tables and bars lead to their parts of the page."""
    addresses = {
        entrant: address_deck(deck["name"])
        for deck in rank_decks(evidence)[:MOST_PARTS]
        for entrant in list_entrants(evidence, deck)
    }
    return tuple(replace(one, blocks=_link_blocks(one.blocks, addresses)) for one in sections)


def _link_blocks(blocks: Sequence[Block], addresses: Mapping[str, str]) -> list[Block]:
    return [_link_block(block, addresses) for block in blocks]


def _link_block(block: Block, addresses: Mapping[str, str]) -> Block:
    if isinstance(block, Fold):
        return replace(block, blocks=_link_blocks(block.blocks, addresses))
    if isinstance(block, PlaceBars):
        return replace(block, rows=[(_link_text(name, addresses), own) for name, own in block.rows])
    return _link_table(block, addresses) if isinstance(block, Table) else block


def _link_table(table: Table, addresses: Mapping[str, str]) -> Table:
    """Link the decks in columns of decks; the decks at the head of a heat map, too."""
    is_heat = "heat" in table.style.split()
    places = [k for k, one in enumerate(table.columns) if str(one.label) in DECK_HEADINGS]
    columns: list[Column] = [
        replace(one, label=_link_text(one.label, addresses)) if is_heat else one
        for one in table.columns
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
    """Link a name that is a deck's; a text of any other sort stays as it is."""
    if type(text) is Name and text.text in addresses:
        return DeckName(text.text, addresses[text.text])
    return text
