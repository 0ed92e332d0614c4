"""Parse the names in a designer's expectations into measures and subjects.

`evenhand.reports.check.check_wording` is the inverse: it writes subjects in words.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import TypeVar

from evenhand.analysis.data.run import BESIDE, VERSUS, Entrant
from evenhand.analysis.gate.measures import (
    WHOLE_RUN,
    CardGroupSubject,
    CardSubject,
    DeckSubject,
    MatchupSubject,
    Measure,
    SeatSubject,
    Subject,
    Topic,
    name_topic,
)
from evenhand.decks.card import name_key
from evenhand.decks.deck_list import Deck
from evenhand.decks.invisible_characters import shorten
from evenhand.decks.pool import CardPool, load_pool
from evenhand.decks.problems import InputError, Problem, UsageError, did_you_mean, keep_rest
from evenhand.decks.product import Product
from evenhand.decks.toml_file import TomlValueError
from evenhand.inputs.balance_file import AllowedChanges, Expect
from evenhand.inputs.decks_and_bots import (
    find_entrant_files,
    list_stated_names,
    load_all,
    load_entrant,
)
from evenhand.inputs.folder import Folder
from evenhand.reports.check.check_wording import name_subject
from evenhand.simulate.bots.bot_files import load_bot
from evenhand.simulate.engine.options import option_values

__all__ = ["CHANGES", "TOPICS", "KnownNames", "load_known_names"]

TOPICS = tuple(topic for topic in Topic if topic.value in Expect.model_fields)
CHANGES = tuple(topic for topic in Topic if topic.value in AllowedChanges.model_fields)
WRITTEN = {
    **{name_topic(topic): (topic, False) for topic in TOPICS},
    **{name_topic(topic, is_change=True): (topic, True) for topic in CHANGES},
}
SUBJECT_FORMS = {
    Topic.WIN_RATE: "DECK",
    Topic.FIELD_WIN_RATE: "DECK",
    Topic.BEST_HANDS: "DECK",
    Topic.MATCHUP: f"DECK{VERSUS}DECK",
    Topic.CARD_IMPACT: "CARD",
    Topic.SEAT: "N",
}
Loaded = TypeVar("Loaded")


@dataclass(frozen=True)
class KnownNames:
    """The names that expectations may use.

    Attributes
    ----------
    pool : CardPool, optional
    decks : tuple of str, optional
        Like the pool, None if the files are unreadable; then all names are accepted.
    bots : tuple of str
        Empty with one bot, because results name bots only if there are two.
    n_seats : int
    played : frozenset of int
        Rows of the pool in the decks; empty in sealed modes.
    stated : mapping from str to str
        The decks' file names, keyed by stated name; names stated by several decks are left
        out.
    groups : mapping from str to str
        Names of the groups of players, keyed by the bot that plays as they do.
    has_panel : bool
        Whether several bots play the same games, each against itself.
    card_groups : tuple of CardGroupSubject
        The groups of cards that have a band.
    """

    pool: CardPool | None
    decks: tuple[str, ...] | None
    bots: tuple[str, ...]
    n_seats: int
    played: frozenset[int]
    stated: Mapping[str, str] = field(default_factory=dict)
    groups: Mapping[str, str] = field(default_factory=dict)
    has_panel: bool = False
    card_groups: tuple[CardGroupSubject, ...] = ()

    def read_measure(self, text: str) -> Measure:
        """Parse a known topic and subject, such as ``matchup aggro vs control``.

        Raises
        ------
        TomlValueError
            If the topic is unknown, or cannot have this subject.
        """
        name, _, about = text.partition(" ")
        if name not in WRITTEN:
            hint = did_you_mean(name, WRITTEN) or f"one of {', '.join(WRITTEN)}"
            raise TomlValueError(f"'{shorten(name)}' is not something that is checked", hint)
        topic, is_change = WRITTEN[name]
        form = SUBJECT_FORMS.get(topic, "")
        if bool(form) != bool(about):
            expected = f"{name} {form}".strip()
            raise TomlValueError(f"expected '{expected}', found '{shorten(text)}'")
        return Measure(topic, self.read_subject(topic, about), is_change)

    def read_subject(self, topic: Topic, text: str) -> Subject:
        """Parse the known subject of a topic.

        Raises
        ------
        TomlValueError
            If the topic cannot have this subject.
        """
        match topic:
            case Topic.WIN_RATE | Topic.FIELD_WIN_RATE | Topic.BEST_HANDS:
                return DeckSubject(self.read_entrant(text))
            case Topic.MATCHUP:
                return self.read_matchup(text)
            case Topic.SEAT:
                return self.read_seat(text)
            case Topic.CARD_IMPACT:
                return self.read_card(text)
        return WHOLE_RUN

    def read_entrant(self, text: str) -> Entrant:
        """Return a known deck by its file name or stated name, with a bot: "deck (bot)".

        Raises
        ------
        TomlValueError
            If the deck is unknown.
        """
        if self.decks is None:
            return Entrant(text)
        for deck, bot in product(self.decks, ("", *self.bots)):
            if text == Entrant(deck, bot).name:
                return Entrant(deck, bot)
        for (name, deck), bot in product(self.stated.items(), ("", *self.bots)):
            if name_key(text) == name_key(Entrant(name, bot).name):
                return Entrant(deck, bot)
        hint = did_you_mean(text, self.decks) or f"there are {', '.join(self.decks)}"
        raise TomlValueError(f"there is no deck '{shorten(text)}'", hint)

    def read_matchup(self, text: str) -> MatchupSubject:
        """Parse the name of a matchup, from the side of the deck that is named first.

        Raises
        ------
        TomlValueError
            If a deck is unknown, or the number of decks is wrong.
        """
        own, _, others = text.partition(VERSUS)
        opponents = others.split(BESIDE)
        if not others or len(opponents) != self.n_seats - 1:
            form = VERSUS.join(["DECK", BESIDE.join(["DECK"] * (self.n_seats - 1))])
            raise TomlValueError(f"expected '{form}', found '{shorten(text)}'")
        if {own} == set(opponents):
            raise TomlValueError("a deck against itself wins its fair share, whatever its cards")
        side, *met = map(self.read_entrant, [own, *opponents])
        if self.decks:  # order several opponents as the decks
            met.sort(key=lambda entrant: (self.decks or ()).index(entrant.deck))
        return MatchupSubject(side, tuple(met))

    def read_seat(self, text: str) -> SeatSubject:
        """Parse the name of a seat, a number.

        Raises
        ------
        TomlValueError
            If the seat does not exist.
        """
        if text not in map(str, range(1, self.n_seats + 1)):
            raise TomlValueError(f"expected seat 1 to {self.n_seats}, found '{shorten(text)}'")
        return SeatSubject(int(text))

    def read_card(self, text: str) -> CardSubject | CardGroupSubject:
        """Return a known card by its name or label, or a group of cards; results use the label.

        Raises
        ------
        TomlValueError
            If no card or several cards have the name.
        """
        for group in self.card_groups:
            if text == name_subject(group):
                return group
        if self.pool is None:
            return CardSubject(text)
        rows = self.pool.rows_of(text)
        if self.pool.find_unread(rows):
            return CardSubject(text)
        if not rows:
            hint = self.pool.suggest_name(text)
            raise TomlValueError(f"no card is called '{shorten(text)}'", hint)
        if len(rows) > 1:
            ways = " or ".join(f"'{self.pool.labels[row]}'" for row in rows)
            raise TomlValueError(f"expected {ways}, found '{shorten(text)}'")
        return CardSubject(self.pool.labels[rows[0]])


def load_known_names(folder: Folder, problems: list[Problem], faults: list[Problem]) -> KnownNames:
    """Load the names that a folder's expectations may use; append problems to `problems`.

    Parameters
    ----------
    faults : list of Problem
        Problems of single cards and of decks, without which the rest is known, are appended.
    """
    game, mode = folder.game, folder.mode

    def attempt(load: Callable[[], Loaded]) -> Loaded | None:
        try:
            return load()
        except InputError as error:
            problems.extend(error.problems)
        except UsageError as error:
            if not problems:  # else a consequence of a problem already reported
                problems.append(Problem(str(folder.path), None, None, error.message, error.hint))
        return None

    def load(file: Path) -> Deck | Product:
        assert pool is not None and options is not None
        return load_entrant(game, pool, file, mode, options)

    pool, of_cards = attempt(
        lambda: keep_rest(
            lambda: load_pool(game.schema, folder.cards, folder.curve, folder.grouping_columns)
        )
    ) or (None, ())
    faults += of_cards
    options = attempt(lambda: option_values(game.options, folder.content.options))
    bots = attempt(lambda: load_all(folder.bots, lambda bot: load_bot(game, bot), problems)) or []
    files = attempt(lambda: find_entrant_files(game, mode, folder.list_entrants(mode))) or []
    is_ready = pool is not None and options is not None
    entrants = (attempt(lambda: load_all(files, load, faults)) if is_ready else None) or []
    names = [entrant.name for entrant in entrants]
    if mode not in game.schema.sealed_modes:  # decks are named by their files, even unreadable ones
        names = [file.stem for file in files]
    return KnownNames(
        pool=pool,
        decks=tuple(names) if files and len(names) == len(files) else None,
        bots=tuple(bot.name for bot in bots) if len(bots) > 1 else (),
        n_seats=folder.content.players or game.seats[0],
        played=frozenset(row for e in entrants if isinstance(e, Deck) for row in e.cards),
        stated=map_stated_names(files) if mode not in game.schema.sealed_modes else {},
        groups=folder.groups,
        has_panel=bool(folder.panel),
        card_groups=tuple(
            CardGroupSubject(group.column, group.more, group.less)
            for group in folder.content.expect.groups
        ),
    )


def map_stated_names(files: Sequence[Path]) -> dict[str, str]:
    """Return known decks' file names keyed by stated name, without names of several decks."""
    by_key: dict[str, set[tuple[str, str]]] = {}
    for file in files:
        for name in filter(None, list_stated_names(file.stem, file)):
            by_key.setdefault(name_key(name), set()).add((name, file.stem))
    return dict(names.pop() for names in by_key.values() if len(names) == 1)
