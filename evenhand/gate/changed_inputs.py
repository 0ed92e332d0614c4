"""The inputs that differ from those of the reference, and which numbers they can affect."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from evenhand.analysis.data.input_changes import (
    Change,
    compare_by_name,
    compare_pools,
    group_by_input,
    list_changes,
)
from evenhand.analysis.data.run import Run
from evenhand.analysis.gate.expectations import Reference
from evenhand.analysis.gate.measures import CardSubject, DeckSubject, MatchupSubject, Measure
from evenhand.decks.deck_list import Deck
from evenhand.gate.baseline import Inputs, list_inputs
from evenhand.gate.reference import BaselineReference, PlayedReference
from evenhand.simulate.runs.plan import Plan

__all__ = ["ChangedInputs", "compare_inputs", "find_changed_inputs"]

NOT_INPUTS = ("rules", "version")  # kinds of `list_changes` that are not a designer's inputs


@dataclass(frozen=True)
class ChangedInputs:
    """Changed inputs: what differs from the reference.

    Attributes
    ----------
    plan : Plan
        The present plan.
    changes : sequence of Change
        Where only the hash of the old card file is known, one change without a name stands
        for all cards.
    """

    plan: Plan
    changes: Sequence[Change] = ()

    @cached_property
    def cards(self) -> frozenset[str]:
        """Labels of the cards in the pool that were changed or added."""
        labels = set(self.plan.pool.labels)
        return frozenset(
            change.name
            for change in self.changes
            if change.kind == "card" and change.name in labels
        )

    @cached_property
    def decks(self) -> frozenset[str]:
        """Names of the decks whose lists were changed."""
        return frozenset(change.name for change in self.changes if change.kind == "deck")

    def list_possible_causes(self, measure: Measure) -> tuple[Change, ...]:
        """List the changed inputs that can affect a number, its own decks' first."""
        if not self.changes:
            return ()
        own = self.list_own_decks(measure)
        decks = own if isinstance(measure.subject, MatchupSubject) else list(self.plan_decks)
        own_cards, played = self.list_cards(own), self.list_cards(decks)
        causes = [change for change in self.changes if can_affect(change, decks, played)]
        return tuple(sorted(causes, key=lambda change: not is_among(change, own, own_cards)))

    @cached_property
    def edits(self) -> tuple[tuple[Change, ...], ...]:
        """The changes, those of one card, deck, bot or option together."""
        return group_by_input(self.changes)

    @cached_property
    def plan_decks(self) -> dict[str, Deck]:
        """The decks of the plan, keyed by name."""
        return {deck.name: deck for deck in self.plan.entrants if isinstance(deck, Deck)}

    def list_cards(self, decks: Collection[str]) -> list[str]:
        """List the labels of the cards in some decks of the plan; products have none."""
        labels, known = self.plan.pool.labels, self.plan_decks
        return [labels[row] for name in decks if name in known for row in known[name].cards]

    def list_own_decks(self, measure: Measure) -> list[str]:
        """List the decks, changed or not, that a number is about; all for the whole run."""
        match measure.subject:
            case DeckSubject(entrant):
                return [entrant.deck]
            case MatchupSubject() as matchup:
                return [side.deck for side in matchup.sides]
            case CardSubject(deck=deck):
                return [deck]
        return list(self.plan_decks)


def can_affect(change: Change, decks: Collection[str], played: Collection[str]) -> bool:
    """Return whether a changed input can affect a number, given its decks and their cards.

    Which cards of sealed products are played is unknown, and a removed card may have been in
    any deck: these changes can affect every number.
    """
    if change.kind == "card":
        return not played or not change.name or change.name in played or not change.after
    return change.kind != "deck" or not decks or change.name in decks


def is_among(change: Change, decks: Collection[str], cards: Collection[str]) -> bool:
    """Return whether a changed input is one of the decks or cards."""
    return change.name in (cards if change.kind == "card" else decks)


def find_changed_inputs(reference: Reference | None, run: Run, plan: Plan) -> ChangedInputs:
    """Return the changed inputs since a reference."""
    match reference:
        case PlayedReference():
            all_changes = list_changes(reference.run, run)
            changes = [change for change in all_changes if change.kind not in NOT_INPUTS]
        case BaselineReference():
            changes = list(compare_inputs(reference.baseline.inputs, list_inputs(run.info), plan))
        case _:
            changes = []
    return ChangedInputs(plan, changes)


def compare_inputs(then: Inputs, now: Inputs, plan: Plan) -> Iterator[Change]:
    """Yield the changed inputs since a baseline, as far as they are known.

    The single cards are compared if the copy of the card file that `check --update-baseline`
    writes has the baseline's hash.
    """
    if then.cards != now.cards:
        curve = plan.pool.curve
        if curve is not None and curve.content_hash == then.cards:
            yield from compare_pools(curve, plan.pool)
        else:
            yield Change("card", "", "", then.cards[:12], now.cards[:12])
    yield from compare_by_name("deck", then.decks, now.decks)
    yield from compare_by_name("bot", then.bots, now.bots)
    yield from compare_by_name("option", then.options, now.options)
