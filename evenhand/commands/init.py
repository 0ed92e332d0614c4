"""The command `init`: a folder of a designer's own, begun with a game's samples."""

import json
import re
import shlex
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Template
from textwrap import wrap

from evenhand.analysis.data.run import BESIDE, VERSUS
from evenhand.decks.deck_list import sample_decks
from evenhand.decks.pool import load_pool
from evenhand.decks.problems import UsageError
from evenhand.decks.product import sample_products
from evenhand.decks.schema import GameSchema
from evenhand.flags import InitFlags
from evenhand.gate.tune_settings import is_number
from evenhand.inputs.folder import BALANCE_FILE
from evenhand.inputs.git import has_git, is_in_repository, make_repository
from evenhand.inputs.package_origin import Origin, find_origin
from evenhand.result_folders import report_write_errors
from evenhand.simulate.game import Game
from evenhand.simulate.registry import find_package, game_names, load_game
from evenhand.simulate.runs.atomic_files import remove_file, write_new
from evenhand.simulate.runs.places import remove_empty
from evenhand.terminal import confirm, is_terminal, note, tell

__all__ = ["init_command"]

# Where the texts of the starter go; in a package they have no leading dot.
PLACES = {
    "balance.toml": BALANCE_FILE,
    "README.md": "README.md",
    "requirements.txt": "requirements.txt",
    "gitignore": ".gitignore",
    "balance.yml": ".github/workflows/balance.yml",
    "my_bot.toml": "bots/my_bot.toml",
}
VERBATIM = {"balance.yml"}  # what has no blanks to fill, but dollar signs of its own
LEFT_ALONE = {".git"}  # what a folder may hold and still count as empty


def init_command(flags: InitFlags) -> None:
    """Carry out `init`: make a designer's folder, and say what to do in it."""
    folder, game = flags.folder, choose_game(flags.game)
    origins = {"evenhand": find_origin()}
    if find_package(game.name):
        origins[game.name] = find_origin(game.name)
    check_empty(folder)
    if flags.git and not has_git():
        raise UsageError("--git: git is not installed", "leave the flag out")
    contents = {**read_samples(game), **fill_starter(game, origins)}
    with report_write_errors(folder):
        write_all(folder, contents)
    tops = sorted({place.partition("/")[0] for place in contents}, key=sort_hidden_last)
    tell(f"Made    {folder}: {', '.join(tops)}")
    tell_ci(origins)
    if wants_repository(folder, flags.git):
        start_repository(folder, game)
    go = "" if folder == Path() else f"cd {shlex.quote(name_for_shell(folder))}; "
    tell(f"Next    {go}evenhand run")


def sort_hidden_last(name: str) -> tuple[bool, str]:
    """Return the key that sorts names of what `init` made, those with a leading dot last."""
    return name.startswith("."), name


def tell_ci(origins: Mapping[str, Origin]) -> None:
    """Say for `init` where GitHub installs everything from, or that it may be unable to."""
    for name, origin in origins.items():
        said = f"installs {name} from {origin.description} (requirements.txt)"
        if origin.warning:  # which the file has in full
            said = (
                f"may not reach the {name} that is installed here; requirements.txt says what to do"
            )
        tell(f"GitHub  {said}")


def name_for_shell(folder: Path) -> str:
    """Write the path of the folder of `init` so that no command takes it for a flag."""
    return f"./{folder}" if str(folder).startswith("-") else str(folder)


def wants_repository(folder: Path, asked: bool | None) -> bool:
    """Return whether `init` makes the folder a git repository; ask if nobody said so."""
    if asked is False or not has_git():
        return False
    if is_in_repository(folder):
        if asked:
            note(f"{folder} is in a git repository already")
        return False
    return asked or (is_terminal() and confirm("Make it a git repository?"))


def start_repository(folder: Path, game: Game) -> None:
    """Make the folder of `init` a git repository with all its files in a first commit."""
    try:
        make_repository(folder, f"Begin with the samples of {game.title}")
        tell("Git     made a repository and a first commit")
    except UsageError as error:
        hint = f" ({error.hint})" if error.hint else ""
        has_begun = (folder / ".git").exists()
        state = "the repository has no commit yet" if has_begun else "no repository was made"
        note(f"{state}: {error.message}{hint}")


def write_all(folder: Path, contents: Mapping[str, bytes]) -> None:
    """Write the files of `init` into the folder: all of them, or none."""
    above = {place for name in contents for place in (folder / name).parents}
    new_folders = [place for place in above if not place.exists()]
    made: list[Path] = []
    try:
        for name, content in contents.items():
            made.append(write_new(folder, name, content))
    except BaseException:
        for path in made:
            remove_file(path)
        for place in sorted(new_folders, reverse=True):
            remove_empty(place)
        raise


def choose_game(name: str) -> Game:
    """Return the game that `init` begins a folder for: the named one, or the only one."""
    names = game_names()
    if not name and len(names) != 1:
        raise UsageError("which game?", f"--game and one of {', '.join(names)}")
    return load_game(name or names[0])


