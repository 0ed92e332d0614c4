"""The games of tuning: a folder played with some edits, by a seed of their own, and judged."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from pathlib import Path

from evenhand.analysis.data.run import load_run
from evenhand.analysis.tables.pair_scores import read_pair_scores
from evenhand.gate.edit_choice import Scores, pass_level
from evenhand.gate.folder_expectations import Project
from evenhand.gate.tune_edits import AnyEdit, CardEdit, edit_file, set_rules
from evenhand.gate.tune_rounds import Round
from evenhand.gate.verdicts import judge_scores
from evenhand.inputs.faults import collect_faults
from evenhand.inputs.job import Job, prepare
from evenhand.simulate.runs.atomic_files import write_in_folder
from evenhand.simulate.runs.claim import claim
from evenhand.simulate.runs.pair_store import PairStore
from evenhand.simulate.runs.plan import HIGHEST_SEED
from evenhand.simulate.runs.run import play_plan
from evenhand.simulate.runs.run_folder import plan_work

__all__ = ["Playing", "judge_round", "next_seed"]

NEXT_SEED = 7_919  # from one round's seed to the next


@dataclass(frozen=True)
class Playing:
    """Plays rounds of tuning, and says so.

    Attributes
    ----------
    project : Project
    job : Job
        Of the first round.
    keep : callable(name) -> Path
        Gives places to work in.
    store : PairStore
        Of what levers do.
    """

    project: Project
    job: Job
    keep: Callable[[str], Path]
    store: PairStore

    def say(self, text: str) -> None:
        """Say which step of tuning begins, unless nothing is to be said."""
        self.store.begin_step()
        if self.store.on_message:
            self.store.on_message(text)

    def play_round(
        self, number: int, edits: tuple[AnyEdit, ...], games: int
    ) -> tuple[Round, Scores]:
        """Play a round of tuning with a seed of its own, and judge it."""
        plan = self.job.plan
        plan = replace(plan, seed=next_seed(plan.seed, number), games=games)
        job = replace(self.job, plan=plan)
        scores = self.play(f"round-{number}", edits, job)
        return judge_round(self.project, job, edits, scores), scores

    def play(self, name: str, edits: Collection[AnyEdit], job: Job) -> Scores:
        """Play a round of tuning: the folder with some edits, of cards in a copy of its file."""
        plan, room = job.plan, self.keep(name)
        if any(isinstance(edit, CardEdit) for edit in edits):
            file = write_in_folder(room, plan.pool.kept_as, edit_file(plan, edits))
            request = replace(
                job.request, game=str(self.project.folder.path), cards=str(file), seed=plan.seed,
                games=plan.games,
            )  # fmt: skip
            with collect_faults():  # they were said of the file that is copied
                plan = replace(prepare(request).plan, bots=plan.bots)
        plan = set_rules(plan, edits)
        folder = room / "run"
        with claim([folder], plan_work(plan)) as own:
            play_plan(plan, own, self.store.workers, progress=self.store.progress)
        return read_pair_scores(load_run(folder))


def next_seed(seed: int, number: int) -> int:
    """Return the seed of a round of tuning, which no round before it had."""
    return (seed + number * NEXT_SEED) % (HIGHEST_SEED + 1)


def judge_round(project: Project, job: Job, edits: tuple[AnyEdit, ...], scores: Scores) -> Round:
    """Judge a round of tuning; that one of several passes by chance is counted in.

    What was not played, as a table with a deck that cannot be read, is left to a check.
    """
    level = pass_level(project) if edits else project.check.level
    found = judge_scores(project, scores, level=level)
    judged = tuple(one for one in found if one.n_pairs)
    return Round(edits, job.plan.seed, job.plan.games, judged)
