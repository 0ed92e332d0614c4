"""Groups of players of different skill, and decks in their best hands."""

import json
from pathlib import Path

import pytest

from evenhand.__main__ import main
from evenhand.analysis.data.run import load_run
from evenhand.analysis.statistics.bands import Band
from evenhand.experiments.price_bands import find_deck_bands
from evenhand.gate.expected_bands import find_stated_bands
from evenhand.gate.folder_expectations import load_project
from evenhand.inputs.folder import read_folder
from evenhand.inputs.job import prepare
from evenhand.inputs.last_run import find_last_run
from evenhand.inputs.request import Request
from evenhand.reports.findings import list_findings
from evenhand.reports.headline import Matter, find_headline
from evenhand.reports.report_tables import gather_evidence
from tests.evenhand.check.conftest import Mine

GROUPS = '[skill]\nbeginners = "random"\nusual = "heuristic"\n'


def expecting(band: str, more: str = "") -> str:
    return f"{GROUPS}[expect]\nbest_hands = {band}\n{more}"


def test_a_deck_too_strong_in_any_hands_fails_by_the_name_of_the_group(
    mine: Mine, whole_report: None
) -> None:
    mine.expect(expecting("[0.0, 0.2]"))
    code, found = mine.answer()
    assert code == 1
    first = found["cells"][0]
    assert (first["topic"], first["subject"]) == ("best_hands", first["subject"])
    assert {group["group"] for group in first["groups"]} == {"beginners", "usual"}
    assert " is too strong: in the hands of " in first["text"]
    assert "20 % is the most that is allowed in any hands" in first["text"].replace("\u00a0", " ")
    for file in (found["page"], found["report"]):
        page = Path(file).read_text(encoding="utf-8")
        assert 'id="figure-best-hands"' in page
        assert "is the most that is allowed in any hands" in page
        assert "In the hands of " in page or file == found["report"]


def test_a_deck_that_is_strong_only_in_some_hands_fails_for_these(mine: Mine) -> None:
    mine.expect(expecting("[0.0, 0.999]"))
    _, found = mine.answer(games=12_000)
    rates = {
        cell["subject"]: {group["group"]: group["win_rate"] for group in cell["groups"]}
        for cell in found["cells"]
        if cell["groups"]
    }
    deck = max(rates, key=lambda name: abs(rates[name]["usual"] - rates[name]["beginners"]))
    strong, weak = sorted(rates[deck], key=lambda group: -rates[deck][group])
    assert rates[deck][strong] - rates[deck][weak] > 0.02
    limit = (rates[deck][strong] + rates[deck][weak]) / 2
    mine.expect(expecting(f"[0.0, {limit:.3f}]"))
    code, found = mine.answer(games=12_000)
    assert code == 1
    (cell,) = (cell for cell in found["cells"] if cell["groups"] and cell["subject"] == deck)
    assert cell["verdict"] == "fail"
    assert f"in the hands of {strong} it wins" in cell["text"]
    assert {group["group"] for group in cell["groups"] if group["is_too_strong"]} == {strong}


def test_a_deck_is_too_weak_only_if_it_is_so_in_all_hands(mine: Mine) -> None:
    mine.expect(expecting("[0.9, 1.0]"))
    code, found = mine.answer()
    assert code == 1
    assert "is too weak: it wins less than 90" in found["cells"][0]["text"]


def test_what_is_in_line_passes(mine: Mine) -> None:
    mine.expect(expecting("[0.1, 0.95]"))
    assert mine.check() == 0
    said = mine.said()
    assert "in its best hands" in said
    assert "PASS: 3 expectations met." in said
    assert "Played by usual, and by beginners: " in said


def test_open_verdicts_say_how_many_games(mine: Mine) -> None:
    mine.expect(expecting("[0.4, 0.6]"))
    code, found = mine.answer(games=16)
    assert code == 4
    assert all(cell["games_needed"] > 16 for cell in found["cells"] if cell["groups"])


