"""Every place in the code that makes, replaces or removes a file or a folder, and whose it is."""

import ast
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.test_house import FILES, ROOT

# Names of functions that change what is on a disk, whichever module they come from.
CHANGING = {
    "chmod", "copyfile", "copyfileobj", "copymode", "copytree", "hardlink_to", "makedirs", "mkdir",
    "mkdtemp", "mkfifo", "NamedTemporaryFile", "removedirs", "rmdir", "rmtree", "savefig",
    "sink_csv", "sink_parquet", "symlink", "symlink_to", "TemporaryDirectory", "TemporaryFile",
    "to_csv", "to_parquet", "touch", "truncate", "unlink", "write_bytes", "write_csv",
    "write_parquet", "write_text",
}  # fmt: skip
OF_MODULES = {"os": {"link", "remove", "replace"}, "shutil": {"copy", "copy2", "move", *CHANGING}}

# What each file may do, and why nothing of the user's is lost by it.
OWNERS = {
    # places below a folder that a command was given, reached through no link
    "simulate/runs/places.py": {"mkdir", "rmdir"},
    # a file gets its name when it is whole; what is removed has a name of 16 random digits
    "simulate/runs/atomic_files.py": {
        "open wb", "open xb", "open r+b", "copyfileobj", "copymode", "replace", "unlink", "rmdir",
        "TemporaryDirectory", "write_bytes",
    },
    # what the note of the work says that it made
    "simulate/runs/claim.py": {"rename", "rmtree", "unlink"},
    # a file that a claim keeps
    "simulate/runs/pair_store.py": {"open r+b", "touch", "truncate"},
    # a folder with a mark of ours in it, which says that all of it may go
    "simulate/compiling/cache.py": {"mkdir", "mkdtemp", "rmtree", "open xb"},
    "simulate/compiling/backend/caching.py": {"open xb", "replace", "rmtree", "unlink"},
    # a file in that folder, which says that something was done once
    "simulate/runs/first_call.py": {"touch"},
    "simulate/runs/first_games.py": {"touch"},
    # what was saved while a page watched, of which a copy stands in runs/undone
    "evenhand/live/undo.py": {"copyfile", "unlink"},
    # pages that say that a report wrote them
    "reports/game_pages.py": {"unlink"},
    # recordings that begin as ours do
    "simulate/proving/recorded.py": {"unlink"},
    # sums that spells keeps of a set that is written anew
    "analysis/tables/spells_export.py": {"unlink", "write_parquet"},
    # into a atomic_file, or into memory
    "analysis/tables/export.py": {"open wb", "write_csv"},
    "simulate/runs/parts.py": {"write_parquet"},
    "simulate/runs/added_table.py": {"write_parquet"},
    "simulate/runs/forks.py": {"write_parquet"},
    "reports/svg.py": {"savefig"},
    "reports/matplotlib_figures.py": {"savefig"},
    # temporary folders of the system's
    "evenhand/commands/speed.py": {"TemporaryDirectory"},
    "evenhand/experiments/compare.py": {"TemporaryDirectory"},
    "evenhand/gate/git_reference.py": {"TemporaryDirectory"},
    "evenhand/commands/history.py": {"TemporaryDirectory"},
    "evenhand/judging.py": {"TemporaryDirectory"},
    # a file without a name, to see whether a folder can be written to
    "evenhand/result_folders.py": {"TemporaryFile"},
    # the summary of a CI job, at the end of which the service wants more
    "evenhand/gate/ci_reports.py": {"open a"},
}  # fmt: skip


def list_changes(module: ast.Module) -> Iterator[str]:
    """Name the calls in a file that change what is on a disk."""
    for node in ast.walk(module):
        match node:
            case ast.Call(func=ast.Name("open") | ast.Attribute(attr="open")) if mode_of(node):
                yield f"open {mode_of(node)}"
            case ast.Call(
                func=ast.Attribute(attr="replace" | "rename" as name), args=[to], keywords=[]
            ) if not isinstance(to, ast.Constant):
                yield name  # of a path: those of texts and tables take other arguments
            case ast.Call(func=ast.Name(name) | ast.Attribute(attr=name)) if name in CHANGING:
                yield name
            case ast.Attribute(value=ast.Name(of), attr=name) if name in OF_MODULES.get(of, ()):
                yield name  # called, or handed on to be called


def mode_of(call: ast.Call) -> str:
    """Return how a file is opened, if it is opened to write."""
    given = [*call.args, *(word.value for word in call.keywords if word.arg == "mode")]
    modes = [one.value for one in given if isinstance(one, ast.Constant)]
    return next((mode for mode in modes if isinstance(mode, str) and set(mode) & set("wax+")
                 and set(mode) <= set("rwaxbt+")), "")  # fmt: skip


def changes_of(place: str) -> set[str]:
    return set(list_changes(ast.parse((ROOT / place).read_text(encoding="utf-8"))))


def test_all_that_changes_a_disk_has_its_owner() -> None:
    found = {str(place): changes_of(str(place)) for place in FILES.values()}
    assert {place: calls for place, calls in found.items() if calls} == OWNERS


@pytest.mark.parametrize(
    "text",
    ["p.unlink()", "shutil.rmtree(p)", "os.remove(p)", "p.replace(q)", "p.write_text('x')",
     "open(p, 'w')", "p.open('r+b')", "open(p, mode='a')", "run(shutil.rmtree, p)"],
)  # fmt: skip
def test_a_change_is_found(text: str) -> None:
    assert Counter(list_changes(ast.parse(text))).total() >= 1


@pytest.mark.parametrize("text", ["p.open()", "text.replace('a', 'b')", "p.open('rb')", "open(p)"])
def test_what_changes_nothing_is_passed_over(text: str) -> None:
    assert not list(list_changes(ast.parse(text)))


def test_every_promise_names_tests_that_are_there() -> None:
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if "`tests/" in line]
    assert len(rows) >= 7
    named = {place for row in rows for place in re.findall(r"`(tests/[^`]+)`", row)}
    assert [place for place in named if not (ROOT / place).exists()] == []
