"""A panel of bots: what each plays, what is compared, and what is said of it."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import evenhand
from evenhand import analysis, run_summary
from evenhand.__main__ import main
from evenhand.analysis.data.panel import load_panel
from evenhand.analysis.data.run import Run, load_run
from evenhand.analysis.gate.run_bands import Bands, save_bands
from evenhand.analysis.gate.run_verdicts import judge_panel
from evenhand.analysis.tables import by_bot, comparison
from evenhand.analysis.tables.by_bot import compare_bots, convert_to_elo, ladder
from evenhand.analysis.tables.comparison import Comparison
from evenhand.decks.problems import InputError, UsageError
from evenhand.experiments import compare, impact
from evenhand.experiments.exchange_plan import Exchanged
from evenhand.experiments.play_panel import (
    THOUGHT,
    count_affordable,
    estimate_simulated_decisions,
    list_panel_runs,
)
from evenhand.experiments.question_store import PAIRS
from evenhand.inputs.job import Job, prepare
from evenhand.inputs.panel import STRONG_BOTS
from evenhand.inputs.request import Request
from evenhand.reports import panel_tables
from evenhand.reports.bands import Standing, make_default_bands
from evenhand.reports.headline import add_mainstay
from evenhand.reports.matter import Headline, Matter
from evenhand.reports.report_tables import gather_evidence
from evenhand.reports.wording import make_sentence
from evenhand.simulate.bots.bot_files import Bot
from evenhand.simulate.runs import pair_store
from evenhand.simulate.runs.batch import Chunk, PlanArrays
from evenhand.simulate.runs.claim import UNFINISHED

pytestmark = pytest.mark.xdist_group("panel")  # the panel plays once

GAME = "last_light"
BOTS = "panel,heuristic,search:4,random"
PLAYED = ["--decks", "moth,lamp,beacon", "--games", "120", "--panel-games", "42", "--bots", BOTS]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a run that leads a panel, played from the command line."""
    out = tmp_path_factory.mktemp("panel") / "run"
    assert main(["run", GAME, *PLAYED, "--out", str(out)]) == 0
    return out


def make_job(*bots: str, **more: Any) -> Job:
    return prepare(Request(GAME, bots=bots, **more))


def test_each_bot_plays_alone_and_against_the_next_stronger_one(folder: Path) -> None:
    names = {path.name for path in (folder / "panel").iterdir()}
    assert names == {"random", "search-4", "random v heuristic", "heuristic v search-4"}
    panel = load_panel(evenhand.load_run(folder))
    assert panel is not None
    assert [one.bot.name for one in panel.members] == ["random", "heuristic", "search:4"]
    assert [one.run.info["run"]["games"] for one in panel.members] == [120, 120, 42]
    assert [(one.weaker.name, one.stronger.name) for one in panel.steps] == [
        ("random", "heuristic"), ("heuristic", "search:4"),
    ]  # fmt: skip


def test_all_bots_play_the_same_deals(folder: Path) -> None:
    """What lies in the opening hands is the same, whoever plays on from there."""
    panel = load_panel(evenhand.load_run(folder))
    assert panel is not None
    key = ["matchup", "pair", "rotation"]
    tables = [one.run.games.select(*key, "opening_0", "opening_1").collect()
              for one in panel.members]  # fmt: skip
    both = tables[1].join(tables[2], on=key, suffix="_other")
    assert len(both) == 42
    assert both["opening_0"].to_list() == both["opening_0_other"].to_list()
    winners = [one.run.games.select(*key, "winner", "turns").collect() for one in panel.members]
    met = winners[1].join(winners[2], on=key, suffix="_other")
    assert (met["turns"] != met["turns_other"]).any()


def test_the_command_of_each_run_plays_it_again(folder: Path, tmp_path: Path) -> None:
    for name in ("search-4", "heuristic v search-4"):
        info = evenhand.load_run(folder / "panel" / name).info["run"]
        words = info["command"].split()[1:]
        assert main([*words, "--out", str(tmp_path / name), "--quiet"]) == 0
        again = evenhand.load_run(tmp_path / name).info["run"]
        assert again["results_hash"] == info["results_hash"]


