"""Validate TOML files against a pydantic model; report all problems, each with its line."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import AliasChoices, BaseModel, ValidationError
from pydantic.fields import FieldInfo

from evenhand.decks.invisible_characters import shorten
from evenhand.decks.problems import InputError, Problem, did_you_mean
from evenhand.decks.text_file import read_text
from evenhand.decks.toml_places import LimitError, Place, find_places

__all__ = [
    "LARGEST_TOML", "TomlFile", "TomlValueError", "list_old_key_notes", "parse_toml",
    "read_toml", "read_toml_text",
]  # fmt: skip

Model = TypeVar("Model", bound=BaseModel)

LARGEST_TOML = 512 * 1024  # bytes
MOST_PROBLEMS = 100  # problems of a file that are reported


class TomlValueError(ValueError):
    """A value is invalid; raised by the validators of a model's fields."""

    def __init__(self, message: str, hint: str = "") -> None:
        self.hint = hint
        super().__init__(message)


@dataclass(frozen=True)
class TomlFile:
    """A parsed TOML file.

    Attributes
    ----------
    file : str
        Path as the user gave it.
    text : str
    content : dict
        Values, as returned by `tomllib`.
    lines : dict from Place to int
        Line of each key and of each item of a list.
    """

    file: str
    text: str
    content: dict[str, Any]
    lines: Mapping[Place, int]

    def problem(self, place: Place, message: str, hint: str = "") -> Problem:
        """Return a problem of a TOML value at a place, with its line and its dotted key."""
        parts = [f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in place]
        return Problem(self.file, self.line_of(place), "".join(parts)[1:], message, hint)

    def line_of(self, place: Place) -> int | None:
        """Return the line of a key or, if it has none, of the innermost table that has one."""
        known = (self.lines.get(place[:n]) for n in range(len(place), 0, -1))
        return next((line for line in known if line is not None), None)


def read_toml(path: str | Path) -> TomlFile:
    """Read a TOML file.

    Raises
    ------
    UsageError
        If nothing is at the path.
    InputError
        If it is not valid TOML.
    """
    return parse_toml(read_toml_text(path), str(path))


def read_toml_text(path: str | Path) -> str:
    """Read the text of a TOML file, for `parse_toml`."""
    return read_text(path, LARGEST_TOML)


def parse_toml(text: str, file: str) -> TomlFile:
    """Parse the text of a TOML file, with any line ends."""
    text = text.replace("\r\n", "\n")
    try:
        lines = find_places(text)
        return TomlFile(file, text, tomllib.loads(text), lines)
    except LimitError as error:
        raise InputError([Problem(file, error.line, None, error.message)]) from None
    except tomllib.TOMLDecodeError as error:
        message, line, column = _translate_toml_error(str(error))
        raise InputError([Problem(file, line, column, f"wrong TOML: {message}")]) from None


def _translate_toml_error(message: str) -> tuple[str, int | None, int | None]:
    """Split a message of `tomllib` into an error in plain words, its line and its column."""
    match = re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", message, re.DOTALL)
    if not match:
        return message, None, None
    error = match[1]
    if error == "Cannot overwrite a value":
        error = "this key is given twice"
    elif twice := re.fullmatch(r"Cannot declare \((.*?),?\) twice", error):
        section = ".".join(re.findall(r"'([^']*)'", twice[1]))
        error = f"the section [{section}] is given twice"
    return error, int(match[2]), int(match[3])


def validate_toml(model: type[Model], toml: TomlFile) -> tuple[Model | None, list[Problem]]:
    """Validate a TOML file against a model.

    Returns
    -------
    content : Model or None
        The file's valid parts; None if they do not fit the model.
    problems : list of Problem
        All problems. If there are any, the content must only be used to find more problems.
    """
    try:
        return model.model_validate(toml.content), []
    except ValidationError as error:
        details = error.errors(include_url=False)
    problems = [_translate_error(model, toml, detail) for detail in details[:MOST_PROBLEMS]]
    valid = _remove_places([detail["loc"] for detail in details], toml.content)
    try:
        return model.model_validate(valid), problems
    except ValidationError:
        return None, problems


