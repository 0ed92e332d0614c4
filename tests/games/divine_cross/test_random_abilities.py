"""Random games with cards that say whatever the language can say."""

import random
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from decks.divine_cross.words import VOCABULARY, CardType, Moment
from decks.language import sentence
from simulate.engine.state import is_over
from simulate.games.divine_cross.words import DECK_SLOTS, EndReason
from tests.games.divine_cross.table import Table, action, assist, event, unit, write_pool
from tests.games.divine_cross.test_random_games import CHANGES, answer, look_over
from tests.strategies import abilities

CARDS = 24
ANSWERS = 400  # of one game; some cards heal and return for ever
SKILLS = (Moment.SKILL_1, Moment.SKILL_2, Moment.BEFORE_SKILL_1, Moment.BEFORE_SKILL_2)


def tamed(ability):
    """Bring an ability's numbers to the scale of the game."""

    def step(one):
        if one.amount is None:
            return one
        base = abs(one.amount.base)
        base = base % 7 if base % 2 else base % 12 * 10
        sign = -1 if one.amount.base < 0 else 1
        return replace(one, amount=replace(one.amount, base=sign * base, every=1))

    steps, costs = map(step, ability.steps), map(step, ability.costs)
    return replace(ability, steps=tuple(steps), costs=tuple(costs), uses=ability.uses % 3)


def card_with(ability, name, luck):
    """Put an ability on a card of a kind that can have it."""
    text = sentence((ability,), VOCABULARY)
    if ability.moment == Moment.PLAY:
        return luck.choice((event, action))(name, text)
    if ability.moment not in (*SKILLS, Moment.ACTIVATE) and luck.random() < 0.4:
        return assist(name, text)
    attribute = luck.choice(("Red", "Green", "Blue", "None", "RGB"))
    return unit(name, text, hp=luck.choice((100, 200, 300)), second=(1, 120), retreat=0,
                damage=luck.choice((0, 50, 100)), attribute=attribute, advantage="RGB")  # fmt: skip


def deck_of(pool, luck):
    rows = range(len(pool.cards))
    units = [row for row in rows if pool.cards[row].type == CardType.UNIT]
    picked = luck.choices(units, k=14) + luck.choices(rows, k=DECK_SLOTS - 14)
    return [pool.names[row] for row in sorted(picked)]


@pytest.mark.slow
@settings(max_examples=10, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(
    texts=st.lists(abilities(VOCABULARY).map(tamed), min_size=CARDS, max_size=CARDS),
    number=st.integers(0, 1_000_000),
)
def test_whatever_cards_say_every_card_stays_in_one_place(tmp_path_factory, texts, number):
    luck = random.Random(number)
    cards = [card_with(ability, f"Card {i}", luck) for i, ability in enumerate(texts)]
    pool = write_pool(tmp_path_factory.mktemp("cards"), *cards)
    t = Table(pool, **CHANGES[number % len(CHANGES)])
    t.begin_game(deck_of(pool, luck), deck_of(pool, luck), seed=number)
    for _ in range(ANSWERS):
        if is_over(t.state):
            break
        look_over(t)
        answer(t, luck)
    assert t.state.end_reason != EndReason.ENGINE_ERROR
