"""A designer's ``balance.toml``: what it means, and every mistake in it at once."""

import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from evenhand.__main__ import main
from evenhand.analysis.data.run import Entrant
from evenhand.analysis.gate.measures import (
    CardSubject,
    DeckSubject,
    MatchupSubject,
    Measure,
    Topic,
)
from evenhand.analysis.statistics.bands import Band
from evenhand.decks.deck_list import list_deck_files, sample_decks
from evenhand.decks.pool import load_pool
from evenhand.decks.problems import InputError, UsageError
from evenhand.gate.folder_expectations import Project, load_project
from evenhand.inputs.folder import read_folder
from evenhand.simulate.game import Game

TODAY = date(2026, 6, 1)
Write = Callable[[str], Path]


def deck(name: str, bot: str = "") -> Measure:
    return Measure(Topic.WIN_RATE, DeckSubject(Entrant(name, bot)))


def duel(own: str, other: str, bots: tuple[str, str] = ("", "")) -> Measure:
    sides = Entrant(own, bots[0]), Entrant(other, bots[1])
    return Measure(Topic.MATCHUP, MatchupSubject(sides[0], sides[1:]))


def impact(card: str, deck: str = "") -> Measure:
    return Measure(Topic.CARD_IMPACT, CardSubject(card, deck))


def change(measure: Measure) -> Measure:
    return replace(measure, is_change=True)


@pytest.fixture
def mine(game: Game, tmp_path: Path) -> Path:
    """Return a folder of a designer's own, as `init` makes it."""
    folder = tmp_path / "mine"
    assert main(["init", str(folder), "--game", game.name]) == 0
    return folder


@pytest.fixture
def write(game: Game, mine: Path) -> Write:
    """Replace the folder's file; game, cards and decks are those of the folder."""

    def write_file(text: str) -> Path:
        begin = f'game = "{game.name}"\ncards = "cards.csv"\ndecks = "decks"\n'
        path = mine / "balance.toml"
        path.write_text(begin + text, encoding="utf-8")
        return path

    return write_file


@pytest.fixture
def project(write: Write) -> Callable[[str], Project]:
    return lambda text: load_project(write(text), TODAY)


@pytest.fixture
def problems(write: Write) -> Callable[[str], list[str]]:
    """Return the problems of a file's text, from the line behind the first three."""

    def found(text: str) -> list[str]:
        path = write(text)
        with pytest.raises(InputError) as caught:
            load_project(path, TODAY)
        return [str(problem).replace(f"{path}:", "") for problem in caught.value.problems]

    return found


@pytest.fixture
def names(game: Game) -> list[str]:
    return list(sample_decks(game.schema))


def test_bands_of_all_and_of_one(
    project: Callable[[str], Project], names: list[str], game: Game
) -> None:
    a, b, c = names[:3]
    card, other = load_pool(game.schema).labels[:2]
    mine = project(
        f"[expect]\nwin_rate = [0.4, 0.6]\nmatchup = [0.3, 0.7]\nturns = [5, inf]\n"
        f"card_impact = [-0.1, 0.1]\n[expect.decks]\n{a} = [0.45, 0.5]\n"
        f'[expect.matchups]\n"{a} vs {b}" = [0.25, 0.5]\n'
        f'[expect.cards]\n"{card.upper()}" = [0, 0.2]\n[expect.change]\nturns = [-2, 2]\n'
    )
    assert mine.bands.find(deck(a)) == Band(0.45, 0.5)
    assert mine.bands.find(deck(b)) == Band(0.4, 0.6)
    assert mine.bands.find(duel(a, b)) == Band(0.25, 0.5)
    assert mine.bands.find(duel(b, a)) == Band(0.5, 0.75)
    assert mine.bands.find(duel(a, c)) == Band(0.3, 0.7)
    assert mine.bands.find(impact(card)) == mine.bands.find(impact(card, a)) == Band(0, 0.2)
    assert mine.bands.find(impact(other)) == Band(-0.1, 0.1)
    assert mine.bands.find(Measure(Topic.TURNS)) == Band(5, float("inf"))
    assert mine.bands.find(change(Measure(Topic.TURNS))) == Band(-2, 2)
    assert mine.bands.find(Measure(Topic.DRAWS)) is None
    assert mine.bands.find(change(deck(a))) is None
    assert mine.notes == ()


