"""The door to the terminal: what files hold is shown, and does nothing."""

import io
import json
import os
import subprocess
import sys
import unicodedata
from collections.abc import Callable
from itertools import cycle, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from evenhand import progress as progress_lines
from evenhand import terminal
from evenhand.__main__ import main
from evenhand.decks.invisible_characters import show_unseen
from evenhand.decks.problems import InputError, Problem, UsageError
from evenhand.terminal import (
    PlainTable,
    command_line,
    note,
    note_annotations,
    plain_table,
    print_json,
    print_table,
    replace_unencodable,
    tell,
)
from tests.amounts import how_much
from tests.nasty_texts import NASTY, is_command
from tests.own_games import PATH

ROOT = Path(__file__).parents[2]


def make_table(text: str) -> PlainTable:
    table = plain_table("", "number", right=("number",))
    table.add_row(text, "1")
    return table


DOORS: dict[str, Callable[[str], None]] = {
    "tell": tell,
    "tell in a style": lambda text: tell(text, style="bold"),
    "note": note,
    "first of a sentence": lambda text: tell(f"{text}: 4 cards"),
    "table": lambda text: print_table(make_table(text)),
    "JSON": lambda text: print_json({"name": text, text: [text]}),
    "error": lambda text: note(f"error: {text}"),
}


def printed_by(door: Callable[[str], None], text: str, capsys: Any) -> str:
    door(text)
    printed = capsys.readouterr()
    return printed.out + printed.err


def is_harmless(character: str) -> bool:
    return character == "\n" or unicodedata.category(character) not in {"Cc", "Cs", "Zl", "Zp"}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("text", NASTY)
def test_a_text_is_one_line_that_does_nothing(door: str, text: str, capsys: Any) -> None:
    printed = printed_by(DOORS[door], text, capsys)
    assert printed.endswith("\n")
    lines = printed[:-1].splitlines()
    # a table has a line of headings above
    assert len(lines) == (2 if door == "table" else 1)
    assert not any(map(is_command, lines))
    assert all(map(is_harmless, printed))


