"""Rule options of a folder as levers: each value is played on the same deals as the current one."""

from collections.abc import Sequence
from pathlib import Path

from evenhand.analysis.tables.pair_scores import MatchupKey, PairKind
from evenhand.decks.language.errors import list_words
from evenhand.decks.problems import InputError, Problem
from evenhand.experiments.levers import Gain, Moved, RuleLever
from evenhand.gate.edit_choice import Scores
from evenhand.gate.tune_edits import RuleEdit
from evenhand.gate.tune_playing import Playing
from evenhand.gate.tune_settings import find_option_place, list_values
from evenhand.inputs.decks_and_bots import load_entrant
from evenhand.inputs.folder import Folder
from evenhand.reports.wording import enumerate_parts
from evenhand.simulate.runs.plan import Plan

__all__ = [
    "list_rule_levers", "measure_rule", "play_rule", "refuse_idle_rules", "refuse_illegal_values",
]  # fmt: skip


def list_rule_levers(folder: Folder) -> list[RuleLever]:
    """List the levers of a folder's rule options: every value but the current one."""
    return [
        RuleLever(name, now, value)
        for name, (now, values) in list_values(folder).items()
        for value in values
    ]


def play_rule(playing: Playing, lever: RuleLever, before: Scores) -> Moved:
    """Play a rule option's value on the deals of the folder as it is, and measure what it does."""
    playing.say(f"Playing {lever.option} = {lever.then} on the same deals ..")
    edit = RuleEdit(lever.option, lever.now, lever.then, {})
    after = playing.play(f"{lever.option}-{lever.then}", (edit,), playing.job)
    return measure_rule(lever, before, after)


def measure_rule(lever: RuleLever, before: Scores, after: Scores) -> Moved:
    """Measure what a rule option's value does, on the same deals.

    Parameters
    ----------
    lever : RuleLever
    before, after : mapping from MatchupKey to PairScores
        Of the same pairs of games, with the current value and with the lever's.
    """
    gains: dict[tuple[MatchupKey, PairKind], Gain] = {}
    for key, own in before.items():
        for kind in own.numbers:
            change = after[key].numbers[kind] - own.numbers[kind]
            gains[key, kind] = Gain(float(change.mean()), float(change.var(ddof=1) / change.size))
    return Moved(lever, 1, gains, worth=0.0)


def refuse_illegal_values(folder: Folder, plan: Plan) -> None:
    """Refuse values of a folder's rule options with which a deck is not legal.

    Raises
    ------
    InputError
    """
    problems = []
    for lever in list_rule_levers(folder):
        options = {**plan.options, lever.option: lever.then}
        for entrant in plan.entrants:
            try:
                load_entrant(plan.game, plan.pool, Path(entrant.file), plan.mode, options)
            except InputError as error:
                message = f"with {lever.option} at {lever.then}, the deck {entrant.name} is illegal"
                hint = f"leave this value out of the range: {error.problems[0].message}"
                problems.append(find_option_place(folder, lever.option, message, hint))
                break
    if problems:
        raise InputError(problems)


def refuse_idle_rules(folder: Folder, moved: Sequence[Moved]) -> None:
    """Refuse a folder's rule options of which no value changes any game.

    Raises
    ------
    InputError
    """
    tried: dict[str, list[Moved]] = {}
    for one in moved:
        assert isinstance(one.lever, RuleLever)
        tried.setdefault(one.lever.option, []).append(one)
    problems = [
        describe_idle(folder, option, [one.lever.now + one.lever.step for one in values])
        for option, values in tried.items()
        if not any(gain.value or gain.variance for one in values for gain in one.gains.values())
    ]
    if problems:
        raise InputError(problems)


def describe_idle(folder: Folder, option: str, values: Sequence[int]) -> Problem:
    """Describe a rule option that changes no game of a folder, and name those that might."""
    tried = list_words(tuple(map(str, values)))
    message = f"expected an option that changes some games; with {tried} all games stay the same"
    busy = [one.name for one in folder.game.options if one.by_seat and one.name != option]
    hint = (
        f"these treat the first player unlike the others: {enumerate_parts(busy)}"
        if busy
        else f"to list others: evenhand games {folder.game.name} --options"
    )
    return find_option_place(folder, option, message, hint)
