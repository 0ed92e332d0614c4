"""The content of the live page of a comparison."""

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

import pandas as pd

from evenhand.analysis.data.display_names import add_titles, list_display_texts
from evenhand.analysis.gate.measures import Topic
from evenhand.experiments.single_edits import list_edited_cards
from evenhand.gate.folder_expectations import Project
from evenhand.inputs.last_run import find_last_plan
from evenhand.live.comparison import Comparison
from evenhand.live.folder_state import FolderState
from evenhand.live.state_games import Side
from evenhand.reports.comparison.edits import find_cause
from evenhand.reports.comparison.findings import write_input
from evenhand.reports.left_out import write_left_out_of_plan
from evenhand.reports.live.findings import find_gravest_change
from evenhand.reports.live.page import Edit, LivePage, Phase
from evenhand.reports.wording import Name, enumerate_parts, make_sentence, truncate_parts
from evenhand.run_summary import suggest_for_edit
from evenhand.terminal import command_line

__all__ = [
    "choose_next",
    "find_run",
    "make_page",
    "name_files",
    "note_edits_before",
    "summarize_save",
]

NAMED = 3  # most changes named in one line of the history
PAGES = (("report.html", "Report"), ("check.html", "Check"))


def make_page(
    comparison: Comparison, folder: Path, differing: Sequence[Path], number: int
) -> LivePage:
    """Return the content of a comparison's live page, without the state of the session.

    Parameters
    ----------
    folder : Path
    differing : sequence of Path
        Files saved since the old state was read.
    number : int
        Number of the comparison, which buttons send back.
    """
    sides = [comparison.before, *([comparison.after] if comparison.after else [])]
    infos = [add_titles(side.info) for side in sides]
    run = infos[0]["run"]
    return LivePage(
        title=run["title"],
        mode=run["mode"],
        place=folder.name,
        phase=Phase.PLAYING,
        since="",
        n_games=comparison.n_games,
        n_games_all=comparison.n_games_all,
        deck_texts=list_display_texts(*infos),
        edit=make_edit(comparison, folder, differing, number),
        changes=comparison.changes,
        by_edit=comparison.by_edit,
        before=comparison.judged_before,
        after=comparison.judged_after,
        new_decks=list_only(sides[-1], sides[0]),
        gone_decks=list_only(sides[0], sides[-1]),
        obstacle=comparison.obstacle,
        left_out=write_left_out_of_plan(comparison.new.job.plan),
        notes=list_notes(comparison),
        links=list_links(folder),
    )


def choose_next(page: LivePage, comparison: Comparison, folder: Path) -> str:
    """Choose the command that the live page ends with, as `evenhand compare` does; "" for none."""
    if page.changes is None or page.phase != Phase.DONE:
        return ""
    worst = find_gravest_change(page.changes, page.failing)
    if worst is None:
        return ""
    place = "" if folder == Path.cwd() else os.path.relpath(folder)
    has_bands = any(one.measure.topic is Topic.WIN_RATE for one in page.after)
    if has_bands and not page.failing:
        return command_line("check", *filter(None, [place]))
    edits = pd.DataFrame() if comparison.by_edit is None else comparison.by_edit
    cause = find_cause(worst.deck, worst.change, edits, comparison.inputs)
    if cause is None or not worst.is_sure:
        return ""
    return command_line(*suggest_for_edit(cause[0], comparison.inputs, has_bands, place))


def list_only(side: Side, other: Side) -> list[str]:
    """List for the page's content the decks that only one side has."""
    known = {deck.name for deck in other.plan.entrants}
    return [deck.name for deck in side.plan.entrants if deck.name not in known]


def make_edit(
    comparison: Comparison, folder: Path, differing: Sequence[Path], number: int
) -> Edit | None:
    """Return the edit shown on the live page, and the files to undo; None without one."""
    if comparison.after is None and not differing:
        return None
    names = name_files(differing, folder)
    return Edit(number, comparison.inputs, comparison.bands, names, comparison.after is not None)


def name_files(files: Iterable[Path], folder: Path) -> list[str]:
    """Return the names of files on the live page: relative to the folder, if in it."""
    return [
        str(path.relative_to(folder) if path.is_relative_to(folder) else path) for path in files
    ]


def summarize_save(comparison: Comparison) -> list[object]:
    """Return what a save changed for the live page, in at most `NAMED` short texts."""
    if comparison.after is None:
        return ["back to what it was"]
    if comparison.obstacle:
        return [comparison.obstacle]
    changes: list[object] = [write_input(row) for row in comparison.inputs.itertuples()]
    for key, old, new in comparison.bands:
        values = {"old": old or "none", "new": new or "none"}
        changes.append(make_sentence("{key}: {old} \u2192 {new}", key=Name(key), **values))
    return list(truncate_parts(changes, NAMED)) or ["the same in other words"]


def list_notes(comparison: Comparison) -> list[str]:
    """List the notes of the live page's content."""
    project = comparison.new.project
    notes = [*project.notes, *comparison.new.job.notes]
    if left_out := list_unmeasured(project):
        notes.append(f"Not measured here, but by evenhand check: {' and '.join(left_out)}.")
    return list(dict.fromkeys(notes))


def note_edits_before(state: FolderState) -> list[str]:
    """Note for the live page which cards were edited before the session, since the last run."""
    last = find_last_plan(state.project.folder.path.parent)
    if last is None:
        return []
    run, plan = last
    cards = list_edited_cards(plan, state.job.plan)
    if not cards:
        return []
    named = enumerate_parts(cards, NAMED)
    return [f"Edited before, since {run.name}: {named}. evenhand compare says what that did."]


def list_links(folder: Path) -> list[tuple[str, str]]:
    """List titles and links of the newest run's pages, for the live page."""
    run = find_run(folder)
    if run is None:
        return []
    return [
        (f"{title} of {run.name}", f"run/{name}") for name, title in PAGES if (run / name).is_file()
    ]


def find_run(folder: Path) -> Path | None:
    """Return the run that the live page links to, the newest; None without one."""
    pages = [page for name, _ in PAGES for page in folder.glob(f"runs/*/{name}")]
    with suppress(OSError):  # a page removed meanwhile
        return max(pages, key=lambda page: page.stat().st_mtime).parent if pages else None
    return None


def list_unmeasured(project: Project) -> list[str]:
    """List for the live page what has a band but is not measured by ``watch``."""
    unmeasured = []
    if any(measure.topic is Topic.CARD_IMPACT for measure in project.bands.by_measure):
        unmeasured.append("what cards are worth")
    if project.bands.has_best_hands:
        unmeasured.append("decks in their best hands")
    if project.check.panel:
        unmeasured.append("the other bots of the panel")
    return unmeasured
