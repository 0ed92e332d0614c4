"""Look at a run, and print its summary on the terminal."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pandas as pd

from evenhand.analysis.data.display_names import list_display_names, use_display_names
from evenhand.analysis.data.input_changes import WHOLE_NUMBER
from evenhand.analysis.data.run import Run, load_run
from evenhand.analysis.tables.field_win_rates import (
    METAGAME,
    Shares,
    field_win_rates,
    find_stated_field,
)
from evenhand.analysis.tables.joint_intervals import joint_win_rates
from evenhand.decks.problems import Problem, UsageError
from evenhand.inputs.decks_and_bots import split_names
from evenhand.inputs.faults import list_collected
from evenhand.inputs.panel import is_panel
from evenhand.reports.finding import Finding
from evenhand.reports.findings import list_findings
from evenhand.reports.headline import find_headline
from evenhand.reports.left_out import list_mistakes, write_mistakes
from evenhand.reports.matter import Headline
from evenhand.reports.next_step import PURPOSES, choose_next, repeat_bots
from evenhand.reports.page import REPORT_PAGE
from evenhand.reports.report_tables import (
    Evidence,
    gather_evidence,
    load_named_panel,
    read_deck_impact,
    rename_decks,
)
from evenhand.reports.wording import count, interval, introduce_player, percent
from evenhand.simulate.runs.given_command import given_command
from evenhand.terminal import (
    command_line,
    drop_flags,
    mend_and_repeat,
    plain_table,
    print_table,
    tell,
)

__all__ = [
    "look_at_run", "print_conclusions", "print_findings", "print_mending",
    "print_next",
    "print_rates_by_bot", "print_win_rates", "repeat_with", "replace_flag",
    "suggest_for_edit",
    "write_field_rates",
]  # fmt: skip

FIELD = "in the field"  # a column
REPLACED = {  # flags that others replace
    "--games": ("--games", "--precision", "--time-budget"),
    "--precision": ("--games", "--precision"),
    "--panel-games": ("--panel-games",),
    "--values": ("--values",),
}


def look_at_run(run: Run, look_closer: Callable[[Headline], bool] | None = None) -> Evidence:
    """Gather the evidence of a run, for its summary and its report.

    Parameters
    ----------
    look_closer : callable(headline) -> bool, optional
        Measure what is behind a headline, and return whether there is more evidence now.
    """
    evidence = gather_evidence(run)
    if look_closer and look_closer(find_headline(evidence)):
        return replace(evidence, deck_impact=read_deck_impact(load_named_panel(run)))
    return evidence


def print_win_rates(run: Run, n_bots: int = 1) -> None:
    """Print how often each deck of a run won, the most frequent winner first.

    Parameters
    ----------
    n_bots : int
        Number of bots that play all decks, each by itself: intervals hold for all of them.
    """
    names = list_display_names(run.info)
    rates = use_display_names(joint_win_rates(run, n_bots), names)
    rates = rates.sort_values(["win_rate", "deck"], ascending=[False, True])
    in_field, told = write_field_rates(run, names)
    field = (FIELD,) if in_field else ()
    table = plain_table("deck", "win rate", "95 % interval, all at once", *field, "games",
                        right=("win rate", *field, "games"))  # fmt: skip
    for row in rates.itertuples():
        spread = interval(row.win_rate_low, row.win_rate_high)
        own = (in_field[row.deck],) if in_field else ()
        table.add_row(row.deck, percent(row.win_rate), spread, *own, count(row.n_games))
    tell("")
    if len(rates):
        print_table(table)
        tell("", *([told, ""] if told else []))


def write_field_rates(
    run: Run,
    names: Mapping[str, str],
    is_mix_known: bool = False,
    field: Shares | None = None,
) -> tuple[dict[str, str], str]:
    """Write each deck's win rate against the field that a run states, and what that is.

    Parameters
    ----------
    names : mapping from str to str
        What decks are called, by their names in the run.
    is_mix_known : bool
        Whether rates against the mix of the metagame are told already.
    field : Shares, optional
        The shares of decks. Default: those that the run states.

    Returns
    -------
    dict of str to str, str
        By deck, as called; empty where no field is stated, or it cannot be counted. Then the
        sentence says why, and is "" where there is none.
    """
    field = find_stated_field(run) if field is None else field
    if field is None or (is_mix_known and field == METAGAME):
        return {}, ""
    try:
        rates = use_display_names(field_win_rates(run, field), names)
    except UsageError as error:  # as for the metagame, or a deck that did not play
        return {}, f"The field of balance.toml could not be counted: {error.message}."
    written = {
        row.deck: f"{percent(row.field_win_rate)} "
        f"({interval(row.field_win_rate_low, row.field_win_rate_high)})"
        for row in rates.itertuples()
    }
    stated = "the mix of the metagame" if field == METAGAME else "balance.toml"
    meaning = f"against the shares of decks of {stated}; a deck that meets itself wins half"
    return written, f"In the field: {meaning}."


def print_rates_by_bot(lead: Run, others: Sequence[Path], names: Mapping[str, str]) -> None:
    """Print how often each deck of a run wins with each bot, in the lead's order.

    Parameters
    ----------
    others : sequence of Path
        Runs of the same decks, each with one bot that played itself.
    names : mapping from str to str
        What the bots are called, as `evenhand.analysis.data.panel.name_players` says.
    """
    rates, runs = {}, [lead, *map(load_run, others)]
    for run in runs:
        table = joint_win_rates(run, len(runs))
        rows = use_display_names(table, list_display_names(run.info))
        bot = run.info["bots"][0]["name"]
        rates[names[bot]] = rows.set_index("deck").sort_values(
            ["win_rate", "deck"], ascending=[False, True]
        )
    decks = next(iter(rates.values())).index
    if decks.empty:
        return
    players = [str(introduce_player(bot)) for bot in rates]
    table = plain_table("deck", *players, right=tuple(players))
    for deck in decks:
        cells = [
            f"{percent(row.win_rate)} ({interval(row.win_rate_low, row.win_rate_high)})"
            for row in (frame.loc[deck] for frame in rates.values())
        ]
        table.add_row(deck, *cells)
    tell("")
    print_table(table)
    tell("")
    print_field_by_bot(runs, names, list(decks))


def print_field_by_bot(runs: Sequence[Run], names: Mapping[str, str], decks: Sequence[str]) -> None:
    """Print how each deck does with each bot against the field that the first run states.

    Parameters
    ----------
    decks : sequence of str
        As called, in the order of the table above.
    """
    field = find_stated_field(runs[0])
    if field is None or field == METAGAME:  # the mix is the lead's own
        return
    in_field = {}
    for run in runs:
        called = list_display_names(run.info)
        bot = names[run.info["bots"][0]["name"]]
        in_field[str(introduce_player(bot))] = write_field_rates(run, called, field=field)[0]
    if not all(in_field.values()):
        return
    table = plain_table(FIELD, *in_field, right=tuple(in_field))
    for deck in decks:
        table.add_row(deck, *(rates[deck] for rates in in_field.values()))
    print_table(table)
    tell("")


def print_conclusions(evidence: Evidence) -> None:
    """Print what the games of a run show: the headline and the findings."""
    evidence = rename_decks(evidence)
    print_findings(find_headline(evidence).sentence, list_findings(evidence))


def print_next(
    evidence: Evidence, run_dir: Path, folder: str | None, bots: Sequence[str] = ()
) -> None:
    """Print where the report of a run is, and what to type next.

    Parameters
    ----------
    folder : str, optional
        The designer's folder that was played, as typed; None if its cards cannot be changed.
    bots : sequence of str
        Those that were named for the games, as typed.
    """
    headline = find_headline(rename_decks(evidence))
    tell(f"Report  {run_dir / REPORT_PAGE}")
    if print_mending(list_collected()):
        return
    place = ("--folder", folder) if folder else ()
    after_edit = () if folder is None else ("compare", *place)
    first = choose_next(headline, run_dir, folder, repeat_with, find_lead(bots))
    commands = [first, ("report", run_dir, "--open"), after_edit]
    openings = ("Next    ", "        ", "        ")
    for opening, words in zip(openings, filter(None, commands), strict=False):
        purpose = PURPOSES.get(str(words[0]))
        tell(f"{opening}{command_line(*words)}" + (f"  # {purpose}" if purpose else ""))


def print_mending(faults: Sequence[Problem]) -> bool:
    """Print how many mistakes remain in files, and which to mend first; return if any do."""
    mistakes = list_mistakes(faults)
    if mistakes:
        tell(write_mistakes(mistakes), f"Next    {mend_and_repeat(mistakes)}")
    return bool(mistakes)


def find_lead(bots: Sequence[str]) -> str:
    """Return the bot that was named to play all games of a run; "" if none was, or two met."""
    names = split_names(bots)
    names = names[1:2] if is_panel(bots) else names
    return names[0] if len(names) == 1 else ""


def suggest_for_edit(
    card: str,
    inputs: pd.DataFrame,
    has_bands: bool,
    folder: str | None,
    bots: Sequence[str] = (),
) -> tuple[object, ...]:
    """Return the words of the command that says what an edited card should be like.

    Parameters
    ----------
    inputs : pandas.DataFrame
        The differences of the inputs.
    has_bands : bool
        Whether the folder states bands of win rates.
    folder : str, optional
        The designer's folder, as typed; None for the current one.
    bots : sequence of str
        Those that were named for the games, as typed.
    """
    place = (*(("--game", folder) if folder else ()), *repeat_bots(bots))
    is_card = (inputs["kind"] == "card") & (inputs["name"] == card)
    numbers = inputs[is_card & inputs["after"].str.fullmatch(WHOLE_NUMBER)]
    if len(numbers):
        return ("price", card, numbers["field"].iloc[0], *place)
    if has_bands:  # a text put a deck outside its band
        return ("tune", *filter(None, [folder]))
    return ("impact", card, *place)


def repeat_with(flag: str, value: object) -> tuple[object, ...]:
    """Return the words of the current command with more games or other values; () from Python."""
    words = given_command()[1:]
    return replace_flag(words, flag, value) if words else ()


def replace_flag(words: Sequence[str], flag: str, value: object) -> tuple[object, ...]:
    """Return the words of a command with more games or other values, and no folder for them."""
    return (*drop_flags(words, *REPLACED[flag], "--out"), flag, value)


def print_findings(headline: object, findings: Iterable[Finding]) -> None:
    """Print the findings of a summary below its headline, one per line."""
    tell(headline, style="bold")
    topics = plain_table("", "")
    for finding in findings:
        topics.add_row(finding.topic, str(finding.sentence))
    print_table(topics)
    tell("")