@pytest.mark.parametrize("columns", ["12", "30"])
@pytest.mark.parametrize("text", NASTY)
def test_no_command_begins_where_a_line_is_broken(
    columns: str, text: str, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    print_table(make_table(f"deck of cards {text}"))
    tell(f"deck of cards {text}", style="bold")
    assert not any(map(is_command, capsys.readouterr().out.splitlines()))


def test_a_narrow_terminal_shows_names_in_full(
    capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    table = terminal.plain_table("option", "what it is about")
    table.add_row("second_player_cards", "the cards that the other one draws")
    print_table(table)
    printed = capsys.readouterr().out
    assert "\u2026" not in printed
    assert "second_player_cards" in "".join(line[:14].strip() for line in printed.splitlines())


@pytest.mark.parametrize("text", NASTY)
def test_a_terminal_is_coloured_by_the_program_alone(
    text: str, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    tell(text, style="bold")
    print_table(make_table(text))
    printed = capsys.readouterr().out
    assert "\x1b[1m" in printed
    plain = terminal.COLOURS.sub("", printed)
    assert all(map(is_harmless, plain))
    assert not any(map(is_command, plain.splitlines()))


def test_escapes_are_minimal_and_say_what_is_there(capsys: Any) -> None:
    for text, shown in {
        "::error::x": r"\x3a:error::x",
        "  ::error::x": r"  \x3a:error::x",
        "a ::error::x": "a ::error::x",
        "##[group]x": r"\x23#[group]x",
        "###vso[task.x]": r"#\x23#vso[task.x]",
        "# heading ## [a]": "# heading ## [a]",
        "\x1b[31m": r"\x1b[31m",
        "a\nb\tc": r"a\nb\tc",
        "\u202e": r"\u202e",
        "\udcff": r"\udcff",
        "[red]\\n": "[red]\\n",
    }.items():
        tell(text)
        assert capsys.readouterr().out == f"{shown}\n"


@pytest.mark.parametrize(
    "text",
    [
        "\u6f22\u5b57", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "e\u0301", "a\u00a0b",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467 \u2764\ufe0f", "\u05e9\u05dc\u05d5\u05dd",
    ],
)  # fmt: skip
def test_the_scripts_of_the_world_stay_as_they_are(text: str, capsys: Any) -> None:
    tell(text)
    assert capsys.readouterr().out == f"{text}\n"


def test_everything_unseen_is_shown() -> None:
    unseen = {"Cc", "Cf", "Cs", "Zl", "Zp"}
    # signs that stand before Arabic, Syriac, Kaithi and Egyptian ones are seen
    seen = {chr(code) for first, last in (
        (0x600, 0x605), (0x6DD, 0x6DD), (0x70F, 0x70F), (0x890, 0x891), (0x8E2, 0x8E2),
        (0x110BD, 0x110BD), (0x110CD, 0x110CD), (0x13430, 0x1345F),
    ) for code in range(first, last + 1)}  # fmt: skip
    for code in range(sys.maxunicode + 1):
        character = chr(code)
        if unicodedata.category(character) in unseen and character not in seen:
            assert show_unseen(character).isascii(), hex(code)


@pytest.mark.parametrize("text", NASTY)
def test_json_holds_the_text_itself(text: str, capsys: Any) -> None:
    print_json({"name": text})
    line = capsys.readouterr().out
    whole = all(not "\ud800" <= character <= "\udfff" for character in text)
    assert json.loads(line)["name"] == (text if whole else show_unseen(text))
    json.loads(line)["name"].encode("utf-8")  # which programs stricter than Python ask for


@pytest.mark.parametrize("text", NASTY)
def test_an_encoding_that_lacks_the_text(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bytes_out = io.BytesIO()
    narrow = io.TextIOWrapper(bytes_out, encoding="ascii", errors="strict")
    monkeypatch.setattr(sys, "stdout", narrow)
    tell(text, "\u5b57")
    print_json({"name": "\u5b57\U0001f600"})
    print_table(make_table(text))
    narrow.flush()
    lines = bytes_out.getvalue().decode("ascii").splitlines()
    assert lines[1] == r"\u5b57"
    assert json.loads(lines[2])["name"] == "\u5b57\U0001f600"


def test_annotations_alone_are_commands(capsys: Any) -> None:
    note_annotations(["::error file=a.csv,line=1::a%0Ab\x1b"])
    assert capsys.readouterr().err == "::error file=a.csv,line=1::a%0Ab\\x1b\n"


def test_a_command_to_type_is_one_command(tmp_path: Path) -> None:
    for text in ("a b", "$(touch loot)", "; touch loot", "`touch loot`", "'", "-x"):
        typed = command_line("report", text).replace("evenhand", "printf '%s\\n'", 1)
        done = subprocess.run(typed, shell=True, cwd=tmp_path, capture_output=True, text=True)
        assert done.stdout.splitlines() == ["report", text]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", NASTY)
def test_errors_quote_what_was_typed(text: str, capsys: Any) -> None:
    for arguments in ([text], ["cards", text], ["cards", f"--{text}"], ["bots", "--game", text]):
        if "\0" not in text:
            assert main(arguments) in (2, 3)
            printed = capsys.readouterr()
            lines = (printed.out + printed.err)[:-1].split("\n")
            assert len(lines) <= 2
            assert not any(map(is_command, lines))
            assert all(map(is_harmless, printed.err))


KINDS = ("usage", "input", "crash", "machine")


@pytest.mark.parametrize(
    ("kind", "text"),
    how_much(list(zip(cycle(KINDS), NASTY, strict=False)), list(product(KINDS, NASTY))),
)
def test_whatever_goes_wrong_is_said_in_lines(
    kind: str, text: str, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    errors = {
        "usage": UsageError(text, text),
        "input": InputError([Problem(text, 1, text, text, text)]),
        "crash": ZeroDivisionError(text),
        "machine": OSError(5, text, text),
    }

    def fail(*_: object) -> None:
        raise errors[kind]

    monkeypatch.setattr("evenhand.commands.games.describe_game", fail)
    for flags in ([], ["--debug"]):
        main(["games", "--json", *flags])
        printed = capsys.readouterr()
        lines = (printed.out + printed.err).splitlines()
        assert not any(map(is_command, lines))
        assert all(map(is_harmless, printed.out + printed.err))
        # a game that cannot be loaded is passed over, and no reason for a traceback
        is_traced = any(line.startswith("Traceback") for line in lines)
        assert is_traced == (bool(flags) and kind != "usage")


def start(program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a shell command in which ``evenhand`` is this program."""
    path = PATH
    typed = program.replace("evenhand", f"'{sys.executable}' -m evenhand")
    return subprocess.run(
        ["bash", "-c", typed],
        env={**os.environ, "PYTHONPATH": path, "NUMBA_DISABLE_JIT": "1", **environment},
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize(
    ("program", "code", "said"),
    [
        ("evenhand cards last_light >&-", 0, ""),
        ("evenhand cards last_light >&- 2>&- <&-", 0, ""),
        ("evenhand cards last_light --json >&-", 0, ""),
        ("evenhand cards nothing 2>&-", 2, ""),
        ("evenhand nothing >&- 2>&-", 2, ""),
        ("evenhand --version >&-", 0, ""),
        ("evenhand cards last_light | true; exit ${PIPESTATUS[0]}", 141, ""),
        ("evenhand cards last_light --json | true; exit ${PIPESTATUS[0]}", 141, ""),
    ],
)
def test_streams_that_lead_nowhere(program: str, code: int, said: str) -> None:
    done = start(program.replace("| true", "| (exec <&-; sleep 2)"))
    assert (done.returncode, done.stdout, done.stderr) == (code, "", said)


def test_a_run_is_finished_though_nobody_reads_what_it_says(tmp_path: Path) -> None:
    play = f"cd '{tmp_path}' && evenhand run last_light --games 40 --bots random --out run"
    done = start(f"{play} | (exec <&-; sleep 2); exit ${{PIPESTATUS[0]}}")
    assert done.returncode in (0, 141)
    assert (tmp_path / "run" / "report.html").exists()
    assert "Stopped" not in done.stderr


@pytest.mark.parametrize(
    ("encoding", "text", "said"),
    [
        ("ascii", "55\xa0% (50\u201360, \u22121) 3\xd7 \u2605 \u2026", "55 % (50-60, -1) 3x * .."),
        ("ascii", "Pok\xe9mon \uff21\uff11", "Pokemon A1"),
        ("latin-1", "Pok\xe9mon \u2605", "Pok\xe9mon *"),
        ("ascii", "\xbd \u5b57", r"\xbd \u5b57"),  # nothing is like it
        ("ascii", "\uff1a\uff1aerror\uff1a\uff1a", r"\uff1a\uff1aerror\uff1a\uff1a"),  # no command
        ("utf-8", "55.0\xa0% \u2605", "55.0\xa0% \u2605"),
    ],
)  # fmt: skip
def test_what_an_encoding_lacks(encoding: str, text: str, said: str) -> None:
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    assert replace_unencodable(text, file) == said


@pytest.mark.parametrize(
    "environment", [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"}]
)
def test_a_terminal_without_the_letters(environment: dict[str, str], tmp_path: Path) -> None:
    cards = tmp_path / "\u5b57.csv"
    cards.write_bytes((ROOT / "tests/toys/last_light/cards.csv").read_bytes())
    for flags in ("", "--json"):
        done = start(f"evenhand cards last_light --cards '{cards}' {flags}", **environment)
        assert (done.returncode, done.stderr) == (0, "")


def test_progress_is_told_in_lines_where_there_is_no_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = [0.0]
    monkeypatch.setattr(progress_lines, "monotonic", lambda: now[0])
    with progress_lines.progress_bar(disabled=False) as progress:
        for second in range(41):
            now[0] = float(second)
            progress(100 * second, 4000)
    assert capsys.readouterr().err.splitlines() == [
        "1,000 of 4,000 games, about 30 s left",
        "2,000 of 4,000 games, about 20 s left",
        "3,000 of 4,000 games, about 10 s left",
    ]


def test_time_before_the_first_games_is_not_taken_for_their_pace(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = [0.0]
    monkeypatch.setattr(progress_lines, "monotonic", lambda: now[0])
    with progress_lines.progress_bar(disabled=False) as progress:
        for second, done in ((0, 0), (300, 24), (310, 124)):
            now[0] = float(second)
            progress(done, 2024)
    said = capsys.readouterr().err.splitlines()
    assert said == ["24 of 2,024 games", "124 of 2,024 games, about 3 min left"]


def test_each_step_of_the_work_has_a_pace_of_its_own() -> None:
    pace = progress_lines.Pace()
    for second in range(20):
        pace.add(second, 1000 * second)
    for second in range(20, 40):
        pace.add(second, 10 * (second - 19))
    assert pace.estimate_time_left(1_200) == pytest.approx(100)


STAGES = {  # share of the games, and seconds that a game takes
    "steady": [(1.0, 0.001)],
    "costlier games from the half on": [(0.5, 0.001), (0.5, 0.002)],
    "cheaper games from the half on": [(0.5, 0.002), (0.5, 0.001)],
    "much costlier games at the end": [(0.7, 0.001), (0.3, 0.003)],
}


def simulate_reports(stages: list[tuple[float, float]], seed: int) -> list[tuple[float, float]]:
    """When two workers end each of 200 chunks of 100 games, and what a game of it takes."""
    rng, busy, ends = np.random.default_rng(seed), [20.0, 20.0], []  # after compiling
    for cost in (cost for share, cost in stages for _ in range(round(200 * share))):
        worker = busy.index(min(busy))
        busy[worker] += 200 * cost * rng.lognormal(sigma=0.25)
        ends.append((busy[worker], cost))
    return sorted(ends)


@pytest.mark.parametrize("stages", STAGES.values(), ids=STAGES)
@pytest.mark.parametrize("seed", range(5))
def test_the_time_left_is_known_from_a_fifth_of_a_stage_on(
    stages: list[tuple[float, float]], seed: int
) -> None:
    pace, ends, n_checked = progress_lines.Pace(), simulate_reports(stages, seed), 0
    times = {cost: [time for time, own in ends if own == cost] for _, cost in stages}
    for number, (time, cost) in enumerate(ends[:-1], 1):
        pace.add(time, 100 * number)
        if time > times[cost][0] + 0.2 * (times[cost][-1] - times[cost][0]):
            estimate = pace.estimate_time_left(20_000)
            assert estimate is not None
            assert 1 / 1.5 < estimate / ((20_000 - 100 * number) * cost) < 1.5
            n_checked += 1
    assert n_checked > 140


def test_quiet_work_tells_no_progress(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress_lines, "LINE_INTERVAL", 0)
    with progress_lines.progress_bar(disabled=True) as progress:
        progress(1, 2)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("seconds", "told"), [(0.2, "1 s"), (99, "99 s"), (180, "3 min"), (9000, "2.5 h")]
)
def test_the_time_left_is_told_roundly(seconds: float, told: str) -> None:
    assert progress_lines.format_seconds(seconds) == told
