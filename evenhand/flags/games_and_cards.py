"""The flags of commands that show or begin games, cards, words, decks and bots."""

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, ClassVar

from typer import Argument, Option

from evenhand.flags.shared import (
    GAME,
    Backend,
    Cards,
    Game,
    Jobs,
    Json,
    Mode,
    Names,
    Players,
    PlayFlags,
    Quiet,
    Scheduler,
    Settings,
    Uses,
)

__all__ = [
    "BotsFlags", "CardsFlags", "DeckFlags", "GamesFlags", "InitFlags", "TrainFlags",
    "WordsFlags",
]  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class InitFlags:
    """Flags of `init`."""

    folder: Annotated[Path, Argument(metavar="DIR", help="A new or empty folder.")]
    game: Annotated[
        str, Option("--game", metavar="GAME", help="May be left out if there is only one.")
    ] = ""
    git: Annotated[
        bool | None,
        Option(
            "--git/--no-git",
            help="Make it a git repository with a first commit; on a terminal you are asked.",
        ),
    ] = None


@dataclass(frozen=True, kw_only=True)
class GamesFlags:
    """Flags of `games`."""

    game: Annotated[
        str,
        Argument(
            metavar="GAME",
            help="Show this game alone; a name, or a folder with a balance.toml.",
        ),
    ] = ""
    options: Annotated[
        bool, Option("--options", help="Only its rule options; without GAME the current folder's.")
    ] = False
    speed: Annotated[
        bool, Option("--speed", help="Measure how fast it is played, by one worker and by two.")
    ] = False
    games: Annotated[
        int | None,
        Option(
            "--games",
            metavar="N",
            help="With --speed: of each quick bot, 20,000; of search fewer.",
        ),
    ] = None
    players: Annotated[
        int | None,
        Option("--players", metavar="N", help="With --speed: in a game; the fewest if not given."),
    ] = None
    json: Json = False

    uses: ClassVar[Uses] = {
        "": {"game", "json"},
        "options": {"game", "json"},
        "speed": {"game", "games", "players", "json"},
    }


@dataclass(frozen=True, kw_only=True)
class CardsFlags:
    """Flags of `cards`."""

    words: Annotated[
        Names,
        Argument(
            metavar="GAME|CARD",
            help="A game or a folder, as elsewhere; then a card's name, or part of one. A name "
            "alone is looked for in the current folder.",
        ),
    ] = ()
    cards: Annotated[
        str | None,
        Option("--cards", metavar="FILE", help="Check this card file, or what is at this address."),
    ] = None
    file: Annotated[
        str | None, Option("--file", metavar="FILE", help="As --cards.", hidden=True)
    ] = None
    find: Annotated[
        str, Option("--find", metavar="TEXT", help="Only cards that contain this text.")
    ] = ""
    watch: Annotated[
        bool,
        Option("--watch", help="Check the card file each time it is saved, until Ctrl-C."),
    ] = False
    reading: Annotated[
        int | None,
        Option(
            "--reading",
            metavar="N",
            help="Of a card whose text can be read in several ways: write the Nth into its cell.",
        ),
    ] = None
    coverage: Annotated[
        Path | None,
        Option(
            "--coverage",
            metavar="RUN_DIR",
            help="Show how often each ability was used in the games of this run.",
        ),
    ] = None
    games: Annotated[
        int, Option("--games", metavar="N", help="With --coverage: games to play again.")
    ] = 20_000
    json: Json = False


@dataclass(frozen=True, kw_only=True)
class WordsFlags:
    """Flags of `words`."""

    game: Game = ""
    find: Annotated[
        str,
        Option("--find", metavar="TEXT", help="Show what can be said that is most like TEXT."),
    ] = ""
    markdown: Annotated[bool, Option("--markdown", help="Print a page of documentation.")] = False
    json: Json = False


