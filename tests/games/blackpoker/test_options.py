"""What each rule option changes; the test of an option is called after it."""

import pytest

from evenhand.decks.blackpoker.schema import SCHEMA
from evenhand.decks.deck_list import load_deck
from evenhand.decks.problems import InputError
from evenhand.simulate.engine.sets import size
from evenhand.simulate.games.blackpoker.bot.hidden import resample_hidden
from evenhand.simulate.games.blackpoker.options import OPTIONS
from tests.games.blackpoker.table import POOL, TABLE, Table, attack


def table(**options):
    return Table(**options).deck(0, 20).deck(1, 20)


@pytest.fixture
def deck_with(tmp_path):
    """Load a deck of some cards under changed options."""

    def load(cards, mode="lite", **options):
        path = tmp_path / "deck.txt"
        path.write_text("\n".join(cards))
        return load_deck(SCHEMA, POOL, path, mode, options)

    return load


def test_opening_hand():
    t = Table(opening_hand=5).begin_game()
    assert sorted(len(t.hand_of(seat)) for seat in (0, 1)) == [5, 6]


@pytest.mark.parametrize("n", [0, 2])
def test_first_draw(n):
    t = Table(first_draw=n).begin_game()
    assert len(t.hand_of(t.state.first)) == 7 + n


def test_second_draw():
    t = table(second_draw=0).start().do("end").settle()
    assert (t.asked, t.n_deck(1), len(t.hand_of(1))) == ((1, "MAIN"), 19, 1)


def test_hand_limit():
    t = table(hand_limit=1).hand(0, "S2", "S3", "S4").start().do("end", "S2", "S3").settle()
    assert t.hand_of(0) == {"S4"}


def test_sets_per_turn():
    t = table(sets_per_turn=2).hand(0, "S2", "S3", "S4").start()
    t.do("set bulwark", "S2", "set bulwark", "S3")
    assert t.n_bulwarks(0) == 2 and "set bulwark" not in t.offers
    assert "set bulwark" not in table(sets_per_turn=0).hand(0, "S2").start().offers


def test_attacks_per_turn():
    t = table(attacks_per_turn=2).soldier(0, "S2").soldier(0, "S3").start()
    attack(t, "S2")
    attack(t, "S3")
    assert t.n_deck(1) == 15 and "attack" not in t.offers


def test_set_life():
    t = table(set_life=3).hand(0, "S2", "S3").start().do("set bulwark", "S2")
    assert t.n_deck(0) == 17


def test_summon_life():
    t = table(summon_life=2).hand(0, "SA", "S3").soldier(0, "S5").bulwarks(0, "H2").start()
    t.do("summon SA").settle().do("equip S3", "wall 0", "S5").settle()
    assert t.n_deck(0) == 16


@pytest.mark.parametrize(
    "option, key", [("soldier_bulwarks", "S7"), ("hero_bulwarks", "SK"), ("ace_bulwarks", "SA")]
)
def test_bulwarks_for_summons(option, key):
    t = table(**{option: 3}).hand(0, key).bulwarks(0, "H2", "H3", "H4").start()
    t.do(f"summon {key}", "wall 0", "wall 1", "wall 2").settle()
    assert t.driven(0) == {"wall 0", "wall 1", "wall 2"}
    t = table(**{option: 0}).hand(0, key).start().do(f"summon {key}").settle()
    assert len(t.soldiers(0)) == 1


def test_equip_bulwarks():
    t = table(equip_bulwarks=0).hand(0, "S7").soldier(0, "S2").start()
    assert t.do("equip S7", "S2").settle().soldiers(0) == {"S2": 9}


def test_spell_cards():
    t = table(spell_cards=2).soldier(0, "S9").hand(0, "H2", "C3", "C4").start()
    t.do("up H2", "C3", "C4", "S9").settle()
    assert (t.soldiers(0), t.hand_of(0)) == ({"S9": 11}, set())
    t = table(spell_cards=0).soldier(0, "S9").hand(0, "H2").start().do("up H2", "S9").settle()
    assert t.soldiers(0) == {"S9": 11}


