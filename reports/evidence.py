"""All tables one report is made of."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pandas as pd
from scipy.special import ndtri

from evenhand import analysis
from evenhand.analysis.data.pairs import BREAK_OFFS
from evenhand.analysis.data.panel import Panel, load_panel
from evenhand.analysis.data.run import Run
from evenhand.analysis.data.tallies import tally_all
from evenhand.analysis.tables.break_offs import MOST_BROKEN_OFF
from evenhand.analysis.tables.by_bot import compare_bots, ladder
from evenhand.analysis.tables.card_win_rates import CardCopies
from evenhand.analysis.tables.endings import Endings, EndingsByDeck
from evenhand.analysis.tables.first_player import FirstTurns
from evenhand.analysis.tables.last_turn import LastTurns
from evenhand.analysis.tables.lengths import Lengths
from evenhand.analysis.tables.mulligans import HandsSentBack
from evenhand.analysis.tables.placements import Finishes, Places
from evenhand.analysis.tables.seats import TurnOrders
from evenhand.analysis.tables.swings import Swings
from evenhand.analysis.tables.win_rates import Scores

__all__ = ["Evidence", "PanelEvidence", "gather"]


@dataclass(frozen=True)
class PanelEvidence:
    """What the bots of a panel come to, as `analysis.tables.by_bot` gives it.

    Attributes
    ----------
    bots : mapping from str to int
        Games that each bot played against itself, those that think least first.
    lead : str
        The bot that the rest of the evidence is about.
    played : pandas.DataFrame
        How often a card that was seen was played; card.
    lifts : pandas.DataFrame
        Opening-hand lift; card.
    impact : pandas.DataFrame
        Deck, card; empty unless it was measured with every bot.
    steps : pandas.DataFrame
        Of `ladder`.
    """

    bots: Mapping[str, int]
    lead: str
    win_rates: pd.DataFrame
    matchups: pd.DataFrame
    first_player: pd.DataFrame
    played: pd.DataFrame
    lifts: pd.DataFrame
    impact: pd.DataFrame
    steps: pd.DataFrame

    @property
    def strongest(self) -> str:
        """The bot that thinks most."""
        return list(self.bots)[-1]


@dataclass(frozen=True)
class Evidence:
    """What is known about a run; the frames are documented by their functions in `analysis`.

    Attributes
    ----------
    info : dict
        The run's `run.toml`.
    last_turn : pandas.DataFrame
        Of games for two; empty for more.
    seats, placements, finishes : pandas.DataFrame
        Of games for more than two; empty for two.
    break_offs : pandas.DataFrame
        Empty unless more games than `MOST_BROKEN_OFF` were broken off.
    panel : PanelEvidence, optional
        If other bots played the same games.
    """

    info: dict[str, Any]
    win_rates: pd.DataFrame
    matchups: pd.DataFrame
    first_player: pd.DataFrame
    card_win_rates: pd.DataFrame
    card_impact: pd.DataFrame
    game_lengths: pd.DataFrame
    length_summary: pd.DataFrame
    end_reasons: pd.DataFrame
    end_reasons_by_deck: pd.DataFrame
    mulligans: pd.DataFrame
    swings: pd.DataFrame
    last_turn: pd.DataFrame = field(default_factory=pd.DataFrame)
    seats: pd.DataFrame = field(default_factory=pd.DataFrame)
    placements: pd.DataFrame = field(default_factory=pd.DataFrame)
    finishes: pd.DataFrame = field(default_factory=pd.DataFrame)
    break_offs: pd.DataFrame = field(default_factory=pd.DataFrame)
    panel: PanelEvidence | None = None

    @property
    def n_games(self) -> int:
        """Games played."""
        return int(self.end_reasons["n_games"].sum())

    @property
    def n_broken_off(self) -> int:
        """Games that a limit ended."""
        return count_broken_off(self.end_reasons)

    @property
    def n_seats(self) -> int:
        """Players in a game."""
        return int(self.info["run"]["seats"])

    @property
    def fair(self) -> float:
        """Win rate of a deck that is as good as the others."""
        return 1 / self.n_seats

    @property
    def matchups_once(self) -> pd.DataFrame:
        """Matchups without the second view of a duel; larger tables have no second view."""
        frame = self.matchups
        return frame[frame["deck"] <= frame["opponent"]] if self.n_seats == 2 else frame


TALLIES = (Scores, FirstTurns, CardCopies, Lengths, Endings, EndingsByDeck, HandsSentBack, Swings)
TALLIES_OF_DUELS = (LastTurns,)
TALLIES_OF_MANY = (TurnOrders, Places, Finishes)


def gather(run: Run) -> Evidence:
    """Analyse a run once; every section reads from what this returns."""
    tally_all(run, [*TALLIES, *(TALLIES_OF_MANY if run.n_seats > 2 else TALLIES_OF_DUELS)])
    of_some: tuple[Callable[[Run], pd.DataFrame], ...] = (analysis.last_turn,)
    if run.n_seats > 2:
        of_some = (
            analysis.seats,
            analysis.placements,
            analysis.finishes,
        )
    end_reasons = analysis.end_reasons(run)
    n_games = end_reasons["n_games"].sum()
    if count_broken_off(end_reasons) > MOST_BROKEN_OFF * n_games:
        of_some = (*of_some, analysis.break_offs)
    return Evidence(
        info=run.info,
        win_rates=analysis.win_rates(run),
        matchups=analysis.matchups(run),
        first_player=analysis.first_player(run),
        card_win_rates=analysis.card_win_rates(run),
        card_impact=analysis.card_impact(run),
        game_lengths=analysis.game_lengths(run),
        length_summary=analysis.length_summary(run),
        end_reasons=end_reasons,
        end_reasons_by_deck=analysis.end_reasons_by_deck(run),
        mulligans=analysis.mulligans(run),
        swings=analysis.swings(run),
        **{measure.__name__: measure(run) for measure in of_some},
        panel=gather_panel(load_panel(run)),
    )


def gather_panel(panel: Panel | None) -> PanelEvidence | None:
    """Put together what the bots of a panel come to."""
    if panel is None:
        return None
    has_impact = all(len(analysis.card_impact(one.run)) for one in panel.members)
    impact = compare_bots(panel, read_impact, ["deck", "card"], "effect") if has_impact else None
    cards = cache(pooled_cards)
    return PanelEvidence(
        bots={one.bot.name: int(one.run.info["run"]["games"]) for one in panel.members},
        lead=panel.lead.bot.name,
        win_rates=compare_bots(panel, analysis.win_rates, ["deck"], "win_rate"),
        matchups=compare_bots(panel, analysis.matchups, ["deck", "opponent"], "win_rate"),
        first_player=compare_bots(panel, analysis.first_player, ["scope"], "first_win_rate"),
        played=compare_bots(panel, cards, ["card"], "played_rate"),
        lifts=compare_bots(panel, cards, ["card"], "oh_lift"),
        impact=pd.DataFrame() if impact is None else impact,
        steps=ladder(panel),
    )


def read_impact(run: Run, level: float) -> pd.DataFrame:
    """Return what cards are worth, with intervals of a level in (0, 1)."""
    effects = analysis.card_impact(run)
    wider = ndtri((1 + level) / 2) / ndtri(0.975)
    ends = {end: effects["effect"] + (effects[end] - effects["effect"]) * wider
            for end in ("effect_low", "effect_high")}  # fmt: skip
    return effects.assign(**ends)


def pooled_cards(run: Run, level: float) -> pd.DataFrame:
    """Return what is known of cards whatever the deck, with intervals of a level in (0, 1)."""
    cards = analysis.card_win_rates(run, level)
    return cards[cards["deck"] == ""]


def count_broken_off(end_reasons: pd.DataFrame) -> int:
    """Count the games that a limit ended."""
    return int(end_reasons.loc[end_reasons["name"].isin(BREAK_OFFS), "n_games"].sum())
