"""The rule options."""

from evenhand.game import number

__all__ = ["OPTIONS"]

OPTIONS = (
    number("flame", 10, 1, 100, "flame of every lamp at the start (L1)"),
    number("later_flame", 0, 0, 10, "flame more for those who do not begin (L1)", by_seat=True),
    number("opening_hand", 3, 0, 16, "cards drawn at the start (L1)"),
    number("brim", 20, 1, 100, "most flame that oil can give (L5)"),
)
