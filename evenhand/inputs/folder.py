"""A designer's folder: the files and settings that ``balance.toml`` names.

Paths in the file are relative to the file. This module checks the file by itself;
`evenhand.gate.folder_expectations` also compares it with the cards and decks.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from os.path import exists, isdir, isfile  # those of `Path` fail for names that are too long
from pathlib import Path

from evenhand.decks.deck_list import list_deck_files, sample_decks
from evenhand.decks.file_cache import cache_result
from evenhand.decks.invisible_characters import shorten
from evenhand.decks.problems import InputError, Problem, UsageError, did_you_mean, nearest
from evenhand.decks.product import sample_products
from evenhand.decks.sheet_choice import check_sheet
from evenhand.decks.table_location import find_table, resolve_table_path
from evenhand.decks.text_file import list_visible
from evenhand.decks.toml_file import TomlFile, list_old_key_notes, read_toml, validate_toml
from evenhand.inputs.balance_file import BalanceFile
from evenhand.inputs.panel import BOT_FOLDER, PANEL
from evenhand.inputs.run_length import find_wrong_precision
from evenhand.inputs.skill_groups import find_group_problems, name_bot, order_groups
from evenhand.simulate.bots.bot_files import bot_names, load_bot, split_playouts, usual_name
from evenhand.simulate.bots.learned.weights import ENDING
from evenhand.simulate.engine.options import current_name, option_values
from evenhand.simulate.game import Game
from evenhand.simulate.registry import load_game
from evenhand.simulate.runs.places import confine

__all__ = ["BALANCE_FILE", "Folder", "parse_folder", "read_folder"]

BALANCE_FILE = "balance.toml"
BOTS = ("bots", "panel", "skill")  # keys that list bots
PANEL_LINE = 'panel = ["heuristic", "search"]'


@dataclass(frozen=True)
class Folder:
    """A designer's folder: the content of ``balance.toml``, and the files that it names.

    Attributes
    ----------
    path : Path
        The ``balance.toml``.
    content : BalanceFile
        The file's content as written.
    notes : tuple of str
        Remarks for the designer.
    """

    path: Path
    game: Game
    content: BalanceFile
    notes: tuple[str, ...] = ()

    @property
    def mode(self) -> str:
        """The mode that a folder plays; the game's first if the file names none."""
        return self.content.mode or self.game.schema.modes[0]

    @property
    def cards(self) -> str | None:
        """Path or address of a folder's card file; None for the sample pool."""
        return (
            None
            if self.content.cards is None
            else resolve_table_path(self.path.parent, self.content.cards)
        )

    @property
    def curve(self) -> str | None:
        """Path of a folder's card file for the curve of plain cards; None if none is frozen."""
        return (
            None
            if self.content.curve is None
            else resolve_table_path(self.path.parent, self.content.curve)
        )

    @cached_property
    def grouping_columns(self) -> tuple[str, ...]:
        """Columns of the sheet by which a folder's ``[[expect.groups]]`` group cards."""
        return tuple(group.column for group in self.content.expect.groups)

    def confine(self, file: str | Path) -> Path:
        """Return the absolute path of a file that may be written because it is in the folder.

        Raises
        ------
        UsageError
            If the file is outside the folder, or a link.
        """
        return confine(self.path.parent, Path(file).absolute(), "put a file in its place")

    @property
    def settings(self) -> list[str]:
        """The rule options that a folder sets, as ``option=value``, by their current names."""
        return [
            f"{current_name(self.game.options, name)}={value}"
            for name, value in self.content.options.items()
        ]

    @property
    def bots(self) -> list[str]:
        """Names and paths of a folder's bots."""
        return self._locate("bots")

    @property
    def panel(self) -> list[str]:
        """`PANEL`, then names and paths of a folder's panel; empty without one."""
        return [PANEL, *self._locate("panel")] if self._list_names("panel") else []

    @property
    def groups(self) -> dict[str, str]:
        """Names of a folder's groups of players, keyed by the bot that plays as they do."""
        return {name_bot(text): group for group, text in self.content.skill.items()}

    def list_entrants(self, mode: str) -> list[str]:
        """List names and paths of a folder's decks or, in sealed modes, products."""
        return self._locate(self._kind(mode))

    def find_own_entrants(self, mode: str) -> dict[str, Path]:
        """Return the folder's own deck files or, in sealed modes, products, keyed by name."""
        return self._find_own(self._kind(mode))

    @property
    def own_bots(self) -> dict[str, Path]:
        """A folder's own bot files, keyed by name."""
        return self._find_own("panel") | self._find_own("bots")

    def find_bot(self, name: str) -> str:
        """Return the path of a folder's own bot, with the playouts in its name; else the name.

        The name of a group of players stands for its bot. A bot is named as its file in the folder
        ``bots`` is, with or without the ending; a file that lies at the very name comes first.
        """
        of_group = self.content.skill.get(name, "")
        if of_group and exists(self.path.parent / of_group):
            return str(self.path.parent / of_group)
        own, name = self.own_bots, of_group or name
        base, playouts = split_playouts(name)
        if name not in own and playouts and base in own:
            return f"{own[base]}:{playouts}"
        if (file := self.find_bot_file(name)) and not exists(base):
            return file
        return str(own.get(name, name))

    def find_bot_file(self, name: str) -> str:
        """Return the path of a file of the folder ``bots`` that is named with its ending, or ""."""
        base, playouts = split_playouts(name)
        file = self.path.parent / BOT_FOLDER / base
        if not base.endswith((".toml", ENDING)) or not isfile(file):
            return ""
        return f"{file}:{playouts}" if playouts else str(file)

    def _kind(self, mode: str) -> str:
        return "products" if mode in self.game.schema.sealed_modes else "decks"

    def _list_names(self, kind: str) -> list[str]:
        """Return what a list in ``balance.toml`` names; groups of players are a panel, too."""
        names: list[str] = getattr(self.content, kind)
        return order_groups(self.content) if kind == "panel" and self.content.skill else names

    def _locate(self, kind: str) -> list[str]:
        """Return what a list in ``balance.toml`` names: files as paths, samples unchanged.

        The folder's own bots may be given by name, or as files of ``bots``, as with ``--bots``.
        """

        def find(name: str) -> str:
            path = self.path.parent / name
            if kind not in BOTS or exists(path):
                return str(path) if exists(path) else name
            return self.find_bot_file(name) or self.find_bot(name)

        return [find(name) for name in self._list_names(kind)]

    def _find_own(self, kind: str) -> dict[str, Path]:
        """Find a folder's files that a list names, and those in the folder named like the list."""
        files: dict[str, Path] = {}
        for name in (*self._list_names(kind), kind):
            path = self.path.parent / name
            for file in _list_files(path, kind) if isdir(path) else [path]:
                if isfile(file):
                    files.setdefault(file.stem, file)
        return files