def test_what_is_there_is_not_played_again(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "--no-report", GAME, *PLAYED, "--out", str(folder), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert [one["bots"] for one in said["panel"]] == [
        ["search:4"], ["random"], ["random", "heuristic"], ["heuristic", "search:4"],
    ]  # fmt: skip
    assert {one["games_per_second"] for one in (said, *said["panel"])} == {0.0}


def test_a_panel_may_join_a_run_that_is_done(tmp_path: Path) -> None:
    out = tmp_path / "run"
    for bots in ("heuristic", "panel,heuristic,random"):
        flags = [
            "--decks",
            "moth,lamp",
            "--games",
            "40",
            "--bots",
            bots,
            "--out",
            str(out),
            "--quiet",
        ]
        assert main(["run", GAME, *flags]) == 0
    page = (out / "report.html").read_text(encoding="utf-8")
    assert 'id="by-bot"' in page
    assert 'id="skill"' in page


def test_the_report_shows_the_bots_side_by_side(folder: Path) -> None:
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert 'id="table-by-bot-decks"' in page
    assert 'id="figure-by-bot"' in page
    assert 'id="table-ladder"' in page


def test_decks_and_cards_come_before_the_bots_and_the_bots_before_the_details(folder: Path) -> None:
    page = (folder / "report.html").read_text(encoding="utf-8")
    chapters = re.findall(r'<section id="([\w-]+)"', page)
    asked = ["decks", "matchups", "first-player", "impact", "cards", "by-bot", "skill", "endings"]
    assert [one for one in chapters if one in asked] == asked
    assert chapters == re.findall(r'<li><a href="#([\w-]+)">', page)[1 : len(chapters) + 1]
    assert "All chapters but By bot and Skill are about" in page


def test_a_run_alone_has_no_panel(tmp_path: Path) -> None:
    run = evenhand.play(GAME, games=20, decks=["moth", "lamp"], out=tmp_path / "run")
    assert load_panel(run) is None
    assert 'id="by-bot"' not in evenhand.report(run).read_text(encoding="utf-8")


def test_python_plays_panels_too(tmp_path: Path) -> None:
    bots = ["panel", "heuristic", "random"]
    run = evenhand.play(GAME, games=20, decks=["moth", "lamp"], bots=bots, out=tmp_path / "r")
    assert load_panel(run) is not None


@pytest.mark.parametrize(
    ("bots", "more", "said"),
    [
        (("panel,heuristic",), {}, "a panel has two bots or more"),
        (("panel,heuristic,heuristic",), {}, "two bots are called 'heuristic'"),
        (("panel,heuristic,heuristik",), {}, "no bot 'heuristik'"),
        (("panel,heuristic,search:0",), {}, "playouts"),
        (("panel,search,search:64",), {}, "'search' and 'search:64' are one bot"),
        (("search:64,search",), {}, "'search:64' and 'search' are one bot"),
        (("heuristic,novice,search",), {}, "for a panel: --bots panel,heuristic,novice,search"),
        (("panels",), {}, "for a panel: --bots panel,"),
        (("heuristic,panel",), {}, "for a panel: --bots panel,"),
        (("heuristic",), {"panel_games": 5}, "no panel to play them"),
        (("panel",), {"panel_games": 0}, "--panel-games: expected 1 to"),
    ],
)
def test_panels_that_cannot_be(bots: tuple[str, ...], more: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError) as caught:
        make_job(*bots, **more)
    assert said in f"{caught.value.message} ({caught.value.hint})"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ('panel = ["heuristic"]', "expected two bots or more"),
        ('panel = ["heuristic", "random"]\nbots = ["random"]', "'bots' is given, too"),
        ('panel = ["heuristic", "random", "random"]', "is listed twice"),
        ('panel = ["heuristic", "search", "search:64"]', "the bot 'search' is listed twice"),
        ('panel = ["heuristic", "search:0"]', r"toml:2: panel\[2\]: expected 2 to"),
        ("panel = []", "expected two bots or more, found none"),
        ('bots = ["panel"]', r'for a panel: panel = \["heuristic", "search"\]'),
        ('panel = ["heuristic", "nobody"]', "no file, folder or sample 'nobody'"),
    ],
)
def test_panels_of_a_folder_that_cannot_be(tmp_path: Path, lines: str, said: str) -> None:
    (tmp_path / "balance.toml").write_text(f'game = "{GAME}"\n{lines}\n', encoding="utf-8")
    with pytest.raises(InputError, match=said):
        prepare(Request(str(tmp_path)))


