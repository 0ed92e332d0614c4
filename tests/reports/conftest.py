"""Evidence made up in code, in the shape that `analysis` gives."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.stats import norm

from evenhand.analysis.data.run import Entrant
from evenhand.analysis.gate.measures import (
    WHOLE_RUN,
    DeckSubject,
    MatchupSubject,
    Measure,
    Subject,
    Topic,
)
from evenhand.analysis.gate.run_bands import Bands
from evenhand.analysis.statistics.multiplicity import benjamini_hochberg
from evenhand.analysis.tables.card_impact import COLUMNS
from evenhand.reports.bands import Standing, compare_with_band, make_default_bands
from evenhand.reports.report_tables import Evidence

MATCHUP_COLUMNS = [
    "deck", "opponent", "n_games", "n_pairs", "wins", "losses", "draws", "win_rate",
    "win_rate_low", "win_rate_high", "standard_error", "sample_factor", "win_rate_low_all",
    "win_rate_high_all",
]  # fmt: skip


@pytest.fixture(scope="session")
def make_evidence() -> Callable[..., Evidence]:
    """Return a function that makes up the evidence of a run; see `made_up`."""
    return made_up


def made_up(
    rates: dict[str, float] | None = None,
    cards: list[str] | None = None,
    seats: int = 2,
    half_width: float = 0.007,
    n_errors: int = 0,
    n_stalls: int = 0,
    n_endless: int = 0,
    lifts: dict[str, float] | None = None,
    advantage: float = 0.021,
    cards_per_deck: int = 12,
    effects: dict[str, float] | None = None,
    stated: Bands | None = None,
) -> Evidence:
    """Make up a run in which every number is an argument or follows from one.

    Intervals that allow for a choice are twice as wide as others. Verdicts are by the
    intervals of rows.
    """
    rates = rates or {"Tide Control": 0.561, "Ember Rush": 0.507, "Verdant Growth": 0.432}
    cards = cards or [f"Card {index:03}" for index in range(1, 25)]
    lifts = lifts or {}
    names = list(rates)
    bands = stated or make_default_bands(seats)
    return Evidence(
        info=run_info(names, seats),
        bands=bands,
        win_rates=hold_at_once(
            judged(win_rates(rates, half_width), "win_rate", bands, Topic.WIN_RATE)
        ),
        matchups=judged(matchups(rates, half_width), "win_rate", bands, Topic.MATCHUP),
        first_player=judged(
            first_player(names, advantage, 1 / seats), "first_win_rate", bands, Topic.FIRST_PLAYER
        ),
        last_turn=last_turn(),
        card_win_rates=card_win_rates(names, cards, lifts, cards_per_deck),
        card_impact=card_impact(names, cards[:cards_per_deck], effects),
        game_lengths=game_lengths(),
        length_summary=length_summary(names),
        end_reasons=end_reasons(n_errors, n_stalls, n_endless),
        end_reasons_by_deck=end_reasons_by_deck(names),
        mulligans=mulligans(names),
        swings=swings(names),
        **(of_many(rates, seats, half_width, advantage, bands) if seats > 2 else {}),
    )


def judged(frame: pd.DataFrame, rate: str, bands: Bands, topic: Topic) -> pd.DataFrame:
    """Add verdicts to a table, as `add_verdicts` does, by the intervals of its rows."""
    found = [hold_against(row, rate, bands, topic) for _, row in frame.iterrows()]
    verdicts = pd.DataFrame(found, columns=["expected_low", "expected_high", "verdict"])
    undecided = {"deciding_low": np.nan, "deciding_high": np.nan, "judged_together": 1}
    return frame.assign(**verdicts, **undecided)


def hold_against(
    row: "pd.Series[Any]", rate: str, bands: Bands, topic: Topic
) -> tuple[float, float, str]:
    """Return the band of a row, and the verdict."""
    subject: Subject = WHOLE_RUN
    if topic is Topic.WIN_RATE:
        subject = DeckSubject(Entrant(row["deck"]))
    elif topic is Topic.MATCHUP:
        subject = MatchupSubject(Entrant(row["deck"]), (Entrant(row["opponent"]),))
    elif row.get("scope", "all") != "all":
        return np.nan, np.nan, ""
    band = bands.find(Measure(topic, subject))
    if band is None:
        return np.nan, np.nan, ""
    match compare_with_band(row[f"{rate}_low"], row[f"{rate}_high"], band):
        case Standing.UNSURE:
            return *band, "inconclusive"
        case Standing.INSIDE:
            return *band, "pass"
    return *band, "fail"


def last_turn() -> pd.DataFrame:
    return pd.DataFrame(
        [{"scope": "all", "n_games": 40_000, "n_pairs": 20_000, "win_rate": 0.713,
          "win_rate_low": 0.708, "win_rate_high": 0.718}]
    )  # fmt: skip


def of_many(
    rates: dict[str, float], n: int, half_width: float, advantage: float, bands: Bands
) -> dict[str, pd.DataFrame]:
    """What is known of games for more than two only."""
    seats = pd.DataFrame(
        {
            "seat": seat, "n_games": 40_000, "n_pairs": 10_000,
            **interval("win_rate", 1 / n + edge, half_width),
            **interval("advantage", edge, half_width),
            "advantage_p": 0.001 if abs(edge) > half_width else 0.5,
            "advantage_holm": 0.004 if abs(edge) > half_width else 1.0,
        }
        for seat, edge in enumerate([advantage, *[-advantage / (n - 1)] * (n - 1)], 1)
    )  # fmt: skip
    placements = pd.DataFrame(
        {
            "deck": deck, "n_games": 40_000, **interval("mean_placement", n / 2 - rate, 0.02),
            **{name: value for k in range(1, n + 1)
               for name, value in interval(f"share_{k}", rate if k == 1 else (1 - rate) / (n - 1),
                                           half_width).items()},
        }
        for deck, rate in rates.items()
    )  # fmt: skip
    finishes = pd.DataFrame(
        {"deck": deck, "opponent": other, "n_tables": 1, "n_games": 40_000,
         **chosen("ahead", 0.5 + rate - rates[other], half_width)}
        for deck, rate in rates.items() for other in rates if deck != other
    )  # fmt: skip
    seats = judged(seats, "win_rate", bands, Topic.SEAT)
    return {"seats": seats, "placements": placements, "finishes": finishes}


def run_info(names: list[str], seats: int) -> dict[str, Any]:
    return {
        "run": {
            "game": "divine_cross", "title": "Divine Cross", "mode": "constructed",
            "rules_version": "1.0", "seed": 1, "games": 40_000, "seats": seats, "mirrors": False,
            "command": "evenhand run divine_cross --games 40000 --seed 1",
            "results_hash": "9f" * 32, "seconds": 1.5, "jobs": 2, "backend": "threading",
            "games_per_second": 26_666.0,
        },
        "versions": {"evenhand": "0.1.0", "python": "3.11.7", "numpy": "2.4.6", "numba": "0.68.1"},
        "options": {"turn_cap": 200, "mulligan_bonus": "each", "first_player_draws": True},
        "changed_options": {"mulligan_bonus": "each"},
        "cards": {"file": "cards.csv", "sha256": "ab" * 32, "count": 24},
        "decks": [{"name": name, "sha256": "cd" * 32, "cards": []} for name in names],
        "bots": [{"name": "heuristic", "policy": "heuristic", "sha256": "ef" * 32}],
        "matchups": [{"decks": list(pair), "bots": [0, 0]}
                     for pair in combinations(range(len(names)), 2)],
        "end_reasons": {"engine_error": 0, "third_ko": 1, "no_unit": 2, "turn_cap": 5},
        "end_reasons_text": {"third_ko": "a third unit was KO'd"},
        "units": {"standing": "one unit in the KO zone"},
    }  # fmt: skip


def counts(rate: float, n_games: int) -> dict[str, int]:
    draws = n_games // 200
    wins = round(rate * n_games - draws / 2)
    return {
        "n_games": n_games, "n_pairs": n_games // 2,
        "wins": wins, "losses": n_games - wins - draws, "draws": draws,
    }  # fmt: skip


def interval(name: str, value: float, half_width: float) -> dict[str, float]:
    return {name: value, f"{name}_low": value - half_width, f"{name}_high": value + half_width}


def chosen(name: str, value: float, half_width: float) -> dict[str, float]:
    """Return an interval, and that which allows for the choice among many."""
    wide = interval(name, value, 2 * half_width)
    del wide[name]
    return interval(name, value, half_width) | {f"{end}_all": at for end, at in wide.items()}


def win_rates(rates: dict[str, float], half_width: float) -> pd.DataFrame:
    rows = [
        {"deck": deck, **counts(rate, 40_000), **chosen("win_rate", rate, half_width)}
        for deck, rate in rates.items()
    ]
    return pd.DataFrame(rows)


def hold_at_once(table: pd.DataFrame) -> pd.DataFrame:
    """Return win rates with the intervals that hold for all decks at once."""
    ends = {f"win_rate_{end}": table[f"win_rate_{end}_all"] for end in ("low", "high")}
    return table.drop(columns=["win_rate_low_all", "win_rate_high_all"]).assign(**ends)


def matchups(rates: dict[str, float], half_width: float) -> pd.DataFrame:
    rows = [
        {
            "deck": deck,
            "opponent": other,
            **counts(0.5 + rate - rates[other], 20_000),
            **chosen("win_rate", 0.5 + rate - rates[other], half_width * 1.4),
            "standard_error": half_width / 1.4,
            "sample_factor": 2.1 + rate,
        }
        for deck, rate in rates.items()
        for other in rates
        if deck != other
    ]
    return pd.DataFrame(rows, columns=MATCHUP_COLUMNS)


def first_player(names: list[str], advantage: float, fair: float) -> pd.DataFrame:
    scopes = ["all", *(f"{a} vs {b}" for i, a in enumerate(names) for b in names[i + 1 :])]
    rows = [
        {
            "scope": scope,
            "n_games": 40_000,
            "n_pairs": 20_000,
            **interval("first_win_rate", fair + advantage, 0.004),
            **interval("advantage", advantage, 0.004),
        }
        for scope in scopes
    ]
    return pd.DataFrame(rows)


def card_row(deck: str, card: str, index: int, lift: float) -> dict[str, Any]:
    wave = float(np.sin(index))
    row = {"deck": deck, "card": card, "copies": 2, "n_games": 12_000}
    for position, metric in enumerate(("gp", "oh", "gd", "gih", "gns")):
        row[f"{metric}_n"] = 300 if index == 3 else 9_000 - 100 * position
        row |= interval(f"{metric}_wr", 0.5 + 0.03 * wave, 0.011)
    row |= chosen("oh_lift", lift, 0.011) | interval("iwd", 0.02 + 0.01 * wave, 0.012)
    row |= interval("iwd_centred", 0.01 * wave, 0.012)
    return row | interval("played_rate", 0.6 + 0.2 * wave, 0.01)


def card_win_rates(
    names: list[str], cards: list[str], lifts: dict[str, float], cards_per_deck: int
) -> pd.DataFrame:
    frames = [card_frame("", cards, lifts)]
    frames += [card_frame(deck, cards[:cards_per_deck], lifts) for deck in names]
    return pd.concat(frames, ignore_index=True)


def card_frame(deck: str, cards: list[str], lifts: dict[str, float]) -> pd.DataFrame:
    frame = pd.DataFrame(
        [
            card_row(deck, card, index, lifts.get(card, 0.004 * float(np.cos(index))))
            for index, card in enumerate(cards)
        ]
    )
    errors = (frame["oh_lift_high"] - frame["oh_lift_low"]) / 2 / norm.ppf(0.975)
    p_values = 2 * norm.sf(frame["oh_lift"].abs() / errors)
    return frame.assign(oh_lift_p=p_values, oh_lift_q=benjamini_hochberg(p_values))


def card_impact(
    names: list[str], cards: list[str], effects: dict[str, float] | None
) -> pd.DataFrame:
    """Every card of every deck; empty if no effects are given."""
    rows = [
        {
            "deck": deck, "card": card, "baseline": "a plain card", "copies": 2,
            "n_games": 4_000, "n_pairs": 2_000,
            **chosen("effect", effects.get(card, 0.0), 0.01),
            "standard_error": 0.005, "effect_p": 0.5, "effect_q": np.nan, "sample_factor": 4.2,
            "changed": 0.31,
        }
        for deck in names
        for card in cards
        if effects is not None
    ]  # fmt: skip
    frame = pd.DataFrame(rows, columns=[*COLUMNS, "effect_low_all", "effect_high_all"])
    if len(frame):
        frame["effect_p"] = 2 * norm.sf((frame["effect"] / 0.005).abs())
        frame["effect_q"] = benjamini_hochberg(frame["effect_p"])
    return frame


def game_lengths() -> pd.DataFrame:
    turns = np.arange(5, 31)
    weights = np.exp(-((turns - 14.0) ** 2) / 28)
    shares = weights / weights.sum()
    return pd.DataFrame(
        {"turns": turns, "n_games": np.round(40_000 * shares).astype(int), "share": shares}
    )


def length_summary(names: list[str]) -> pd.DataFrame:
    rows = [
        {
            "scope": scope, "n_games": 40_000, **interval("mean_turns", 14.2, 0.1),
            "median_turns": 14.0, "p10_turns": 9.0, "p90_turns": 19.0,
            **interval("mean_decisions", 81.4, 0.5),
        }
        for scope in ("all", " vs ".join(names))
    ]  # fmt: skip
    return pd.DataFrame(rows)


def end_reasons(n_errors: int, n_stalls: int, n_endless: int) -> pd.DataFrame:
    games = {
        (0, "engine_error", "an engine error"): n_errors,
        (1, "third_ko", "a third unit was KO'd"): 37_000,
        (2, "no_unit", "no unit was left"): 3_000 - n_errors - n_stalls - n_endless,
        (5, "turn_cap", "the turn cap was reached"): n_stalls,
        (100, "endless", "a turn came to no end"): n_endless,
    }
    rows = [
        {
            "end_reason": number, "name": name, "text": text, "n_games": n_games,
            **interval("share", n_games / 40_000, 0.001), **interval("first_win_rate", 0.521, 0.01),
        }
        for (number, name, text), n_games in games.items()
    ]  # fmt: skip
    return pd.DataFrame(rows)


@pytest.fixture(scope="session")
def make_break_offs() -> Callable[..., pd.DataFrame]:
    """Return a function that makes up the cards of games broken off; see `break_offs`."""
    return break_offs


def break_offs(shares: dict[str, tuple[float, float]], named: list[str]) -> pd.DataFrame:
    """Make up cards of a deck, with their shares of games broken off when played and when not."""
    rows = [
        {
            "deck": "Tide Control", "card": card, "n_played": 9_000, "n_unplayed": 4_000,
            **interval("played_share", played, 0.01), **interval("unplayed_share", rest, 0.01),
            "p": 0.5, "rank": named.index(card) + 1 if card in named else 0,
        }
        for card, (played, rest) in shares.items()
    ]  # fmt: skip
    return pd.DataFrame(rows)


def end_reasons_by_deck(names: list[str]) -> pd.DataFrame:
    rows = [
        {
            "deck": deck, "end_reason": number, "text": text, "n_games": 18_100 // number,
            "wins": 9_000 // number, "losses": 9_000 // number, "draws": 100 // number,
            **interval("win_share", 2 / 3 / number, 0.01),
            **interval("loss_share", 2 / 3 / number, 0.01),
        }
        for deck in names
        for number, text in ((1, "a third unit was KO'd"), (2, "no unit was left"))
    ]  # fmt: skip
    return pd.DataFrame(rows)


def mulligans(names: list[str]) -> pd.DataFrame:
    rows = [
        {
            "deck": deck, "n_games": 40_000, **interval("mulligan_rate", 0.081, 0.003),
            **interval("mean_mulligans", 0.09, 0.01),
            **interval("win_rate_after_mulligan", 0.447, 0.01),
        }
        for deck in names
    ]  # fmt: skip
    return pd.DataFrame(rows)


def swings(names: list[str]) -> pd.DataFrame:
    row = {
        "n_games": 40_000, "n_decided": 39_800, "largest_comeback": 2,
        **interval("mean_lead_changes", 1.4, 0.02), **interval("steady_share", 0.31, 0.01),
        **interval("comeback_share", 0.42, 0.01), **interval("mean_comeback", 1.2, 0.03),
    }  # fmt: skip
    return pd.DataFrame([{"scope": scope, **row} for scope in ("all", " vs ".join(names))])
