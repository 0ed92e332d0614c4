"""The names that the expectations of a designer's folder may use."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TypeVar

from evenhand.decks.deck_list import Deck
from evenhand.decks.pool import CardPool, load_pool
from evenhand.decks.problems import InputError, Problem, UsageError, did_you_mean
from evenhand.decks.product import Product
from evenhand.decks.text_file import shortened
from evenhand.decks.toml_file import TomlValueError
from evenhand.inputs.folder import Folder
from evenhand.inputs.names import find_entrant_files, load_all, load_entrant
from evenhand.simulate.bots.bot_files import load_bot
from evenhand.simulate.engine.options import option_values

__all__ = ["BESIDE", "VERSUS", "Known", "known_names", "turned"]

VERSUS = " vs "
BESIDE = " + "  # between several opponents
Loaded = TypeVar("Loaded")


@dataclass(frozen=True)
class Known:
    """Names, and how the tables of `analysis` spell them.

    Attributes
    ----------
    pool : CardPool, optional
    decks : tuple of str, optional
        Like the pool, None if the files are wrong; then no name is called wrong.
    bots : tuple of str
        Empty unless there are two, for only then results name them.
    played : frozenset of int
        Rows of the pool that the decks are made of; empty where decks are opened from packs.
    """

    pool: CardPool | None
    decks: tuple[str, ...] | None
    bots: tuple[str, ...]
    n_seats: int
    played: frozenset[int]

    def deck(self, text: str) -> list[str]:
        """List what results call a deck: by itself, and in each bot's hands.

        Raises
        ------
        TomlValueError
            If there is no such deck.
        """
        if self.decks is None:
            return [text]
        for deck in self.decks:
            names = [deck, *(f"{deck} ({bot})" for bot in self.bots)]
            if text in names:
                return names if text == deck else [text]
        hint = did_you_mean(text, self.decks) or f"there are {', '.join(self.decks)}"
        raise TomlValueError(f"there is no deck '{shortened(text)}'", hint)

    def matchup(self, text: str) -> list[str]:
        """List what results call a matchup, seen from the deck that is named first.

        Raises
        ------
        TomlValueError
            If a deck is unknown, or there are too few or too many.
        """
        own, _, others = text.partition(VERSUS)
        opponents = others.split(BESIDE)
        if not others or len(opponents) != self.n_seats - 1:
            form = VERSUS.join(["DECK", BESIDE.join(["DECK"] * (self.n_seats - 1))])
            raise TomlValueError(f"expected '{form}', found '{shortened(text)}'")
        if {own} == set(opponents):
            raise TomlValueError("a deck against itself wins its fair share, whatever its cards")
        sides = [self.deck(own), *map(self.deck, opponents)]
        if self.decks and len(opponents) > 1:  # several opponents stand in the order of the decks
            sides[1:] = sorted(sides[1:], key=lambda names: (self.decks or ()).index(names[0]))
        return [first + VERSUS + BESIDE.join(rest) for first, *rest in product(*sides)]

    def seat(self, text: str) -> list[str]:
        """Return the name that results have for a seat.

        Raises
        ------
        TomlValueError
            If there is no such seat.
        """
        seats = [str(number) for number in range(1, self.n_seats + 1)]
        if text not in seats:
            raise TomlValueError(f"expected seat 1 to {self.n_seats}, found '{shortened(text)}'")
        return [text]

    def card(self, text: str) -> list[str]:
        """Return the name that results have for a card.

        Raises
        ------
        TomlValueError
            If no card or several cards have the name.
        """
        if self.pool is None:
            return [text]
        rows = self.pool.rows_of(text)
        if not rows:
            hint = did_you_mean(text, self.pool.names)
            raise TomlValueError(f"no card is called '{shortened(text)}'", hint)
        if len(rows) > 1:
            ways = " or ".join(f"'{self.pool.labels[row]}'" for row in rows)
            raise TomlValueError(f"expected {ways}, found '{shortened(text)}'")
        return [self.pool.labels[rows[0]]]


def turned(matchup: str) -> str:
    """Tell a duel from its other side; "" for what is no duel."""
    sides = matchup.split(VERSUS)
    return VERSUS.join(reversed(sides)) if len(sides) == 2 and BESIDE not in matchup else ""


def known_names(folder: Folder, problems: list[Problem]) -> Known:
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
    options = attempt(lambda: option_values(game.options, folder.said.options))
    bots = attempt(lambda: load_all(folder.bots, lambda bot: load_bot(game, bot), problems)) or []
    files = attempt(lambda: find_entrant_files(game, mode, folder.entrants(mode))) or []
    is_ready = pool is not None and options is not None
    entrants = (attempt(lambda: load_all(files, load, problems)) if is_ready else None) or []
    names = [entrant.name for entrant in entrants]
    if mode not in game.schema.sealed_modes:  # a deck goes by its file's name, right or wrong
        names = [file.stem for file in files]
    return Known(
        pool=pool,
        decks=tuple(names) if files and len(names) == len(files) else None,
        bots=tuple(bot.name for bot in bots) if len(bots) > 1 else (),
        n_seats=folder.said.players or game.seats[0],
        played=frozenset(row for e in entrants if isinstance(e, Deck) for row in e.cards),
    )
