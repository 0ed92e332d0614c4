"""Both sides of a comparison, played on the same deals."""

import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from evenhand.decks.deck_list import Deck, keep_slots
from evenhand.decks.problems import UsageError
from evenhand.experiments.play import start_workers
from evenhand.inputs.job import prepare
from evenhand.inputs.request import DEFAULT_GAMES, Request
from evenhand.inputs.sides import Kind, Side, keep_common_decks, request_side
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.run import simulate
from evenhand.terminal import Progress, note, progress_bar

__all__ = ["align_slots", "play_sides"]


def play_sides(sides: Sequence[Side], given: Request, out: Path, is_quiet: bool) -> list[Path]:
    """Play both sides with what is given, and return the folders of their runs."""
    before, after = (prepare(one) for one in request_sides(sides, given, out, is_quiet))
    jobs = [before, replace(after, plan=align_slots(after.plan, before.plan))]
    for job in jobs if not is_quiet else ():
        for text in job.notes:
            note(f"{job.out.name}: {text}")
    command = shlex.join(["evenhand", "compare", *(side.name for side in sides)])
    n_jobs, backend = given.jobs or -1, given.backend
    with start_workers(given), progress_bar(disabled=is_quiet) as progress:
        notice = None if is_quiet else note
        for number, job in enumerate(jobs):
            show = count_as_half(progress, number)
            simulate(job.plan, job.out, n_jobs, backend, lambda _: command, show, notice)
    return [job.out for job in jobs]


def count_as_half(progress: Progress, number: int) -> Progress:
    """Count the games of one side among those of both."""

    def show(done: int, total: int) -> None:
        progress(number * total + done, 2 * total)

    return show


def request_sides(
    sides: Sequence[Side], given: Request, out: Path, is_quiet: bool
) -> list[Request]:
    """Ask for the same games with the files of either side.

    How many games, and which, is for the second side to say, if it is not given.
    """
    asked = [request_side(side, given) for side in sides]
    if sides[0].kind is Kind.FOLDER and not given.decks:
        asked = choose_common_decks(sides, asked, is_quiet)
    seed, games = asked[1].seed, asked[1].games
    games = DEFAULT_GAMES if games is None else games
    return [
        replace(one, seed=seed, games=games, precision=None, out=out / place)
        for one, place in zip(asked, ("before", "after"), strict=True)
    ]


def choose_common_decks(
    sides: Sequence[Side], asked: Sequence[Request], is_quiet: bool
) -> list[Request]:
    """Keep the decks that both folders have, and name the others."""
    kept, alone = keep_common_decks(asked)
    if not kept[0].decks:
        raise UsageError(f"{sides[0].name} and {sides[1].name} have no deck of the same name")
    for side, names in zip(sides, alone, strict=True):
        if names and not is_quiet:
            note(f"only in {side.name}, and left out: {', '.join(names)}")
    return kept


def align_slots(plan: Plan, original: Plan) -> Plan:
    """Return a plan whose cards have the slots that they have in another one.

    Parameters
    ----------
    plan : Plan
        Its decks go by the names of the other one's.
    original : Plan
    """
    if original.is_sealed:
        return plan
    originals = {deck.name: deck for deck in original.entrants if isinstance(deck, Deck)}
    entrants = [
        keep_slots(deck, plan.pool, originals[deck.name], original.pool)
        for deck in plan.entrants
        if isinstance(deck, Deck)
    ]
    return replace(plan, entrants=entrants)
