"""The smallest edits of cards that bring the numbers of a folder into their bands.

What an edit does is learned on the same deals, an integer programme chooses the edits, and
games with a seed of their own, which took no part in the choice, say whether they suffice. If
not, what those games found is where the next choice begins.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from evenhand.analysis.data.run import load_run
from evenhand.analysis.gate.judge import Judgement, Outcome, judge
from evenhand.analysis.gate.pair_means import PairMean, list_pair_means
from evenhand.analysis.gate.subjects import MatchupSubject, Measure, Topic
from evenhand.analysis.statistics.equivalence import Band
from evenhand.analysis.statistics.smallest_edit import find_smallest_edit
from evenhand.analysis.tables.pair_scores import MatchupKey, PairScores, read_pair_scores
from evenhand.decks.problems import UsageError
from evenhand.experiments.exchange import SCORES, Effort, Progress
from evenhand.experiments.levers import Moved, measure_levers, plan_levers
from evenhand.gate.contradictions import find_contradiction
from evenhand.gate.expectations import list_expectations
from evenhand.gate.project import Project
from evenhand.inputs.card_file import NumberEdit, with_numbers
from evenhand.inputs.job import Job, prepare
from evenhand.reports.check.check_wording import name_measure
from evenhand.simulate.runs.claim import Claim, claim
from evenhand.simulate.runs.plan import HIGHEST_SEED, Plan
from evenhand.simulate.runs.run import play_plan
from evenhand.simulate.runs.run_folder import plan_work
from evenhand.simulate.runs.whole_files import write_own
from evenhand.simulate.runs.workers import Workers

__all__ = ["CardEdit", "Round", "Tuning", "edit_file", "list_movable_bands", "tune"]

MOVABLE = (Topic.WIN_RATE, Topic.MATCHUP)
MOST_ROUNDS = 5
MARGIN = 0.25  # of half a band's width: how far inside it numbers should come to lie
NEXT_SEED = 7_919  # from one round's seed to the next
IN_LINE = 0.03  # worth over its cost at which a card counts as far out of line
PREFERENCE = 0.8  # by how much that makes it cheaper, or dearer, to change a card
MOST_NAMED = 3  # bands in one message
CHANGE_COST = 2.0  # of changing a number by all of itself, against changing one more card

Notice = Callable[[str], None]


class CardEdit(NamedTuple):
    """A number to change.

    Attributes
    ----------
    card, column : str
    line : int
        Of the card's row in its file.
    before, after : int
    moves : mapping from str to float
        By how much the edit is expected to raise each deck's win rate.
    """

    card: str
    column: str
    line: int
    before: int
    after: int
    moves: Mapping[str, float]


@dataclass(frozen=True)
class Round:
    """What some edits came to, in games of their own."""

    edits: tuple[CardEdit, ...]
    seed: int
    judgements: tuple[Judgement, ...]

    @property
    def outcome(self) -> Outcome:
        """The worst of all verdicts."""
        order = list(Outcome)
        return min((one.outcome for one in self.judgements), key=order.index)


@dataclass(frozen=True)
class Tuning:
    """All that was tried.

    Attributes
    ----------
    rounds : tuple of Round
        The first is of the cards as they are.
    missed : mapping from str to float
        Numbers that no allowed edit was expected to bring into their bands in the last choice,
        and by how much it missed them.
    n_levers : int
        Numbers of cards that were looked at, each one way.
    """

    rounds: tuple[Round, ...]
    missed: Mapping[str, float] = field(default_factory=dict)
    n_levers: int = 0

    @property
    def best(self) -> Round:
        """The last round that met what is expected, or that came nearest to it."""
        return min(reversed(self.rounds), key=rank_round)


def rank_round(one: Round) -> tuple[int, ...]:
    """Order rounds by how much is not met, the best first."""
    outcomes = [judgement.outcome for judgement in one.judgements]
    return tuple(outcomes.count(outcome) for outcome in (Outcome.FAIL, Outcome.INCONCLUSIVE))


def list_movable_bands(project: Project) -> list[Measure]:
    """List the bands of a folder that edits of cards are chosen for."""
    return [one for one in project.bands if one.topic in MOVABLE and not one.is_change]


def list_movable(project: Project, scores: Mapping[MatchupKey, PairScores]) -> list[PairMean]:
    """List the numbers with a band that edits of cards are chosen for: win rates."""
    return [
        mean
        for mean in list_pair_means(scores)
        if mean.measure.topic in MOVABLE and project.band(mean.measure) is not None
    ]


def tune(
    project: Project,
    job: Job,
    held: Claim,
    workers: Workers,
    half_width: float,
    progress: Progress | None = None,
    notice: Notice | None = None,
) -> Tuning:
    """Find edits that bring a folder's numbers into their bands.

    Parameters
    ----------
    project : Project
    job : Job
        What is played to see whether they are there.
    held : Claim
        Of a folder to work in.
    workers : Workers
    half_width : float
        Of the intervals of what levers do, in (0, 1).
    progress, notice : callable, optional

    Raises
    ------
    UsageError
        If no card may be changed, or the bands contradict each other.
    """

    def say(text: str) -> None:
        if notice:
            notice(text)

    say("Playing the cards as they are ..")
    scores = play_round(project, job, (), held.room / "round-0", workers, progress)
    rounds = [judge_round(project, job, (), scores)]
    means = list_movable(project, scores)
    refuse_contradiction(project, means)
    wanted = choose_ways(project, means, scores)
    if rounds[0].outcome in (Outcome.PASS, Outcome.ACCEPTED) or not wanted:
        return Tuning(tuple(rounds))
    levers = plan_levers(job.plan, project.folder.said.tune, wanted)
    if not levers.trials:
        raise UsageError(
            "no card may be changed that could help",
            "see cards, locked, columns and limits of [tune]",
        )
    say(f"Trying {len(levers.trials)} numbers of cards on the same deals ..")
    effort = Effort(half_width, None, workers, held.room / SCORES)
    moved = measure_levers(levers, effort, progress)
    steps, margin, missed = np.zeros(len(moved), np.int64), MARGIN, dict[str, float]()
    effects = list_effects(means, moved)
    start = [find_values(means, scores)]
    for number in range(1, MOST_ROUNDS + 1):
        further, missed = choose_steps(project, means, start, moved, effects, margin)
        if not further.any() or (further == steps).all():
            break
        steps = further
        edits = write_edits(job.plan, moved, steps)
        again = replace(job, plan=replace(job.plan, seed=next_seed(job.plan.seed, number)))
        say(f"Playing {describe_edits(edits)} with a seed of its own ..")
        room = held.room / f"round-{number}"
        scores = play_round(project, again, edits, room, workers, progress)
        start.append(find_values(means, scores) - effects @ steps)
        rounds.append(judge_round(project, again, edits, scores))
        if rounds[-1].outcome in (Outcome.PASS, Outcome.ACCEPTED):
            break
        margin = min(0.8, margin + 0.15)
    return Tuning(tuple(rounds), missed, len(levers.trials))


def refuse_contradiction(project: Project, means: Sequence[PairMean]) -> None:
    """Refuse bands that no cards can bring about."""
    missed = find_contradiction(means, lambda mean: find_band(project, mean))
    if missed:
        names = ", ".join(name_measure(mean.measure) for mean in missed[:MOST_NAMED])
        more = f" and {len(missed) - MOST_NAMED} more" if len(missed) > MOST_NAMED else ""
        raise UsageError(
            f"no cards can meet all bands of {project.folder.path}, as what one deck wins another "
            f"loses: if the others are met, then not {names}{more}",
            "what two decks win against each other comes to 100 %",
        )


def describe_edits(edits: Sequence[CardEdit]) -> str:
    """Count edits: "1 edit", "3 edits"."""
    return f"{len(edits)} edit{'s' * (len(edits) > 1)}"


def next_seed(seed: int, number: int) -> int:
    """Return the seed of a round, which no round before it had."""
    return (seed + number * NEXT_SEED) % (HIGHEST_SEED + 1)


def choose_ways(
    project: Project, means: Sequence[PairMean], scores: Mapping[MatchupKey, PairScores]
) -> dict[str, set[int]]:
    """Say which decks should win more, and which less; a deck may be asked for both."""
    wanted: dict[str, set[int]] = {}
    for mean in means:
        band, value = find_band(project, mean), value_of(mean, scores)
        inner = shrink(band, MARGIN)
        way = (value < inner.low) - (value > inner.high)
        if not way:
            continue
        wanted.setdefault(mean.kind[1], set()).add(way)
        if isinstance(mean.measure.subject, MatchupSubject):
            for other in mean.measure.subject.opponents:
                wanted.setdefault(other.name, set()).add(-way)
    return wanted


def find_band(project: Project, mean: PairMean) -> Band:
    """Return the band of a number that has one."""
    band = project.band(mean.measure)
    assert band is not None
    return band


def value_of(mean: PairMean, scores: Mapping[MatchupKey, PairScores]) -> float:
    """Return a number of a run."""
    return float(np.mean([scores[key].numbers[mean.kind].mean() for key in mean.keys]))


def shrink(band: Band, share: float) -> Band:
    """Return the inner part of a band, so that chance does not lead out of it at once."""
    reach = share * (band.high - band.low) / 2
    low = band.low + reach if band.low > 0 else -np.inf
    return Band(low, band.high - reach if band.high < 1 else np.inf)


def find_values(means: Sequence[PairMean], scores: Mapping[MatchupKey, PairScores]) -> np.ndarray:
    """Return the numbers of a run, shape (n_numbers,)."""
    return np.array([value_of(mean, scores) for mean in means])


def list_effects(means: Sequence[PairMean], moved: Sequence[Moved]) -> np.ndarray:
    """Return by how much a step of each lever moves each number, shape (n_numbers, n_levers)."""
    return np.array(
        [
            [np.mean([one.effects.get((key, mean.kind[1]), 0.0) for key in mean.keys])
             for one in moved]
            for mean in means
        ]
    )  # fmt: skip


def choose_steps(
    project: Project,
    means: Sequence[PairMean],
    start: Sequence[np.ndarray],
    moved: Sequence[Moved],
    effects: np.ndarray,
    margin: float,
) -> tuple[np.ndarray, dict[str, float]]:
    """Choose steps of the levers.

    Parameters
    ----------
    start : sequence of float array, shape (n_numbers,)
        The numbers without any step, as each round shows them: the first as they were played,
        later ones with what their steps should do taken off. Those are nearer to what is
        looked for, so that they alone count once they are there.
    effects : float array, shape (n_numbers, n_levers)
    margin : float
        How far inside their bands numbers should be, as a share of half of these.

    Returns
    -------
    steps : int array, shape (n_levers,)
        From the cards as they are.
    missed : dict of str to float
        Numbers that would still be outside their bands, and by how much.
    """
    inner = [shrink(find_band(project, mean), margin) for mean in means]
    rows = sorted({one.lever.row for one in moved})
    edit = find_smallest_edit(
        numbers=np.mean(start[1:] or start, axis=0),
        bands=np.array([(band.low, band.high) for band in inner]),
        effects=effects,
        most=np.array([one.lever.most for one in moved]),
        owners=np.array([rows.index(one.lever.row) for one in moved]),
        card_costs=np.array([cost_of_card(moved, row) for row in rows]),
        step_costs=np.array(
            [CHANGE_COST * abs(one.lever.step) / max(1, abs(one.lever.now)) for one in moved]
        ),
        most_cards=project.folder.said.tune.most_cards,
    )
    outer = [find_band(project, mean) for mean in means]
    missed = {
        name_measure(mean.measure): float(max(band.low - value, value - band.high))
        for mean, band, value in zip(means, outer, edit.numbers, strict=True)
        if not band.low <= value <= band.high
    }
    return edit.steps, missed


def cost_of_card(moved: Sequence[Moved], row: int) -> float:
    """Return what it costs to change a card: little for one that is out of line that way."""
    of_card = [one for one in moved if one.lever.row == row]
    gains = [-one.lever.way * one.worth / IN_LINE for one in of_card]
    return 1 - PREFERENCE * float(np.tanh(max(gains)))


def write_edits(plan: Plan, moved: Sequence[Moved], steps: np.ndarray) -> tuple[CardEdit, ...]:
    """Say which numbers become which; two ways of one number make one edit."""
    found: dict[tuple[int, str], int] = {}
    moves: dict[tuple[int, str], dict[str, float]] = {}
    for one, n in zip(moved, steps, strict=True):
        if not n:
            continue
        place = one.lever.row, one.lever.column
        found[place] = found.get(place, 0) + int(n) * one.lever.step
        for deck, gain in gain_by_deck(one).items():
            own = moves.setdefault(place, {})
            own[deck] = own.get(deck, 0.0) + int(n) * gain
    pool = plan.pool
    return tuple(
        CardEdit(
            card=pool.labels[row],
            column=column,
            line=pool.cards[row].line,
            before=getattr(pool.cards[row], column),
            after=getattr(pool.cards[row], column) + change,
            moves=moves[row, column],
        )
        for (row, column), change in found.items()
        if change
    )


def gain_by_deck(one: Moved) -> dict[str, float]:
    """Return by how much one step of a lever raises each deck's win rate."""
    gains: dict[str, list[float]] = {}
    for (_, deck), effect in one.effects.items():
        gains.setdefault(deck, []).append(effect)
    n = max(len(own) for own in gains.values())
    return {deck: sum(own) / n for deck, own in gains.items()}


