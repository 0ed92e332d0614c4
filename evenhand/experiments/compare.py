"""What a change did: two sides compared, played first unless they are runs."""

import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pandas as pd

from evenhand.analysis.data.panel import is_sample, name_players_of
from evenhand.analysis.data.run import Run, load_run
from evenhand.analysis.gate.band_changes import add_bands
from evenhand.analysis.gate.run_bands import Bands, load_bands, save_bands
from evenhand.analysis.tables.by_bot import changes_by_bot, compare_panels
from evenhand.analysis.tables.comparison import Comparison
from evenhand.analysis.tables.comparison import compare as compare_runs
from evenhand.analysis.tables.pair_scores import read_pair_scores
from evenhand.decks.invisible_characters import shorten
from evenhand.decks.problems import UsageError
from evenhand.experiments.cluster import start_workers
from evenhand.experiments.comparison_games import (
    comparison_work,
    play_sides,
    prepare_sides,
    refuse_unedited,
)
from evenhand.experiments.comparison_with_run import can_reuse, has_bots, play_since, since_work
from evenhand.experiments.play_job import claim_places
from evenhand.experiments.single_edits import (
    MOST_GAMES,
    list_edited_cards,
    list_numbers,
    measure_single_edits,
    read_scores,
)
from evenhand.inputs.comparison_sides import (
    Kind,
    Side,
    find_sides,
    name_groups,
    name_own_bots,
    request_side,
)
from evenhand.inputs.job import Job
from evenhand.inputs.last_run import recreate_folder
from evenhand.inputs.panel import is_panel
from evenhand.inputs.request import DEFAULT_GAMES, Request, ask_strong_player
from evenhand.progress import progress_bar
from evenhand.reports.comparison.gravest import choose_believed, name_bot
from evenhand.reports.comparison.page import present_comparison, write_comparison
from evenhand.reports.page import refuse_other
from evenhand.result_folders import check_place, list_places, report_write_errors
from evenhand.simulate.runs.pair_store import PairStore
from evenhand.simulate.runs.places import make_folder
from evenhand.simulate.runs.stored import read_run_file
from evenhand.terminal import note

__all__ = ["Compared", "Comparing", "compare_sides"]

FOLDER = "compare"
MOST_GAMES_OF_OTHERS = 1  # as `MOST_GAMES`, of bots that are slower than the first


@dataclass(frozen=True)
class Compared:
    """What compared sides came to, and its page.

    Attributes
    ----------
    names : (str, str)
        Before and after, as the user named them.
    runs : Comparison
    by_bot : pandas.DataFrame, optional
        If both runs lead panels and have decks to compare, what `changes_by_bot` gives.
    by_edit : pandas.DataFrame, optional
        As `measure_single_edits` returns it, with the first and the strongest bot; None if not
        several cards were edited.
    page : Path
    since : Path, optional
        The run that a folder was held against; what it played is one side, or was played again.
    strongest : Comparison, optional
        That of the strongest bot of the panel, if it is another than the first.
    next_step : str
        The command to type next; "" if there is none.
    """

    names: tuple[str, str]
    runs: Comparison
    by_bot: pd.DataFrame | None
    by_edit: pd.DataFrame | None
    page: Path
    since: Path | None = None
    strongest: Comparison | None = None
    next_step: str = ""

    @property
    def told(self) -> "Compared":
        """The comparison as people read it: decks are called what people call them."""
        runs, by_bot, by_edit = present_comparison(self.runs, self.by_bot, self.by_edit)
        strongest = self.strongest and present_comparison(self.strongest, None, None)[0]
        return replace(self, runs=runs, by_bot=by_bot, by_edit=by_edit, strongest=strongest)

    @property
    def believed(self) -> Comparison:
        """The comparison that the headline is about: of the bot to believe."""
        return choose_believed(self.runs, self.strongest)


