"""The findings on two bots that met: how often one beats the other, and what a restriction costs.

A bot that never gives some answers is compared with one that plays the same but for that: what it
wins less is what these answers are worth.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from evenhand.reports.finding import Finding, Tone
from evenhand.reports.matter import Headline, Matter
from evenhand.reports.report_tables import Evidence
from evenhand.reports.undecided import MOST_GAMES, round_up
from evenhand.reports.wording import (
    Name,
    Sentence,
    Tied,
    count,
    enumerate_parts,
    interval,
    join_parts,
    make_sentence,
    name_player,
    number,
    percent,
    plural,
    write_allowance,
    write_rate,
)

__all__ = [
    "find_bots_by_deck", "find_bots_met", "find_restrictions", "name_never", "write_idle",
]  # fmt: skip

EVEN = 0.5
NAMED = 2  # decks named at either end
CLEAR = 0.01  # half-width at which "no difference" is said
SECTION = "bots-met"


def find_bots_met(evidence: Evidence) -> Headline | None:
    """Return the headline on two bots that met; None if one bot played."""
    if evidence.bots_met.empty:
        return None
    if idle := write_idle(evidence):
        return Headline(Matter.IDLE, idle)
    row = next(evidence.bots_met.itertuples())
    bots = {bot["name"]: bot for bot in evidence.info["bots"]}
    restricted = [bot for bot in bots.values() if bot.get("never")]
    is_even = row.win_rate_low <= EVEN <= row.win_rate_high
    half_width = (row.win_rate_high - row.win_rate_low) / 2
    is_open = is_even and half_width > CLEAR
    games = round_up(evidence.n_games * (half_width / CLEAR) ** 2) if is_open else 0
    holders = None
    if len(restricted) == 1 and restricted[0].get("otherwise_as"):
        claim = write_worth(see_from(row, restricted[0]["name"]), restricted[0])
        holders = write_holders(evidence, restricted[0])
    else:
        claim = write_winner(row)
    more = list(filter(None, [holders, _advise(games) if is_open else None]))
    told = join_parts(more, " ") if more else None
    return Headline(Matter.BOTS, claim, told, games=games if games <= MOST_GAMES else 0)


def write_idle(evidence: Evidence) -> Sentence | None:
    """Write that what alone tells two bots apart never applied; None if it did."""
    restricted = [bot for bot in evidence.info["bots"] if bot.get("never")]
    use = evidence.restrictions
    if len(restricted) != 1 or not restricted[0].get("otherwise_as") or use.empty:
        return None
    if (use["withheld"] + use["unavoidable"]).any():
        return None
    n_kinds = len(restricted[0]["never"])
    lacking = _find_lacking_cards(evidence, restricted[0]["never"])
    return make_sentence(
        "The restriction{s} of {bot} never applied: {never} {was} on offer in none of {games} "
        "looked at{why}. So both players played alike, and nothing is compared.",
        s="" if n_kinds == 1 else "s",
        bot=Name(restricted[0]["name"]),
        never=name_never(restricted[0]["never"]),
        was="was" if n_kinds == 1 else "were",
        games=plural(int(use["n_games"].max()), "game"),
        why=make_sentence(", for no deck has {cards}", cards=enumerate_parts(lacking))
        if lacking
        else "",
    )


def _find_lacking_cards(evidence: Evidence, never: list[str]) -> list[Name]:
    """Return the cards that restrictions name and no deck has, if all of them do."""
    cards, holders = find_holders(evidence, never)
    return [] if holders else [Name(card) for card in cards]


def find_holders(evidence: Evidence, never: list[str]) -> tuple[list[str], list[str]]:
    """Find the cards that restrictions name, and the decks that have any of them.

    Returns
    -------
    cards, decks : list of str
        Both empty if a restriction is about no single card, or the lists of decks are not known.
    """
    names = sorted(evidence.info["cards"].get("names", ()), key=len, reverse=True)
    named = [next((name for name in names if name in text), "") for text in never]
    decks = {deck["name"]: set(deck["cards"]) for deck in evidence.info["decks"]}
    if not (all(named) and all(decks.values())):  # a product has no list
        return [], []
    holders = [deck for deck, cards in decks.items() if cards.intersection(named)]
    return list(dict.fromkeys(named)), holders


def write_holders(evidence: Evidence, bot: dict[str, Any]) -> Sentence | None:
    """Write which decks have the card that a bot never plays, and what it wins with them.

    None if it is about no single card, or if all decks have it.
    """
    cards, holders = find_holders(evidence, bot["never"])
    decks = evidence.info["decks"]
    if not holders or len(holders) == len(decks):
        return None
    called = {deck["name"]: deck.get("display_name") or deck["name"] for deck in decks}
    shown = {called[name] for name in holders} | set(holders)
    rows = [
        see_from(row, bot["name"]) for row in evidence.bots_met.itertuples() if row.deck in shown
    ]
    wins = [
        make_sentence(
            "{rate} with {deck}",
            rate=write_rate(row.win_rate, row.win_rate_low_all, row.win_rate_high_all),
            deck=Name(row.deck),
        )
        for row in rows
    ]
    return make_sentence(
        "Only {held}{wins}.",
        held=_write_holders(evidence, bot["name"], cards, holders),
        wins=make_sentence(": it wins {of_decks}", of_decks=enumerate_parts(wins, NAMED))
        if wins
        else "",
    )


def _write_holders(
    evidence: Evidence, bot: str, cards: Sequence[str], holders: Sequence[str]
) -> Sentence:
    """Write how many decks have some cards, and in how many of a bot's games it plays one."""
    return make_sentence(
        "{n} of {all} decks {have} {cards}, {held}",
        n=count(len(holders)),
        all=count(len(evidence.info["decks"])),
        have="has" if len(holders) == 1 else "have",
        cards=enumerate_parts(list(map(Name, cards))),
        held=_write_held(evidence, bot, holders),
    )


