"""What a project names, or has links for, is not written to outside of it."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from evenhand.__main__ import main
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
