"""Formatting of numbers, names and sentences for plain text and HTML.

A sentence stores its names separately from its pattern, so that the same sentence can be
written to the terminal (``str``) and to a page (``__html__``, which Jinja calls), where
every name is escaped and isolated with ``<bdi>`` because it may be written right to left.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import copysign, floor, isfinite, isnan

from markupsafe import Markup, escape

from evenhand.decks.invisible_characters import show_unseen

__all__ = [
    "MISSING",
    "ONLY_WINNERS",
    "Name",
    "Sentence",
    "Tied",
    "count",
    "enumerate_parts",
    "interval",
    "introduce_player",
    "join_parts",
    "make_sentence",
    "name_player",
    "number",
    "ordinal",
    "percent",
    "plural",
    "points",
    "points_with_interval",
    "prepend_bot",
    "prepend_opening",
    "rate_range",
    "round_change",
    "round_half_up",
    "signed",
    "signed_interval",
    "signed_range",
    "truncate_parts",
    "write_allowance",
    "write_choice",
    "write_fair_share",
    "write_field",
    "write_mean_spread",
    "write_rate",
]

ONLY_WINNERS = (
    "This game says who wins, and not who comes second: all others share the second place. So "
    "nothing is said of places, nor of who finishes ahead of whom. Where points decide, "
    "rank_by_points in the game's rules states the places."
)
FLAG = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
SAME_WORDS = "other words for the same"
PLAYERS = {"heuristic": "the rules of thumb", "learned": "the learned player"}
NO_BREAK_SPACE = "\u00a0"
ROUNDING = 0.1 + 1e-9  # points by which a difference of rates to a tenth may be off
ALIKE = 1e-9
EN_DASH = "\u2013"
MINUS = "\u2212"
MISSING = EN_DASH


@dataclass(frozen=True)
class Name:
    """A name chosen by users, in a sentence: of a deck, a card, a bot or a file."""

    text: str

    def __str__(self) -> str:
        return self.text

    def __html__(self) -> str:
        breakable = escape(show_unseen(self.text)).replace(
            "_", Markup("_<wbr>")
        )  # deck_names may wrap there
        return Markup("<bdi>{}</bdi>").format(breakable)


def name_player(bot: str) -> object:
    """Write who plays, for a sentence: a bot of this package in plain words, others by name."""
    return PLAYERS.get(bot) or Name(bot)


@dataclass(frozen=True)
class Tied:
    """Numbers in a text that must not be separated by a line break."""

    text: str

    def __str__(self) -> str:
        return self.text

    def __html__(self) -> str:
        return Markup('<span class="tied">{}</span>').format(self.text)


@dataclass(frozen=True)
class Sentence:
    """A pattern of ``str.format`` and its parts: texts, names, sentences."""

    pattern: str
    parts: Mapping[str, object]

    def __str__(self) -> str:
        return self.pattern.format(**self.parts)

    def __html__(self) -> str:
        parts = {name: tie_flags(one) if isinstance(one, str) else one
                 for name, one in self.parts.items()}  # fmt: skip
        return tie_flags(self.pattern).format(**parts)


def tie_flags(text: str) -> Markup:
    """Escape a text for a page, on which no flag such as ``--run`` breaks over a line."""
    return Markup(FLAG.sub(r'<span class="tied">\g<0></span>', str(escape(text))))


def make_sentence(pattern: str, **parts: object) -> Sentence:
    """Make a sentence; ``make_sentence("{deck} wins {rate}.", deck=Name("Tide"), rate="51 %")``."""
    return Sentence(pattern, parts)


def introduce_player(bot: str) -> Sentence:
    """Write a bot's name and, where that is no plain word, who it is."""
    who = f" ({PLAYERS[bot]})" if bot == "heuristic" else ""
    return make_sentence("{bot}{who}", bot=Name(bot), who=who)