def _write_held(evidence: Evidence, bot: str, holders: Sequence[str]) -> str:
    """Write in how many of a bot's games its own deck is one of some."""
    bots = [one["name"] for one in evidence.info["bots"]]
    decks = [one["name"] for one in evidence.info["decks"]]
    n_all = n_held = 0
    for met in evidence.info["matchups"]:
        own = [deck for deck, by in zip(met["decks"], met["bots"], strict=True) if bots[by] == bot]
        games = met["pairs"] * evidence.n_seats
        n_all += games * bool(own)
        n_held += games * any(decks[deck] in holders for deck in own)
    return f"in {count(n_held)} of its {count(n_all)} games"


def _advise(games: int) -> Sentence:
    if games > MOST_GAMES:
        return make_sentence("That is too close to tell.")
    return make_sentence("About {games} games would tell more.", games=count(games))


def see_from(row: Any, bot: str) -> Any:
    """Return how often one of two bots wins, whichever comes first in the run."""
    if row.bot == bot:
        return row
    rates = {"win_rate": 1 - row.win_rate, "bot": row.opponent, "opponent": row.bot}
    for end in ("", "_all"):
        rates[f"win_rate_low{end}"] = 1 - getattr(row, f"win_rate_high{end}")
        rates[f"win_rate_high{end}"] = 1 - getattr(row, f"win_rate_low{end}")
    rates |= {
        "apart": -row.apart,
        "apart_low_all": -row.apart_high_all,
        "apart_high_all": -row.apart_low_all,
    }
    return row._replace(**rates)


def write_worth(row: Any, bot: dict[str, Any]) -> Sentence:
    """Write what the answers are worth that a bot never gives."""
    answers = "the answer" if len(bot["never"]) == 1 else "these answers"
    if row.win_rate_high < EVEN:
        verb = "is" if len(bot["never"]) == 1 else "are"
        pattern, size = f"{answers} {verb} worth {{size}} points ({{ends}})", EVEN - row.win_rate
    elif row.win_rate_low > EVEN:
        pattern = "it plays better without, by {size} points ({ends})"
        size = row.win_rate - EVEN
    else:
        pattern = (
            f"no sign that {answers} matter{'s' if len(bot['never']) == 1 else ''}; more than "
        )
        pattern += "{most} points either way can be ruled out"
        size = abs(row.win_rate - EVEN)
    ends = sorted((abs(EVEN - row.win_rate_low), abs(EVEN - row.win_rate_high)))
    worth = make_sentence(
        pattern, size=number(100 * size), ends=Tied(interval(*ends)), most=number(100 * ends[1])
    )
    return make_sentence(
        "A player who never answers {never} wins {rate} against one who may, if both "
        "otherwise play like {bot}: {worth}.",
        never=name_never(bot["never"]),
        rate=write_rate(row.win_rate, row.win_rate_low, row.win_rate_high),
        bot=name_player(bot["otherwise_as"]),
        worth=worth,
    )


def write_winner(row: Any) -> Sentence:
    """Write which of two bots beats the other, and how often."""
    best = row if row.win_rate >= EVEN else see_from(row, row.opponent)
    is_even = row.win_rate_low <= EVEN <= row.win_rate_high
    return make_sentence(
        "{bot} wins {rate} against {opponent}, all decks taken together{even}.",
        bot=Name(best.bot),
        rate=write_rate(best.win_rate, best.win_rate_low, best.win_rate_high),
        opponent=Name(best.opponent),
        even=", which is no sure difference" if is_even else "",
    )


def name_never(restrictions: list[str]) -> Sentence:
    """Write what a bot never answers, for a sentence."""
    texts = [Name(text) for text in restrictions]
    if len(texts) == 1:
        return make_sentence("{one}", one=texts[0])
    others = enumerate_parts(texts[:-1])
    return make_sentence("{others} or {last}", others=others, last=texts[-1])


