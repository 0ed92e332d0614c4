"""Sentences about a training, for the terminal and for its page."""

from collections.abc import Iterator, Mapping
from typing import Any

from evenhand.reports.finding import Finding, Tone
from evenhand.reports.training.result import Course, OpponentRow, Sense, Training, Trend
from evenhand.reports.wording import (
    Name,
    Sentence,
    count,
    make_sentence,
    number,
    percent,
    plural,
    points_with_interval,
    write_fair_share,
    write_rate,
)

__all__ = [
    "FAILURES", "list_training_findings", "write_chance", "write_course", "write_minutes",
    "write_strength",
]  # fmt: skip

FAILURES = (Sense.LOSES, Sense.UNUSED)
TRENDS = {
    Trend.RISING: "It was still getting stronger",
    Trend.LEVEL: "It no longer gets stronger",
    Trend.OPEN: "Whether it still gets stronger is open",
}
RAREST = 0.001


def write_strength(training: Training) -> Sentence:
    """Write how strong a player became, in one sentence: the headline."""
    row, fair = training.yardstick, training.fair
    if row.win_rate_low > fair:
        opening = "Plays {title} better than the rules of thumb"
    elif row.win_rate_high < fair:
        opening = "Still plays {title} worse than the rules of thumb"
    else:
        opening = "Plays {title} about as well as the rules of thumb"
    even = "" if training.n_seats == 2 else f", where {write_fair_share(training.n_seats)} is even"
    return make_sentence(
        opening + ": wins {rate} of {games} against {bot}{even}.",
        title=training.title, rate=write_rate_of(row), games=plural(row.n_games, "game"),
        bot=Name(row.name), even=even,
    )  # fmt: skip


def write_rate_of(row: OpponentRow) -> Any:
    """Write how often a player wins against an opponent, with its interval."""
    return write_rate(row.win_rate, row.win_rate_low, row.win_rate_high)


def write_course(course: Course | None) -> str:
    """Write whether a player still became stronger when its training ended."""
    if course is None:
        return "The training was too short to say whether it still gets stronger."
    gain = points_with_interval(course.gain, course.low, course.high)
    return f"{TRENDS[course.trend]}: {gain} in the last {write_minutes(course.minutes)}."


def write_minutes(minutes: float) -> str:
    """Write how long a training took: "12 minutes", "0.5 minutes"."""
    text = number(minutes, 0 if minutes >= 10 else 1).removesuffix(".0")
    return "1 minute" if text == "1" else f"{text} minutes"


def write_chance(chance: float) -> str:
    """Write how often a player gives an answer."""
    if chance < RAREST:
        return f"under {percent(RAREST)}"
    return f"over {percent(1 - RAREST)}" if chance > 1 - RAREST else percent(chance)


def name_dose(row: Any, names: Mapping[str, str]) -> Sentence:
    """Write which number of a card was raised: "Ember Lancer (hp 300 → 330) in Cinder Rush"."""
    deck = Name(names.get(row.deck, row.deck))
    return make_sentence("{card} ({what}) in {deck}", card=Name(row.card), what=row.what, deck=deck)


def list_training_findings(training: Training) -> Iterator[Finding]:
    """Yield what is to be known of a training, below its headline."""
    unmet = [row for row in training.opponents if not row.is_met]
    if unmet:
        row = unmet[0]
        sentence = make_sentence(
            "Against {bot}, which it never met while it learned: wins {rate} of {games}.",
            bot=Name(row.name), rate=write_rate_of(row), games=plural(row.n_games, "game"),
        )  # fmt: skip
        tone = Tone.CALM if row.win_rate_high > training.fair else Tone.ALARM
        yield Finding("Never met", tone, sentence, "opponents")
    rises = training.course is not None and training.course.trend is Trend.RISING
    tone = Tone.NOTABLE if rises else Tone.CALM
    yield Finding("Over time", tone, make_sentence(write_course(training.course)), "over-time")
    yield find_dose_finding(training)
    if training.n_asked:
        share = percent(training.n_differ / training.n_asked, 0)
        sentence = make_sentence(
            "Answers {share} of {n} otherwise than the rules of thumb do.",
            share=share, n=plural(training.n_asked, "question"),
        )  # fmt: skip
        yield Finding("Other answers", Tone.CALM, sentence, "other-answers")


def find_dose_finding(training: Training) -> Finding:
    """Return the finding on numbers of cards that were raised."""
    topic, section, doses = "Higher numbers", "doses", training.doses
    if training.no_doses:
        return Finding(topic, Tone.CALM, make_sentence("{why}.", why=training.no_doses), section)
    failed = doses[doses["sense"].isin(FAILURES)]
    if len(failed):
        sentence = make_sentence(
            "With {n} of {all} higher numbers of cards it plays worse; the worst is {first}.",
            n=count(len(failed)), all=count(len(doses)),
            first=name_dose(next(failed.itertuples()), training.display_names),
        )  # fmt: skip
        return Finding(topic, Tone.ALARM, sentence, section)
    counted = doses["sense"].value_counts()
    sentence = make_sentence(
        "None of {all} makes it win less or play the card less. With {more} it surely wins "
        "more; with the others {games} are too few to tell.",
        all=plural(len(doses), "higher number of a card", "higher numbers of cards"),
        more=count(counted.get(Sense.GAINS, 0)),
        games=plural(int(doses["n_games"].median()), "game"),
    )  # fmt: skip
    return Finding(topic, Tone.CALM, sentence, section)
