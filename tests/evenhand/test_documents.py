"""What the README and the guides say can be done, can be done."""

import re
import shlex
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from pydantic import BaseModel

from evenhand.__main__ import main
from evenhand.decks.deck_list import parse_deck_list
from evenhand.decks.language import parse, sentence
from evenhand.decks.pool import load_pool
from evenhand.gate.folder_expectations import load_project
from evenhand.inputs.balance_file import Accept, AllowedChanges, BalanceFile, Check, Expect, Tune
from evenhand.simulate.bots.bot_files import read_bot
from evenhand.simulate.compiling.decorators import Kernel
from evenhand.simulate.game import Game
from evenhand.simulate.registry import game_names, load_game
from evenhand.simulate.scenarios.play import play_scenario
from evenhand.simulate.scenarios.puzzle import PuzzleFile
from evenhand.simulate.scenarios.scenario import load_scenario

ROOT = Path(__file__).parents[2]
GUIDES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`(evenhand [^`]*)`")
LINK = re.compile(r"\]\(([^)#:]+)\)")
FLAG = re.compile(r"(?<![\w-])--?[a-z][a-z-]*")


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    found = [fenced for path in GUIDES for fenced in FENCE.findall(text(path))]
    return [block for kind, block in found if kind == language]


def commands() -> Iterator[str]:
    """All command lines of all guides."""
    for path in GUIDES:
        lines = [line for _, block in FENCE.findall(text(path)) for line in block.splitlines()]
        for line in [*lines, *INLINE.findall(text(path))]:
            if line.removeprefix("$ ").startswith("evenhand "):
                yield line.removeprefix("$ ")


@pytest.fixture(scope="module")
def taught() -> Game:
    """The game that the guides take their examples from."""
    named = {word for line in commands() for word in line.split() if word in game_names()}
    assert len(named) == 1
    return load_game(named.pop())


@pytest.mark.parametrize("line", sorted(set(commands())))
def test_a_command_exists(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    command, *rest = shlex.split(line)[1:]
    assert main([command, "-h"]) == 0
    shown = capsys.readouterr().out
    assert {word for word in rest if word.startswith("-")} <= set(FLAG.findall(shown))
    if re.search(r"Usage: .* (GAME|RUN_DIR|FILE\.\.\.)$", shown.splitlines()[0]):
        assert rest, f"evenhand {command} needs an argument"


def test_the_table_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["-h"]) == 0
    listed = capsys.readouterr().out.partition("  -h, --help")[2]
    names = set(re.findall(r"^  ([a-z-]+)  +[A-Z]", listed, re.MULTILINE))
    told = set(re.findall(r"^\| `evenhand ([\w-]+)", text(ROOT / "README.md"), re.MULTILINE))
    assert told == names


