"""What `check` decides: verdicts, exit codes, looks, exceptions, pages and mistakes."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from evenhand.__main__ import main
from evenhand.analysis.data.run import load_run
from evenhand.analysis.tables.win_rates import win_rates
from evenhand.decks.pool import load_pool
from evenhand.gate.check import find_next_look
from evenhand.simulate.game import Game
from tests.amounts import how_much
from tests.evenhand.check.conftest import CHANGE, WIDE, Captured, Mine, outcomes

# Verdicts


def test_it_passes_and_says_how(mine: Mine) -> None:
    mine.expect(WIDE)
    assert mine.check() == 0
    said = mine.said()
    assert "PASS: 4 expectations met." in said
    assert "Played by heuristic: 600 games, seed 1.\n" in said
    assert "The interval holds the true number in 90 of 100 cases, not in 95 as in run" in said
    assert "on each side the interval misses 5 of 100. A number passes if all of the" in said
    assert "bad luck alone makes anything fail in at most 5 of 100 checks." in said
    (page,) = re.findall(r"^Check   (\S+)$", said, re.MULTILINE)
    assert "pairs, beta" in Path(page).read_text(encoding="utf-8")
    assert Path(page).is_file()
    assert (Path(page).parent / "run.toml").is_file()
    assert re.search(r"^Next    evenhand report ", said, re.MULTILINE)


def test_a_number_outside_its_band_fails(mine: Mine) -> None:
    mine.expect(WIDE.replace("[0.2, 0.8]", "[0.0, 0.2]"))
    code, found = mine.answer()
    assert (code, found["verdict"]) == (1, "fail")
    first = found["cells"][0]
    assert (first["topic"], first["verdict"], first["n_games"]) == ("first_player", "fail", 600)
    assert first["low"] > first["band_high"] == 0.2
    assert first["method"] == "pairs, beta"
    assert "expected 0\u201320" in first["text"]
    assert found["counts"] == {"fail": 1, "inconclusive": 0, "accepted": 0, "pass": 3}


def test_a_failure_leads_to_what_was_edited(mine: Mine) -> None:
    mine.expect(WIDE.replace("[0.2, 0.8]", "[0.0, 0.2]"))
    assert mine.check() == 1
    mends = r"^Next    evenhand compensate --run runs/\S+$"
    assert re.search(mends, mine.said(), re.MULTILINE)
    assert main(["run", "--games", "600", "--no-report", "--quiet"]) == 0
    assert mine.check() == 1
    assert re.search(mends, mine.said(), re.MULTILINE)  # and not a comparison with the same cards
    mine.make_stronger()
    assert mine.check() == 1
    assert re.search(r"^Next    evenhand compare$", mine.said(), re.MULTILINE)


def test_a_tiny_sample_is_inconclusive_and_says_what_it_takes(mine: Mine) -> None:
    mine.expect("[expect]\nfirst_player = [0.4, 0.62]\n")
    assert mine.check(games=8) == 4
    said = mine.said()
    assert "INCONCLUSIVE: the first player wins " in said
    assert "games would settle it. 1 of 2 expectations needs more games." in said
    (row,) = re.findall(r"^\? INCONCLUSIVE  first player wins .*", said, re.MULTILINE)
    assert int(row.split()[-1].replace(",", "")) > 8 == int(row.split()[-2])
    assert re.search(r"^Next    evenhand check --games \d+$", said, re.MULTILINE)


def test_the_same_seed_gives_the_same_verdict(mine: Mine) -> None:
    mine.expect(WIDE)
    games, ways = how_much(120, 600), how_much([(), ("--jobs", 1)], [(), (), ("--jobs", 1)])
    one, *others = (mine.answer(*jobs, games=games)[1]["cells"] for jobs in ways)
    assert all(other == one for other in others)
    mine.expect(WIDE, seed=2)
    assert mine.answer(games=games)[1]["cells"] != one


def test_a_matchup_is_judged_from_both_sides_if_they_differ(mine: Mine) -> None:
    a, b = mine.decks
    mine.expect("[expect]\nmatchup = [0.1, 0.9]\n")
    assert {("matchup", f"{a} vs {b}")} == set(outcomes(mine.answer()[1])) - {("engine_errors", "")}
    mine.expect("[expect]\nmatchup = [0.0, 0.9]\n")
    found = set(outcomes(mine.answer()[1]))
    assert {("matchup", f"{a} vs {b}"), ("matchup", f"{b} vs {a}")} < found


def test_games_come_from_the_file_if_no_flag_says_how_many(mine: Mine) -> None:
    mine.expect(WIDE + "[check]\ngames = 80\nlevel = 0.9\n")
    mine.capsys.readouterr()
    main(["check", "--json"])
    found = json.loads(mine.capsys.readouterr().out)
    assert (found["games"], found["level"]) == (80, 0.9)


def test_from_elsewhere(mine: Mine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    mine.expect("[expect]\nfirst_player = [0.49, 0.51]\n")
    monkeypatch.chdir(tmp_path)
    assert mine.check("mine", games=8) == 4
    assert "Next    evenhand check mine --games" in mine.said()
    assert mine.check("mine/balance.toml", "--out", "here", "--quiet", games=8) == 4
    assert mine.said() == "here/check.html\n"


def test_what_a_stronger_player_found_is_not_passed_over(mine: Mine) -> None:
    mine.expect('bots = ["random"]\n[expect]\nwin_rate = [0.0, 0.4]\n')
    panel = ("--bots", "panel,random,heuristic", "--games", "1200", "--no-report", "--quiet")
    assert main(["run", *panel]) == 0
    (note,) = mine.answer(games=600)[1]["notes"]
    start = "With heuristic, the strongest player of runs/divine_cross-1, these are outside their "
    assert note.startswith(f"{start}bands: {mine.decks[0]} wins ")
    assert note.endswith("; to judge that as well: panel = true in [check] of balance.toml")
    rate = rates_of(Path("runs/divine_cross-1/panel/heuristic"))[0]
    mine.expect(f"bots = ['random']\n[expect.decks]\n{rate['deck']} = [0.0, {rate['win_rate']}]\n")
    (note,) = mine.answer(games=600)[1]["notes"]
    assert f"too close to tell whether inside: {rate['deck']} wins " in note
    mine.make_stronger()  # which that run has not played
    assert mine.answer(games=600)[1]["notes"] == []


def test_what_a_stronger_player_found_before_the_edits_is_told_from_what_is_new(mine: Mine) -> None:
    """A deck is far outside as before; the other one leaves its band with the edit."""
    first, second = mine.decks
    loose = 'bots = ["random"]\n[expect.decks]\n'
    mine.expect(f"{loose}{first} = [0.0, 0.02]\n{second} = [0.0, 1.0]\n")
    given = ("--bots", "panel,random,heuristic", "--games", "1200", "--no-report", "--quiet")
    assert main(["run", *given]) == 0
    mine.make_stronger()
    assert main(["run", *given]) == 0
    (note,) = (one for one in mine.answer(games=600)[1]["notes"] if "strongest player" in one)
    assert f"their bands, as before your edits: {first} wins " in note
    mine.expect(f"{loose}{first} = [0.0, 1.0]\n{second} = [0.0, 1.0]\n")
    rates = [
        deck["win_rate"]
        for run in sorted(Path("runs").glob("divine_cross-[12]/panel/heuristic"))
        for deck in rates_of(run)
        if deck["deck"] == first
    ]
    assert rates[0] + 0.05 < rates[1]
    middle = sum(rates) / 2
    mine.expect(f"{loose}{first} = [0.0, {middle}]\n")
    assert mine.check(games=600) == 0
    said = mine.said()
    assert " expectations met, as random plays; not as a stronger player." in said
    assert f"their bands, new since runs/divine_cross-1: {first} wins " in said
    assert re.search(r"^Next    evenhand compare$", said, re.MULTILINE)


def rates_of(run: Path) -> list[dict[str, Any]]:
    return list(win_rates(load_run(run)).to_dict("records"))


# Sequential


def narrow(mine: Mine) -> str:
    """Write a band around what is measured that few games can neither reach nor rule out."""
    mine.expect("[expect]\nfirst_player = [0.0, 1.0]\n")
    cells = mine.answer(games=800)[1]["cells"]
    rate = next(cell["estimate"] for cell in cells if cell["topic"] == "first_player")
    return f"first_player = [{rate - 0.001}, {rate + 0.001}]\n"


def test_it_stops_when_it_is_sure(mine: Mine) -> None:
    mine.expect(WIDE)
    code, found = mine.answer("--sequential", games=3_200)
    assert (code, found["games"]) == (0, 100)
    methods = {cell["topic"]: cell["method"] for cell in found["cells"]}
    assert methods["win_rate"] == "pairs, betting"


def test_it_says_first_what_it_will_cost(mine: Mine) -> None:
    mine.expect("[expect]\nfirst_player = [0.4, 0.6]\n")
    mine.check("--sequential", games=3_200)
    said = mine.said()
    assert "looks after 100, 200, 400, 800, 1,600 and 3,200 games" in said
    assert "a number in the middle of its band takes about 400 games at most (first_player" in said
    assert "points inside an edge" in said
    mine.expect("[expect]\nfirst_player = [0.49, 0.51]\n")
    mine.check("--sequential", games=400)
    assert "400 games are too few for a number in the middle of its band" in mine.said()


def test_it_goes_on_to_the_last_game_if_it_must(mine: Mine) -> None:
    mine.expect(f"[expect]\n{narrow(mine)}turns = [1, 500]\n[check]\nsequential = true\n")
    code, found = mine.answer(games=800)
    assert (code, found["games"]) == (4, 800)
    assert outcomes(found)["turns", ""] == "pass"
    assert mine.answer("--no-sequential", games=200)[1]["cells"][0]["method"] == "pairs, beta"


def test_a_check_that_was_stopped_goes_on(mine: Mine, monkeypatch: pytest.MonkeyPatch) -> None:
    mine.expect(f"[expect]\n{narrow(mine)}")
    _, whole = mine.answer("--sequential", games=800)
    looks = []

    def stop(*given: object) -> int:
        looks.append(given)
        if len(looks) == 2:
            raise KeyboardInterrupt
        return find_next_look(*given)

    monkeypatch.setattr("evenhand.gate.check.find_next_look", stop)
    assert mine.check("--sequential", "--out", "here", games=800) == 130
    assert "To resume: evenhand check " in mine.said()
    _, found = mine.answer("--sequential", "--out", "here", games=800)
    assert found["cells"] == whole["cells"]


# Cards


def test_a_card_is_held_against_its_band(mine: Mine) -> None:
    card = load_pool(mine.game.schema, "cards.csv").labels[mine.line_of_card() - 2]
    mine.expect(f'[expect.cards]\n"{card}" = [-0.9, 0.9]\n')
    code, found = mine.answer(games=1_600)
    assert code == 0
    (cell,) = (cell for cell in found["cells"] if cell["topic"] == "card_impact")
    assert (cell["subject"], cell["deck"]) == (card, mine.decks[0])
    assert cell["n_games"] >= 40
    mine.expect(f'[expect.cards]\n"{card}" = [-0.9, -0.8]\n')
    assert mine.check(games=1_600) == 1
    assert f"impact of {card} in {mine.decks[0]}" in mine.said()


def test_all_cards_are_listed_though_the_games_do_not_suffice(mine: Mine) -> None:
    mine.expect("[expect]\ncard_impact = [-0.9, 0.9]\n")
    code, found = mine.answer(games=1_000)
    cells = [cell for cell in found["cells"] if cell["topic"] == "card_impact"]
    unmeasured = [cell for cell in cells if cell["n_games"] == 0]
    assert (code, {cell["verdict"] for cell in unmeasured}) == (4, {"inconclusive"})
    assert 0 < len(unmeasured) < len(cells)


# Its page, and the files that are asked for


@pytest.mark.usefixtures("whole_report")
def test_the_page_holds_every_expectation_and_leads_to_the_report(mine: Mine) -> None:
    mine.expect(WIDE.replace("[0.2, 0.8]", "[0.0, 0.2]"))
    assert mine.check("--out", "checked") == 1
    assert re.search(r"^Check   checked/check\.html\nReport  checked/report\.html$", mine.said(),
                     re.MULTILINE)  # fmt: skip
    page, report = (
        Path("checked", name).read_text(encoding="utf-8") for name in ("check.html", "report.html")
    )
    assert "<h1>FAIL: the first player wins " in page and ">1 of 4 expectations not met." in page
    assert page.count('<tr role="row">') == 4 + 2  # and a head of each table
    assert 'href="report.html"' in page
    assert 'href="check.html"' in report
    assert main(["report", "checked", "--out", "elsewhere.html"]) == 0
    assert "check.html" not in Path("elsewhere.html").read_text(encoding="utf-8")


@pytest.mark.usefixtures("whole_report")
def test_a_check_that_passes_writes_no_report(mine: Mine) -> None:
    mine.expect(WIDE)
    found = mine.answer("--out", "checked")[1]
    assert (found["page"], found["report"]) == ("checked/check.html", "")
    assert "report.html" not in Path("checked/check.html").read_text(encoding="utf-8")
    assert not Path("checked/report.html").exists()
    assert main(["report", "checked"]) == 0
    assert 'href="check.html"' in Path("checked/report.html").read_text(encoding="utf-8")


def test_the_verdict_is_told_before_pages_are_written(
    mine: Mine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        assert "FAIL: the first player wins " in mine.said()
        raise KeyboardInterrupt

    monkeypatch.setattr("evenhand.gate.check.write_pages", stop)
    mine.expect(WIDE.replace("[0.2, 0.8]", "[0.0, 0.2]"))
    assert mine.check() == 130


def test_markdown_is_written_where_it_is_asked_for(mine: Mine) -> None:
    mine.expect(WIDE.replace("[0.2, 0.8]", "[0.0, 0.2]"))
    assert mine.check("--markdown", "told/check.md") == 1
    text = Path("told/check.md").read_text(encoding="utf-8")
    assert "FAIL: the first player wins " in text and "1 of 4 expectations not met" in text
    assert "first player wins" in text
    Path("folder").mkdir()
    assert mine.check("--markdown", "folder") == 2
    assert "--markdown: folder is a folder" in mine.said()


# Exceptions


ACCEPT = '[[accept]]\nwhat = "first_player"\nreason = "the next set mends it"\nuntil = {}\n'


def test_an_exception_is_shown_and_passes(mine: Mine) -> None:
    mine.expect("[expect]\nfirst_player = [0.0, 0.2]\n" + ACCEPT.format("2999-12-31"))
    assert mine.check() == 0
    said = mine.said()
    assert "ACCEPTED" in said
    assert "accepted until 2999-12-31: the next set mends it" in said
    assert "PASS: 2 expectations met, 1 accepted." in said


def test_an_exception_that_can_go_is_named(mine: Mine) -> None:
    mine.expect(WIDE + ACCEPT.format("2999-12-31"))
    assert mine.check() == 0
    assert "first player wins is inside its band; this exception can go" in mine.said()


def test_an_exception_that_has_ended(mine: Mine) -> None:
    mine.expect(WIDE + ACCEPT.format("2020-12-31"))
    assert mine.check() == 3
    assert "this exception ended on 2020-12-31" in mine.said()


# Mistakes


@pytest.mark.parametrize(
    ("text", "arguments", "code", "message"),
    [
        ("", [], 5, "expects nothing that can be checked"),
        (CHANGE, [], 5, "[expect.change] is not checked: name a baseline"),
        ("[expect.decks]\nnobody = [0.1, 0.2]\n", [], 3, "there is no deck 'nobody'"),
        ("[expect]\nwin_rat = [0.4, 0.6]\n", [], 3, "did you mean 'win_rate'?"),
        ("[expect]\ndraws = [0.5, 0.5]\n", [], 3, "is empty"),
        ('[expect.cards]\n"Nobody" = [0.1, 0.2]\n', [], 3, "no card is called 'Nobody'"),
        (WIDE, ["--games", "0"], 2, "--games: expected 1 or more, found 0"),
        (WIDE, ["--jobs", "0"], 2, "--jobs: expected 1 or more"),
        (WIDE, ["nowhere"], 2, "nowhere"),
        (WIDE, ["--junit", "decks"], 2, "--junit: decks is a folder"),
        (WIDE, ["--junit", "cards.csv/x.xml"], 2, "cards.csv is no folder"),
        (WIDE, ["--out", "decks"], 2, "decks exists already"),
        (WIDE, ["--against", "HEAD"], 2, "is not in a git repository"),
        (WIDE, ["--baseline", "x.json"], 3, "there is no baseline to compare with"),
        (WIDE, ["--update-baseline"], 2, "which file is the baseline?"),
        (WIDE, ["--update-baseline", "--baseline", "cards.csv/x"], 2, "cards.csv is no folder"),
        (CHANGE, ["--against", "a", "--baseline", "b"], 2, "give only one of them"),
        (CHANGE, ["--against", "a", "--sequential"], 2, "do not go together"),
        (CHANGE, ["--update-baseline", "--against", "a"], 2, "do not go together"),
    ],
)
def test_mistakes(mine: Mine, text: str, arguments: list[str], code: int, message: str) -> None:
    mine.expect(text)
    assert main(["check", *arguments]) == code
    assert message in mine.said()


def test_a_game_is_no_folder(mine: Mine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert main(["check", mine.game.name]) == 2
    assert "which folder should be checked?" in mine.said()
    monkeypatch.chdir(tmp_path)
    assert main(["check"]) == 2
    assert "which" in mine.said()


# The path of a new user


def test_init_change_compare_check_revert(mine: Mine) -> None:
    """From the file that `init` writes: the bands hold, a change is found and told, and gone."""
    mine.expect("games = 600\n" + CHANGE.replace("0.04", "0.02"))
    mine.commit()
    assert main(["run"]) == 0
    mine.make_stronger()
    mine.said()
    assert main(["compare", "HEAD", "."]) == 0
    said = mine.said()
    assert "1 difference" in said or "differences: " in said
    assert mine.card in said
    assert mine.check("--against", "HEAD", games=1_200) == 1
    assert f"change: win rate of {mine.decks[0]}" in mine.said()
    mine.git("checkout", "cards.csv")
    assert mine.check("--against", "HEAD", games=1_200) == 0


def test_the_bands_that_init_writes_hold(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    assert main(["init", str(tmp_path / "all"), "--game", game.name]) == 0
    monkeypatch.chdir(tmp_path / "all")
    capsys.readouterr()
    assert main(["check", "--games", "9000"]) == 0, capsys.readouterr().out


def test_a_check_is_finished_though_nobody_reads_what_it_says(
    mine: Mine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose_reader(*_: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("evenhand.commands.check.print_result", lose_reader)
    mine.expect("[expect]\nfirst_player = [0.9, 0.95]\n")
    assert mine.check() == 1
    assert "Stopped" not in mine.said()
    (folder,) = (mine.folder / "runs").iterdir()
    assert (folder / "check.html").exists() and not list(folder.rglob("*unfinished*"))


def test_a_failure_with_a_further_bot_leads_to_tuning_for_its_hands(mine: Mine) -> None:
    mine.expect('panel = ["random", "heuristic"]\n[expect]\nwin_rate = [0.0, 1.0]\n')
    assert main(["run", "--games", "1200", "--no-report", "--quiet", "--out", "runs/one"]) == 0
    weak, strong = (
        {deck["deck"]: deck["win_rate"] for deck in rates_of(Path(run))}
        for run in ("runs/one", "runs/one/panel/heuristic")
    )
    deck = max(strong, key=lambda name: strong[name] - weak[name])
    limit = strong[deck] - 0.05  # surely outside, and with the weaker bot not
    mine.expect(
        f'panel = ["random", "heuristic"]\n[expect.decks]\n{deck} = [0.0, {limit}]\n'
        "[check]\npanel = true\n"
    )
    assert mine.check(games=1200) == 1
    said = mine.said()
    assert 'evenhand tune  # for strong hands, after bots = ["heuristic"] in balance.toml' in said
