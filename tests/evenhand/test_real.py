"""The command `real`: files as people write them, and a bot's games as if people had played."""

import json
import os
import re
import shlex
import shutil
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
import xlsxwriter

import evenhand
from evenhand.analysis.data.run import Run, load_run
from evenhand.analysis.tables.real_sums import compare_with_people
from evenhand.analysis.tables.win_rates import matchups
from evenhand.decks.problems import InputError, UsageError
from evenhand.inputs.real_games import load_runs, read_real_games
from evenhand.reports.real_wording import write_bots
from tests.evenhand.conftest import called
from tests.fake_run import rewrite_run, write_fake_run

CARDS = [f"card {number}" for number in range(15)]
DECKS = ("cinder_rush", "tidal_wall", "élan_vital")
HEAD = "Player,Deck,Opponent,Opponent Deck,Result"
DRAWS = (
    "draw", "Tie", "0.5", "0,5", "½-½", "1/2-1/2", "0.5-0.5", "D", "Unentschieden", "égalité",
    "EGALITE", "empate", "pareggio", "Match nul",
)  # fmt: skip
BEGAN = {
    "1": 1, "Player 2": 0, "Spieler 1": 1, "joueur 2": 0, "1. Spieler": 1, "first": 1,
    "Zweiter": 0, "première": 1, "premiere": 1, "segundo": 0, "draw": 0, "?": None,
}  # fmt: skip


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("real") / "run"
    return load_run(write_fake_run(folder, dict.fromkeys(DECKS, 0.0), CARDS, 200))


def read(run: Run, place: Path, lines: Sequence[str], **columns: str) -> Any:
    place.write_text("\n".join(lines), encoding="utf-8")
    return read_real_games(place, run, columns)


@pytest.mark.parametrize(
    ("cell", "score"),
    [
        ("1", 1), ("2", 0), ("A", 1), ("b", 0), ("W", 1), ("loss", 0), ("Cinder Rush", 1),
        ("TIDAL-WALL", 0), ("Ann", 1), ("bob", 0), ("1-0", 1), ("0-1", 0), ("1.0", 1), ("True", 1),
        ("Spieler 1", 1), ("JOUEUR B", 0), ("Verloren", 0), ("victoire", 1),
        *((cell, 0.5) for cell in DRAWS),
    ],
)  # fmt: skip
def test_a_winner_is_written_in_many_ways(
    cell: str, score: float, run: Run, tmp_path: Path
) -> None:
    games = read(run, tmp_path / "f.csv", [HEAD, f'Ann,cinder rush,Bob,Tidal Wall,"{cell}"'])
    (row,) = games.table.itertuples()
    assert (row.deck, row.opponent, row.n_games, row.score) == (
        "cinder_rush",
        "tidal_wall",
        1,
        score,
    )


def test_a_match_of_three_is_three_games(run: Run, tmp_path: Path) -> None:
    lines = [HEAD, "Ann,cinder_rush,Bob,tidal_wall,2-1", "Ann,cinder_rush,Bob,tidal_wall,20-15"]
    games = read(run, tmp_path / "f.csv", lines)
    assert games.table[["n_games", "score"]].to_numpy().tolist() == [[3, 2]]
    assert "found '20-15'" in games.unusable[0].message
    assert any("1 row holds several games" in text for text in games.notes)


def test_separators_decimal_commas_and_unusual_headers(run: Run, tmp_path: Path) -> None:
    lines = [
        "Hero;Foe;Sieger;Began;Rating;Opp rating",
        "Elan Vital;CINDER RUSH;1;2;1512,5;1.600",
        "élan vital;tidal wall;0,5;x;;",
    ]
    games = read(run, tmp_path / "f.csv", lines, deck="Hero", opponent="Foe", winner="sieger")
    assert games.table["deck"].tolist() == ["élan_vital"] * 2
    assert games.table["score"].tolist() == [1, 0.5] and games.table["first"][0] == 0
    assert games.table[["rating", "opponent_rating"]].iloc[0].tolist() == [1512.5, 1600]
    assert "expected who began, found 'x'" in games.notes[-1]
    with pytest.raises(UsageError, match="did you mean 'Hero'"):
        read(run, tmp_path / "f.csv", lines, deck="Heroo")