def test_a_deck_in_each_bots_hands(project: Callable[[str], Project], names: list[str]) -> None:
    a, b = names[:2]
    mine = project(
        f'bots = ["random", "novice"]\n[expect.decks]\n"{a} (novice)" = [0.1, 0.2]\n'
        f'{a} = [0.4, 0.6]\n[expect.matchups]\n"{a} vs {b}" = [0.25, 0.5]\n'
        f'[[accept]]\nwhat = "win_rate {a}"\nreason = "so"\nuntil = 2026-06-01\n'
    )
    assert mine.bands.find(deck(a, "random")) == Band(0.4, 0.6)
    assert mine.bands.find(deck(a, "novice")) == Band(0.1, 0.2)
    assert mine.bands.find(duel(a, b, ("random", "novice"))) == Band(0.25, 0.5)
    assert mine.bands.find(duel(b, a, ("random", "novice"))) == Band(0.5, 0.75)
    assert mine.bands.find(deck(b)) is None
    assert mine.find_acceptance(deck(a, "random"))
    assert not mine.find_acceptance(deck(b))


def test_a_matchup_in_some_hands(project: Callable[[str], Project], names: list[str]) -> None:
    """The nearest band holds, from both sides; a deck in one bot's hands is no mirror of it."""
    a, b = names[:2]
    mine = project(
        'bots = ["random", "novice"]\n[expect]\nmatchup = [0.1, 0.9]\n[expect.matchups]\n'
        f'"{a} (novice) vs {b}" = [0.5, 0.75]\n"{a} (random) vs {a} (novice)" = [0.25, 0.5]\n'
    )
    assert mine.bands.find(duel(a, b, ("novice", "random"))) == Band(0.5, 0.75)
    assert mine.bands.find(duel(b, a, ("random", "novice"))) == Band(0.25, 0.5)
    assert mine.bands.find(duel(b, a, ("novice", "random"))) == Band(0.1, 0.9)
    assert mine.bands.find(duel(a, a, ("novice", "random"))) == Band(0.5, 0.75)


def test_exceptions(project: Callable[[str], Project], names: list[str]) -> None:
    a, b = names[:2]
    mine = project(
        f"[expect]\nmatchup = [0.4, 0.6]\ndraws = [0, 0.1]\n[expect.change]\nmatchup = [-1, 1]\n"
        f'[[accept]]\nwhat = "matchup {a} vs {b}"\nreason = "old"\nuntil = 2026-06-01\n'
        '[[accept]]\nwhat = "draws"\nreason = " so  be it "\nuntil = 2027-01-01\n'
        f'[[accept]]\nwhat = "change.matchup {a} vs {b}"\nreason = "new"\nuntil = 2027-01-01\n'
    )
    accepted = mine.find_acceptance(duel(b, a))
    assert accepted is not None
    assert (accepted.reason, accepted.until) == ("old", date(2026, 6, 1))
    assert mine.find_acceptance(duel(a, b)) == accepted
    assert mine.find_acceptance(duel(a, names[2])) is None
    assert mine.find_acceptance(Measure(Topic.DRAWS)).reason == "so be it"
    assert mine.find_acceptance(change(duel(b, a))).reason == "new"
    assert mine.find_acceptance(Measure(Topic.STALLS)) is None


