"""`check` and the report of the same games say the same, however near a number is to an edge."""

import json
import re
import shutil
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from evenhand import play
from evenhand.__main__ import main
from evenhand.analysis.data.run import load_run
from evenhand.reports.findings import list_findings
from evenhand.reports.headline import find_headline
from evenhand.reports.matter import Matter
from evenhand.reports.report_tables import gather_evidence

pytestmark = pytest.mark.xdist_group("verdicts")  # the folder is made once

GAME, N_DECKS, GAMES = "last_light", 4, 1_200
TOPICS = {"win_rate": "win_rates", "matchup": "matchups", "first_player": "first_player"}
# How far the upper edge of a band is below a number, in half-widths of its interval: from a
# pass to a failure, and most of them where the correction for their number decides.
EDGES = (1.2, -2.0, 1.3, -0.9, 1.35, -0.8, 1.4, 0.0, 1.45, 1.0, 1.5, 1.8)

Verdicts = dict[tuple[str, str], str]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A designer's folder, in which each number has a band that ends near it."""
    folder = tmp_path_factory.mktemp("edges") / "mine"
    assert main(["init", str(folder), "--game", GAME]) == 0
    for path in sorted((folder / "decks").iterdir())[N_DECKS:]:
        path.unlink()
    (folder / "balance.toml").write_text(begin(folder) + WIDE, encoding="utf-8")
    check(folder, folder / "wide")
    run = load_run(folder / "wide")
    (folder / "balance.toml").write_text(
        begin(folder) + put_edges(gather_evidence(run)), encoding="utf-8"
    )
    return folder


WIDE = "[expect]\nwin_rate = [0.0, 0.99]\nmatchup = [0.0, 0.99]\nfirst_player = [0.0, 0.99]\n"


def begin(folder: Path) -> str:
    return f'game = "{GAME}"\ncards = "cards.csv"\ndecks = "decks"\ngames = {GAMES}\n'


def check(folder: Path, out: Path, *flags: str, games: int = GAMES) -> None:
    assert main(["check", str(folder), "--games", str(games), "--out", str(out),
                 "--jobs", "1", "--json", *flags]) in (0, 1, 4)  # fmt: skip


def put_edges(evidence: Any) -> str:
    """Write bands that end near the numbers."""
    edges = cycle(EDGES)

    def band(low: float, high: float) -> str:
        edge = (low + high) / 2 + (high - low) / 2 * -next(edges)
        return f"[0.0, {edge:.5f}]"

    first = evidence.first_player.iloc[0]
    lines = [
        "[expect]",
        f"first_player = {band(first.first_win_rate_low, first.first_win_rate_high)}",
    ]
    lines += ["draws = [0, 0.05]", "[expect.decks]"]
    lines += [f"{row.deck} = {band(row.win_rate_low, row.win_rate_high)}"
              for row in evidence.win_rates.itertuples()]  # fmt: skip
    lines += ["[expect.matchups]"]
    lines += [
        f'"{row.deck} vs {row.opponent}" = {band(row.win_rate_low, row.win_rate_high)}'
        for row in evidence.matchups_once.itertuples()
    ]
    return "\n".join(lines) + "\n"


def read_check(text: str) -> Verdicts:
    """Read the verdicts that a check told."""
    cells = json.loads(text)["cells"]
    return {(one["topic"], one["subject"]): one["verdict"] for one in cells
            if one["topic"] in TOPICS}  # fmt: skip


def read_report(run_dir: Path) -> Verdicts:
    """Read the verdicts that stand in the tables of a report's page."""
    page = (run_dir / "report.html").read_text(encoding="utf-8")
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert data
    tables = json.loads(data[1])["tables"]
    found: Verdicts = {}
    for topic, name in TOPICS.items():
        columns, n_names = tables[name]["columns"], 2 if topic == "matchup" else 1
        for row in tables[name]["data"]:
            subject = "" if topic == "first_player" else " vs ".join(row[:n_names])
            if verdict := row[columns.index("verdict")]:
                found[topic, subject] = verdict
    return found


