"""The result of a balance check: all judgements and the overall outcome."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import ceil, isfinite
from typing import NamedTuple

from evenhand.analysis.data.display_names import rename_entrant
from evenhand.analysis.data.input_changes import Change
from evenhand.analysis.gate.judge import Judgement, Outcome
from evenhand.analysis.gate.measures import (
    CardSubject,
    DeckSubject,
    MatchupSubject,
    Measure,
    Subject,
)
from evenhand.analysis.tables.card_groups import Pull

__all__ = ["CheckResult", "EditPart", "Split", "rename_measure"]


class EditPart(NamedTuple):
    """What one edit did to a number, with an interval that allows for all parts told together.

    Attributes
    ----------
    changes : tuple of Change
        Of the edited card, deck, bot or option; empty for what is left of the whole change.
    """

    changes: tuple[Change, ...]
    change: float
    low: float
    high: float
    n_pairs: int

    @property
    def is_sure(self) -> bool:
        """Whether its interval does not include 0."""
        return self.low > 0 or self.high < 0


class Split(NamedTuple):
    """What each edit did of a failure.

    Attributes
    ----------
    parts : tuple of EditPart
        The one that did most of it first.
    is_only : bool
        Whether nothing else was edited.
    n_left : int
        Edits that can have moved the number and are not told apart.
    way : int
        1 for a number above its band, -1 for one below.
    """

    parts: tuple[EditPart, ...]
    is_only: bool = False
    n_left: int = 0
    way: int = 1

    @property
    def culprit(self) -> tuple[Change, ...]:
        """The changes of the edit that did most of a failure for certain; empty if none did."""
        first = self.parts[0] if self.parts else None
        return first.changes if first and first.is_sure and first.change * self.way > 0 else ()


@dataclass(frozen=True)
class CheckResult:
    """The result of a balance check.

    Attributes
    ----------
    judgements : tuple of Judgement
        Worst first.
    games : int
        Games of the stored run.
    budget : int
        Maximum number of games of the check, those for cards and for the reference included.
    seed : int
    n_seats : int
        Games in a pair.
    notes : tuple of str
        Further remarks.
    unchecked : mapping from Measure to str
        Measures with a band that could not be checked, with the reason.
    display_names : mapping from str to str
        Display names of decks that have one.
    since : str
        What edits are told from: a git ref, a file, or, for a check that does not pass without
        these, the last run; "" if from nothing.
    changes : tuple of Change
        Differences of inputs from the reference.
    causes : mapping from Measure to tuple of Change
        The differences that can have moved each number.
    places : mapping from (str, str) to str
        Where the input of a kind and name stands that was changed: "cards.csv:14".
    splits : mapping from Measure to Split
        What each edit did of failures, where that is known.
    left_out : str
        What was left out because it cannot be read; "" if nothing was. Such a check never passes.
    faults : tuple of str
        The problems of what was left out.
    mistakes : tuple of str
        Where those of them stand that are not only wrong because of another: "cards.csv:9".
    is_disputed : bool
        Whether the strongest player of earlier runs finds decks outside their bands.
    has_newly_outside : bool
        Whether the strongest player of earlier runs finds decks outside their bands that were
        not before the edits.
    bot_games : mapping from str to int
        Games of each further bot of a panel, or group of players.
    pulls : mapping from Measure to tuple of Pull
        The cards that pull a group of cards out of its band.
    players : str
        The bot, or group of players, that played the run; two, if they met.
    tuned_options : tuple of str
        Rule options that the folder names for `tune`.
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
    places: Mapping[tuple[str, str], str] = field(default_factory=dict)
    splits: Mapping[Measure, Split] = field(default_factory=dict)
    unchecked: Mapping[Measure, str] = field(default_factory=dict)
    left_out: str = ""
    faults: tuple[str, ...] = ()
    mistakes: tuple[str, ...] = ()
    is_disputed: bool = False
    has_newly_outside: bool = False
    bot_games: Mapping[str, int] = field(default_factory=dict)
    pulls: Mapping[Measure, tuple[Pull, ...]] = field(default_factory=dict)
    players: str = ""
    tuned_options: tuple[str, ...] = ()

    @property
    def with_display_names(self) -> "CheckResult":
        """The result with display names of decks."""
        names = self.display_names
        return replace(
            self,
            judgements=tuple(map(self.rename_decks, self.judgements)),
            changes=tuple(rename_change(change, names) for change in self.changes),
            causes={
                rename_measure(measure, names): tuple(
                    rename_change(change, names) for change in changes
                )
                for measure, changes in self.causes.items()
            },
            places={
                (kind, names.get(name, name) if kind == "deck" else name): place
                for (kind, name), place in self.places.items()
            },
            splits={
                rename_measure(measure, names): split._replace(
                    parts=tuple(rename_part(part, names) for part in split.parts)
                )
                for measure, split in self.splits.items()
            },
            unchecked={
                rename_measure(measure, names): why for measure, why in self.unchecked.items()
            },
        )

    def rename_decks(self, judgement: Judgement) -> Judgement:
        """Return a judgement with display names of decks."""
        return replace(judgement, measure=rename_measure(judgement.measure, self.display_names))

    @property
    def counts(self) -> Counter[Outcome]:
        """Number of expectations by outcome."""
        return Counter(judgement.outcome for judgement in self.judgements)

    @property
    def outcome(self) -> Outcome:
        """The worst outcome; accepted failures count as passed, what is left out as open."""
        counts = self.counts
        best = Outcome.INCONCLUSIVE if self.faults else Outcome.PASS
        return next(
            (worst for worst in (Outcome.FAIL, Outcome.INCONCLUSIVE) if counts[worst]), best
        )

    def with_outcome(self, outcome: Outcome) -> list[Judgement]:
        """List the judgements with an outcome."""
        return [judgement for judgement in self.judgements if judgement.outcome is outcome]

    def games_needed(self, judgement: Judgement) -> float:
        """Return the games that the whole check needs for a verdict, rounded up to two digits.

        If it takes a bot of a panel that plays fewer games, return the games of that bot.
        """
        budget = self.bot_games.get(self.find_limited(judgement), self.budget)
        games = judgement.growth_needed * budget
        if not isfinite(games):
            return games
        unit = 10 ** max(0, len(str(ceil(games))) - 2)
        return ceil(games / unit) * unit

    def find_limited(self, judgement: Judgement) -> str:
        """Return the bot whose games a check's verdict takes, if it plays fewer; else ""."""
        decisive = (group.bot for group in judgement.groups if group.is_decisive)
        bot = judgement.measure.bot or next(decisive, "")
        return bot if self.bot_games.get(bot, self.games) < self.games else ""


def rename_measure(measure: Measure, names: Mapping[str, str]) -> Measure:
    """Return a measure of a check's result with display names of decks."""
    return replace(measure, subject=rename_subject(measure.subject, names))


def rename_change(change: Change, names: Mapping[str, str]) -> Change:
    """Return a changed input of a check's result with its deck's display name."""
    is_deck = change.kind == "deck"
    return change._replace(name=names.get(change.name, change.name)) if is_deck else change


def rename_part(part: EditPart, names: Mapping[str, str]) -> EditPart:
    """Return what an edit did, with its deck's display name."""
    return part._replace(changes=tuple(rename_change(change, names) for change in part.changes))


def rename_subject(subject: Subject, names: Mapping[str, str]) -> Subject:
    """Return a subject of a check's result with display names of decks."""
    match subject:
        case DeckSubject(entrant):
            return DeckSubject(rename_entrant(entrant, names))
        case MatchupSubject(entrant, opponents):
            others = tuple(rename_entrant(other, names) for other in opponents)
            return MatchupSubject(rename_entrant(entrant, names), others)
        case CardSubject(card, deck):
            return CardSubject(card, names.get(deck, deck))
    return subject