def test_a_group_that_thinks_ahead_is_to_play_more(mine: Mine) -> None:
    text = '[skill]\nusual = "heuristic"\nslow = "search:4"\n[expect]\nbest_hands = [0.05, 0.62]\n'
    mine.expect("panel_games = 8\n" + text)
    code, found = mine.answer()
    assert code == 4
    cells = [cell for cell in found["cells"] if cell["games_needed"]]
    assert cells
    assert min(cell["games_needed"] for cell in cells) < 600
    assert mine.check() == 4
    assert "Next    panel_games = " in mine.said()


def test_other_bands_are_those_of_the_first_group_alone(mine: Mine) -> None:
    mine.expect(expecting("[0.05, 0.95]", "win_rate = [0.05, 0.95]\n"))
    _, found = mine.answer()
    assert [cell["bot"] for cell in found["cells"] if cell["topic"] == "win_rate"] == ["", ""]
    mine.expect(expecting("[0.05, 0.95]", "win_rate = [0.05, 0.95]\n[check]\npanel = true\n"))
    _, found = mine.answer()
    bots = [cell["bot"] for cell in found["cells"] if cell["topic"] == "win_rate"]
    assert sorted(bots) == ["", "", "beginners", "beginners"]


def test_the_report_of_a_run_says_what_check_says(mine: Mine) -> None:
    mine.expect(expecting("[0.0, 0.2]"))
    assert main(["run", "--games", "600", "--quiet", "--out", "runs/mine"]) == 0
    evidence = gather_evidence(load_run("runs/mine"))
    assert evidence.panel
    assert list(evidence.panel.bots) == ["beginners", "usual"]
    assert evidence.panel.lead == "usual"
    assert set(evidence.panel.steps["weaker"]) == {"beginners"}
    headline = find_headline(evidence)
    assert headline.matter is Matter.DECK
    assert "is too strong: in the hands of" in str(headline.claim)
    _, found = mine.answer()
    said = {cell["subject"]: cell["verdict"] for cell in found["cells"] if cell["groups"]}
    table = evidence.panel.best_hands.drop_duplicates("deck").set_index("deck")["verdict"]
    assert table.to_dict() == said


def test_without_bands_the_groups_still_have_their_names(mine: Mine) -> None:
    mine.expect(GROUPS)
    assert main(["run", "--games", "200", "--quiet", "--out", "runs/mine"]) == 0
    evidence = gather_evidence(load_run("runs/mine"))
    assert evidence.panel
    assert list(evidence.panel.bots) == ["beginners", "usual"]
    assert not evidence.bands.is_stated


def test_each_failure_of_a_group_has_a_sentence(mine: Mine) -> None:
    mine.expect(GROUPS + "[check]\npanel = true\n[expect]\nwin_rate = [0.9, 1]\n")
    assert mine.check() == 1
    said = mine.said()
    assert said.count("with beginners, ") == len(mine.decks)  # one may be in the headline
    assert "\nwith beginners, cinder_" in said


def test_a_table_has_names_of_groups_or_of_bots(
    mine: Mine, capsys: pytest.CaptureFixture[str]
) -> None:
    mine.expect(GROUPS)
    for bots, said in (("panel,heuristic,random", "usual beginners"),
                       ("panel,heuristic,random,novice", "heuristic random novice")):  # fmt: skip
        assert main(["run", "--games", "200", "--out", f"runs/{said[:5]}", "--bots", bots]) == 0
        out = capsys.readouterr().out.replace(" (the rules of thumb)", "")
        lines = [line.split() for line in out.splitlines()]
        assert ["deck", *said.split()] in lines
        evidence = gather_evidence(load_run(f"runs/{said[:5]}"))
        assert evidence.panel and set(evidence.panel.bots) == set(said.split())


def test_the_bot_of_the_folder_plays_all_games_if_a_group_has_it(mine: Mine) -> None:
    mine.expect(GROUPS)
    folder = read_folder("balance.toml")
    assert folder.panel == ["panel", "heuristic", "random"]
    mine.expect('bots = "random"\n' + GROUPS)
    assert read_folder("balance.toml").panel == ["panel", "random", "heuristic"]
    mine.expect('bots = "beginners"\n' + GROUPS)
    assert read_folder("balance.toml").panel == ["panel", "random", "heuristic"]
    mine.expect('[skill]\nfew = "random"\nmany = "novice"\n')
    assert read_folder("balance.toml").panel == ["panel", "random", "novice"]
    assert folder.find_bot("beginners") == "random"
    assert folder.groups == {"random": "beginners", "heuristic": "usual"}


