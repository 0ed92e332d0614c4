"""What cards, decks and rules are worth: a designer's questions, each a command as well."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from evenhand.inputs.front_door_choices import Given
from evenhand.signatures import front_door

if TYPE_CHECKING:
    from evenhand.analysis.data.run import Run
    from evenhand.answer import Answer

__all__ = ["break_", "compensate", "impact", "metagame", "price", "price_all", "real", "synergy"]


@front_door
def impact(
    names: str | Sequence[str] = (),
    *,
    baseline: str = "",
    precision: float = 1.0,
    games: int | None = None,
    run: "Run | str | Path | None" = None,
    **given: Unpack[Given],
) -> "Answer":
    """Measure what each card is worth to its deck, on the same deals with it and without it.

    Parameters
    ----------
    names : str or sequence of str
        Cards; all cards of the decks if empty.
    baseline : str
        A card that they are exchanged for; "" for a plain card like each of them.
    precision : float
        Percentage points: half the width that every interval should have, 0.05 to 50.
    games : int, optional
        The most games to play, of each bot; as many as it takes if not given.
    run : Run, str or Path, optional
        A run whose cards are measured for its report, which is written anew. It says what is
        played: give workers besides, and nothing else.
    **given
        The choices of `evenhand.inputs.front_door_choices.Given`.

    Returns
    -------
    Answer
        Its table has a row for each bot, deck and card, as
        `evenhand.analysis.card_impact` has them, and a column ``bot``.

    Raises
    ------
    UsageError
        If a name or number is wrong, or the games are too few to begin with.
    InputError
        If a file's content is wrong, or the run is damaged.
    """
    from evenhand.analysis.data.display_names import use_display_names
    from evenhand.answer import Answer
    from evenhand.experiments.impact import join_effects, list_tasks, measure_tasks
    from evenhand.inputs.front_door_choices import ask, list_alone
    from evenhand.reports.impact_reach import write_impact_reach
    from evenhand.reports.sections.card_impact import write_impact_sentences
    from evenhand.reports.sections.unchanged_cards import write_unchanged_cards

    request, run_dir = ask(**given), find_folder(run)
    notes: list[str] = []
    tasks = list_tasks(request, list_alone(names), baseline, games, run_dir, notes.append)
    by_bot, report = measure_tasks(tasks, precision, request, run_dir=run_dir)
    plan = tasks[0].exchanged.plan
    told = {bot: use_display_names(one, plan.display_names) for bot, one in by_bot.items()}
    sentences = {
        bot: [*write_impact_sentences(one), *filter(None, [write_unchanged_cards(one)])]
        for bot, one in told.items()
    }
    reach = [write_impact_reach(join_effects(told))] if len(told) > 1 else []
    return Answer(
        join_effects(by_bot),
        (*reach, *name_bots(sentences)),
        notes=tuple(notes),
        pages=list_pages(report),
        folder=run_dir,
    )


@front_door
def price(
    card: str,
    column: str = "",
    *,
    values: Sequence[int] = (),
    precision: float = 1.0,
    games: int | None = None,
    **given: Unpack[Given],
) -> "Answer":
    """Find what a card is worth at several values of one of its numbers, on the same deals.

    Parameters
    ----------
    card : str
    column : str
        Of the number; the card's first if "".
    values : sequence of int
        Seven around the one that the card has if empty.
    precision : float
        Percentage points: half the width that every interval should have, 0.05 to 50.
    games : int, optional
        The most games to play, of each bot; as many as it takes if not given.
    **given
        The choices of `evenhand.inputs.front_door_choices.Given`.

    Returns
    -------
    Answer
        Its table has a row for each bot and value: ``value``, ``worth`` with its interval,
        ``changed``, ``n_games`` and ``bot``; a stronger bot, if no bots are named, has rows of the
        numbers that matter. Its ``curves`` have the fair value and the decks' win rates as well.

    Raises
    ------
    UsageError
        If a name or number is wrong, or the games are too few to begin with.
    InputError
        If a file's content is wrong.
    """
    from evenhand.answer import Answer
    from evenhand.experiments.card_price import join_curves, plan_pricing
    from evenhand.experiments.price_bands import find_deck_bands
    from evenhand.experiments.price_opinions import price_by_request
    from evenhand.experiments.price_sentences import (
        describe_bands,
        describe_second,
        describe_worth,
    )
    from evenhand.gate.expected_bands import find_stated_bands
    from evenhand.inputs.front_door_choices import ask
    from evenhand.inputs.job import prepare
    from evenhand.inputs.request import ask_strong_player

    job = prepare(ask_strong_player(ask(**given)))
    pricing = plan_pricing(job.plan, card, column, values)
    bands = find_deck_bands(find_stated_bands(job), pricing.decks)
    curves, second = price_by_request(
        pricing, job, precision, games, bands=bands, are_chosen=bool(values)
    )
    sentences = {
        bot: [
            *describe_worth(pricing, curve),
            *describe_bands(pricing, {bot: curve, **second}, bands),
        ]
        for bot, curve in curves.items()
    }
    said = [describe_second(pricing, bot, curve) for bot, curve in second.items()]
    curves |= second
    return Answer(
        join_curves(curves), (*name_bots(sentences), *said), notes=job.notes, curves=curves
    )


@front_door
def price_all(
    *,
    precision: float = 1.0,
    games: int | None = None,
    run: "Run | str | Path | None" = None,
    **given: Unpack[Given],
) -> "Answer":
    """Find which cards of the decks are worth more or less than their cost.

    Parameters
    ----------
    precision : float
        Percentage points: half the width that every interval should have, 0.05 to 50.
    games : int, optional
        The most games to play; as many as it takes if not given.
    run : Run, str or Path, optional
        A run whose cards are priced for its report, which is written anew. It says what is
        played: give workers besides, and nothing else.
    **given
        The choices of `evenhand.inputs.front_door_choices.Given`; one bot plays.

    Returns
    -------
    Answer
        Its table has a row for each card, the farthest from its cost first, as
        `evenhand.analysis.card_prices` has them.

    Raises
    ------
    UsageError
        If a name or number is wrong, there is a panel, or the games are too few to begin with.
    InputError
        If a file's content is wrong, or the run is damaged.
    """
    from evenhand.answer import Answer
    from evenhand.experiments.all_card_prices import choose_plan, plan_pool, price_pool
    from evenhand.inputs.front_door_choices import ask
    from evenhand.reports.report import write_report
    from evenhand.reports.sections.prices import write_price_sentence
    from evenhand.reports.sections.unchanged_cards import write_unchanged_cards

    request, run_dir = ask(**given), find_folder(run)
    notes: list[str] = []
    plan = choose_plan(request, run_dir, notes.append)
    table = price_pool(plan_pool(plan), request, precision, games, run_dir=run_dir)
    report = write_report(run_dir) if run_dir else None
    sentences = filter(None, [write_price_sentence(table), write_unchanged_cards(table)])
    return Answer(
        table, tuple(sentences), notes=tuple(notes), pages=list_pages(report), folder=run_dir
    )


@front_door
def synergy(
    deck: str | Path,
    *,
    baseline: str = "",
    precision: float = 1.0,
    games: int | None = None,
    run: "Run | str | Path | None" = None,
    **given: Unpack[Given],
) -> "Answer":
    """Find the pairs of cards of a deck that are worth more, or less, together than apart.

    Parameters
    ----------
    deck : str or Path
        A deck's name, or its file; it meets all others.
    baseline : str
        A card that the others are exchanged for; "" for a plain card like each of them.
    precision : float
        Percentage points: half the width that every interval should have, 0.05 to 50.
    games : int, optional
        The most games to play; as many as it takes if not given.
    run : Run, str or Path, optional
        A run of which a deck is measured for its report, which is written anew. It says what is
        played: give workers besides, and nothing else.
    **given
        The choices of `evenhand.inputs.front_door_choices.Given`.

    Returns
    -------
    Answer
        Its table has a row for each bot and pair, as `evenhand.analysis.card_synergy` has
        them, and a column ``bot``.

    Raises
    ------
    UsageError
        If a name or number is wrong, the deck has fewer than two cards to exchange, or the
        games are too few.
    InputError
        If a file's content is wrong, or the run is damaged.
    """
    from evenhand.answer import Answer
    from evenhand.experiments.synergy import join_tables, list_tasks, measure_tasks
    from evenhand.inputs.front_door_choices import ask
    from evenhand.inputs.run_length import read_precision
    from evenhand.reports.report import write_report
    from evenhand.reports.sections.synergy import write_synergy_sentences

    half_width = read_precision(precision)
    request, run_dir = ask(**given), find_folder(run)
    notes: list[str] = []
    tasks = list_tasks(request, str(deck), baseline, games, run_dir, notes.append)
    tables = measure_tasks(tasks, half_width, request, is_quiet=True)
    report = write_report(run_dir) if run_dir else None
    return Answer(
        join_tables(tasks, tables),
        tuple(write_synergy_sentences(tables[0])),
        notes=tuple(notes),
        pages=list_pages(report),
        folder=run_dir,
    )


@front_door
def compensate(
    by: str | Sequence[str] | Mapping[str, Sequence[int | str]] = (),
    *,
    within: float = 1.0,
    games: int | None = None,
    run: "Run | str | Path | None" = None,
    **given: Unpack[Given],
) -> "Answer":
    """Find the rules under which going first is worth nothing.

    Parameters
    ----------
    by : str, sequence of str, or mapping from str to sequence
        Rule options to change, perhaps each with the values to play; all options that treat
        the first player unlike the others if empty.
    within : float
        What going first may be worth, either way, in percentage points; 0.1 to 20.
    games : int, optional
        The most games to play, of each bot; as many as `within` takes if not given.
    run : Run, str or Path, optional
        A run whose rules are measured for its report, which is written anew. It says what is
        played: give workers besides, and nothing else.
    **given
        The choices of `evenhand.inputs.front_door_choices.Given`.

    Returns
    -------
    Answer
        Its table has a row for each bot and setting, as `evenhand.analysis.compensation` has
        them, and a column ``bot``.

    Raises
    ------
    UsageError
        If a name, value or number is wrong; nothing is played then.
    InputError
        If a file's content is wrong; nothing is played then.
    """
    from evenhand.analysis.data.display_names import use_display_names
    from evenhand.answer import Answer
    from evenhand.experiments.compensation import list_searches, measure_settings, read_within
    from evenhand.inputs.front_door_choices import ask, list_alone
    from evenhand.reports.report import write_report
    from evenhand.reports.sections.compensation import write_compensation_sentences
    from evenhand.simulate.runs.plan import check_games

    rate = read_within(within)
    if games is not None:
        check_games(games)
    choices = [str(one) for one in list_alone(by)]
    if isinstance(by, Mapping):
        choices = [f"{name}={','.join(map(str, values))}" for name, values in by.items()]
    request, run_dir = ask(**given), find_folder(run)
    notes: list[str] = []
    searches = list_searches(request, choices, games, run_dir, notes.append)
    table = measure_settings(searches, request, rate)
    report = write_report(run_dir) if run_dir else None
    told = use_display_names(table, searches[0].plan.display_names)
    sentences = {
        str(bot): write_compensation_sentences(rows)
        for bot, rows in told.groupby("bot", sort=False)
    }
    return Answer(
        table, name_bots(sentences), notes=tuple(notes), pages=list_pages(report), folder=run_dir
    )


@front_door
def break_(
    *,
    against: str = "even",
    rounds: int = 3,
    games: int = 3_000_000,
    out: str | Path | None = None,
    **given: Unpack[Given],
) -> "Answer":
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
    out : str or Path, optional
        A folder that the decks are written into that are stronger than every deck there was.
    **given
        The choices of `evenhand.inputs.front_door_choices.Given`.

    Returns
    -------
    Answer
        Its table has the best decks of each round as fresh deals have it: ``round``,
        ``deck``, ``cards``, ``win_rate`` and how far they are ``ahead``, with intervals, and
        ``is_stronger``. Its ``pages`` are the deck lists that were written.

    Raises
    ------
    UsageError
        If a name or number is wrong, decks vary in the mode, more than two play, or the folder
        holds decks of another search.
    InputError
        If a file's content is wrong.
    """
    from evenhand.answer import Answer
    from evenhand.decks.problems import UsageError
    from evenhand.experiments.break_deck_files import refuse_found, write_decks
    from evenhand.experiments.break_field import break_field, plan_breaking, tabulate_rounds
    from evenhand.experiments.break_sentences import sum_up
    from evenhand.inputs.front_door_choices import ask
    from evenhand.inputs.job import prepare

    folder = None if out is None else Path(out)
    if folder:
        refuse_found(folder)
    job = prepare(ask(**given))
    breaking = plan_breaking(job, against, rounds, games)
    found = break_field(breaking, job)
    answer = Answer(
        tabulate_rounds(breaking, found),
        tuple(sum_up(breaking, found)),
        notes=job.notes,
        folder=folder,
    )
    try:
        files = write_decks(folder, breaking, found) if folder else []
    except (UsageError, OSError) as error:
        error.add_note(str(answer))  # what took long to find
        raise
    return replace(answer, pages=tuple(files))


