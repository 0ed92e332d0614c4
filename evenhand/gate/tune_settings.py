"""Check the settings of `tune` in a folder against its cards."""

from collections.abc import Iterator

from evenhand.decks.invisible_characters import shorten
from evenhand.decks.pool import CardPool
from evenhand.decks.problems import Problem, did_you_mean
from evenhand.decks.toml_file import TomlFile
from evenhand.inputs.balance_file import Tune

__all__ = ["find_tune_problems"]


def find_tune_problems(tune: Tune, pool: CardPool | None, toml: TomlFile) -> Iterator[Problem]:
    """Yield problems of cards and columns in the settings of `tune`; none if unreadable."""
    if pool is None:
        return
    for key in ("cards", "locked"):
        for number, name in enumerate(getattr(tune, key)):
            if not pool.rows_of(name):
                message = f"{pool.file} has no card '{shorten(name)}'"
                yield toml.problem(("tune", key, number), message, did_you_mean(name, pool.names))
    columns = list(pool.schema.better.columns) if pool.schema.better else []
    places: list[tuple[tuple[str | int, ...], str]] = [
        *((("tune", "columns", number), name) for number, name in enumerate(tune.columns)),
        *((("tune", "limits", name), name) for name in tune.limits),
    ]
    for place, name in places:
        if name not in columns:
            hint = did_you_mean(name, columns) or f"they have {', '.join(columns)}"
            yield toml.problem(place, f"cards have no number '{shorten(name)}' to change", hint)
