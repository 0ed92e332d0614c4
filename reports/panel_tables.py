"""Tables of the bots of a panel, side by side, for its report."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache

import pandas as pd
from scipy.special import ndtri

from evenhand import analysis
from evenhand.analysis.data.panel import Panel
from evenhand.analysis.data.run import Run
from evenhand.analysis.gate.measures import Topic
from evenhand.analysis.gate.run_verdicts import Judged, add_verdicts
from evenhand.analysis.tables.break_offs import share_broken_off
from evenhand.analysis.tables.by_bot import compare_bots, ladder
from evenhand.analysis.tables.joint_intervals import count_independent_decks
from evenhand.reports.best_hands import tabulate_best_hands

__all__ = ["KEYS", "TOPICS", "PanelEvidence", "gather_panel"]

KEYS = {
    "win_rates": ["deck"], "matchups": ["deck", "opponent"], "first_player": ["scope"],
    "seats": ["seat"],
}  # fmt: skip
TOPICS = {
    "win_rates": Topic.WIN_RATE, "matchups": Topic.MATCHUP, "first_player": Topic.FIRST_PLAYER,
    "seats": Topic.SEAT,
}  # fmt: skip


@dataclass(frozen=True)
class PanelEvidence:
    """Results of the bots of a panel, as tables of `analysis.tables.by_bot`.

    Attributes
    ----------
    bots : mapping from str to int
        Games that each bot played against itself, in ascending order of strength.
    lead : str
        The bot that the rest of the evidence is about.
    played : pandas.DataFrame
        Share of seen copies that were played; by card.
    lifts : pandas.DataFrame
        Opening-hand lift; by card.
    impact : pandas.DataFrame
        Card impact; by deck and card. Empty unless measured with every bot.
    synergy : mapping from str to pandas.DataFrame
        `analysis.card_synergy` by bot, without the lead.
    steps : pandas.DataFrame
        `analysis.ladder`.
    best_hands : pandas.DataFrame
        `evenhand.reports.best_hands.tabulate_best_hands`; empty without a band.
    strong_matchups, strong_first_player, strong_lengths : pandas.DataFrame
        As the tables of the run, with the strongest bot; empty if it played a sample.
    broken_off : mapping from str to float
        Share of each bot's games that were broken off.
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
    synergy: Mapping[str, pd.DataFrame] = field(default_factory=dict)
    best_hands: pd.DataFrame = field(default_factory=pd.DataFrame)
    strong_matchups: pd.DataFrame = field(default_factory=pd.DataFrame)
    strong_first_player: pd.DataFrame = field(default_factory=pd.DataFrame)
    strong_lengths: pd.DataFrame = field(default_factory=pd.DataFrame)
    broken_off: Mapping[str, float] = field(default_factory=dict)

    @property
    def strongest(self) -> str:
        """The strongest bot."""
        return list(self.bots)[-1]


def gather_panel(panel: Panel, of_bots: Judged, of_lead: Judged) -> PanelEvidence:
    """Compute the tables of the bots of a panel.

    The verdicts with the lead are those of the other sections, `of_lead`.
    """
    has_impact = all(len(analysis.card_impact(member.run)) for member in panel.members)
    impact = compare_bots(panel, read_impact, ["deck", "card"], "effect") if has_impact else None
    cards, lead = cache(select_pooled_cards), panel.lead.bot.name

    def judge_bots(
        name: str, measure: Callable[..., pd.DataFrame], rate: str, n_rows: int | None = None
    ) -> pd.DataFrame:
        table = compare_bots(panel, measure, KEYS[name], rate, n_rows)
        verdicts = {
            (bot, *key): judgement
            for bot in table["bot"].unique()
            for key, judgement in (
                of_lead.list_of(TOPICS[name]) if bot == lead else of_bots.list_of(TOPICS[name], bot)
            ).items()
        }
        return add_verdicts(table, ["bot", *KEYS[name]], verdicts)

    n_decks = count_independent_decks(
        len(analysis.win_rates(panel.lead.run)), panel.lead.run.n_seats
    )
    decks = judge_bots("win_rates", analysis.win_rates, "win_rate", n_decks)
    return PanelEvidence(
        bots={member.bot.name: int(member.run.info["run"]["games"]) for member in panel.members},
        lead=lead,
        win_rates=decks.assign(low=decks["low_all"], high=decks["high_all"]),
        matchups=judge_bots("matchups", analysis.matchups, "win_rate"),
        first_player=compare_bots(panel, analysis.first_player, ["scope"], "first_win_rate"),
        played=compare_bots(panel, cards, ["card"], "played_rate"),
        lifts=compare_bots(panel, cards, ["card"], "oh_lift"),
        impact=pd.DataFrame() if impact is None else impact,
        steps=ladder(panel),
        best_hands=tabulate_best_hands(of_lead.list_of(Topic.BEST_HANDS).values()),
        broken_off={member.bot.name: share_broken_off(analysis.end_reasons(member.run))
                    for member in panel.members},
        synergy={member.bot.name: analysis.card_synergy(member.run)
                 for member in panel.members if member is not panel.lead},
    )  # fmt: skip


def read_impact(run: Run, level: float) -> pd.DataFrame:
    """Return card impact for a panel's table, with intervals at a level in (0, 1)."""
    effects = analysis.card_impact(run)
    wider = ndtri((1 + level) / 2) / ndtri(0.975)
    ends = {end: effects["effect"] + (effects[end] - effects["effect"]) * wider
            for end in ("effect_low", "effect_high")}  # fmt: skip
    return effects.assign(**ends)


def select_pooled_cards(run: Run, level: float) -> pd.DataFrame:
    """Return pooled card win rates for a panel's table, with intervals at a level in (0, 1)."""
    cards = analysis.card_win_rates(run, level)
    return cards[cards["deck"] == ""]