def find_bots_by_deck(evidence: Evidence) -> Iterator[Finding]:
    """Yield the finding on the decks with which two bots are furthest apart."""
    table = evidence.bots_met
    if table.empty or write_idle(evidence):
        return
    total = next(table.itertuples())
    best = total.bot if total.win_rate >= EVEN else total.opponent
    rows = [see_from(row, best) for row in table[table["deck"] != ""].itertuples()]
    if not rows:
        if len(evidence.info["decks"]) > 1:
            text = "What it comes to deck by deck cannot be told from these matchups; --mirrors "
            yield Finding(
                "Each deck", Tone.CALM, make_sentence(text + "adds those that tell."), SECTION
            )
        return
    rows.sort(key=lambda row: -row.win_rate)
    choice = write_allowance(len(rows), "deck")
    apart = [row for row in rows if row.apart_low_all > 0 or row.apart_high_all < 0]
    if not apart:
        sentence = make_sentence(
            "{whole}, and with no deck surely more or less: from {least} to {most}{choice}. {of}",
            whole=_write_margin(see_from(total, best)),
            least=_name_margin(rows[-1]),
            most=_name_margin(rows[0]),
            choice=choice,
            of=_write_opponent(rows[0]),
        )
        yield Finding("Each deck", Tone.CALM, sentence, SECTION)
        return
    ends = (("more", [row for row in apart if row.apart > 0]),
            ("less", [row for row in apart if row.apart < 0][::-1]))  # fmt: skip
    told = [
        make_sentence(
            "surely {how} than that with {decks}",
            how=how,
            decks=enumerate_parts([_name_apart(row) for row in some], NAMED),
        )
        for how, some in ends
        if some
    ]
    sentence = make_sentence(
        "{whole}, but {told}{choice}. {of}",
        whole=_write_margin(see_from(total, best)),
        told=enumerate_parts(told),
        choice=choice,
        of=_write_opponent(rows[0]),
    )
    yield Finding("Each deck", Tone.NOTABLE, sentence, SECTION)


def _write_margin(row: Any) -> Sentence:
    """Write by how many points the better of two bots wins more than half, all decks together."""
    size = number(100 * (row.win_rate - EVEN))
    return make_sentence(
        "{bot} wins {size} points more than half of its games over all",
        bot=Name(row.bot),
        size=size,
    )


def _write_opponent(row: Any) -> Sentence:
    """Write whom a bot meets with each deck, unlike in the win rates of decks."""
    text = "That is against {other} with an equal deck; the win rates of decks are against all."
    return make_sentence(text, other=Name(row.opponent))


def _name_margin(row: Any) -> Sentence:
    """Name a deck with the points by which one bot wins more with it than an even share."""
    ends = Tied(f"{number(100 * (row.win_rate_low_all - EVEN))} to "
                f"{number(100 * (row.win_rate_high_all - EVEN))}")  # fmt: skip
    size = number(100 * (row.win_rate - EVEN))
    return make_sentence(
        "{deck} ({size} points, {ends})", deck=Name(row.deck), size=size, ends=ends
    )


def _name_apart(row: Any) -> Sentence:
    """Name a deck with the points by which one bot wins more, or less, with it than over all."""
    low, high = sorted((abs(row.apart_low_all), abs(row.apart_high_all)))
    return make_sentence(
        "{deck} (by {size} points, {ends})",
        deck=Name(row.deck),
        size=number(100 * abs(row.apart)),
        ends=Tied(f"{number(100 * low)} to {number(100 * high)}"),
    )


def _write_decks_with(evidence: Evidence, row: Any) -> Sentence | str:
    """Write how many decks have the card of a restriction; "" if it is about none, or all do."""
    cards, holders = find_holders(evidence, [row.restriction])
    if not holders or len(holders) == len(evidence.info["decks"]):
        return ""
    return make_sentence("; {held}", held=_write_holders(evidence, row.bot, cards, holders))


def find_restrictions(evidence: Evidence) -> Iterator[Finding]:
    """Yield a finding on each restriction: in how many games it took an option away."""
    if write_idle(evidence):  # as the headline says
        return
    for row in evidence.restrictions.itertuples():
        never = Name(row.restriction)
        games = count(row.n_games)
        if row.withheld + row.unavoidable == 0:
            text = "{bot}: {never} was on offer in none of {games} games, so it changed nothing."
            sentence = make_sentence(text, bot=Name(row.bot), never=never, games=games)
            yield Finding("Never", Tone.ALARM, sentence, "endings")
            continue
        stayed = make_sentence(
            "; in {stayed} it stayed at least once, because nothing else was on offer",
            stayed=percent(row.unavoidable / row.n_games),
        )
        sentence = make_sentence(
            "{bot} was kept from {never} in {share} of {games} games looked at{stayed}{held}.",
            bot=Name(row.bot),
            never=never,
            share=percent(row.withheld / row.n_games),
            games=games,
            stayed=stayed if row.unavoidable else "",
            held=_write_decks_with(evidence, row),
        )
        yield Finding("Never", Tone.CALM if row.withheld else Tone.ALARM, sentence, SECTION)
