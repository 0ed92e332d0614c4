"""The command `metagame`: what it says, where it looks, and what it refuses."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import evenhand
from evenhand.__main__ import main
from evenhand.analysis.data.run import Run
from evenhand.analysis.gate.run_bands import Bands, save_bands
from evenhand.commands.metagame import print_shares_by_bot
from evenhand.reports.metagame_wording import write_best_to_bring, write_bot_differences
from evenhand.run_summary import print_rates_by_bot, print_win_rates
from tests.fake_run import rewrite_run, write_fake_run

CARDS = [f"card {number}" for number in range(15)]
DECKS = ("rock", "paper", "scissors")
CIRCLE = {("rock", "paper"): 0.3, ("paper", "scissors"): 0.3, ("rock", "scissors"): 0.7}
LADDER = {"first": 2.0, "second": 0.6, "third": 0.0}


def write(folder: Path, strengths: dict[str, float] | None = None, **truth: object) -> Path:
    rates = CIRCLE if strengths is None else None
    strengths = strengths or dict.fromkeys(DECKS, 0.0)
    write_fake_run(folder, strengths, CARDS, **{"n_pairs": 400, "rates": rates, **truth})
    return folder


def test_a_circle_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["metagame", str(write(tmp_path / "run"))]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"Fake: 2,400 games with heuristic, {tmp_path / 'run'}\n")
    assert "If everyone knew these numbers, about 3" in said
    assert "and is more than noise (p < 0.001)" in said
    assert "Rock, paper, scissors: rock beats scissors 6" in said
    assert said.endswith(
        "This holds for heuristic and these 3 decks: a bot that plays better may say something "
        "else, and a further deck may change all of it.\n"
    )
    assert "Nobody" not in said and "Not known" not in said


def test_one_deck_above_all_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["metagame", str(write(tmp_path / "run", LADDER, seed=2))]) == 0
    said = capsys.readouterr().out
    assert "everyone would bring first." in said
    assert "Nobody would bring second and third: less than 1\N{NO-BREAK SPACE}% in any mix." in said
    assert "Strength alone may explain who beats whom: no cycle is more than noise (p = 0." in said


def test_decks_that_are_alike_are_not_told_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = write(tmp_path / "run", dict.fromkeys("ABCD", 0.0), n_pairs=50)
    assert main(["metagame", str(run)]) == 0
    said = capsys.readouterr().out
    assert "would bring is open: the games are too few" in said
    assert "Shares that are open: " in said


def test_json_has_all_of_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = write(tmp_path / "run")
    assert main(["metagame", str(run), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["game"], said["bot"], said["n_decks"], said["n_games"]) == (
        "fake", "heuristic", 3, 2_400,
    )  # fmt: skip
    table = evenhand.metagame(run).table
    assert [row["share"] for row in said["decks"]] == pytest.approx(table["share"].tolist())
    assert said["decks"][0].keys() == set(table.columns)
    assert [row["proven"] for row in said["cycles"]] == [True]
    assert evenhand.metagame(evenhand.load_run(run)).table.equals(table)


def test_the_newest_run_is_taken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["metagame"]) == 2
    assert "there is no run in runs/ here" in capsys.readouterr().err
    for number, name in enumerate(("b-2", "a-1", "c-3")):
        write(Path("runs", name), n_pairs=20)
        os.utime(Path("runs", name, "run.toml"), (1_000 - number, 1_000 - number))
    assert main(["metagame"]) == 0
    assert f"{Path('runs/b-2')}\n" in capsys.readouterr().out


def test_runs_in_which_two_bots_met_are_passed_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(Path("runs", "alone"), n_pairs=20)
    rewrite_run(write(Path("runs", "met"), n_pairs=20), let_two_bots_meet)
    os.utime(Path("runs", "alone", "run.toml"), (1, 1))
    assert main(["metagame"]) == 0
    assert f"{Path('runs/alone')}\n" in capsys.readouterr().out
    shutil.rmtree(Path("runs", "alone"))
    assert main(["metagame"]) == 2
    assert "in this run heuristic and novice met" in capsys.readouterr().err


def test_uneven_matchups_are_those_of_the_stated_field(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the field all play two decks, whose matchup is uneven: half of the games."""
    run = evenhand.load_run(write(tmp_path / "run", n_pairs=2_000))
    share = "50.0\N{NO-BREAK SPACE}% of games are in matchups outside 40"
    assert main(["metagame", str(run.folder)]) == 0
    said = capsys.readouterr().out
    assert "Where all decks are brought equally often, 100.0" in said and share not in said
    save_bands(run.folder, Bands({}, field={"rock": 0.5, "paper": 0.5}))
    assert main(["metagame", str(run.folder)]) == 0
    said = capsys.readouterr().out
    assert f"In the field of balance.toml, {share}" in said and "equally often" not in said
    assert f"In the field of balance.toml, {share}" in str(evenhand.metagame(run))
    assert main(["metagame", str(run.folder), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["field"] == {"rock": 0.5, "paper": 0.5}
    assert found["polarity"][0]["uneven_share"] == pytest.approx(0.5)
    save_bands(run.folder, Bands({}, field={"lizard": 1.0}))  # which was not played
    assert main(["metagame", str(run.folder)]) == 0
    assert "Where all decks are brought equally often, 100.0" in capsys.readouterr().out


def test_a_stated_field_has_a_table_by_bot(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lead = evenhand.load_run(write(tmp_path / "lead"))
    names = {bot["name"]: bot["name"] for bot in lead.info["bots"]}
    print_rates_by_bot(lead, [], names)
    assert "in the field" not in capsys.readouterr().out
    save_bands(lead.folder, Bands({}, field={"paper": 1.0}))
    print_rates_by_bot(lead, [], names)
    above, _, below = capsys.readouterr().out.partition("in the field ")
    rows = below.splitlines()
    decks, again = ([row.split()[0] for row in table if "%" in row] for table in
                    (above.splitlines(), rows))  # fmt: skip
    assert decks == again != sorted(decks)
    rates = evenhand.analysis.field_win_rates(lead, {"paper": 1.0}).set_index("deck")
    rock = next(row for row in rows if row.startswith("rock "))
    assert f"{100 * rates['field_win_rate']['rock']:.1f}" in rock


@pytest.mark.parametrize("print_table", [lambda run: main(["metagame", str(run.folder)]),
                                         print_win_rates])  # fmt: skip
def test_a_stated_field_has_a_column(
    print_table: Callable[[Run], object], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = evenhand.load_run(write(tmp_path / "run"))
    print_table(run)
    assert "in the field" not in capsys.readouterr().out
    save_bands(run.folder, Bands({}, field={"rock": 1.0}))
    print_table(run)
    said = capsys.readouterr().out
    assert "  in the field  " in said and "In the field: against the shares of decks of" in said
    rates = evenhand.analysis.field_win_rates(run, {"rock": 1.0}).set_index("deck")
    rock = next(line for line in said.splitlines() if line.startswith("rock "))
    assert rates["field_win_rate"]["rock"] == 0.5
    assert "50.0\N{NO-BREAK SPACE}% (50.0\N{EN DASH}50.0)" in rock
    save_bands(run.folder, Bands({}, field={"lost": 1.0}))
    print_table(run)
    assert "The field of balance.toml could not be counted: " in capsys.readouterr().out


def let_two_bots_meet(info: dict[str, Any]) -> None:
    info["bots"].append({"name": "novice", "policy": "heuristic", "sha256": ""})
    for matchup in info["matchups"]:
        matchup["bots"] = [0, 1]


@pytest.mark.parametrize(
    ("truth", "said"),
    [({"n_seats": 3}, "a metagame is of games for two: this run's are for 3")],
)
def test_what_has_none_is_refused(
    truth: dict[str, int], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["metagame", str(write(tmp_path / "run", LADDER, **truth))]) == 2
    assert said in capsys.readouterr().err


def test_bots_stand_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [("A", "weak", 1.0, False), ("B", "weak", 0.0, False),
            ("A", "strong", 0.25, True), ("B", "strong", 0.75, True)]  # fmt: skip
    frame = pd.DataFrame(rows, columns=["deck", "bot", "share", "differs"])
    frame = frame.assign(share_low=0.0, share_high=1.0)
    print_shares_by_bot(frame, frame[frame["bot"] == "strong"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["in", "the", "mix,", "%", "weak", "strong"]
    spread = "(0\N{EN DASH}100)"
    assert lines[1].split() == ["A", "100", spread, "25", "\N{BLACK STAR}", spread]


def test_what_is_best_to_bring_is_said_of_each_bot() -> None:
    rows = [("A", "weak", True, 1.0), ("B", "weak", False, 0.0), ("A", "mild", False, 0.5),
            ("B", "mild", False, 0.5), ("A", "strong", True, 0.25), ("B", "strong", True, 0.75),
            ("A", "wise", True, 1.0), ("B", "wise", False, 0.0)]  # fmt: skip
    frame = pd.DataFrame(rows, columns=["deck", "bot", "always", "share"]).assign(against_mix=0.5)
    (said,) = write_best_to_bring(frame)
    assert str(said) == "Best to bring: A with weak and wise; B and A with strong; open with mild."
    (said,) = write_best_to_bring(frame.assign(always=False))
    assert str(said) == "Which deck is best to bring is open with all of them."
    assert write_best_to_bring(frame[frame["bot"] == "weak"]) == []


def test_what_people_would_bring_is_said_of_each_further_bot() -> None:
    rows = [("A", "first", True, 0.996, 1.0), ("B", "first", False, 0.0, 0.004),
            ("A", "second", True, 0.1, 0.4), ("B", "second", True, 0.6, 0.9),
            ("A", "third", False, 0.0, 1.0), ("B", "third", False, 0.0, 1.0)]  # fmt: skip
    frame = pd.DataFrame(rows, columns=["deck", "bot", "always", "share_low", "share_high"])
    frame = frame.assign(share=frame["share_low"], against_mix=0.5, never=False, differs=False)
    said = [str(one).replace("\u00a0", " ") for one in write_bot_differences(frame, "first")]
    assert said == [
        "With second, about 60 % (60\N{EN DASH}90) would bring B and 10 % (10\N{EN DASH}40) A.",
        "With third, what people would bring is open: A (0\N{EN DASH}100 %) and "
        "B (0\N{EN DASH}100 %).",
        "No deck's share surely differs between first and another bot.",
    ]


def test_a_folder_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["metagame", "nope"]) == 2
    assert "nope is not a run: there is no such folder" in capsys.readouterr().err
