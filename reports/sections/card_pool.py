"""Section "The cards": the contents of each card, to which all names of cards are linked."""

from collections.abc import Iterable, Iterator, Sequence

from evenhand.decks.card_face import CardFace, name_column
from evenhand.reports.blocks import Block, Cell, Column, Fold, Paragraph, Section, Table
from evenhand.reports.card_links import CardName, address_card
from evenhand.reports.report_tables import Evidence
from evenhand.reports.wording import plural

__all__ = ["make_pool_section", "make_pool_sections", "name_faces"]

TITLE = "The cards"
POOL_TABLE = "table-pool"  # from which the page's script reads the contents of cards
COST = "cost"  # the first column, whatever its name in the game
NAME, TEXT = Column("Card", numeric=False), Column("Text", numeric=False)


def make_pool_sections(evidence: Evidence) -> tuple[Section, ...]:
    """Return the section on the cards of the run's pool; only names if the pool is unreadable."""
    known = {face.name for face in evidence.faces}
    named = name_faces(set(evidence.card_win_rates["card"]) - known)
    faces = (*evidence.faces, *named)
    return (make_pool_section(faces),) if faces else ()


def name_faces(names: Iterable[str]) -> tuple[CardFace, ...]:
    """Return faces of an unreadable card pool, which have only names."""
    return tuple(CardFace(name) for name in sorted(set(names)))


def make_pool_section(faces: Sequence[CardFace]) -> Section:
    """Return the section with the cards of a pool."""
    title = f"{plural(len(faces), 'card')}, with {'their texts' if _has_texts(faces) else 'names'}"
    about = Paragraph(
        "Wherever this page names a card, hovering, focus or a tap shows what stands on it, and "
        "a click opens what it did in these games."
    )
    return Section("pool", TITLE, (about, Fold(title, (_make_table(faces),))))


def _has_texts(faces: Sequence[CardFace]) -> bool:
    return any(face.text or face.facts for face in faces)


def _make_table(faces: Sequence[CardFace]) -> Block:
    facts = {name: _make_heading(name, faces) for name in _list_facts(faces)}
    texts = (TEXT,) if any(face.text for face in faces) else ()
    return Table(
        id=POOL_TABLE,
        caption="What stands on the cards",
        columns=(NAME, *_make_cost_column(faces), *facts.values(), *texts),
        rows=[_make_cells(face, facts, faces) for face in faces],
        style="wide pool",
        tools=True,
    )


def _list_facts(faces: Sequence[CardFace]) -> list[str]:
    """List the columns in which any card of the pool has a value, without a first cost."""
    named = dict.fromkeys(name for face in faces for name in face.facts)
    has_first = any(True for _ in _make_cost_column(faces))
    return [name for name in named if name != COST or not has_first]


def _make_heading(name: str, faces: Sequence[CardFace]) -> Column:
    values = [face.facts[name] for face in faces if name in face.facts]
    is_choice = any(name in face.choices for face in faces)
    is_number = all(isinstance(value, int) for value in values)
    return Column(name_column(name), numeric=is_number, style="choice" if is_choice else "")


def _make_cost_column(faces: Sequence[CardFace]) -> Iterator[Column]:
    """Yield the heading of the cost if any card of the pool has one."""
    if any(face.cost is not None for face in faces):
        yield Column("Cost", hint=faces[0].cost_name, style="cost")


def _make_cells(face: CardFace, facts: Iterable[str], faces: Sequence[CardFace]) -> list[Cell]:
    cost = "" if face.cost is None else str(face.cost)
    texts = [Cell(face.text, style="text")] if any(each.text for each in faces) else []
    return [
        Cell(CardName(face.name), anchor=address_card(face.name)),
        *(Cell(cost) for _ in _make_cost_column(faces)),
        *(Cell(str(face.facts.get(name, ""))) for name in facts),
        *texts,
    ]