def test_the_bot_of_a_group_may_be_a_file(mine: Mine) -> None:
    Path("mild.toml").write_text('policy = "heuristic"\nnoise = 5\n', encoding="utf-8")
    mine.expect('[skill]\nfew = "mild.toml"\nmany = "novice"\n')
    folder = read_folder(Path("balance.toml").absolute())
    assert folder.find_bot("few") == str(Path("mild.toml").absolute())
    assert main(["run", "--games", "40", "--quiet", "--bots", "few", "--no-report"]) == 0


def test_a_bot_that_there_is_not_is_told_with_the_groups(mine: Mine) -> None:
    mine.expect(GROUPS)
    assert main(["run", "--games", "40", "--bots", "beginnrs"]) == 2
    assert "'beginnrs'; a bot file ends in .toml (did you mean 'beginners'?)" in mine.said()
    assert main(["run", "--games", "40", "--bots", "wise"]) == 2
    assert "(groups of players here: beginners, usual)" in mine.said()


def test_questions_of_a_run_call_bots_as_groups(mine: Mine) -> None:
    deck, other = mine.decks
    mine.expect(f"{GROUPS}[field]\n{deck} = 1.0\n")
    assert main(["run", "--games", "200", "--quiet", "--no-report", "--out", "runs/mine"]) == 0
    mine.said()
    assert main(["metagame", "runs/mine"]) == 0
    told = mine.said()
    assert told.startswith(f"{mine.game.title}: 200 games with usual, ")
    assert ["in", "the", "mix,", "%", "beginners", "usual"] in list(
        map(str.split, told.split("\n"))
    )
    assert "\nWith beginners, " in told
    assert "Best to bring against the field of balance.toml: with beginners " in told
    assert "heuristic" not in told and "random" not in told
    Path("league.csv").write_text(f"Deck,Opponent deck,Result\n{deck},{other},1\n")
    assert main(["real", "league.csv", "runs/mine"]) == 0
    told = mine.said()
    assert "beside 200 with usual, " in told and "with heuristic" not in told
    assert main(["metagame", "runs/mine", "--json"]) == 0
    players = {"random": "beginners", "heuristic": "usual"}
    assert json.loads(mine.said())["players"] == players
    assert main(["metagame", "runs/mine", "--bots", "beginners"]) == 0
    told = mine.said()
    assert told.startswith(f"{mine.game.title}: 200 games with beginners, ")
    assert "in the field" in told and "usual" not in told
    assert main(["metagame", "runs/mine", "--bots", "random,usual", "--json"]) == 0
    found = json.loads(mine.said())
    assert (found["bot"], found["players"]) == ("random", players)
    assert {row["bot"] for row in found["decks"] if row["differs"]} <= {"heuristic"}
    assert main(["metagame", "runs/mine", "--bots", "usuals"]) == 2
    said = "--bots: this run has no games of 'usuals' (did you mean 'usual'?)"
    assert said in mine.said()


def test_compare_judges_best_hands_by_groups(mine: Mine) -> None:
    mine.expect(expecting("[0.0, 0.95]"))
    assert main(["run", "--games", "600", "--quiet", "--no-report", "--out", "runs/mine"]) == 0
    mine.said()
    mine.make_stronger()
    mine.expect(expecting("[0.0, 0.2]"))  # the bands that hold after the change
    assert main(["compare", "runs/mine", "--games", "600", "--out", "runs/with"]) == 0
    told = mine.said()
    assert "usual: 600 games a side" in told
    assert "Best hands    In their best hands, still outside 0–20 %: " in told  # noqa: RUF001
    assert " in those of beginners" in told or " in those of usual" in told
    assert list_columns(told, "change") == ["beginners", "usual"]
    mine.check()
    verdicts = mine.said()
    assert "in its best hands" in verdicts
    assert main(["compare", "runs/mine", "--bots", "usual", "--games", "200"]) == 0
    assert "Best hands    Decks in their best hands are not judged here" in mine.said()


