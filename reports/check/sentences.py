"""The balance check in words: what was measured, what was expected, and what came of it."""

from collections import Counter
from dataclasses import dataclass
from math import ceil, isfinite

from evenhand.analysis.gate.judge import ENGINE_ERRORS, Cell, Outcome
from evenhand.reports.words import count, interval, number, percent, plural, points, signed_interval

__all__ = [
    "MARKS", "Checked", "band_text", "estimate_text", "headline", "interval_text", "method_text",
    "needed_text", "sentence", "title",
]  # fmt: skip

TITLES = {
    "win_rate": "win rate of {subject}",
    "matchup": "{subject}",
    "seat": "seat {subject} wins",
    "first_player": "first player wins",
    "draws": "draws",
    "turns": "turns",
    "stalls": "stalls",
    "card_impact": "impact of {subject} in {within}",
    ENGINE_ERRORS: "engine errors",
}
MARKS = {
    Outcome.FAIL: "\u2717 FAIL",
    Outcome.INCONCLUSIVE: "? INCONCLUSIVE",
    Outcome.ACCEPTED: "~ ACCEPTED",
    Outcome.PASS: "\u2713 PASS",
}
DIGITS = 2  # of a mean number of turns


@dataclass(frozen=True)
class Checked:
    """A balance check that was carried out.

    Attributes
    ----------
    cells : tuple of Cell
        Worst first.
    games : int
        Of the run that is kept.
    budget : int
        Games that such a check may play, those of cards and of the other side included.
    seed : int
    n_seats : int
        Games in a pair.
    notes : tuple of str
        What else should be known.
    """

    title: str
    cells: tuple[Cell, ...]
    games: int
    budget: int
    seed: int
    n_seats: int
    level: float
    notes: tuple[str, ...]

    @property
    def counts(self) -> Counter[Outcome]:
        """How many cells came out which way."""
        return Counter(cell.outcome for cell in self.cells)

    @property
    def outcome(self) -> Outcome:
        """The worst that no exception covers; what is accepted counts as passed."""
        found = self.counts
        return next(
            (worst for worst in (Outcome.FAIL, Outcome.INCONCLUSIVE) if found[worst]), Outcome.PASS
        )

    def needed(self, cell: Cell) -> float:
        """Return the games that the whole check needs for a verdict on a cell, in two digits."""
        games = cell.more * self.budget
        if not isfinite(games):
            return games
        unit = 10 ** max(0, len(str(ceil(games))) - 2)
        return ceil(games / unit) * unit


def title(cell: Cell) -> str:
    """Name what a cell is about."""
    topic = cell.topic.removeprefix("change.")
    text = TITLES[topic].format(subject=cell.subject, within=cell.within)
    return f"change: {text}" if topic != cell.topic else text


def is_turns(cell: Cell) -> bool:
    """Return whether a cell counts turns; all others are rates."""
    return cell.topic.removeprefix("change.") == "turns"


def estimate_text(cell: Cell) -> str:
    """Write what was measured, in its unit."""
    if is_turns(cell):
        sign = "+" if cell.is_change and cell.estimate > 0 else ""
        return sign + number(cell.estimate, DIGITS)
    return points(cell.estimate) if cell.is_change else percent(cell.estimate)


def interval_text(cell: Cell) -> str:
    """Write the interval that decides."""
    if is_turns(cell):
        return f"{end(cell.low)} to {end(cell.high)}"
    write = signed_interval if cell.is_change else interval
    return write(cell.low, cell.high)


def band_text(cell: Cell) -> str:
    """Write what was expected."""
    low, high = cell.band
    if cell.topic == ENGINE_ERRORS:
        return "none"
    if is_turns(cell):
        return f"{end(low)} to {end(high)}"
    write = signed_interval if cell.is_change else interval
    digits = 0 if all(abs(100 * x - round(100 * x)) < 1e-9 for x in (low, high)) else 1
    return write(low, high, digits)


def end(value: float) -> str:
    """Write the end of a range of turns."""
    return number(value, DIGITS) if isfinite(value) else "any"


def needed_text(checked: Checked, cell: Cell) -> str:
    """Return how many games a verdict takes."""
    games = checked.needed(cell)
    if isfinite(games):
        return f"about {count(games)} games would tell"
    return "no games were left for it" if cell.n_pairs == 0 else "it is on the edge of its band"


def method_text(cell: Cell) -> str:
    """Return how a verdict was come by."""
    if cell.topic == ENGINE_ERRORS:
        return f"counted in {plural(cell.n_pairs, 'pair')}"
    return f"{cell.method}, {plural(cell.n_pairs, 'pair')}, level {percent(cell.level, 0)}"


def sentence(checked: Checked, cell: Cell) -> str:
    """Return what came of an expectation, in one line."""
    unit = " points" if cell.is_change and not is_turns(cell) else ""
    measured = f"{estimate_text(cell)}{unit} ({interval_text(cell)})"
    if cell.topic == ENGINE_ERRORS:
        measured = f"{percent(cell.estimate, 2)} of games"
    text = f"{title(cell)}: {measured}, expected {band_text(cell)}"
    match cell.outcome:
        case Outcome.INCONCLUSIVE:
            return f"{text}; {needed_text(checked, cell)}"
        case Outcome.ACCEPTED:
            return f"{text}; {cell.excuse}"
    return text


def headline(checked: Checked) -> str:
    """Say in one sentence how the check ended."""
    counts, total = checked.counts, plural(len(checked.cells), "expectation")
    accepted = f", {counts[Outcome.ACCEPTED]} accepted" * bool(counts[Outcome.ACCEPTED])
    unsure = counts[Outcome.INCONCLUSIVE]
    match checked.outcome:
        case Outcome.FAIL:
            more = f", {unsure} inconclusive" if unsure else ""
            return f"FAIL: {counts[Outcome.FAIL]} of {total} not met{more}{accepted}."
        case Outcome.INCONCLUSIVE:
            return f"INCONCLUSIVE: {unsure} of {total} need more games{accepted}."
    return f"PASS: {total} met{accepted}."
