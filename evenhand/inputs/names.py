"""What plays: decks, products and bots, by the names and paths that a user gives."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from evenhand.decks.card import name_key
from evenhand.decks.deck_list import (
    LIST_ENDINGS,
    Deck,
    list_deck_files,
    load_deck,
    sample_decks,
)
from evenhand.decks.deck_table import TABLE_ENDINGS
from evenhand.decks.display_names import make_title, read_display_name
from evenhand.decks.pool import CardPool
from evenhand.decks.problems import InputError, Problem, UsageError, did_you_mean
from evenhand.decks.product import Product, load_product, sample_products
from evenhand.decks.text_file import list_visible, shorten
from evenhand.simulate.bots.bot_files import Bot, usual_name
from evenhand.simulate.game import Game

__all__ = [
    "check_bots",
    "check_names",
    "find_called",
    "find_entrant_files",
    "find_toml_files",
    "is_path",
    "load_all",
    "load_entrant",
    "note_passed_over",
    "split_names",
    "told_names",
]

DECK_ENDINGS = (*LIST_ENDINGS, *TABLE_ENDINGS)
# What people keep beside decks, and nobody takes for one.
BESIDE_DECKS = (".md", ".toml", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp")
MOST_ENDINGS = 5  # named in a note

Named = TypeVar("Named")
Loaded = TypeVar("Loaded")


def split_names(
    texts: Sequence[str], is_whole: Callable[[str], bool] = lambda text: False
) -> list[str]:
    """List names that commas or repeated flags separate.

    A path may hold commas, and so may what `is_whole` knows.
    """

    def split(text: str) -> list[str]:
        return [text] if is_path(text) or ("," in text and is_whole(text)) else text.split(",")

    parts = [part for text in texts for part in split(text)]
    return [part.strip() for part in parts if part.strip()]


def is_path(text: str) -> bool:
    """Return whether something is at a path."""
    try:
        return Path(text).exists()
    except (OSError, ValueError):  # too long to be a path, or with a NUL in it
        return False


def find_entrant_files(game: Game, mode: str, texts: Sequence[str]) -> list[Path]:
    """List the deck files, or in sealed modes the products, that a user named.

    A name is a sample's, or what people call it; a path is a file, or a folder of which all
    files are taken.
    """
    is_sealed = mode in game.schema.sealed_modes
    samples = sample_products(game.schema) if is_sealed else sample_decks(game.schema)
    if not texts:
        wanted = samples if is_sealed else sample_decks(game.schema, mode)
        return list(wanted.values())
    kind = "product" if is_sealed else "deck"
    files: list[Path] = []
    for name in split_names(texts, lambda text: find_called(text, samples) is not None):
        path = Path(name)
        if name in samples:
            files.append(samples[name])
        elif path.is_dir():
            found = list_visible(path, "*.toml") if is_sealed else list_deck_files(path)
            if not found:
                endings = "*.toml" if is_sealed else "*.txt, *.dck, *.dec, *.csv, *.tsv"
                message = f"the folder {path} holds no {kind} files ({endings})"
                raise UsageError(message, "" if is_sealed else tell_passed_over(path))
            files += found
        elif (called := find_called(name, samples)) is not None:
            files.append(called)
        elif path.exists() or path.suffix or len(path.parts) > 1:
            files.append(path)
        else:
            hint = did_you_mean(name, samples) or f"samples: {', '.join(samples)}"
            raise UsageError(f"there is no {kind} '{name}'", hint)
    return files


def note_passed_over(game: Game, mode: str, texts: Sequence[str]) -> Iterator[str]:
    """Name the files in the folders of decks that a user named which are read as no deck."""
    samples = {} if mode in game.schema.sealed_modes else sample_decks(game.schema)
    for name in split_names(texts) if samples else ():
        if name not in samples and Path(name).is_dir() and (said := tell_passed_over(Path(name))):
            yield f"{name}: {said}"


def tell_passed_over(folder: Path) -> str:
    """Say how many files of a folder have endings that no deck list has, and what to do; or ""."""
    files = (path for path in list_visible(folder, "*") if path.is_file())
    endings = [path.suffix.lower() for path in files]
    passed = [one for one in endings if one not in (*DECK_ENDINGS, *BESIDE_DECKS)]
    if not passed:
        return ""
    files_are = "1 file that is" if len(passed) == 1 else f"{len(passed):,} files that are"
    counts = Counter(map(shorten, passed)).most_common()
    named = [f"{count} {ending or 'without an ending'}" for ending, count in counts[:MOST_ENDINGS]]
    more = [".."] if len(counts) > MOST_ENDINGS else []
    return (
        f"passed over {files_are} no deck list ({', '.join([*named, *more])}); "
        "a deck must be exported as text (.txt) or CSV"
    )


def find_called(text: str, files: Mapping[str, Path]) -> Path | None:
    """Find the deck or product that people call so; None if nobody does.

    Parameters
    ----------
    files : mapping from str to Path
        By their own names, which are not looked at here.

    Raises
    ------
    UsageError
        If several are called so.
    """
    wanted = name_key(text)
    if not wanted or is_path(text):
        return None
    found = [
        name for name, file in files.items() if wanted in map(name_key, told_names(name, file))
    ]
    if len(found) > 1:
        message = f"several are called '{text}': {' and '.join(found)}"
        raise UsageError(message, "say which by the name of its file")
    return files[found[0]] if found else None


def told_names(name: str, file: Path) -> tuple[str, str]:
    """List what people may call a deck: what its file says, and the title that pages give it."""
    return read_display_name(file), make_title(name)


def find_toml_files(paths: Sequence[str], kind: str) -> list[Path]:
    """List the files named, and all TOML files below the folders named."""
    found: list[Path] = []
    for text in paths:
        path = Path(text)
        if path.is_dir():
            below = sorted(path.rglob("*.toml"))
            if not below:
                raise UsageError(f"the folder {path} holds no {kind} (*.toml)")
            found += below
        else:
            found.append(path)
    return found


def load_entrant(
    game: Game, pool: CardPool, file: Path, mode: str, options: Mapping[str, int | str]
) -> Deck | Product:
    """Read a deck, or in sealed modes a product."""
    if mode in game.schema.sealed_modes:
        return load_product(game.schema, pool, file)
    return load_deck(game.schema, pool, file, mode, options)


def load_all(
    names: Sequence[Named], load: Callable[[Named], Loaded], problems: list[Problem]
) -> list[Loaded]:
    """Load what can be loaded, and add the problems of the rest to `problems`."""
    loaded = []
    for name in names:
        try:
            loaded.append(load(name))
        except InputError as error:
            problems += error.problems
    return loaded


def check_bots(bots: Sequence[Bot]) -> None:
    """Refuse two bots of one name, and one bot by two names."""
    check_names("bots", [bot.name for bot in bots])
    known: dict[str, str] = {}
    for bot in bots:
        other = bot.name if bot.file else known.setdefault(usual_name(bot.name), bot.name)
        if other != bot.name:
            raise UsageError(f"'{other}' and '{bot.name}' are one bot", "name it once")


def check_names(kind: str, names: Sequence[str]) -> None:
    """Refuse two decks or bots of one name: results go by names."""
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise UsageError(
            f"two {kind} are called '{twice[0]}'",
            "name each once; two files of one name: rename one",
        )