def prepend_opening(opening: Sentence, sentence: Sentence) -> Sentence:
    """Put an opening before a sentence: "With a bot, going first wins .."."""
    return make_sentence("{opening}, {rest}", opening=opening, rest=_uncapitalize(sentence))


def prepend_bot(bot: str, sentence: Sentence) -> Sentence:
    """Put who plays before a sentence: "With the learned player, going first wins .."."""
    return prepend_opening(make_sentence("With {bot}", bot=name_player(bot)), sentence)


def _uncapitalize(sentence: Sentence) -> Sentence:
    """Write the first word of a sentence in lower case, unless it is a name."""
    pattern, parts = sentence.pattern, sentence.parts
    first = pattern[1:].partition("}")[0]
    match parts.get(first) if pattern.startswith("{") else None:
        case Sentence() as part:
            return make_sentence(pattern, **{**parts, first: _uncapitalize(part)})
        case None:
            return make_sentence(pattern[:1].lower() + pattern[1:], **parts)
    return sentence


def join_parts(parts: Sequence[object], between: str) -> Sentence:
    """Join parts of a sentence with the same text between any two."""
    keys = [f"part_{position}" for position in range(len(parts))]
    pattern = between.join(f"{{{key}}}" for key in keys)
    return Sentence(pattern, dict(zip(keys, parts, strict=True)))


def enumerate_parts(parts: Sequence[object], most: int | None = None) -> Sentence:
    """Join parts as prose: "a", "a and b", "a, b and c"; parts beyond `most` are counted."""
    parts = truncate_parts(parts, most)
    if len(parts) < 2:
        return join_parts(parts, "")
    return make_sentence("{others} and {last}", others=join_parts(parts[:-1], ", "), last=parts[-1])


def truncate_parts(parts: Sequence[object], most: int | None) -> Sequence[object]:
    """Return the first `most` parts and the count of the others: "a", "b", "7 more"."""
    more = 0 if most is None else len(parts) - most
    return [*parts[:most], f"{count(more)} more"] if more > 0 else parts


def count(value: float) -> str:
    """Write a whole number with thousands: 40,000."""
    return MISSING if isnan(value) else f"{value:,.0f}"


def plural(value: int, one: str, many: str | None = None) -> str:
    """Write a count with its noun: "1 game", "40,000 games"."""
    return f"{count(value)} {one if value == 1 else many or one + 's'}"


def write_allowance(n_choices: int, one: str, many: str | None = None) -> str:
    """Write why an interval is wider: ", wider because it is the most extreme of 6 decks"."""
    if n_choices < 2:
        return ""
    return f", wider because it is the most extreme of {plural(n_choices, one, many)}"


def write_choice(n_named: int, n_choices: int, one: str, many: str | None = None) -> str:
    """Write the same after several, if not all are named.

    "; these intervals are wider because they are the most extreme of 6 decks"
    """
    if n_choices <= n_named:
        return ""
    are = (
        "interval is wider because it is"
        if n_named == 1
        else "intervals are wider because they are"
    )
    which = "this" if n_named == 1 else "these"
    return f"; {which} {are} the most extreme of {plural(n_choices, one, many)}"


FIRST_PLACES = {1: "1st", 2: "2nd", 3: "3rd"}


def write_field(field: str) -> str:
    """Write the column of an edited cell: "skill1 damage"; or that its text means the same."""
    return SAME_WORDS if field == "wording" else field.replace("_", " ")


def ordinal(place: int) -> str:
    """Write a small ordinal number: 1st, 2nd, 3rd, 4th."""
    return FIRST_PLACES.get(place, f"{place}th")


def round_half_up(value: float, digits: int = 1) -> float:
    """Round a number as all that is shown is rounded: a half away from 0, however it was added up.

    So 11.15, which is 11.15 less 1e-15 where it was added up in another order, is 11.2.
    """
    if not isfinite(value):
        return value
    scale = 10**digits
    return copysign(floor(abs(value) * scale + 0.5 + ALIKE) / scale, value)


