"""Load bots by name or from files.

A bot file is TOML::

    meaning = "all attack"   # how it plays, in a few words for people
    policy = "heuristic"     # random, heuristic, learned or search
    noise = 0                # points by which it errs: odds of an answer so much worse are half
    playouts = 64            # search: games imagined for a question, all options together

    [weights]                # those that differ from the game's defaults
    knock_out = 400

    [[never]]                # what it never answers, in the words of replays
    answer = "play Kelp Weaver"
    before_turn = 6          # the first turn in which it may

    [[never]]                # or what it answers to a question, and nothing else
    question = "respond to"
    unless = "pass"
"""

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from evenhand.decks.file_cache import cache_result
from evenhand.decks.invisible_characters import shorten
from evenhand.decks.pool import CardPool
from evenhand.decks.problems import InputError, Problem, UsageError, did_you_mean
from evenhand.decks.toml_file import (
    TomlFile,
    list_old_key_notes,
    parse_toml,
    read_toml_text,
    validate_toml,
)
from evenhand.simulate.bots.learned.shape import LearnedPlayers
from evenhand.simulate.bots.learned.weights import ENDING, fit_weights, make_shape, read_weights
from evenhand.simulate.engine.options import Option, current_name
from evenhand.simulate.game import Game

if TYPE_CHECKING:
    from evenhand.simulate.bots.bans import Restriction

__all__ = [
    "FUNCTION", "LEARNED", "LEARNED_SEARCH", "Bot", "bot_names", "find_unknown_cards", "load_bot",
    "load_players", "name_bot_file", "pack_bots", "split_playouts", "usual_name",
]  # fmt: skip

PLAYOUTS = 64
FEWEST_PLAYOUTS, MOST_PLAYOUTS = 2, 1_000_000
LEARNED, LEARNED_SEARCH = "learned", "learned_search"
POLICIES = ("random", "heuristic", LEARNED, "search", LEARNED_SEARCH)  # weakest first
OF_FILES = ("random", "heuristic", LEARNED, "search")  # policies that a bot's file may state
THOUGHTFUL = ("search", LEARNED_SEARCH)
LAST_TURN = 30_000
FUNCTION = "function"  # policy of a bot that is a Python function
USED_BY = {  # policies that use a key, for keys that some policies ignore
    "noise": ("heuristic", "search"),
    "weights": ("heuristic", "search"),
    "playouts": ("search",),
    "determinizations": (),  # of older files
}


GONE = {"lookahead": "the bot that thinks ahead is called 'search' now"}
LEARNED_MEANING = "as heuristic, with what it learned from games against itself"
LEARNED_SEARCH_MEANING = "plays what learned finds best to the end, and takes what wins most"
SEARCH = "plays each option to the end, on re-dealt hidden cards, and takes what wins most"


class NeverKey(BaseModel):
    """The keys of a section [[never]] of a bot file."""

    model_config = ConfigDict(extra="forbid", strict=True)

    answer: str = ""
    question: str = ""
    before_turn: Annotated[int, Field(ge=1, le=LAST_TURN)] | None = None
    unless: str = ""


class BotFile(BaseModel):
    """The keys of a bot file."""

    model_config = ConfigDict(extra="forbid", strict=True)

    noise: Annotated[int, Field(ge=0, le=2**30)] = 0
    policy: str = "heuristic"
    meaning: str = ""
    determinizations: int = 1
    playouts: Annotated[int, Field(ge=FEWEST_PLAYOUTS, le=MOST_PLAYOUTS)] = PLAYOUTS
    weights: dict[str, int] = {}
    never: list[NeverKey] = []


