"""Find and load decks, products and bots by the names and paths that a user gives."""

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
from evenhand.decks.invisible_characters import shorten
from evenhand.decks.pool import CardPool
from evenhand.decks.problems import InputError, Problem, UsageError, did_you_mean
from evenhand.decks.product import Product, load_product, sample_products
from evenhand.decks.text_file import list_visible
from evenhand.simulate.bots.bot_files import Bot, usual_name
from evenhand.simulate.game import Game

__all__ = [
    "check_bots",
    "check_names",
    "find_by_stated_name",
    "find_entrant_files",
    "find_toml_files",
    "is_path",
    "list_stated_names",
    "load_all",
    "load_entrant",
    "note_ignored_files",
    "split_names",
]

DECK_ENDINGS = (*LIST_ENDINGS, *TABLE_ENDINGS)
# Endings of files in a folder of decks that nobody mistakes for decks: not noted as ignored.
BESIDE_DECKS = (".md", ".toml", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp")
MOST_ENDINGS = 5  # listed in a note

Named = TypeVar("Named")
Loaded = TypeVar("Loaded")


def split_names(
    texts: Sequence[str], is_whole: Callable[[str], bool] = lambda text: False
) -> list[str]:
    """Split names of decks and bots at commas, and list them in order.

    A text that is an existing path, or for which `is_whole` is true, is not split.
    """

    def split(text: str) -> list[str]:
        return [text] if is_path(text) or ("," in text and is_whole(text)) else text.split(",")

    parts = [part for text in texts for part in split(text)]
    return [part.strip() for part in parts if part.strip()]


def is_path(text: str) -> bool:
    """Return whether a user's name for a deck or bot is the path of an existing file or folder."""
    try:
        return Path(text).exists()
    except (OSError, ValueError):  # too long to be a path, or with a NUL in it
        return False


def find_entrant_files(game: Game, mode: str, texts: Sequence[str]) -> list[Path]:
    """Find the files of decks that a user named; in sealed modes, of products.

    A name is the file name or the stated name of a sample. A path is a file, or a folder, of
    which all files are listed. All samples of the mode if `texts` is empty.
    """
    is_sealed = mode in game.schema.sealed_modes
    samples = sample_products(game.schema) if is_sealed else sample_decks(game.schema)
    if not texts:
        wanted = samples if is_sealed else sample_decks(game.schema, mode)
        return list(wanted.values())
    kind = "product" if is_sealed else "deck"
    files: list[Path] = []
    for name in split_names(texts, lambda text: find_by_stated_name(text, samples) is not None):
        path = Path(name)
        if name in samples:
            files.append(samples[name])
        elif path.is_dir():
            inside = list_visible(path, "*.toml") if is_sealed else list_deck_files(path)
            if not inside:
                endings = "*.toml" if is_sealed else "*.txt, *.dck, *.dec, *.csv, *.tsv"
                message = f"the folder {path} holds no {kind} files ({endings})"
                raise UsageError(message, "" if is_sealed else describe_ignored_files(path))
            files += inside
        elif (sample := find_by_stated_name(name, samples)) is not None:
            files.append(sample)
        elif path.exists() or path.suffix or len(path.parts) > 1:
            files.append(path)
        else:
            hint = did_you_mean(name, samples) or f"samples: {', '.join(samples)}"
            raise UsageError(f"there is no {kind} '{name}'", hint)
    return files


def note_ignored_files(game: Game, mode: str, texts: Sequence[str]) -> Iterator[str]:
    """Yield a note for each folder of decks named by a user in which files are ignored."""
    samples = {} if mode in game.schema.sealed_modes else sample_decks(game.schema)
    for name in split_names(texts) if samples else ():
        if name in samples or not Path(name).is_dir():
            continue
        if ignored := describe_ignored_files(Path(name)):
            yield f"{name}: {ignored}"


def describe_ignored_files(folder: Path) -> str:
    """Return a sentence on the files of a folder of decks without a deck's ending, or ""."""
    files = (path for path in list_visible(folder, "*") if path.is_file())
    endings = [path.suffix.lower() for path in files]
    ignored = [ending for ending in endings if ending not in (*DECK_ENDINGS, *BESIDE_DECKS)]
    if not ignored:
        return ""
    files_are = "1 file that is" if len(ignored) == 1 else f"{len(ignored):,} files that are"
    counts = Counter(map(shorten, ignored)).most_common()
    named = [f"{count} {ending or 'without an ending'}" for ending, count in counts[:MOST_ENDINGS]]
    more = [".."] if len(counts) > MOST_ENDINGS else []
    return (
        f"passed over {files_are} no deck list ({', '.join([*named, *more])}); "
        "a deck must be exported as text (.txt) or CSV"
    )


def find_by_stated_name(text: str, files: Mapping[str, Path]) -> Path | None:
    """Find the file of a deck or product that a user named as it states; None if no file does.

    Parameters
    ----------
    text : str
    files : mapping from str to Path
        Files by file name without ending; these names are not compared.

    Raises
    ------
    UsageError
        If several files have the name.
    """
    wanted = name_key(text)
    if not wanted or is_path(text):
        return None
    matches = [
        name
        for name, file in files.items()
        if wanted in map(name_key, list_stated_names(name, file))
    ]
    if len(matches) > 1:
        message = f"several are called '{text}': {' and '.join(matches)}"
        raise UsageError(message, "say which by the name of its file")
    return files[matches[0]] if matches else None


def list_stated_names(name: str, file: Path) -> tuple[str, str]:
    """Return the name stated in the file of a deck ("" if none), and its title in reports."""
    return read_display_name(file), make_title(name)


def find_toml_files(paths: Sequence[str], kind: str) -> list[Path]:
    """List the TOML files of bots or products that a user named, also below folders."""
    files: list[Path] = []
    for text in paths:
        path = Path(text)
        if path.is_dir():
            below = sorted(path.rglob("*.toml"))
            if not below:
                raise UsageError(f"the folder {path} holds no {kind} (*.toml)")
            files += below
        else:
            files.append(path)
    return files


def load_entrant(
    game: Game, pool: CardPool, file: Path, mode: str, options: Mapping[str, int | str]
) -> Deck | Product:
    """Load a deck that a user named; in sealed modes, a product."""
    if mode in game.schema.sealed_modes:
        return load_product(game.schema, pool, file)
    return load_deck(game.schema, pool, file, mode, options)


def load_all(
    names: Sequence[Named], load: Callable[[Named], Loaded], problems: list[Problem]
) -> list[Loaded]:
    """Load all decks, products or bots that a user named; append their problems to `problems`."""
    loaded = []
    for name in names:
        try:
            loaded.append(load(name))
        except InputError as error:
            problems += error.problems
    return loaded


def check_bots(bots: Sequence[Bot]) -> None:
    """Refuse two bots named alike by a user, and one bot given by two names."""
    check_names("bots", [bot.name for bot in bots])
    known: dict[str, str] = {}
    for bot in bots:
        other = bot.name if bot.file else known.setdefault(usual_name(bot.name), bot.name)
        if other != bot.name:
            raise UsageError(f"'{other}' and '{bot.name}' are one bot", "name it once")


def check_names(kind: str, names: Sequence[str]) -> None:
    """Refuse decks or bots that a user named alike, because results are keyed by name."""
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise UsageError(
            f"two {kind} are called '{twice[0]}'",
            "name each once; two files of one name: rename one",
        )
