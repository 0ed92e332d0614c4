"""A designer's questions, for notebooks: each is a command as well.

Every function takes what says which games are played, as `evenhand.inputs.given.Given` has it.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from evenhand.decks.file_cache import cache_files
from evenhand.inputs.given import Given

if TYPE_CHECKING:
    import pandas as pd

    from evenhand.analysis.data.run import Run
    from evenhand.analysis.tables.prices import PriceCurve

__all__ = [
    "compensate", "find_broken", "metagame", "price", "price_all", "synergy",
]  # fmt: skip


@cache_files()
def synergy(
    deck: str,
    *,
    baseline: str = "",
    precision: float = 1.0,
    games: int | None = None,
    **given: "Unpack[Given]",
) -> "pd.DataFrame":
    """Find the pairs of cards of a deck that are worth more, or less, together than apart.

    Parameters
    ----------
    deck : str
        A deck's name, or its file.
    baseline : str
        A card that the others are exchanged for; "" for a plain card like each of them.
    precision : float
        Percentage points: half the width that every interval should have, 0.05 to 50.
    games : int, optional
        The most games to play; as many as it takes if not given.
    **given
        As `evenhand.inputs.given.Given` has it.

    Returns
    -------
    pandas.DataFrame
        As `evenhand.analysis.tables.card_synergy.synergy_table` makes it, with a column
        ``bot``.

    Raises
    ------
    UsageError
        If a name or number is wrong, the deck has fewer than two cards to exchange, or the
        games are too few.
    InputError
        If a file's content is wrong.
    """
    import pandas as pd

    from evenhand.experiments.pairing import pair_cards
    from evenhand.experiments.synergy import Task, make_tasks, measure_tasks
    from evenhand.inputs.deck_job import prepare_with_deck
    from evenhand.inputs.given import ask
    from evenhand.inputs.length import read_precision

    half_width = read_precision(precision)
    request = ask(**given)
    job, name = prepare_with_deck(request, deck)
    lead = Task(pair_cards(job.plan, name, baseline), games)
    tasks = make_tasks(lead, [(bot, None) for bot in job.panel], job.request.panel_games)
    found = measure_tasks(tasks, half_width, request, is_quiet=True)
    tables = [table.assign(bot=task.bot.name)
              for task, table in zip(tasks, found, strict=True) if len(table)]  # fmt: skip
    return pd.concat(tables, ignore_index=True)


@cache_files()
def compensate(
    by: Sequence[str] | Mapping[str, Sequence[int | str]] = (),
    *,
    within: float = 1.0,
    games: int | None = None,
    **given: "Unpack[Given]",
) -> "pd.DataFrame":
    """Find the rules under which going first is worth nothing.

    Parameters
    ----------
    by : sequence of str, or mapping from str to sequence
        Rule options to change, perhaps each with the values to play; all options that treat
        the first player unlike the others if empty.
    within : float
        What going first may be worth, either way, in percentage points; 0.1 to 20.
    games : int, optional
        The most games to play for each bot; as many as `within` takes if not given.
    **given
        Which games, as `evenhand.inputs.given.Given` says.

    Returns
    -------
    pandas.DataFrame
        As `evenhand.analysis.compensation` says, and a column more, bot.

    Raises
    ------
    UsageError
        If a name, value or number is wrong; nothing is played then.
    InputError
        If a file's content is wrong; nothing is played then.
    """
    from evenhand.experiments.compensation import make_job_searches, measure_settings, read_within
    from evenhand.inputs.given import ask
    from evenhand.inputs.job import prepare
    from evenhand.simulate.runs.plan import check_games

    rate = read_within(within)
    if games is not None:
        check_games(games)
    texts = list(by)
    if isinstance(by, Mapping):
        texts = [f"{name}={','.join(map(str, values))}" for name, values in by.items()]
    job = prepare(ask(**given))
    return measure_settings(make_job_searches(job, texts, games), job.request, rate)


@cache_files()
def metagame(run: "Run | str | Path") -> "pd.DataFrame":
    """Return what people would play who knew a run's win rates; no game is played.

    Parameters
    ----------
    run : Run, str or Path
        A run of games for two, or its folder, in which one bot played every deck against every
        other.

    Returns
    -------
    pandas.DataFrame
        One row per bot and deck, as `evenhand.analysis.metagame_by_bot` has them; of one bot if
        only one played.

    Raises
    ------
    UsageError
        If the folder holds no finished run, more than two played a game, two bots met, or some
        decks never did.
    InputError
        If the run is damaged.
    """
    from evenhand.analysis.data.run import Run, load_run
    from evenhand.analysis.tables.metagame import metagame_of_bots

    return metagame_of_bots(run if isinstance(run, Run) else load_run(run))


@cache_files()
def price(
    card: str,
    column: str = "",
    *,
    values: Sequence[int] = (),
    precision: float = 0.5,
    games: int | None = None,
    **given: Unpack[Given],
) -> dict[str, "PriceCurve"]:
    """Tell what a card is worth at several values of one of its numbers, on the same deals.

    Parameters
    ----------
    card : str
    column : str
        Of the number; the card's first if not given.
    values : sequence of int
        Seven around the one that the card has if none are given.
    precision : float
        Half the width that every interval should have, in percentage points.
    games : int, optional
        The most games to play, of each bot; as many as it takes if not given.
    **given
        Which games are played; see `evenhand.inputs.given.Given`.

    Returns
    -------
    dict of str to PriceCurve
        By bot, those that think least first.

    Raises
    ------
    UsageError
        If a name or number is wrong.
    InputError
        If a file's content is wrong.
    """
    from evenhand.experiments.price import plan_pricing, price_with_each_bot
    from evenhand.inputs.given import ask
    from evenhand.inputs.job import prepare

    job = prepare(ask(**given))
    pricing = plan_pricing(job.plan, card, column, values)
    return price_with_each_bot(pricing, job, precision, games)


@cache_files()
def price_all(
    *, precision: float = 0.5, games: int | None = None, **given: Unpack[Given]
) -> "pd.DataFrame":
    """Tell which cards of the decks are worth more or less than their cost.

    Parameters
    ----------
    precision : float
        Half the width that every interval should have, in percentage points.
    games : int, optional
        The most games to play; as many as it takes if not given.
    **given
        Which games are played; see `evenhand.inputs.given.Given`. One bot plays them.

    Returns
    -------
    pandas.DataFrame
        As `evenhand.analysis.tables.prices.price_table` makes it.
    """
    from evenhand.experiments.pool_prices import plan_pool, price_pool, refuse_panel
    from evenhand.inputs.given import ask
    from evenhand.inputs.job import prepare

    job = prepare(ask(**given))
    refuse_panel(job)
    return price_pool(plan_pool(job.plan), job.request, precision, games)


@cache_files()
def find_broken(
    *,
    against: str = "even",
    rounds: int = 3,
    games: int = 3_000_000,
    **given: Unpack[Given],
) -> "pd.DataFrame":
    """Search for decks that are stronger than those there are, by exchanging cards.

    Parameters
    ----------
    against : "even" or "mix"
        Whether all decks count alike, or as often as people would play them who knew what they
        win.
    rounds : int
        Searches at most, 1 to 20; what each finds joins the field of the next.
    games : int
        The most games to play, of the bot that searches.
    **given
        Which games are played; see `evenhand.inputs.given.Given`.

    Returns
    -------
    pandas.DataFrame
        As `evenhand.experiments.break_field.tabulate_rounds` makes it: the best decks of each
        round as fresh deals have it, and whether they are stronger than every deck there was.

    Raises
    ------
    UsageError
        If a name or number is wrong, decks vary in the mode, or more than two play.
    InputError
        If a file's content is wrong.
    """
    from evenhand.experiments.break_field import break_field, plan_breaking, tabulate_rounds
    from evenhand.inputs.given import ask
    from evenhand.inputs.job import prepare

    job = prepare(ask(**given))
    breaking = plan_breaking(job, against, rounds, games)
    return tabulate_rounds(breaking, break_field(breaking, job))
