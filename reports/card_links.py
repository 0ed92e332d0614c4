"""Links from names of cards to their panel on the page."""

from dataclasses import dataclass
from urllib.parse import quote

from markupsafe import Markup

from evenhand.reports.wording import Name

__all__ = ["CardName", "address_card", "escape_card"]


@dataclass(frozen=True)
class CardName(Name):
    """The name of a card, linked to the card's panel.

    Parameters
    ----------
    text : str
        A label that is unique in the pool; see `CardPool.labels`.
    """

    def __html__(self) -> str:
        link = Markup('<a class="card" href="#{}">{}</a>')
        return link.format(address_card(self.text), Markup(super().__html__()))


def address_card(name: str) -> str:
    """Return the address of a card within a page, unique by name: "card-Ember_Lancer"."""
    kept = quote(name, safe=" ", errors="backslashreplace")
    return "card-" + kept.replace("_", "%5F").replace(" ", "_")


def escape_card(name: str) -> str:
    """Quote a card's name for use in a link's address."""
    return quote(name, safe="", errors="backslashreplace")