@dataclass(frozen=True)
class Comparing:
    """The sides that are to be compared, and where the result goes.

    Attributes
    ----------
    before, after : str
        As a user names them; "" for what is not named. See `evenhand.inputs.comparison_sides`.
    request : Request
        What either side plays.
    folder : Path, optional
        Whose git refs, last run and files as they are now are meant; that which one is in if not
        given.
    out : Path, optional
        A new folder; the first free ``runs/compare-<n>`` if not given.
    is_quiet : bool
        Whether no progress is shown.
    say : callable(text), optional
        Called with what the user should know before it begins.
    names_sides : bool
        Whether it says first which run is held against the folder.
    on_first : callable(before, after, players), optional
        Called with the runs of the first bot once it has played, before anything else is, and with
        what the bots are called.
    find_bands : callable(job) -> Bands or None, optional
        Returns the bands that hold for the second side; those of the first side's run if not given.
    players : mapping from str to str
        What the bots of the second side are called, by name.
    write_next : callable(compared) -> str, optional
        Writes the command to type next.
    """

    before: str
    after: str
    request: Request
    folder: Path | None = None
    out: Path | None = None
    is_quiet: bool = True
    say: Callable[[str], None] | None = None
    names_sides: bool = False
    on_first: Callable[[Run, Run, Mapping[str, str]], None] | None = None
    find_bands: Callable[[Job], Bands | None] | None = None
    players: Mapping[str, str] = field(default_factory=dict)
    write_next: Callable[[Compared], str] | None = None

    def show_first(self, before: Path, after: Path) -> None:
        """Show the games of the first bot, if that is wanted."""
        if self.on_first:
            self.on_first(load_run(before), load_run(after), self.players)


def compare_sides(asked: Comparing) -> Compared:
    """Compare two sides, playing them first unless they are runs, and write the page.

    Raises
    ------
    UsageError
        If a side is not there, or the sides are of different kinds.
    InputError
        If a file's content is wrong.
    NothingEditedError
        If all that differs cannot be read.
    """
    asked = replace(asked, request=ask_strong_player(asked.request))
    if asked.folder and not asked.folder.is_dir():
        raise UsageError(f"--folder: there is no folder '{shorten(str(asked.folder))}'")
    with tempfile.TemporaryDirectory() as folder:
        room = Path(folder)
        names = (asked.before, asked.after)
        sides = find_sides(names, asked.folder, asked.request.game, room)
        asked = replace(asked, before=sides[0].name, after=sides[1].name)
        if asked.out:
            check_place(asked.out)
        match [side.kind for side in sides]:
            case [Kind.RUN, Kind.RUN]:
                return compare_played(sides, asked)
            case [Kind.RUN, _]:
                return compare_since(sides, asked, room)
        jobs = prepare_sides(sides, name_groups(sides[1], asked.request), asked.say)
        refuse_unedited(jobs)
        return play_and_compare(sides, jobs, replace(asked, players=jobs[1].players))


def compare_played(sides: Sequence[Side], asked: Comparing) -> Compared:
    """Compare two sides that are runs; choices about games have no meaning then."""
    if given := asked.request.list_given_flags():
        raise UsageError(f"--{given[0]} has no meaning for runs, which are played already")
    asked.show_first(sides[0].path, sides[1].path)
    before, after = (load_run(side.path) for side in sides)
    out = asked.out or next(place for place in list_places(FOLDER) if not place.exists())
    return compare_all(before, after, asked, out)


def play_and_compare(
    sides: Sequence[Side], jobs: Sequence[Job], asked: Comparing, since: Path | None = None
) -> Compared:
    """Play the two sides that were prepared, and compare them.

    Parameters
    ----------
    since : Path, optional
        The run that is played again as one side, and whose bands hold.
    """
    say = None if asked.is_quiet else note
    with claim_places(asked.out, FOLDER, comparison_work(jobs), say) as held:
        before, after = play_sides(sides, jobs, held, asked.is_quiet, asked.show_first)
        if since and (bands := load_bands(load_run(since))):
            save_bands(before, replace(bands, verdicts={}, allowances={}))
        return compare_all(load_run(before), load_run(after), asked, held.folder, jobs, since)


def compare_since(sides: Sequence[Side], asked: Comparing, room: Path) -> Compared:
    """Compare a run with a folder as it is now; the run is not played again if it need not be."""
    run_dir, now = sides[0].path, sides[1]
    before = Side(sides[0].name, Kind.FOLDER, recreate_folder(run_dir, room / "run"), True)
    if asked.names_sides:
        note(f"before: the run in {run_dir}; after: {now.name}")
    given = request_same_deals(run_dir, now, name_own_bots(now, asked.request))
    jobs = prepare_sides([before, now], given, asked.say)
    refuse_unedited(jobs)
    asked = replace(asked, players=jobs[1].players)
    is_asked = is_panel(asked.request.bots)
    if not can_reuse(run_dir, jobs) or (is_asked and not has_bots(run_dir, jobs[1])):
        jobs[0] = replace(jobs[0], panel=jobs[1].panel)
        return play_and_compare([before, now], jobs, asked, run_dir)
    say = None if asked.is_quiet else note
    with claim_places(asked.out, FOLDER, since_work(run_dir, jobs[1]), say) as held:
        after = play_since(run_dir, jobs, held, asked.is_quiet, asked.show_first)
        return compare_all(load_run(run_dir), load_run(after), asked, held.folder, jobs, run_dir)


