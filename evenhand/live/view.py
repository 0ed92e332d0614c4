"""The page of a comparison: what is known, put into the form that is shown."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from evenhand.analysis.data.display_names import add_titles, list_display_texts
from evenhand.analysis.gate.subjects import Topic
from evenhand.gate.project import Project
from evenhand.live.comparing import Comparing
from evenhand.live.games import Side
from evenhand.reports.comparison.findings import write_input
from evenhand.reports.live.page import Edit, LivePage, Phase
from evenhand.reports.wording import Name, make_sentence, truncate_parts

__all__ = ["describe_save", "find_run", "make_page", "name_files"]

NAMED = 3  # changes named in one line of the history
PAGES = (("report.html", "Report"), ("check.html", "Check"))


def make_page(
    comparing: Comparing, folder: Path, differing: Sequence[Path], number: int
) -> LivePage:
    """Put together what is shown of a comparison.

    Parameters
    ----------
    folder : Path
    differing : sequence of Path
        Files that were saved since old was read.
    number : int
        Of the comparison, which buttons send back.
    """
    sides = [comparing.before, *([comparing.after] if comparing.after else [])]
    infos = [add_titles(side.info) for side in sides]
    run = infos[0]["run"]
    return LivePage(
        title=run["title"],
        mode=run["mode"],
        place=folder.name,
        phase=Phase.PLAYING,
        since="",
        n_games=comparing.n_games,
        n_games_all=comparing.n_games_all,
        deck_texts=list_display_texts(*infos),
        edit=make_edit(comparing, folder, differing, number),
        changes=comparing.changes,
        before=comparing.judged_before,
        after=comparing.judged_after,
        new_decks=list_only(sides[-1], sides[0]),
        gone_decks=list_only(sides[0], sides[-1]),
        obstacle=comparing.obstacle,
        notes=list_notes(comparing),
        links=list_links(folder),
    )


def list_only(side: Side, other: Side) -> list[str]:
    """List the decks that only one side has."""
    known = {one.name for one in other.plan.entrants}
    return [one.name for one in side.plan.entrants if one.name not in known]


def make_edit(
    comparing: Comparing, folder: Path, differing: Sequence[Path], number: int
) -> Edit | None:
    """Say what was changed, and which files an undo is about."""
    if comparing.after is None and not differing:
        return None
    names = name_files(differing, folder)
    return Edit(number, comparing.inputs, comparing.bands, names, comparing.after is not None)


def name_files(files: Iterable[Path], folder: Path) -> list[str]:
    """Name files as the designer does: from the folder, if they are in it."""
    return [
        str(path.relative_to(folder) if path.is_relative_to(folder) else path) for path in files
    ]


def describe_save(comparing: Comparing) -> list[object]:
    """Say in a few words what was changed."""
    if comparing.after is None:
        return ["back to what it was"]
    if comparing.obstacle:
        return [comparing.obstacle]
    named: list[object] = [write_input(row) for row in comparing.inputs.itertuples()]
    for key, old, new in comparing.bands:
        values = {"old": old or "none", "new": new or "none"}
        named.append(make_sentence("{key}: {old} \u2192 {new}", key=Name(key), **values))
    return list(truncate_parts(named, NAMED)) or ["the same in other words"]


def list_notes(comparing: Comparing) -> list[str]:
    """List what else should be known."""
    project = comparing.new.project
    notes = [*project.notes, *comparing.new.job.notes]
    if left_out := name_unmeasured(project):
        notes.append(f"Not measured here, but by evenhand check: {' and '.join(left_out)}.")
    return list(dict.fromkeys(notes))


def list_links(folder: Path) -> list[tuple[str, str]]:
    """List the pages of the newest run."""
    run = find_run(folder)
    if run is None:
        return []
    return [
        (f"{title} of {run.name}", f"run/{name}") for name, title in PAGES if (run / name).is_file()
    ]


def find_run(folder: Path) -> Path | None:
    """Find the run of a folder whose page is the newest."""
    pages = [page for name, _ in PAGES for page in folder.glob(f"runs/*/{name}")]
    with suppress(OSError):  # one that was there a moment ago
        return max(pages, key=lambda page: page.stat().st_mtime).parent if pages else None
    return None


def name_unmeasured(project: Project) -> list[str]:
    """Name what has a band and is not measured while one looks on."""
    found = []
    if any(measure.topic is Topic.CARD_IMPACT for measure in project.bands.by_measure):
        found.append("what cards are worth")
    if project.check.panel:
        found.append("the other bots of the panel")
    return found
