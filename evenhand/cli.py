"""The commands, with their flags in `evenhand.flags` and their code in `evenhand.commands`.

Few modules other than Typer are imported here, so that help and completion are instant:
every command imports its own module when it is called.
"""

import re
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import MISSING, Field, fields
from inspect import Parameter, Signature
from itertools import groupby
from typing import Annotated, Any, TypeVar, get_args

import typer
from typer.core import TyperGroup

from evenhand.decks.file_cache import cache_files
from evenhand.decks.invisible_characters import find_unseen, shorten
from evenhand.decks.problems import UsageError
from evenhand.flags import (
    BotsFlags,
    BreakFlags,
    CardsFlags,
    CheckFlags,
    CompareFlags,
    CompensateFlags,
    DeckFlags,
    ExportFlags,
    GamesFlags,
    HistoryFlags,
    ImpactFlags,
    InitFlags,
    MetagameFlags,
    NewGameFlags,
    PriceFlags,
    RealFlags,
    ReplayFlags,
    ReportFlags,
    RunFlags,
    ScenarioFlags,
    SynergyFlags,
    TestGameFlags,
    TrainFlags,
    TuneFlags,
    WatchFlags,
    WordsFlags,
)
from evenhand.flags.shared import Names, name_flag

__all__ = ["WrongFlagError", "app", "read_readable_flags"]

Flags = TypeVar("Flags")

WHOLE = re.compile(r"([+-]?)0*([0-9]+(?:_[0-9]+)*)")
MOST_DIGITS = 40  # of a whole number; more than any flag accepts

# Headings of the help
LOOK = "Play and look"
JUDGE = "Judge a change"
ASK = "Ask what a card is worth, or a number should be"
CARDS = "Games, cards, decks and bots"
OWN = "A game of your own"

OLD_NAMES = {
    "bench": "games --speed",
    "lessons": "bots --lessons",
    "options": "games --options",
    "puzzles": "bots --puzzles",
    "repair": "run --repair",
    "simulate": "run --no-report",
}


class WrongFlagError(UsageError):
    """A flag of the command line with a value that no command accepts."""


class Commands(TyperGroup):
    """The commands of the command line, listed by purpose."""

    def format_commands(self, _: Any, formatter: Any) -> None:
        """Write each heading of the help page with its commands, one per line."""
        commands: dict[str, Any] = dict(self.commands)
        width = max(map(len, commands))
        for heading, below in groupby(commands, lambda name: commands[name].rich_help_panel):
            with formatter.section(heading):
                lines = [(name.ljust(width), get_first_line(commands[name])) for name in below]
                formatter.write_dl(lines)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[Any, Any, list[str]]:
        """Return a command of the command line; raise UsageError for an old name."""
        if args[0] in OLD_NAMES and not ctx.resilient_parsing:
            raise UsageError(explain_new_name(*args))
        return super().resolve_command(ctx, args)


def get_first_line(command: Any) -> str:
    """Return the first line of the help of a command."""
    return str(command.help).partition("\n")[0]


def explain_new_name(name: str, *given: str) -> str:
    """Return a message with the new name of a command, and the command to type."""
    from evenhand.terminal import command_line

    new, flag = OLD_NAMES[name].split()
    takes_place = name == "repair"
    if takes_place and (not given or given[0].startswith("-")):
        given = ("RUN_DIR",)
    is_first = takes_place or "--" in given
    words = (flag, *given) if is_first else (*given, flag)
    return f"'{name}' is called '{new} {flag}' now: {command_line(new, *words)}"


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help is quick, and has no colours in files
    context_settings={"help_option_names": ["-h", "--help"]},
)


