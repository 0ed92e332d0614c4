"""The live page of a watched folder: changed inputs, their effects, and expectations.

It is rendered again at every look; the browser updates the parts that differ.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

import pandas as pd

from evenhand.analysis.data.display_names import use_display_names
from evenhand.analysis.gate.judge import Judgement
from evenhand.analysis.statistics.bands import Band
from evenhand.analysis.tables.followed_changes import FollowedChanges
from evenhand.decks.invisible_characters import show_unseen
from evenhand.decks.problems import Problem
from evenhand.reports.comparison.edits import find_edits
from evenhand.reports.finding import Finding
from evenhand.reports.live.expectations import (
    count_outcomes,
    list_broken,
    list_expectation_rows,
    list_failing_decks,
    write_broken,
)
from evenhand.reports.live.findings import (
    Hero,
    describe_newcomers,
    describe_untouched,
    find_hero,
    list_change_rows,
    list_overall_rows,
    write_lead,
    write_live_headline,
)
from evenhand.reports.live.strips import find_reach, list_ticks
from evenhand.reports.page import fill_template
from evenhand.reports.wording import Name, Sentence, count, join_parts, make_sentence, plural

__all__ = ["Edit", "LivePage", "Phase", "Save", "read_asset", "render_live", "render_main"]

ASSETS = {"style.css": "live.css.j2", "script.js": "live.js"}


class Phase(StrEnum):
    """Progress for the present files; the value is a CSS class of the page."""

    STARTING = "starting"
    PLAYING = "playing"
    DONE = "done"
    PROBLEM = "problem"


@dataclass
class Save:
    """A save of the designer, one line of the live page's history.

    Attributes
    ----------
    time : str
        Time of day.
    changed : sequence of Sentence
        The changed inputs.
    effect : Sentence or str
        The effect as estimated so far.
    mark : str
        Status: "", "kept", "undone", "saved over", "not readable", "failed".
    """

    time: str
    changed: Sequence[object]
    effect: object = ""
    mark: str = ""


class Edit(NamedTuple):
    """The differences between the versions of the files that the live page compares.

    Attributes
    ----------
    number : int
        Number of the save, which buttons send back.
    inputs : pandas.DataFrame
        As returned by `evenhand.analysis.data.input_changes.input_changes`.
    bands : sequence of (str, str, str)
        Changed expectations: key, before and after.
    files : sequence of str
        Names of the files that an undo restores.
    can_keep : bool
        Whether the new version can be kept as the reference.
    """

    number: int
    inputs: pd.DataFrame
    bands: Sequence[tuple[str, str, str]]
    files: Sequence[str]
    can_keep: bool


@dataclass(frozen=True)
class LivePage:
    """The contents of the page; "old" and "new" are the compared versions of the files.

    Attributes
    ----------
    title, mode, place : str
        The game, its mode, and the folder.
    phase : str
        One of `Phase`.
    since : str
        Time of the old version, in words: "the start, 21:40:03".
    n_games, n_games_all : int
        Games of both versions: played so far, and planned.
    deck_texts : mapping
        Display texts of decks, sides and matchups.
    problems : sequence of Problem
        Problems of the files; if there are any, the numbers are those of the last readable files.
    faults : sequence of Problem
        Problems of what is left out of the new version, which is played.
    edit : Edit, optional
        The differences between the versions.
    changes : FollowedChanges, optional
        Their effects as estimated so far.
    by_edit : pandas.DataFrame, optional
        What each of several edited cards does alone, once it is known.
    before, after : sequence of Judgement
        Judgements on the expectations, for old and new.
    new_decks, gone_decks : sequence of str
        Decks of only the new, or only the old version, which are not compared.
    obstacle : str
        Why the versions cannot be compared; "" if they can.
    left_out : Sentence, optional
        What is left out of the new version, which is said first.
    notes : sequence of str
    next_command : str
        What to type next, once all is played; "" for nothing.
    links : sequence of (str, str)
        Title and address of pages of the newest run.
    """

    title: str
    mode: str
    place: str
    phase: str
    since: str
    n_games: int = 0
    n_games_all: int = 0
    deck_texts: dict[str, str] = field(default_factory=dict)
    problems: Sequence[Problem] = ()
    faults: Sequence[Problem] = ()
    edit: Edit | None = None
    changes: FollowedChanges | None = None
    by_edit: pd.DataFrame | None = None
    before: Sequence[Judgement] = ()
    after: Sequence[Judgement] = ()
    new_decks: Sequence[str] = ()
    gone_decks: Sequence[str] = ()
    obstacle: str = ""
    left_out: Sentence | None = None
    notes: Sequence[str] = ()
    next_command: str = ""
    links: Sequence[tuple[str, str]] = ()
    history: Sequence[Save] = ()

    @property
    def hero(self) -> Hero | None:
        """The gravest change of a deck; None without changes, or with problems."""
        if self.changes is None or self.problems:
            return None
        return find_hero(self.changes, self.deck_texts, self.failing)

    @property
    def broken(self) -> list[Judgement]:
        """The expectations that fail since the change, the worst first."""
        return list_broken(self.before, self.after)

    @property
    def failing(self) -> dict[str, Band]:
        """The decks whose win rate is outside its band since the change."""
        return list_failing_decks(self.broken)

    @property
    def headline(self) -> Sentence:
        """The headline: what is left out, and the result."""
        return self.add_left_out(self.result)

    def add_left_out(self, sentence: Sentence) -> Sentence:
        """Say first what is left out of the new version, unless it cannot be played."""
        if self.left_out is None or self.problems:
            return sentence
        return join_parts([self.left_out, sentence], " ")

    @property
    def result(self) -> Sentence:
        """The result: problems, an obstacle, progress, or the most important change."""
        if self.problems:
            files = {problem.file for problem in self.problems}
            where = Name(next(iter(files))) if len(files) == 1 else plural(len(files), "file")
            return make_sentence(
                "{n} in {where}", n=plural(len(self.problems), "problem"), where=where
            )
        if self.obstacle:
            return make_sentence("Old and new cannot be compared: {why}.", why=self.obstacle)
        if self.edit is None:
            return make_sentence("Watching. Change something, save it, and see what it does.")
        if self.changes is None:
            return make_sentence("Playing old and new on the same deals \u2026")
        if self.changes.decks.empty and (self.new_decks or self.gone_decks):
            return describe_newcomers(self.new_decks, self.gone_decks, self.deck_texts)
        is_done = self.phase == Phase.DONE
        return write_live_headline(self.changes, self.deck_texts, is_done, self.failing)

    @property
    def lead(self) -> Sentence:
        """The text beside the largest change, which does not repeat its numbers."""
        if self.hero is None or self.changes is None or self.hero.way == "none":
            return self.headline
        broken = write_broken(self.broken, self.deck_texts)
        lead = write_lead(self.changes, self.deck_texts, self.failing, broken)
        return self.add_left_out(lead)

    def list_edit_findings(self) -> list[Finding]:
        """List what each edited card does alone, those that do most first; [] if not known."""
        if self.by_edit is None or self.edit is None:
            return []
        named = use_display_names(self.by_edit, self.deck_texts)
        return list(find_edits(named, self.edit.inputs))

    @property
    def status(self) -> str:
        """The progress in words."""
        games = plural(self.n_games, "game")
        match self.phase:
            case Phase.STARTING:
                return "Reading the folder \u2026"
            case Phase.PLAYING:
                return f"{count(self.n_games)} of {plural(self.n_games_all, 'game')} played"
            case Phase.PROBLEM:
                return "The figures are those of the files as they could be read last."
        return f"Done: {games} played"

    @property
    def share(self) -> float:
        """The progress in per cent."""
        return min(100.0, 100 * self.n_games / self.n_games_all) if self.n_games_all else 0.0

    @property
    def window_title(self) -> str:
        """The title of the browser's tab."""
        text = str(self.headline).rstrip(".") if not self.hero else f"{self.hero.number} points"
        return show_unseen(f"{text} \u00b7 {self.place}")


def render_main(page: LivePage) -> str:
    """Render the part of the live page that changes."""
    changes = page.changes
    is_done = page.phase == Phase.DONE
    expectations = list_expectation_rows(page.before, page.after, page.deck_texts, is_done)
    return fill_template(
        "live_main.html.j2",
        page=page,
        hero=page.hero,
        deck_rows=list_change_rows(changes.decks, page.deck_texts) if changes else [],
        matchup_rows=list_change_rows(changes.matchups, page.deck_texts) if changes else [],
        overall_rows=list_overall_rows(changes.overall) if changes else [],
        untouched=describe_untouched(changes, page.deck_texts) if changes else "",
        deck_ticks=list_ticks(find_reach(changes.decks)) if changes else [],
        expectations=expectations,
        outcomes=count_outcomes(expectations),
        input_rows=[] if page.edit is None else list(page.edit.inputs.itertuples(index=False)),
        Name=Name,
    )


def render_live(page: LivePage) -> str:
    """Render the whole live page."""
    return fill_template("live.html.j2", title=page.window_title, main=render_main(page))


def read_asset(name: str) -> str:
    """Return the text of the live page's style or script."""
    return fill_template(ASSETS[name])
