"""Every kind of page that evenhand writes, made up in code: add a page here, and it is tested."""

from collections.abc import Callable
from pathlib import Path

from evenhand.analysis.data.run import load_run
from evenhand.analysis.tables.comparison import compare
from evenhand.reports.comparison.page import render_comparison
from evenhand.reports.evidence import Evidence
from evenhand.reports.replay import render_replay
from evenhand.reports.report import render_report
from tests.fake_run import write_fake_run
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


def comparison(make: MakeEvidence, folder: Path) -> str:
    runs = [
        load_run(
            write_fake_run(folder / name, {"cinder_rush": strength, f"Der {LONG}": 0.0}, CARDS)
        )
        for name, strength in (("before", 0.0), ("after", 0.4))
    ]
    return render_comparison(compare(*runs), ("before", "after"))


def replay(make: MakeEvidence, folder: Path) -> str:
    return render_replay(told_game(f"Der {LONG}"))


PAGES = {page.__name__: page for page in (duels, four_players, comparison, replay)}
