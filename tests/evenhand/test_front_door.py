"""The functions of `evenhand`: their signatures, what they refuse, and what they return."""

import inspect
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import chdir
from inspect import Parameter
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import evenhand
from evenhand import analysis
from evenhand.answer import Answer
from evenhand.decks.problems import UsageError
from evenhand.inputs.front_door_choices import Given, ask, list_defaults
from evenhand.inputs.request import Request
from evenhand.reports.wording import Name, make_sentence
from evenhand.simulate.game import Game
from tests.evenhand.conftest import called
from tests.evenhand.test_git import git

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs/results.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(
    r"```python\n(.*?)```", GUIDE.partition("## Questions from Python")[2].partition("\n## ")[0],
    re.DOTALL,
)  # fmt: skip
FUNCTIONS = [name for name in evenhand.__all__ if name != "Answer"]
ASKED = [name for name in FUNCTIONS if name not in ("deal", "load_run", "play", "report")]


def documented_names(function: Callable[..., Any]) -> list[str]:
    """Return the parameters that a docstring describes, in its order."""
    text = inspect.getdoc(function) or ""
    section = re.search(r"^Parameters\n-+\n(.*?)(?:\n\w+\n-+\n|\Z)", text, re.DOTALL | re.MULTILINE)
    heads = re.findall(r"^([\w, ]+?)(?: : .*)?$", section[1], re.MULTILINE) if section else []
    return [name for head in heads if not head.startswith(" ") for name in head.split(", ") if name]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_parameter_is_shown_typed_and_described(name: str) -> None:
    function = getattr(evenhand, name)
    parameters = inspect.signature(function).parameters.values()
    assert {one.kind for one in parameters} <= {
        Parameter.POSITIONAL_OR_KEYWORD,
        Parameter.KEYWORD_ONLY,
    }
    assert all(one.annotation is not one.empty for one in parameters)
    assert documented_names(function) == [one.name for one in parameters]


@pytest.mark.parametrize("name", ASKED)
def test_every_question_returns_an_answer(name: str) -> None:
    assert inspect.signature(getattr(evenhand, name)).return_annotation == "Answer"


def test_what_is_not_given_is_what_a_request_has() -> None:
    assert ask() == Request()
    shown = inspect.signature(evenhand.price).parameters
    assert {name: shown[name].default for name in list_defaults(Given)} == list_defaults(Given)


def test_one_name_may_stand_alone() -> None:
    asked = ask(decks="gale", bots=Path("mine.toml"))
    assert (asked.decks, asked.bots) == (("gale",), ("mine.toml",))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_keyword_that_is_not_there_is_an_error(name: str) -> None:
    with pytest.raises(TypeError, match=rf"{name}\(\) .*'gmae'"):
        function = getattr(evenhand, name)
        first, *_ = inspect.signature(function).parameters.values()
        function(*["x"] * (first.default is first.empty), gmae="x")


@pytest.mark.parametrize("name", ["break_", "compare", "impact", "price_all"])
def test_a_function_is_no_bot_of_a_question(name: str) -> None:
    def mine(seen: object, options: object) -> int:
        return 0

    with pytest.raises(UsageError, match=r"'mine' is a Python function \(only evenhand\.play"):
        getattr(evenhand, name)(game="divine_cross", bots=mine)


def test_an_old_name_says_what_it_is_called_now() -> None:
    with pytest.raises(AttributeError, match="'find_broken': it is called 'break_' now"):
        _ = evenhand.find_broken


def test_the_front_door_opens_quickly() -> None:
    program = "import sys, evenhand; print(*sys.modules)"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    loaded = done.stdout.split()
    assert {"numpy", "pandas", "polars", "numba", "typer"} & set(loaded) == set()
    assert len(loaded) < 150


# What is returned


@pytest.fixture
def answer() -> Answer:
    table = pd.DataFrame(
        {
            "card": ["<b>", "=1+1"],
            "effect": [0.5, float("nan")],
            "n_games": [4, 6],
            "cards": [{"Gale": 2}, {}],
        }
    )
    return Answer(
        table,
        (make_sentence("{card} wins.", card=Name("<b>")), "So does\x1b[31m it."),
        notes=("A.",),
    )


def test_it_is_read_on_a_terminal(answer: Answer) -> None:
    assert answer.summary == "<b> wins.\nSo does\\x1b[31m it."
    shown = str(answer)
    assert shown.startswith(answer.summary) and "=1+1" in shown and shown.endswith("\n\nA.")
    assert repr(answer) == shown and answer.outcome == ""


def test_a_notebook_shows_it_escaped(answer: Answer) -> None:
    shown = answer._repr_html_()
    assert "<strong>&lt;b&gt; wins.</strong>" in shown
    assert "<td>&lt;b&gt;</td><td>0.5000</td><td>4</td><td>Gale 2</td>" in shown
    assert "<b>" not in shown and "\x1b" not in shown


@pytest.mark.parametrize("ending", ["csv", "parquet", "json", "html"])
def test_it_is_saved_and_saved_again(answer: Answer, ending: str, tmp_path: Path) -> None:
    place = tmp_path / f"answer.{ending}"
    assert answer.save(place) == place
    first = place.read_bytes()
    assert answer.save(str(place)) == place
    assert place.read_bytes() == first


@pytest.mark.parametrize("ending", ["csv", "parquet", "json", "html"])
def test_an_empty_table_is_saved_too(ending: str, tmp_path: Path) -> None:
    answer = Answer(pd.DataFrame(columns=["card", "before"]), ("Nothing to change.",))
    assert answer.save(tmp_path / f"answer.{ending}").stat().st_size
    assert str(answer) == "Nothing to change."


