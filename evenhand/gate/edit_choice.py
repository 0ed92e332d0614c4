"""Which steps of levers to take: the smallest edit by what is believed of them.

What levers do and what games with some edits came to are learned together, each as far as it
is known, so that no round counts for more than it says.
"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from scipy.special import ndtri

from evenhand.analysis.gate.pair_means import PairMean
from evenhand.analysis.statistics.bands import Band
from evenhand.analysis.statistics.differences import Moments, PooledMean
from evenhand.analysis.statistics.linear_beliefs import LinearBeliefs
from evenhand.analysis.statistics.smallest_edit import Edit, Zone, find_smallest_edit
from evenhand.analysis.tables.pair_scores import MatchupKey, PairScores
from evenhand.experiments.levers import Gain, Lever, Moved, RuleLever, UndoLever
from evenhand.gate.folder_expectations import Project
from evenhand.reports.check.check_wording import name_measure

__all__ = [
    "MOST_ROUNDS", "Choice", "Scores", "find_band", "find_margins", "is_hopeless", "measure_values",
    "open_band", "pass_level",
]  # fmt: skip

MOST_ROUNDS = 5
HOPELESS = 0.03  # by which the best edit misses a band where nothing finer is worth its games
EDGE = 2.0  # what a number costs that lies at the very edge of its band, in cards
OFF_CENTRE = 0.2  # .. and one that is as far inside as it takes to pass, but no farther
WIDEST_MARGIN = 0.6  # of half a band's width
ROOM = 8.0  # standard errors from the edge at which a number is as good as in the centre
IN_LINE = 0.03  # worth over its cost at which a card counts as far out of line
PREFERENCE = 0.8  # by how much that makes it cheaper, or dearer, to change a card
CHANGE_COST = 2.0  # of changing a number by all of itself, against changing one more card
UNASKED = 0.05  # what a card may do to who goes first, and all else that is not of decks
UNEVEN = 0.15  # by how much of itself what a lever does is off when others are pulled as well

# A card and the way it goes, a card and its number that was edited, or a rule option.
Owner = tuple[int, int | str] | str
Scores = Mapping[MatchupKey, PairScores]
Subject = int | tuple[str, int]  # a card, or a rule option's value


class Choice:
    """What is known to choose an edit by, and what it says should be changed.

    Attributes
    ----------
    moved : list of Moved
        What is known of each lever alone, the best measured.

    Parameters
    ----------
    project : Project
    means : sequence of PairMean
        The numbers with a band.
    scores : mapping
        Of the cards as they are.
    moved : sequence of Moved
    """

    def __init__(
        self, project: Project, means: Sequence[PairMean], scores: Scores, moved: Sequence[Moved]
    ) -> None:
        self.project, self.means, self.moved = project, means, list(moved)
        self.bands = [find_band(project, mean) for mean in means]
        self.zones = find_zones(project, means, scores)
        gains = [measure_gains(means, one, UNASKED**2) for one in moved]
        steps = np.array([one.steps for one in moved])
        self.beliefs = LinearBeliefs(
            *measure_values(means, scores),
            arrange_gains([[gain.value for gain in own] for own in gains], means) / steps,
            arrange_gains([[gain.variance for gain in own] for own in gains], means) / steps**2,
        )

    def choose(
        self,
        without: Subject | None = None,
        only: np.ndarray | None = None,
        has_room: bool = True,
    ) -> Edit:
        """Choose the smallest edit that is expected to do.

        Parameters
        ----------
        without : Subject, optional
            A card, or the value of a rule option, that is not to be part of it.
        only : bool array, shape (n_numbers,), optional
            The numbers that are to be brought into their bands; all if not given.
        has_room : bool
            Whether a number near the edge of its band costs something.
        """
        only = np.ones(len(self.means), bool) if only is None else only
        owners = list(dict.fromkeys(one.lever.owner for one in self.moved))
        most = [one.lever.most * (one.lever.subject != without) for one in self.moved]
        steps = [cost_of_step(one.lever) for one in self.moved]
        return find_smallest_edit(
            numbers=self.beliefs.start[only],
            bands=np.array([open_band(band) for band in self.bands]).reshape(-1, 2)[only],
            effects=self.beliefs.effects[only],
            most=np.array(most),
            owners=np.array([owners.index(one.lever.owner) for one in self.moved]),
            card_costs=np.array([cost_of_owner(self.moved, owner) for owner in owners]),
            step_costs=np.array(steps),
            most_cards=self.project.folder.content.tune.most_cards,
            zones=[Zone(one.widths[only], one.cost) for one in self.zones if has_room],
            is_rule=np.array([isinstance(owner, str) for owner in owners], bool),
        )

    def list_leading(self) -> dict[int, int]:
        """List the levers of cards in the best edit and in those that do without a part of it.

        A part is a card, or the value of a rule option.

        Returns
        -------
        dict of int to int
            By the lever's number, the most steps that any of these edits takes.
        """
        best = self.choose().steps
        parts = dict.fromkeys(self.moved[number].lever.subject for number in np.flatnonzero(best))
        leading = np.max([best, *(self.choose(part).steps for part in parts)], axis=0)
        return {
            int(number): int(leading[number])
            for number in np.flatnonzero(leading)
            if isinstance(self.moved[number].lever, Lever)
        }

    def learn_lever(self, number: int, found: Moved) -> None:
        """Learn from other games what a lever does to choose an edit by."""
        gains = measure_gains(self.means, found, np.inf)
        steps = np.zeros(len(self.moved), np.int64)
        steps[number] = found.steps
        self.beliefs.learn_changes(
            steps,
            np.array([gain.value for gain in gains]),
            np.array([gain.variance for gain in gains]),
        )
        self.moved[number] = found

    def learn_round(self, steps: np.ndarray, scores: Scores) -> None:
        """Learn what games with an edit came to; steps may not quite add up."""
        values, variances = measure_values(self.means, scores)
        uneven = ((UNEVEN * self.beliefs.effects * steps) ** 2).sum(axis=1)
        self.beliefs.learn_values(steps, values, variances + uneven)

    def name_missed(self, edit: Edit) -> dict[str, float]:
        """Name the numbers that an edit would leave outside their bands, and by how much."""
        return {
            name_measure(mean.measure): float(missed)
            for mean, missed in zip(self.means, edit.missed, strict=True)
            if missed > 0
        }


def is_hopeless(edit: Edit) -> bool:
    """Return whether tuning's best edit leaves a number far outside its band."""
    return max(edit.missed, default=0.0) > HOPELESS