@dataclass(frozen=True)
class Bot:
    """A named way to play.

    Attributes
    ----------
    file : str
        The file; "" for a built-in bot. It does not affect games.
    notes : tuple of str
        Remarks on the file for its author.
    meaning : str
        How it plays, in one line for people; "" if not given.
    weights_file : str
        The file of a learned player's weights; "" for others.
    weights_hash : str
        Its hash, if the bot has a file besides; else that is `content_hash`.
    never : tuple of Restriction
        What it never answers.
    pool : CardPool, optional
        The cards that it plays with, which its restrictions name; see `playing`.
    function : callable(seen, options) -> option, optional
        Answers instead of compiled rules; see `evenhand.simulate.runs.python_bots`.
    """

    name: str
    policy: str
    noise: int = 0
    playouts: int = PLAYOUTS
    weights: dict[str, int] = field(default_factory=dict)
    content_hash: str = ""
    file: str = field(default="", repr=False)
    notes: tuple[str, ...] = field(default=(), repr=False)
    meaning: str = field(default="", repr=False)
    weights_file: str = field(default="", repr=False)
    weights_hash: str = field(default="", repr=False)
    never: tuple["Restriction", ...] = field(default=(), repr=False)
    pool: CardPool | None = field(default=None, repr=False, compare=False)
    function: Callable[..., Any] | None = field(default=None, repr=False)

    def playing(self, pool: CardPool) -> "Bot":
        """Return the bot as it plays with some cards."""
        return replace(self, pool=pool) if self.never else self

    def plays_as(self, other: "Bot") -> bool:
        """Return whether it would play like another bot, but for what either never answers."""
        same = "policy", "noise", "playouts", "weights", "net_hash", "function"
        return all(getattr(self, name) == getattr(other, name) for name in same)

    @property
    def net_hash(self) -> str:
        """Hash of a learned player's weights; "" for others."""
        return (self.weights_hash or self.content_hash) if self.weights_file else ""

    @property
    def kept_files(self) -> dict[str, tuple[str, str]]:
        """Its files by their names in a run's folder: the place of each now, and its hash."""
        if self.weights_hash:
            return {
                f"{self.name}.toml": (self.file, self.content_hash),
                f"{self.name}{ENDING}": (self.weights_file, self.weights_hash),
            }
        file = self.weights_file or self.file
        return {name_bot_file(self.name, self.policy): (file, self.content_hash)} if file else {}

    @property
    def thinks_ahead(self) -> bool:
        """Whether it simulates games to decide, which is much slower than other policies."""
        return self.policy in THOUGHTFUL

    @property
    def strength(self) -> tuple[int, ...]:
        """Sort key of bots, from the weakest to the strongest."""
        return POLICIES.index(self.policy), -self.noise, self.playouts

    @property
    def has_luck(self) -> bool:
        """Whether its answers are random."""
        return self.policy not in ("heuristic", "learned") or self.noise > 0


def name_bot_file(name: str, policy: str) -> str:
    """Return the name of a bot's file in a run's folder."""
    if policy in (LEARNED, LEARNED_SEARCH):
        return f"{name.replace(':', ' ')}{ENDING}"
    return f"{name}.toml"


def built_in(game: Game) -> dict[str, Bot]:
    """Return the built-in bots of a game by name, weakest first."""
    weights = Path(str(game.bot_folder / f"{LEARNED}{ENDING}"))
    bots = (
        Bot("random", "random", meaning="any legal answer alike"),
        Bot(
            "novice",
            "heuristic",
            noise=game.novice_noise,
            meaning="as heuristic, but errs: by little often, by much seldom",
        ),
        Bot("heuristic", "heuristic", meaning="the answer with the best score by its weights"),
        *([make_learned(LEARNED, str(weights))] if weights.is_file() else []),
        Bot("search", "search", meaning=SEARCH),
    )
    return {bot.name: bot for bot in bots}


def make_learned(name: str, file: str) -> Bot:
    """Make the bot of a file of weights."""
    return Bot(
        name,
        LEARNED,
        content_hash=_hash_file(file),
        file=file,
        meaning=LEARNED_MEANING,
        weights_file=file,
    )


def bot_names(game: Game) -> list[str]:
    """Return the names of all bots that come with a game."""
    shipped = sorted(
        Path(entry.name).stem
        for entry in (game.bot_folder.iterdir() if game.bot_folder.is_dir() else ())
        if entry.name.endswith(".toml")
    )
    return [*built_in(game), *shipped]


