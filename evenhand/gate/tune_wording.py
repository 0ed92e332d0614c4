"""What is said of a tuned folder: whether all is met, what was undone, and how much may stay."""

from collections.abc import Iterator, Sequence

from evenhand.analysis.gate.judge import Outcome
from evenhand.gate.tune_edits import AnyEdit, as_change
from evenhand.gate.tune_rounds import MET, Tuning, Undoing
from evenhand.reports.check.check_wording import (
    name_measure,
    write_claim,
    write_estimate,
    write_interval,
)
from evenhand.reports.check.edit_wording import describe_cause
from evenhand.reports.wording import count, enumerate_parts, percent, plural

__all__ = [
    "describe_bots", "describe_further", "describe_undoing", "list_outside_of_second", "sum_up",
]  # fmt: skip

MOST_NAMED = 5
NO_CHANGE = "nothing to change."


def sum_up(found: Tuning) -> list[str]:
    """Say whether a tuned folder meets everything, and if not, why; and what undoing came to."""
    verdict, *more = _sum_up_best(found)
    if found.left_out:
        claim = verdict.removeprefix("PASS: ")
        verdict = f"{found.left_out} Of the rest: {claim[:1].lower()}{claim[1:]}"
    return [verdict, *more, *describe_undoing(found)]


def describe_undoing(found: Tuning) -> Iterator[str]:
    """Yield why undoing what was edited was not enough, if so, and what is left to undo."""
    if found.best.undoes or not found.best.edits:
        return
    undone = [one for one in found.rounds if one.undoes]
    best = Undoing(edits=found.best.edits)
    for one in undone:
        if len(best.select(one.edits)) == len(best.edits) == len(one.edits):
            continue  # what came out of it in other games stands above
        unmet = [judged for judged in one.judgements if judged.outcome not in MET]
        left = enumerate_parts([write_claim(judged) for judged in unmet], MOST_NAMED)
        yield f"To undo what was edited is not enough: with {name_edits(one.edits)}, {left}."
    if found.undoing.edits and not undone:
        edits = name_edits([make_again(edit) for edit in found.undoing.edits])
        yield (
            f"What was edited since {found.undoing.since} stays, for undoing it would not help: "
            f"{edits}."
        )
    if texts := found.undoing.texts:
        yield (
            f"The text of {enumerate_parts(texts, MOST_NAMED)} was edited, too, since "
            f"{found.undoing.since}, and is not undone here: put it back by hand before other "
            "cards are bent to it."
        )


def describe_undone(found: Tuning) -> Iterator[str]:
    """Yield what the best round of tuning undoes, what it keeps, and how much more would fit."""
    undone = found.undoing.select(found.best.edits)
    kept = [edit for edit in found.undoing.edits if not Undoing(edits=(edit,)).select(undone)]
    among = f" of {len(found.undoing.edits)}" if kept else ""
    keeps = f", and keeps {name_edits([make_again(edit) for edit in kept])}" if kept else ""
    edits = "edit" if len(found.undoing.edits) == 1 else "edits"
    yield f"It undoes {len(undone)}{among} {edits} since {found.best.undoes}{keeps}."
    yield from describe_further(found)


def describe_further(found: Tuning) -> Iterator[str]:
    """Yield how much of the edit that tuning undoes may stay, and from where on it is too much."""
    if not found.further:
        return
    (edit,) = found.best.edits
    farthest, too_far = found.farthest, found.too_far
    there = too_far.edits[0].after if too_far.edits else edit.before
    broken = next(one for one in too_far.judgements if one.outcome not in MET)
    is_unsure = broken.outcome is Outcome.INCONCLUSIVE
    beyond = f"with {there:,} {'it is too close to call' if is_unsure else 'it does not'}"
    beyond = f"{beyond}: {write_claim(broken)}"
    if farthest is None:
        yield f"None of the numbers between that were tried meets everything; {beyond}."
        return
    (kept,) = farthest.edits
    same = next(one for one in farthest.judgements if one.measure == broken.measure)
    so = f"{name_measure(same.measure)} {write_estimate(same)}, {write_interval(same)}"
    yield (
        f"Or keep some of it, by hand: {name_edits([kept])} meets everything, too ({so}); {beyond}."
    )


