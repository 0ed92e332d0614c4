"""Count in how many games the restrictions of bots took an option away."""

import numpy as np
import polars as pl

from evenhand.simulate.runs.batch import plan_arrays
from evenhand.simulate.runs.coverage import play_share
from evenhand.simulate.runs.plan import Plan

__all__ = ["count_restriction_use"]


def count_restriction_use(plan: Plan, games: int) -> pl.DataFrame:
    """Play the first games of each matchup again, and count what restrictions did in them.

    Parameters
    ----------
    games : int
        Most games to play, over all matchups.

    Returns
    -------
    polars.DataFrame
        One row per restriction of a bot: bot, restriction (in words), n_games, and the number of
        these in which it was ``withheld``: an option was taken off a menu; and ``unavoidable``:
        an option stayed on a menu at least once, since nothing else was on offer. A game counts
        once for each seat of the bot.
    """
    arrays = plan_arrays(plan)
    share = max(1, games // plan.n_seats // len(arrays.matchups))
    parts = [(rows["bot"], tallies) for rows, tallies in play_share(arrays, share)]
    seats = np.concatenate([np.ravel(bots) for bots, _ in parts])
    sets = {
        name: np.concatenate([np.ravel(tallies[name]) for _, tallies in parts])
        for name in ("withheld", "unavoidable")
    }
    return pl.DataFrame(
        [
            {
                "bot": bot.name,
                "restriction": str(restriction),
                "n_games": int((seats == row).sum()),
                **{
                    name: int((members[seats == row] >> number & 1).sum())
                    for name, members in sets.items()
                },
            }
            for row, bot in enumerate(plan.bots)
            for number, restriction in enumerate(bot.never)
        ]
    )
