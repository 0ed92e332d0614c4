"""The command `run`: games played, kept and reported; a run's games played again."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evenhand.experiments.cluster import start_workers
from evenhand.experiments.play_job import claim_run, play, use_known_games
from evenhand.experiments.play_panel import PanelRun, play_panel
from evenhand.experiments.side_compilation import compile_beside
from evenhand.flags import RunFlags
from evenhand.flags.shared import find_use
from evenhand.inputs.job import Job, check_workers, prepare
from evenhand.inputs.panel import PANEL, STRONG_BOTS
from evenhand.inputs.request import Request, request_from
from evenhand.loading import load_meanwhile
from evenhand.progress import progress_bar
from evenhand.simulate.runs.claim import Claim
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.run import RunResult
from evenhand.terminal import (
    command_line,
    finish_without_reader,
    list_rows,
    note,
    print_json,
    tell,
)

if TYPE_CHECKING:
    from evenhand.analysis.data.run import Run
    from evenhand.analysis.gate.run_bands import Bands
    from evenhand.reports.matter import Headline
    from evenhand.reports.report_tables import Evidence

__all__ = ["run_command"]

KEEP_ONLY = "run --no-report"
OWN = ("games", "precision", "time_budget", "cards", "mirrors", "out")  # settings of a run alone


def run_command(flags: RunFlags) -> None:
    """Carry out `run`: play games, or those of a run again."""
    if find_use(flags) == "repair":
        repair_games(flags)
    elif flags.no_report:
        play_and_keep(flags)
    else:
        play_and_report(flags)


def repair_games(flags: RunFlags) -> None:
    """Carry out `run --repair`: repair a run, and prove that it is whole."""
    from evenhand.analysis.data.run import load_run
    from evenhand.simulate.runs.repair import repair_run

    assert flags.repair
    request = Request(jobs=flags.jobs)
    check_workers(request)
    say = None if flags.quiet else note
    with start_workers(request) as workers, progress_bar(disabled=flags.quiet) as progress:
        games = repair_run(flags.repair, workers, progress, say)
    load_run(flags.repair)
    if flags.quiet:
        tell(flags.repair)
    else:
        tell(f"{games:,} games were played again; {flags.repair} is whole")


def play_and_keep(flags: RunFlags) -> None:
    """Play the games of the command `run` without a report, and say where they are."""
    job = prepare_run(flags)
    say = None if flags.quiet else note
    bands = find_bands(job)
    with claim_run(job, KEEP_ONLY, say) as held:
        with compile_beside(list_panel_plans(job)):
            result = play_games(KEEP_ONLY, job, held, flags)
        keep_bands(held.folder, bands)
        panel = play_others(job, result, flags)
    if flags.json:
        print_json({**sum_up(result), **sum_up_panel(panel)})
    elif flags.quiet:
        tell(result.out)
    else:
        print_speed(job, result)
        print_panel(job, panel, result.games)
        tell(f"Games   {result.out}")
        tell(f"Next    {command_line('report', result.out)}")


def play_and_report(flags: RunFlags) -> None:
    """Play the games of the command `run`, write the report, and sum it up."""
    job = prepare_run(flags, () if flags.bots else STRONG_BOTS)
    say = None if flags.quiet else note
    bands = find_bands(job)
    with claim_run(job, "run", say) as held, load_meanwhile():
        is_told = not flags.quiet and not flags.json
        with compile_beside(list_panel_plans(job)):
            result = play_games("run", job, held, flags)
            keep_bands(held.folder, bands)
            with games_kept(held):
                plan = job.plan.with_games(result.games)
                run = load_games(plan, held)
                if is_told:
                    with finish_without_reader():
                        print_games(job, run, result)
        panel = play_others(job, result, flags)
        if is_told and panel:
            with finish_without_reader():
                print_panel(job, panel, result.games)
                print_by_bot(run, panel, job.players)
        with games_kept(held):
            evidence = look_at_games(job, plan, run, held, result, panel, flags.quiet)
            # What makes reports is imported when there are games to report on.
            from evenhand.run_summary import print_conclusions, print_next

            if is_told:
                with finish_without_reader():
                    print_conclusions(evidence)
            report = save_evidence(evidence, held)
    from evenhand.analysis.data.display_names import list_display_names

    if flags.json:
        rates, names = list_rows(evidence.win_rates), list_display_names(evidence.info)
        said = {**sum_up(result), **sum_up_panel(panel), "display_names": names}
        met = {
            name: list_rows(table)
            for name in ("field_win_rates", "bots_met", "restrictions")
            if len(table := getattr(evidence, name))
        }
        print_json({**said, "report": str(report), "win_rates": rates, **met})
    elif flags.quiet:
        tell(report)
    else:
        print_next(evidence, result.out, flags.game if job.folder else None, flags.bots)


def prepare_run(flags: RunFlags, strong_bots: Sequence[str] = ()) -> Job:
    """Check the flags of `run`, and say what the user should know."""
    job = prepare(replace(request_from(flags, *OWN), strong_bots=strong_bots))
    job.report_notes(None if flags.quiet else note)
    has_length = flags.games or job.request.precision or job.request.time_budget
    return job if has_length else use_known_games(job)


def list_panel_plans(job: Job) -> list[Plan]:
    """List what each further bot of a panel plays in the command `run`, whatever the games."""
    return [replace(job.plan, bots=[bot]) for bot in job.panel]


def find_bands(job: Job) -> "Bands | None":
    """Return the bands that a folder states, if the command `run` plays one."""
    if job.folder is None:
        return None
    # What reads bands takes a while to import.
    from evenhand.gate.expected_bands import find_stated_bands

    return find_stated_bands(job)


def keep_bands(run_dir: Path, bands: "Bands | None") -> None:
    """Save bands with the run that `run` has played."""
    if bands:
        from evenhand.analysis.gate.run_bands import save_bands

        save_bands(run_dir, bands)


def play_games(name: str, job: Job, held: Claim, flags: RunFlags) -> RunResult:
    """Play the games of the command `run`, with progress on a terminal."""
    with progress_bar(disabled=flags.quiet) as progress:
        return play(job, held, name, progress, on_message=None if flags.quiet else note)


def play_others(job: Job, lead: RunResult, flags: RunFlags) -> list[PanelRun]:
    """Play a panel's further bots in the command `run`, with progress on a terminal."""
    with progress_bar(disabled=flags.quiet) as progress:
        return play_panel(job, lead.out, progress, None if flags.quiet else note)


