"""Figures as axes have the report's own numbers, in colours of a page."""

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from evenhand import analysis, plots
from evenhand.__main__ import main
from evenhand.analysis import Run, load_run
from evenhand.decks.problems import UsageError
from evenhand.reports.matplotlib_figures import KINDS
from evenhand.reports.palette import ROLES, read_palette
from evenhand.reports.report_tables import Evidence
from evenhand.reports.shades import choose_shade
from evenhand.reports.wording import number
from tests.fake_run import write_fake_run

DECKS = {"a_deck": 0.3, "<b>b</b>": 0.0, "$c$": -0.1}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("plots") / "run"
    return load_run(write_fake_run(folder, DECKS, ["Ash", "Elk"], 60))


def test_win_rates_are_those_of_the_table(run: Run) -> None:
    axes = plots.plot_win_rates(run)
    rates = analysis.win_rates(run).sort_values("win_rate", ascending=False)
    assert [label.get_text() for label in axes.get_yticklabels()] == list(rates["deck"])
    dots = [line.get_xdata()[0] for line in axes.lines if line.get_marker() not in ("None", "")]
    np.testing.assert_allclose(dots, 100 * rates["win_rate"])


def test_lengths_are_shares_of_the_games(run: Run) -> None:
    axes = plots.plot_lengths(run)
    assert sum(bar.get_height() for bar in axes.patches) == pytest.approx(100)


def test_what_was_not_measured_is_not_drawn(run: Run) -> None:
    with pytest.raises(UsageError, match="did not measure what its cards are worth"):
        plots.plot_card_impact(run)


def test_impact_is_that_of_the_table(
    make_evidence: Callable[..., Evidence], monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    made = make_evidence({"a": 0.5, "b": 0.5}, cards=["Ash", "Elk"], effects={"Ash": 0.05})
    monkeypatch.setattr("evenhand.reports.matplotlib_figures.gather_evidence", lambda run: made)
    axes = plots.plot_card_impact(run)
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert names == ["Ash (a)", "Ash (b)", "Elk (a)", "Elk (b)"]
    assert [text.get_text() for text in axes.texts][:1] == ["+5.0"]


@pytest.mark.parametrize("draw", ["plot_lengths", "plot_matchups", "plot_win_rates"])
def test_figures_are_drawn_where_wanted_and_saved(draw: str, run: Run, tmp_path: Path) -> None:
    axes = Figure().add_subplot()
    assert getattr(plots, draw)(run, axes) is axes
    for kind in ("svg", "png"):
        axes.figure.savefig(tmp_path / f"figure.{kind}")
    drawing = (tmp_path / "figure.svg").read_text()
    assert not any(stand_in in drawing for stand_in in ROLES)
    axes.figure.canvas.draw()
    shown = {to_hex(label.get_color()) for label in axes.get_xticklabels()}
    assert shown.isdisjoint(ROLES)


def test_matchups_have_the_page_s_numbers_and_shades(run: Run) -> None:
    axes = plots.plot_matchups(run)
    matchups = analysis.matchups(run)
    expected = {number(100 * row.win_rate): choose_shade(row.win_rate, 0.5)
                for row in matchups.itertuples() if row.deck != row.opponent}  # fmt: skip
    written = [text.get_text() for text in axes.texts if "\u2013" not in text.get_text()]
    assert sorted(written) == sorted(
        number(100 * row.win_rate) for row in matchups.itertuples() if row.deck != row.opponent
    )
    drawn = [to_hex(cell.get_facecolor()) for cell in axes.patches]
    palette = read_palette()
    assert drawn == [palette[expected[text].replace("e", "even")] for text in written]
    assert axes.get_yticklabels()[0].get_text() == "a_deck"


def test_four_players_have_no_matchups(tmp_path: Path) -> None:
    run = load_run(write_fake_run(tmp_path / "run", {**DECKS, "d": 0.0}, ["A"], 20, n_seats=4))
    with pytest.raises(UsageError, match="4 players met at each table"):
        plots.plot_matchups(run)


def test_the_figures_of_the_page_are_files_and_the_same_each_time(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    for name in ("one", "two"):
        flags = ["--out", str(page), "--figures", str(tmp_path / name)]
        assert main(["report", str(run.folder), *flags]) == 0
        assert f"Figures {tmp_path / name}" in capsys.readouterr().out
    on_page = re.findall(r'id="figure-([\w-]+)"', page.read_text(encoding="utf-8"))
    assert on_page[:2] == ["decks", "cards"]
    files = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert files == sorted(f"{one}.{kind}" for one in [*on_page, "matchups"] for kind in KINDS)
    for file in files:
        content = (tmp_path / "one" / file).read_bytes()
        assert content == (tmp_path / "two" / file).read_bytes()
        if file.endswith("svg"):
            assert not any(stand_in.encode() in content for stand_in in ROLES)
        else:
            assert content.startswith(b"\x89PNG")


def test_a_notebook_shows_a_run(run: Run) -> None:
    html = run._repr_html_()
    assert "Fake, constructed: 360 games, seed 1" in html
    assert html.count("<tr>") == 4
    assert "<th>a_deck</th>" in html and "&lt;b&gt;b&lt;/b&gt;" in html and "<b>" not in html
    best = analysis.win_rates(run).set_index("deck").loc["a_deck"]
    assert f"<td>{100 * best['win_rate']:.1f}\N{NO-BREAK SPACE}%</td>" in html
