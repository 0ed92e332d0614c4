"""The pages of games beside a report: where they may be written, and which are removed."""

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from evenhand.__main__ import main
from evenhand.reports.game_pages import GENERATOR, REPLAYS
from evenhand.reports.page import BEGINNING

GAME_PAGES = 1
MARK = f'<meta name="generator" content="{GENERATOR}">'


def pages_of(place: Path) -> set[str]:
    return {path.name for path in (place / REPLAYS).iterdir()}


def write(run: Path, place: Path, name: str) -> str:
    """Write a report of a run, and return its page."""
    assert main(["report", str(run), "--out", str(place / name)]) == 0
    return (place / name).read_text(encoding="utf-8")


def test_a_report_knows_its_pages(run_folder: Path, tmp_path: Path) -> None:
    write(run_folder, tmp_path, "report.html")
    for path in (tmp_path / REPLAYS).iterdir():
        assert MARK.encode() in path.read_bytes()[:BEGINNING]


def test_two_reports_in_one_folder_have_pages_of_their_own(
    run_folder: Path, tmp_path: Path
) -> None:
    for name in ("report.html", "a.html", "b #1.html"):
        assert "replays/" in write(run_folder, tmp_path, name)
    found = pages_of(tmp_path)
    of_report = {name for name in found if name.startswith("game-")}
    assert found == {*of_report, *(start + name for name in of_report for start in ("a-", "b #1-"))}
    assert 'href="replays/b%20%231-game-' in (tmp_path / "b #1.html").read_text(encoding="utf-8")


def test_pages_of_before_are_removed_and_nothing_else(run_folder: Path, tmp_path: Path) -> None:
    write(run_folder, tmp_path, "report.html")
    wanted, room = pages_of(tmp_path), tmp_path / REPLAYS
    old = (room / min(wanted)).read_bytes()
    for name in ("game-777777.html", "game-1.html"):
        (room / name).write_bytes(old)
    others = {
        "a-game-777777.html": old,  # of a report a.html
        "game-777778.html": old.replace(GENERATOR.encode(), b"evenhand replay"),
        "game-777779.html": b"my own",
        "game-777777.html.bak": old,
        "game-\u0663.html": old,
        "notes.txt": old,
    }
    for name, content in others.items():
        (room / name).write_bytes(content)
    (room / "game-777780.html").mkdir()
    (room / "game-777781.html").symlink_to("notes.txt")
    os.mkfifo(room / "game-777782.html")
    write(run_folder, tmp_path, "report.html")
    kept = {"game-777780.html", "game-777781.html", "game-777782.html"}
    assert pages_of(tmp_path) == {*wanted, *others, *kept}
    assert {name: (room / name).read_bytes() for name in others} == others


def put_file(place: Path) -> None:
    place.write_text("mine")


def put_link(place: Path) -> None:
    (place.parent / "elsewhere").mkdir()
    place.symlink_to("elsewhere")


def put_link_to_nothing(place: Path) -> None:
    place.symlink_to("nothing")


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
@pytest.mark.parametrize(
    ("put", "said"),
    [(put_file, "it is no folder"), (put_link, "it is a link"),
     (put_link_to_nothing, "it is a link")],
)  # fmt: skip
def test_a_report_is_not_written_where_its_pages_cannot_be(
    run_folder: Path, tmp_path: Path, put: Callable[[Path], None], said: str,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    (tmp_path / "report.html").write_text("old")
    put(tmp_path / REPLAYS)
    before = sorted(tmp_path.rglob("*"))
    assert main(["report", str(run_folder), "--out", str(tmp_path / "report.html")]) == 2
    assert capsys.readouterr().err == "Reading 6 games ..\n" + (
        f"error: cannot write to {tmp_path / REPLAYS}: {said} "
        "(remove it, or write the report to another folder with --out)\n"
    )
    assert (tmp_path / "report.html").read_text() == "old"
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.skipif(sys.platform == "win32" or not os.geteuid(), reason="root may write anywhere")
def test_a_folder_that_nobody_may_write_to_is_named(
    run_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / REPLAYS).mkdir(mode=0o555)
    assert main(["report", str(run_folder), "--out", str(tmp_path / "report.html")]) == 2
    said = capsys.readouterr().err
    assert f"{tmp_path / REPLAYS}" in said
    assert "Permission denied (let it be written to, or write the report" in said
    assert not (tmp_path / "report.html").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_no_link_in_a_runs_folder_is_written_through(
    run_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run, mine = tmp_path / "run", tmp_path / "mine"
    shutil.copytree(run_folder, run)
    mine.write_text("mine")
    (run / "report.html").unlink(missing_ok=True)
    assert main(["report", str(run)]) == 0
    page = min((run / REPLAYS).iterdir())
    for link in (page, run / ".report.html.tmp"):
        link.unlink(missing_ok=True)
        link.symlink_to(mine)
    assert main(["report", str(run)]) == 0
    assert page.is_file() and not page.is_symlink()
    (run / "report.html").unlink()
    (run / "report.html").symlink_to(mine)
    capsys.readouterr()
    assert main(["report", str(run)]) == 2
    assert capsys.readouterr().err == "Reading 6 games ..\n" + (
        f"error: cannot write to {run / 'report.html'}: it is a link (remove it)\n"
    )
    assert mine.read_text() == "mine"


def test_no_page_is_written_over_what_is_none(
    run_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = tmp_path / "run"
    shutil.copytree(run_folder, run)
    (run / "report.html").write_text("mine")
    (run / "game-1.html").write_text("mine")
    (tmp_path / "report.html").write_text("mine")
    for command in (
        ["report", str(run)],
        ["replay", str(run), "--game", "1", "--format", "html"],
        ["compare", str(run), str(run), "--out", str(tmp_path)],
    ):
        assert main(command) == 2
        assert "evenhand did not write what is there (move it elsewhere)" in capsys.readouterr().err
    for page in (run / "report.html", run / "game-1.html", tmp_path / "report.html"):
        assert page.read_text() == "mine"
        page.unlink()
    for _ in range(2):  # over one of ours
        assert main(["report", str(run)]) == 0
        assert main(["compare", str(run), str(run), "--out", str(tmp_path)]) == 0
