"""What the machine refuses is never called a bug: each kind has its place, its advice, and 74."""

import os
import sys
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from errno import (
    EACCES,
    EAGAIN,
    EDQUOT,
    EFBIG,
    EIO,
    EMFILE,
    ENFILE,
    ENOENT,
    ENOMEM,
    ENOSPC,
    EPERM,
    EROFS,
    ESTALE,
)  # fmt: skip
from pathlib import Path

import polars as pl
import pytest
from joblib.externals.loky.process_executor import TerminatedWorkerError

from evenhand.__main__ import main, report_error
from evenhand.inputs.faults import Faults
from evenhand.machine import describe_refusal

MACHINE, USAGE, INTERNAL = 74, 2, 70
Captured = pytest.CaptureFixture[str]


def refused(number: int, *place: str) -> OSError:
    return OSError(number, os.strerror(number), *place)


class PanicException(BaseException):
    """What a library in Rust raises: no Exception."""


@pytest.mark.parametrize(
    ("number", "advice"),
    [
        (ENOSPC, "make room"),
        (EDQUOT, "another disk"),
        (EFBIG, "ulimit -f"),
        (EIO, "another one"),
        (EMFILE, "ulimit -n"),
        (ENFILE, "--jobs 1"),
        (ENOMEM, "memory"),
        (EAGAIN, "ulimit -u"),
        (ENOENT, "leave the files alone"),
        (ESTALE, ""),
    ],
)
def test_a_refusal_has_its_place_and_what_helps(number: int, advice: str, capsys: Captured) -> None:
    assert report_error(refused(number, "some/file"), Faults(print)) == MACHINE
    said = capsys.readouterr().err
    assert said.startswith(f"error: some/file: {os.strerror(number)}")
    assert advice in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("number", [EACCES, EPERM, EROFS])
def test_a_place_that_is_named_is_a_matter_of_usage(number: int, capsys: Captured) -> None:
    assert report_error(refused(number, "some/file"), Faults(print)) == USAGE
    assert capsys.readouterr().err == f"error: some/file: {os.strerror(number)}\n"
    assert report_error(refused(number), Faults(print)) == MACHINE


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (MemoryError(), "not enough memory"),
        (MemoryError("Unable to allocate 8 GiB for an array"), "not enough memory"),
        (RuntimeError("can't start new thread"), "ulimit -u"),
        (TerminatedWorkerError("exit codes of the workers are {SIGKILL(-9)}"), "a worker was"),
        (BrokenProcessPool("terminated abruptly"), "a worker was"),
        (ModuleNotFoundError("No module named 'scipy'", name="scipy"), "'scipy' (install"),
        (FileNotFoundError(ENOENT, "No usable temporary directory"), "No usable temporary"),
        (TimeoutError(), "TimeoutError"),
        (PanicException('Os { code: 11, kind: WouldBlock, message: ".." }'), "ulimit -u"),
        (pl.exceptions.ComputeError("underlying IO error: x (os error 28)"), "No space left"),
        (OSError("No space left on device (os error 28): a/b.parquet"), "a/b.parquet: No space"),
    ],
)
def test_other_ways_to_say_so(error: BaseException, said: str, capsys: Captured) -> None:
    assert report_error(error, Faults(print)) == MACHINE
    assert said in capsys.readouterr().err


def test_a_limit_of_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    assert describe_refusal(RecursionError("maximum recursion depth exceeded")) == ""
    monkeypatch.setattr(sys, "getrecursionlimit", lambda: 80)
    assert "no more than 80 calls" in describe_refusal(RecursionError())


@pytest.mark.parametrize(
    "error",
    [KeyError("x"), ImportError("cannot import name", name="evenhand.cli"), PanicException("no")],
)
def test_a_bug_stays_one(
    error: BaseException, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setattr("evenhand.commands.games.describe_game", raiser(error))
    assert main(["games"]) == INTERNAL
    assert "This is a bug" in capsys.readouterr().err


def raiser(error: BaseException) -> Callable[..., None]:
    def fail(*_: object) -> None:
        raise error

    return fail


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
@pytest.mark.parametrize("buffering", [1, -1])  # by lines, as on a terminal, and by blocks
@pytest.mark.parametrize(
    "command", ["games", "games --json", "cards last_light", "bots last_light"]
)
def test_an_output_that_takes_no_more(
    command: str, buffering: int, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    with open("/dev/full", "w", buffering, encoding="utf-8") as full:
        monkeypatch.setattr(sys, "stdout", full)
        assert main(command.split()) == MACHINE
    said = capsys.readouterr().err
    assert said.startswith("error: standard output: No space left on device")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
def test_notes_that_nobody_can_read_change_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        monkeypatch.setattr(sys, "stderr", full)
        assert main(["games", "nothing"]) == USAGE
        assert main(["games"]) == 0
    assert "Divine Cross" in capsys.readouterr().out