def test_what_is_saved_holds_the_table(answer: Answer, tmp_path: Path) -> None:
    kept = pd.read_parquet(answer.save(tmp_path / "answer.parquet"))
    assert kept["effect"].equals(answer.table["effect"])
    lines = answer.save(tmp_path / "answer.csv").read_text(encoding="utf-8").splitlines()
    assert lines == ["card,effect,n_games,cards", "<b>,0.5,4,Gale 2", "'=1+1,,6,nothing"]
    said = json.loads(answer.save(tmp_path / "answer.json").read_text(encoding="utf-8"))
    assert said["summary"][0] == "<b> wins." and said["notes"] == ["A."]
    assert said["table"][0] == {"card": "<b>", "effect": 0.5, "n_games": 4, "cards": {"Gale": 2}}
    page = answer.save(tmp_path / "answer.html").read_text(encoding="utf-8")
    assert "<title>&lt;b&gt; wins.</title>" in page
    assert "default-src 'none'" in page


@pytest.mark.parametrize("ending", ["csv", "parquet", "json", "html"])
def test_what_evenhand_did_not_write_stays(answer: Answer, ending: str, tmp_path: Path) -> None:
    place = tmp_path / f"mine.{ending}"
    place.write_text("card,mine\n", encoding="utf-8")
    with pytest.raises(UsageError, match="evenhand did not write what is there"):
        answer.save(place)
    assert place.read_text(encoding="utf-8") == "card,mine\n"


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("answer.xlsx", r"another ending \(one of \.csv, \.parquet, \.json, \.html\)"),
        ("nowhere/answer.csv", "cannot write to .*nowhere.answer.csv"),
    ],
)
def test_a_place_that_cannot_be(answer: Answer, place: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=message):
        answer.save(tmp_path / place)


# The guide


@pytest.fixture(scope="module")
def taught(game: Game, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """Return the names that the guide's examples have made, in a small folder of two decks."""
    place = tmp_path_factory.mktemp("taught")
    assert called(["init", "my_cards", "--game", "divine_cross", "--no-git"], place).returncode == 0
    for path in (place / "my_cards/decks").iterdir():
        if path.stem not in ("cinder_rush", "tidal_raiders"):
            path.unlink()
    file = place / "my_cards/balance.toml"
    text = file.read_text(encoding="utf-8")
    text = re.sub(r"^bots = .*$", 'bots = ["random"]', text, flags=re.MULTILINE)
    file.write_text(text.replace("win_rate = [0.4, 0.6]", "win_rate = [0.1, 0.9]"), "utf-8")
    names: dict[str, Any] = {}
    for life in (250, 251):  # two states in git, hardly different
        cards = place / "my_cards/cards.csv"
        text = cards.read_text(encoding="utf-8")
        cards.write_text(re.sub(r"(Soot Sparrow,.*?,Unit),\d+", rf"\1,{life}", text), "utf-8")
        git(place, "init", "-q", "my_cards")
        git(place / "my_cards", "add", "--all")
        git(place / "my_cards", "commit", "-qm", str(life))
    with chdir(place):
        for example in EXAMPLES:
            exec(example, names)
        yield names


def test_the_examples_of_the_guide_run(taught: dict[str, Any]) -> None:
    assert len(EXAMPLES) == 3
    called_names = set(re.findall(r"evenhand\.(\w+)\(", "".join(EXAMPLES)))
    assert called_names == set(FUNCTIONS) - {"deal", "load_run"}
    assert Path("impact.csv").read_text(encoding="utf-8").startswith("deck,card,")
    assert {path.name for path in Path("found").iterdir()} and Path("prices.html").is_file()


def test_an_answer_has_what_the_command_says(taught: dict[str, Any]) -> None:
    run = taught["run"]
    done = called(["metagame", run.folder], Path())
    assert set(evenhand.metagame(run).summary.splitlines()) <= set(done.stdout.splitlines())
    checked = taught["checked"]
    assert len(checked.verdicts) == len(checked.table)
    assert checked.table["verdict"].tolist() == [one.outcome.value for one in checked.verdicts]
    assert all(one.band.low <= one.estimate <= one.band.high for one in checked.verdicts)
    assert taught["tuned"].summary.endswith("nothing to change.")
    assert checked.outcome == checked.table["verdict"].iloc[0]
    assert checked.pages[0].name == "check.html"
    changed = taught["changed"]
    assert changed.table["change"].tolist() == [0, 0] and changed.pages[0].is_file()
    priced = taught["priced"]
    assert list(priced.table["bot"].unique()) == list(priced.curves) == ["random", "learned"]


def test_two_runs_are_compared_as_they_are(taught: dict[str, Any]) -> None:
    run = taught["run"]
    answer = evenhand.compare(run, run.folder)
    assert answer.table["n_games"].tolist() == [2_000, 2_000]
    with pytest.raises(UsageError, match="--seed has no meaning for runs"):
        evenhand.compare(run, run, seed=2)


@pytest.mark.parametrize(
    ("ask_of_run", "table"),
    [
        (lambda run: evenhand.impact("Riptide", run=run, games=2_000), analysis.card_impact),
        (lambda run: evenhand.price_all(run=run.folder, games=4_000), analysis.card_prices),
    ],
)
def test_a_run_gets_the_table_into_its_report(
    ask_of_run: Callable[..., Answer], table: Callable[..., Any], taught: dict[str, Any]
) -> None:
    run = taught["run"]
    answer = ask_of_run(run)
    assert answer.pages == (Path(run.folder) / "report.html",)
    assert set(table(evenhand.load_run(run.folder))["card"]) == set(answer.table["card"])
    with pytest.raises(UsageError, match="the run says what is played"):
        evenhand.impact(run=run, decks="cinder_rush")