def find_band(project: Project, mean: PairMean) -> Band:
    """Return the band of a number that an edit is chosen for."""
    band = project.bands.find(mean.measure)
    assert band is not None
    return band


def open_band(band: Band) -> Band:
    """Return a band to edit into, without the ends that no number can be beyond."""
    return Band(
        band.low if band.low > 0 else -np.inf, band.high if band.high < 1 else np.inf
    )  # fmt: skip


def pass_level(project: Project) -> float:
    """Return how sure the verdicts on an edit must be: one of several may pass by luck."""
    return 1 - (1 - project.check.level) / MOST_ROUNDS


def find_margins(project: Project, means: Sequence[PairMean], scores: Scores) -> np.ndarray:
    """Return how far inside its band an edit should bring each number, to pass a check."""
    _, variances = measure_values(means, scores)
    sure = float(ndtri(pass_level(project)) + ndtri(project.check.power))
    bands = [find_band(project, mean) for mean in means]
    widest = [WIDEST_MARGIN * (band.high - band.low) / 2 for band in bands]
    return np.minimum(sure * variances**0.5, widest)


def find_zones(project: Project, means: Sequence[PairMean], scores: Scores) -> tuple[Zone, Zone]:
    """Return where an edit's numbers might not pass, and farther inside, are not yet safe."""
    _, variances = measure_values(means, scores)
    margins = find_margins(project, means, scores)
    bands = [find_band(project, mean) for mean in means]
    halves = np.array([(band.high - band.low) / 2 for band in bands])
    inside = np.maximum(np.minimum(ROOM * variances**0.5, halves) - margins, 0)
    return Zone(margins, EDGE), Zone(inside, OFF_CENTRE)


def measure_value(mean: PairMean, scores: Scores) -> PooledMean:
    """Return a number of a run that an edit is chosen for."""
    return PooledMean.of([Moments.of(scores[key].numbers[mean.kind]) for key in mean.keys])


def measure_values(means: Iterable[PairMean], scores: Scores) -> tuple[np.ndarray, np.ndarray]:
    """Return the numbers an edit is chosen for and their variances, shape (n_numbers,) each."""
    found = [measure_value(mean, scores) for mean in means]
    return np.array([one.value for one in found]), np.array([one.spread for one in found])


def measure_gains(means: Iterable[PairMean], one: Moved, unasked: float) -> list[Gain]:
    """Return by how much a lever's steps, to be edited in, move each number.

    Of what cards do, only scores of decks are measured: the rest is taken to be nothing, with the
    variance `unasked`, until a round shows otherwise.
    """
    nothing = Gain(0.0, 0.0)
    found = []
    for mean in means:
        if mean.kind[0] != "score" and isinstance(one.lever, Lever):
            found.append(Gain(0.0, unasked))
            continue
        gains = [one.gains.get((key, mean.kind), nothing) for key in mean.keys]
        found.append(
            Gain(
                sum(gain.value for gain in gains) / len(gains),
                sum(gain.variance for gain in gains) / len(gains) ** 2,
            )
        )
    return found


def arrange_gains(by_lever: list[list[float]], means: Sequence[PairMean]) -> np.ndarray:
    """Return what edits' levers do to each number, shape (n_numbers, n_levers)."""
    return np.array(by_lever).reshape(-1, len(means)).T


def cost_of_step(lever: Lever | RuleLever) -> float:
    """Return what one step of an edit's lever costs; to go back to what was costs nothing more."""
    if isinstance(lever, UndoLever):
        return 0.0
    return CHANGE_COST * abs(lever.step) / max(1, abs(lever.now))


def cost_of_owner(moved: Sequence[Moved], owner: Owner) -> float:
    """Return what an edit of a card costs one way: little if it is out of line the other.

    A rule option costs as much as a card that is in line; undoing an edit, the least.
    """
    one = next(one for one in moved if one.lever.owner == owner)
    if isinstance(one.lever, UndoLever):
        return 1 - PREFERENCE
    gain = -one.lever.way * one.worth / IN_LINE
    return 1 - PREFERENCE * float(np.tanh(gain))