@dataclass(frozen=True, kw_only=True)
class DeckFlags:
    """Flags of `deck`."""

    files: Annotated[
        Names,
        Argument(
            metavar="FILE",
            help="Deck files or folders of them; those of balance.toml if not given.",
        ),
    ] = ()
    game: Annotated[str, Option("--game", metavar="GAME", help=GAME)] = ""
    cards: Cards = None
    mode: Mode = ""
    settings: Settings = ()
    json: Json = False


@dataclass(frozen=True, kw_only=True)
class TrainFlags:
    """Flags of `train`."""

    game: Annotated[str, Argument(metavar="GAME", help=GAME)] = ""
    minutes: Annotated[
        float,
        Option("--minutes", metavar="N", help="For how long it learns in all."),
    ] = 20.0
    out: Annotated[
        Path | None,
        Option(
            "--out",
            metavar="FILE",
            help="Where the weights go, ending in .npz; bots/learned.npz of the folder, or "
            "GAME.npz, if not given.",
        ),
    ] = None
    begin_as: Annotated[
        str,
        Option(
            "--begin-as",
            metavar="BOT",
            help="What it begins as: learned (the weights that are there, or the game's), "
            "heuristic (rules of thumb) or random.",
        ),
    ] = "learned"
    seed: Annotated[
        int, Option("--seed", metavar="S", help="The same seed learns from the same games.")
    ] = 1
    decks: Annotated[
        Names,
        Option("--decks", metavar="A,B,..", help="Decks to learn with; all if not given."),
    ] = ()
    cards: Cards = None
    mode: Mode = ""
    settings: Settings = ()
    players: Players = None
    jobs: Jobs = None
    backend: Backend = "threading"
    scheduler: Scheduler = None
    json: Json = False
    quiet: Quiet = False


PLAYED = {*(field.name for field in fields(PlayFlags)), "games", "cards"}


@dataclass(frozen=True, kw_only=True)
class BotsFlags(PlayFlags):
    """Flags of `bots`."""

    game: Annotated[
        str,
        Argument(
            metavar="GAME", help=f"{GAME} With --puzzles also a puzzle file, or a folder of them."
        ),
    ] = ""
    more: Annotated[
        Names,
        Argument(metavar="PATH", help="With --puzzles: more games, puzzle files and folders."),
    ] = ()
    audit: Annotated[
        bool,
        Option("--audit", help="Make each card better; name those that hurt the bot."),
    ] = False
    lessons: Annotated[
        bool,
        Option("--lessons", help="List what a bot that thinks further answers better."),
    ] = False
    puzzles: Annotated[
        bool, Option("--puzzles", help="Say which bots solve positions laid out by hand.")
    ] = False
    games: Annotated[
        int | None,
        Option("--games", metavar="N", help="With --audit: 200,000 or more; with --lessons: 60."),
    ] = None
    top: Annotated[
        int | None,
        Option("--top", metavar="N", help="With --lessons: lines of each table; 20."),
    ] = None
    tables: Annotated[
        bool, Option("--tables", help="With --lessons: also the table of each question.")
    ] = False
    times: Annotated[
        int | None,
        Option(
            "--times", metavar="N", help="With --puzzles: how often bots with luck are asked; 10."
        ),
    ] = None
    bots: Annotated[
        Names,
        Option(
            "--bots",
            metavar="X[,Y,..]",
            help="By name or file. With --audit: one; heuristic. With --lessons: two; "
            "heuristic,search:256. With --puzzles: any, or `panel`; heuristic,search.",
        ),
    ] = ()
    cards: Cards = None
    quiet: Annotated[
        bool,
        Option("--quiet", help="No progress; with --puzzles only the last line."),
    ] = False

    uses: ClassVar[Uses] = {
        "": {"game", "json", "quiet"},
        "audit": PLAYED,
        "lessons": {*PLAYED, "top", "tables"},
        "puzzles": {"game", "more", "bots", "times", "jobs", "json", "quiet"},
    }
