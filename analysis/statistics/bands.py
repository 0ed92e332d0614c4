"""Bands, and the verdicts that compare a value with one."""

from enum import StrEnum
from typing import NamedTuple

__all__ = ["Band", "Verdict"]


class Verdict(StrEnum):
    """The result of comparing an interval with a band."""

    PASS = "pass"
    FAIL = "fail"
    INCONCLUSIVE = "inconclusive"


class Band(NamedTuple):
    """The accepted range of a value; either end may be infinite."""

    low: float
    high: float
