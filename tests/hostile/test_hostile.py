"""A part of the corpus, in this process; ``make hostile`` runs all of it, with limits."""

import pytest

from evenhand.__main__ import main
from tests.hostile.corpus import FAMILIES, all_cases
from tests.hostile.running import Outcome

CASES = all_cases()
EVERY = 53  # no multiple of a family's number of commands


@pytest.mark.parametrize(
    "case", [case for case in CASES if not case.environment][::EVERY], ids=lambda case: case.name
)
def test_bad_input_is_refused_in_words(case, tmp_path, monkeypatch, capsys):
    case.make(tmp_path)
    monkeypatch.chdir(tmp_path)
    code = main(list(case.arguments))
    printed = capsys.readouterr()
    assert Outcome(case, code, printed.out, printed.err, seconds=0, memory=0).wrong == ""


def test_cases_are_many_and_differ():
    names = [case.name for case in CASES]
    assert len(names) == len(set(names)) >= 500
    assert all(any(True for _ in family()) for family in FAMILIES)


@pytest.mark.parametrize(
    ("code", "out", "err", "wrong"),
    [
        (3, "", "error: bad.csv: no", ""),
        (0, "", "", "exit code 0"),
        (70, "", "error: bad.csv", "exit code 70"),
        (3, "", "", "0 lines of errors"),
        (3, "", "error: no", "nothing names bad.csv"),
        (3, "", "bad.csv: no", "a line that is no error"),
        (3, "all is well", "error: bad.csv", "something on standard output"),
        (3, "", "error: bad.csv \u202e", "something that cannot be seen is printed"),
    ],
)
def test_what_is_wrong_is_seen(code, out, err, wrong):
    case = next(case for case in CASES if case.says == "bad.csv")
    assert Outcome(case, code, out, err, seconds=0, memory=0).wrong == wrong
    if not wrong:
        assert Outcome(case, code, out, err, seconds=9, memory=0).wrong == "9.0 s"
        assert Outcome(case, code, out, err, seconds=0, memory=10**6).wrong == "976 MB"
