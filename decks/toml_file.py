"""TOML files held against a model: every problem at once, each with its line."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import AliasChoices, BaseModel, ValidationError
from pydantic.fields import FieldInfo

from evenhand.decks.problems import InputError, Problem, did_you_mean
from evenhand.decks.text_file import read_text, shorten
from evenhand.decks.toml_places import Place, TooMuchError, find_places

__all__ = [
    "LARGEST_TOML", "TomlFile", "TomlValueError", "checked", "note_old_keys", "parse_toml",
    "read_toml", "read_toml_text",
]  # fmt: skip

Model = TypeVar("Model", bound=BaseModel)

LARGEST_TOML = 512 * 1024  # bytes
MOST_PROBLEMS = 100  # that are described


class TomlValueError(ValueError):
    """A value is wrong; raised by the validators of a model's fields."""

    def __init__(self, message: str, hint: str = "") -> None:
        self.hint = hint
        super().__init__(message)


@dataclass(frozen=True)
class TomlFile:
    """A TOML file that could be read.

    Attributes
    ----------
    file : str
        Path as the user gave it.
    text : str
    content : dict
        As `tomllib` gives it.
    lines : dict from Place to int
        Where its keys stand, and the items of its lists.
    """

    file: str
    text: str
    content: dict[str, Any]
    lines: Mapping[Place, int]

    def problem(self, place: Place, message: str, hint: str = "") -> Problem:
        """Say that the value at a place is wrong, with its line and its dotted key."""
        parts = [f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in place]
        return Problem(self.file, self.line_of(place), "".join(parts)[1:], message, hint)

    def line_of(self, place: Place) -> int | None:
        """Return the line of a key or, where it has none of its own, of what it stands in."""
        known = (self.lines.get(place[:n]) for n in range(len(place), 0, -1))
        return next((line for line in known if line is not None), None)


def read_toml(path: str | Path) -> TomlFile:
    """Read a TOML file.

    Raises
    ------
    UsageError
        If nothing is at the path.
    InputError
        If it is no TOML.
    """
    return parse_toml(read_toml_text(path), str(path))


def read_toml_text(path: str | Path) -> str:
    """Read the text of a TOML file, which `parse_toml` makes sense of."""
    return read_text(path, LARGEST_TOML)


def parse_toml(text: str, file: str) -> TomlFile:
    """Read the text of a TOML file, whatever its line ends."""
    text = text.replace("\r\n", "\n")
    try:
        lines = find_places(text)
        return TomlFile(file, text, tomllib.loads(text), lines)
    except TooMuchError as error:
        raise InputError([Problem(file, error.line, None, error.message)]) from None
    except tomllib.TOMLDecodeError as error:
        message, line, column = _toml_place(str(error))
        raise InputError([Problem(file, line, column, f"wrong TOML: {message}")]) from None


def _toml_place(message: str) -> tuple[str, int | None, int | None]:
    found = re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", message, re.DOTALL)
    if not found:
        return message, None, None
    said = found[1]
    if said == "Cannot overwrite a value":
        said = "this key is given twice"
    elif twice := re.fullmatch(r"Cannot declare \((.*?),?\) twice", said):
        section = ".".join(re.findall(r"'([^']*)'", twice[1]))
        said = f"the section [{section}] is given twice"
    return said, int(found[2]), int(found[3])


def checked(model: type[Model], toml: TomlFile) -> tuple[Model | None, list[Problem]]:
    """Hold a file against a model.

    Returns
    -------
    content : Model or None
        What the file says, without its wrong parts; None if not even that fits.
    problems : list of Problem
        All that is wrong; the content is to be used only to find more.
    """
    try:
        return model.model_validate(toml.content), []
    except ValidationError as error:
        details = error.errors(include_url=False)
    problems = [_problem(model, toml, detail) for detail in details[:MOST_PROBLEMS]]
    sound = _without([detail["loc"] for detail in details], toml.content)
    try:
        return model.model_validate(sound), problems
    except ValidationError:
        return None, problems


