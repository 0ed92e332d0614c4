"""Where in a designer's files a failure comes from: a card, a deck, or a band."""

from collections.abc import Collection
from dataclasses import dataclass

from evenhand.analysis.data.run import Entrant
from evenhand.analysis.gate.subjects import CardSubject, DeckSubject, MatchupSubject, Measure
from evenhand.decks.deck_list import Deck
from evenhand.decks.toml_file import read_toml
from evenhand.gate.bands import list_keys
from evenhand.gate.project import Project
from evenhand.simulate.runs.plan import Plan

__all__ = ["FailurePlaces"]


@dataclass(frozen=True)
class FailurePlaces:
    """Where in the folder's files failures come from.

    Attributes
    ----------
    changed : collection of str
        Labels of the cards that are other than they were, if that is known.
    """

    project: Project
    plan: Plan
    changed: Collection[str] = ()

    def find(self, measure: Measure) -> tuple[str, int]:
        """Return a file and a line: of the card, else of the deck, else of the band."""
        match measure.subject:
            case CardSubject(card):
                return self.find_card(card)
            case DeckSubject(entrant):
                return self.find_decks([entrant])
            case MatchupSubject() as matchup:
                return self.find_decks(matchup.sides)
        toml = read_toml(self.project.folder.path)
        return toml.file, toml.line_of(list_keys(measure)) or 1

    def find_card(self, label: str) -> tuple[str, int]:
        """Return the line of a card."""
        pool = self.plan.pool
        return pool.file, pool.cards[pool.row_of(label)].line

    def find_decks(self, sides: Collection[Entrant]) -> tuple[str, int]:
        """Return the line of a card of the decks that was changed, else the first deck's file."""
        held = [one for side in sides for one in self.plan.entrants if one.name == side.deck]
        labels = self.plan.pool.labels
        cards = [labels[row] for one in held if isinstance(one, Deck) for row in one.cards]
        changed = next((label for label in cards if label in self.changed), None)
        return (held[0].file, 1) if changed is None else self.find_card(changed)