def number(value: float, digits: int = 1) -> str:
    """Write a number with a true minus sign; a missing one as a dash."""
    if isnan(value):
        return MISSING
    text = f"{round_half_up(value, digits):,.{digits}f}"
    return text.lstrip("-") if float(text.replace(",", "")) == 0 else text.replace("-", MINUS)


def percent(rate: float, digits: int = 1) -> str:
    """Write a rate in [0, 1] as a percentage: 56.1 %."""
    return MISSING if isnan(rate) else f"{number(100 * rate, digits)}{NO_BREAK_SPACE}%"


def points(difference: float, digits: int = 1) -> str:
    """Write a difference of rates in percentage points, always with its sign: +1.3."""
    return signed(100 * difference, digits)


def signed(difference: float, digits: int = 1) -> str:
    """Write a difference of numbers in their own unit, always with its sign: +0.25."""
    text = number(difference, digits)
    unsigned = text in (MISSING, number(0.0, digits)) or text.startswith(MINUS)
    return text if unsigned else f"+{text}"


def interval(low: float, high: float, digits: int = 1) -> str:
    """Write an interval of rates as percentages without their sign: 55.4-56.8."""
    if not (isfinite(low) and isfinite(high)):  # too few games
        return ""
    return f"{number(100 * low, digits)}{EN_DASH}{number(100 * high, digits)}"


def write_mean_spread(low: float, high: float) -> str:
    """Write the interval of a mean: "(18.7 to 18.8)", or that there is none."""
    if not (isfinite(low) and isfinite(high)):
        return "(too few games for an interval)"
    return f"({number(low)} to {number(high)})"


def signed_interval(low: float, high: float, digits: int = 1) -> str:
    """Write an interval of differences in percentage points: -0.3 to +2.7."""
    return signed_range(100 * low, 100 * high, digits)


def signed_range(low: float, high: float, digits: int = 1) -> str:
    """Write an interval of differences in their own unit: -0.33 to +0.01.

    One that excludes 0 has another decimal if an end would look like 0: +0.04 to +0.42.
    """
    if isnan(low) or isnan(high):
        return ""
    if low * high > 0 and not round_half_up(min(abs(low), abs(high)), digits):
        digits += 1
    return f"{signed(low, digits)} to {signed(high, digits)}"


def round_change(before: float, after: float, change: float, low: float, high: float) -> float:
    """Return the change of a rate as it is shown beside the rates, in tenths of a point.

    It is the difference of the rates as they are shown, so that all three agree; but the change
    itself where that lies outside the interval as it is shown.
    """
    shown = round_half_up(100 * after) - round_half_up(100 * before)
    is_near = abs(shown - 100 * change) <= ROUNDING
    ends = round_half_up(100 * low), round_half_up(100 * high)
    is_inside = ends[0] - ALIKE <= shown <= ends[1] + ALIKE
    return shown / 100 if is_near and is_inside else change


def points_with_interval(value: float, low: float, high: float) -> str:
    """Write a difference of rates with its interval: +1.3 points (-0.3 to +2.7)."""
    return f"{points(value)} points ({signed_interval(low, high)})"


def write_rate(rate: float, low: float, high: float) -> Tied:
    """Write a rate and its interval, which stay on one line: "56.1 % (54.7-57.5)"."""
    return Tied(f"{percent(rate)} ({interval(low, high)})")


def rate_range(low: float, high: float) -> str:
    """Write a band of rates, without decimals if both ends are whole: 45-55 %, 22.5-27.5 %."""
    whole = all(abs(100 * rate - round(100 * rate)) < 1e-9 for rate in (low, high))
    return f"{interval(low, high, 0 if whole else 1)}{NO_BREAK_SPACE}%"


def write_fair_share(n_seats: int) -> str:
    """Write the win rate of a fair game: 50 % for two seats, 1/n for more."""
    return percent(0.5, 0) if n_seats == 2 else f"1/{n_seats} ({percent(1 / n_seats)})"