@pytest.mark.parametrize("path", GUIDES, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    links = LINK.findall(text(path))
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_every_ability_is_understood(taught: Game) -> None:
    names = load_pool(taught.schema).names
    examples = [line for block in blocks("ability") for line in block.splitlines()]
    assert len(examples) > 20
    for example in examples:
        tree = parse(example, taught.schema.vocabulary, names)
        assert sentence(tree, taught.schema.vocabulary) == example


def test_every_phrase_is_understood(taught: Game) -> None:
    phrases = [line for block in blocks("phrase") for line in block.splitlines()]
    assert len(phrases) >= 5
    for phrase in phrases:
        assert parse(phrase, taught.schema.vocabulary)


def test_every_card_line_is_right(taught: Game, tmp_path: Path) -> None:
    files = [block for block in blocks("") if block.startswith("name,")]
    assert len(files) == 2
    for block in files:
        path = tmp_path / "cards.csv"
        path.write_text(block, encoding="utf-8")
        assert len(load_pool(taught.schema, path).cards) == len(block.splitlines()) - 1


def test_every_deck_line_names_a_card(taught: Game) -> None:
    pool = load_pool(taught.schema)
    lists = [block for block in blocks("") if re.search(r"^2 ", block, re.MULTILINE)]
    assert len(lists) == 2
    for block in lists:
        assert parse_deck_list(block, pool, "deck.txt")[0]


def test_every_bot_is_right(taught: Game) -> None:
    bots = [block for block in blocks("toml") if block.startswith("policy")]
    assert len(bots) == 4
    for block in bots:
        bot = read_bot(taught, "mine", "mine.toml", block)
        assert bot.weights or bot.never or bot.noise


def told_keys(heading: str) -> list[str]:
    """List the keys of the guide's table with a heading, as ``| `key` |``."""
    table = text(ROOT / "docs/project.md").partition(f"| {heading} |")[2].partition("\n\n")[0]
    found = re.findall(r"^\| `\[?(?:expect\.)?(\w+)\]?` \|", table, re.MULTILINE)
    return [key.strip() for key in found]


@pytest.mark.parametrize(
    ("heading", "model", "elsewhere"),
    [
        ("key", BalanceFile, {"expect", "check", "tune", "accept"}),
        ("key of `[expect]`", Expect, set()),
        ("key of `[expect.change]`", AllowedChanges, set()),
        ("key of `[check]`", Check, set()),
        ("key of `[tune]`", Tune, set()),
        ("key of `[[accept]]`", Accept, set()),
    ],
)
def test_every_key_of_a_balance_file_is_told(
    heading: str, model: type[BaseModel], elsewhere: set[str]
) -> None:
    assert told_keys(heading) == [name for name in model.model_fields if name not in elsewhere]


def test_the_defaults_of_a_balance_file_are_told() -> None:
    guide = text(ROOT / "docs/project.md").partition("| key of `[check]` |")[2]
    for name, field in Check.model_fields.items():
        row = re.search(rf"^\| `{name}` \|.*\| (.*) \|$", guide, re.MULTILINE)
        told = row[1].strip("`").replace(",", "") if row else ""
        shown = {None: "none", True: "true", False: "false"}.get(field.default, str(field.default))
        assert told == shown


def test_every_exception_is_right(taught: Game, tmp_path: Path) -> None:
    exceptions = [block for block in blocks("toml") if block.startswith("[[accept]]")]
    assert exceptions
    for block in exceptions:
        path = tmp_path / "balance.toml"
        path.write_text(f'game = "{taught.name}"\n{block}', encoding="utf-8")
        assert load_project(path, date(2030, 12, 31)).accepted


def scenarios() -> list[str]:
    found = [block for block in blocks("toml") if re.match(r"game = .*\ntitle = ", block)]
    return [block for block in found if block not in puzzles()]


def puzzles() -> list[str]:
    return [block for block in blocks("toml") if re.search(r"^accept = ", block, re.MULTILINE)]


def test_every_scenario_holds(tmp_path: Path) -> None:
    assert len(scenarios()) == 3
    for block in scenarios():
        path = tmp_path / "my_scenario.toml"
        path.write_text(block, encoding="utf-8")
        assert play_scenario(load_scenario(path)) == []


@pytest.mark.parametrize(
    ("right", "wrong", "stream", "code"),
    [("_damage = 150", "_damage = 140", "out", 1), ('"skill 1"', '"skill 3"', "err", 3)],
)
def test_a_scenario_fails_as_told(
    right: str,
    wrong: str,
    stream: str,
    code: int,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    content = scenarios()[0].replace(right, wrong)
    Path("my_scenario.toml").write_text(content, encoding="utf-8")
    assert main(["scenario", "my_scenario.toml"]) == code
    printed = getattr(capsys.readouterr(), stream)
    assert printed and printed in text(ROOT / "docs" / "scenarios.md")


def test_a_puzzle_is_solved_as_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (block,) = puzzles()
    monkeypatch.chdir(tmp_path)
    Path("my_puzzle.toml").write_text(block, encoding="utf-8")
    monkeypatch.setattr(Kernel, "__call__", lambda kernel, *given: kernel.py_func(*given))
    assert main(["bots", "--puzzles", "my_puzzle.toml", "--bots", "random,heuristic"]) == 0
    assert capsys.readouterr().out in text(ROOT / "docs" / "puzzles.md")


def test_every_key_of_a_puzzle_is_told() -> None:
    table = text(ROOT / "docs/puzzles.md").partition("## All keys")[2]
    keys = [row.partition("|")[0] for row in re.findall(r"^\| (`.*) \|$", table, re.MULTILINE)]
    assert set(re.findall(r"`(\w+)`", " ".join(keys))) == set(PuzzleFile.model_fields)
