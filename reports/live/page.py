"""The page of a folder that is watched: what was changed, what it does, what is expected.

It is made anew at every look; the browser takes over what is other than it was.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

import pandas as pd

from evenhand.analysis.gate.judge import Judgement
from evenhand.analysis.tables.followed_changes import FollowedChanges
from evenhand.decks.invisible_characters import show_unseen
from evenhand.decks.problems import Problem
from evenhand.reports.live.expectations import (
    count_broken,
    count_outcomes,
    list_expectation_rows,
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
from evenhand.reports.wording import Name, Sentence, count, make_sentence, plural

__all__ = ["Edit", "LivePage", "Phase", "Save", "read_asset", "render_live", "render_main"]

ASSETS = {"style.css": "live.css.j2", "script.js": "live.js"}


class Phase(StrEnum):
    """How far it is with the files as they are; the value is a class of the page."""

    STARTING = "starting"
    PLAYING = "playing"
    DONE = "done"
    PROBLEM = "problem"


@dataclass
class Save:
    """One line of the session's history.

    Attributes
    ----------
    time : str
        Of the clock.
    changed : sequence of Sentence
        What was changed, in a few words each.
    effect : Sentence or str
        What it did, as far as it was looked at.
    mark : str
        What became of it: "", "kept", "undone", "saved over", "not readable", "failed".
    """

    time: str
    changed: Sequence[object]
    effect: object = ""
    mark: str = ""


class Edit(NamedTuple):
    """What differs between the files that are compared.

    Attributes
    ----------
    number : int
        Of the save, which buttons send back.
    inputs : pandas.DataFrame
        As `evenhand.analysis.data.input_changes.input_changes` gives it.
    bands : sequence of (str, str, str)
        Key, before and after of what is judged by.
    files : sequence of str
        Names of the files that an undo gives their former bytes.
    can_keep : bool
        Whether there is something new to keep.
    """

    number: int
    inputs: pd.DataFrame
    bands: Sequence[tuple[str, str, str]]
    files: Sequence[str]
    can_keep: bool


@dataclass(frozen=True)
class LivePage:
    """What the page shows.

    Attributes
    ----------
    title, mode, place : str
        The game, its mode, and the folder.
    phase : str
        One of `Phase`.
    since : str
        When old was as it is, in words: "the start, 21:40:03".
    n_games, n_games_all : int
        Games of old and new together: those there are, and those there will be.
    deck_texts : mapping
        What people call decks, sides and matchups.
    problems : sequence of Problem
        What is wrong with the files; the figures are those of before, then.
    edit : Edit, optional
        What was changed.
    changes : FollowedChanges, optional
        What it did so far.
    before, after : sequence of Judgement
        What is expected, judged on old and new.
    new_decks, gone_decks : sequence of str
        Decks that only new has, or only old: nothing is compared with them.
    obstacle : str
        Why old and new cannot be compared.
    notes : sequence of str
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
    edit: Edit | None = None
    changes: FollowedChanges | None = None
    before: Sequence[Judgement] = ()
    after: Sequence[Judgement] = ()
    new_decks: Sequence[str] = ()
    gone_decks: Sequence[str] = ()
    obstacle: str = ""
    notes: Sequence[str] = ()
    links: Sequence[tuple[str, str]] = ()
    history: Sequence[Save] = ()

    @property
    def hero(self) -> Hero | None:
        """The number that moved most."""
        if self.changes is None or self.problems:
            return None
        return find_hero(self.changes, self.deck_texts)

    @property
    def headline(self) -> Sentence:
        """What is to be said first."""
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
        return write_live_headline(self.changes, self.deck_texts, self.phase == Phase.DONE)

    @property
    def lead(self) -> Sentence:
        """What is said beside the number that moved most, which needs not be said again."""
        if self.hero is None or self.changes is None or self.hero.way == "none":
            return self.headline
        return write_lead(self.changes, self.deck_texts, count_broken(self.before, self.after))

    @property
    def status(self) -> str:
        """How far it is."""
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
        """How far it is, in percent."""
        return min(100.0, 100 * self.n_games / self.n_games_all) if self.n_games_all else 0.0

    @property
    def window_title(self) -> str:
        """What the tab of the browser says."""
        said = str(self.headline).rstrip(".") if not self.hero else f"{self.hero.number} points"
        return show_unseen(f"{said} \u00b7 {self.place}")


def render_main(page: LivePage) -> str:
    """Render what changes of the page."""
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
    """Render the whole page."""
    return fill_template("live.html.j2", title=page.window_title, main=render_main(page))


def read_asset(name: str) -> str:
    """Return the style or the script of the page."""
    return fill_template(ASSETS[name])