def test_what_the_check_reads(project: Callable[[str], Project], mine: Path) -> None:
    plain = project("")
    assert (plain.check.level, plain.check.power, plain.check.sequential) == (0.95, 0.9, False)
    assert plain.baseline is None
    full = project('[check]\nlevel = 0.99\ngames = 500\nsequential = true\nbaseline = "b.json"')
    assert (full.check.level, full.check.games, full.check.sequential) == (0.99, 500, True)
    assert full.baseline == mine / "b.json"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("gmaes = 5", "4: gmaes: this key is not known (did you mean 'games'?)"),
        (
            "[expect]\nwinrate = [0, 1]",
            "5: expect.winrate: this key is not known (did you mean 'win_rate'?)",
        ),
        (
            "[expect.change]\ncard_impact = [0, 1]",
            "5: expect.change.card_impact: this key is not known "
            "(known here: win_rate, matchup, seat, first_player, draws, turns, stalls)",
        ),
        (
            "[expect]\nwin_rate = [0.6, 0.4]",
            "5: expect.win_rate: the band from 0.6 to 0.4 is empty (did you mean [0.4, 0.6]?)",
        ),
        (
            "[expect]\nstalls = [0, 0]",
            "5: expect.stalls: the band from 0 to 0 is empty (nothing fits into it)",
        ),
        (
            "[expect]\nwin_rate = [45, 55]",
            "5: expect.win_rate: expected a band inside 0 to 1, found 45 to 55 "
            "(shares, not percent: 0.45 is 45 %)",
        ),
        (
            "[expect]\nturns = [-1, 5]",
            "5: expect.turns: expected a band inside 0 to inf, found -1 to 5",
        ),
        (
            "[expect]\ndraws = 0.02",
            "5: expect.draws: expected a band such as [0.45, 0.55], found '0.02'",
        ),
        (
            "[expect]\ndraws = [0, nan]",
            "5: expect.draws: expected a band such as [0.45, 0.55], found '[0, nan]'",
        ),
        ("mode = 'no mode'", "4: mode: "),
        ("[options]\nturn_capp = 5", "5: options.turn_capp: there is no option"),
        ("[options]\nturn_cap = 0", "5: options.turn_cap: option turn_cap: expected"),
        ("[options]\nturn_cap = 1.5", "5: options.turn_cap: expected a whole number"),
        ("players = 99", "4: players: expected 2, found 99"),
        ("seed = -1", "4: seed: expected greater than or equal to 0, found '-1'"),
        ("games = '5'", "4: games: expected a valid integer, found '5'"),
        ("games = 5\nprecision = 1.0", "5: precision: 'games' is given, too"),
        ("precision = 0.001", "4: precision: expected 0.01 to 50 percentage"),
        ("bots = ['a.toml']", "4: bots[1]: there is no file, folder or sample 'a.toml'"),
        ("bots = ['heuristics']", "4: bots[1]: there is no file, folder or sample"),
        ("bots = ['random', 'novice', 'heuristic']", "4: bots: expected one bot or two"),
        (
            "[expect.decks]\nnobody = [0, 1]",
            "5: expect.decks.nobody: there is no deck 'nobody' (there are ",
        ),
        (
            "[expect.cards]\n'No One' = [0, 1]",
            "5: expect.cards.No One: no card is called 'No One'",
        ),
        (
            "[expect.matchups]\nnobody = [0, 1]",
            "5: expect.matchups.nobody: expected 'DECK vs DECK', found 'nobody'",
        ),
        (
            "[check]\nlevel = 1.0",
            "5: check.level: expected less than 1, found '1.0'",
        ),
        (
            "[[accept]]\nwhat = 'draws'\nuntil = 2027-01-01",
            "4: accept[1].reason: this key is missing",
        ),
        (
            "[[accept]]\nwhat = 'draws'\nreason = ' '\nuntil = 2027-01-01",
            "6: accept[1].reason: expected some words, found ''",
        ),
        (
            "[[accept]]\nwhat = 'draws'\nreason = 'so'\nuntil = '2027-01-01'",
            "7: accept[1].until: expected a day without quotes, such as 2030-12-31, "
            "found '2027-01-01'",
        ),
        (
            "[[accept]]\nwhat = 'draws'\nreason = 'so'\nuntil = 2026-05-31",
            "5: accept: this exception ended on 2026-05-31 (",
        ),
        (
            "[[accept]]\nwhat = 'draw'\nreason = 'so'\nuntil = 2027-01-01",
            "5: accept[1].what: 'draw' is not something that is checked (did you mean 'draws'?)",
        ),
        (
            "[[accept]]\nwhat = 'win_rate'\nreason = 'so'\nuntil = 2027-01-01",
            "5: accept[1].what: expected 'win_rate DECK', found 'win_rate'",
        ),
        (
            "[[accept]]\nwhat = 'draws of aggro'\nreason = 'so'\nuntil = 2027-01-01",
            "5: accept[1].what: expected 'draws', found 'draws of aggro'",
        ),
    ],
)
def test_a_mistake(text: str, said: str, problems: Callable[[str], list[str]]) -> None:
    (problem,) = problems(text)
    assert problem.startswith(said)


def test_near_names(problems: Callable[[str], list[str]], names: list[str], game: Game) -> None:
    a, b = names[:2]
    card = load_pool(game.schema).labels[0]
    found = problems(
        f'[expect.decks]\n{a}x = [0, 1]\n[expect.matchups]\n"{a} vs {b}x" = [0, 1]\n'
        f'[expect.cards]\n"{card}x" = [0, 1]\n'
    )
    assert [problem.partition(":")[0] for problem in found] == ["5", "7", "9"]
    for problem, name in zip(found, (a, b, card), strict=True):
        assert f"(did you mean '{name}'?)" in problem


def test_a_matchup_is_said_once_and_no_mirror(
    problems: Callable[[str], list[str]], names: list[str]
) -> None:
    a, b = names[:2]
    found = problems(
        f'[expect.matchups]\n"{a} vs {b}" = [0, 1]\n"{b} vs {a}" = [0, 1]\n"{a} vs {a}" = [0, 1]'
    )
    assert "this already has a band" in found[0]
    assert "a deck against itself" in found[1]
    assert len(found) == 2