def test_the_last_run_is_one_of_the_folders_own_players(mine: Mine) -> None:
    mine.expect(expecting("[0.0, 0.95]"))
    given = ["run", "--games", "20", "--quiet", "--no-report", "--out"]
    assert main([*given, "runs/mine"]) == 0
    assert main([*given, "runs/newer", "--bots", "beginners"]) == 0
    assert find_last_run(Path(), "") == Path("runs/mine")


def test_price_keeps_decks_below_what_is_too_strong_in_any_hands(mine: Mine) -> None:
    mine.expect(expecting("[0.49, 0.545]", "win_rate = [0.4, 0.6]\n"))
    job = prepare(Request(game="."))
    deck = job.plan.entrants[0].name
    assert find_deck_bands(find_stated_bands(job), [deck]) == {deck: Band(0.4, 0.545)}
    mine.expect(expecting("[0.49, 0.545]"))
    job = prepare(Request(game="."))
    assert find_deck_bands(find_stated_bands(job), [deck]) == {deck: Band(0.0, 0.545)}


def test_a_commit_without_groups_is_compared_by_their_names(mine: Mine) -> None:
    mine.expect("")
    mine.commit()
    mine.make_stronger()
    mine.expect(GROUPS)
    given = ["--bots", "panel,usual,beginners", "--games", "60", "--out", "runs/with"]
    assert main(["compare", "HEAD", *given]) == 0
    assert list_columns(mine.said(), "change") == ["beginners", "usual"]


def list_columns(told: str, name: str) -> list[str]:
    rows = (line.split() for line in told.splitlines())
    return next(row[1:] for row in rows if row[:1] == [name])


def test_a_sequential_check_says_that_all_is_played_at_once(mine: Mine) -> None:
    mine.expect(expecting("[0.1, 0.95]"))
    assert mine.check("--sequential") == 0
    assert "best_hands is about several groups of players" in mine.said()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[expect]\nbest_hands = [0.4, 0.5]\n", "the best hands are those of one of several"),
        ('[skill]\na = "random"\n', "expected two groups of players or more, found one"),
        ('panel = ["heuristic", "random"]\n' + GROUPS, "'panel' is given, too"),
        ('bots = "novice"\n' + GROUPS, "no group of [skill] plays as 'novice'"),
        ('bots = "novice"\n' + GROUPS, "name one group there: beginners, usual"),
        ('bots = "usuals"\n' + GROUPS, "'usuals' (did you mean 'usual'?)"),
        ('bots = ["heuristic", "random"]\n' + GROUPS, "no group of [skill] plays as two bots"),
        (GROUPS + 'other = "random"\n', "'beginners' plays as 'random' already"),
        (GROUPS + 'search = "novice"\n', "a bot is called 'search' (choose another name)"),
        (GROUPS + 'other = "novise"\n', "'novise' (did you mean 'novice'?)"),
        (GROUPS + '" " = "novice"\n', "expected a name for this group of players"),
    ],
)
def test_mistakes_are_named(mine: Mine, text: str, said: str) -> None:
    mine.expect(text)
    assert mine.check() == 3
    assert said in mine.said()


def test_a_failure_can_be_accepted(mine: Mine) -> None:
    accept = "\n".join(
        f'[[accept]]\nwhat = "best_hands {deck}"\nreason = "for now"\nuntil = 2999-12-31\n'
        for deck in mine.decks
    )
    mine.expect(expecting("[0.0, 0.2]", accept))
    code, found = mine.answer()
    assert code == 0
    assert {cell["verdict"] for cell in found["cells"] if cell["groups"]} == {"accepted"}
    assert load_project("balance.toml").bands.has_best_hands
    assert json.dumps(found)


def test_a_run_in_which_no_deck_is_out_of_line_says_so(mine: Mine) -> None:
    mine.expect(expecting("[0.1, 0.95]"))
    assert main(["run", "--games", "600", "--quiet", "--out", "runs/mine"]) == 0
    evidence = gather_evidence(load_run("runs/mine"))
    said = [str(one.sentence) for one in list_findings(evidence)]
    assert sum("too strong in any hands, or too weak in all" in one for one in said) == 1
    assert "No deck has a band" not in str(find_headline(evidence).claim)