def play_round(
    project: Project,
    job: Job,
    edits: Collection[CardEdit],
    room: Path,
    workers: Workers,
    progress: Progress | None,
) -> dict[MatchupKey, PairScores]:
    """Play the folder with some cards changed, from a copy of its card file."""
    plan = job.plan
    if edits:
        file = room / plan.pool.kept_as
        room.mkdir(parents=True, exist_ok=True)
        write_own(file, edit_file(plan, edits))
        request = replace(
            job.request, game=str(project.folder.path), cards=str(file), seed=plan.seed,
            games=plan.games,
        )  # fmt: skip
        plan = prepare(request).plan
    folder = room / "run"
    with claim([folder], plan_work(plan)) as own:
        play_plan(plan, own, workers, progress=progress)
    return read_pair_scores(load_run(folder))


def edit_file(plan: Plan, edits: Collection[CardEdit]) -> bytes:
    """Return the content of a plan's card file with some numbers changed."""
    numbers = [NumberEdit(edit.line, edit.column, edit.after) for edit in edits]
    return with_numbers(plan.game.schema, plan.pool.file, numbers)


def judge_round(
    project: Project,
    job: Job,
    edits: tuple[CardEdit, ...],
    scores: Mapping[MatchupKey, PairScores],
) -> Round:
    """Judge a round; that one of several passes by chance is counted in."""
    level = 1 - (1 - project.check.level) / MOST_ROUNDS if edits else project.check.level
    found = judge(list_expectations(project, scores), level, project.check.power)
    found = [replace(one, acceptance=project.acceptance(one.measure)) for one in found]
    return Round(edits, job.plan.seed, tuple(found))
