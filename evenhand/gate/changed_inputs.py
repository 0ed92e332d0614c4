"""What was changed since the time that changes are measured from, and whom it concerns."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from evenhand.analysis.data.input_changes import (
    Change,
    compare_by_name,
    compare_pools,
    list_changes,
)
from evenhand.analysis.data.run import Run
from evenhand.analysis.gate.expectations import Reference
from evenhand.analysis.gate.subjects import CardSubject, DeckSubject, MatchupSubject, Measure
from evenhand.decks.deck_list import Deck
from evenhand.gate.baseline import Inputs, list_inputs
from evenhand.gate.reference import BaselineReference, PlayedReference
from evenhand.simulate.runs.plan import Plan

__all__ = ["ChangedInputs", "find_changed_inputs"]

NOT_THE_GAMES = ("rules", "version")  # of `list_changes`: no input of a designer's


@dataclass(frozen=True)
class ChangedInputs:
    """What is other than it was.

    Attributes
    ----------
    plan : Plan
        What is played now.
    changes : sequence of Change
        A card of which only that it is in a changed file is known is not among them.
    """

    plan: Plan
    changes: Sequence[Change] = ()

    @cached_property
    def cards(self) -> frozenset[str]:
        """Labels of the cards that are there and other than they were, or were not there."""
        labels = set(self.plan.pool.labels)
        return frozenset(
            one.name for one in self.changes if one.kind == "card" and one.name in labels
        )

    @cached_property
    def decks(self) -> frozenset[str]:
        """Names of the decks whose lists are other than they were."""
        return frozenset(one.name for one in self.changes if one.kind == "deck")

    def concerning(self, measure: Measure) -> tuple[Change, ...]:
        """List the changes that can have moved a number, those of its own decks first."""
        if not self.changes:
            return ()
        own = self.name_own(measure)
        decks = own if isinstance(measure.subject, MatchupSubject) else list(self.plan_decks)
        near, played = self.list_cards(own), self.list_cards(decks)
        able = [one for one in self.changes if is_able(one, decks, played)]
        return tuple(sorted(able, key=lambda one: not is_of(one, own, near)))

    @cached_property
    def plan_decks(self) -> dict[str, Deck]:
        """The decks played, by name."""
        return {one.name: one for one in self.plan.entrants if isinstance(one, Deck)}

    def list_cards(self, decks: Collection[str]) -> list[str]:
        """List the cards of decks that are played, by label; products have none yet."""
        labels, known = self.plan.pool.labels, self.plan_decks
        return [labels[row] for name in decks if name in known for row in known[name].cards]

    def name_own(self, measure: Measure) -> list[str]:
        """Name the decks that a number is of; all that are played if it is of the whole run."""
        match measure.subject:
            case DeckSubject(entrant):
                return [entrant.deck]
            case MatchupSubject() as matchup:
                return [side.deck for side in matchup.sides]
            case CardSubject(deck=deck):
                return [deck]
        return list(self.plan_decks)


def is_able(one: Change, decks: Collection[str], played: Collection[str]) -> bool:
    """Return whether a change can move a number at all: it is of something that is played.

    Of sealed products it is not known which cards are played; a card that is gone may have
    been in any deck.
    """
    if one.kind == "card":
        return not played or not one.name or one.name in played or not one.after
    return one.kind != "deck" or not decks or one.name in decks


def is_of(one: Change, decks: Collection[str], cards: Collection[str]) -> bool:
    """Return whether a change is of some decks, or of their cards."""
    return one.name in (cards if one.kind == "card" else decks)


def find_changed_inputs(reference: Reference | None, run: Run, plan: Plan) -> ChangedInputs:
    """Find out what was changed since a reference."""
    match reference:
        case PlayedReference():
            found = list_changes(reference.run, run)
            changes = [one for one in found if one.kind not in NOT_THE_GAMES]
        case BaselineReference():
            changes = list(list_since(reference.inputs, list_inputs(run), plan))
        case _:
            changes = []
    return ChangedInputs(plan, changes)


def list_since(then: Inputs, now: Inputs, plan: Plan) -> Iterator[Change]:
    """List what is other than it was when a baseline was made, as far as it can be known.

    The cards of then are known if the copy of the cards that `check --update-baseline` makes
    is still that of the baseline.
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