def _list_files(folder: Path, kind: str) -> list[Path]:
    """List the deck files below a designer's folder, or its TOML files for another kind."""
    if kind == "decks":
        return list_deck_files(folder)
    learned = list_visible(folder, f"*{ENDING}") if kind in BOTS else []
    return [*list_visible(folder, "*.toml"), *learned]


def read_folder(path: str | Path) -> Folder:
    """Read a designer's folder by its ``balance.toml``.

    Raises
    ------
    UsageError
        If nothing is at the path.
    InputError
        With all problems of the file itself.
    """
    _, folder, problems = parse_folder(path)
    if folder is None or problems:
        raise InputError(problems)
    return folder


@cache_result
def parse_folder(path: str | Path) -> tuple[TomlFile, Folder | None, tuple[Problem, ...]]:
    """Parse a folder's ``balance.toml`` and list its problems; the folder is None if unreadable."""
    toml = read_toml(path)
    content, problems = validate_toml(BalanceFile, toml)
    if content is None:
        return toml, None, tuple(problems)
    try:
        game = load_game(content.game)
    except UsageError as error:
        return toml, None, (*problems, toml.problem(("game",), error.message, error.hint))
    notes = (*list_old_key_notes(BalanceFile, toml), *_note_old_options(game, toml, content))
    folder = Folder(Path(path), game, content, notes)
    return toml, folder, (*problems, *_find_setting_problems(folder, toml))


def _note_old_options(game: Game, toml: TomlFile, content: BalanceFile) -> Iterator[str]:
    """Yield a note for each option that a folder gives by a former name."""
    for name in content.options:
        if (now := current_name(game.options, name)) != name:
            yield str(toml.problem(("options", name), f"this option is now called '{now}'"))


def _find_setting_problems(folder: Folder, toml: TomlFile) -> Iterator[Problem]:
    content, game = folder.content, folder.game
    modes = game.schema.modes
    if content.mode and content.mode not in modes:
        hint = did_you_mean(content.mode, modes) or f"its modes are {', '.join(modes)}"
        yield toml.problem(("mode",), f"{game.title} has no mode '{shorten(content.mode)}'", hint)
    for name, value in content.options.items():
        try:
            option_values(game.options, {name: value})
        except UsageError as error:
            hint = error.hint
            if name in BalanceFile.model_fields:  # it stands behind [options]
                hint = f"'{name}' belongs above the first line in brackets, not into [options]"
            yield toml.problem(("options", name), error.message, hint)
        now = current_name(game.options, name)
        if now != name and now in content.options:
            message = f"this is the old name of '{now}', which is given, too"
            yield toml.problem(("options", name), message)
    fewest, most = game.seats
    if content.players is not None and not fewest <= content.players <= most:
        message = f"expected {game.players}, found {content.players}"
        yield toml.problem(("players",), message, f"{game.title} is for {game.players} players")
    if len(content.bots) > 2:
        yield toml.problem(("bots",), f"expected one bot or two, found {len(content.bots)}")
    yield from _find_panel_problems(content, toml)
    yield from find_group_problems(content, {*bot_names(game), *folder.own_bots}, toml)
    yield from _find_length_problems(content, toml)
    yield from _find_file_problems(folder, toml)


