"""What the price of a card amounts to, in sentences."""

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from math import isfinite, isnan

from evenhand.analysis.statistics.bands import Band
from evenhand.analysis.tables.prices import PriceCurve
from evenhand.experiments.card_price import Pricing
from evenhand.experiments.price_bands import judge_decks, judge_values, list_inside, list_open
from evenhand.reports.sections.prices import describe_range, write_fair
from evenhand.reports.sections.unchanged_cards import SAME
from evenhand.reports.wording import (
    enumerate_parts,
    interval,
    make_sentence,
    percent,
    points,
    rate_range,
    signed_interval,
)

__all__ = [
    "choose_to_print", "describe_bands", "describe_between", "describe_second", "describe_worth",
    "hardly_matters",
]  # fmt: skip

OPEN = "is too close to tell", "are too close to tell"
NOT_PLAYED = "was not played", "were not played"
LITTLE = 0.2  # of the worth of a card: a number that changes less of it hardly matters


def hardly_matters(pricing: Pricing, curve: PriceCurve) -> bool:
    """Return whether a card is worth something whatever the number is, as far as it was played."""
    now = curve.table[curve.table["value"] == pricing.now]
    if not len(now) or now["worth_low"].iloc[0] <= 0 <= now["worth_high"].iloc[0]:
        return False
    worth = curve.table["worth"]
    return bool(worth.max() - worth.min() < LITTLE * abs(now["worth"].iloc[0]))


def describe_worth(pricing: Pricing, curve: PriceCurve, has_bands: bool = False) -> list[str]:
    """Say in sentences what a card is worth, and at which value it would be worth its cost.

    Where decks have bands, what to print hangs on those, and not on the card's cost.
    """
    column, fair = pricing.column.replace("_", " "), curve.fair
    measure, aim = "a plain card of its cost", "as much as a plain card of its cost"
    if pricing.is_cost:  # the plain card keeps the cost of now, whatever the card is tried at
        measure = f"a plain card whose {column} is {pricing.now}"
        aim = "as much as that plain card"
    said = []
    now = curve.table[curve.table["value"] == pricing.now]
    if len(now):
        row = now.iloc[0]
        spread = signed_interval(row["worth_low"], row["worth_high"])
        names = pricing.exchanged.plan.display_names
        told = [names.get(deck, deck) for deck in pricing.decks]
        said.append(
            f"{pricing.card} with {column} {pricing.now} is worth {points(row['worth'])} points "
            f"({spread}) against {measure}, in {enumerate_parts(told)}."
        )
        was = curve.table[curve.table["value"] == pricing.was]
        if pricing.was != pricing.now and len(was):
            before = was.iloc[0]
            spread = signed_interval(before["worth_low"], before["worth_high"])
            said.append(
                f"With {pricing.was}, as it was, it is worth {points(before['worth'])} ({spread})."
            )
        if row["changed"] == 0:
            said.append(str(make_sentence(SAME, cards=pricing.card)))
    if hardly_matters(pricing, curve):
        lowest, highest = curve.table["value"].iloc[[0, -1]]
        said.append(
            f"Its {column} matters little: from {lowest:,} to {highest:,} it is worth "
            f"{points(curve.table['worth'].min())} to {points(curve.table['worth'].max())}. What "
            "makes it so is another number, or its text."
        )
        return said
    ends = curve.table["value"]
    at = write_fair(fair.value, fair.low, fair.high)
    spread = describe_range(fair.low, fair.high)
    is_bounded = isfinite(fair.low) or isfinite(fair.high)
    apart = ", whatever its decks then win" if has_bands else ""
    if not isnan(fair.value) and is_bounded:
        said.append(f"With {column} {at} ({spread}), it would be worth {aim}{apart}.")
    elif is_bounded:
        said.append(f"With {column} {spread}, it would be worth {aim}{apart}.")
    else:
        measured = f"{column} {ends.min():,} to {ends.max():,}"
        said.append(f"With which {column} it would be worth {aim} cannot be told from {measured}.")
    return said