def test_the_winners_deck_and_the_losers(run: Run, tmp_path: Path) -> None:
    games = read(run, tmp_path / "f.csv", ["Losing deck,Winning deck", "cinder_rush,tidal_wall"])
    assert games.table.iloc[0][["deck", "score"]].tolist() == ["tidal_wall", 1]


def test_a_spreadsheet_is_read(run: Run, tmp_path: Path) -> None:
    with xlsxwriter.Workbook(tmp_path / "f.xlsx") as book:
        sheet = book.add_worksheet()
        for row, cells in enumerate([HEAD.split(","), ["A", DECKS[0], "B", DECKS[1], 1]]):
            sheet.write_row(row, 0, cells)
    assert read_real_games(tmp_path / "f.xlsx", run).table["score"].tolist() == [1]


def test_every_row_that_cannot_be_used_is_named(run: Run, tmp_path: Path) -> None:
    good, bad = "A,cinder_rush,B,tidal_wall,1", "A,cinder_rsh,B,tidal_wall,1"
    lines = [HEAD, good, *[bad] * 7, "A,,B,tidal_wall,1", "A,cinder_rush,B,tidal_wall,0", good,
             "A,cinder_rush,B,tidal_wall,2"]  # fmt: skip
    games = read(run, tmp_path / "f.csv", lines)
    assert len(games.table) == 3 and [one.line for one in games.unusable] == list(range(3, 12))
    said = "\n".join(games.notes)
    assert "9 of 12 rows could not be used" in said
    assert "line 3, 4, 5, 6, 7 and 2 more: column 'Deck': the run has no deck 'cinder_rsh' "\
           "(did you mean 'cinder_rush'?)" in said  # fmt: skip
    assert "expected who won, found '0', beside 2 (write 'draw'" in said


@pytest.mark.parametrize(("cell", "first"), BEGAN.items())
def test_who_began_is_written_in_many_ways(
    cell: str, first: int | None, run: Run, tmp_path: Path
) -> None:
    lines = [f"{HEAD},Who began", f"Ann,cinder rush,Bob,Tidal Wall,1,{cell}"]
    games = read(run, tmp_path / "f.csv", lines)
    assert games.table["n_games"].tolist() == [1]
    if first is None:
        assert np.isnan(games.table["first"][0])
        said = "f.csv:2: column 'Who began': expected who began, found '?' (write 1 or 2, a deck "
        assert said in games.notes[-1]
    else:
        assert games.table["first"].tolist() == [first]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("A,cinder_rush,B,tidal_wall,Elan Vital",
         "expected who won, cinder_rush or tidal_wall, found 'Elan Vital', a deck that is not in"),
        ("A,cinder_rush,B,tidal_wall,tidal_wal", r"\(did you mean 'tidal_wall'\?\)"),
        ("Ann,cinder_rush,Bob,tidal_wall,Annn", r"\(did you mean 'Ann'\?\)"),
        ("A,cinder_rush,B,cinder_rush,cinder rush", "expected which of two won, .* both played"),
    ],
)  # fmt: skip
def test_a_winner_who_is_on_neither_side_is_named(
    row: str, said: str, run: Run, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=said):
        read(run, tmp_path / "f.csv", [HEAD, row])


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("Deck,Opponent,Result\nnone,nothing,1\n", "no result that can be used"),
        ("Deck,Result\ncinder_rush,1\n", "expected a column for the opponent's deck, found Deck"),
        ("Deck,Opponent\ncinder_rush,1\n", "expected a column for who won"),
        (
            "Deck von Spieler 1,Deck von Spieler 2,Wer hat zuletzt gewonnen?\ncinder_rush,1,2\n",
            r"found Deck von Spieler 1, Deck von Spieler 2, Wer hat zuletzt gewonnen\? \(",
        ),
        (",".join(f"header {n}" for n in range(30)), "header 19 and 10 more"),
        (f"{HEAD}\n", "no result that can be used"),
        (b"Deck,Opponent,Result\ncinder_rush,\xe9lan_vital,1\n", "save it as 'CSV UTF-8'"),
    ],
)
def test_bad_files_are_refused(content: str | bytes, said: str, run: Run, tmp_path: Path) -> None:
    place = tmp_path / "f.csv"
    place.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(InputError, match=said):
        read_real_games(place, run)
    assert called(["real", place, run.folder], tmp_path).returncode == 3