def list_old_key_notes(model: type[BaseModel], toml: TomlFile) -> list[str]:
    """Return a note for each TOML key that is written by a former name.

    A field's former names are the choices of its alias after the first::

        size: Annotated[int, Field(validation_alias=AliasChoices("size", "length"))]
    """
    return [
        str(toml.problem(place, f"this key is now called '{name}'"))
        for place, name in _find_old_keys(model, toml.content, ())
    ]


def _find_old_keys(
    model: type[BaseModel], content: Any, place: Place
) -> Iterator[tuple[Place, str]]:
    """Yield TOML keys written by a former name, each with its current name."""
    if isinstance(content, list):
        for index, item in enumerate(content):
            yield from _find_old_keys(model, item, (*place, index))
    if not isinstance(content, dict):
        return
    fields = _map_all_names(model)
    for key, value in content.items():
        name, field = fields.get(key, (key, None))
        if name != key:
            yield (*place, key), name
        if field and (inner := _model_in(field.annotation)):
            yield from _find_old_keys(inner, value, (*place, key))


def _map_all_names(model: type[BaseModel]) -> dict[str, tuple[str, FieldInfo]]:
    """Return a model's TOML keys with their current names, by current and former names."""
    fields: dict[str, tuple[str, FieldInfo]] = {}
    for name, field in model.model_fields.items():
        alias = field.validation_alias
        former = alias.choices if isinstance(alias, AliasChoices) else ()
        fields |= {str(key): (name, field) for key in (name, *former)}
    return fields


def _translate_error(model: type[BaseModel], toml: TomlFile, detail: Any) -> Problem:
    """Convert one of pydantic's errors to a problem of the TOML file."""
    place = detail["loc"]
    cause = detail.get("ctx", {}).get("error")
    if isinstance(cause, TomlValueError):
        return toml.problem(place, str(cause), cause.hint)
    if detail["type"] == "missing":
        return toml.problem(place, "this key is missing")
    if detail["type"] == "extra_forbidden":
        if name := _find_current_name(model, place):
            return toml.problem(place, f"this is the old name of '{name}', which is given, too")
        keys = _list_keys(model, place[:-1])
        hint = did_you_mean(str(place[-1]), keys) or f"known here: {', '.join(keys)}"
        return toml.problem(place, "this key is not known", hint)
    expected = detail["msg"].removeprefix("Input should be ")
    return toml.problem(place, f"expected {expected}, found '{shorten(str(detail['input']))}'")


def _list_keys(model: type[BaseModel], place: Place) -> list[str]:
    """List the TOML keys of a model at a place, in the order of its fields."""
    return list(_find_model(model, place).model_fields)


def _find_current_name(model: type[BaseModel], place: Place) -> str:
    """Return the current name of a TOML key; "" if the key is unknown."""
    name, _ = _map_all_names(_find_model(model, place[:-1])).get(str(place[-1]), ("", None))
    return name


def _find_model(model: type[BaseModel], place: Place) -> type[BaseModel]:
    """Return the model of the TOML table at a place."""
    for part in place:
        if isinstance(part, str):
            _, field = _map_all_names(model)[part]
            model = _model_in(field.annotation) or model
    return model


def _model_in(annotation: Any) -> type[BaseModel] | None:
    """Return the model of a TOML key's values, also of a list's items; None if there is none."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next(filter(None, map(_model_in, getattr(annotation, "__args__", ()))), None)


def _remove_places(places: Sequence[Place], content: Any) -> Any:
    """Copy TOML content without the values at some places; from lists, the whole item."""
    here = {place[0] for place in places if len(place) == 1}
    deeper: dict[str | int, list[Place]] = {}
    for place in places:
        deeper.setdefault(place[0], []).extend([place[1:]] if place[1:] else [])
    if isinstance(content, list):
        return [item for index, item in enumerate(content) if index not in deeper]
    return {
        key: _remove_places(deeper[key], value) if deeper.get(key) else value
        for key, value in content.items()
        if key not in here
    }