def describe_second(pricing: Pricing, bot: str, curve: PriceCurve) -> str:
    """Say in a sentence what a card is worth at some numbers as a stronger bot plays it."""
    column, told = pricing.column.replace("_", " "), choose_told(pricing, curve)
    rows = sorted(
        (row for row in curve.table.itertuples() if row.value in told),
        key=lambda row: row.value != pricing.now,
    )
    found = [
        f"{points(row.worth)} ({signed_interval(row.worth_low, row.worth_high)}) with "
        f"{'' if n else column + ' '}{row.value:,}"
        for n, row in enumerate(rows)
    ]
    is_asked = pricing.now in set(curve.table["value"])
    more = "" if is_asked else f" It was not asked about {pricing.now:,}, far beyond what it knows."
    return f"As {bot}, a stronger player, plays it, it is worth {enumerate_parts(found)}.{more}"


def choose_told(pricing: Pricing, curve: PriceCurve) -> set[int]:
    """Choose the values to speak of: what the card is and was, and the one nearest to its cost."""
    nearest = curve.table.set_index("value")["worth"].abs().idxmin()
    return {pricing.now, pricing.was, int(nearest)}


def describe_bands(
    pricing: Pricing, curves: Mapping[str, PriceCurve], bands: Mapping[str, Band]
) -> list[str]:
    """Say what to print, and with which values each deck of a card surely stays inside its band.

    Parameters
    ----------
    curves : mapping from str to PriceCurve
        By bot; the first one's is not named.
    bands : mapping from str to Band
        By deck, as `find_deck_bands` returns them.
    """
    if not bands:
        return []
    column, names = pricing.column.replace("_", " "), pricing.exchanged.plan.display_names
    said = []
    for deck, band in bands.items():
        (_, first), *others = curves.items()
        parts = [f"with {name_inside(first, first, {deck: band}, column)}"]
        for bot, curve in others:
            parts.append(f"as {bot} plays it, with {name_inside(curve, first, {deck: band})}")
        limits = rate_range(band.low, band.high)
        said.append(
            f"{names.get(deck, deck)} surely stays inside its band, {limits}, {'; '.join(parts)}."
        )
    return [*describe_to_print(pricing, curves, bands), *said]


def describe_to_print(
    pricing: Pricing, curves: Mapping[str, PriceCurve], bands: Mapping[str, Band]
) -> list[str]:
    """Say which value to print, how often the decks then win, and who stays outside its band."""
    value, names = choose_to_print(pricing, curves, bands), pricing.exchanged.plan.display_names
    why = ", as it was" if value == pricing.was else f", the nearest to {pricing.was:,}"
    if value != pricing.was and len(curves) > 1:
        why += f" of those that {list(curves)[-1]} was asked about"
    if value == pricing.now:
        why = ", as it is"
    bot, curve = list(curves.items())[-1]
    rates = tell_rates(pricing, curve, value, list(bands))
    column = pricing.column.replace("_", " ")
    opening = "To print" if not is_stuck(curves, bands) or value != pricing.now else "Leave it"
    said = [
        f"{opening}: {column} {value:,}{why}. As {bot} plays, {rates} with it.",
        *describe_former(pricing, curves, bands, value),
        *describe_largest(pricing, curves, bands, value),
    ]
    if value not in (pricing.was, pricing.now):
        table = next(iter(curves.values())).table
        row = next(table[table["value"] == value].itertuples())
        spread = signed_interval(row.worth_low, row.worth_high)
        said.append(f"It is then worth {points(row.worth)} points ({spread}) against a plain card.")
    for name, one in curves.items():
        judged = judge_decks(one, bands)
        for deck, rows in judged.groupby("deck", sort=False):
            told, plays = names.get(deck, deck), f"As {name} plays"
            if rows["outside"].all():
                cause = name_cause(pricing, one, bands[str(deck)], float(rows["win_rate"].mean()))
                said.append(f"{plays}, {told} is outside its band with every {column} that was "
                            f"played: that is the doing of {cause}.")  # fmt: skip
            elif not rows["inside"][rows["value"] == value].all():
                is_outside = rows["outside"][rows["value"] == value].any()
                doubt = "is" if is_outside else "may be"
                before = ", as before this edit" if value == pricing.was != pricing.now else ""
                said.append(f"{plays}, {told} {doubt} outside its band with it{before}.")
    return said


