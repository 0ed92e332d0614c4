"""The command `real` with sums of games: of matchups, of decks, and what may be wrong in them."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import evenhand
from evenhand.analysis.data.run import Run, load_run
from evenhand.analysis.tables.real_sums import compare_deck_sums, compare_with_people
from evenhand.decks.problems import InputError
from evenhand.inputs.real_games import read_real_games
from tests.evenhand.conftest import called
from tests.evenhand.test_real import write_results
from tests.fake_run import write_fake_run

CARDS = [f"card {number}" for number in range(15)]
DECKS = {"cinder_rush": 0.4, "tidal_wall": 0.0, "owl": -0.4}
NAMES = tuple(DECKS)
OF_DECKS = ["Deck,Games,Wins", "Cinder Rush,300,190", "tidal wall,300,150", "OWL,300,110"]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("real") / "run"
    return load_run(write_fake_run(folder, DECKS, CARDS, 200))


def read(run: Run, place: Path, lines: Sequence[str], **columns: str) -> Any:
    place.write_text("\n".join(lines), encoding="utf-8")
    return read_real_games(place, run, columns)


def rows_of(games: Any) -> list[list[object]]:
    return games.table[["deck", "opponent", "n_games", "score"]].to_numpy().tolist()


@pytest.mark.parametrize(
    ("head", "row", "score"),
    [
        ("Deck,Opponent,Games,Wins", "owl,cinder rush,100,40", 40),
        ("Deck A,Deck B,Matches,Wins of A", "owl,cinder rush,100,40", 40),
        ("Deck,Opponent deck,Wins,Losses", "owl,cinder rush,40,60", 40),
        ("Deck,Opponent deck,W,L,D", "owl,cinder rush,40,50,10", 45),
        ("Deck,Opponent,Games,Wins,Draws", "owl,cinder rush,100,40,10", 45),
        ("Deck,Opponent,Games,Wins,Draws", "owl,cinder rush,100,40,", 40),
        ("Deck,Opponent,Games,Wins,Losses", "owl,cinder rush,100,40,50", 45),
        ("Deck,Opponent,Games,Losses", "owl,cinder rush,100,60", 40),
        ("Deck,Opponent,Games,Win rate", "owl,cinder rush,100,40 %", 40),
        ("Deck,Opponent,Games,Win %", 'owl,cinder rush,100,"40,4"', 40.5),
        ("Deck,Opponent,Games,WR", "owl,cinder rush,100,0.4", 40),
        ("Deck,Opponent,Games,Won", "owl,cinder rush,100,40", 40),
        ("Deck,Opponent,Games,Wins,Win rate", "owl,cinder rush,100,40,41 %", 40),
        ("Deck,Opponent,Games,Wins", 'owl,cinder rush,"1,000",400', 400),
    ],
)
def test_matchups_are_summed_in_many_ways(
    head: str, row: str, score: float, run: Run, tmp_path: Path
) -> None:
    games = read(run, tmp_path / "f.csv", [head, row])
    n_games = 1_000 if "1,000" in row else 100
    assert rows_of(games) == [["owl", "cinder_rush", n_games, score]]
    assert not games.unusable


def test_sums_say_what_single_games_do(run: Run, tmp_path: Path) -> None:
    single = read_real_games(write_results(run, tmp_path / "single.csv"), run).table
    sums = single.groupby(["deck", "opponent"], as_index=False)[["n_games", "score"]].sum()
    lines = ["Deck A,Deck B,Games,Wins,Draws"]
    for row in sums.itertuples():
        wins = int(row.score)
        lines.append(f"{row.deck},{row.opponent},{row.n_games},{wins},{2 * (row.score - wins):.0f}")
    games = read(run, tmp_path / "sums.csv", lines)
    found = [compare_with_people(table, [run]) for table in (single, games.table)]
    tables = [one.table[one.table["kind"] != "first player"] for one in found]
    columns = ["deck", "opponent", "n_games", "real", "simulated", "p_value", "estimate"]
    assert tables[0][columns].equals(tables[1][columns])
    assert any("who began, nor who played" in text for text in games.notes)


def test_both_halves_of_a_matrix_count_once(run: Run, tmp_path: Path) -> None:
    lines = ["Deck,Opponent,Games,Wins", "owl,cinder_rush,100,40", "cinder_rush,owl,100,56",
             "owl,tidal_wall,50,20"]  # fmt: skip
    games = read(run, tmp_path / "f.csv", lines)
    assert sorted(rows_of(games)) == [
        ["cinder_rush", "owl", 100, 58],
        ["owl", "tidal_wall", 50, 20],
    ]
    assert any("1 matchup stands there from both sides" in text for text in games.notes)
    lines[2] = "cinder_rush,owl,70,56"  # of other games
    assert len(rows_of(read(run, tmp_path / "f.csv", lines))) == 3


def test_sums_of_decks_are_held_against_the_others_of_the_file(run: Run, tmp_path: Path) -> None:
    games = read(run, tmp_path / "f.csv", OF_DECKS)
    found = compare_deck_sums(games.table, [run])
    assert found.is_of_decks and found.bots.empty
    assert found.table["deck"].tolist() == list(NAMES)
    rates = evenhand.analysis.win_rates(run)
    assert found.table["simulated"].tolist() == pytest.approx(rates["win_rate"].tolist())
    assert found.table["real"].tolist() == pytest.approx([190 / 300, 0.5, 110 / 300])
    uneven = [OF_DECKS[0], "owl,900,300", "cinder_rush,100,60", "tidal_wall,0,0"]
    games = read(run, tmp_path / "f.csv", uneven)
    assert "there is no game in it" in games.unusable[0].message
    met = compare_deck_sums(games.table, [run]).table.set_index("deck")["simulated"]
    duel = evenhand.analysis.matchups(run).set_index(["deck", "opponent"])["win_rate"]
    assert met["cinder_rush"] == pytest.approx(duel["cinder_rush", "owl"])


def test_a_bot_is_wrong_about_a_deck_that_wins_otherwise(run: Run, tmp_path: Path) -> None:
    lines = [OF_DECKS[0], "cinder_rush,3000,1200", "tidal_wall,3000,1500", "owl,3000,1800"]
    (tmp_path / "f.csv").write_text("\n".join(lines), encoding="utf-8")
    answer = evenhand.real(tmp_path / "f.csv", run)
    assert answer.table.set_index("deck")["differs"].to_dict() == {
        "cinder_rush": True, "tidal_wall": False, "owl": True,
    }  # fmt: skip
    assert "does not say whom a deck met" in answer.summary
    assert "wrong about 2 decks" in answer.summary


def test_people_who_play_like_the_bot_differ_in_nothing(run: Run, tmp_path: Path) -> None:
    rng, false = np.random.default_rng(1), 0
    rates = evenhand.analysis.win_rates(run)["win_rate"]
    for _ in range(40):
        wins = rng.binomial(400, rates)
        lines = [OF_DECKS[0], *(f"{deck},400,{n}" for deck, n in zip(NAMES, wins, strict=True))]
        games = read(run, tmp_path / "f.csv", lines)
        false += compare_deck_sums(games.table, [run]).table["differs"].any()
    assert false <= 5


def test_the_words_of_the_terminal(run: Run, tmp_path: Path) -> None:
    (tmp_path / "f.csv").write_text("\n".join(OF_DECKS), encoding="utf-8")
    done = called(["real", "f.csv", run.folder], tmp_path)
    assert done.returncode == 0
    assert "900 games of people, each counted for its deck, beside" in done.stdout
    assert "who met whom, who began, nor who played" in done.stderr
    assert "matchup  " not in done.stdout and "nan" not in done.stdout
    said = json.loads(called(["real", "f.csv", run.folder, "--json"], tmp_path).stdout)
    assert said["bots"] == [] and len(said["rows"]) == 3 and said["slope"] is None


def test_decks_that_met_others_are_noted(run: Run, tmp_path: Path) -> None:
    assert not any("not half" in text for text in read(run, tmp_path / "f.csv", OF_DECKS).notes)
    lines = [OF_DECKS[0], "owl,100,70", "cinder_rush,100,60"]
    assert any("65.0" in text and "not half of them" in text
               for text in read(run, tmp_path / "f.csv", lines).notes)  # fmt: skip


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("owl,10,12,0", "column 'Wins': expected no more than its 10 games, found 12 wins"),
        ("owl,10,8,3", "expected no more than its 10 games, found 8 wins + 3 draws"),
        ("owl,10,-3,0", "column 'Wins': expected 0 games or more, found '-3'"),
        ("owl,10,5.5,0", "column 'Wins': expected a whole number of games, found '5.5' "
                         "(for win rates: --columns win_rate=Wins)"),
        ("owl,10,60%,0", "found '60%' (for win rates: --columns win_rate=Wins)"),
        ("owl,10,,0", "column 'Wins': expected a number of games, found nothing"),
        ("owl,many,5,0", "column 'Games': expected a whole number of games, found 'many'"),
        ("owl,99999999999,5,0", "expected at most 1,000,000,000 games"),
        ("owll,10,5,0", "the run has no deck 'owll' (did you mean 'owl'?)"),
    ],
)  # fmt: skip
def test_a_row_that_cannot_be_used_is_named(row: str, said: str, run: Run, tmp_path: Path) -> None:
    games = read(run, tmp_path / "f.csv", ["Deck,Games,Wins,Draws", "cinder_rush,9,4,0", row])
    assert len(games.table) == 1 and said in str(games.unusable[0])


def test_sums_that_do_not_add_up_are_named(run: Run, tmp_path: Path) -> None:
    head = "Deck,Games,Wins,Losses,Draws"
    games = read(run, tmp_path / "f.csv", [head, "owl,10,5,4,0", "owl,10,5,4,1"])
    assert "expected its 10 games, found 5 wins + 4 losses + 0 draws" in str(games.unusable[0])
    rates = read(run, tmp_path / "f.csv", ["Deck,Games,Win rate", "owl,10,120 %", "owl,10,50 %"])
    assert "expected 0 to 100 %, found '120 %'" in str(rates.unusable[0])


def test_percentages_for_wins_are_refused(run: Run, tmp_path: Path) -> None:
    lines = [OF_DECKS[0], "cinder_rush,500,58", "tidal_wall,520,50", "owl,480,41"]
    with pytest.raises(InputError, match=r"seem to be percentages.*--columns win_rate=Wins"):
        read(run, tmp_path / "f.csv", lines)
    games = read(run, tmp_path / "f.csv", lines, win_rate="Wins")
    assert games.table["score"].tolist() == [290, 260, 197]
    assert read(run, tmp_path / "f.csv", lines, wins="Wins").table["score"].tolist() == [58, 50, 41]


def test_a_row_for_each_game_is_read_as_before(run: Run, tmp_path: Path) -> None:
    lines = ["Deck,Opponent,Games,Won", "owl,cinder_rush,1,1", "owl,cinder_rush,1,0"]
    games = read(run, tmp_path / "f.csv", lines)
    assert games.table["score"].tolist() == [1, 0]
    assert any("winner from 'Won'; ignored 'Games'" in text for text in games.notes)


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ("Deck,Games", "expected a column for the opponent's deck and one for who won"),
        ("Games,Wins", "expected a column for a deck"),
        ("Deck,Wins", "expected a column for the opponent's deck and one for who won"),
    ],
)
def test_a_file_without_enough_columns_is_refused(
    head: str, said: str, run: Run, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=said):
        read(run, tmp_path / "f.csv", [head, "owl,10"])
