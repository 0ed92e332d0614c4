"""What is said of readings that differ."""

import pytest

from evenhand.decks.language.reading_differences import describe_difference


@pytest.mark.parametrize(
    ("readings", "said"),
    [
        (("Play: draw 1 card.", "Activate: draw 1 card."),
         "in when it happens: 'Play' or 'Activate'"),
        (("At the end: draw 1 card.", "At the end while Active: draw 1 card."),
         "in when it happens: 'At the end' or 'At the end', only while Active"),
        (("Always: each unit deals +20 damage.", "Always: each own unit deals +20 damage."),
         "where the enemy has such things, too: nothing there or 'own'"),
        (("Play: stun a chosen unit.", "Play: stun a random unit."),
         "in who chooses: chance or a player: 'chosen' or 'random'"),
        (("Play: wake it.", "Play: wake this unit."), "in what 'it' is: 'it' or 'this unit'"),
        (("Play: draw 1 card.", "Play: draw 2 cards."), "in this: '1 card' or '2 cards'"),
    ],
)  # fmt: skip
def test_the_difference_is_said(readings: tuple[str, ...], said: str) -> None:
    assert describe_difference(readings) == f"they differ {said}"