def check_empty(folder: Path) -> None:
    """Refuse a folder for `init` that holds something, or that can be none."""
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is no folder")
    if folder.exists() and {path.name for path in folder.iterdir()} - LEFT_ALONE:
        raise UsageError(f"{folder} is not empty", "name a folder that is new")


def read_samples(game: Game) -> dict[str, bytes]:
    """Return the game's sample files by their places in the folder of `init`."""
    schema = game.schema
    lists: dict[str, list[Traversable]] = {
        "decks": [*sample_decks(schema, schema.modes[0]).values()],
        "products": [*sample_products(schema).values()],
        "bots": sorted(game.bot_folder.iterdir(), key=str) if game.bot_folder.is_dir() else [],
    }
    cards = schema.sample_path("cards.csv").read_bytes()
    found = {"cards.csv": cards, "curve.csv": cards}
    for folder, paths in lists.items():
        shipped = [path for path in paths if path.name.endswith((".txt", ".toml"))]
        found |= {f"{folder}/{path.name}": path.read_bytes() for path in shipped}
    return found


def fill_starter(game: Game, origins: Mapping[str, Origin]) -> dict[str, bytes]:
    """Return the other files of `init` by their places, with the game's names in them."""
    folder, names = files("evenhand") / "starter", choose_examples(game)
    names["requirements"] = list_requirements(origins)
    texts = {name: (folder / name).read_text("utf-8") for name in PLACES}
    return {
        PLACES[name]: (text if name in VERBATIM else Template(text).substitute(names)).encode()
        for name, text in texts.items()
    }


def list_requirements(origins: Mapping[str, Origin]) -> str:
    """Write what CI of an `init` folder installs, each line below where it comes from."""
    lines = []
    for name, origin in origins.items():
        warning = f" {origin.warning[:1].upper()}{origin.warning[1:]}." if origin.warning else ""
        text = f"{name} comes from {origin.description}.{warning}"
        lines += wrap(text, 98, initial_indent="# ", subsequent_indent="# ",
                      break_long_words=False, break_on_hyphens=False)  # fmt: skip
        lines.append(origin.requirement)
    return "\n".join(lines)


def choose_column(schema: GameSchema) -> tuple[str, str]:
    """Return the column and range that `init` writes as an example of ``[tune]``."""
    column = next(iter(schema.better.columns if schema.better else ()), "cost")
    numbers = [getattr(card, column, 0) for card in load_pool(schema).cards]
    return column, f"{min(numbers)}, {max(numbers)}"


def choose_spans(game: Game) -> str:
    """Return the rule option and values that `init` writes as an example of ``[tune]``."""
    option = next((one for one in game.options if one.by_seat and is_number(one)), None)
    if option is None:
        return ""
    return f" {option.name} = [{option.lowest}, {min(option.highest, option.lowest + 3)}] "


def band_of_share(n_seats: int, low: float, high: float) -> str:
    """Write the band of `init` around a fair share of the wins, 1 / n_seats."""
    return f"[{low / n_seats:.2g}, {high / n_seats:.2g}]"


def tell_band_by_turn(n_seats: int) -> str:
    """Return the line of `init` on the band of who goes first, or of each seat in turn."""
    band = band_of_share(n_seats, 0.7, 1.3)
    if n_seats == 2:
        return f"first_player = {band}      # how often the first player wins"
    return f"seat = {band}             # how often each player wins, in order of turns"


def choose_examples(game: Game) -> dict[str, str]:
    """Return what fills the blanks of the starter texts of `init`."""
    schema = game.schema
    has_products = bool(sample_products(schema))
    fewest, most = game.seats
    deck, *others = [*sample_decks(schema, schema.modes[0]), "one_deck", "another"][:fewest]
    modes = f"  # or {', '.join(schema.modes[1:])}" if schema.modes[1:] else ""
    option = next(iter(game.options), None)
    column, limits = choose_column(schema)
    players = (
        f"\nplayers = {fewest}                    # or up to {most}; bands lie around a fair share"
    )
    return {
        "players": players * (fewest < most),
        "fair": f"{1 / fewest:.3g}",
        "win_rate": band_of_share(fewest, 0.8, 1.2),
        "matchup_band": band_of_share(fewest, 0.3, 1.7),
        "by_turn": tell_band_by_turn(fewest),
        "narrow": band_of_share(fewest, 0.9, 1.1),
        "weak": band_of_share(fewest, 0.6, 1.0),
        "column": column,
        "limits": limits,
        "spans": choose_spans(game),
        "game": game.name,
        "title": game.title,
        "mode": schema.modes[0],
        "modes": modes,
        "products": '\nproducts = ["products"]        # what sealed modes open' * has_products,
        "products_row": "| `products/` | what is in a pack, for sealed modes |\n" * has_products,
        "option": f"{option.name} = {json.dumps(option.default)}" if option else "",
        "deck": deck if re.fullmatch(r"[\w-]+", deck) else json.dumps(deck),
        "matchup": f"{deck}{VERSUS}{BESIDE.join(others)}",
        "card": load_pool(schema).labels[0],
        "weights": "\n".join(
            f"# {weight.name} = {weight.default}".ljust(24) + f" # {weight.meaning}"
            for weight in game.weights
        ),
    }
