"""Every kind of page that evenhand writes, made up in code: add a page here, and it is tested."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pandas as pd

from evenhand.analysis.data.run import load_run
from evenhand.analysis.statistics.bands import Verdict
from evenhand.analysis.tables.comparison import compare
from evenhand.analysis.tables.followed_changes import COLUMNS, FollowedChanges
from evenhand.reports.check.page import render_check
from evenhand.reports.comparison.page import render_comparison
from evenhand.reports.history.page import render_history
from evenhand.reports.live.page import Edit, LivePage, Phase, Save, read_asset, render_live
from evenhand.reports.replay_page import render_replay
from evenhand.reports.report import render_report
from evenhand.reports.report_tables import Evidence
from evenhand.reports.training.page import render_training
from tests.fake_run import write_fake_run
from tests.reports.made_up_history import make_history
from tests.reports.made_up_training import FACES, make_training
from tests.reports.test_gate import ACCEPTED, FAIL, PASS, UNSURE, deck, judged, result_of
from tests.reports.test_nasty import told_game

MakeEvidence = Callable[..., Evidence]
LONG = "Donaudampfschifffahrtsgesellschaftskapitänsmütze"  # a name without a place to break at
CARDS = ["Ember Lancer", "Ash Pup", "Rust Golem", LONG, *(f"Card {n:02}" for n in range(20))]
EFFECTS = {"Ember Lancer": 0.04, "Ash Pup": -0.03, LONG: 0.05}
RATES = {"cinder_rush": 0.56, f"Der {LONG}": 0.53, "tidal-raiders": 0.51, "Wall": 0.4}


def duels(make: MakeEvidence, folder: Path) -> str:
    rates = {**RATES, "Tide Control": 0.5, "Verdant Growth": 0.5}
    return render_report(make(rates, cards=CARDS, lifts=EFFECTS, effects=EFFECTS, n_stalls=3))


def four_players(make: MakeEvidence, folder: Path) -> str:
    rates = {name: rate / 2 for name, rate in RATES.items()}
    return render_report(make(rates, cards=CARDS, lifts=EFFECTS, seats=4))


def many_decks(make: MakeEvidence, folder: Path) -> str:
    names = [*RATES, *(f"deck_number_{number}" for number in range(10))]
    rates = {name: 0.44 + 0.01 * place for place, name in enumerate(names)}
    return render_report(make(rates, cards=CARDS, lifts=EFFECTS, effects=EFFECTS))


def watch(make: MakeEvidence, folder: Path) -> str:
    """In the midst of an edit, as a page of its own: the program is not there to ask."""
    decks = {"cinder_rush": "Cinder Rush", f"der_{LONG}": f"Der {LONG}", "wall": "Wall"}
    rows = [(name, 0.5, 0.5 + change, change, change - 0.02, change + 0.02, change - 0.03,
             change + 0.03, 200, abs(change) > 0.03)
            for name, change in zip(decks, (0.06, -0.04, 0.0), strict=True)]  # fmt: skip
    changed = pd.DataFrame(rows, columns=["deck", *COLUMNS])
    first, other, _ = decks
    met = changed.head(1).assign(opponent=other)
    overall = changed.head(1).rename(columns={"deck": "number"}).assign(number="first player")
    inputs = pd.DataFrame(
        [
            ("card", "Ember Lancer", "hp", "300", "320"),
            ("card", LONG, "effect", "Draw 1 card.", ""),
        ],
        columns=["kind", "name", "field", "before", "after"],
    )
    page = LivePage(
        "Made up", "constructed", "my game", Phase.PLAYING, "the start, 21:40:03", 800, 4_000,
        deck_texts=decks, edit=Edit(3, inputs, [("expect.draws", "0.1", "0")], ["cards.csv"], True),
        changes=FollowedChanges(changed, met, overall, ("wall",)),
        before=[judged(deck(first), Verdict.PASS)], after=[judged(deck(first))],
        notes=["a note"], links=[("Report of made_up-1", "run/report.html")],
        history=[Save("21:41:07", ["Ember Lancer: hp 300 \u2192 320"], "it plays", "kept")],
    )  # fmt: skip
    style = f"<style>{read_asset('style.css')}</style>"
    alone = render_live(page).replace('<script src="script.js" defer></script>', "")
    return alone.replace('<link rel="stylesheet" href="style.css">', style)


def comparison(make: MakeEvidence, folder: Path) -> str:
    runs = [
        load_run(
            write_fake_run(folder / name, {"cinder_rush": strength, f"Der {LONG}": 0.0}, CARDS)
        )
        for name, strength in (("before", 0.0), ("after", 0.4))
    ]
    return render_comparison(compare(*runs), ("before", "after"))


def check(make: MakeEvidence, folder: Path) -> str:
    info = make({"tide": 0.6, f"Der {LONG}": 0.5}).info
    return render_check(result_of(FAIL, UNSURE, ACCEPTED, PASS), info, "evenhand check", {})


def training(make: MakeEvidence, folder: Path) -> str:
    return render_training(make_training(), FACES, "evenhand train made_up --minutes 8")


def history(make: MakeEvidence, folder: Path) -> str:
    return render_history(make_history(name=f"Der {LONG}"))


def replay(make: MakeEvidence, folder: Path) -> str:
    return render_replay(told_game(f"Der {LONG}"), report="../report.html")


@cache
def write_page(name: str, make: MakeEvidence) -> str:
    """Write a kind of page, once for all who look at it."""
    with TemporaryDirectory() as folder:
        return PAGES[name](make, Path(folder))


PAGES = {
    page.__name__: page
    for page in (
        duels,
        four_players,
        many_decks,
        comparison,
        check,
        history,
        training,
        replay,
        watch,
    )
}
