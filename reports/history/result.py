"""The result of a history: the states that a folder had in git, and how its win rates moved."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

import pandas as pd

from evenhand.analysis.data.display_names import use_display_names
from evenhand.analysis.data.input_changes import Change
from evenhand.decks.invisible_characters import show_unseen

__all__ = ["NOW", "History", "StateInfo"]

COLUMNS = [
    "state", "date", "subject", "deck", "n_games", "win_rate", "win_rate_low", "win_rate_high",
    "before", "after", "change", "change_low", "change_high", "n_pairs", "is_jump", "is_edited",
    "problem",
]  # fmt: skip
NOW = "now"  # name of the folder as it is, where that is no commit


@dataclass(frozen=True)
class StateInfo:
    """A state that a folder had, and what was edited to make it.

    Attributes
    ----------
    name : str
        A short commit hash or a tag, which git understands; `NOW` for uncommitted files.
    date, subject : str
        Day and first line of the commit; "" for uncommitted files.
    problem : str
        Why it cannot be played; "" if it can.
    left_out : tuple of str
        Problems of what is left out of its games.
    changes : tuple of Change
        What was edited since the commit before.
    places : mapping from (kind, name) to str
        Where these edits stand in the files of the state: "cards.csv:14".
    """

    name: str
    date: str = ""
    subject: str = ""
    problem: str = ""
    left_out: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()
    places: Mapping[tuple[str, str], str] = field(default_factory=dict)


@dataclass(frozen=True)
class History:
    """The history of a folder's win rates.

    Attributes
    ----------
    title, mode : str
        Of the game.
    bot : str
        Who played every deck, in the last state.
    seed : int
    states : sequence of StateInfo
        The oldest first.
    table, overall : pandas.DataFrame
        As `evenhand.analysis.tables.history.track_win_rates` returns them.
    cards : mapping from (state, deck) to set of str
        Names of the cards in a deck, before or after the state's edits.
    card_rates : pandas.DataFrame
        As `evenhand.analysis.tables.card_history.track_cards` returns it.
    runs : mapping from int to Path
        Folder of the games of each state that was played.
    display_names, titles : mapping from str to str
        Display names of decks; the same with titles for those that have none, for pages.
    notes : tuple of str
        What else should be known.
    n_seats : int
    """

    title: str
    mode: str
    bot: str
    seed: int
    states: Sequence[StateInfo]
    table: pd.DataFrame
    overall: pd.DataFrame
    cards: Mapping[tuple[int, str], frozenset[str]]
    card_rates: pd.DataFrame
    runs: Mapping[int, Path]
    display_names: Mapping[str, str] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    n_seats: int = 2

    @property
    def told(self) -> "History":
        """The history as people read it: decks are called what people call them."""
        return replace(
            self,
            table=use_display_names(self.table, self.display_names),
            overall=use_display_names(self.overall, self.display_names),
        )

    @cached_property
    def jumps(self) -> pd.DataFrame:
        """The provable changes from one state to the next, the largest first."""
        jumps = self.table[self.table["is_jump"]]
        return jumps.sort_values("change", key=abs, ascending=False, kind="stable")

    @cached_property
    def card_jumps(self) -> pd.DataFrame:
        """The sure changes of cards from one state to the next, the edited cards' first.

        Its columns are those of `card_rates`, and is_edited: whether the card was, in that state.
        """
        jumps = self.card_rates[self.card_rates["is_jump"]]
        jumps = jumps.assign(is_edited=self._list_edited(jumps))
        order = jumps["change"].abs().sort_values(ascending=False, kind="stable").index
        return jumps.loc[order].sort_values("is_edited", ascending=False, kind="stable")

    @cached_property
    def rows(self) -> pd.DataFrame:
        """The table for programs and files: by state and deck, and a row for each gap.

        Its columns are state (the name), date, subject, deck, n_games, win_rate with its interval,
        the change with its interval and n_pairs, is_jump, is_edited (whether the deck's list or one
        of its cards was), and problem (why a state was not played; its deck is "" then).
        """
        infos = pd.DataFrame(
            {"state": number, "name": info.name, "date": info.date, "subject": info.subject,
             "problem": show_unseen(info.problem)}
            for number, info in enumerate(self.states)
        )  # fmt: skip
        table = infos.merge(self.table, how="left", on="state")
        table["deck"] = table["deck"].fillna("")
        table["n_games"] = table["n_games"].fillna(0).astype(int)
        table["is_jump"] = table["is_jump"].eq(True)
        table["is_edited"] = [
            any(change.kind in ("card", "deck") for change in self.list_own_changes(state, deck))
            for state, deck in zip(table["state"], table["deck"], strict=True)
        ]
        table["state"] = table["name"]
        return table[COLUMNS]

    @cached_property
    def rows_with_cards(self) -> pd.DataFrame:
        """The table for files: `rows`, and then one for each state and card.

        There are two more columns: card, "" in a deck's row, and copies: how often the card was
        counted in hand, of which `win_rate` is told. A card's row has the deck "". What does not
        apply is missing.
        """
        infos = pd.DataFrame(
            {"state": number, "name": info.name, "date": info.date, "subject": info.subject}
            for number, info in enumerate(self.states)
        )
        cards = self.card_rates.merge(infos, on="state")
        cards = cards.assign(
            state=cards["name"], deck="", problem="", is_edited=self._list_edited(self.card_rates),
            after=cards["win_rate"].where(cards["before"].notna()),
        )  # fmt: skip
        table = pd.concat([self.rows.assign(card=""), cards], ignore_index=True)
        counts = {"n_games": "Int64", "copies": "Int64", "n_pairs": "Int64"}
        columns = [*COLUMNS[:4], "card", COLUMNS[4], "copies", *COLUMNS[5:]]
        return table.astype(counts)[columns]

    def _list_edited(self, of_cards: pd.DataFrame) -> list[bool]:
        """Return for rows of cards whether the card was edited in that state."""
        edits = {(state, change.name) for state, info in enumerate(self.states)
                 for change in info.changes if change.kind == "card"}  # fmt: skip
        return [place in edits for place in zip(of_cards["state"], of_cards["card"], strict=True)]

    @cached_property
    def played(self) -> list[int]:
        """The numbers of the states that were played, the oldest first."""
        return sorted(self.runs)

    def list_own_changes(self, state: int, deck: str) -> tuple[Change, ...]:
        """List the edits of a state that are of a deck's own list and cards, or of all games."""
        own = self.cards.get((state, deck), frozenset())
        return tuple(
            change
            for change in self.states[state].changes
            if (change.name in own if change.kind == "card" else change.kind != "deck")
            or (change.kind == "deck" and change.name == deck)
        )
