"""What changes are measured from: a baseline, or the folder as it was at a git ref."""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from evenhand.analysis.data.pair_scores import Key, Scores, scores_by_key
from evenhand.analysis.data.run import load_run
from evenhand.analysis.gate.judge import Number
from evenhand.analysis.statistics.differences import (
    Difference,
    Moments,
    PairedMoments,
    paired_difference,
    unpaired_difference,
)
from evenhand.decks.pool import CardPool
from evenhand.decks.problems import InputError, UsageError
from evenhand.experiments.play import start_workers
from evenhand.experiments.same_deals import keep_slots_of
from evenhand.gate.baseline import Baseline
from evenhand.inputs.folder import BALANCE_FILE, Folder
from evenhand.inputs.git import extract_folder
from evenhand.inputs.job import Job, prepare
from evenhand.inputs.request import Request
from evenhand.inputs.sides import Kind, Side, keep_common_decks, request_side
from evenhand.simulate.runs.run import simulate
from evenhand.terminal import progress_bar

__all__ = ["AsItWas", "Reference", "Stored", "as_it_was"]


class Reference(Protocol):
    """Something to measure changes from."""

    def change(self, number: Number, now: Mapping[Key, Scores]) -> Difference | None:
        """Return how far a number has moved; None if there is nothing to compare it with."""

    def knows(self, key: Key) -> bool:
        """Return whether it has a matchup."""


@dataclass(frozen=True)
class Stored:
    """A baseline: its games are independent of those that are played now, or taken for it.

    Attributes
    ----------
    moments : mapping from (matchup, kind) to Moments
    """

    moments: Mapping[tuple[Key, tuple[str, str]], Moments]

    @classmethod
    def of(cls, baseline: Baseline) -> "Stored":
        """Take the numbers out of a baseline."""
        return cls(baseline.moments)

    def knows(self, key: Key) -> bool:
        """Return whether it has a matchup."""
        return (key, ("first", "")) in self.moments

    def change(self, number: Number, now: Mapping[Key, Scores]) -> Difference | None:
        """Return how far a number has moved, over the matchups that both have."""
        keys = [key for key in number.keys if (key, number.kind) in self.moments]
        if not keys:
            return None
        return unpaired_difference(
            [self.moments[key, number.kind] for key in keys],
            [Moments.of(now[key].numbers[number.kind]) for key in keys],
            is_score=number.topic != "turns",
        )


@dataclass(frozen=True)
class AsItWas:
    """The same pairs, played with the files of another time.

    Attributes
    ----------
    scores : mapping from Key to Scores
    changed : frozenset of str
        Labels of the cards that were other than they are now, or not there.
    """

    scores: Mapping[Key, Scores]
    changed: frozenset[str]

    def knows(self, key: Key) -> bool:
        """Return whether it has a matchup."""
        return key in self.scores

    def change(self, number: Number, now: Mapping[Key, Scores]) -> Difference | None:
        """Return how far a number has moved, over the matchups that both have."""
        keys = [key for key in number.keys if key in self.scores]
        if not keys:
            return None
        parts = [same_pairs(self.scores[key], now[key], number.kind) for key in keys]
        return paired_difference(parts, is_score=number.topic != "turns")


def same_pairs(before: Scores, now: Scores, kind: tuple[str, str]) -> PairedMoments:
    """Sum up the pairs that both have; one may have a pair more."""
    n_pairs = min(before.n_pairs, now.n_pairs)
    return PairedMoments.of(before.numbers[kind][:n_pairs], now.numbers[kind][:n_pairs])


def as_it_was(folder: Folder, ref: str, job: Job, is_quiet: bool) -> AsItWas:
    """Play the pairs of a job with the files that its folder had at a git ref.

    Raises
    ------
    UsageError
        If there is no such ref, no repository, or nothing in common.
    InputError
        If the files were wrong then.
    """
    if folder.path.name != BALANCE_FILE:
        raise UsageError(f"--against: {folder.path} must be called {BALANCE_FILE} for that")
    with tempfile.TemporaryDirectory() as room:
        files = extract_folder(folder.path.parent, ref, Path(room, "files"))
        if not (files / BALANCE_FILE).is_file():
            raise UsageError(f"--against: there is no {BALANCE_FILE} in {ref}")
        with told_by(ref, files):
            before = job_before(Side(ref, Kind.FOLDER, files), folder, job, Path(room, "run"))
        request = job.request
        with start_workers(request), progress_bar(disabled=is_quiet) as progress:
            n_jobs = request.jobs or -1
            simulate(before.plan, before.out, n_jobs, request.backend, progress=progress)
        changed = changed_cards(before.plan.pool, job.plan.pool)
        return AsItWas(scores_by_key(load_run(before.out)), changed)


def changed_cards(before: CardPool, now: CardPool) -> frozenset[str]:
    """List the cards of a pool that another one has not, or not so."""
    old, new = (
        {
            label: card.model_dump(exclude={"line", "abilities"})
            for label, card in zip(pool.labels, pool.cards, strict=True)
        }
        for pool in (before, now)
    )
    return frozenset(label for label, card in new.items() if old.get(label) != card)


def job_before(side: Side, folder: Folder, job: Job, out: Path) -> Job:
    """Prepare the same pairs of the decks that were there already, each card in its slot."""
    plan = job.plan
    given = Request(seed=plan.seed, games=1, jobs=job.request.jobs, mode=plan.mode)
    asked = [
        request_side(Side("", Kind.FOLDER, folder.path.parent), given),
        request_side(side, given),
    ]
    (_, before), _ = keep_common_decks(asked)
    if not before.decks:
        raise UsageError(f"{side.name} has no deck of the same name as the folder now")
    found = prepare(replace(before, out=out))
    refuse_another_game(job, found, side.name)
    n_pairs = max(matchup.pairs for matchup in plan.matchups())
    games = n_pairs * len(found.plan.sides()) * plan.n_seats
    return keep_slots_of([job, replace(found, plan=replace(found.plan, games=games))])[1]


def refuse_another_game(now: Job, before: Job, ref: str) -> None:
    """Raise UsageError where a difference would have no meaning."""
    sides = [
        (job.plan.game.name, job.plan.mode, f"{job.plan.n_seats} players") for job in (now, before)
    ]
    for new, old in zip(*sides, strict=True):
        if new != old:
            raise UsageError(f"{ref} cannot be compared with: it played {old}, not {new}")


@contextmanager
def told_by(ref: str, files: Path) -> Iterator[None]:
    """Name the ref in errors, not the place that its files were put."""
    try:
        yield
    except InputError as error:
        raise InputError(named_by(ref, files, error)) from None


def named_by(ref: str, files: Path, error: InputError) -> Sequence:
    """Return the problems with the ref before each path."""
    return [
        replace(problem, file=problem.file.replace(str(files), ref)) for problem in error.problems
    ]
