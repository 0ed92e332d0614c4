"""Rounds of tuning: what some edits came to in games of their own, and which did best."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from evenhand.analysis.gate.judge import Judgement, Outcome
from evenhand.gate.tune_edits import AnyEdit

__all__ = ["MET", "Round", "Tuning", "Undoing"]

MET = (Outcome.PASS, Outcome.ACCEPTED)


@dataclass(frozen=True)
class Round:
    """A round of tuning: what some edits came to, in games of their own.

    Attributes
    ----------
    missed : mapping from str to float
        Numbers that these edits, the best that are allowed, were not expected to bring into
        their bands, and by how much they would miss them.
    undoes : str
        The run since which these edits undo what was edited; "" for others.
    bot : str
        Who played it, where it was not the first bot; "" for others.
    """

    edits: tuple[AnyEdit, ...]
    seed: int
    games: int
    judgements: tuple[Judgement, ...]
    missed: Mapping[str, float] = field(default_factory=dict)
    undoes: str = ""
    bot: str = ""

    @property
    def outcome(self) -> Outcome:
        """The worst of all verdicts of a round of tuning."""
        order = list(Outcome)
        return min((one.outcome for one in self.judgements), key=order.index)


@dataclass(frozen=True)
class Undoing:
    """What tuning tries first: to undo what was edited.

    Attributes
    ----------
    since : str
        The run with the numbers of before.
    edits : tuple of CardEdit or RuleEdit
        All that could be undone; that which changes its number most first.
    texts : tuple of str
        Cards whose text was edited, which only a designer can undo.
    """

    since: str = ""
    edits: tuple[AnyEdit, ...] = ()
    texts: tuple[str, ...] = ()

    def select(self, edits: Collection[AnyEdit]) -> list[AnyEdit]:
        """Return those of some edits of tuning that undo what was edited."""
        undoing = [edit._replace(moves={}) for edit in self.edits]
        return [edit for edit in edits if edit._replace(moves={}) in undoing]


@dataclass(frozen=True)
class Tuning:
    """All rounds that tuning tried.

    Attributes
    ----------
    rounds : tuple of Round
        The first is of the cards as they are.
    n_levers : int
        Numbers of cards that were looked at, each one way.
    second : Round, optional
        The best of them as a stronger bot plays it.
    undoing : Undoing
        What had been edited.
    further : tuple of Round
        Tries with a number between the one that the last round of `rounds` undoes and what it
        goes back to.
    unjudged : tuple of str
        What is expected, too, but only a check judges.
    left_out : str
        What could not be read and so is not played; "" if nothing.
    """

    rounds: tuple[Round, ...]
    n_levers: int = 0
    second: Round | None = None
    undoing: Undoing = Undoing()
    further: tuple[Round, ...] = ()
    unjudged: tuple[str, ...] = ()
    left_out: str = ""

    @property
    def best(self) -> Round:
        """The round of tuning that met what is expected last, or came nearest to it."""
        return min(reversed(self.rounds), key=rank_round)

    @property
    def farthest(self) -> Round | None:
        """The last round of tuning further that met all that is expected; None if none did."""
        return next((one for one in reversed(self.further) if one.outcome in MET), None)

    @property
    def too_far(self) -> Round:
        """The round of tuning further that last did not meet it; else the folder as it is."""
        missed = (one for one in reversed(self.further) if one.outcome not in MET)
        return next(missed, self.rounds[0])

    @property
    def outcome(self) -> Outcome:
        """What tuning came to; as in a check, what is left out is open."""
        is_open = self.is_met and bool(self.left_out)
        return Outcome.INCONCLUSIVE if is_open else self.best.outcome

    @property
    def is_met(self) -> bool:
        """Whether all that is expected is met by the best round of tuning."""
        return self.best.outcome in MET


def rank_round(one: Round) -> tuple[int, ...]:
    """Order rounds of tuning by how much is not met, the best first."""
    outcomes = [judgement.outcome for judgement in one.judgements]
    unmet = (outcomes.count(outcome) for outcome in (Outcome.FAIL, Outcome.INCONCLUSIVE))
    return *unmet, len(one.edits)
