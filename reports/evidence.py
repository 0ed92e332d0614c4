"""All tables one report is made of."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from evenhand import analysis
from evenhand.analysis.data.pairs import BREAK_OFFS
from evenhand.analysis.data.run import Run
from evenhand.analysis.data.tallies import tally_all
from evenhand.analysis.tables.break_offs import MOST_BROKEN_OFF
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

__all__ = ["Evidence", "gather"]


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
    )


def count_broken_off(end_reasons: pd.DataFrame) -> int:
    """Count the games that a limit ended."""
    return int(end_reasons.loc[end_reasons["name"].isin(BREAK_OFFS), "n_games"].sum())
