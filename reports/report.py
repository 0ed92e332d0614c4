"""The report of a run: one standalone HTML file."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from markupsafe import Markup

from evenhand.analysis.data.display_names import add_titles, list_display_names
from evenhand.analysis.data.run import Run, load_run
from evenhand.reports.card_panel_data import describe_cards, list_card_tables
from evenhand.reports.deck_links import link_decks
from evenhand.reports.findings import list_findings
from evenhand.reports.game_pages import remove_other_pages, write_pages
from evenhand.reports.headline import find_headline
from evenhand.reports.next_step import write_next
from evenhand.reports.page import (
    CHECK_PAGE,
    REPORT_PAGE,
    make_table_data,
    refuse_other,
    render_page,
)
from evenhand.reports.report_tables import Evidence, gather_evidence, rename_decks
from evenhand.reports.sections import make_sections
from evenhand.reports.wording import count, percent, plural
from evenhand.simulate.runs.atomic_files import report_write_errors, write_atomic
from evenhand.simulate.runs.run_folder import RUN_FILE

__all__ = [
    "render_report",
    "save_report",
    "write_report",
]  # fmt: skip

ANY_RUN = Path("RUN")  # stands for a run's folder in commands, where it is not known
REPEATABLE = (
    "game", "title", "mode", "rules_version", "seed", "games", "seats", "mirrors", "command",
    "results_hash",
)  # fmt: skip


def write_report(run: Run | str | Path, out: str | Path | None = None) -> Path:
    """Write the report of a run.

    Parameters
    ----------
    run : Run, str or Path
        The run or its folder.
    out : str or Path, optional
        The file to write. Default: ``report.html`` in the run's folder.

    Returns
    -------
    Path
        The file written. The same run gives the same bytes, except for the file names of
        the pages of games, which begin with the report's name so that several reports can be
        in one folder.

    Raises
    ------
    UsageError
        If the report or the pages of games beside it cannot be written. Existing files are
        unchanged.
    """
    run = run if isinstance(run, Run) else load_run(run)
    path = Path(out) if out is not None else Path(run.folder) / REPORT_PAGE
    save_report(gather_evidence(run), path, Path(run.folder))
    return path


def save_report(evidence: Evidence, path: Path, folder: Path) -> None:
    """Write the report of a run, and beside it the pages of the games that it links to.

    The pages of games are written first, so that the report has no broken links.

    Parameters
    ----------
    folder : Path
        The run's folder.
    """
    if path.parent == folder:
        refuse_other(path)
    games = replace(evidence.games, prefix=find_prefix(path))
    page = render_report(replace(evidence, games=games), has_check(path), folder)
    has_room = has_room_beside(path)
    if has_room and games.source:
        write_pages(games.source, games.pages, path, games.prefix)
    with report_write_errors(path):
        write_atomic(path, page)
    if has_room:
        remove_other_pages(path.parent, games.prefix, games.pages)


def has_room_beside(path: Path) -> bool:
    """Return whether pages can be written beside a report: not beside a device."""
    is_file = path.is_file() or not path.exists()
    return is_file and path.parent.is_dir() and not path.is_relative_to("/dev")


def find_prefix(path: Path) -> str:
    """Return the prefix of the file names of a report's pages of games."""
    return "" if path.name == REPORT_PAGE else f"{path.stem}-"


def has_check(path: Path) -> bool:
    """Return whether the page of a check exists beside a report in its run's folder."""
    beside = [path.parent / name for name in (RUN_FILE, CHECK_PAGE)]
    return path.name == REPORT_PAGE and all(file.is_file() for file in beside)


def render_report(evidence: Evidence, is_checked: bool = False, run_dir: Path = ANY_RUN) -> str:
    """Render the report; a pure function of its tables, where it is, and if it links to a check."""
    renamed = rename_decks(replace(evidence, info=add_titles(evidence.info)))
    headline = find_headline(renamed)
    check = {"Same games": Markup('<a href="{}">the check</a>').format(CHECK_PAGE)}
    return render_page(
        kind="balance report",
        run=renamed.info["run"],
        figures={**_make_key_figures(renamed), **(check if is_checked else {})},
        headline=headline.opening,
        lead=headline.more,
        next_step=write_next(headline, renamed, run_dir),
        findings=list_findings(renamed),
        sections=link_decks(make_sections(renamed), renamed),
        data=_collect_tables(evidence),
    )


def _make_key_figures(evidence: Evidence) -> Mapping[str, str]:
    """Return the report's key figures, shown below its headline."""
    if evidence.n_games == 0:
        return {"Games": "0"}
    counted, lengths, who = evidence.matchups_once, evidence.length_summary, ""
    if evidence.panel and len(evidence.panel.strong_lengths):  # as in the finding on length
        lengths, who = evidence.panel.strong_lengths, f", {evidence.panel.strongest}"
    median_turns = lengths.loc[lengths["scope"] == "all", "median_turns"].item()
    n_matchups = count(len(evidence.info["matchups"]))
    is_duel = evidence.n_seats == 2
    return {
        "Games": count(evidence.n_games),
        **({} if is_duel else {"Players": count(evidence.n_seats)}),
        "Decks": count(len(evidence.info["decks"])),
        "Matchups" if is_duel else "Tables": n_matchups,
        "Draws": percent(counted["draws"].sum() / counted["n_games"].sum()),
        f"Median length{who}": plural(int(median_turns), "turn"),
    }


def _collect_tables(evidence: Evidence) -> dict[str, Any]:
    """Return the data embedded in the report: tables, and data on cards."""
    frames = {
        "win_rates": evidence.win_rates,
        "matchups": evidence.matchups,
        "first_player": evidence.first_player,
        **list_card_tables(evidence),
        "game_lengths": evidence.game_lengths,
        "length_summary": evidence.length_summary,
        "end_reasons": evidence.end_reasons,
        "end_reasons_by_deck": evidence.end_reasons_by_deck,
        "seats_by_deck": evidence.seats_by_deck,
        "lengths_by_deck": evidence.lengths_by_deck,
        "mulligans": evidence.mulligans,
        "swings": evidence.swings,
        "leads": evidence.leads,
    }
    if evidence.n_seats > 2:
        names = ("seats", "placements", "finishes")
        frames |= {name: getattr(evidence, name) for name in names}
    if not evidence.metagame.empty:
        frames |= {name: getattr(evidence, name) for name in ("metagame", "cycles")}
    tables = {name: make_table_data(frame) for name, frame in frames.items()}
    run = {key: evidence.info["run"][key] for key in REPEATABLE}
    return {
        "schema_version": 1,
        "run": run,
        "display_names": list_display_names(add_titles(evidence.info)),
        "tables": tables,
        "cards": describe_cards(evidence),
    }
