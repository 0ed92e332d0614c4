"""The smallest edits of cards that bring the numbers of a folder into their bands.

What an edit does is learned on the same deals, an integer programme chooses the edits, and
games with a seed of their own, which took no part in the choice, say whether they suffice. If
not, what those games found is where the next choice begins.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from evenhand.analysis.gate.pair_means import PairMean
from evenhand.decks.problems import InputError, Problem
from evenhand.experiments.contrasts import Effort
from evenhand.experiments.levers import Lever, Moved, measure_levers, plan_levers, plan_trials
from evenhand.gate.contradictions import find_contradiction
from evenhand.gate.edit_choice import (
    MOST_ROUNDS,
    Choice,
    Scores,
    find_band,
    is_hopeless,
)
from evenhand.gate.folder_expectations import Project
from evenhand.gate.tune_edits import (
    AnyEdit,
    set_rules,
    write_edits,
)
from evenhand.gate.tune_playing import Playing, judge_round, next_seed
from evenhand.gate.tune_rounds import MET, Round, Tuning, Undoing
from evenhand.gate.tune_rules import list_rule_levers, play_rule, refuse_idle_rules
from evenhand.gate.tune_undoing import (
    measure_undoing,
    try_further,
    try_undoing,
)
from evenhand.gate.tune_ways import OF_DECKS, KnownNumbers, choose_rules, choose_ways, list_movable
from evenhand.inputs.job import Job
from evenhand.reports.check.check_wording import name_measure
from evenhand.simulate.bots.bot_files import Bot
from evenhand.simulate.runs.claim import Claim
from evenhand.simulate.runs.pair_store import PairStore
from evenhand.simulate.runs.plan import MOST_GAMES

__all__ = ["tune"]

MOST_NAMED = 3  # bands in one message
REFINEMENTS = 4  # of what leading levers do, before the first edit is played
SECOND_GAMES = 10_000  # of a stronger bot's round, at most
FINER = 2.0  # how many times as well as the others they are known then

OnMessage = Callable[[str], None]


def tune(
    project: Project,
    job: Job,
    held: Claim,
    store: PairStore,
    half_width: float,
    undoing: Undoing,
    strong_bot: Bot | None = None,
) -> Tuning:
    """Tune a folder: find edits that bring its numbers into their bands.

    Parameters
    ----------
    project : Project
    job : Job
        What is played to see whether they are there.
    held : Claim
        Of a folder to work in.
    store : PairStore
        In that folder.
    half_width : float
        Of the intervals of what levers do, in (0, 1).
    undoing : Undoing
        What was edited, which is undone first.
    strong_bot : Bot, optional
        Who is asked in the end what it finds.

    Raises
    ------
    InputError
        If no card may be changed, or the bands contradict each other.
    """
    playing = Playing(project, job, held.add_temporary, store)
    found = replace(seek_edits(playing, half_width, undoing), undoing=undoing)
    if strong_bot is None or not found.best.edits:
        return found
    return replace(found, second=ask_second_player(playing, found, strong_bot))


def seek_edits(playing: Playing, half_width: float, undoing: Undoing) -> Tuning:
    """Tune in rounds until the numbers are in their bands, or no edit helps."""
    project, job = playing.project, playing.job
    playing.say("Playing the cards as they are ..")
    scores = playing.play("round-0", (), job)
    first = judge_round(project, job, (), scores)
    means = list_movable(project, scores)
    refuse_contradiction(project, means)
    known = KnownNumbers.of(project, means, scores)
    if first.outcome in MET or not known.list_ways(known.values).any():
        return Tuning((first,))
    effort = Effort(half_width, store=playing.store)
    undo = measure_undoing(playing, undoing, effort, scores)
    is_enough = not undo or not is_hopeless(Choice(project, means, scores, undo).choose())
    rules = [] if is_enough else measure_rules(playing, scores)
    can_undo = Choice(project, means, scores, [*undo, *rules])
    undone = list(try_undoing(playing, can_undo, undoing))
    if undone and undone[-1].outcome in MET:
        further = try_further(playing, first, undone[-1], 1 + len(undone))
        return Tuning((first, *undone), further=tuple(further))
    rules = rules or measure_rules(playing, scores)
    of_rules = Choice(project, means, scores, rules)
    steps = choose_rules(known, of_rules)
    wanted = choose_ways(known, known.values + of_rules.beliefs.effects @ steps)
    # What a card does hangs on the rules that it is to be played by.
    plan = set_rules(job.plan, write_edits(job.plan, rules, steps))
    levers = plan_levers(plan, project.folder.content.tune, wanted)
    if not levers.trials and not rules:
        message = "no card may be changed that could help"
        hint = "see its cards, locked, columns and limits"
        raise InputError([Problem(str(project.folder.path), None, "tune", message, hint)])
    cards = []
    if levers.trials:
        playing.say(f"Trying {len(levers.trials)} numbers of cards on the same deals ..")
        cards = measure_levers(levers, effort)
    choice = Choice(project, means, scores, [*cards, *rules])
    rounds = list(try_edits(playing, choice, Leading(playing, effort), 1 + len(undone)))
    # For where no edit turns out to help.
    first = replace(first, missed=choice.name_missed(choice.choose()))
    return Tuning((first, *undone, *rounds), len(choice.moved))


def measure_rules(playing: Playing, scores: Scores) -> list[Moved]:
    """Measure for tuning what each value of the rule options does that may be changed."""
    levers = list_rule_levers(playing.project.folder)
    moved = [play_rule(playing, lever, scores) for lever in levers]
    refuse_idle_rules(playing.project.folder, moved)
    return moved


def ask_second_player(playing: Playing, found: Tuning, bot: Bot) -> Round:
    """Play the best round of tuning once more, by a stronger bot."""
    playing.say(f"Asking {bot.name}, a stronger player ..")
    best, plan = found.best, playing.job.plan
    plan = replace(plan, bots=[bot], seed=best.seed, games=min(plan.games, SECOND_GAMES))
    job = replace(playing.job, plan=plan)
    scores = playing.play("second-player", best.edits, job)
    return replace(judge_round(playing.project, job, best.edits, scores), bot=bot.name)


def try_edits(playing: Playing, choice: Choice, leading: "Leading", first: int) -> Iterator[Round]:
    """Tune in rounds: choose an edit and play it until one does, learning from each.

    Parameters
    ----------
    first : int
        Number of the first of these rounds.
    """
    plan = playing.job.plan
    steps, games = np.zeros(len(choice.moved), np.int64), plan.games
    for number in range(first, MOST_ROUNDS + 1):
        edit = choice.choose()
        if not is_hopeless(edit):
            leading.refine(choice, 1 + number)
            edit = choice.choose()
        if not edit.steps.any():
            return
        if (edit.steps == steps).all():  # nothing better is known: it takes more games to tell
            games = min(2 * games, MOST_GAMES)
        steps = edit.steps
        edits = write_edits(plan, choice.moved, steps)
        playing.say(f"Playing {describe_edits(edits)} with a seed of its own ..")
        one, scores = playing.play_round(number, edits, games)
        one = replace(one, missed=choice.name_missed(edit))
        yield one
        if one.outcome in MET or is_hopeless(edit):
            return
        choice.learn_round(steps, scores)


@dataclass(frozen=True)
class Leading:
    """Learns better what the levers do that tuning's best edits take, and their close rivals.

    Attributes
    ----------
    playing : Playing
    effort : Effort
        Of all levers; the leading ones are measured finer.
    known : Counter of int
        How often each lever was measured finer.
    """

    playing: Playing
    effort: Effort
    known: Counter[int] = field(default_factory=Counter)

    def refine(self, choice: Choice, often: int) -> None:
        """Measure tuning's leading levers, on deals of their own, as often as is wanted of each."""
        for _ in range(REFINEMENTS):
            leading = {n: steps for n, steps in choice.list_leading().items()
                       if self.known[n] < often}  # fmt: skip
            if not leading:
                return
            self.playing.say(f"Measuring the {len(leading)} that matter more closely ..")
            self.measure(choice, leading)

    def measure(self, choice: Choice, leading: Mapping[int, int]) -> None:
        """Measure some levers for tuning, at the steps that edits would take, or at their probe."""
        numbers = sorted(leading)
        pulls = [
            (lever, max(leading[number], lever.probe))
            for number in numbers
            if isinstance(lever := choice.moved[number].lever, Lever)
        ]
        self.known.update(numbers)
        turn = MOST_ROUNDS + self.known.total()  # no round has this seed
        plan = self.playing.job.plan
        plan = set_rules(plan, write_edits(plan, choice.moved, choice.choose().steps))
        plan = replace(plan, seed=next_seed(plan.seed, turn))
        effort = replace(self.effort, half_width=self.effort.half_width / FINER)
        found = measure_levers(plan_trials(plan, pulls), effort)
        for number, one in zip(numbers, found, strict=True):
            choice.learn_lever(number, one)


def refuse_contradiction(project: Project, means: Sequence[PairMean]) -> None:
    """Refuse bands that no tuning of cards can bring about."""
    of_decks = [mean for mean in means if mean.measure.topic in OF_DECKS]
    if not of_decks:
        return
    missed = find_contradiction(of_decks, lambda mean: find_band(project, mean))
    if missed:
        names = ", ".join(name_measure(mean.measure) for mean in missed[:MOST_NAMED])
        more = f" and {len(missed) - MOST_NAMED} more" if len(missed) > MOST_NAMED else ""
        message = (
            "these bands contradict each other: what one deck wins, another loses. If all the "
            f"others are met, {names}{more} cannot be met"
        )
        raise InputError([Problem(str(project.folder.path), None, "expect", message)])


def describe_edits(edits: Sequence[AnyEdit]) -> str:
    """Count the edits of a round of tuning: "1 edit", "3 edits"."""
    return f"{len(edits)} edit{'s' * (len(edits) > 1)}"
