"""The commands; their flags stand in `evenhand.flags`, what they do in `evenhand.commands`.

Little but Typer is imported here, so that help and completion are instant: every
command imports its own module when it is called.
"""

import re
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import MISSING, Field, fields
from inspect import Parameter, Signature
from typing import Annotated, Any, TypeVar, get_args

import typer

from evenhand.decks.problems import UsageError
from evenhand.decks.text_file import shorten
from evenhand.decks.visible import find_unseen
from evenhand.flags import (
    BenchFlags,
    BotsFlags,
    BreakFlags,
    CardsFlags,
    CheckFlags,
    CompareFlags,
    CompensateFlags,
    DeckFlags,
    ExportFlags,
    GamesFlags,
    ImpactFlags,
    InitFlags,
    LessonsFlags,
    MetagameFlags,
    NewGameFlags,
    OptionsFlags,
    PriceFlags,
    PuzzlesFlags,
    RepairFlags,
    ReplayFlags,
    ReportFlags,
    RunFlags,
    ScenarioFlags,
    SynergyFlags,
    TestGameFlags,
    TuneFlags,
    WatchFlags,
    WordsFlags,
)
from evenhand.flags.shared import Names

__all__ = ["WrongFlagError", "app", "read_readable_flags"]

Flags = TypeVar("Flags")

WHOLE = re.compile(r"([+-]?)0*([0-9]+(?:_[0-9]+)*)")
MOST_DIGITS = 40  # of a whole number: more than any flag takes


class WrongFlagError(UsageError):
    """A flag holds what no command can take; none has begun."""


app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help: quick, and no colours where there should be none
    context_settings={"help_option_names": ["-h", "--help"]},
)


def command(flags: type[Flags]) -> Callable[[Callable[[Flags], None]], Callable[[Flags], None]]:
    """Make a function a command, with a dataclass's fields as its flags.

    The command has the function's name, with hyphens for lines and without the one at the end of
    a word of Python's, and its docstring for help.
    """

    def add(function: Callable[[Flags], None]) -> Callable[[Flags], None]:
        def call(**given: Any) -> None:
            known = {name: value for name, value in given.items() if value is not None}
            lists = {name: tuple(value) for name, value in known.items() if type(value) is list}
            chosen = flags(**known | lists)
            refuse_unreadable(chosen)
            function(chosen)

        call.__signature__ = Signature(list_parameters(flags))  # type: ignore[attr-defined]
        name = function.__name__.rstrip("_").replace("_", "-")
        app.command(name, help=function.__doc__)(call)
        return function

    return add


def refuse_unreadable(chosen: Any) -> None:
    """Refuse flags whose text cannot be shown as it is in results.

    Raises
    ------
    WrongFlagError
        Naming the flag.
    """
    for field in fields(chosen):
        value = getattr(chosen, field.name)
        for text in map(str, value if isinstance(value, tuple) else (value,)):
            flag = get_args(field.type)[1]
            declared = (flag.default, *(flag.param_decls or ()))
            name = next((one for one in declared if str(one).startswith("--")), flag.metavar)
            if hidden := find_unseen(text):
                raise WrongFlagError(f"{name}: '{shorten(text)}' holds {hidden}")


def list_parameters(flags: type) -> list[Parameter]:
    """Return a dataclass's fields as Typer reads them: its own first, then those inherited."""
    own = flags.__annotations__
    in_order = sorted(fields(flags), key=lambda field: field.name not in own)
    return [make_parameter(field) for field in in_order]


def make_parameter(field: Field) -> Parameter:
    """Return a field as Typer reads it, which gathers repeated values in lists."""
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
    """Return the flags of a command that can be read, although others are wrong."""
    name, *words = arguments
    found = typer.main.get_command(app).commands[name]  # type: ignore[attr-defined]
    lenient = {"resilient_parsing": True, "ignore_unknown_options": True}
    return dict(found.make_context(name, words, **lenient).params)


def read_whole(said: str | int) -> int:
    """Read a whole number.

    The first digits stand for one that has thousands: the command that refuses it has its limit to
    name, too.
    """
    found = WHOLE.fullmatch(str(said).strip())
    if not found:
        raise ValueError("expected a whole number")
    return int(found[1] + found[2].replace("_", "")[:MOST_DIGITS])