def test_a_panel_with_something_wrong_in_it_is_not_said_to_be_too_short(tmp_path: Path) -> None:
    (tmp_path / "balance.toml").write_text(f'game = "{GAME}"\npanel = ["heuristic", 3]\n')
    with pytest.raises(InputError) as caught:
        prepare(Request(str(tmp_path)))
    (problem,) = caught.value.problems
    assert "expected a valid string, found '3'" in problem.message


def test_lists_name_own_bots_as_the_flag_does(tmp_path: Path) -> None:
    (tmp_path / "bots").mkdir()
    for name in ("old", "random"):
        (tmp_path / "bots" / f"{name}.toml").write_text("noise = 3\n", encoding="utf-8")
    lines = f'game = "{GAME}"\npanel = ["heuristic", "old", "random"]\n'
    (tmp_path / "balance.toml").write_text(lines, encoding="utf-8")
    job = prepare(Request(str(tmp_path)))
    assert [(bot.name, bot.noise) for bot in job.panel] == [("old", 3), ("random", 3)]
    (tmp_path / "balance.toml").write_text(lines.replace('"old"', '"odl"'), encoding="utf-8")
    with pytest.raises(InputError, match="did you mean 'old'"):
        prepare(Request(str(tmp_path)))


def test_lists_name_files_of_bots_with_their_ending(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "elsewhere"
    for place, noise in ((tmp_path / "bots", 3), (elsewhere, 5)):
        place.mkdir()
        (place / "late.toml").write_text(f"noise = {noise}\n", encoding="utf-8")
    monkeypatch.chdir(elsewhere)  # a file of that name here is not the folder's
    for line in ('bots = ["late.toml"]', 'skill = { new = "late.toml", old = "heuristic" }'):
        (tmp_path / "balance.toml").write_text(f'game = "{GAME}"\n{line}\n', encoding="utf-8")
        job = prepare(Request(str(tmp_path)))
        assert {bot.noise for bot in (*job.plan.bots, *job.panel) if bot.name == "late"} == {3}
    wrong = f'game = "{GAME}"\nbots = ["lat.toml"]\n'
    (tmp_path / "balance.toml").write_text(wrong, encoding="utf-8")
    with pytest.raises(InputError, match=r"no file, folder or sample 'lat.toml'.*mean 'late.toml'"):
        prepare(Request(str(tmp_path)))


def test_the_panel_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('policy = "heuristic"\n', encoding="utf-8")
    lines = 'panel = ["heuristic", "mine.toml", "search:8"]\npanel_games = 7\n'
    (tmp_path / "balance.toml").write_text(f'game = "{GAME}"\n{lines}', encoding="utf-8")
    job = prepare(Request(str(tmp_path)))
    assert [bot.name for bot in (*job.plan.bots, *job.panel)] == ["heuristic", "mine", "search:8"]
    assert job.request.panel_games == 7
    alone = prepare(Request(str(tmp_path), bots=["random"]))
    assert (len(alone.panel), alone.request.panel_games) == (0, None)


def test_strong_play_is_added_where_nobody_names_bots() -> None:
    def bots(**more: Any) -> list[str]:
        job = prepare(Request(GAME, strong_bots=STRONG_BOTS, **more))
        return [bot.name for bot in (*job.plan.bots, *job.panel)]

    assert bots() == ["heuristic", "search"]
    assert bots(games=9_999) == ["heuristic"]
    assert bots(bots=["random", "heuristic"]) == ["random", "heuristic"]
    assert bots(bots=["search"]) == ["search"]


def test_strong_play_is_learned_where_a_game_or_a_folder_has_a_learned_player(
    tmp_path: Path,
) -> None:
    def bots(game: str) -> list[Bot]:
        job = prepare(Request(game, strong_bots=STRONG_BOTS))
        return [*job.plan.bots, *job.panel]

    heuristic, learned = bots("blackpoker")
    assert (heuristic.name, learned.name) == ("heuristic", "learned")
    (tmp_path / "balance.toml").write_text('game = "blackpoker"\n', encoding="utf-8")
    (tmp_path / "bots").mkdir()
    own = tmp_path / "bots/learned.npz"
    shutil.copy(learned.file, own)
    assert [bot.file for bot in bots(str(tmp_path))] == ["", str(own)]


def test_bots_that_think_ahead_play_what_a_budget_of_thought_is_enough_for() -> None:
    job = make_job("panel,heuristic,novice,search:16,search:64")
    plans = {" v ".join(bot.name for bot in plan.bots): plan.games
             for plan in list_panel_runs(job, 1_000_000, 50.0)}  # fmt: skip
    assert plans["novice"] == 1_000_000
    strong = next(bot for bot in job.panel if bot.name == "search:64")
    assert (
        plans["search:64"]
        == count_affordable(strong, 50.0)
        == THOUGHT // estimate_simulated_decisions(strong, 50.0)
    )
    assert plans["search:16"] == pytest.approx(4 * plans["search:64"], rel=1e-3)
    assert plans["search:16 v search:64"] == plans["search:64"] // 4
    assert plans["novice v heuristic"] == 2_000
    few = [plan.games for plan in list_panel_runs(job, 100, 50.0)]
    assert max(few) == 100


def test_cards_are_marked_by_bot_as_in_their_own_chapter(folder: Path) -> None:
    evidence = gather_evidence(evenhand.load_run(folder))
    assert evidence.panel is not None
    lead = evidence.panel.lifts[evidence.panel.lifts["bot"] == "heuristic"].set_index("card")
    cards = evidence.card_win_rates
    own = cards[cards["deck"] == ""].set_index("card")["oh_lift_q"]
    assert lead["q"].to_dict() == pytest.approx(own.to_dict(), nan_ok=True)
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "That is not what the card is worth to its deck" in page


def test_numbers_by_bot(folder: Path) -> None:
    panel = load_panel(evenhand.load_run(folder))
    assert panel is not None
    table = compare_bots(panel, analysis.win_rates, ["deck"], "win_rate")
    own = analysis.win_rates(panel.lead.run).set_index("deck")
    lead = table[table["bot"] == "heuristic"].set_index("deck")
    assert lead["value"].to_dict() == own["win_rate"].to_dict()
    assert lead["gap"].isna().all()
    for _, rows in table.groupby("deck"):
        assert rows["band_low"].nunique() == rows["band_high"].nunique() == 1
        assert (rows["band_low"] <= rows["low"]).all()
        assert (rows["band_high"] >= rows["high"]).all()
        others = rows[rows["bot"] != "heuristic"]
        known = own.loc[rows["deck"].iloc[0]]
        below = np.hypot(others["value"] - others["low"],
                         known["win_rate_high"] - known["win_rate"])  # fmt: skip
        assert np.allclose(others["gap_low"], others["gap"] - below)


def test_a_run_that_leads_a_panel_is_taken_for_it(folder: Path, tmp_path: Path) -> None:
    place = tmp_path / "run"
    shutil.copytree(folder, place)
    shares = {"moth": 0.5, "lamp": 0.5}
    save_bands(place, Bands({}, field=shares))
    run = evenhand.load_run(place)
    panel = load_panel(run)
    assert panel is not None
    assert analysis.metagame_by_bot(run).equals(analysis.metagame_by_bot(panel))
    assert analysis.ladder(run).equals(analysis.ladder(panel))
    table = analysis.compare_bots(run, analysis.field_win_rates, ["deck"], "field_win_rate")
    last = panel.members[-1]
    own = analysis.field_win_rates(last.run, shares)["field_win_rate"]
    assert table[table["bot"] == last.bot.name]["value"].tolist() == own.tolist()
    for function in (analysis.metagame_by_bot, analysis.ladder):
        with pytest.raises(UsageError, match="leads no panel") as error:
            function(last.run)
        assert str(place) in error.value.hint


def test_each_bot_is_measured_once_at_each_level(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = load_panel(evenhand.load_run(folder))
    measured: list[tuple[Run, float]] = []

    def count(run: Run, level: float) -> pd.DataFrame:
        measured.append((run, level))
        return select_pooled_cards(run, level)

    select_pooled_cards = panel_tables.select_pooled_cards
    monkeypatch.setattr(panel_tables, "select_pooled_cards", count)
    assert panel is not None
    bands = make_default_bands(2)
    judged = judge_panel(panel, bands)
    panel_tables.gather_panel(panel, judged, judged)
    assert len(measured) == len(set(measured)) == 3 * 4  # bots times levels


def test_a_rung_of_the_ladder_is_the_share_of_games_that_the_stronger_bot_wins(
    folder: Path,
) -> None:
    panel = load_panel(evenhand.load_run(folder))
    assert panel is not None
    table = ladder(panel)
    for step, found in zip(panel.steps, table.itertuples(), strict=True):
        games = step.run.games.collect()
        names = [bot["name"] for bot in step.run.info["bots"]]
        seat = pl.when(pl.col("bot_0") == names.index(step.stronger.name)).then(0).otherwise(1)
        won = games.select(
            pl.when(pl.col("winner") < 0).then(0.5).otherwise(pl.col("winner") == seat).mean()
        ).item()
        assert found.win_rate == pytest.approx(won)
        assert found.win_rate_low <= found.win_rate <= found.win_rate_high
        assert found.elo == pytest.approx(convert_to_elo(won))


def test_elo() -> None:
    assert convert_to_elo(0.5) == 0
    assert convert_to_elo(10 / 11) == pytest.approx(400)
    assert (convert_to_elo(0.0), convert_to_elo(1.0)) == (-1000, 1000)


def test_a_check_holds_every_band_against_each_bot(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"""
game = "{GAME}"
decks = ["moth", "lamp"]
panel = ["heuristic", "random"]
[check]
games = 400
panel = true
[expect]
draws = [0, 1]
first_player = [0, 1]
"""
    (tmp_path / "balance.toml").write_text(text, encoding="utf-8")
    assert main(["check", str(tmp_path), "--out", str(tmp_path / "out"), "--json"]) == 0
    cells = json.loads(capsys.readouterr().out)["cells"]
    found = {(cell["topic"], cell["bot"]) for cell in cells if cell["topic"] != "engine_errors"}
    assert found == {(topic, bot) for topic in ("draws", "first_player") for bot in ("", "random")}
    (tmp_path / "balance.toml").write_text(text.replace("panel = true", ""), encoding="utf-8")
    assert main(["check", str(tmp_path), "--out", str(tmp_path / "two"), "--json"]) == 0
    assert {cell["bot"] for cell in json.loads(capsys.readouterr().out)["cells"]} == {""}


def test_a_comparison_shows_the_change_by_bot(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a", "b"):
        place = tmp_path / name
        place.mkdir()
        text = f'game = "{GAME}"\ndecks = ["moth", "lamp"]\npanel = ["heuristic", "random"]\n'
        (place / "balance.toml").write_text(text, encoding="utf-8")
    sides = [str(tmp_path / name) for name in ("a", "b")]
    flags = ["--games", "80", "--out", str(tmp_path / "out"), "--json"]
    assert main(["compare", *sides, *flags]) == 0
    rows = pd.DataFrame(json.loads(capsys.readouterr().out)["by_bot"])
    assert set(rows["bot"]) == {"random", "heuristic"}
    assert (rows["value"] == 0).all()
    assert not rows["differs"].any()
    assert 'id="by-bot"' in (tmp_path / "out/report.html").read_text(encoding="utf-8")
    runs = [str(tmp_path / "out" / side) for side in ("before", "after")]
    compared: list[tuple[Path, Path]] = []

    def count_comparison(before: Run, after: Run) -> Comparison:
        compared.append((before.folder, after.folder))
        return comparison.compare(before, after)

    monkeypatch.setattr(compare, "compare_runs", count_comparison)
    monkeypatch.setattr(by_bot, "compare", count_comparison)
    assert main(["compare", *runs, "--out", str(tmp_path / "again")]) == 0
    assert len(compared) == len(set(compared)) == 2
    assert "By bot" in (shown := capsys.readouterr().out)
    assert "random and heuristic (the rules of thumb) played; no deck" in " ".join(shown.split())


def test_impact_by_bot(capsys: pytest.CaptureFixture[str]) -> None:
    flags = ["--game", GAME, "--decks", "moth,lamp", "--games", "2000", "--bots", BOTS]
    assert main(["impact", *flags, "--json"]) == 0
    rows = pd.DataFrame(json.loads(capsys.readouterr().out)["effects"])
    assert rows.groupby("bot").size().nunique() == 1
    assert set(rows["bot"]) == {"random", "heuristic", "search:4"}
    assert rows["changed"].between(0, 1).all()
    assert (rows.groupby("bot")["n_games"].sum() < 2000).all()


def test_cards_that_are_not_there_are_said_before_anything_is_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(impact, "count_decisions", lambda _: pytest.fail("a game was played"))
    assert main(["impact", "Nobody", "--game", GAME, "--bots", BOTS]) == 2
    assert "Nobody" in capsys.readouterr().err


@pytest.fixture
def own_run(folder: Path, tmp_path: Path) -> Path:
    shutil.copytree(folder, tmp_path / "run")
    return tmp_path / "run"


def test_impact_of_a_run_is_measured_with_each_bot_of_its_panel(
    own_run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["impact", "--run", str(own_run), "--games", "2000"]
    assert main([*words, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["report"] == str(own_run / "report.html")
    rows = pd.DataFrame(said["effects"])
    assert list(rows["bot"].unique()) == ["random", "heuristic", "search:4"]
    panel = load_panel(evenhand.load_run(own_run))
    assert panel is not None
    for member in panel.members:
        kept = analysis.card_impact(member.run)["effect"]
        said_of_bot = rows.loc[rows["bot"] == member.bot.name, "effect"]
        assert kept.to_numpy() == pytest.approx(said_of_bot.to_numpy())
    page = (own_run / "report.html").read_text(encoding="utf-8")
    assert "Impact by bot, points" in page


def test_who_is_stopped_goes_on_with_every_bot(
    own_run: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    measure = impact.measure_exchanges
    words = ["impact", "--run", str(own_run), "--games", "2000", "--quiet"]

    def measure_but_one(exchanged: Exchanged, *more: Any) -> pd.DataFrame:
        if exchanged.plan.bots[0].name == "search:4":
            raise UsageError("enough")
        return measure(exchanged, *more)

    monkeypatch.setattr(impact, "measure_exchanges", measure_but_one)
    assert main(words) == 2
    begun = own_run / "panel/random" / UNFINISHED / PAIRS
    assert begun.stat().st_size > 0
    monkeypatch.setattr(impact, "measure_exchanges", measure)
    played = set()

    def play(arrays: PlanArrays, chunk: Chunk) -> np.ndarray:
        played.add(arrays.plan.bots[0].name)
        return own_play(arrays, chunk)

    own_play = pair_store.play
    monkeypatch.setattr(pair_store, "play", play)
    assert main(words) == 0
    assert played == {"search:4"}
    assert not begun.parent.exists()


def test_a_report_of_an_unfinished_run_says_so(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(folder, tmp_path / "run")
    note = tmp_path / "run" / UNFINISHED / "note.json"
    note.parent.mkdir()
    note.write_text("{}", encoding="utf-8")
    assert main(["report", str(tmp_path / "run")]) == 0
    assert "is not done" in capsys.readouterr().err


def test_the_cards_of_a_deck_are_measured_with_the_bot_that_finds_it_out_of_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The headline is made up; what follows from it is played."""
    found = Headline(Matter.DECK, make_sentence("It wins."), deck="moth", bot="random")
    monkeypatch.setattr(run_summary, "find_headline", lambda _: found)
    monkeypatch.setattr(impact, "FEWEST", 20)
    out = tmp_path / "run"
    given = ["--decks", "moth,lamp,beacon", "--games", "600", "--bots", "panel,heuristic,random"]
    assert main(["run", GAME, *given, "--out", str(out)]) == 0
    assert "cards of moth, about " in capsys.readouterr().err
    run = load_run(out)
    assert (out / "panel/random/deck_impact.parquet").is_file()
    effects = gather_evidence(run).deck_impact
    assert set(effects["deck"]) == {"moth"}
    assert set(effects["bot"]) == {"random"}
    assert main(["report", str(out)]) == 0  # the table is sealed like any other


def test_the_headline_says_what_a_deck_leans_on_in_the_hands_of_a_bot() -> None:
    impact_of = pd.DataFrame(
        {
            "deck": ["moth", "moth"], "card": ["Gale", "Flask"], "bot": ["learned"] * 2,
            "effect": [0.4, 0.01], "effect_low_all": [0.36, -0.02],
            "effect_high_all": [0.44, 0.04], "effect_q": [0.0, 0.4],
        }
    )  # fmt: skip
    sentence = make_sentence("moth wins.")
    found = add_mainstay(sentence, "moth", Standing.ABOVE, impact_of, "learned")
    assert found.card == "Gale"
    assert str(found.sentence).replace("\u00a0", " ") == (
        "moth wins. With the learned player, it leans most on Gale: with a plain card of the "
        "same cost instead, the deck would win 40.0 points less (36.0 to 44.0)."
    )
    unknown = add_mainstay(sentence, "moth", Standing.ABOVE, impact_of.head(0), "search")
    assert (unknown.card, unknown.sentence) == ("", sentence)
