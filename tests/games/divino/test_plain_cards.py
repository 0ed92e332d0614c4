"""A plain card is found where its card is: as a starting card, and as the Deity of a Shrine."""

import numpy as np

from evenhand.decks.divino.plain import plain_card
from evenhand.decks.pool import load_pool, with_cards
from evenhand.simulate.games.divino import GAME
from evenhand.simulate.games.divino.casting.timing import deity_of
from evenhand.simulate.games.divino.turn.setup import one_of

SHRINE, DEITY, OTHER = 0, 1, 2  # copies


def test_a_plain_card_is_found_by_the_name_of_its_card():
    pool = load_pool(GAME.schema)
    shrine, deity = map(pool.row_of, ("Shrine of the Unsetting Sun", "Solvaine, the Unsetting"))
    whole = with_cards(pool, [plain_card(pool.cards, pool.cards[deity])], [deity])
    table = GAME.pack_pool(whole)[0]
    state = np.zeros(1, GAME.state_record(2))[0]
    state.card_of[0, :3] = shrine, len(pool.cards), deity - 1
    state.players[0].aside = 1 << DEITY | 1 << OTHER
    assert deity_of(state, table, 0, SHRINE) == DEITY
    assert one_of(state, table, 0, 0b111, deity) == 1 << DEITY