@pytest.mark.parametrize(
    "option, offers", [(0, ["wall 0", "enough"]), (1, ["H5", "wall 0", "enough"])]
)
def test_block_many(option, offers):
    t = table(block_many=option).soldier(0, "S4").soldier(0, "S3").soldier(1, "H5")
    attack(t.bulwarks(1, "D2").start(), "S3", "S4").do("H5")
    assert t.offers == offers  # for the second attacker
    t.do(offers[0]).settle()
    assert t.soldiers(1) == {"H5": 5}
    assert t.soldiers(0) == ({} if option else {"S4": 4})


def test_block_many_lets_a_bulwark_block_several():
    t = table(block_many=1).soldier(0, "S4").soldier(0, "S3").bulwarks(1, "D3").start()
    attack(t, "S3", "S4").do("wall 0", "wall 0").settle()
    assert (t.soldiers(0), t.n_bulwarks(1), t.n_deck(1)) == ({"S4": 4}, 0, 20)


@pytest.mark.parametrize("option, offered", [("resolve", True), ("target", False)])
def test_counter_test(option, offered):
    t = table(counter_test=option).hand(0, "S9").bulwarks(0, "H2").hand(1, "C8", "C2").start()
    t.do("summon S9", "wall 0")
    assert (t.asked[1] == "RESPOND") == offered
    t = table(counter_test=option).hand(0, "S8").bulwarks(0, "H2").hand(1, "C8", "C2").start()
    assert [o for o in t.do("summon S8", "wall 0").offers if o == "counter C8"] == ["counter C8"]


def test_generation_change():
    t = Table(generation_change="stage").deck(0, 20).deck(1, "S2", "CA", 20).soldier(0, "DK")
    t.soldier(1, "HJ").hand(1, "D2", "D3").start()
    attack(t, "DK").do("HJ").settle_to("generation_change")
    assert (t.stage, t.hand_of(1)) == (["generation_change"], {"D2", "D3"})
    t.settle()
    assert t.hand_of(1) == {"D2", "D3", "CA"}


@pytest.mark.parametrize("word, winner", [("draw", -1), ("turn_player_loses", 1)])
def test_both_zero(word, winner):
    t = Table(both_zero=word).deck(0, 1).deck(1, "CK").hand(0, "SA").hand(1, "Red Joker").start()
    t.do("summon SA", "search Red Joker", "CK")
    assert t.result == (winner, "BOTH_EMPTY")


@pytest.mark.parametrize("option, kept", [(1, True), (0, False)])
def test_open_grave(option, kept):
    t = table(open_grave=option).start()
    enemy = t.state.players[1]
    enemy.top = 5
    before = int(enemy.grave) | 1 << 5
    enemy.grave = before
    resample_hidden(t.state, TABLE, t.options, 0)
    assert (int(enemy.grave) == before) == kept
    assert int(enemy.grave) >> 5 & 1 and size(int(enemy.grave)) == size(before)


def test_turn_cap():
    t = table(turn_cap=5).start(turn=5).do("end").settle()
    assert t.result == (-1, "TURN_CAP")


def test_deck_minimum(deck_with):
    cards = list(POOL.names[:19])
    with pytest.raises(InputError, match="expected 20 to 54 cards in lite, found 19"):
        deck_with(cards)
    assert len(deck_with(cards, deck_minimum=19).cards) == 19


def test_copy_limit(deck_with):
    cards = [*POOL.names[:20], "S2"]
    with pytest.raises(InputError, match="expected at most 1 copy of 'Spade 2', found 2"):
        deck_with(cards)
    assert len(deck_with(cards, copy_limit=2).cards) == 21


def test_joker_limit(deck_with):
    cards = [*POOL.names[:20], "Red Joker", "Black Joker"]
    with pytest.raises(InputError, match="expected at most 1 Jokers, found 2"):
        deck_with(cards, joker_limit=1)
    assert len(deck_with(cards).cards) == 22


def test_every_option_has_a_test():
    grouped = ("soldier_bulwarks", "hero_bulwarks", "ace_bulwarks")  # test_bulwarks_for_summons
    missing = [o.name for o in OPTIONS if f"test_{o.name}" not in globals()]
    assert missing == list(grouped)
