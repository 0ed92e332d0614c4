"""Numbers as people and spreadsheet programs write them: 1,200, 12.0, 50% or as a date."""

import re
from calendar import monthrange
from collections.abc import Sequence
from decimal import Decimal

from evenhand.decks.spreadsheets.cells import NumberText

__all__ = ["NUMERAL", "advise", "list_choices", "list_readings", "say_reading"]

LONGEST = 24  # letters of a number
SIGNS = r"(?:[+\-\u2212]\s?)?"
NUMERAL = re.compile(SIGNS + r"[0-9](?:[0-9.,'\u2019\s]*[0-9])?[.,]?(?:\s?%)?")  # in a card file
FORM = re.compile(r"([+-]?) ?([0-9][0-9.,' ]*?)( ?%)?")
PLAIN = re.compile(r"[0-9]+(?:[.,][0-9]*)?")
# Thousands set off by one sign, and perhaps a fraction set off by another.
GROUPED = re.compile(r"([1-9][0-9]{0,2}(?:([.,' ])[0-9]{3})(?:\2[0-9]{3})*)(?:(?!\2)[.,]([0-9]*))?")
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
ISO_DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[ T][0-9:.]*)?")
NAMES = "|".join(month[:3].lower() for month in MONTHS)
DATE = re.compile(
    r"[0-9]{1,4}([-/.])[0-9]{1,2}\1[0-9]{1,4}|"
    rf"[0-9]{{1,2}}[-. /]+(?:{NAMES})[a-z]*\.?(?:[-. /]+[0-9]{{2,4}})?|"
    rf"(?:{NAMES})[a-z]*[-. /]+[0-9]{{1,4}}",
    re.IGNORECASE,
)
TIME = re.compile(r"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?|PT[0-9]+H[0-9]+M[0-9.]+S")
CHANGED = (
    "the spreadsheet program may have changed what was typed, such as 3-4: make the column one of "
    "numbers or of text, and type it again"
)


def list_readings(text: str) -> list[Decimal]:
    """List the numbers that a text can stand for.

    ``1,200`` is one and a fifth, or twelve hundred; ``50%`` is fifty, or a half.
    """
    found = FORM.fullmatch(text) if len(text) <= LONGEST else None
    if found is None:
        return []
    sign, digits, percent = found.groups()
    values = [_fraction(digits)] if PLAIN.fullmatch(digits) else []
    if not isinstance(text, NumberText) and (groups := GROUPED.fullmatch(digits)):
        whole = "".join(filter(str.isdigit, groups[1]))
        values.append(Decimal(f"{whole}.{groups[3] or 0}"))
    signed = [-value if sign == "-" else value for value in values]
    return signed + [value / 100 for value in signed] if percent else signed


def _fraction(digits: str) -> Decimal:
    return Decimal(digits.replace(",", ".").removesuffix("."))


def list_choices(numbers: Sequence[object]) -> str:
    """List numbers of which one is meant: 1 or 1000."""
    return " or ".join(map(str, numbers))


def say_reading(text: str) -> str:
    """Say how a text that is no whole number was read, if that can surprise; "" if not."""
    values = sorted(set(list_readings(text)))
    if values and (read := list_choices([f"{value.normalize():f}" for value in values])) != text:
        return f", read as {read}"
    if day := _read_day(text):
        return f", read as {day}"
    if DATE.fullmatch(text):
        return ", read as a date"
    return ", read as a time" if TIME.fullmatch(text) else ""


def advise(text: str) -> str:
    """Say what to do about a text that is a date or a time in place of a number."""
    return CHANGED if DATE.fullmatch(text) or _read_day(text) or TIME.fullmatch(text) else ""


def _read_day(text: str) -> str:
    """Name the day that a date is: 4 March 2026; "" if it is none."""
    found = ISO_DATE.fullmatch(text)
    if found is None:
        return ""
    year, month, day = map(int, found.groups())
    if not (year and 1 <= month <= len(MONTHS) and 1 <= day <= monthrange(year, month)[1]):
        return ""
    return f"{day} {MONTHS[month - 1]} {year}"
