"""The field of a folder: what it means, and every mistake in it with its place."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from evenhand.__main__ import main
from evenhand.analysis.data.run import Entrant
from evenhand.analysis.gate.measures import DeckSubject, Measure, Topic
from evenhand.analysis.tables.field_win_rates import Shares
from evenhand.decks.deck_list import sample_decks
from evenhand.decks.problems import InputError
from evenhand.gate.folder_expectations import load_project
from evenhand.reports.check.check_wording import name_measure
from evenhand.simulate.game import Game

TODAY = date(2026, 6, 1)


@pytest.fixture
def mine(game: Game, tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    assert main(["init", str(folder), "--game", game.name]) == 0
    return folder


@pytest.fixture
def field(mine: Path, game: Game) -> Callable[[str], Shares | None]:
    """Return a function that reads the field which a text states."""

    def read(text: str) -> Shares | None:
        begin = f'game = "{game.name}"\ncards = "cards.csv"\ndecks = "decks"\n'
        (mine / "balance.toml").write_text(begin + text, encoding="utf-8")
        return load_project(mine / "balance.toml", TODAY).bands.field

    return read


@pytest.fixture
def problems(field: Callable[[str], Shares | None], mine: Path) -> Callable[[str], list[str]]:
    """Return a function that reads a wrong field; its problems, without the folder."""

    def read(text: str) -> list[str]:
        with pytest.raises(InputError) as caught:
            field(text)
        return [str(problem).replace(f"{mine}/", "") for problem in caught.value.problems]

    return read


@pytest.fixture
def problem(problems: Callable[[str], list[str]]) -> Callable[[str], str]:
    """Return a function that reads a wrong field; its only problem, without the folder."""

    def read(text: str) -> str:
        (problem,) = problems(text)
        return problem

    return read


@pytest.fixture
def names(game: Game) -> list[str]:
    return list(sample_decks(game.schema))


def test_a_folder_without_a_field_has_none(field: Callable[[str], Shares | None]) -> None:
    assert field("") is None


def test_shares_by_deck(field: Callable[[str], Shares | None], names: list[str]) -> None:
    a, b = names[:2]
    assert field(f"[field]\n{a} = 0.75\n{b} = 0.25\n") == {a: 0.75, b: 0.25}
    assert field(f"[field]\n{a} = 1\n") == {a: 1}


def test_the_mix_of_the_metagame(field: Callable[[str], Shares | None]) -> None:
    assert field('field = "metagame"\n') == "metagame"


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_table_of_shares(
    field: Callable[[str], Shares | None], mine: Path, names: list[str], separator: str
) -> None:
    a, b, c = names[:3]
    half = '"0,5"' if separator == "," else "0,5"
    rows = [("Deck", "Share"), (a, half), (b, "30 %"), (c, "20%")]
    (mine / "field.csv").write_text("\n".join(map(separator.join, rows)), encoding="utf-8")
    assert field('field = "field.csv"\n') == pytest.approx({a: 0.5, b: 0.3, c: 0.2})


@pytest.mark.parametrize(
    ("shares", "expected"),
    [
        ("{a} = 0.5", "balance.toml:4: field: the shares of the field add up to 0.5, not 1 (0.5 "),
        ("{a}x = 1.0", "balance.toml:5: field.{a}x: there is no deck '{a}x' (did you mean '{a}'?)"),
        ("{a} = -1", "balance.toml:5: field.{a}: expected a share from 0 to 1, found -1"),
        ("{a} = 40", "found 40 (shares, not percent: 0.4 is 40 %)"),
        ('{a} = "half"', "balance.toml:5: field.{a}: expected a share such as 0.4, found 'half'"),
    ],
)
def test_what_is_no_share(
    problem: Callable[[str], str], names: list[str], shares: str, expected: str
) -> None:
    a = names[0]
    assert expected.format(a=a) in problem(f"[field]\n{shares.format(a=a)}\n")


def test_all_mistakes_are_told_at_once(
    problems: Callable[[str], list[str]], names: list[str]
) -> None:
    a, b = names[:2]
    total, name = problems(f"[field]\n{a}x = 0.75\n{b} = 0.4\n")
    assert f"there is no deck '{a}x'" in name
    assert "add up to 1.15, not 1 (0.15 is too much)" in total
    name, share = problems(f"[field]\n{a}x = 0.75\n{b} = 40\n")
    assert f"'{a}x'" in name and "found 40" in share


def test_all_mistakes_in_a_table_are_told_at_once(
    problems: Callable[[str], list[str]], mine: Path, names: list[str]
) -> None:
    a, b = names[:2]
    rows = ["deck;share", f"{a}x;0,75", f"{b};0,4"]
    (mine / "field.csv").write_text("\n".join(rows), encoding="utf-8")
    total, name = problems('field = "field.csv"\n')
    assert name.startswith("field.csv:2: column 'deck': there is no deck")
    assert "add up to 1.15, not 1" in total
    (mine / "field.csv").write_text(f"deck;share\n{a}x;some\n{b};1,5\n", encoding="utf-8")
    assert [text.partition(" column ")[2][:11] for text in problems('field = "field.csv"\n')] == [
        "'deck': the", "'share': ex", "'share': ex",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("field = 3\n", "expected shares of decks, found '3'"),
        ('field = "metagme"\n', "did you mean 'metagame'?"),
        ('field = "nothing.csv"\n', "nothing.csv"),
    ],
)
def test_what_is_no_field(problem: Callable[[str], str], text: str, expected: str) -> None:
    said = problem(text)
    assert said.startswith("balance.toml:4: field: ") and expected in said


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (["deck,share", "{a},0.5"], "field.csv: the shares of the field add up to 0.5"),
        (["deck,share", "{a},half"], "field.csv:2: column 'share': expected a share such as"),
        (["deck,share", "{a}x,1"], "field.csv:2: column 'deck': there is no deck '{a}x' (did"),
        (["deck,share", "{a},0.5", "{a},0.5"], "field.csv:3: column 'deck': '{a}' has a share"),
        (["deck,share", "{a},150 %"], "expected a share from 0 to 1, found 1.5"),
        (["deck,games", "{a},150"], "share"),
    ],
)
def test_what_is_wrong_in_a_table(
    problem: Callable[[str], str], mine: Path, names: list[str], rows: list[str], expected: str
) -> None:
    a = names[0]
    (mine / "field.csv").write_text("\n".join(rows).format(a=a), encoding="utf-8")
    assert expected.format(a=a) in problem('field = "field.csv"\n')


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[expect]\nfield_win_rate = [0.4, 0.6]\n", "field_win_rate: expected a field (state the"),
        ('field = "metagame"\n[expect]\nfield_win_rate = [0.4, 0.6]\n', "expected shares in [fi"),
        ('field = "metagame"\n[expect]\npolarity = [0, 0.2]\n', "expected shares in [field]"),
    ],
)
def test_bands_that_hang_on_another_field(
    problem: Callable[[str], str], text: str, expected: str
) -> None:
    assert expected in problem(text)


def test_bands_of_the_field(
    field: Callable[[str], Shares | None], mine: Path, names: list[str]
) -> None:
    a = names[0]
    accept = f'[[accept]]\nwhat = "field_win_rate {a}"\nreason = "new"\nuntil = 2030-01-01\n'
    bands = "[expect]\nfield_win_rate = [0.4, 0.6]\npolarity = [0, 0.2]\n"
    field(f"[field]\n{a} = 1\n{bands}{accept}")
    project = load_project(mine / "balance.toml", TODAY)
    topics = {measure.topic for measure in project.bands.by_measure}
    assert topics == {Topic.FIELD_WIN_RATE, Topic.POLARITY}
    measure = Measure(Topic.FIELD_WIN_RATE, DeckSubject(Entrant(a)))
    assert project.find_acceptance(measure) and name_measure(measure).endswith("in the field")
