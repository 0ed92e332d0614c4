"""Check the settings of `tune` in a folder against its cards and the options of its game."""

from collections.abc import Iterator

from evenhand.decks.invisible_characters import shorten
from evenhand.decks.pool import CardPool
from evenhand.decks.problems import Problem, UsageError, did_you_mean
from evenhand.decks.toml_file import TomlFile
from evenhand.inputs.balance_file import Tune
from evenhand.inputs.folder import Folder, parse_folder
from evenhand.simulate.engine.options import Option, current_name, option_values

__all__ = ["find_option_place", "find_tune_problems", "is_number", "list_values"]

MOST_VALUES = 8  # of one rule option: each is played


def find_tune_problems(folder: Folder, pool: CardPool | None, toml: TomlFile) -> Iterator[Problem]:
    """Yield problems of cards, columns and rule options in the settings of `tune`."""
    tune = folder.content.tune
    if pool is not None:
        yield from _find_card_problems(tune, pool, toml)
    names = [current_name(folder.game.options, given) for given in tune.options]
    for given, name in zip(tune.options, names, strict=True):
        place = ("tune", "options", given)
        if names.count(name) > 1 and given != name:
            yield toml.problem(place, f"this is the old name of '{name}', which is given, too")
        elif wrong := _find_option_problem(folder, name, tune.options[given]):
            yield toml.problem(place, wrong.message, wrong.hint)


def _find_card_problems(tune: Tune, pool: CardPool, toml: TomlFile) -> Iterator[Problem]:
    for key in ("cards", "locked"):
        for number, name in enumerate(getattr(tune, key)):
            if not pool.rows_of(name):
                message = f"{pool.file} has no card '{shorten(name)}'"
                yield toml.problem(("tune", key, number), message, pool.suggest_name(name))
    columns = list(pool.schema.better.columns) if pool.schema.better else []
    places: list[tuple[tuple[str | int, ...], str]] = [
        *((("tune", "columns", number), name) for number, name in enumerate(tune.columns)),
        *((("tune", "limits", name), name) for name in tune.limits),
    ]
    for place, name in places:
        if name not in columns:
            hint = did_you_mean(name, columns) or f"they have {', '.join(columns)}"
            yield toml.problem(place, f"cards have no number '{shorten(name)}' to change", hint)


def _find_option_problem(
    folder: Folder, name: str, span: tuple[int, int, int]
) -> UsageError | None:
    """Return what is wrong with the values that `tune` may give to a rule option, if anything."""
    game, numbers = folder.game, [one.name for one in folder.game.options if is_number(one)]
    option = next((one for one in game.options if one.name == name), None)
    if option is None:
        hint = did_you_mean(name, numbers) or f"to list them: evenhand games {game.name} --options"
        return UsageError(f"{game.title} has no rule option '{shorten(name)}'", hint)
    if not is_number(option):
        kind = f"a word ({', '.join(option.words)})" if option.words else "on (1) or off (0)"
        hint = f"to try its values: evenhand compensate --option {name}"
        return UsageError(f"expected an option that is a number with a range; it is {kind}", hint)
    low, high, step = span
    if low < option.lowest or high > option.highest:
        nearest = max(low, option.lowest), min(high, option.highest)
        hint = f"did you mean [{nearest[0]}, {nearest[1]}]?" if nearest[0] < nearest[1] else ""
        allowed = f"{option.lowest} to {option.highest}"
        return UsageError(f"expected values of {allowed}, found {low} to {high}", hint)
    if len(range(low, high + 1, step)) > MOST_VALUES:
        wider = -(-(high - low) // (MOST_VALUES - 1))
        message = f"expected at most {MOST_VALUES} values, for each is played"
        return UsageError(message, f"with a step: [{low}, {high}, {wider}]")
    return None


def is_number(option: Option) -> bool:
    """Return whether `tune` can change a rule option step by step: a number of several values."""
    return not option.words and option.highest - option.lowest > 1


def list_values(folder: Folder) -> dict[str, tuple[int, list[int]]]:
    """List the current value and those that `tune` may set instead, by rule option."""
    options = folder.game.options
    now = option_values(options, folder.content.options)
    found: dict[str, tuple[int, list[int]]] = {}
    for given, (low, high, step) in folder.content.tune.options.items():
        name = current_name(options, given)
        value = int(now[name])
        found[name] = value, [one for one in range(low, high + 1, step) if one != value]
    return found


def find_option_place(folder: Folder, name: str, message: str, hint: str) -> Problem:
    """Return a problem of a rule option that `tune` may change, with its line."""
    toml, *_ = parse_folder(folder.path)
    given = next(
        one for one in folder.content.tune.options if current_name(folder.game.options, one) == name
    )
    return toml.problem(("tune", "options", given), message, hint)