def request_same_deals(run_dir: Path, now: Side, given: Request) -> Request:
    """Ask for the deals of a run compared with a folder, as many as both have."""
    run = read_run_file(run_dir)["run"]
    seed = run["seed"] if given.seed is None else given.seed
    games = given.games
    if games is None:
        games = min(run["games"], request_side(now, given).games or DEFAULT_GAMES)
    return replace(given, seed=seed, games=games)


def compare_all(
    before: Run,
    after: Run,
    asked: Comparing,
    out: Path,
    jobs: Sequence[Job] = (),
    since: Path | None = None,
) -> Compared:
    """Compare two sides' runs and the panels that they lead, and write the page into a folder.

    Parameters
    ----------
    jobs : sequence of Job
        Those of both sides, to tell edits apart; none for sides that are runs.
    since : Path, optional
        The run that a folder is held against.
    """
    if jobs and asked.find_bands and (bands := asked.find_bands(jobs[1])):
        save_bands(Path(after.folder), bands)
    panels = compare_panels(before, after)
    of_leads = (one for one in panels.values() if (one.before, one.after) == (before, after))
    bots = panels or [bot["name"] for bot in after.info["bots"]]
    players = asked.players or name_players_of(after, bots)
    runs = add_bands(next(of_leads, None) or compare_runs(before, after))
    runs = replace(runs, players=players)
    by_bot = changes_by_bot(panels) if panels and len(runs.decks) else None
    last = list(panels.values())[-1:]
    others = [one for one in last if (one.before, one.after) != (before, after)]
    strongest = None
    if others and by_bot is not None:
        strongest = add_bands(others[0], (before, after))
        strongest = replace(strongest, players=players, best_hands=runs.best_hands)
    of_bots = [runs, strongest] if strongest and has_many_games(strongest, runs) else [runs]
    by_edit = tell_edits_apart(jobs, of_bots, asked.is_quiet) if jobs else None
    names = (asked.before, asked.after)
    with report_write_errors(out):
        page = make_folder(out) / "report.html"
        refuse_other(page)
        found = Compared(names, runs, by_bot, by_edit, page, since, strongest)
        if asked.write_next:
            found = replace(found, next_step=asked.write_next(found))
        write_comparison(runs, names, page, by_bot, by_edit, strongest, found.next_step)
        return found


def has_many_games(strongest: Comparison, runs: Comparison) -> bool:
    """Return whether the strongest bot leads, or has played more than a sample of the games."""
    is_believed = choose_believed(runs, strongest) is strongest
    return is_believed or not is_sample(strongest.after, runs.after)


def tell_edits_apart(
    jobs: Sequence[Job], comparisons: Sequence[Comparison], is_quiet: bool
) -> pd.DataFrame | None:
    """Measure what each edited card does alone, with each bot; None if not several were edited.

    Parameters
    ----------
    comparisons : sequence of Comparison
        Each of one bot.
    """
    before, after = (job.plan for job in jobs)
    if len(list_edited_cards(before, after)) < 2:
        return None
    on_message = None if is_quiet else note
    with start_workers(jobs[1].request) as workers, progress_bar(disabled=is_quiet) as progress:
        store = PairStore(workers=workers, progress=progress, on_message=on_message)
        tables = [measure_edits(jobs, one, store) for one in comparisons]
    return pd.concat(tables, ignore_index=True)


def measure_edits(jobs: Sequence[Job], comparison: Comparison, store: PairStore) -> pd.DataFrame:
    """Measure what each edited card does alone with the bot of a comparison."""
    bots = [bot for job in jobs for bot in (*job.plan.bots, *job.panel)]
    bot = next(bot for bot in bots if bot.name == name_bot(comparison))
    sides = comparison.before, comparison.after
    before, after = (
        replace(job.plan.with_games(run.info["run"]["games"]), bots=[bot])
        for job, run in zip(jobs, sides, strict=True)
    )
    old, new = (
        read_scores(plan, read_pair_scores(run))
        for plan, run in zip((before, after), sides, strict=True)
    )
    times = MOST_GAMES if bot.name == jobs[0].plan.bots[0].name else MOST_GAMES_OF_OTHERS
    numbers = list_numbers(before)
    return measure_single_edits(before, after, (old, new), store, numbers, times)