def name_edits(edits: Sequence[AnyEdit]) -> str:
    """Name edits of tuning: "Ember Lancer skill1 damage 180 \u2192 90"."""
    return str(enumerate_parts([describe_cause(as_change(one)) for one in edits], MOST_NAMED))


def make_again(edit: AnyEdit) -> AnyEdit:
    """Return what was edited, of an edit by which tuning undoes it."""
    return edit._replace(before=edit.after, after=edit.before)


def say_met(found: Tuning) -> str:
    """Say that a tuned folder meets everything, and what else is expected that a check judges."""
    n, edits = len(found.best.judgements), found.best.edits
    met = plural(n, "expectation")
    if edits:
        said = f"PASS: {met} met."
    elif found.unjudged:
        said = f"The {met} that tune judges {'is' if n == 1 else 'are'} met already: {NO_CHANGE}"
    else:
        said = f"Everything that is expected is met already: {NO_CHANGE}"
    return " ".join([said, *describe_unjudged(found)])


def describe_unjudged(found: Tuning) -> Iterator[str]:
    """Yield what is expected of a tuned folder, too, but only a check judges."""
    if found.unjudged:
        rest = enumerate_parts(found.unjudged, MOST_NAMED)
        yield f"Not judged: {rest}; evenhand check judges them."


def _sum_up_best(found: Tuning) -> list[str]:
    best = found.best
    failed = [one for one in best.judgements if one.outcome is Outcome.FAIL]
    unsure = [one for one in best.judgements if one.outcome is Outcome.INCONCLUSIVE]
    if not failed and not unsure:
        if not best.edits:
            return [say_met(found)]
        undone = describe_undone(found) if best.undoes else ()
        met, second = say_met(found), describe_second(found)
        if list_outside_of_second(found):
            return [*second, f"In the weaker hands that it was tuned for, {met}", *undone]
        return [met, *undone, *second]
    said = [] if best.edits else ["No edit was found that helps."]
    said += [
        f"{write_sums(len(failed), len(unsure), len(best.judgements))}: "
        f"{enumerate_parts([write_claim(one) for one in (*failed, *unsure)], MOST_NAMED)}."
    ]
    unmet = {name_measure(one.measure) for one in (*failed, *unsure)}
    missed = {name: miss for name, miss in best.missed.items() if name in unmet}
    if missed:
        worst = sorted(missed.items(), key=lambda one: -one[1])[:MOST_NAMED]
        names = ", ".join(f"{name} by {100 * miss:.1f}" for name, miss in worst)
        said.append(f"Out of reach of what [tune] allows: {names} points.")
        said.append(
            "In balance.toml, a greater most_change, more columns or options bring more in reach."
        )
    return [*said, *describe_unjudged(found)]


def write_sums(n_failed: int, n_unsure: int, n_all: int) -> str:
    """Say how many expectations of a tuned folder are not met, and of how many that is open."""
    parts = [
        f"{n} {text}"
        for n, text in ((n_failed, "not met"), (n_unsure, "too close to call in these games"))
        if n
    ]
    return f"{' and '.join(parts)}, of {plural(n_all, 'expectation')}"


def list_outside_of_second(found: Tuning) -> list[str]:
    """List what a stronger bot finds surely outside in a tuned folder."""
    judged = found.second.judgements if found.second else ()
    failed = [one for one in judged if one.outcome is Outcome.FAIL]
    return [f"{name_measure(one.measure)} {percent(one.estimate)}" for one in failed]


def describe_second(found: Tuning) -> Iterator[str]:
    """Yield what a stronger bot finds out of line in a tuned folder, or that it finds nothing."""
    if found.second is None:
        return
    player = f"{found.second.bot}, a stronger player ({count(found.second.games)} games)"
    if outside := list_outside_of_second(found):
        yield f"In the hands of {player}, still outside: {enumerate_parts(outside, MOST_NAMED)}."
        yield f"To tune for such hands, which is slower: {describe_bots(found.second.bot)}."
    else:
        yield f"In the hands of {player}, nothing is surely outside."


def describe_bots(bot: str) -> str:
    """Return the setting with which a folder is tuned for the hands of a bot, and its file."""
    return f'bots = ["{bot}"] in balance.toml'
