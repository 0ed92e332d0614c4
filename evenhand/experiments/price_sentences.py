"""What the price of a card amounts to, in sentences."""

from collections.abc import Mapping, Sequence
from math import isfinite, isnan

from evenhand.analysis.data.run import Entrant
from evenhand.analysis.gate.measures import DeckSubject, Measure, Topic
from evenhand.analysis.gate.run_bands import Bands
from evenhand.analysis.statistics.bands import Band
from evenhand.analysis.tables.prices import PriceCurve
from evenhand.experiments.card_price import Pricing
from evenhand.reports.sections.prices import describe_range, write_fair
from evenhand.reports.sections.unchanged_cards import SAME
from evenhand.reports.wording import (
    enumerate_parts,
    make_sentence,
    points,
    rate_range,
    signed_interval,
)

__all__ = ["describe_band", "describe_second", "describe_worth", "hardly_matters"]

LITTLE = 0.2  # of the worth of a card: a number that changes less of it hardly matters


def hardly_matters(pricing: Pricing, curve: PriceCurve) -> bool:
    """Return whether a card is worth something whatever the number is, as far as it was played."""
    now = curve.table[curve.table["value"] == pricing.now]
    if not len(now) or now["worth_low"].iloc[0] <= 0 <= now["worth_high"].iloc[0]:
        return False
    worth = curve.table["worth"]
    return bool(worth.max() - worth.min() < LITTLE * abs(now["worth"].iloc[0]))


def describe_worth(pricing: Pricing, curve: PriceCurve) -> list[str]:
    """Say in a sentence what a card is worth, and at which value it would be worth its cost."""
    column, fair = pricing.column.replace("_", " "), curve.fair
    measure, aim = "a plain card of its cost", "its cost"
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
            f"Its {column} hardly matters: from {lowest:,} to {highest:,} it is worth nearly the "
            "same. What makes it so is another number, or its text."
        )
        return said
    ends = curve.table["value"]
    at = write_fair(fair.value, fair.low, fair.high)
    spread = describe_range(fair.low, fair.high)
    is_bounded = isfinite(fair.low) or isfinite(fair.high)
    if not isnan(fair.value) and is_bounded:
        said.append(f"It would be worth {aim} at {column} {at} ({spread}).")
    elif is_bounded:
        said.append(f"It would be worth {aim} at {column} {spread}.")
    else:
        measured = f"{column} {ends.min():,} to {ends.max():,}"
        said.append(f"At which {column} it would be worth {aim} cannot be told from {measured}.")
    return said


def describe_second(pricing: Pricing, bot: str, curve: PriceCurve) -> str:
    """Say in a sentence what a card is worth at some numbers as a stronger bot plays it."""
    column = pricing.column.replace("_", " ")
    rows = sorted(curve.table.itertuples(), key=lambda row: row.value != pricing.now)
    found = [
        f"{points(row.worth)} ({signed_interval(row.worth_low, row.worth_high)}) with "
        f"{'' if n else column + ' '}{row.value:,}"
        for n, row in enumerate(rows)
    ]
    return f"As {bot}, a stronger player, plays it, it is worth {enumerate_parts(found)}."


def describe_band(pricing: Pricing, curves: Mapping[str, PriceCurve], bands: Bands) -> list[str]:
    """Say with which values a card's only deck surely wins inside its band, and what to print.

    Parameters
    ----------
    curves : mapping from str to PriceCurve
        By bot; the first one's is not named.
    """
    if len(pricing.decks) > 1:  # their win rates are not told apart
        return []
    (deck,) = pricing.decks
    band = bands.find(Measure(Topic.WIN_RATE, DeckSubject(Entrant(deck, ""))))
    if band is None:
        return []
    column = pricing.column.replace("_", " ")
    (_, first), *others = curves.items()
    inside = name_inside(first, band)
    parts = [f"with {column} {inside}" if inside else f"with no {column} that was played"]
    for bot, curve in others:
        parts.append(f"as {bot} plays it, with {name_inside(curve, band) or 'none'}")
    name = pricing.exchanged.plan.display_names.get(deck, deck)
    said = f"{name} surely wins inside its band, {rate_range(band.low, band.high)}, "
    to_print = choose_to_print(pricing, list(curves.values()), band)
    return [f"{said}{'; '.join(parts)}.", *([to_print] if to_print else [])]


def choose_to_print(pricing: Pricing, curves: Sequence[PriceCurve], band: Band) -> str:
    """Say which value to print: one inside for whoever plays, the nearest to what the card was.

    A stronger bot is asked about few values; of the others, the first bot's word is taken. "" if
    it finds none.
    """
    first, *others = (set(list_inside(curve, band)) for curve in curves)
    asked = [set(curve.table["value"]) for curve in curves[1:]]
    for_all = {
        value
        for value in first
        if all(value in own or value not in of for own, of in zip(others, asked, strict=True))
    }
    if not for_all:
        return "No number that was played keeps it there whoever plays." if first else ""
    value = min(for_all, key=lambda one: (abs(one - pricing.was), abs(one - pricing.now), one))
    why = ", as it was" if value == pricing.was else f", the nearest to {pricing.was:,}"
    if pricing.was == pricing.now and value == pricing.now:
        why = ", as it is"
    return f"To print: {pricing.column.replace('_', ' ')} {value:,}{why}."


def list_inside(curve: PriceCurve, band: Band) -> list[int]:
    """List the values with which decks surely win inside a band."""
    return [
        row.value
        for row in curve.table.itertuples()
        if band.low <= row.win_rate_low and row.win_rate_high <= band.high
    ]


def name_inside(curve: PriceCurve, band: Band) -> str:
    """Name the values with which decks surely win inside a band; "" for none."""
    inside = list_inside(curve, band)
    is_inside = [value in inside for value in curve.table["value"]]
    if len(inside) > 2 and all(is_inside[is_inside.index(True) :][: len(inside)]):
        return f"{inside[0]:,} to {inside[-1]:,}"
    return str(enumerate_parts([f"{value:,}" for value in inside]))
