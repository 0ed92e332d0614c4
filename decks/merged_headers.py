"""Find headers that are merged over several columns, or with the rows below them."""

from collections.abc import Iterator, Sequence

from evenhand.decks.spreadsheets.cells import Area, cell_name

__all__ = ["find_merged_headers"]

Fault = tuple[str, str, str]  # a header, the problem, and a way to fix it
OWN = "undo the merge, and give each column a header of its own"
ONE_ROW = "undo the merge: a header is one row"


def find_merged_headers(
    areas: Sequence[Area], line: int, headers: Sequence[str], cards: Sequence[Sequence[str]]
) -> Iterator[Fault]:
    """Yield headers whose merged cell covers columns with text, or the row below.

    Parameters
    ----------
    line : int
        Line of the header.
    cards : sequence of rows
        Rows below it.
    """
    filled = {place for cells in cards for place, text in enumerate(cells, start=1) if text}
    for area in areas:
        header = headers[area.left - 1] if area.left <= len(headers) else ""
        if not header or not area.top <= line <= area.bottom:
            continue
        where = f"{cell_name(area.top, area.left)}:{cell_name(area.bottom, area.right)}"
        if filled & set(range(area.left + 1, min(area.right, len(headers)) + 1)):
            yield header, f"this header is merged over several columns, {where}", OWN
        elif area.bottom > line and cards:
            yield header, f"this header is merged with the rows below it, {where}", ONE_ROW
