"""Texts of a balance check: names of measures, values, bands, verdicts and remarks.

Used for the terminal, JSON, JUnit, Markdown and annotations. `evenhand.gate.known_names` is the
inverse, which parses a designer's words into subjects.
"""

from collections.abc import Sequence
from functools import partial
from math import inf, isfinite

from evenhand.analysis.data.run import BESIDE, VERSUS
from evenhand.analysis.gate.best_hands import GroupRate
from evenhand.analysis.gate.judge import Acceptance, Judgement, Outcome
from evenhand.analysis.gate.measures import (
    FORBIDDEN,
    CardGroupSubject,
    CardSubject,
    DeckSubject,
    MatchupSubject,
    Measure,
    SeatSubject,
    Subject,
    Topic,
)
from evenhand.analysis.statistics.bands import Verdict
from evenhand.analysis.tables.polarity import EVEN
from evenhand.reports.bands import Standing
from evenhand.reports.best_hands import write_best_hands, write_out_of_line
from evenhand.reports.check.edit_wording import describe_cause, describe_split
from evenhand.reports.check.result import CheckResult
from evenhand.reports.undecided import MOST_GAMES, explain_undecided
from evenhand.reports.wording import (
    MISSING,
    Name,
    Sentence,
    count,
    enumerate_parts,
    interval,
    make_sentence,
    number,
    percent,
    plural,
    points,
    rate_range,
    signed,
    signed_interval,
)

__all__ = [
    "MARKS", "describe_acceptance", "describe_causes", "describe_doubt",
    "describe_method", "describe_need", "explain_verdicts", "label_measure", "list_remarks",
    "name_measure", "name_subject", "split_check_headline", "write_band", "write_change",
    "write_check_headline", "write_claim", "write_estimate", "write_failure", "write_interval",
    "write_range", "write_sentence", "write_value",
]  # fmt: skip

MARKS = {
    Outcome.FAIL: "\u2717 FAIL",
    Outcome.INCONCLUSIVE: "? INCONCLUSIVE",
    Outcome.ACCEPTED: "~ ACCEPTED",
    Outcome.PASS: "\u2713 PASS",
}
DIGITS = 2  # decimals of a mean number of turns
NAMED = 3  # maximum number of changes named in one row
CLAIMS = {  # what was measured, in a sentence
    Topic.WIN_RATE: "{name} wins {found}",
    Topic.FIELD_WIN_RATE: "in the field, {name} wins {found}",
    Topic.POLARITY: "{name}, {found} of games are in matchups outside " + rate_range(*EVEN),
    Topic.MATCHUP: "{name} wins {found} against {other}",
    Topic.SEAT: "seat {name} wins {found}",
    Topic.FIRST_PLAYER: "the first player wins {found}",
    Topic.DRAWS: "{found} of games are drawn",
    Topic.STALLS: "{found} of games come to no end",
    Topic.TURNS: "games last {found}",
    Topic.CARD_IMPACT: "{name} is worth {found} to {other}",
    Topic.ENGINE_ERRORS: "{found} end in an engine error",
    Topic.ENDLESS_TURNS: "{found} have a turn without end",
}


# Names


def name_subject(subject: Subject) -> str:
    """Write the name of a subject as in balance.toml and ``--json``; "" for the whole run."""
    match subject:
        case DeckSubject(entrant):
            return entrant.name
        case MatchupSubject(deck, opponents):
            return deck.name + VERSUS + BESIDE.join(other.name for other in opponents)
        case SeatSubject(seat):
            return str(seat)
        case CardSubject(card):
            return card
        case CardGroupSubject(column, more, less):
            over = f" over {join_words(less)}" if less else ""
            return f"{column} {join_words(more)}{over}"
    return ""


def join_words(words: Sequence[str]) -> str:
    """Write the words by which a group of cards is found: "rare or epic"."""
    return " or ".join(words)


def name_measure(measure: Measure) -> str:
    """Write a checked measure: "win rate of tide", "change: win rate of tide"."""
    text = name_number(measure)
    if measure.bot:
        text = f"{text} ({measure.bot})"
    return f"change: {text}" if measure.is_change else text


def name_number(measure: Measure) -> str:
    """Write a checked measure, without bot and without "change"."""
    name = name_subject(measure.subject)
    match measure.topic:
        case Topic.WIN_RATE:
            return f"win rate of {name}"
        case Topic.FIELD_WIN_RATE:
            return f"win rate of {name} in the field"
        case Topic.POLARITY:
            where = " in the field" if measure.is_in_field else ""
            return f"games in matchups outside {rate_range(*EVEN)}{where}"
        case Topic.BEST_HANDS:
            return f"{name} in its best hands"
        case Topic.MATCHUP:
            return name
        case Topic.SEAT:
            return f"seat {name} wins"
        case Topic.FIRST_PLAYER:
            return "first player wins"
        case Topic.CARD_IMPACT if isinstance(measure.subject, CardSubject):
            return f"impact of {name} in {measure.subject.deck}"
        case Topic.CARD_IMPACT if name:
            return f"impact of {name}"
    return measure.topic.replace("_", " ")