def write_results(run: Run, place: Path) -> Path:
    """Write a run's games as people would keep them."""
    games = run.games.select("deck_0", "deck_1", "winner", "first").collect()
    names = np.array(run.deck_names)
    table = pl.DataFrame({
        "Deck A": names[games["deck_0"]], "Deck B": names[games["deck_1"]],
        "Winner": np.array(["A", "B", "draw"])[games["winner"]],
        "On the play": np.array(["A", "B"])[games["first"]],
    })  # fmt: skip
    table.write_csv(place)
    return place


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(("divine_cross", 4_000, 30_000), marks=pytest.mark.slow),
        ("divinity", 1_500, 3_000),
    ],
    ids=lambda param: param[0],
)
def novice(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, Path]:
    """A file of games that `novice` played, and a run that a panel played."""
    game, n_real, n_games = request.param
    place = tmp_path_factory.mktemp("novice")
    people = evenhand.play(game, bots="novice", games=n_real, seed=102, out=place / "people")
    evenhand.play(game, bots=["panel", "heuristic", "novice", "random"], games=n_games,
                  out=place / "run")  # fmt: skip
    return write_results(people, place / "people.csv"), place / "run"


def test_the_bot_that_played_is_the_nearest(novice: tuple[Path, Path], tmp_path: Path) -> None:
    file, run = novice
    answer = evenhand.real(file, run)
    assert answer.real is not None and answer.real.bots["bot"].tolist()[0] == "novice"
    assert answer.real.bots["is_farther"].tolist() == [False, True, True]
    assert "novice is the bot nearest to people" in answer.summary
    assert "may be nearer" not in answer.summary
    assert "play more like novice than like heuristic" in answer.summary
    assert not evenhand.real(file, run / "panel/novice").table["differs"].any()
    done = called(["real", file, run, "--out", "rows.csv"], tmp_path)
    assert done.returncode == 0 and answer.summary in done.stdout
    assert f"Next    evenhand real {file} {run / 'panel/novice'}" in done.stdout
    assert len(pl.read_csv(tmp_path / "rows.csv")) == len(answer.table) == 22
    said = json.loads(called(["real", file, run, "--json"], tmp_path).stdout)
    assert said["bots"][0]["bot"] == "novice" and said["n_games"] == pl.read_csv(file).height


def test_few_games_say_little_and_say_so(run: Run, tmp_path: Path) -> None:
    place = write_results(run, tmp_path / "all.csv")
    lines = place.read_text(encoding="utf-8").splitlines()
    place.write_text("\n".join([lines[0], *lines[1::40]]), encoding="utf-8")
    done = called(["real", place, run.folder], tmp_path)
    assert "nothing speaks against heuristic yet" in done.stdout
    assert re.search("about [0-9,]+ games of people in each matchup to know", done.stdout)
    assert re.search(r"Next    evenhand run fake --seed 1 --games \d+\n$", done.stdout)


def play_another_mode(info: dict[str, Any]) -> None:
    info["run"]["mode"] = "other"