@front_door
def metagame(run: "Run | str | Path") -> "Answer":
    """Find what people would play who knew a run's win rates; no game is played.

    Parameters
    ----------
    run : Run, str or Path
        A run of games for two, or its folder, in which one bot played every deck against every
        other.

    Returns
    -------
    Answer
        Its table has a row for each bot and deck, as `evenhand.analysis.metagame_by_bot` has
        them; of one bot if only one played.

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
    from evenhand.answer import Answer
    from evenhand.reports.metagame_wording import write_metagame

    played = run if isinstance(run, Run) else load_run(run)
    table = metagame_of_bots(played)
    return Answer(table, tuple(write_metagame(played, table)), folder=Path(played.folder))


@front_door
def real(
    file: str | Path,
    run: "Run | str | Path | Sequence[Run | str | Path] | None" = None,
    *,
    columns: Mapping[str, str] | None = None,
) -> "Answer":
    """Hold what people played against a run; no game is played.

    Parameters
    ----------
    file : str or Path
        A CSV, TSV, XLSX or ODS file with a row for each result: both decks, and who won; or with
        sums of games and wins for each matchup or deck.
    run : Run, str, Path or sequence of them, optional
        A run of games for two in which one bot played, its folder, or a folder with ``runs/``, of
        which the newest of several bots is taken, or else the newest; that of ``runs/`` here if not
        given. Further runs, and the panel of each, add bots that may play more like people.
    columns : mapping from str to str, optional
        Headers of the file, where they are unusual: of "deck", "opponent", "winner", "first",
        "rating", "opponent_rating", "player" and "opponent_player"; of sums "games", "wins",
        "losses", "draws" and "win_rate".

    Returns
    -------
    Answer
        Its table has a row for each deck and matchup: ``real``, ``simulated`` and ``difference``
        with intervals, `differs`, and for matchups ``estimate`` and ``weight``; its ``notes``
        name the rows that cannot be used. Of sums of decks, only decks are compared. `Answer.real`
        has tables of bots and of agreement.

    Raises
    ------
    UsageError
        If there is no file or run, a column is named wrongly, or two bots or more than two
        players met.
    InputError
        If the file is no table, or no row of it can be used.
    """
    from evenhand.analysis.data.run import Run
    from evenhand.analysis.tables.real_sums import compare_with_people
    from evenhand.answer import Answer
    from evenhand.inputs.front_door_choices import list_alone
    from evenhand.inputs.real_games import load_runs, name_other_cards, read_real_games
    from evenhand.reports.real_wording import present_real_results, write_real_results

    runs, passed = load_runs([run] if isinstance(run, Run) else list_alone(run))
    games = read_real_games(file, runs[0], columns or {})
    found = compare_with_people(games.table, runs)
    sentences = write_real_results(present_real_results(found, runs[0]))
    folder = Path(runs[0].folder)
    other = [f"{folder}: {said}"] if (said := name_other_cards(runs[0])) else []
    notes = (*games.notes, *passed, *other)
    return Answer(found.table, tuple(sentences), notes=notes, folder=folder, real=found)


def find_folder(run: "Run | str | Path | None") -> Path | None:
    """Return the folder of the run that a question is about, if there is one."""
    if run is None:
        return None
    return Path(run) if isinstance(run, str | Path) else Path(run.folder)


def list_pages(page: Path | None) -> tuple[Path, ...]:
    """Return the page that a question wrote, if there is one."""
    return () if page is None else (page,)


def name_bots(sentences: Mapping[str, Sequence[object]]) -> tuple[object, ...]:
    """Put what a question found of each bot below each other, behind its name if several."""
    if len(sentences) == 1:
        return tuple(next(iter(sentences.values())))
    return tuple(part for bot, own in sentences.items() for part in (f"{bot}:", *own))