def label_measure(measure: Measure) -> str:
    """Write a checked measure as a short label: "win rate tide", "matchup tide vs rush"."""
    return f"{measure.topic.replace('_', ' ')} {name_subject(measure.subject)}".strip()


# Numbers


def write_value(measure: Measure, value: float) -> str:
    """Write a checked measure's value in its unit."""
    return number(value, DIGITS) if measure.topic is Topic.TURNS else percent(value)


def write_change(measure: Measure, change: float) -> str:
    """Write a checked measure's change in its unit."""
    return signed(change, DIGITS) if measure.topic is Topic.TURNS else points(change)


def write_estimate(judgement: Judgement) -> str:
    """Write a checked measure's estimate in its unit."""
    measure, estimate = judgement.measure, judgement.estimate
    write = write_change if measure.is_difference else write_value
    return write(measure, estimate)


def write_interval(judgement: Judgement) -> str:
    """Write a checked measure's interval in its unit."""
    if judgement.n_pairs == 0:
        return MISSING
    return write_range(judgement.measure, judgement.low, judgement.high, 1)


def write_band(judgement: Judgement) -> str:
    """Write a checked measure's band; "none" for games that must not occur."""
    if judgement.measure.topic in FORBIDDEN:
        return "none"
    low, high = judgement.band
    is_whole = all(abs(100 * x - round(100 * x)) < 1e-9 for x in (low, high) if isfinite(x))
    return write_range(judgement.measure, low, high, 0 if is_whole else 1)


def write_range(measure: Measure, low: float, high: float, digits: int) -> str:
    """Write a range in the unit of a checked measure: rates, differences of rates, or turns."""
    if measure.topic is Topic.TURNS:
        return write_range_of_turns(low, high, measure.is_difference)
    write = signed_interval if measure.is_difference else interval
    return write(low, high, digits)


def write_range_of_turns(low: float, high: float, is_difference: bool) -> str:
    """Write a range of turns, or of differences of them, with open ends in words."""
    write = signed if is_difference else number
    if (low, high) == (-inf, inf):
        return "any"
    if not isfinite(high):
        return f"{write(low, DIGITS)} or more"
    if not isfinite(low):
        return f"{write(high, DIGITS)} or less"
    return f"{write(low, DIGITS)} to {write(high, DIGITS)}"


# Sentences


def describe_need(result: CheckResult, judgement: Judgement) -> str:
    """Write how many games a check's verdict needs."""
    games = result.games_needed(judgement)
    if judgement.n_pairs == 0:
        known = f"it is measured from about {count(games)} games on"
        return known if isfinite(games) else "no games were left for it"
    if games <= MOST_GAMES:
        return f"about {count(games)} games would settle it"
    is_uneven = judgement.measure.topic is Topic.POLARITY
    what = "one of these matchups" if is_uneven else "it"
    edge = f"the edge of {rate_range(*EVEN)}" if is_uneven else "the edge of its band"
    if isfinite(games):
        return f"{what} is so near {edge} that {count(MOST_GAMES)} games are too few"
    if judgement.growth_needed == inf:
        return f"{what} is on {edge}, where no number of games would settle it"
    return "too few games to say how many it takes"


def describe_doubt(judgement: Judgement) -> str:
    """Write why a check is inconclusive on a number whose interval is outside its band; else ""."""
    if judgement.outcome is not Outcome.INCONCLUSIVE:
        return ""
    ends = (judgement.low, judgement.high), (judgement.low_all, judgement.high_all)
    write = partial(write_range, judgement.measure, digits=1)
    return explain_undecided(*ends, judgement.band, judgement.n_together, write)


def describe_causes(result: CheckResult, judgement: Judgement) -> Sentence | None:
    """Write the changed inputs that can have moved a checked number; None if irrelevant.

    They are relevant for failures and for changes that did not pass.
    """
    causes = result.causes.get(judgement.measure, ())
    is_relevant = judgement.measure.is_change or judgement.verdict is Verdict.FAIL
    if not causes or not is_relevant or judgement.outcome is Outcome.PASS:
        return None
    named = enumerate_parts(list(map(describe_cause, causes)), NAMED)
    return make_sentence("since {since}: {named}", since=result.since, named=named)


