"""Locate a failure in a designer's files: the line of a card, a deck, or a band."""

from dataclasses import dataclass

from evenhand.analysis.data.input_changes import Change
from evenhand.analysis.gate.measures import (
    CardGroupSubject,
    CardSubject,
    DeckSubject,
    MatchupSubject,
    Measure,
)
from evenhand.gate.changed_inputs import ChangedInputs
from evenhand.gate.expected_bands import list_keys
from evenhand.gate.folder_expectations import Project
from evenhand.inputs.folder import parse_folder

__all__ = ["FailurePlaces"]


@dataclass(frozen=True)
class FailurePlaces:
    """Finds the lines of the folder's files at which failures are annotated."""

    project: Project
    inputs: ChangedInputs

    def find(self, measure: Measure, culprit: str = "") -> tuple[str, int]:
        """Return where a failure is: the file and line of its card, else deck, else band.

        The card is the culprit if it is known, else the one that the number is about, else a
        changed card, from the number's own decks if possible.
        """
        if culprit in self.inputs.cards:
            return self.find_card(culprit)
        if isinstance(measure.subject, CardSubject):
            return self.find_card(measure.subject.card)
        if isinstance(measure.subject, CardGroupSubject):
            return self.find_group(measure.subject)
        for change in self.inputs.list_possible_causes(measure):
            if change.kind == "card" and change.name in self.inputs.cards:
                return self.find_card(change.name)
            if change.kind == "deck" and change.name in self.inputs.plan_decks:
                return self.find_deck(change.name)
        match measure.subject:
            case DeckSubject(entrant) | MatchupSubject(own=entrant):
                return self.find_deck(entrant.deck)
        return self.find_key(*list_keys(measure))

    @property
    def by_input(self) -> dict[tuple[str, str], str]:
        """Where the changed inputs stand, by kind and name: "cards.csv:14"."""
        return {(edit[0].kind, edit[0].name): self.name(edit[0]) for edit in self.inputs.edits}

    def name(self, change: Change) -> str:
        """Name where a changed input stands; "" if it is nowhere by now."""
        if change.kind == "card" and change.name in self.inputs.cards:
            return ":".join(map(str, self.find_card(change.name)))
        if change.kind == "deck" and change.name in self.inputs.plan_decks:
            return self.find_deck(change.name)[0]
        if change.kind == "option" and change.after:
            return ":".join(map(str, self.find_key("options", change.name)))
        return ""

    def find_group(self, subject: CardGroupSubject) -> tuple[str, int]:
        """Return the place of the band of a group of cards whose failure is annotated."""
        groups = self.project.folder.content.expect.groups
        named = [(group.column, group.more, group.less) for group in groups]
        number = named.index((subject.column, subject.more, subject.less))
        return self.find_key("expect", "groups", number)

    def find_key(self, *keys: str | int) -> tuple[str, int]:
        """Return the place of a key of ``balance.toml``."""
        toml, *_ = parse_folder(self.project.folder.path)
        return toml.file, toml.line_of(keys) or 1

    def find_card(self, label: str) -> tuple[str, int]:
        """Return where a failure of a card is: its file and line."""
        pool = self.inputs.plan.pool
        return pool.file, pool.cards[pool.row_of(label)].line

    def find_deck(self, name: str) -> tuple[str, int]:
        """Return where a failure of a deck is: its file or product's, and line 1."""
        return next((deck.file, 1) for deck in self.inputs.plan.entrants if deck.name == name)