def command(
    flags: type[Flags], heading: str
) -> Callable[[Callable[[Flags], None]], Callable[[Flags], None]]:
    """Register a function as a command of the command line, its dataclass's fields as flags.

    The command's name is the function's, with hyphens for underscores and without a trailing
    underscore; its help is the docstring.
    """

    def add(function: Callable[[Flags], None]) -> Callable[[Flags], None]:
        def call(**given: Any) -> None:
            known = {name: value for name, value in given.items() if value is not None}
            lists = {name: tuple(value) for name, value in known.items() if type(value) is list}
            values = flags(**known | lists)
            refuse_invisible(values)
            refuse_forgotten(values)
            with cache_files():
                function(values)

        call.__signature__ = Signature(list_parameters(flags))  # type: ignore[attr-defined]
        name = function.__name__.rstrip("_").replace("_", "-")
        app.command(name, help=function.__doc__, rich_help_panel=heading)(call)
        return function

    return add


def refuse_invisible(flags: Any) -> None:
    """Raise WrongFlagError for a flag of the command line with invisible characters.

    Raises
    ------
    WrongFlagError
        With the name of the flag.
    """
    for field in fields(flags):
        value = getattr(flags, field.name)
        for text in map(str, value if isinstance(value, tuple) else (value,)):
            if hidden := find_unseen(text):
                raise WrongFlagError(f"{name_flag(field)}: '{shorten(text)}' holds {hidden}")


def refuse_forgotten(flags: Any) -> None:
    """Raise WrongFlagError for a flag of the command line that took the next flag for its value.

    That is what a shell makes of an unset variable without quotes: ``--against $BASE --json``.

    Raises
    ------
    WrongFlagError
        With the names of both flags.
    """
    names = {name_flag(field) for field in fields(flags)}
    for field in fields(flags):
        value = getattr(flags, field.name)
        for text in map(str, value if isinstance(value, tuple) else (value,)):
            if text in names and text.startswith("--"):
                message = f"{name_flag(field)}: expected something, found the flag '{text}'"
                raise WrongFlagError(message, "leave it out if nothing is meant")


def list_parameters(flags: type) -> list[Parameter]:
    """Return a dataclass's fields as parameters of Typer: its own first, then inherited ones."""
    own = list(flags.__annotations__)
    names = [*own, *(field.name for field in fields(flags))]
    return [
        make_parameter(field)
        for field in sorted(fields(flags), key=lambda field: names.index(field.name))
    ]


def make_parameter(field: Field) -> Parameter:
    """Return a field as a parameter of Typer, which collects repeated values in lists."""
    kind, flag = get_args(field.type)
    default = Parameter.empty if field.default is MISSING else field.default
    if kind == Names:
        kind, default = list[str] | None, None
    if kind in (int, int | None):
        flag = copy(flag)
        flag.parser = read_whole
    name, annotation = field.name, Annotated[kind, flag]
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def read_readable_flags(arguments: Sequence[str]) -> dict[str, Any]:
    """Return the readable flags of a command line of which other flags are wrong."""
    name, *words = arguments
    parser = typer.main.get_command(app).commands[name]  # type: ignore[attr-defined]
    known = {option for parameter in parser.params for option in parameter.opts}
    read = [
        word
        for word, after in zip(words, [*words[1:], ""], strict=True)
        if not (word.startswith("--") and after.startswith("--") and {word, after} <= known)
        or is_switch(parser, word)
    ]
    lenient = {"resilient_parsing": True, "ignore_unknown_options": True}
    return dict(parser.make_context(name, read, **lenient).params)


def is_switch(parser: Any, word: str) -> bool:
    """Return whether a flag of a command line takes no value, so that none can be forgotten."""
    return any(word in one.opts and getattr(one, "is_flag", False) for one in parser.params)


def read_whole(text: str | int) -> int:
    """Parse a whole number that the command line gives a flag.

    A number of more than 40 digits is cut to 40: it is still too large for any flag, and the
    command that refuses it can state its limit.
    """
    match = WHOLE.fullmatch(str(text).strip())
    if not match:
        raise ValueError("expected a whole number")
    return int(match[1] + match[2].replace("_", "")[:MOST_DIGITS])