def list_remarks(result: CheckResult, judgement: Judgement) -> list[str | Sentence]:
    """Write the remarks of a check on an expectation; [] if it passed.

    What each edit did, where that was told apart, takes the place of what can have moved it.
    """
    remarks: list[str | Sentence | None] = []
    match judgement.outcome:
        case Outcome.PASS:
            return []
        case Outcome.INCONCLUSIVE:
            remarks = [describe_need(result, judgement), describe_doubt(judgement)]
        case Outcome.ACCEPTED:
            remarks = [describe_acceptance(judgement.acceptance)]
    if judgement.groups:
        remarks.append(describe_groups(judgement.groups))
    causes = describe_causes(result, judgement)
    if causes is not None:
        causes = make_sentence("changed {causes}", causes=causes)
    remarks.append(describe_pulls(result, judgement))
    remarks.append(describe_split(result, judgement) or causes)
    return [remark for remark in remarks if remark]


def describe_pulls(result: CheckResult, judgement: Judgement) -> Sentence | None:
    """Write which cards pull a checked group of cards out of its band; None if it is in it."""
    parts = [
        make_sentence("{card} ({impact}, {spread})", card=Name(pull.card),
                      impact=points(pull.impact), spread=signed_interval(pull.low, pull.high))
        for pull in result.pulls.get(judgement.measure, ())
    ]  # fmt: skip
    return (
        make_sentence("most of it comes from {cards}", cards=enumerate_parts(parts))
        if parts
        else None
    )


def describe_method(judgement: Judgement) -> str:
    """Write the method of a check's verdict, with pairs and level."""
    n_pairs = plural(judgement.n_pairs, "pair")
    if judgement.measure.topic in FORBIDDEN:
        return f"counted in {n_pairs}"
    return f"{judgement.method}, {n_pairs}, level {percent(judgement.level, 0)}"


def describe_acceptance(acceptance: Acceptance | None) -> str:
    """Write why a check accepts a failure, and until when; "" if it does not."""
    if acceptance is None:
        return ""
    reason = " ".join(acceptance.reason.split())  # may have several lines in balance.toml
    return f"accepted until {acceptance.until}: {reason}"


def write_sentence(result: CheckResult, judgement: Judgement) -> str:
    """Write the result of checking an expectation in one line."""
    text = f"{name_measure(judgement.measure)}: {write_measured(judgement)}"
    if judgement.groups:
        text = write_in_hands(judgement)
    remark = write_remark(result, judgement)
    return f"{text}; {remark}" if remark else text


def write_in_hands(judgement: Judgement) -> str:
    """Write the result of checking a deck in its best hands: of which group, and how strong."""
    deck, band = name_subject(judgement.measure.subject), judgement.band
    if judgement.verdict is not Verdict.FAIL:
        return str(write_best_hands(deck, judgement.groups, band))
    standing = Standing.ABOVE if judgement.estimate > band.high else Standing.BELOW
    return str(write_out_of_line(deck, judgement.groups, band, standing))


def describe_groups(groups: Sequence[GroupRate]) -> Sentence:
    """Write a checked deck's win rate in the hands of each group of players."""
    parts = [make_sentence("{group} {rate}", group=Name(one.bot), rate=percent(one.value))
             for one in groups]  # fmt: skip
    return make_sentence("in the hands of {groups}", groups=enumerate_parts(parts))


def write_measured(judgement: Judgement) -> str:
    """Write what a check measured, and what was expected."""
    found = write_found(judgement) if judgement.n_pairs else "not measured"
    return f"{found}, expected {write_expected(judgement)}"


def write_found(judgement: Judgement) -> str:
    """Write what a check measured: the number and its interval."""
    measure = judgement.measure
    if measure.topic in FORBIDDEN:
        return f"{percent(judgement.estimate, 2)} of games"
    is_of_turns = measure.topic is Topic.TURNS
    unit = " turns" if is_of_turns else " points" if measure.is_difference else ""
    return f"{write_estimate(judgement)}{unit} ({write_interval(judgement)})"


def write_expected(judgement: Judgement) -> str:
    """Write the band of a checked measure with its unit: "40-60 %"."""
    measure, band = judgement.measure, judgement.band
    is_share = not measure.is_difference and measure.topic not in (*FORBIDDEN, Topic.TURNS)
    return rate_range(*band) if is_share and all(map(isfinite, band)) else write_band(judgement)


def write_remark(result: CheckResult, judgement: Judgement) -> str:
    """Write what else a check says of an expectation in one line; "" if nothing."""
    match judgement.outcome:
        case Outcome.INCONCLUSIVE:
            doubt = describe_doubt(judgement)
            return f"{describe_need(result, judgement)}{f'; {doubt}' if doubt else ''}"
        case Outcome.ACCEPTED:
            return describe_acceptance(judgement.acceptance)
    return str(describe_pulls(result, judgement) or describe_split(result, judgement) or "")