def test_the_newest_run_of_several_bots_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless another game or mode was played since."""
    monkeypatch.chdir(tmp_path)

    def write(place: Path, age: int = 0) -> None:
        write_fake_run(place, dict.fromkeys(DECKS, 0.0), CARDS, 20)
        os.utime(place / "run.toml", (1_000 - age, 1_000 - age))

    def find(*places: str | Path) -> tuple[Path, str]:
        (found,), notes = load_runs(places)
        return found.folder, " ".join(notes)

    for age, name in enumerate(("newest", "panel", "oldest")):
        write(Path("runs", name), age)
    assert find() == (Path("runs/newest"), "")
    for name in ("panel", "oldest"):
        write(Path("runs", name, "panel", "novice"))
    taken, said = find()
    assert taken == Path("runs/panel") and "runs/newest is newer, but of one bot" in said
    assert find(tmp_path)[0] == tmp_path / "runs/panel"
    assert find("runs/newest") == (Path("runs/newest"), "")
    rewrite_run(Path("runs/newest"), play_another_mode)
    assert find() == (Path("runs/newest"), "")


def test_a_run_of_other_cards_than_the_folder_has_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, file = tmp_path / "mine", tmp_path / "f.csv"
    assert called(["init", folder, "--game", "last_light", "--no-git"], tmp_path).returncode == 0
    played = called(["run", "--games", "120", "--bots", "panel,heuristic,random"], folder)
    assert played.returncode == 0, played.stderr
    file.write_text(f"{HEAD}\nAnn,moth,Bob,lamp,1\n", encoding="utf-8")
    told = "runs/last_light-1, of other cards than the folder has now\n"

    def ask() -> str:
        return called(["real", file], folder).stdout.replace(os.sep, "/")

    assert "runs/last_light-1\n" in ask()
    cards = folder / "cards.csv"
    before = cards.read_text("utf-8")
    cards.write_text(before + "\n", encoding="utf-8")
    assert told in ask()
    played = called(["run", "--games", "120", "--bots", "panel,heuristic,random"], folder)
    assert played.returncode == 0, played.stderr
    assert "runs/last_light-2\n" in ask()
    cards.write_text(before, encoding="utf-8")
    assert "runs/last_light-1\n" in ask()  # of the cards as they are, though older
    shutil.rmtree(folder / "runs/last_light-2")
    cards.write_text(before + "\n", encoding="utf-8")
    monkeypatch.chdir(folder)
    member = Path("runs/last_light-1/panel/random")
    for run in (None, member):
        answer = evenhand.real(file, run)
        assert any("of other cards than" in text for text in answer.notes)


def make_between(runs: Sequence[Run], n_games: int) -> pd.DataFrame:
    """Return games of people who play half-way between two bots."""
    frames = [matchups(run).query("deck < opponent").reset_index() for run in runs]
    rate = (frames[0]["win_rate"] + frames[1]["win_rate"]) / 2
    unknown = dict.fromkeys(("first", "rating", "opponent_rating"), np.nan)
    games = frames[0][["deck", "opponent"]].assign(n_games=n_games, score=rate * n_games)
    return games.assign(**unknown)


def test_games_that_would_tell_are_more_than_there_are(run: Run, tmp_path: Path) -> None:
    strengths = dict(zip(DECKS, (0.4, 0.0, -0.4), strict=True))
    other = load_run(write_fake_run(tmp_path / "other", strengths, CARDS, 2_000, seed=3))
    even = load_run(write_fake_run(tmp_path / "even", dict.fromkeys(DECKS, 0.0), CARDS, 2_000))
    for n_games in (30, 100, 300, 1_000, 30_000):
        results = compare_with_people(make_between([even, other], n_games), [even, other])
        said = str(write_bots(results))
        assert "cannot be told yet" in said
        needed = re.search(r"about ([\d,]+) games of people would", said)
        if n_games > 300:
            assert "so they may lie between these bots" in said
        elif n_games < 100:
            assert needed and int(needed[1].replace(",", "")) > 3 * n_games
    for people, is_alike in ((even, True), (other, False)):
        results = compare_with_people(make_between([people, people], 3_000), [even])
        assert ("may be nearer" in str(write_bots(results))) != is_alike


def test_how_many_matchups_people_played_is_said(run: Run, tmp_path: Path) -> None:
    place = tmp_path / "f.csv"
    place.write_text(f"{HEAD}\nA,cinder_rush,B,tidal_wall,1\n", encoding="utf-8")
    answer = evenhand.real(place, run)
    assert "The file covers 1 of 3 matchups of the run, and 2 of 3 decks." in answer.summary
    whole = evenhand.real(write_results(run, tmp_path / "all.csv"), run)
    assert "covers 3 of 3 matchups of the run, and 3 of 3 decks." in whole.summary


def write_sums(place: Path, n_games: int, rates: Sequence[float] = (0.5, 0.5, 0.5)) -> Path:
    """Write a file of sums for each two decks, of which the first wins as often as is said."""
    pairs = list(combinations(DECKS, 2))
    rows = [
        f"{a},{b},{n_games},{rate * n_games:.0f}" for (a, b), rate in zip(pairs, rates, strict=True)
    ]
    place.write_text("\n".join(["Deck A,Deck B,Games,Wins of A", *rows]), encoding="utf-8")
    return place


@pytest.mark.parametrize(
    ("n_pairs", "n_games", "said", "command"),
    [
        (100, 5_000, "its own 600 games are too few; it takes about N of them to know it",
         "run fake --seed 1 --games"),
        (100, 200, "about N of them and about 440 games of people in each matchup",
         "run fake --seed 1 --games"),
        (5_000, 200, "it takes about 400 games of people in each matchup to know", "real"),
    ],
)  # fmt: skip
def test_whose_games_are_too_few_is_said(
    n_pairs: int, n_games: int, said: str, command: str, tmp_path: Path
) -> None:
    few = load_run(write_fake_run(tmp_path / "run", dict.fromkeys(DECKS, 0.0), CARDS, n_pairs))
    shown = called(["real", write_sums(tmp_path / "f.csv", n_games), few.folder], tmp_path).stdout
    told = re.sub("about [0-9,]+ of them", "about N of them", shown)
    assert said in told and f"Next    evenhand {command}" in shown
    if n_pairs == 100:
        (games,) = re.findall("about ([0-9,]+) of them", shown)
        least = 6_000 if n_games == 200 else 1_400  # 1.67, or 3.5 points, where 600 leave 6
        assert least < int(games.replace(",", "")) < 2 * least
        assert shown.endswith(f"--games {games.replace(',', '')}\n")


def test_the_same_file_is_read_with_the_same_headers_again(tmp_path: Path) -> None:
    run = load_run(write_fake_run(tmp_path / "run", dict.fromkeys(DECKS, 0.0), CARDS, 5_000))
    file = write_sums(tmp_path / "f.csv", 200)
    file.write_text(file.read_text("utf-8").replace("Deck A", "Deck von uns"), encoding="utf-8")
    columns = ["--columns", "deck=Deck von uns", "--columns", "opponent=Deck B,wins=Wins of A"]
    done = called(["real", file, run.folder, *columns, "--out", "rows.csv"], tmp_path)
    assert done.returncode == 0, done.stderr
    *_, said = done.stdout.splitlines()
    assert shlex.split(said) == ["Next", "evenhand", "real", str(file), str(run.folder), *columns]


def test_a_bot_that_is_ruled_out_is_named(run: Run, tmp_path: Path) -> None:
    even = load_run(write_fake_run(tmp_path / "b", dict.fromkeys(DECKS, 0.0), CARDS, 2_000, seed=9))
    strengths = dict(zip(DECKS, (0.9, 0.0, -0.5), strict=True))
    far = load_run(write_fake_run(tmp_path / "far", strengths, CARDS, 2_000))
    file = write_sums(tmp_path / "f.csv", 300)
    said = evenhand.real(file, [run, even, far]).summary
    assert "nearest to people cannot be told yet" in said
    assert re.search(rf"Ruled out, as surely farther: heuristic \({far.folder}\) \d+\.\d", said)
    assert "Ruled out" not in evenhand.real(file, [run, even]).summary


def test_what_an_edge_means_is_left_out_where_games_say_nothing(tmp_path: Path) -> None:
    strengths = dict(zip(DECKS, (0.4, 0.0, -0.4), strict=True))
    sure = load_run(write_fake_run(tmp_path / "run", strengths, CARDS, 2_000))
    (tmp_path / "f.csv").write_text(f"{HEAD}\nA,{DECKS[0]},B,{DECKS[1]},1\n", encoding="utf-8")
    said = evenhand.real(tmp_path / "f.csv", sure).summary
    assert "is left out: after 1 game it may be anything from " in said
    assert "Where heuristic wins 60 %" not in said
    many = write_sums(tmp_path / "f.csv", 2_000, (0.6, 0.7, 0.6))
    assert "Where heuristic wins 60 %, people win" in evenhand.real(many, sure).summary


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--out", "x.pdf"], "there is no format 'pdf'"),
        (["--columns", "deck"], "expected COLUMN=HEADER, found 'deck'"),
        (["--columns", "dekc=Deck A"], "there is no column 'dekc' (did you mean 'deck'?)"),
    ],
)
def test_wrong_flags_are_refused(flags: list[str], said: str, run: Run, tmp_path: Path) -> None:
    place = write_results(run, tmp_path / "all.csv")
    done = called(["real", place, run.folder, *flags], tmp_path)
    assert done.returncode == 2 and said in done.stderr


def test_a_name_that_two_decks_have_is_not_guessed(tmp_path: Path) -> None:
    decks = dict.fromkeys(("red_fox", "red fox", "owl"), 0.0)
    run = load_run(write_fake_run(tmp_path / "run", decks, CARDS, 20))
    lines = ["Deck,Opponent,Result", "Red-Fox,owl,1", "owl,owl,1"]
    games = read(run, tmp_path / "f.csv", lines)
    assert games.unusable[0].message == "'Red-Fox' may be red fox or red_fox"
    assert any("1 row is of a deck against itself" in text for text in games.notes)
    assert called(["real", tmp_path / "f.csv", run.folder], tmp_path).returncode == 2