def show_version(wanted: bool) -> None:
    """Print the version and stop."""
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

    Begin with `evenhand games`, then `evenhand run GAME`, or `evenhand init DIR`.
    """


@command(RunFlags)
def run(flags: RunFlags) -> None:
    """Play games, write the report and sum it up.

    Flags override balance.toml.
    """
    from evenhand.commands.run import run_command

    run_command(flags)


@command(RunFlags)
def simulate(flags: RunFlags) -> None:
    """Play games and keep them, without a report.

    Flags override balance.toml.
    """
    from evenhand.commands.run import simulate_command

    simulate_command(flags)


@command(CompareFlags)
def compare(flags: CompareFlags) -> None:
    """Measure what a change did: both sides play the same deals."""
    from evenhand.commands.compare import compare_command

    compare_command(flags)


@command(ImpactFlags)
def impact(flags: ImpactFlags) -> None:
    """Measure what each card is worth to its deck.

    The deck is played with the card and without it, on the same deals.
    """
    from evenhand.commands.impact import impact_command

    impact_command(flags)


@command(SynergyFlags)
def synergy(flags: SynergyFlags) -> None:
    """Find the pairs of cards that are worth more, or less, together than apart.

    The deck is played with both cards, with each alone and with neither, on the same deals.
    """
    from evenhand.commands.synergy import synergy_command

    synergy_command(flags)


@command(BreakFlags)
def break_(flags: BreakFlags) -> None:
    """Search for decks that nobody thought of, and are stronger than those there are.

    Cards of decks are exchanged for others of the pool. Fresh deals say what is stronger.
    """
    from evenhand.commands.break_ import break_command

    break_command(flags)


@command(CompensateFlags)
def compensate(flags: CompensateFlags) -> None:
    """Find the rules under which going first is worth nothing.

    Every value of a rule option plays the same deals.
    """
    from evenhand.commands.compensate import compensate_command

    compensate_command(flags)


@command(MetagameFlags)
def metagame(flags: MetagameFlags) -> None:
    """Say what people would play who knew a run's win rates.

    And which decks beat each other in circles. No game is played.
    """
    from evenhand.commands.metagame import metagame_command

    metagame_command(flags)


@command(CheckFlags)
def check(flags: CheckFlags) -> None:
    """Check a folder's numbers against its balance.toml.

    The exit code is 0 if all expectations are met, 1 if one is not, 4 if there are too few
    games to tell, and 5 if nothing is expected.
    """
    from evenhand.commands.check import check_command

    check_command(flags)


@command(WatchFlags)
def watch(flags: WatchFlags) -> None:
    """Show in the browser what each save of a folder's files does, while you work.

    Old and new play the same deals. Only this machine can open the page.
    """
    from evenhand.commands.watch import watch_command

    watch_command(flags)


@command(ReportFlags)
def report(flags: ReportFlags) -> None:
    """Write the report of a run: one HTML file."""
    from evenhand.commands.report import report_command

    report_command(flags)


@command(RepairFlags)
def repair(flags: RepairFlags) -> None:
    """Play again what is missing or damaged of a run's games."""
    from evenhand.commands.repair import repair_command

    repair_command(flags)


@command(ExportFlags)
def export(flags: ExportFlags) -> None:
    """Write a run as one wide table, in the layout of 17Lands."""
    from evenhand.commands.export import export_command

    export_command(flags)


@command(InitFlags)
def init(flags: InitFlags) -> None:
    """Begin a folder of your own with a game's samples."""
    from evenhand.commands.init import init_command

    init_command(flags)


@command(GamesFlags)
def games(flags: GamesFlags) -> None:
    """List the games."""
    from evenhand.commands.games import games_command

    games_command(flags)


@command(CardsFlags)
def cards(flags: CardsFlags) -> None:
    """List a game's cards with their abilities, or check a card file."""
    from evenhand.commands.cards import cards_command

    cards_command(flags)


@command(WordsFlags)
def words(flags: WordsFlags) -> None:
    """List all that a game's cards can say, each word with a sentence that has it."""
    from evenhand.commands.words import words_command

    words_command(flags)


@command(DeckFlags)
def deck(flags: DeckFlags) -> None:
    """Check deck files, and list all their problems at once."""
    from evenhand.commands.deck import deck_command

    deck_command(flags)


@command(BotsFlags)
def bots(flags: BotsFlags) -> None:
    """List a game's bots, and the weights that a bot file may change."""
    from evenhand.commands.bots import bots_command

    bots_command(flags)


@command(PriceFlags)
def price(flags: PriceFlags) -> None:
    """Say which number a card should have: plays it at several values and says each one's worth."""
    from evenhand.commands.price import price_command

    price_command(flags)


@command(TuneFlags)
def tune(flags: TuneFlags) -> None:
    """Find the smallest edits of cards that bring a folder's win rates into their bands.

    What edits do is learned on the same deals; games with a seed of their own have the last word.
    """
    from evenhand.commands.tune import tune_command

    tune_command(flags)


@command(LessonsFlags)
def lessons(flags: LessonsFlags) -> None:
    """List the questions that a bot which thinks further ahead answers better, and by how much."""
    from evenhand.commands.lessons import lessons_command

    lessons_command(flags)


@command(OptionsFlags)
def options(flags: OptionsFlags) -> None:
    """List a game's rule options."""
    from evenhand.commands.options import options_command

    options_command(flags)


@command(BenchFlags)
def bench(flags: BenchFlags) -> None:
    """Measure how fast games are played, with one worker and with two."""
    from evenhand.commands.bench import bench_command

    bench_command(flags)


@command(NewGameFlags)
def new_game(flags: NewGameFlags) -> None:
    """Write a package with a small game, to be made a game of your own."""
    from evenhand.commands.new_game import new_game_command

    new_game_command(flags)


@command(TestGameFlags)
def test_game(flags: TestGameFlags) -> None:
    """Check a game's rules, bots, cards and scenarios.

    Each finding names the field, the value, the seat and the step, and the command that shows it.
    """
    from evenhand.commands.test_game import test_game_command

    test_game_command(flags)


@command(ScenarioFlags)
def scenario(flags: ScenarioFlags) -> None:
    """Play scenarios, and check what comes of them.

    A scenario is a position laid out by hand, the moves to make, and what must follow.
    """
    from evenhand.commands.scenario import scenario_command

    scenario_command(flags)


@command(PuzzlesFlags)
def puzzles(flags: PuzzlesFlags) -> None:
    """Say which bots solve which puzzles.

    A puzzle is a position laid out by hand, a question, and which answers are right.
    """
    from evenhand.commands.puzzles import puzzles_command

    puzzles_command(flags)


@command(ReplayFlags)
def replay(flags: ReplayFlags) -> None:
    """Tell a game of a run, step by step."""
    from evenhand.commands.replay import replay_command

    replay_command(flags)
