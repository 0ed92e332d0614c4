"""What a seat cannot see is dealt anew, and only that."""

import pytest

from evenhand.simulate.engine.hooks import resample_hidden
from evenhand.simulate.engine.sets import each, size
from evenhand.simulate.games.starcrossed.enums import LANES
from evenhand.simulate.scenarios.play import begin_table
from evenhand.simulate.scenarios.scenario import load_scenario

DEALS = 40
TABLE = """
game = "starcrossed"
title = "A table with much that is hidden"
expect = { turn = 3 }
[[card]]
name = "Six"
like = "Filler"
level = 2
strength = 6
[[card]]
name = "Push"
type = "Move"
timing = "Combat"
cost = 0
uniqueness = 9
abilities = "Activate: draw 1 card."
[[card]]
name = "Pull"
like = "Push"
[[card]]
name = "Cheer"
like = "Push"
timing = "Action"
abilities = "Play: each enemy diva gets +2 strength this turn."

[given.player_1]
hand = ["Cheer", "Pull"]
deck = ["Push", "Cheer", "Six", "4 Filler"]
lane_1 = { diva = "Six", recruit = true, face_down = ["Push"] }

[given.player_2]
hand = ["Cheer", "Pull", "Filler"]
deck = ["2 Push", "Pull", "2 Cheer", "2 Six", "3 Filler"]
lane_1 = { diva = "Six", recruit = true, face_down = ["Push"] }
lane_2 = { diva = "Filler", skills = ["Push"], face_down = ["Pull"] }
lane_3 = { diva = "Filler", recruit = true }
shown = []
"""


@pytest.fixture
def sit(tmp_path):
    """Return a table, some of its cards seen by player 1, after a move that changes all divas."""

    def table(*seen):
        path = tmp_path / "table.toml"
        path.write_text(TABLE.replace("shown = []", f"shown = {list(seen)}"))
        sitting = begin_table(load_scenario(path))
        sitting.take(sitting.offers().index("play Cheer"))
        return sitting

    return table


def deals(sitting):
    """Deal anew what player 1 cannot see, again and again."""
    for world in range(DEALS):
        state = sitting.state.copy()
        state.rng.world = world
        resample_hidden(state, sitting.sight.packed_pool, sitting.options, 0)
        yield state


def named(sitting, state, seat, copies):
    return [sitting.sight.pool.labels[state.card_of[seat, copy]] for copy in copies]


def divas(sitting, state):
    crystals = state.players[1].crystals
    return named(sitting, state, 1, [crystals[lane].copy_id for lane in range(LANES)])


def skills(sitting, state, lane):
    copies = state.players[1].crystals[lane].skills
    return named(sitting, state, 1, [copy for copy in copies if copy >= 0])


def hand(sitting, state):
    return named(sitting, state, 1, each(int(state.players[1].hand)))


def test_what_lies_face_down_could_be_any_card_that_may_lie_there(sit):
    sitting = sit()
    dealt = list(deals(sitting))
    first, second, third = zip(*(divas(sitting, state) for state in dealt), strict=True)
    assert set(first) == set(third) == {"Six", "Filler"} and set(second) == {"Filler"}
    assert {tuple(skills(sitting, state, 0)) for state in dealt} == {("Push",), ("Pull",)}
    assert {skills(sitting, state, 1)[0] for state in dealt} == {"Push"}


def test_the_hand_could_be_any_cards_and_none_is_lost(sit):
    sitting = sit()
    hands = {tuple(hand(sitting, state)) for state in deals(sitting)}
    assert len(hands) > DEALS / 4 and {len(one) for one in hands} == {3}
    for state in deals(sitting):
        player = state.players[1]
        lying = [c.copy_id for c in player.crystals] + [
            k for c in player.crystals for k in c.skills
        ]
        there = [*player.deck[: player.n_deck], *each(int(player.hand)), *lying]
        assert sorted(c for c in there if c >= 0) == list(range(state.deck_size[1]))


def test_a_card_knows_where_it_lies(sit):
    for state in deals(sit()):
        player = state.players[1]
        for lane in range(LANES):
            copy = player.crystals[lane].copy_id
            assert player.spot[copy] == LANES + lane and player.lane[copy] == lane
        assert sum(player.spot >= 0) == 6


def test_what_changes_a_recruit_stays_upon_whoever_lies_there(sit):
    for state in deals(sit()):
        changed = [state.lasting[i].copy_id for i in range(state.n_lasting)]
        assert sorted(changed) == sorted(c.copy_id for c in state.players[1].crystals)


def test_what_has_been_seen_stays_where_it_is(sit):
    sitting = sit("Six", "Push", "Cheer")
    for state in deals(sitting):
        assert divas(sitting, state)[0] == "Six" and skills(sitting, state, 0) == ["Push"]
        assert "Cheer" in hand(sitting, state) and len(hand(sitting, state)) == 3


def test_one_s_own_cards_stay_but_for_the_order_of_the_deck(sit):
    sitting = sit()
    before, decks = sitting.state.players[0], set()
    for state in deals(sitting):
        player = state.players[0]
        decks.add(tuple(player.deck[: player.n_deck]))
        assert player.hand == before.hand and player.crystals[0] == before.crystals[0]
    assert len(decks) > DEALS / 2 and {tuple(sorted(deck)) for deck in decks} == {
        tuple(sorted(before.deck[: before.n_deck]))
    }
    assert size(int(before.hand)) == 1