def show_version(wanted: bool) -> None:
    """Print the version for `--version`, and exit."""
    if wanted:
        from importlib.metadata import version

        from evenhand.terminal import tell

        tell(f"evenhand {version('evenhand')}")
        raise typer.Exit


@app.callback()
def evenhand(
    version: Annotated[
        bool,
        typer.Option("--version", help="Show the version.", callback=show_version, is_eager=True),
    ] = False,
    debug: Annotated[
        bool, typer.Option("--debug", help="Show the traceback of an error; after any command.")
    ] = False,
) -> None:
    """Monte Carlo balance analysis for trading card games.

    Begin: `evenhand games`, then `evenhand run GAME`; or `evenhand init DIR`.
    """


# Play and look


@command(RunFlags, LOOK)
def run(flags: RunFlags) -> None:
    """Play games, write the report and sum it up.

    Flags override balance.toml. With --repair, games of a run that is there are played again.
    """
    from evenhand.commands.run import run_command

    run_command(flags)


@command(ReportFlags, LOOK)
def report(flags: ReportFlags) -> None:
    """Write the report of a run: one HTML file."""
    from evenhand.commands.report import report_command

    report_command(flags)


@command(ReplayFlags, LOOK)
def replay(flags: ReplayFlags) -> None:
    """Tell a game of a run, step by step."""
    from evenhand.commands.replay import replay_command

    replay_command(flags)


@command(MetagameFlags, LOOK)
def metagame(flags: MetagameFlags) -> None:
    """Say what people would play who knew a run's win rates.

    And which decks beat each other in circles. No game is played.
    """
    from evenhand.commands.metagame import metagame_command

    metagame_command(flags)


@command(RealFlags, LOOK)
def real(flags: RealFlags) -> None:
    """Hold what people played against a run.

    Which decks and matchups win otherwise, which bot plays most like people, and what to make of
    few games. Sums of games and wins will do. No game is played.
    """
    from evenhand.commands.real import real_command

    real_command(flags)


@command(ExportFlags, LOOK)
def export(flags: ExportFlags) -> None:
    """Write a run as one wide table, in the layout of 17Lands."""
    from evenhand.commands.export import export_command

    export_command(flags)


# Judge a change


@command(WatchFlags, JUDGE)
def watch(flags: WatchFlags) -> None:
    """Show in the browser what each save does, while you work.

    Old and new play the same deals. Only this machine can open the page.
    """
    from evenhand.commands.watch import watch_command

    watch_command(flags)


@command(CompareFlags, JUDGE)
def compare(flags: CompareFlags) -> None:
    """Measure what a change did, on the same deals.

    Both sides play them: a run, a folder, a card file or a git ref each.
    """
    from evenhand.commands.compare import compare_command

    compare_command(flags)


@command(HistoryFlags, JUDGE)
def history(flags: HistoryFlags) -> None:
    """Say how win rates moved over a folder's commits or tags.

    Every state plays the same deals. The largest jumps are named, with the commit and the edit that
    made them.
    """
    from evenhand.commands.history import history_command

    history_command(flags)


@command(CheckFlags, JUDGE)
def check(flags: CheckFlags) -> None:
    """Check a folder's numbers against its balance.toml.

    The exit code is 0 if all expectations are met, 1 if one is not, 4 if there are too few
    games to tell, and 5 if nothing is expected.
    """
    from evenhand.commands.check import check_command

    check_command(flags)


# Ask what a card is worth, or a number should be


@command(ImpactFlags, ASK)
def impact(flags: ImpactFlags) -> None:
    """Measure what each card is worth to its deck.

    The deck is played with the card and without it, on the same deals.
    """
    from evenhand.commands.impact import impact_command

    impact_command(flags)


@command(PriceFlags, ASK)
def price(flags: PriceFlags) -> None:
    """Say which number a card should have.

    It is played at several values, and what each one is worth is said.
    """
    from evenhand.commands.price import price_command

    price_command(flags)