def note_old_keys(model: type[BaseModel], toml: TomlFile) -> list[str]:
    """Return a line for people for each key that goes by a former name.

    A field's former names are the further choices of its alias, after its own name::

        size: Annotated[int, Field(validation_alias=AliasChoices("size", "length"))]
    """
    return [
        str(toml.problem(place, f"this key is now called '{name}'"))
        for place, name in _old_keys(model, toml.content, ())
    ]


def _old_keys(model: type[BaseModel], content: Any, place: Place) -> Iterator[tuple[Place, str]]:
    """Find keys that are former names, with the names of today."""
    if isinstance(content, list):
        for index, item in enumerate(content):
            yield from _old_keys(model, item, (*place, index))
    if not isinstance(content, dict):
        return
    fields = _by_every_name(model)
    for key, value in content.items():
        name, field = fields.get(key, (key, None))
        if name != key:
            yield (*place, key), name
        if field and (inner := _model_in(field.annotation)):
            yield from _old_keys(inner, value, (*place, key))


def _by_every_name(model: type[BaseModel]) -> dict[str, tuple[str, FieldInfo]]:
    """Return a model's fields, each with its name of today, by all the names they have or had."""
    found: dict[str, tuple[str, FieldInfo]] = {}
    for name, field in model.model_fields.items():
        alias = field.validation_alias
        formerly = alias.choices if isinstance(alias, AliasChoices) else ()
        found |= {str(key): (name, field) for key in (name, *formerly)}
    return found


def _problem(model: type[BaseModel], toml: TomlFile, detail: Any) -> Problem:
    """Say one of pydantic's findings in the file's words."""
    place = detail["loc"]
    cause = detail.get("ctx", {}).get("error")
    if isinstance(cause, TomlValueError):
        return toml.problem(place, str(cause), cause.hint)
    if detail["type"] == "missing":
        return toml.problem(place, "this key is missing")
    if detail["type"] == "extra_forbidden":
        if name := _name_beside(model, place):
            return toml.problem(place, f"this is the old name of '{name}', which is given, too")
        keys = _keys_at(model, place[:-1])
        hint = did_you_mean(str(place[-1]), keys) or f"known here: {', '.join(keys)}"
        return toml.problem(place, "this key is not known", hint)
    expected = detail["msg"].removeprefix("Input should be ")
    return toml.problem(place, f"expected {expected}, found '{shorten(str(detail['input']))}'")


def _keys_at(model: type[BaseModel], place: Place) -> list[str]:
    """List the keys that a model knows at a place, in its own order: what is used most first."""
    return list(_model_at(model, place).model_fields)


def _name_beside(model: type[BaseModel], place: Place) -> str:
    """Return the name of today of a key that is a former name; "" if it is none."""
    name, _ = _by_every_name(_model_at(model, place[:-1])).get(str(place[-1]), ("", None))
    return name


def _model_at(model: type[BaseModel], place: Place) -> type[BaseModel]:
    """Find the model that holds for a place."""
    for part in place:
        if isinstance(part, str):
            _, field = _by_every_name(model)[part]
            model = _model_in(field.annotation) or model
    return model


def _model_in(annotation: Any) -> type[BaseModel] | None:
    """Find the model that a field's values are, one by one or in a list."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next(filter(None, map(_model_in, getattr(annotation, "__args__", ()))), None)


def _without(places: Sequence[Place], content: Any) -> Any:
    """Copy a content, all but what is at some places; of lists, without the whole item."""
    here = {place[0] for place in places if len(place) == 1}
    deeper: dict[str | int, list[Place]] = {}
    for place in places:
        deeper.setdefault(place[0], []).extend([place[1:]] if place[1:] else [])
    if isinstance(content, list):
        return [item for index, item in enumerate(content) if index not in deeper]
    return {
        key: _without(deeper[key], value) if deeper.get(key) else value
        for key, value in content.items()
        if key not in here
    }
