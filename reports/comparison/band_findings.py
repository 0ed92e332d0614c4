"""The finding on bands: which decks and matchups a change put outside, and which back inside."""

from collections.abc import Callable, Iterator, Mapping

import pandas as pd

from evenhand.analysis.statistics.bands import Verdict
from evenhand.analysis.tables.comparison import Comparison
from evenhand.reports.bands import name_common_band
from evenhand.reports.comparison.edits import find_cause, write_alone
from evenhand.reports.finding import Finding, Tone
from evenhand.reports.left_out import write_left_out
from evenhand.reports.wording import (
    Name,
    Sentence,
    enumerate_parts,
    join_parts,
    make_sentence,
    truncate_parts,
    write_rate,
)

__all__ = ["find_bands", "find_best_hands", "select_left", "select_mended"]

NAMED = 3  # decks in one sentence


def select_left(bands: pd.DataFrame) -> pd.DataFrame:
    """Select the decks that a change put outside their bands, the furthest first.

    Parameters
    ----------
    bands : pandas.DataFrame
        Of `evenhand.analysis.Comparison`.
    """
    return bands[(bands["verdict"] == Verdict.FAIL) & (bands["verdict_before"] != Verdict.FAIL)]


def select_mended(bands: pd.DataFrame) -> pd.DataFrame:
    """Select the decks that a change brought back inside their bands, from the same table."""
    failed = bands["verdict_before"] == Verdict.FAIL
    return bands[failed & (bands["verdict"] == Verdict.PASS)]


def find_bands(comparison: Comparison, by_edit: pd.DataFrame | None = None) -> Finding | None:
    """Return the finding on decks and matchups that left their band or came back.

    None if the run before was none of a folder that states bands.

    Parameters
    ----------
    by_edit : pandas.DataFrame, optional
        As `evenhand.experiments.single_edits.measure_single_edits` returns it: each deck that left
        its band is told with the edit that moved it most.
    """
    bands, matchups = comparison.bands, comparison.matchup_bands
    judged = {"deck": bands, "matchup": matchups}
    kinds = [kind for kind, table in judged.items() if len(table)]
    if not kinds:
        return None
    causes = _write_causes(comparison, by_edit)
    parts = [
        *_write_crossings(bands, "", _name_decks, causes),
        *_write_crossings(matchups, "Matchups ", _name_matchups),
    ]
    if not parts:
        is_sure = all((table["verdict"] == Verdict.PASS).all() for table in judged.values())
        played = " that are played" if write_left_out(comparison.after.info) else ""
        all_of = "All {kinds}{played} stay inside their bands."
        text = all_of if is_sure else "No {kinds} surely left its band."
        named = " and ".join(f"{kind}s" for kind in kinds) if is_sure else " and no ".join(kinds)
        parts.append(make_sentence(text, kinds=named, played=played))
    is_new = any(len(select_left(table)) + len(select_mended(table)) for table in (bands, matchups))
    return Finding("Bands", Tone.NOTABLE if is_new else Tone.CALM, join_parts(parts, " "), "decks")


def find_best_hands(comparison: Comparison) -> Finding | None:
    """Return the finding on decks that left their band in their best hands, or came back.

    None if no band is for these. They are judged as `check` does, by all groups of players.
    """
    hands = comparison.best_hands
    if hands is None:
        return None
    if hands.empty:
        sentence = make_sentence(
            "Decks in their best hands are not judged here, as not every group of players played "
            "on both sides: evenhand check judges them."
        )
        return Finding("Best hands", Tone.CALM, sentence, "decks")
    parts = list(_write_crossings(hands, "In their best hands, ", _name_hands))
    is_sure = bool((hands["verdict"] == Verdict.PASS).all())
    text = (
        "All decks stay inside their bands in their best hands."
        if is_sure
        else "No deck surely left its band in its best hands."
    )
    is_new = len(select_left(hands)) + len(select_mended(hands)) > 0
    sentence = join_parts(parts or [make_sentence(text)], " ")
    return Finding("Best hands", Tone.NOTABLE if is_new else Tone.CALM, sentence, "decks")


def _write_crossings(
    bands: pd.DataFrame,
    what: str,
    name: Callable[..., Sentence],
    causes: Mapping[str, Sentence] | None = None,
) -> Iterator[Sentence]:
    """Yield which decks, or matchups, are outside their bands now, still, or no longer.

    Parameters
    ----------
    what : str
        What these are, before where they are; "" for decks.
    name : callable(rows) -> Sentence
        Write them with their win rates after a change; with the causes if there may be some.
    causes : mapping from str to Sentence, optional
        What moved each deck most.
    """
    failed = bands["verdict_before"] == Verdict.FAIL
    still = bands[failed & (bands["verdict"] == Verdict.FAIL)]
    for where, rows, why in (
        ("now outside", select_left(bands), causes or {}),
        ("still outside", still, {}),
        ("back inside", select_mended(bands), {}),
    ):
        if len(rows):
            limits = zip(rows["band_low"], rows["band_high"], strict=True)
            yield make_sentence(
                f"{what or where[0].upper()}{where if what else where[1:]} {{band}}: {{named}}.",
                band=name_common_band(limits, "their bands"),
                named=name(rows, why) if why else name(rows),
            )


def _name_hands(rows: pd.DataFrame) -> Sentence:
    """Write decks in their best hands, and whose these are, with their win rates after a change."""
    named = [
        make_sentence(
            "{deck} {rate} in those of {player}",
            deck=Name(row.deck),
            rate=write_rate(row.win_rate, row.win_rate_low, row.win_rate_high),
            player=Name(row.player),
        )
        for row in rows.itertuples()
    ]
    return enumerate_parts(named, NAMED)


def _name_matchups(rows: pd.DataFrame) -> Sentence:
    """Write matchups with the win rates after a change of the decks that win them."""
    named = [
        make_sentence(
            "{deck} against {opponent} {rate}",
            deck=Name(row.deck),
            opponent=Name(row.opponent),
            rate=write_rate(row.win_rate, row.win_rate_low, row.win_rate_high),
        )
        for row in rows.itertuples()
    ]
    return enumerate_parts(named, NAMED)


def _write_causes(comparison: Comparison, by_edit: pd.DataFrame | None) -> dict[str, Sentence]:
    """Write which edit moved each deck most, where several were told apart and that is sure."""
    if by_edit is None or by_edit.empty:
        return {}
    causes = {
        row.deck: find_cause(row.deck, row.change, by_edit, comparison.inputs)
        for row in comparison.decks.itertuples()
    }
    return {deck: write_alone(deck, cause[0], by_edit) for deck, cause in causes.items() if cause}


def _name_decks(rows: pd.DataFrame, causes: Mapping[str, Sentence] | None = None) -> Sentence:
    """Write decks with their win rates after a change, and what moved them."""
    causes = causes or {}
    named = [
        make_sentence(
            "{deck} {rate}{cause}",
            deck=Name(row.deck),
            rate=write_rate(row.win_rate, row.win_rate_low, row.win_rate_high),
            cause=make_sentence(", {cause}", cause=causes[row.deck]) if row.deck in causes else "",
        )
        for row in rows.itertuples()
    ]
    return (
        join_parts(truncate_parts(named, NAMED), "; ") if causes else enumerate_parts(named, NAMED)
    )