@command(TuneFlags, ASK)
def tune(flags: TuneFlags) -> None:
    """Find the smallest edits that bring win rates into their bands.

    The edits are of a folder's cards. What they do is learned on the same deals; games with a seed
    of their own have the last word.
    """
    from evenhand.commands.tune import tune_command

    tune_command(flags)


@command(SynergyFlags, ASK)
def synergy(flags: SynergyFlags) -> None:
    """Find pairs of cards that are worth more, or less, together.

    The deck is played with both cards, with each alone and with neither, on the same deals.
    """
    from evenhand.commands.synergy import synergy_command

    synergy_command(flags)


@command(CompensateFlags, ASK)
def compensate(flags: CompensateFlags) -> None:
    """Find the rules under which going first is worth nothing.

    Every value of a rule option plays the same deals.
    """
    from evenhand.commands.compensate import compensate_command

    compensate_command(flags)


@command(BreakFlags, ASK)
def break_(flags: BreakFlags) -> None:
    """Search for decks that are stronger than those there are.

    Nobody thought of them: cards of decks are exchanged for others of the pool. Fresh deals say
    what is stronger.
    """
    from evenhand.commands.break_ import break_command

    break_command(flags)


# Games, cards, decks and bots


@command(InitFlags, CARDS)
def init(flags: InitFlags) -> None:
    """Begin a folder of your own with a game's samples."""
    from evenhand.commands.init import init_command

    init_command(flags)


@command(GamesFlags, CARDS)
def games(flags: GamesFlags) -> None:
    """List the games, or show one: its samples and rule options.

    With --speed, it is played.
    """
    from evenhand.commands.games import games_command

    games_command(flags)


@command(CardsFlags, CARDS)
def cards(flags: CardsFlags) -> None:
    """List cards with their abilities, or check a card file."""
    from evenhand.commands.cards import cards_command

    cards_command(flags)


@command(WordsFlags, CARDS)
def words(flags: WordsFlags) -> None:
    """List all that a game's cards can say, with examples."""
    from evenhand.commands.words import words_command

    words_command(flags)


@command(DeckFlags, CARDS)
def deck(flags: DeckFlags) -> None:
    """Check deck files, and list all their problems at once."""
    from evenhand.commands.deck import deck_command

    deck_command(flags)


@command(BotsFlags, CARDS)
def bots(flags: BotsFlags) -> None:
    """List a game's bots and their weights, or see how they play.

    With --audit, which cards that are made better hurt the bot that plays them. With --lessons,
    which questions a bot that thinks further ahead answers better, and by how much. With
    --puzzles, which bots solve positions laid out by hand, with a question and its right answers:
    those in tests/puzzles/GAME, or in files and folders. Where a bot leaves something to luck,
    nine answers of ten must be right.
    """
    from evenhand.commands.bots import bots_command

    bots_command(flags)


@command(TrainFlags, CARDS)
def train(flags: TrainFlags) -> None:
    """Let a player learn a game from games against itself.

    It begins as the learned player that is there, or else as rules of thumb, and is a bot
    afterwards: --bots FILE.npz. Stopped, it is resumed by the same command. Weights that are
    there are replaced only by stronger ones.
    """
    from evenhand.commands.train import train_command

    train_command(flags)


# A game of your own


@command(NewGameFlags, OWN)
def new_game(flags: NewGameFlags) -> None:
    """Write a package with a small game, to make your own of it."""
    from evenhand.commands.new_game import new_game_command

    new_game_command(flags)


@command(TestGameFlags, OWN)
def test_game(flags: TestGameFlags) -> None:
    """Check a game's rules, bots, cards and scenarios.

    Each finding names the field, the value, the seat and the step, and the command that shows it.
    """
    from evenhand.commands.test_game import test_game_command

    test_game_command(flags)


@command(ScenarioFlags, OWN)
def scenario(flags: ScenarioFlags) -> None:
    """Play scenarios, and check what comes of them.

    A scenario is a position laid out by hand, the moves to make, and what must follow.
    """
    from evenhand.commands.scenario import scenario_command

    scenario_command(flags)