def is_stuck(curves: Mapping[str, PriceCurve], bands: Mapping[str, Band]) -> bool:
    """Return whether a bot finds a deck outside its band with every value: none mends it."""
    judged = (judge_decks(curve, bands) for curve in curves.values())
    return any(rows["outside"].all() for of in judged for _, rows in of.groupby("deck"))


def describe_former(
    pricing: Pricing, curves: Mapping[str, PriceCurve], bands: Mapping[str, Band], printed: int
) -> list[str]:
    """Say why an edited card is not to be printed as it was, as the strongest finds that objects.

    Empty if it is to be, or was not edited.
    """
    if pricing.was in (printed, pricing.now):
        return []
    said = []
    for name, curve in curves.items():
        judged = judge_decks(curve, bands)
        for row in judged[(judged["value"] == pricing.was) & ~judged["inside"]].itertuples():
            doubt = "is" if row.outside else "may be"
            rate = tell_rates(pricing, curve, pricing.was, [row.deck])
            said.append(
                f"Not {pricing.was:,}, as it was: as {name} plays, {rate} with it, which {doubt} "
                "outside its band."
            )
    return said[-1:]


def tell_rates(pricing: Pricing, curve: PriceCurve, value: int, decks: Sequence[str]) -> str:
    """Tell how often some decks of a card win with a value."""
    names = pricing.exchanged.plan.display_names
    rows = curve.decks[(curve.decks["value"] == value) & curve.decks["deck"].isin(list(decks))]
    return str(
        enumerate_parts(
            [
                f"{names.get(row.deck, row.deck)} wins {percent(row.win_rate)} "
                f"({interval(row.win_rate_low, row.win_rate_high)})"
                for row in rows.itertuples()
            ]
        )
    )


def describe_between(
    pricing: Pricing, bot: str, curve: PriceCurve, bands: Mapping[str, Band], shown: Collection[int]
) -> list[str]:
    """Tell how often decks win with values that were played after their table was shown."""
    column = pricing.column.replace("_", " ")
    return [
        f"With {column} {value:,}, played between the others, as {bot} plays: "
        f"{tell_rates(pricing, curve, value, list(bands))}."
        for value in curve.table["value"]
        if value not in shown
    ]


def describe_largest(
    pricing: Pricing, curves: Mapping[str, PriceCurve], bands: Mapping[str, Band], printed: int
) -> list[str]:
    """Say how far an edit may go, beyond the value to print, with all decks surely in their bands.

    Empty if the card was not edited, or if no value beyond keeps them there with each bot. A deck
    that a bot finds outside with every value is not named.
    """
    way = pricing.now - pricing.was
    judged = judge_values(curves.values(), bands)
    safe = (value for value, is_safe in judged.items() if is_safe)
    value = max(safe, key=lambda one: one * way, default=printed)
    if (value - printed) * way <= 0:
        return []
    names, column = pricing.exchanged.plan.display_names, pricing.column.replace("_", " ")
    kept = [
        deck
        for deck, band in bands.items()
        if all(value in list_inside(curve, {deck: band}) for curve in curves.values())
    ]
    told = [
        f"{names.get(deck, deck)} ({'; '.join(write_rates(curves, deck, value))})" for deck in kept
    ]
    if not told:  # each is outside with every value, with one bot or another
        return []
    stay = "stays inside its band" if len(told) == 1 else "stay inside their bands"
    kind = "higher" if way > 0 else "lower"
    if pricing.rises is not None:
        kind = "stronger" if (way > 0) == pricing.rises else "weaker"
    still = " still" if printed == pricing.now else ""
    who = pricing.card if pricing.rises is not None else f"the {column}"
    return [
        f"If {who} is to be {kind}{still}: with {column} {value:,}, {enumerate_parts(told)} surely "
        f"{stay}."
    ]


