"""Parse numbers as people and spreadsheet programs write them: 1,200, 12.0, 50% or as a date."""

import re
from calendar import monthrange
from collections.abc import Sequence
from decimal import Decimal

from evenhand.decks.spreadsheets.cells import NumberText

__all__ = [
    "NUMERAL", "advise_on_date", "advise_on_letters", "describe_reading", "join_choices",
    "list_readings",
]  # fmt: skip

LONGEST = 24  # letters of a number
SIGNS = r"(?:[+\-\u2212]\s?)?"
NUMERAL = re.compile(SIGNS + r"[0-9](?:[0-9.,'\u2019\s]*[0-9])?[.,]?(?:\s?%)?")  # in a card file
FORM = re.compile(r"([+-]?) ?([0-9][0-9.,' ]*?)( ?%)?")
PLAIN = re.compile(r"[0-9]+(?:[.,][0-9]*)?")
# Thousands separated by one sign, and optionally a fraction separated by another.
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
LETTERS = str.maketrans("OoIlS", "00115")  # that look like digits
CHANGED = (
    "the spreadsheet program may have changed what was typed, such as 3-4: make the column one of "
    "numbers or of text, and type it again"
)


def list_readings(text: str) -> list[Decimal]:
    """List the numbers that a numeral can mean.

    ``1,200`` is 1.2 or 1200; ``50%`` is 50 or 0.5.
    """
    match = FORM.fullmatch(text) if len(text) <= LONGEST else None
    if match is None:
        return []
    sign, digits, percent = match.groups()
    values = [_parse_decimal(digits)] if PLAIN.fullmatch(digits) else []
    if not isinstance(text, NumberText) and (groups := GROUPED.fullmatch(digits)):
        whole = "".join(filter(str.isdigit, groups[1]))
        values.append(Decimal(f"{whole}.{groups[3] or 0}"))
    signed = [-value if sign == "-" else value for value in values]
    return signed + [value / 100 for value in signed] if percent else signed


def _parse_decimal(digits: str) -> Decimal:
    return Decimal(digits.replace(",", ".").removesuffix("."))


def join_choices(numbers: Sequence[object]) -> str:
    """Join the numbers that a numeral can mean: "1 or 1000"."""
    return " or ".join(map(str, numbers))


def describe_reading(text: str) -> str:
    """Describe how a numeral was read; "" if it was read as written."""
    values = sorted(set(list_readings(text)))
    if values and (read := join_choices([f"{value.normalize():f}" for value in values])) != text:
        return f", read as {read}"
    if day := _format_date(text):
        return f", read as {day}"
    if DATE.fullmatch(text):
        return ", read as a date"
    return ", read as a time" if TIME.fullmatch(text) else ""


def advise_on_date(text: str) -> str:
    """Return advice for a date or a time instead of a numeral; "" otherwise."""
    return CHANGED if DATE.fullmatch(text) or _format_date(text) or TIME.fullmatch(text) else ""


def advise_on_letters(text: str) -> str:
    """Return a hint with the number that a text is if letters stand for digits; "" otherwise."""
    meant = text.translate(LETTERS)
    has_both = meant != text and any(sign.isdigit() for sign in text)
    return f"did you mean {meant}?" if has_both and list_readings(meant) else ""


def _format_date(text: str) -> str:
    """Format an ISO date instead of a numeral as "4 March 2026"; "" if it is invalid."""
    match = ISO_DATE.fullmatch(text)
    if match is None:
        return ""
    year, month, day = map(int, match.groups())
    if not (year and 1 <= month <= len(MONTHS) and 1 <= day <= monthrange(year, month)[1]):
        return ""
    return f"{day} {MONTHS[month - 1]} {year}"