def _find_panel_problems(content: BalanceFile, toml: TomlFile) -> Iterator[Problem]:
    listed = toml.content.get("panel")
    if isinstance(listed, str) or (isinstance(listed, list) and len(listed) < 2):
        found = "one" if listed else "none"
        yield toml.problem(("panel",), f"expected two bots or more, found {found}")
    if content.panel and content.bots:
        message = "'bots' is given, too; leave one of them out"
        yield toml.problem(("panel",), message, "the first bot of a panel plays all games")
    names = [usual_name(name) for name in content.panel]
    for number, name in enumerate(names):
        if name in names[:number]:
            yield toml.problem(("panel", number), f"the bot '{shorten(name)}' is listed twice")


def _find_length_problems(content: BalanceFile, toml: TomlFile) -> Iterator[Problem]:
    if content.precision is None:
        return
    if content.games is not None:
        yield toml.problem(("precision",), "'games' is given, too; leave one of them out")
    if wrong := find_wrong_precision(content.precision):
        yield toml.problem(("precision",), wrong)


def _find_file_problems(folder: Folder, toml: TomlFile) -> Iterator[Problem]:
    """Yield problems of names in a folder that belong to no file, folder or sample."""
    schema, content, here = folder.game.schema, folder.content, folder.path.parent
    for key, name in (("cards", content.cards), ("curve", content.curve)):
        if name is not None:
            yield from _find_table_problems(toml, key, name, here)
    known: dict[str, Collection[str]] = {
        "decks": sample_decks(schema),
        "products": sample_products(schema),
        "bots": bot_names(folder.game),
        "panel": bot_names(folder.game),
        "skill": bot_names(folder.game),
    }
    named = folder.own_bots
    for kind, samples in known.items():
        listed = getattr(content, kind)
        places = list(listed) if isinstance(listed, dict) else range(len(listed))
        for item, name in ((place, listed[place]) for place in places):
            if exists(here / name) or name in samples or (kind in BOTS and name in named):
                continue
            if kind == "bots" and name in content.skill:
                continue
            base, playouts = split_playouts(name)
            file = folder.find_bot_file(name) if kind in BOTS else ""
            if file and not playouts:
                continue
            if kind in BOTS and playouts and (file or base in samples or base in named):
                name = file or folder.find_bot(name)
                yield from _find_playouts_problem(folder.game, toml, (kind, item), name)
            elif kind in BOTS and nearest(name, [PANEL]):
                message = f"there is no bot '{shorten(name)}'"
                yield toml.problem((kind, item), message, f"for a panel: {PANEL_LINE}")
            else:
                own = [*named, *(file.name for file in named.values())] if kind in BOTS else []
                own += list(content.skill) if kind == "bots" else []
                hint = did_you_mean(name, [*samples, *own]) or _suggest_path(name, here)
                message = f"there is no file, folder or sample '{shorten(name)}'"
                yield toml.problem((kind, item), message, hint)


def _find_table_problems(toml: TomlFile, key: str, name: str, here: Path) -> Iterator[Problem]:
    """Yield a folder's problem of an invalid address, a missing card file or sheet."""
    try:
        place = find_table(resolve_table_path(here, name))
        if place.is_address:
            return
        if isfile(place.file):
            check_sheet(place)
        elif exists(place.file):
            yield toml.problem((key,), "expected a file, found a folder, a device or a pipe")
        else:
            message = f"there is no file '{shorten(name)}'"
            yield toml.problem((key,), message, _suggest_path(name, here))
    except UsageError as error:
        yield toml.problem((key,), error.message, error.hint)


def _find_playouts_problem(
    game: Game, toml: TomlFile, place: tuple[str, int | str], name: str
) -> Iterator[Problem]:
    """Yield a folder's problem of an invalid number of playouts."""
    try:
        load_bot(game, name)
    except UsageError as error:
        yield toml.problem(place, error.message, error.hint)


def _suggest_path(name: str, here: Path) -> str:
    """Return a hint with the folder's path most similar to a missing one, or ""."""
    place = (here / name).parent
    if not isdir(place):
        return ""
    files = [(Path(name).parent / entry.name).as_posix() for entry in place.iterdir()]
    return did_you_mean(name, files)