@cache_result
def load_bot(game: Game, name: str) -> Bot:
    """Return a bot by its name, or from a file.

    ``search:256`` is the bot ``search`` with 256 playouts for a question, ``learned:256`` searches
    among what ``learned`` finds best, and so does ``FILE.npz:256``.

    Raises
    ------
    UsageError
        If there is no bot or file of this name, or the number of playouts is out of range.
    InputError
        With all problems of the file.
    """
    if name in built_in(game):
        return built_in(game)[name]
    base, playouts = split_playouts(name)
    if base == "search" and name != base:
        return Bot(name, base, playouts=_count_playouts(name), meaning=SEARCH)
    if playouts and (base.endswith(ENDING) or base in built_in(game)):
        return let_search(load_bot(game, base), name)
    if name.endswith(ENDING):
        read_weights(game, name)
        return make_learned(Path(name).stem, name)
    if name.endswith(".toml"):
        return read_bot(game, Path(name).stem, name, read_toml_text(name))
    if name not in bot_names(game):
        hint = GONE.get(name) or did_you_mean(name, bot_names(game))
        raise UsageError(f"there is no bot '{name}'; a bot file ends in .toml", hint)
    shipped = game.bot_folder / f"{name}.toml"
    return read_bot(game, name, str(shipped), shipped.read_text(encoding="utf-8"))


def let_search(bot: Bot, name: str) -> Bot:
    """Return a learned player that also searches, with the playouts in a name."""
    if bot.policy != LEARNED:
        message = f"{bot.name} takes no playouts, as in '{shorten(name)}'"
        raise UsageError(message, f"name it {bot.name}; search:16 and learned:16 take them")
    _, playouts = split_playouts(name)
    return replace(
        bot,
        name=f"{bot.name}:{playouts}",
        policy=LEARNED_SEARCH,
        playouts=_count_playouts(name),
        file=f"{bot.file}:{playouts}",
        meaning=LEARNED_SEARCH_MEANING,
    )


def split_playouts(name: str) -> tuple[str, str]:
    """Return a bot's name without its playouts, and the playouts: "search" and "16".

    Names without any are returned with "".
    """
    base, colon, playouts = name.rpartition(":")
    return (base, playouts) if colon and not set(playouts) & set("/\\.") else (name, "")


def usual_name(name: str) -> str:
    """Return the short name of a built-in bot: "search" for "search:64"."""
    base, playouts = split_playouts(name)
    if base != "search" or not (playouts.isascii() and playouts.isdecimal()):
        return name
    playouts = playouts.lstrip("0")
    return base if playouts == str(PLAYOUTS) else f"{base}:{playouts}"


def _count_playouts(name: str) -> int:
    _, text = split_playouts(name)
    is_short = text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_PLAYOUTS))
    if is_short and FEWEST_PLAYOUTS <= int(text) <= MOST_PLAYOUTS:
        return int(text)
    bounds = f"{FEWEST_PLAYOUTS} to {MOST_PLAYOUTS:,}"
    raise UsageError(f"expected {bounds} playouts for a question in '{shorten(name)}'")


def read_bot(game: Game, name: str, file: str, text: str) -> Bot:
    """Parse the text of a bot file."""
    toml = parse_toml(text, file)
    said, problems = validate_toml(BotFile, toml)
    if said is not None:
        problems += _word_problems(game, toml, said)
    never, wrong = _read_restrictions(game, toml, said) if said else ((), [])
    weights_file = ""
    if said is not None and said.policy == LEARNED:
        weights_file = _find_weights(game, file)
        if not weights_file:
            message = f"{game.title} has no learned player"
            wrong.append(toml.problem(("policy",), message, "evenhand train makes one"))
    if said is None or problems or wrong:
        raise InputError([*problems, *wrong])
    return Bot(
        name,
        said.policy,
        0 if weights_file else said.noise,
        said.playouts,
        {
            current_name(game.weights, weight): value
            for weight, value in said.weights.items()
            if not weights_file
        },
        hashlib.sha256(text.encode()).hexdigest(),
        file,
        (
            *list_old_key_notes(BotFile, toml),
            *_old_weights(game, toml, said),
            *_idle_keys(toml, said),
        ),
        said.meaning,
        weights_file=weights_file,
        weights_hash=_hash_file(weights_file) if weights_file else "",
        never=never,
    )


