"""What was edited since the last run, undone first by tuning: as little of it as suffices.

Each edit is measured by itself, so that one that helped is kept. Where undoing a single number
suffices, tuning looks for the number farthest from what it was that does as well.
"""

from collections.abc import Iterator
from dataclasses import replace

from evenhand.experiments.contrasts import Effort
from evenhand.experiments.levers import Moved, RuleLever, UndoLever, measure_levers, plan_trials
from evenhand.experiments.number_columns import find_grid, is_allowed
from evenhand.gate.edit_choice import MOST_ROUNDS, Choice, Scores, is_hopeless
from evenhand.gate.tune_edits import AnyEdit, CardEdit, RuleEdit, as_change, write_edits
from evenhand.gate.tune_playing import Playing
from evenhand.gate.tune_rounds import MET, Round, Undoing
from evenhand.gate.tune_rules import play_rule
from evenhand.gate.tune_settings import list_values
from evenhand.reports.check.edit_wording import describe_cause
from evenhand.reports.wording import enumerate_parts
from evenhand.simulate.runs.plan import MOST_GAMES

__all__ = ["find_room", "measure_undoing", "try_further", "try_undoing"]

MOST_NAMED = 3  # edits in one message


def measure_undoing(
    playing: Playing, undoing: Undoing, effort: Effort, scores: Scores
) -> list[Moved]:
    """Measure for tuning what it does to undo each edit by itself.

    Parameters
    ----------
    playing : Playing
    undoing : Undoing
    effort : Effort
        Of the levers of a search; no more games than a round has are played.
    scores : mapping from MatchupKey to PairScores
        Of the folder as it is.
    """
    plan = playing.job.plan
    levers = sorted(
        UndoLever(plan.pool.labels.index(edit.card), edit.column, edit.before,
                  edit.after - edit.before, 1, 0)
        for edit in undoing.edits if isinstance(edit, CardEdit)
    )  # fmt: skip
    if undoing.edits:
        playing.say(f"Trying what was edited since {undoing.since} on the same deals ..")
    pulls = [(lever, 1) for lever in levers]
    most = replace(effort, most_games=plan.games)  # telling them apart is worth one round
    moved = measure_levers(plan_trials(plan, pulls), most) if levers else []
    rules = [edit for edit in undoing.edits if isinstance(edit, RuleEdit)]
    return [*moved, *(play_rule(playing, RuleLever(*edit[:3]), scores) for edit in rules)]


def try_undoing(playing: Playing, choice: Choice, undoing: Undoing) -> Iterator[Round]:
    """Tune by undoing what was edited: as little as is expected to do, then what is safer.

    Parameters
    ----------
    playing : Playing
    choice : Choice
        Among what can be undone, and the values of rule options if that alone is not enough.
    undoing : Undoing
    """
    games, tried = playing.job.plan.games, tuple[AnyEdit, ...]()
    for number, has_room in enumerate((False, True) if choice.moved else (), 1):
        edit = choice.choose(has_room=has_room)
        edits = write_edits(playing.job.plan, choice.moved, edit.steps)
        if not undoing.select(edits):
            return
        if edits == tried:  # nothing better is known: it takes more games to tell
            games = min(2 * games, MOST_GAMES)
        one, scores = play_undone(playing, number, edits, games, undoing)
        yield one
        if one.outcome in MET or is_hopeless(edit):
            return
        choice.learn_round(edit.steps, scores)
        tried = edits


def play_undone(
    playing: Playing, number: int, edits: tuple[AnyEdit, ...], games: int, undoing: Undoing
) -> tuple[Round, Scores]:
    """Play a round of tuning that undoes what was edited."""
    named = enumerate_parts([describe_cause(as_change(edit)) for edit in edits], MOST_NAMED)
    playing.say(f"Undoing what was edited since {undoing.since}: {named} ..")
    one, scores = playing.play_round(number, edits, games)
    return replace(one, undoes=undoing.since), scores


def try_further(playing: Playing, first: Round, undone: Round, number: int) -> Iterator[Round]:
    """Tune further: seek the number farthest from what it was that meets all that is expected.

    Numbers between are taken to do the more, the farther they are from what they were.

    Parameters
    ----------
    first, undone : Round
        With the edit, which does not meet it, and without it, which does.
    number : int
        Of the first of these rounds.
    """
    if len(undone.edits) > 1:
        return
    (edit,) = undone.edits
    near, far, between = undone, first, list_between(playing, edit)
    while between and number <= MOST_ROUNDS:
        here = near.edits[0].after
        there = far.edits[0].after if far.edits else edit.before
        room = abs(there - here) * find_room(near, far)
        at = sum(abs(value - here) <= room for value in between) - 1
        least = len(between) // 4  # so that few tries are enough, however numbers move
        at = min(max(at, least), len(between) - 1 - least)
        tried = (edit._replace(after=between[at], moves={}),)
        playing.say(f"Trying how much fits: {describe_cause(as_change(tried[0]))} ..")
        one, _ = playing.play_round(number, tried, playing.job.plan.games)
        yield one
        number += 1
        if one.outcome in MET:
            near, between = one, between[at + 1 :]
        else:
            far, between = one, between[:at]


def list_between(playing: Playing, edit: AnyEdit) -> list[int]:
    """List the values between what was before an edit that tuning undoes, and what it is now."""
    way = 1 if edit.before > edit.after else -1
    if isinstance(edit, RuleEdit):
        _, values = list_values(playing.project.folder)[edit.option]
        low, high = sorted((edit.before, edit.after))
        return sorted((one for one in values if low < one < high), reverse=way < 0)
    pool = playing.job.plan.pool
    card = pool.cards[pool.labels.index(edit.card)]
    grid = way * find_grid(pool.cards, edit.column)
    numbers = range(edit.after + grid, edit.before, grid)
    return [value for value in numbers if is_allowed(card, edit.column, value)]


def find_room(near: Round, far: Round) -> float:
    """Return how far from one round of tuning towards another all stays inside, as a share.

    Numbers are taken to move in proportion.

    Parameters
    ----------
    near, far : Round
        One that meets all that is expected, and one that does not.

    Returns
    -------
    float
        In [0, 1].
    """
    there: dict[object, float] = {
        one.measure: one.estimate for one in far.judgements if one.outcome not in MET
    }
    shares = [1.0]
    for one in near.judgements:
        change = there.get(one.measure, one.estimate) - one.estimate
        if change:
            edge = one.band.high if change > 0 else one.band.low
            shares.append(max(0.0, (edge - one.estimate) / change))
    return min(shares)