def test_all_problems_of_all_files_at_once(
    problems: Callable[[str], list[str]], mine: Path, names: list[str]
) -> None:
    (mine / "decks" / f"{names[0]}.txt").write_text("3 Nobody\n")
    (mine / "bots" / "bad.toml").write_text("nose = 3\n")
    found = problems(
        "gmaes = 5\nbots = 'bots/bad.toml'\n[expect]\ndraws = [1, 0]\n"
        "[expect.decks]\nnobody = [0, 1]\n[expect.cards]\nnothing = [0, 1]\n"
        "[[accept]]\nwhat = 'nonsense'\nreason = 'so'\nuntil = 2020-01-01\n"
        "[[accept]]\nwhat = 'draws'\nreason = 'so'\nuntil = 2020-01-01\n"
    )
    where = [problem.rpartition("mine/")[2].split(": ")[0] for problem in found]
    assert where == ["4", "7", "9", "11", "13", "17", f"decks/{names[0]}.txt:1", "bots/bad.toml:1"]


def test_a_missing_file_is_said_once(problems: Callable[[str], list[str]], mine: Path) -> None:
    (mine / "cards.csv").rename(mine / "card.csv")
    (problem,) = problems("")
    assert "there is no file 'cards.csv' (did you mean 'card.csv'?)" in problem


@pytest.mark.skipif(sys.platform == "win32", reason="has no links in folders")
def test_what_editors_hide_in_a_folder_is_no_deck(mine: Path) -> None:
    decks = list_deck_files(mine / "decks")
    (mine / "decks/._moth.txt").write_bytes(b"\0")
    (mine / "decks/.moth.csv").write_bytes(b"count,name\n")
    (mine / "decks/.#moth.txt").symlink_to("somebody@somewhere.1:2")
    assert list_deck_files(mine / "decks") == decks


def test_an_empty_folder_of_decks(problems: Callable[[str], list[str]], mine: Path) -> None:
    for path in (mine / "decks").iterdir():
        path.unlink()
    (problem,) = problems("")
    assert problem.endswith("holds no deck files (*.txt, *.dck, *.dec, *.csv, *.tsv)")
    (mine / "decks" / "moth.cod").touch()
    (problem,) = problems("")
    assert "(passed over 1 file that is no deck list (1 .cod); a deck must be exported" in problem


def test_no_game_and_a_wrong_game(mine: Path, game: Game) -> None:
    path = mine / "balance.toml"
    for text, said in (
        ("games = 5\n", "game: this key is missing"),
        (f"game = '{game.name[:-1]}'", f"did you mean '{game.name}'?"),
        ("game = \n", "wrong TOML: "),
        ("games = 5\ngames = 6\n", "wrong TOML: this key is given twice"),
        ("[expect.decks]\n[expect.decks]\n", "the section [expect.decks] is given twice"),
    ):
        path.write_text(text)
        with pytest.raises(InputError) as caught:
            load_project(path)
        assert said in str(caught.value)


def test_nothing_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        load_project(tmp_path / "balance.toml")


def test_notes(project: Callable[[str], Project], mine: Path, names: list[str]) -> None:
    for name in names[1:]:
        (mine / "decks" / f"{name}.txt").unlink()
    pool = load_pool(read_folder(mine / "balance.toml").game.schema)
    text = (mine / "decks" / f"{names[0]}.txt").read_text()
    unplayed = next(name for name in pool.names if name not in text)
    notes = project(
        f"[expect.cards]\n'{unplayed}' = [0, 1]\n"
        "[[accept]]\nwhat = 'draws'\nreason = 'so'\nuntil = 2027-01-01\n"
    ).notes
    path = mine / "balance.toml"
    assert notes == (
        f"{path}:5: '{unplayed}' is in no deck, so nothing is checked",
        f"{path}:7: nothing is expected of this, so nothing is accepted",
    )


def test_exceptions_end_after_their_last_day(write: Write) -> None:
    path = write("[[accept]]\nwhat = 'draws'\nreason = 'so'\nuntil = 2026-06-01\n")
    load_project(path, date(2026, 6, 1))
    with pytest.raises(InputError, match="ended on 2026-06-01"):
        load_project(path, date(2026, 6, 2))
    with pytest.raises(InputError, match="ended on 2026-06-01"):
        load_project(path)  # these tests are run later than that


def test_an_ended_exception_stops_no_run(write: Write) -> None:
    path = write("[[accept]]\nwhat = 'draws'\nreason = 'so'\nuntil = 2020-01-01\n")
    assert read_folder(path).content.accept[0].until == date(2020, 1, 1)


def test_products_have_bands_in_sealed_modes(mine: Path, game: Game) -> None:
    for mode in game.schema.sealed_modes:
        path = mine / "balance.toml"
        path.write_text(f'game = "{game.name}"\nmode = "{mode}"\nproducts = "products"\n'
                        "[expect.decks]\nnobody = [0, 1]\n")  # fmt: skip
        with pytest.raises(InputError, match="there is no deck 'nobody'") as caught:
            load_project(path)
        assert len(caught.value.problems) == 1
