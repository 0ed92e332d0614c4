"""The command `train`: its file, its errors, and what it never overwrites."""

import re
from pathlib import Path

import pytest
from filelock import FileLock

from evenhand.__main__ import main
from evenhand.commands import train as train_module
from evenhand.training import trainer as training
from evenhand.training.self_play import Strength

GAME = "last_light"
BRIEF = ("train", GAME, "--minutes", "0.01", "--decks", "moth,lamp")


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Learn from few decisions, in a folder of one's own."""
    monkeypatch.setattr(training, "DECISIONS", 3_000)
    monkeypatch.setattr(training, "BATCH", 1_000)
    monkeypatch.setattr(train_module, "FEWEST_ROUNDS", 1)
    monkeypatch.setattr(train_module, "LAST_PAIRS", 5)
    monkeypatch.chdir(tmp_path)


def test_a_player_is_written_and_plays(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(list(BRIEF)) == 0
    said = capsys.readouterr().out
    assert re.search(r"the rules of thumb: wins [\d.]+.% \(.*\) of \d+ games against heur", said)
    assert f"Report  {GAME}-training.html" in said
    names = sorted(path.name for path in Path().iterdir())
    assert names == [f"{GAME}-training.html", f"{GAME}.npz"]
    run = ["run", "--no-report", GAME, "--bots", f"{GAME}.npz,heuristic", "--games", "40"]
    assert main([*run, "--out", "played", "--jobs", "1"]) == 0
    assert Path("played/inputs/bots", f"{GAME}.npz").is_file()
    assert main(["replay", "played", "--game", "3"]) == 0
    run[4] = f"{GAME}.npz:4,{GAME}.npz"
    assert main([*run, "--out", "searched", "--jobs", "1"]) == 0
    kept = sorted(path.name for path in Path("searched/inputs/bots").iterdir())
    assert kept == [f"{GAME} 4.npz", f"{GAME}.npz"]
    assert main(["replay", "searched", "--game", "3"]) == 0
    assert f"{GAME}:4" in capsys.readouterr().out


def test_stronger_weights_stay(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(list(BRIEF)) == 0
    before = Path(f"{GAME}.npz").read_bytes()
    monkeypatch.setattr(
        training.Trainer, "measure_against", lambda self, former, pairs: Strength(0.4, 0.01, 90)
    )
    assert main([*BRIEF, "--seed", "2"]) == 0
    assert "Kept    last_light.npz: the new player is no stronger" in capsys.readouterr().out
    assert Path(f"{GAME}.npz").read_bytes() == before


def test_a_stopped_training_goes_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    played = training.Trainer.play_round

    def stop(trainer: training.Trainer) -> training.Round:
        if trainer.n_rounds == 1:
            raise KeyboardInterrupt
        return played(trainer)

    monkeypatch.setattr(training.Trainer, "play_round", stop)
    assert main([*BRIEF[:3], "1", *BRIEF[4:]]) == 130
    assert Path(f"{GAME}.training").is_file() and not Path(f"{GAME}.npz").exists()
    monkeypatch.setattr(training.Trainer, "play_round", played)
    assert main([*BRIEF, "--seed", "9"]) == 2  # other games
    assert "is of a training with other" in capsys.readouterr().err
    assert main(list(BRIEF)) == 0
    assert "Resuming a training" in capsys.readouterr().out
    assert not Path(f"{GAME}.training").exists()


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--minutes", "0"], "--minutes: expected up to 6,000, found 0"),
        (["--out", "there/x.npz"], "--out: there is no folder there"),
        (["--out", "x.txt"], "--out: expected a file ending in .npz, found x.txt"),
        (["--decks", "mist"], "there is no deck 'mist'"),
    ],
)
def test_a_mistake_is_one_message(
    flags: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", GAME, *flags]) == 2
    assert message in capsys.readouterr().err
    assert list(Path().iterdir()) == []


def test_two_trainings_of_one_file_do_not_meet(capsys: pytest.CaptureFixture[str]) -> None:
    with FileLock(f"{GAME}.npz.lock"):
        assert main(list(BRIEF)) == 2
    assert "another training is writing last_light.npz" in capsys.readouterr().err


def test_what_is_there_and_no_player_is_left_alone(capsys: pytest.CaptureFixture[str]) -> None:
    Path(f"{GAME}.npz").write_bytes(b"mine")
    assert main(list(BRIEF)) == 3
    assert "is damaged, or holds no learned weights" in capsys.readouterr().err
    assert Path(f"{GAME}.npz").read_bytes() == b"mine"
