"""What a project names, or has links for, is not written to outside of it."""

import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from evenhand.__main__ import main
from evenhand.analysis.data.run import load_run
from evenhand.analysis.gate.run_bands import Bands, load_bands, save_bands
from evenhand.decks.problems import InputError
from evenhand.simulate.runs.claim import UNFINISHED
from evenhand.simulate.runs.seal import seal_files
from tests import fake_run
from tests.fake_run import rewrite_run, write_fake_run
from tests.simulate.test_places import contents

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of a designer's, in which the program is started, and files beside it."""
    assert main(["init", str(tmp_path / "p"), "--game", "divine_cross", "--no-git"]) == 0
    monkeypatch.chdir(tmp_path / "p")
    monkeypatch.delenv("CI", raising=False)
    (tmp_path / "beside").mkdir()
    (tmp_path / "beside/victim.txt").write_text("precious")
    return tmp_path / "p"


def name_baseline(place: str) -> Callable[[Path], None]:
    def change(project: Path) -> None:
        edit(project, "# baseline = ", f'baseline = "{place}" # ')

    return change


def edit(project: Path, old: str, new: str) -> None:
    balance = project / "balance.toml"
    text = balance.read_text()
    assert old in text
    balance.write_text(text.replace(old, new, 1))


def link_baseline(project: Path) -> None:
    name_baseline("baseline.json")(project)
    (project / "baseline.json").symlink_to("../beside/victim.txt")


def link_folder_of_baseline(project: Path) -> None:
    name_baseline("kept/baseline.json")(project)
    (project / "kept").symlink_to("../beside")


def name_curve(project: Path) -> None:
    name_baseline("baseline.json")(project)
    edit(project, 'curve = "curve.csv"', 'curve = "../beside/curve.csv"')
    (project.parent / "beside/curve.csv").write_bytes((project / "curve.csv").read_bytes())


def name_cards(project: Path) -> None:
    edit(project, 'cards = "cards.csv"', 'cards = "../beside/cards.csv"')
    (project / "cards.csv").rename(project.parent / "beside/cards.csv")


UPDATE = ["check", "--update-baseline", "--games", "30", "--jobs", "1"]
RUN = ["run", "--games", "30", "--jobs", "1"]
CASES = {
    "a baseline outside": (name_baseline("../beside/victim.txt"), UPDATE, "it is outside of"),
    "a link": (link_baseline, UPDATE, "it is a link (put a file in its place)"),
    "a NUL": (name_baseline("a\\u0000b"), UPDATE, "a NUL"),
    "a long name": (name_baseline("a" * 5_000), UPDATE, "cannot write to"),
    "a folder that is a link": (link_folder_of_baseline, UPDATE, "it is a link"),
    "a card file": (name_baseline("cards.csv"), UPDATE, "what is there is none (remove it, or"),
    "a curve outside": (name_curve, UPDATE, "curve.csv: it is outside of"),
    "cards outside": (name_cards, ["tune", "--apply"], "cards.csv: it is outside of"),
    "runs": (lambda p: (p / "runs").symlink_to("../beside"), RUN, "runs: it is a link (remove it"),
}  # fmt: skip


