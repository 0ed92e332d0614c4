"""A designer's words for what is expected, read as the subjects that they mean.

`evenhand.reports.check.check_wording` is the way back, from subjects to words.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import TypeVar

from evenhand.analysis.data.run import BESIDE, VERSUS, Entrant
from evenhand.analysis.gate.subjects import (
    WHOLE_RUN,
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
from evenhand.decks.pool import CardPool, load_pool
from evenhand.decks.problems import InputError, Problem, UsageError, did_you_mean
from evenhand.decks.product import Product
from evenhand.decks.text_file import shorten
from evenhand.decks.toml_file import TomlValueError
from evenhand.inputs.balance_file import AllowedChanges, Expect
from evenhand.inputs.entrants import find_entrant_files, list_stated_names, load_all, load_entrant
from evenhand.inputs.folder import Folder
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
        Like the pool, None if the files are wrong; then no name is called wrong.
    bots : tuple of str
        Empty unless there are two, for only then results name them.
    n_seats : int
    played : frozenset of int
        Rows of the pool that the decks are made of; empty where decks are opened from packs.
    told : mapping from str to str
        The decks' names, by what people call them; what several are called is left out.
    """

    pool: CardPool | None
    decks: tuple[str, ...] | None
    bots: tuple[str, ...]
    n_seats: int
    played: frozenset[int]
    told: Mapping[str, str] = field(default_factory=dict)

    def read_measure(self, text: str) -> Measure:
        """Read a topic and what it is about: ``matchup aggro vs control``, ``change.turns``.

        Raises
        ------
        TomlValueError
            If there is no such topic, or it is not about this.
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
        """Read the subject of a topic.

        Raises
        ------
        TomlValueError
            If it names nothing that the topic can be about.
        """
        match topic:
            case Topic.WIN_RATE:
                return DeckSubject(self.read_entrant(text))
            case Topic.MATCHUP:
                return self.read_matchup(text)
            case Topic.SEAT:
                return self.read_seat(text)
            case Topic.CARD_IMPACT:
                return self.read_card(text)
        return WHOLE_RUN

    def read_entrant(self, text: str) -> Entrant:
        """Find a deck by its name or what people call it, or in one bot's hands: "deck (bot)".

        Raises
        ------
        TomlValueError
            If there is no such deck.
        """
        if self.decks is None:
            return Entrant(text)
        for deck, bot in product(self.decks, ("", *self.bots)):
            if text == Entrant(deck, bot).name:
                return Entrant(deck, bot)
        for (told, deck), bot in product(self.told.items(), ("", *self.bots)):
            if name_key(text) == name_key(Entrant(told, bot).name):
                return Entrant(deck, bot)
        hint = did_you_mean(text, self.decks) or f"there are {', '.join(self.decks)}"
        raise TomlValueError(f"there is no deck '{shorten(text)}'", hint)

    def read_matchup(self, text: str) -> MatchupSubject:
        """Read a matchup, seen from the deck that is named first.

        Raises
        ------
        TomlValueError
            If a deck is unknown, or there are too few or too many.
        """
        own, _, others = text.partition(VERSUS)
        opponents = others.split(BESIDE)
        if not others or len(opponents) != self.n_seats - 1:
            form = VERSUS.join(["DECK", BESIDE.join(["DECK"] * (self.n_seats - 1))])
            raise TomlValueError(f"expected '{form}', found '{shorten(text)}'")
        if {own} == set(opponents):
            raise TomlValueError("a deck against itself wins its fair share, whatever its cards")
        side, *met = map(self.read_entrant, [own, *opponents])
        if self.decks:  # several opponents stand in the order of the decks
            met.sort(key=lambda entrant: (self.decks or ()).index(entrant.deck))
        return MatchupSubject(side, tuple(met))

    def read_seat(self, text: str) -> SeatSubject:
        """Read the number of a seat.

        Raises
        ------
        TomlValueError
            If there is no such seat.
        """
        if text not in map(str, range(1, self.n_seats + 1)):
            raise TomlValueError(f"expected seat 1 to {self.n_seats}, found '{shorten(text)}'")
        return SeatSubject(int(text))

    def read_card(self, text: str) -> CardSubject:
        """Find a card by its name; what results call it is its label.

        Raises
        ------
        TomlValueError
            If no card or several cards have the name.
        """
        if self.pool is None:
            return CardSubject(text)
        rows = self.pool.rows_of(text)
        if not rows:
            hint = did_you_mean(text, self.pool.names)
            raise TomlValueError(f"no card is called '{shorten(text)}'", hint)
        if len(rows) > 1:
            ways = " or ".join(f"'{self.pool.labels[row]}'" for row in rows)
            raise TomlValueError(f"expected {ways}, found '{shorten(text)}'")
        return CardSubject(self.pool.labels[rows[0]])


def load_known_names(folder: Folder, problems: list[Problem]) -> KnownNames:
    """Read a folder's cards, decks and bots, and add what is wrong with them to `problems`."""
    game, mode = folder.game, folder.mode

    def attempt(load: Callable[[], Loaded]) -> Loaded | None:
        try:
            return load()
        except InputError as error:
            problems.extend(error.problems)
        except UsageError as error:
            if not problems:  # else it follows from a name that was found wrong already
                problems.append(Problem(str(folder.path), None, None, error.message, error.hint))
        return None

    def load(file: Path) -> Deck | Product:
        assert pool is not None and options is not None
        return load_entrant(game, pool, file, mode, options)

    pool = attempt(lambda: load_pool(game.schema, folder.cards))
    options = attempt(lambda: option_values(game.options, folder.content.options))
    bots = attempt(lambda: load_all(folder.bots, lambda bot: load_bot(game, bot), problems)) or []
    files = attempt(lambda: find_entrant_files(game, mode, folder.list_entrants(mode))) or []
    is_ready = pool is not None and options is not None
    entrants = (attempt(lambda: load_all(files, load, problems)) if is_ready else None) or []
    names = [entrant.name for entrant in entrants]
    if mode not in game.schema.sealed_modes:  # a deck goes by its file's name, right or wrong
        names = [file.stem for file in files]
    return KnownNames(
        pool=pool,
        decks=tuple(names) if files and len(names) == len(files) else None,
        bots=tuple(bot.name for bot in bots) if len(bots) > 1 else (),
        n_seats=folder.content.players or game.seats[0],
        played=frozenset(row for e in entrants if isinstance(e, Deck) for row in e.cards),
        told=list_list_stated_names(files) if mode not in game.schema.sealed_modes else {},
    )


def list_list_stated_names(files: Sequence[Path]) -> dict[str, str]:
    """List the decks' names by what people call them; what several are called is left out."""
    found: dict[str, set[tuple[str, str]]] = {}
    for file in files:
        for told in filter(None, list_stated_names(file.stem, file)):
            found.setdefault(name_key(told), set()).add((told, file.stem))
    return dict(called.pop() for called in found.values() if len(called) == 1)