def _find_weights(game: Game, file: str) -> str:
    """Return the weights of a bot's file that learned: those beside it, or the game's own."""
    own = Path(str(game.bot_folder / f"{LEARNED}{ENDING}"))
    found = next(filter(Path.is_file, (Path(file).with_suffix(ENDING), own)), None)
    if found is None:
        return ""
    read_weights(game, str(found))
    return str(found)


def _hash_file(file: str) -> str:
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()


def _read_restrictions(
    game: Game, toml: TomlFile, said: BotFile
) -> tuple[tuple["Restriction", ...], list[Problem]]:
    """Return what a bot never answers, and the problems of what its file says of that."""
    if not said.never:
        return (), []
    # Not compiled, and read by few bots: edits of it should not compile the rules anew.
    from evenhand.simulate.bots.restriction_files import read_restrictions

    return read_restrictions(game, toml, said.never)


def find_unknown_cards(bot: Bot, pool: CardPool) -> list[Problem]:
    """Return a problem for each card that a bot's restrictions name and a pool does not have."""
    if not bot.never:
        return []
    from evenhand.simulate.bots import bans

    return list(bans.find_unknown_cards(bot.never, pool, bot.file))


def _old_weights(game: Game, toml: TomlFile, said: BotFile) -> Iterator[str]:
    """Yield a note for each weight that is given by a former name."""
    for name in said.weights:
        if (now := current_name(game.weights, name)) != name:
            yield str(toml.problem(("weights", name), f"this weight is now called '{now}'"))


def _idle_keys(toml: TomlFile, said: BotFile) -> Iterator[str]:
    """Yield a note for each key that the bot's policy ignores."""
    for key, policies in USED_BY.items():
        is_given = getattr(said, key) != getattr(BotFile(), key)
        if is_given and said.policy not in policies:
            yield str(toml.problem((key,), f"a {said.policy} bot has no use for this"))


def _word_problems(game: Game, toml: TomlFile, said: BotFile) -> Iterator[Problem]:
    """Yield problems: unknown policies and weights, and weights out of range."""
    if said.policy not in OF_FILES:
        yield _unknown(toml, ("policy",), said.policy, OF_FILES)
    by_name: dict[str, Option] = {weight.name: weight for weight in game.weights}
    for name, value in said.weights.items():
        place, now = ("weights", name), current_name(game.weights, name)
        if now not in by_name:
            yield _unknown(toml, place, name, by_name)
        elif now != name and now in said.weights:
            yield toml.problem(place, f"this is the old name of '{now}', which is given, too")
        elif not by_name[now].lowest <= value <= by_name[now].highest:
            low, high = by_name[now].lowest, by_name[now].highest
            yield toml.problem(place, f"expected {low} to {high}, found {value}")


def _unknown(toml: TomlFile, place: tuple[str, ...], word: str, known: Collection[str]) -> Problem:
    message = f"expected one of {', '.join(known)}; found '{shorten(word)}'"
    return toml.problem(place, message, GONE.get(word) or did_you_mean(word, known))


def load_players(
    game: Game, pool: CardPool, n_seats: int, bots: Iterable[Bot]
) -> LearnedPlayers | None:
    """Load the weights of the learned players among some bots; None if there are none."""
    learned = [read_weights(game, bot.weights_file) for bot in bots if bot.weights_file]
    if not learned:
        return None
    shapes = [make_shape(player, game, pool, n_seats) for player in learned]
    return LearnedPlayers.pack(shapes, [fit_weights(one, game, n_seats) for one in learned])


def pack_bots(game: Game, bots: list[Bot]) -> np.ndarray:
    """Make the array of bot records for kernels, shape (len(bots),)."""
    from evenhand.simulate.bots.policies import Policy, bot_record
    from evenhand.simulate.engine.options import options_record

    packed = np.zeros(len(bots), bot_record(options_record(game.weights)))
    nets = count()
    for row, bot in zip(packed, bots, strict=True):
        row["net"] = next(nets) if bot.weights_file else 0
        row["policy"] = Policy[bot.policy.upper()]
        row["noise"] = bot.noise
        row["playouts"] = bot.playouts
        for weight in game.weights:
            row["weights"][weight.name] = bot.weights.get(weight.name, weight.default)
        if bot.never:
            from evenhand.simulate.bots.bans import pack_bans

            pack_bans(row, bot.never, bot.pool, bot.file)
    return packed