def agree(said: Verdicts, shown: Verdicts) -> None:
    """A matchup that a check judged from one side stands in the report from both."""
    assert {key: shown[key] for key in said} == said
    turned = {(topic, " vs ".join(reversed(name.split(" vs ")))): verdict
              for (topic, name), verdict in said.items() if topic == "matchup"}  # fmt: skip
    assert shown == turned | said


def test_check_and_report_say_the_same(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    check(folder, tmp_path / "checked")
    said = read_check(capsys.readouterr().out)
    assert len(said) == 1 + N_DECKS + N_DECKS * (N_DECKS - 1) // 2
    assert set(said.values()) == {"pass", "fail", "inconclusive"}
    agree(said, read_report(tmp_path / "checked"))
    assert main(["run", str(folder), "--out", str(tmp_path / "run"), "--quiet", "--jobs", "1"]) == 0
    agree(said, read_report(tmp_path / "run"))


def test_a_sequential_check_and_its_report_say_the_same(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    check(folder, tmp_path / "checked", "--sequential", games=2_400)
    said = read_check(capsys.readouterr().out)
    agree(said, read_report(tmp_path / "checked"))
    assert main(["report", str(tmp_path / "checked")]) == 0
    agree(said, read_report(tmp_path / "checked"))


def test_the_report_says_which_bands_it_uses(folder: Path, tmp_path: Path) -> None:
    stated = gather_evidence(play(folder, games=24, jobs=1, out=tmp_path / "stated"))
    usual = gather_evidence(play(GAME, games=24, jobs=1, out=tmp_path / "usual"))
    assert stated.bands.is_stated
    assert not usual.bands.is_stated
    for run, words in (
        ("stated", "balance.toml said when this run was made"),
        ("usual", "No balance.toml stated bands"),
    ):
        assert main(["report", str(tmp_path / run)]) == 0
        assert words in (tmp_path / run / "report.html").read_text(encoding="utf-8")


def test_what_has_no_band_is_not_judged(folder: Path, tmp_path: Path) -> None:
    only = tmp_path / "mine"
    only.mkdir()
    decks = sorted(str(path) for path in (folder / "decks").iterdir())
    text = f'game = "{GAME}"\ndecks = {json.dumps(decks)}\n[expect]\ndraws = [0, 0.5]\n'
    (only / "balance.toml").write_text(text, encoding="utf-8")
    evidence = gather_evidence(play(only, games=48, jobs=1, out=tmp_path / "run"))
    assert find_headline(evidence).matter is Matter.FIRST
    said = {found.topic: str(found.sentence) for found in list_findings(evidence)}
    assert said["Matchups"].startswith("No matchup has a band; the most lopsided:")
    assert "Decks" not in said


def test_a_folder_that_expects_nothing_of_a_run_leaves_it_to_the_usual_bands(
    folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "balance.toml").write_text(
        f'game = "{GAME}"\n[expect.change]\ndraws = [-0.1, 0.1]\n', encoding="utf-8"
    )
    run = play(tmp_path, games=56, jobs=1, out=tmp_path / "run")
    assert not gather_evidence(run).bands.is_stated


def test_bands_of_two_players_are_not_those_of_three(folder: Path, tmp_path: Path) -> None:
    run = play(folder, games=48, players=3, jobs=1, out=tmp_path / "run")
    assert not gather_evidence(run).bands.is_stated


def test_a_band_for_a_deck_that_is_not_there_stops_the_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = tmp_path / "mine"
    wrong.mkdir()
    (wrong / "balance.toml").write_text(
        f'game = "{GAME}"\n[expect.decks]\nno_such_deck = [0.4, 0.6]\n', encoding="utf-8"
    )
    assert main(["run", str(wrong), "--out", str(tmp_path / "run"), "--games", "8"]) == 3
    assert "there is no deck 'no_such_deck'" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


def test_bots_of_a_panel_are_judged_together_by_both(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    decks = json.dumps([str(path) for path in sorted((folder / "decks").iterdir())])
    (mine / "balance.toml").write_text(
        f'game = "{GAME}"\ndecks = {decks}\npanel = ["heuristic", "random"]\n'
        "[expect]\nwin_rate = [0.3, 0.545]\n[check]\npanel = true\n",
        encoding="utf-8",
    )
    capsys.readouterr()
    check(mine, tmp_path / "checked", games=600)
    cells = json.loads(capsys.readouterr().out)["cells"]
    said = {(one["bot"] or "heuristic", one["subject"]): one["verdict"] for one in cells
            if one["topic"] == "win_rate"}  # fmt: skip
    evidence = gather_evidence(load_run(tmp_path / "checked"))
    assert evidence.panel
    shown = evidence.panel.win_rates.set_index(["bot", "deck"])["verdict"]
    assert shown.to_dict() == said
    own = evidence.win_rates.set_index("deck")["verdict"]
    assert {("heuristic", deck): verdict for deck, verdict in own.items()}.items() <= said.items()


def test_a_panel_says_of_its_first_bot_what_check_says(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first bot has all the games, the other one hardly any."""
    mine = tmp_path / "mine"
    mine.mkdir()
    decks = json.dumps([str(path) for path in sorted((folder / "decks").iterdir())])
    (mine / "balance.toml").write_text(
        f'game = "{GAME}"\ndecks = {decks}\npanel = ["heuristic", "search:4"]\n'
        f"panel_games = 12\ngames = {GAMES}\n[expect]\nwin_rate = [0.1, 0.9]\n",
        encoding="utf-8",
    )
    assert main(["run", str(mine), "--out", str(tmp_path / "run"), "--jobs", "1"]) == 0
    capsys.readouterr()
    evidence = gather_evidence(load_run(tmp_path / "run"))
    assert evidence.panel
    assert find_headline(evidence).matter is Matter.FIRST
    shown = evidence.panel.win_rates.set_index(["bot", "deck"])["verdict"]
    own = evidence.win_rates.set_index("deck")["verdict"]
    assert shown["heuristic"].to_dict() == own.to_dict()
    check(mine, tmp_path / "checked")
    said = read_check(capsys.readouterr().out)
    assert {("win_rate", deck): verdict for deck, verdict in own.items()} == said


def test_the_first_bot_of_a_panel_is_not_judged_with_the_others(
    folder: Path, tmp_path: Path
) -> None:
    """Near an edge, more numbers judged together would leave its verdict open."""
    text = begin(folder) + put_edges(gather_evidence(load_run(folder / "wide")))
    mine = tmp_path / "mine"
    mine.mkdir()
    decks = json.dumps([str(path) for path in sorted((folder / "decks").iterdir())])
    begun = f'game = "{GAME}"\ndecks = {decks}\npanel = ["heuristic", "random"]\ngames = {GAMES}\n'
    (mine / "balance.toml").write_text(begun + text.removeprefix(begin(folder)), encoding="utf-8")
    evidence = gather_evidence(play(mine, jobs=1, out=tmp_path / "run"))
    assert evidence.panel
    for table, name in (("win_rates", ["deck"]), ("matchups", ["deck", "opponent"])):
        own = getattr(evidence, table).set_index(name)["verdict"]
        of_panel = getattr(evidence.panel, table)
        of_lead = of_panel[of_panel["bot"] == "heuristic"].set_index(name)["verdict"]
        assert of_lead.to_dict() == own.to_dict()


def test_a_verdict_that_is_open_outside_its_band_says_why(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both pages name the same count, though the check judges a change besides."""
    monkeypatch.delenv("CI", raising=False)  # where no baseline may be written
    counts: set[str] = set()
    mine = shutil.copytree(folder, tmp_path / "mine", ignore=shutil.ignore_patterns("wide"))
    with open(mine / "balance.toml", "a", encoding="utf-8") as file:
        file.write('[expect.change]\nwin_rate = [-0.5, 0.5]\n[check]\nbaseline = "then.json"\n')
    assert main(["check", str(mine), "--update-baseline", "--games", "600", "--quiet",
                 "--out", str(tmp_path / "then")]) == 0  # fmt: skip
    check(mine, tmp_path / "checked")
    for page in ("check.html", "report.html"):
        text = (tmp_path / "checked" / page).read_text(encoding="utf-8")
        assert "lies outside by bad luck" in text
        counts.update(re.findall(r"with (\d+) numbers to judge", text))
        assert f'href="{"report" if page == "check.html" else "check"}.html"' in text
    assert len(counts) == 1
