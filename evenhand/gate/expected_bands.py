"""The bands that a folder states in ``[expect]``, keyed by measure, and those for its runs.

The field that it states goes with them into a run's folder.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress

from evenhand.analysis.gate.measures import Measure, Topic
from evenhand.analysis.gate.run_bands import Bands
from evenhand.analysis.statistics.bands import Band
from evenhand.analysis.tables.field_win_rates import METAGAME
from evenhand.decks.problems import InputError, Problem
from evenhand.decks.toml_file import TomlFile, TomlValueError
from evenhand.gate.card_groups import read_groups
from evenhand.gate.known_names import CHANGES, TOPICS, KnownNames, load_known_names
from evenhand.gate.stated_field import read_field
from evenhand.inputs.balance_file import BalanceFile, Expect
from evenhand.inputs.folder import Folder, parse_folder
from evenhand.inputs.job import Job

__all__ = [
    "find_right_bands", "find_stated_bands", "list_keys", "note_unfair_share",
    "note_unplayed_cards", "read_bands",
]  # fmt: skip

# Topics with several subjects, and the table with bands of single subjects.
TABLES = {Topic.WIN_RATE: "decks", Topic.MATCHUP: "matchups", Topic.CARD_IMPACT: "cards"}


def read_bands(
    content: BalanceFile, known: KnownNames, toml: TomlFile, problems: list[Problem]
) -> Bands:
    """Return the expected bands and the stated field; append the problems of their names.

    A duel has a band for each of its sides.
    """
    expect, check = content.expect, content.check
    bands = dict(read_bands_of_topics(expect))
    for measure in bands:
        if measure.topic is Topic.SEAT and known.n_seats == 2:
            message = "two players have no band for seats: expected 'first_player'"
            problems.append(toml.problem(list_keys(measure), message))
        if measure.topic is Topic.BEST_HANDS and not known.has_panel:
            message = "the best hands are those of one of several groups of players: name them"
            hint = 'in [skill], one line for each, such as experts = "learned"'
            problems.append(toml.problem(list_keys(measure), message, hint))
    for topic, table in TABLES.items():
        for text, limits in getattr(expect, table).items():
            place = ("expect", table, text)
            try:
                measure = Measure(topic, known.read_subject(topic, text))
            except TomlValueError as error:
                problems.append(toml.problem(place, str(error), error.hint))
                continue
            if measure in bands:
                problems.append(toml.problem(place, "this already has a band"))
            bands[measure] = band = Band(*limits)
            if measure.reverse:
                bands[measure.reverse] = Band(1 - band.high, 1 - band.low)
    field = read_field(content, known, toml, problems)
    problems += find_field_faults(bands, content, known, toml)
    for measure, band in read_groups(expect.groups, known, toml, problems):
        bands[measure] = band
    return Bands(bands, check.level, check.power, check.panel, field=field, groups=known.groups)


def find_field_faults(
    bands: Iterable[Measure], content: BalanceFile, known: KnownNames, toml: TomlFile
) -> Iterator[Problem]:
    """Yield the problems of bands that hang on a field, for games or fields that have none."""
    for measure in bands:
        if measure.topic not in (Topic.FIELD_WIN_RATE, Topic.POLARITY):
            continue
        is_of_shares = isinstance(content.field, dict) or content.field not in (None, METAGAME)
        place, hint = list_keys(measure), ""
        if known.n_seats > 2:
            message = f"expected games for two: these are for {known.n_seats}"
        elif known.bots:
            message, hint = "expected one bot: with two, what wins may be the bot", "see 'panel'"
        elif content.field == METAGAME:
            message = "expected shares in [field]: against the mix, all that is played wins half"
        elif measure.topic is Topic.FIELD_WIN_RATE and not is_of_shares:
            message, hint = "expected a field", "state the shares of your decks in [field]"
        else:
            continue
        yield toml.problem(place, message, hint)


def read_bands_of_topics(expect: Expect) -> Iterator[tuple[Measure, Band]]:
    """Yield the expected bands that apply to all subjects of a topic."""
    for topics, source, is_change in ((TOPICS, expect, False), (CHANGES, expect.change, True)):
        for topic in topics:
            if limits := getattr(source, topic.value):
                yield Measure(topic, is_change=is_change), Band(*limits)


def list_keys(measure: Measure) -> tuple[str, ...]:
    """Return the keys of an expected band of a topic in ``balance.toml``."""
    change = ("change",) if measure.is_change else ()
    return "expect", *change, measure.topic.value


def note_unplayed_cards(expect: Expect, known: KnownNames, toml: TomlFile) -> Iterator[str]:
    """Yield a note for each card with an expected band that is in no deck."""
    for text in expect.cards if known.played else ():
        rows = known.pool.rows_of(text) if known.pool else []
        if known.pool and known.pool.find_unread(rows):
            continue
        if known.played.isdisjoint(rows):
            line = toml.line_of(("expect", "cards", text))
            yield f"{toml.file}:{line}: '{text}' is in no deck, so nothing is checked"


def note_unfair_share(expect: Expect, known: KnownNames, toml: TomlFile) -> Iterator[str]:
    """Yield a note if the expected band of win rates excludes 1 / `n_seats`, their mean."""
    fair = 1 / known.n_seats
    if expect.win_rate and not expect.win_rate[0] <= fair <= expect.win_rate[1]:
        low, high = expect.win_rate
        line = toml.line_of(("expect", "win_rate"))
        yield (
            f"{toml.file}:{line}: win_rate = [{low:g}, {high:g}] leaves out {fair:.3g}, "
            f"which is what the decks of {known.n_seats} players win on average"
        )


def find_stated_bands(job: Job) -> Bands | None:
    """Return the bands that a folder expects of the run of a job.

    Returns
    -------
    Bands or None
        None if no folder is named, if it has no band for a run's own numbers and no field, or if
        the job has another mode or number of players than the folder.

    Raises
    ------
    InputError
        If a band names a subject that does not exist.
    """
    folder = job.folder
    if folder is None or not matches_job(folder, job):
        return None
    toml, _, wrong = parse_folder(folder.path)
    problems = [*wrong]  # faults of cards and decks were collected with the job
    bands = read_bands(folder.content, load_known_names(folder, problems, []), toml, problems)
    if problems:
        raise InputError(problems)
    return bands.of_run()


def find_right_bands(job: Job) -> Bands | None:
    """Return what `find_stated_bands` does; None if anything is wrong, which a check says."""
    with suppress(InputError):
        return find_stated_bands(job)
    return None


def matches_job(folder: Folder, job: Job) -> bool:
    """Return whether the bands that a folder expects are for a job's mode and players."""
    n_seats = folder.content.players or folder.game.seats[0]
    return (folder.mode, n_seats) == (job.plan.mode, job.plan.n_seats)