def write_rates(curves: Mapping[str, PriceCurve], deck: str, value: int) -> list[str]:
    """Write how often a deck wins with a value, as each bot plays."""
    return [
        f"{bot} {percent(row.win_rate)}, {interval(row.win_rate_low, row.win_rate_high)}"
        for bot, curve in curves.items()
        for row in curve.decks.itertuples()
        if (row.deck, row.value) == (deck, value)
    ]


def name_cause(pricing: Pricing, curve: PriceCurve, band: Band, rate: float) -> str:
    """Name what keeps a deck outside its band whatever a number of a card is.

    It is the rest of the card if that alone makes the deck win more, or less, as it does.
    """
    worth = curve.table
    helps, hurts = worth["worth_low"].min() > 0, worth["worth_high"].max() < 0
    is_card = helps if rate > band.high else hurts
    return f"another number of {pricing.card}, or its text" if is_card else "another card"


def choose_to_print(
    pricing: Pricing, curves: Mapping[str, PriceCurve], bands: Mapping[str, Band]
) -> int:
    """Return the value to print: with it the fewest decks are outside, over all bots.

    Of several, one with which the most are surely inside, then the present one if it is among them,
    so that an edit that does no harm stays, then the nearest to what the card was.
    Only values that each bot was asked about count.
    """
    judged = [judge_decks(curve, bands).groupby("value") for curve in curves.values()]
    values = set.intersection(*(set(of.groups) for of in judged))
    n_outside = sum(of["outside"].sum().reindex(list(values)) for of in judged)
    n_inside = sum(of["inside"].sum().reindex(list(values)) for of in judged)
    return int(
        min(
            values,
            key=lambda value: (
                n_outside[value],
                -n_inside[value],
                value != pricing.now,
                abs(value - pricing.was),
                abs(value - pricing.now),
                value,
            ),
        )
    )


def name_inside(
    curve: PriceCurve, first: PriceCurve, bands: Mapping[str, Band], column: str = ""
) -> str:
    """Name the values with which decks surely stay inside their bands, and those not known.

    Parameters
    ----------
    first : PriceCurve
        The first bot's: what keeps decks inside by that and was not played by this is named.
    column : str
        The name of the number, if it is said before the values.
    """
    played, inside = set(curve.table["value"]), list_inside(curve, bands)
    every = sorted(played.union(first.table["value"]))
    left = [value for value in list_inside(first, bands) if inside and value not in played]
    said = f"{column} {name_values(inside, every)}".lstrip()
    if not inside:
        said = f"no {column} that was played" if column else "none that it was asked about"
    doubts = [
        f"{name_values(values, every)} {words[len(values) > 1]}"
        for values, words in ((list_open(curve, bands), OPEN), (left, NOT_PLAYED))
        if values
    ]
    return f"{said} ({', '.join(doubts)})" if doubts else said


def name_values(chosen: Sequence[int], every: Sequence[int]) -> str:
    """Name some of the values that were played, three or more in a row by their ends."""
    named = []
    places = enumerate(sorted(every).index(value) for value in chosen)
    for _, row in groupby(places, lambda one: one[1] - one[0]):
        values = [f"{chosen[place]:,}" for place, _ in row]
        named += [f"{values[0]} to {values[-1]}"] if len(values) > 2 else values
    return str(enumerate_parts(named))
