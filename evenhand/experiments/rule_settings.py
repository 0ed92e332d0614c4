"""Settings: values of rule options that differ from the current rules."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from pathlib import Path

from evenhand.analysis.tables.compensation import Setting, name_setting
from evenhand.decks.invisible_characters import shorten
from evenhand.decks.problems import InputError, UsageError, did_you_mean
from evenhand.inputs.decks_and_bots import load_entrant
from evenhand.simulate.engine.options import Option, current_name
from evenhand.simulate.runs.plan import Plan

__all__ = [
    "Search", "Values", "change_options", "check_settings", "choose_values", "list_pairs",
    "list_singles",
]  # fmt: skip

Values = dict[str, list[int | str]]

MOST_VALUES = 8  # values of one option, if the user names none
MOST_NAMED = 30  # values of one option, if the user names them
MOST_PAIRS = 16  # settings of two options
RANGE = ".."


@dataclass(frozen=True)
class Search:
    """The settings of rules that one bot plays, or two that play each other.

    Attributes
    ----------
    plan : Plan
        The plan, with the current options.
    values : dict of str to list
        Values to play of each option, in order, with the current value.
    most_games : int, optional
        Total number of games allowed.
    is_budget : bool
        Whether `most_games` may be exceeded to play the least number of games.
    run_dir : Path, optional
        The bot's run, in which the table is saved.
    """

    plan: Plan
    values: Values
    most_games: int | None = None
    is_budget: bool = False
    run_dir: Path | None = None


def choose_values(plan: Plan, texts: Sequence[str]) -> Values:
    """Parse the rule options to change and their values.

    Parameters
    ----------
    plan : Plan
    texts : sequence of str
        ``name`` or ``name=values``, with values such as ``0,1,2`` or ``0..2``; if empty, all
        options that treat the first player unlike the others.

    Raises
    ------
    UsageError
        If an option or value is unknown, or no option treats the first player unlike the
        others.
    """
    options = {option.name: option for option in plan.game.options}
    how_to_list = f"to list them: evenhand games {plan.game.name} --options"
    if not texts:
        texts = [option.name for option in options.values() if option.by_seat]
        if not texts:
            message = f"no option of {plan.game.title} treats the first player unlike the others"
            raise UsageError(message, f"name others: --option NAME; {how_to_list}")
    chosen: Values = {}
    for text in texts:
        given, equals, values = (part.strip() for part in text.partition("="))
        name = current_name(plan.game.options, given)
        if name not in options:
            raise UsageError(
                f"--option: {plan.game.title} has no option '{shorten(given)}'",
                did_you_mean(name, options) or how_to_list,
            )
        if name in chosen:
            raise UsageError(f"--option: '{name}' is given twice")
        now = plan.options[name]
        wanted = (
            read_values(options[name], values)
            if equals
            else list_default_values(options[name], now)
        )
        chosen[name] = sorted({*wanted, now}, key=options[name].number)
        if len(chosen[name]) < 2:
            message = f"--option {name}: {now} is what it is now"
            raise UsageError(message, f"its values are {describe_values(options[name])}")
    return chosen


def read_values(option: Option, text: str) -> list[int | str]:
    """Parse values of a rule option: ``0,1,2``, ``0..2`` or words."""
    values: list[int | str] = []
    for part in text.split(","):
        first, dots, last = part.partition(RANGE)
        ends = [option.read(end) for end in ((first, last) if dots else (part,))]
        numbers = [option.number(end) for end in ends]
        if numbers[-1] < numbers[0]:
            message = f"--option {option.name}: '{shorten(part.strip())}' runs down"
            raise UsageError(message, f"did you mean {last.strip()}..{first.strip()}?")
        if numbers[-1] - numbers[0] >= MOST_NAMED:
            raise UsageError(f"--option {option.name}: expected at most {MOST_NAMED} values")
        values += [option.words[n] if option.words else n
                  for n in range(numbers[0], numbers[-1] + 1)]  # fmt: skip
    if len(set(values)) > MOST_NAMED:
        raise UsageError(f"--option {option.name}: expected at most {MOST_NAMED} values")
    return values


def list_default_values(option: Option, now: int | str) -> list[int | str]:
    """List all values of a rule option, or the 8 nearest the current one if more."""
    if option.words:
        return list(option.words)
    first = max(option.lowest, min(int(now) - MOST_VALUES // 2, option.highest - MOST_VALUES + 1))
    return list(range(first, min(option.highest, first + MOST_VALUES - 1) + 1))


def describe_values(option: Option) -> str:
    """Return the possible values of a rule option in words."""
    return ", ".join(option.words) or f"{option.lowest} to {option.highest}"


def list_singles(search: Search) -> list[Setting]:
    """List the current rules, then all settings that change one rule option."""
    return [
        Setting(),
        *(Setting(((name, value),)) for name, value in list_changes(search)),
    ]


def list_pairs(search: Search) -> list[Setting]:
    """List the settings that change two rule options; empty if there are more than 16."""
    changes = {name: [change for change in list_changes(search) if change[0] == name]
               for name in search.values}  # fmt: skip
    settings = [
        Setting(both)
        for one, other in combinations(search.values, 2)
        for both in product(changes[one], changes[other])
    ]
    return settings if len(settings) <= MOST_PAIRS else []


def list_changes(search: Search) -> Iterator[tuple[str, int | str]]:
    """Yield the rule options with each value that differs from the current one."""
    for name, values in search.values.items():
        yield from ((name, value) for value in values if value != search.plan.options[name])


def change_options(plan: Plan, setting: Setting) -> Plan:
    """Return a plan with the rule options of a setting."""
    return replace(plan, options={**plan.options, **dict(setting.changed)})


def check_settings(search: Search) -> None:
    """Raise UsageError for settings of rules in which a deck is not legal.

    Raises
    ------
    UsageError
    """
    for setting in list_singles(search)[1:]:
        plan = change_options(search.plan, setting)
        for entrant in plan.entrants:
            try:
                load_entrant(plan.game, plan.pool, Path(entrant.file), plan.mode, plan.options)
            except InputError as error:
                message = f"--option {name_setting(setting)}: the deck {entrant.name} is not legal"
                raise UsageError(message, error.problems[0].message) from None
