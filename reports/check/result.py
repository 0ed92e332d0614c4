"""The result of a balance check: all judgements, and what they amount to."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import ceil, isfinite

from evenhand.analysis.data.display_names import rename_entrant
from evenhand.analysis.data.input_changes import Change
from evenhand.analysis.gate.judge import Judgement, Outcome
from evenhand.analysis.gate.subjects import (
    CardSubject,
    DeckSubject,
    MatchupSubject,
    Measure,
    Subject,
)

__all__ = ["CheckResult", "rename_measure"]


@dataclass(frozen=True)
class CheckResult:
    """A balance check that was carried out.

    Attributes
    ----------
    judgements : tuple of Judgement
        Worst first.
    games : int
        Of the run that is kept.
    budget : int
        Games that such a check may play, those of cards and of the other side included.
    seed : int
    n_seats : int
        Games in a pair.
    notes : tuple of str
        What else should be known.
    unchecked : mapping from Measure to str
        What has a band and could not be held against it, and why.
    display_names : mapping from str to str
        What people call decks, where that is not their name.
    since : str
        What changes are measured from, a git ref or a file; "" if from nothing.
    changes : tuple of Change
        What is other than it was then.
    causes : mapping from Measure to tuple of Change
        Those that can have moved a number, as far as it is one of a check with changes.
    """

    title: str
    judgements: tuple[Judgement, ...]
    games: int
    budget: int
    seed: int
    n_seats: int
    level: float
    notes: tuple[str, ...]
    display_names: Mapping[str, str] = field(default_factory=dict)
    since: str = ""
    changes: tuple[Change, ...] = ()
    causes: Mapping[Measure, tuple[Change, ...]] = field(default_factory=dict)
    unchecked: Mapping[Measure, str] = field(default_factory=dict)

    @property
    def told(self) -> "CheckResult":
        """The result as people read it: decks are called what people call them."""
        names = self.display_names
        return replace(
            self,
            judgements=tuple(map(self.tell, self.judgements)),
            changes=tuple(rename_change(one, names) for one in self.changes),
            causes={
                rename_measure(measure, names): tuple(rename_change(one, names) for one in found)
                for measure, found in self.causes.items()
            },
            unchecked={
                rename_measure(measure, names): why for measure, why in self.unchecked.items()
            },
        )

    def tell(self, judgement: Judgement) -> Judgement:
        """Return a judgement as people read it."""
        return replace(judgement, measure=rename_measure(judgement.measure, self.display_names))

    @property
    def counts(self) -> Counter[Outcome]:
        """How many expectations came out which way."""
        return Counter(one.outcome for one in self.judgements)

    @property
    def outcome(self) -> Outcome:
        """The worst that is not accepted; what is accepted counts as passed."""
        found = self.counts
        return next(
            (worst for worst in (Outcome.FAIL, Outcome.INCONCLUSIVE) if found[worst]), Outcome.PASS
        )

    def with_outcome(self, outcome: Outcome) -> list[Judgement]:
        """List the judgements that came out one way."""
        return [one for one in self.judgements if one.outcome is outcome]

    def games_needed(self, judgement: Judgement) -> float:
        """Return the games that the whole check needs for a verdict, in two digits.

        If the number is of a further bot of a panel, they are that bot's games.
        """
        is_own = not judgement.measure.bot
        budget = self.budget if is_own else judgement.n_pairs * self.n_seats
        games = judgement.growth_needed * budget
        if not isfinite(games):
            return games
        unit = 10 ** max(0, len(str(ceil(games))) - 2)
        return ceil(games / unit) * unit


def rename_measure(measure: Measure, names: Mapping[str, str]) -> Measure:
    """Return a measure as people read it: decks are called what people call them."""
    return replace(measure, subject=rename_subject(measure.subject, names))


def rename_change(change: Change, names: Mapping[str, str]) -> Change:
    """Return a change of an input as people read it."""
    is_named = change.kind == "deck"
    return change._replace(name=names.get(change.name, change.name)) if is_named else change


def rename_subject(subject: Subject, names: Mapping[str, str]) -> Subject:
    """Call the decks of a subject what people call them."""
    match subject:
        case DeckSubject(entrant):
            return DeckSubject(rename_entrant(entrant, names))
        case MatchupSubject(own, opponents):
            others = tuple(rename_entrant(other, names) for other in opponents)
            return MatchupSubject(rename_entrant(own, names), others)
        case CardSubject(card, deck):
            return CardSubject(card, names.get(deck, deck))
    return subject