def load_games(plan: Plan, held: Claim) -> "Run":
    """Load the games that the command `run` has played."""
    from evenhand.analysis.data.run import load_run

    return load_run(held.folder, plan)


def print_games(job: Job, run: "Run", result: RunResult) -> None:
    """Print how often each deck won in the games of `run`, before anything else is played."""
    from evenhand.run_summary import print_win_rates

    print_speed(job, result)
    print_win_rates(run, 1 + len(job.panel))


def print_by_bot(run: "Run", panel: Sequence[PanelRun], names: Mapping[str, str]) -> None:
    """Print how often each deck won with each bot that played itself in `run`."""
    from evenhand.run_summary import print_rates_by_bot

    alone = [one.result.out for one in panel if len(one.bot_names) == 1]
    print_rates_by_bot(run, alone, names)


@contextmanager
def games_kept(held: Claim) -> Iterator[None]:
    """Say how to report on the games of `run`, if that fails in the block."""
    try:
        yield
    except Exception:
        note(f"The games are kept. To write the report: evenhand report {held.folder}")
        raise


def look_at_games(
    job: Job,
    plan: Plan,
    run: "Run",
    held: Claim,
    lead: RunResult,
    panel: Sequence[PanelRun],
    is_quiet: bool,
) -> "Evidence":
    """Measure the cards after the command `run` if worth the while, and gather the evidence."""
    from evenhand.experiments.choices import add_choices
    from evenhand.experiments.impact import add_deck_impact, add_impact
    from evenhand.experiments.restrictions import add_restriction_use
    from evenhand.run_summary import look_at_run

    def look_closer(headline: "Headline") -> bool:
        """Measure the cards of a deck that is out of line with a further bot of the panel only."""
        names = job.players
        bots = [bot for bot in job.panel if names[bot.name] == headline.bot]
        named = [(bot.name,) for bot in bots]
        results = [one.result for one in panel if one.bot_names in named]
        return any(
            add_deck_impact(held, one.out, replace(plan, bots=[bot]), headline.deck, job.request,
                            is_quiet, one.games_per_second)
            for bot, one in zip(bots, results, strict=True)
        )  # fmt: skip

    add_impact(held, plan, job.request, is_quiet, lead.games_per_second)
    add_restriction_use(held.folder, plan)
    add_choices(run, plan)
    return look_at_run(run, look_closer)


def save_evidence(evidence: "Evidence", held: Claim) -> Path:
    """Write the report of the command `run`, and return its path."""
    from evenhand.reports.page import REPORT_PAGE
    from evenhand.reports.report import save_report

    path = held.folder / REPORT_PAGE
    save_report(evidence, path, held.folder)
    return path


def sum_up(result: RunResult) -> dict[str, Any]:
    """Return as JSON what the command `run` played."""
    return {
        "out": str(result.out),
        "games": result.games,
        "seconds": round(result.seconds, 3),
        "games_per_second": round(result.games_per_second, 1),
        "results_hash": result.results_hash,
    }


def sum_up_panel(panel: Sequence[PanelRun]) -> dict[str, Any]:
    """Return as JSON what the further bots of a panel played in `run`, if there is one."""
    runs = [{"bots": list(one.bot_names), **sum_up(one.result)} for one in panel]
    return {"panel": runs} if panel else {}


def print_panel(job: Job, panel: Sequence[PanelRun], n_games: int) -> None:
    """Print what the further bots of a panel played in `run`, and how long it took.

    Parameters
    ----------
    n_games : int
        Games of the first bot.
    """
    names, bots = job.players, {bot.name: bot for bot in (*job.plan.bots, *job.panel)}
    for one in panel:
        result = one.result
        is_new = result.resumed < result.games and result.seconds
        how = f" in {result.seconds:,.1f} s" if is_new else " were there already"
        players = " against ".join(names[bot] for bot in one.bot_names)
        is_part = len(one.bot_names) == 1 and result.games < n_games
        if is_part and not bots[one.bot_names[0]].thinks_ahead:
            how += f" (for all {n_games:,}: --bots {','.join((PANEL, *bots))})"
        tell(f"{players}: {result.games:,} games{how}")


def print_speed(job: Job, result: RunResult) -> None:
    """Print who played the games of the command `run`, how many, and how fast."""
    names = job.players
    players = " against ".join(names[bot.name] for bot in job.plan.bots)
    if result.resumed == result.games:
        tell(f"{players}: {result.games:,} games were there already")
        return
    resumed = f"{result.resumed:,} games were there already; " if result.resumed else ""
    tell(
        f"{players}: {resumed}{result.games - result.resumed:,} games in {result.seconds:,.1f} s"
        f" ({result.games_per_second:,.0f} games/s)"
    )