@pytest.mark.parametrize(("change", "command", "said"), CASES.values(), ids=CASES)
def test_no_place_outside_is_written_to(
    project: Path, change: Callable[[Path], None], command: list[str], said: str,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    change(project)
    before = contents(project.parent)
    assert main(command) == 2
    assert said in capsys.readouterr().err
    assert contents(project.parent) == before


def test_a_run_takes_no_folder_that_is_a_link(project: Path) -> None:
    (project / "runs").mkdir()
    (project / "runs/divine_cross-1").symlink_to("../../beside", target_is_directory=True)
    assert main([*RUN, "--quiet"]) == 0
    assert contents(project.parent / "beside") == {"victim.txt": b"precious"}
    assert (project / "runs/divine_cross-2/report.html").is_file()


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a run, and beside it a file of somebody's."""
    (tmp_path / "victim.txt").write_text("precious")
    made = fake_run.run_info

    def of_a_game(*told: Any) -> dict[str, Any]:
        info = made(*told)
        info["run"]["game"] = "divine_cross"
        return info

    monkeypatch.setattr(fake_run, "run_info", of_a_game)
    return write_fake_run(tmp_path / "run", {"rush": 0.4, "slow": 0.0}, ["Ash", "Elk"], 20)


SPELLS = "spells/external/divine_cross/divine_cross"
EXPORTS = {
    "export.csv": ["export"],
    "export.parquet": ["export", "--format", "parquet"],
    "spells": ["export", "--format", "spells"],
    "spells/external": ["export", "--format", "spells"],
    f"{SPELLS}_card.parquet": ["export", "--format", "spells"],
    f"{SPELLS}_PremierDraft_draft.parquet": ["export", "--format", "spells"],
    f"{SPELLS}_PremierDraft_game.parquet": ["export", "--format", "spells"],
    "figures/decks.svg": ["report", "--figures", "figures"],
    "figures/decks.png": ["report", "--figures", "figures"],
    "report.html": ["report"],
    "game-1.html": ["replay", "--game", "1", "--format", "html"],
}


def put_link(place: Path) -> None:
    place.symlink_to(
        next(up / "victim.txt" for up in place.parents if (up / "victim.txt").exists())
    )


def put_dangling_link(place: Path) -> None:
    place.symlink_to("nothing-there")


def put_pipe(place: Path) -> None:
    os.mkfifo(place)


def put_own_file(place: Path) -> None:
    place.write_text("mine")


@pytest.mark.parametrize("put", [put_link, put_dangling_link, put_pipe, put_own_file])
@pytest.mark.parametrize("place", [place for place in EXPORTS if not place.startswith("game")])
def test_what_is_in_the_place_of_an_export_is_left_alone(
    run: Path, place: str, put: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(run)
    (run / place).parent.mkdir(parents=True, exist_ok=True)
    put(run / place)
    what, *flags = EXPORTS[place]
    assert main([what, ".", *flags]) == 2
    assert "cannot write to" in capsys.readouterr().err
    left = os.lstat(run / place)
    assert stat.S_IFMT(left.st_mode) in (stat.S_IFLNK, stat.S_IFIFO, stat.S_IFREG)
    if put is put_own_file:
        assert (run / place).read_text() == "mine"
    assert not (run / "nothing-there").exists() and not (run.parent / "nothing-there").exists()
    assert (run.parent / "victim.txt").read_text() == "precious"


@pytest.mark.parametrize("place", ["export.csv", "export.parquet", "figures/decks.svg"])
def test_what_we_wrote_is_written_again(
    run: Path, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(run)
    what, *flags = EXPORTS[place]
    for _ in range(2):
        assert main([what, ".", *flags]) == 0
    assert (run / place).is_file()


def test_only_sums_that_spells_keeps_are_forgotten(run: Path) -> None:
    kept = run / "spells/cache/divine_cross"
    kept.mkdir(parents=True)
    for name in ("mine.parquet", f"{'0' * 32}.parquet"):
        (kept / name).write_text("x")
    assert main(["export", str(run), "--format", "spells"]) == 0
    assert [file.name for file in kept.iterdir()] == ["mine.parquet"]


@pytest.mark.parametrize("name", ["note.json", "lock"])
def test_a_pipe_in_the_place_of_a_note_is_not_waited_for(
    run: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (run / UNFINISHED).mkdir()
    os.mkfifo(run / UNFINISHED / name)
    assert main(["run", "--repair", str(run)]) in (2, 3)
    assert (run / UNFINISHED / name).is_fifo() or "not a game" in capsys.readouterr().err


CHANGES = {
    "units": lambda info: info["units"].clear(),
    "cards": lambda info: info["decks"][0].update(cards=[]),
    "card names": lambda info: [deck.update(cards=["Nope"]) for deck in info["decks"]],
    "deck names": lambda info: info["decks"][1].update(name=info["decks"][0]["name"]),
    "pairs": lambda info: (
        info["matchups"][0].update(pairs=10**13), info["run"].update(games=2 * 10**13)
    ),
    "parts": lambda info: (
        info["matchups"][0].update(pairs=10**8), info["run"].update(games=2 * 10**8)
    ),
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_run_file_that_was_made_up_is_refused(
    run: Path, change: Callable[[dict[str, Any]], object], capsys: pytest.CaptureFixture[str]
) -> None:
    rewrite_run(run, change)
    assert main(["report", str(run)]) == 3
    assert capsys.readouterr().err.count("\n") <= 4


def test_bands_that_were_changed_are_noticed(run: Path) -> None:
    save_bands(run, Bands({}, level=0.9))
    assert load_bands(load_run(run)) is not None
    file = run / "bands.toml"
    file.write_text(file.read_text().replace("level = 0.9", "level = 0.5"))
    seal_files(run, [file])
    with pytest.raises(InputError, match="it is not what the numbers were held against"):
        load_bands(load_run(run))


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"game": "nope"}, "there is no game 'nope'"),
        ({}, "inputs/cards.csv: no card follows the header"),
        (
            {"rules_version": 7},
            "run.toml: the run was played by version 7 of the rules of Divine Cross",
        ),
    ],
)
def test_a_report_says_why_it_shows_no_game(
    run: Path, said: dict[str, Any], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    rewrite_run(run, lambda info: info["run"].update(said))
    assert main(["report", str(run)]) == 0
    told = "The games of this run cannot be played again, and none is shown"
    assert f"{told}: {why}" in capsys.readouterr().err
    page = (run / "report.html").read_text()
    assert told in page
    assert "evenhand replay RUN_DIR --find" not in page
