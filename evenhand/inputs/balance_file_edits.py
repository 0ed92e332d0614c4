"""Set rule options in a designer's ``balance.toml`` and leave the rest of its text unchanged."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

import tomlkit
from tomlkit.exceptions import TOMLKitError

from evenhand.decks.problems import UsageError
from evenhand.decks.text_file import decode
from evenhand.decks.toml_file import parse_toml, validate_toml
from evenhand.inputs.balance_file import BalanceFile
from evenhand.inputs.folder import Folder
from evenhand.simulate.engine.options import current_name

__all__ = ["replace_options", "write_option"]

MARK = b"\xef\xbb\xbf"  # some editors begin a file with it


def write_option(name: str, value: int) -> str:
    """Return the line of ``balance.toml`` that sets a rule option."""
    return f"{name} = {value}"


def replace_options(folder: Folder, values: Mapping[str, int]) -> bytes:
    """Return the content of a folder's ``balance.toml`` with some rule options set.

    Parameters
    ----------
    folder : Folder
    values : mapping from str to int
        By the current names of the options; one that the file sets by a former name keeps it.

    Raises
    ------
    UsageError
        If the file was saved since the folder was read, or its ``[options]`` are written in a
        way that only its designer can edit.
    """
    content = Path(folder.path).read_bytes()
    text = decode(content, folder.path)
    if validate_toml(BalanceFile, parse_toml(text, str(folder.path)))[0] != folder.content:
        message = f"{folder.path} was changed meanwhile: the edits were not written"
        raise UsageError(message, "repeat the command")
    given = {current_name(folder.game.options, name): name for name in folder.content.options}
    written = {given.get(name, name): value for name, value in values.items()}
    edited = set_options(text, written)
    if edited is None:
        lines = ", ".join(write_option(name, value) for name, value in written.items())
        message = f"{folder.path}: its [options] cannot be edited here: nothing was written"
        raise UsageError(message, f"write into them: {lines}")
    return MARK * content.startswith(MARK) + edited.encode("utf-8")


def set_options(text: str, values: Mapping[str, int]) -> str | None:
    """Return the text of ``balance.toml`` with options set; None if that fails."""
    try:
        document = tomlkit.parse(text)
        options = document.setdefault("options", tomlkit.table())
        for name, value in values.items():
            options[name] = value
        edited = tomlkit.dumps(document)
        if "\r\n" in text:
            edited = re.sub(r"(?<!\r)\n", "\r\n", edited)
        then, now = tomllib.loads(text), tomllib.loads(edited)
    except (TOMLKitError, tomllib.TOMLDecodeError):
        return None
    wanted = {**then, "options": {**then.get("options", {}), **values}}
    return edited if now == wanted else None