def write_claim(judgement: Judgement) -> str:
    """Write the result of checking an expectation as a sentence: "tide wins 60 % ..."."""
    if judgement.groups:
        return write_in_hands(judgement)
    measure, subject = judgement.measure, judgement.measure.subject
    bot = f"with {measure.bot}, " if measure.bot else ""
    if judgement.n_pairs == 0:
        return f"{bot}{name_number(measure)}: {write_measured(judgement)}"
    if measure.is_change:
        return f"{bot}{name_number(measure)} changed by {write_measured(judgement)}"
    if isinstance(subject, CardGroupSubject):
        return write_group_claim(subject, judgement)
    pattern, name, other = CLAIMS[measure.topic], name_subject(subject), ""
    match subject:
        case MatchupSubject(deck, opponents):
            name = deck.name
            other = str(enumerate_parts([opponent.name for opponent in opponents]))
        case CardSubject(card, deck_name):
            name, other = card, deck_name
    if measure.topic is Topic.POLARITY:
        equal = "where all decks are brought equally often"
        name = "in the field of balance.toml" if measure.is_in_field else equal
    found = pattern.format(name=name, other=other, found=write_found(judgement))
    return f"{bot}{found}, expected {write_expected(judgement)}"


def write_failure(result: CheckResult, judgement: Judgement) -> str:
    """Write a failure of a check as a sentence without its full stop, and what is behind it."""
    remark = write_remark(result, judgement)
    return f"{write_claim(judgement)}; {remark}" if remark else write_claim(judgement)


def write_group_claim(subject: CardGroupSubject, judgement: Judgement) -> str:
    """Write what a checked group of cards is worth, over another if there is one."""
    if not subject.less:
        named = f"{subject.column} {join_words(subject.more)}"
        return f"cards of {named} are worth {write_measured(judgement)}"
    less, more = (join_words(words) for words in (subject.less, subject.more))
    over = f"over cards of {subject.column} {less}, those of {subject.column} {more}"
    return f"{over} are worth {write_measured(judgement)}"


def explain_verdicts(result: CheckResult) -> str:
    """Write what the verdicts of a check mean."""
    level = result.level
    others = " For all others, these games are too few to tell."
    held, missed = f"{100 * (2 * level - 1):.3g}", f"{100 * (1 - level):.3g}"
    return (
        f"The interval holds the true number in {held} of 100 cases, not in {100 * level:.3g} as "
        "in run and compare: a number can leave its band on one side only, and on each side the "
        f"interval misses {missed} of 100. A number passes if all of the interval is inside what "
        "is expected, and fails if it is surely outside: bad luck alone makes anything fail in at "
        f"most {missed} of 100 checks." + (others if result.counts[Outcome.INCONCLUSIVE] else "")
    )


def write_check_headline(result: CheckResult) -> str:
    """Write the outcome of the check: the worst that was found, and how many expectations met."""
    return " ".join(filter(None, split_check_headline(result)))


def split_check_headline(result: CheckResult) -> tuple[str, str]:
    """Write the outcome of the check in a sentence, and what else there is to say of it."""
    claim, rest = _split_outcome(result)
    if not result.faults:
        return claim, rest
    return f"{result.left_out or 'Some files are wrong.'} Of the rest: {claim}", rest


def _split_outcome(result: CheckResult) -> tuple[str, str]:
    counts, total = result.counts, plural(len(result.judgements), "expectation")
    accepted = f", {counts[Outcome.ACCEPTED]} accepted" * bool(counts[Outcome.ACCEPTED])
    unsure = counts[Outcome.INCONCLUSIVE]
    if not (unsure or counts[Outcome.FAIL]):
        player = f", as {result.players} plays; not as a stronger player" * result.is_disputed
        met = f"{total} met{accepted}{player}."
        return met if result.faults else f"PASS: {met}", ""
    match result.outcome:
        case Outcome.FAIL:
            more = f", {unsure} inconclusive" if unsure else ""
            sums = f"{counts[Outcome.FAIL]} of {total} not met{more}{accepted}."
        case _:
            need = "needs" if unsure == 1 else "need"
            sums = f"{unsure} of {total} {need} more games{accepted}."
    worst = result.with_outcome(result.outcome)[0]
    remark = write_remark(result, worst)
    remark = f"{remark[:1].upper()}{remark[1:]}. " if remark else ""
    others = counts[Outcome.FAIL] - 1
    beside = f", and {others} more" if others > 0 else ""
    return f"{result.outcome.name}: {write_claim(worst)}{beside}.", f"{remark}{sums}"
