"""Headers that are merged over several columns, or over the rows below them."""

from collections.abc import Iterator, Sequence

from evenhand.decks.spreadsheets.cells import Area, cell_name

__all__ = ["find_merged_headers"]

Found = tuple[str, str, str]  # a header, what is wrong with it, and a way to put it right
OWN = "undo the merge, and give each column a header of its own"
ONE_ROW = "undo the merge: a header is one row"


def find_merged_headers(
    areas: Sequence[Area], line: int, headers: Sequence[str], cards: Sequence[Sequence[str]]
) -> Iterator[Found]:
    """Find headers whose cell reaches over columns with text, or over the row below.

    Parameters
    ----------
    line : int
        That of the header.
    cards : sequence of rows
        Those below it.
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
