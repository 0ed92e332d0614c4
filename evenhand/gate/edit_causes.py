"""Which edit did it: the change of each failing number, split over what was edited."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import pandas as pd

from evenhand.analysis.gate.expectations import Reference, Scores
from evenhand.analysis.gate.judge import Judgement, Outcome
from evenhand.analysis.gate.measures import DeckSubject, MatchupSubject, Measure, Topic
from evenhand.analysis.gate.pair_means import PairMean, list_pair_means
from evenhand.analysis.statistics.multiplicity import joint_level
from evenhand.analysis.tables.joint_intervals import count_independent_decks
from evenhand.experiments.question_store import store_in
from evenhand.experiments.single_edits import (
    MOST_GAMES,
    Number,
    list_edited_cards,
    list_numbers,
    measure_single_edits,
    read_scores,
)
from evenhand.experiments.single_edits import Scores as ScoresByRow
from evenhand.gate.changed_inputs import ChangedInputs
from evenhand.gate.check_setup import Setup
from evenhand.gate.reference import BaselineReference, PlayedReference
from evenhand.reports.check.check_wording import name_subject
from evenhand.reports.check.result import EditPart, Split
from evenhand.reports.comparison.edits import ALL_TOGETHER
from evenhand.reports.wording import count, plural
from evenhand.simulate.runs.claim import Claim
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.same_games import find_same_matchups

__all__ = ["split_failures"]

LEVEL = 0.95


@dataclass(frozen=True)
class Failures:
    """Failures of a check, and what their numbers changed from.

    Attributes
    ----------
    judgements : sequence of Judgement
        Those of the first bot that edits can have moved.
    scores : mapping
        Of the run.
    """

    judgements: Sequence[Judgement]
    scores: Scores
    inputs: ChangedInputs
    reference: Reference


def split_failures(
    setup: Setup,
    held: Claim,
    reference: Reference | None,
    scores: Scores,
    inputs: ChangedInputs,
    judgements: Sequence[Judgement],
) -> Mapping[Measure, Split]:
    """Tell for each failure what each edit did of it; empty if nothing failed or was edited.

    A single edit did all of it. Of several, each card is edited by itself and played on the same
    deals, as `compare` does, as long as the files of before are there. Bots that think ahead do so
    only if the check has a git ref or a baseline.
    """
    failed = [
        one
        for one in judgements
        if one.outcome is Outcome.FAIL
        and not one.measure.bot
        and not one.groups  # of several bots
        and inputs.list_possible_causes(one.measure)
    ]
    if reference is None or not failed or not all(change.name for change in inputs.changes):
        return {}
    failures = Failures(failed, scores, inputs, reference)
    if len(inputs.edits) == 1:
        return dict(name_only_edit(failures))
    if any(bot.thinks_ahead for bot in setup.job.plan.bots) and not (setup.ref or setup.baseline):
        return {}  # that takes long, and nobody has asked for it; `compare` does it
    before = find_plan_before(reference, inputs)
    numbers = {} if before is None else find_numbers(failures, before)
    if before is None or not numbers or not list_edited_cards(before, setup.job.plan):
        return {}
    announce(setup, len(inputs.edits))
    with store_in(held, setup.job.request, setup.is_quiet) as store:
        table = measure_single_edits(
            before,
            setup.job.plan,
            (find_scores_before(before, failures), read_scores(before, scores)),
            store,
            list(dict.fromkeys(numbers.values())),
            n_together=len(list_numbers(before)),  # the decks of `compare`, with as wide intervals
        )
    return {
        one.measure: make_split(one, table[table["deck"] == numbers[one.measure].name], inputs)
        for one in failed
        if one.measure in numbers
    }


def announce(setup: Setup, n_edits: int) -> None:
    """Say that a check plays on to tell edits apart, and how long at most."""
    most = MOST_GAMES * setup.job.plan.games
    setup.say(
        f"Not all is met, and {plural(n_edits, 'edit')} could have done it: each card is played "
        f"alone, to tell which did (at most {count(most)} more games)"
    )


def name_only_edit(failures: Failures) -> Iterator[tuple[Measure, Split]]:
    """Yield for each failure what the only edit did: the change since the reference.

    Its interval is that of `compare`, which holds for all decks, or all matchups, at once.
    """
    (changes,) = failures.inputs.edits
    means = {mean.measure: mean for mean in list_pair_means(failures.scores)}
    for judgement in failures.judgements:
        mean = means.get(replace(judgement.measure, is_change=False))
        change = mean and failures.reference.measure_change(mean, failures.scores)
        if mean and change:
            level = float(joint_level(LEVEL, count_together(mean, failures)))
            part = EditPart(changes, change.value, *change.interval(level), change.n_pairs)
            yield judgement.measure, order_parts(judgement, [part], is_only=True)


def count_together(mean: PairMean, failures: Failures) -> int:
    """Return how many changes stand in the table of `compare` that has the change of a number."""
    plan = failures.inputs.plan
    keys = [key for key in failures.scores if failures.reference.has_matchup(key)]
    fair = [key for key in keys if len(set(key)) > 1]
    match mean.measure.topic:
        case Topic.WIN_RATE:
            return count_independent_decks(
                len({deck for key in fair for deck in key}), plan.n_seats
            )
        case Topic.MATCHUP:
            return len(fair)
    return len(keys) + 1  # in each matchup, and in all


def find_plan_before(reference: Reference, inputs: ChangedInputs) -> Plan | None:
    """Return the plan with the files of before; None if they are not there.

    A baseline has only hashes of decks and bots, so only cards may differ from it.
    """
    if isinstance(reference, PlayedReference):
        return reference.plan
    if isinstance(reference, BaselineReference) and all(
        change.kind == "card" for change in inputs.changes
    ):
        return reference.plan
    return None


def find_scores_before(before: Plan, failures: Failures) -> ScoresByRow:
    """Return the scores of before that are known, of games played or not touched by any edit."""
    if isinstance(failures.reference, PlayedReference):
        return read_scores(before, failures.reference.scores)
    same = find_same_matchups(before, failures.inputs.plan)
    now = read_scores(before, failures.scores)
    return {row: scores for row, scores in now.items() if row in same}


def find_numbers(failures: Failures, before: Plan) -> dict[Measure, Number]:
    """Return the win rates among the failures, of decks and matchups that both sides have."""
    of_decks = {one.name: one for one in list_numbers(before)}
    found = {}
    for judgement in failures.judgements:
        measure = judgement.measure
        match measure.subject:
            case DeckSubject(entrant) if measure.topic is Topic.WIN_RATE:
                number = of_decks.get(entrant.name)
            case MatchupSubject(own=own, opponents=(other,)):
                number = find_matchup(of_decks, own.name, other.name, name_subject(measure.subject))
            case _:
                number = None
        if number is not None:
            found[measure] = number
    return found


def find_matchup(of_decks: Mapping[str, Number], own: str, other: str, name: str) -> Number | None:
    """Return the number of a matchup, from those of its decks; None if a deck is new."""
    if own not in of_decks or other not in of_decks:
        return None
    common = set(of_decks[own].rows) & set(of_decks[other].rows)
    return Number(name, own, tuple(sorted(common))) if common else None


def make_split(judgement: Judgement, rows: pd.DataFrame, inputs: ChangedInputs) -> Split:
    """Return what each edit did of a failure, from its rows of `measure_single_edits`."""
    by_name = {(edit[0].kind, edit[0].name): edit for edit in inputs.edits}
    parts = [
        EditPart(
            () if row.card == ALL_TOGETHER else by_name["card", row.card],
            row.change, row.change_low_all, row.change_high_all, row.n_pairs,
        )
        for row in rows.itertuples()
    ]  # fmt: skip
    told = {("card", row.card) for row in rows.itertuples()}
    causes = {(one.kind, one.name) for one in inputs.list_possible_causes(judgement.measure)}
    return order_parts(judgement, parts, n_left=len(causes - told))


def order_parts(
    judgement: Judgement, parts: Sequence[EditPart], is_only: bool = False, n_left: int = 0
) -> Split:
    """Return parts of a failure, the one that did most of it first."""
    way = 1 if judgement.estimate > judgement.band.high else -1
    return Split(tuple(sorted(parts, key=lambda part: -way * part.change)), is_only, n_left, way)
