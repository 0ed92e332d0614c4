"""The scenarios of the rules, S1 to S26, each named in the test that plays it."""

import pytest

from simulate.games.blackpoker import rules, setup
from simulate.games.blackpoker.words import BULWARK
from tests.games.blackpoker.table import TABLE, Table


def laid_out(tops_0, tops_1):
    """Begin a game with the whole pack, these cards lying under the hands."""
    t = Table()
    for seat, tops in enumerate((tops_0, tops_1)):
        player = t.state.players[seat]
        named = [t.take(seat, name) for name in tops]
        others = sorted(t.free[seat])
        top_first = others[:7] + named + others[7:]
        player.n_deck = len(top_first)
        player.deck[: player.n_deck] = top_first[::-1]
        setup.deal_hand(t.state, t.options, seat)
    setup.begin(t.state, t.options)
    rules.run_on(t.state, TABLE, t.options)
    return t


def test_s1_the_higher_card_goes_first():
    t = laid_out(["S9"], ["H4"])
    assert t.state.active == t.state.first == 0
    assert [(t.n_deck(s), len(t.hand_of(s))) for s in (0, 1)] == [(45, 8), (46, 7)]
    assert (t.grave(0), t.grave(1)) == ({"S9"}, {"H4"})


def test_s2_equal_cards_are_turned_up_again():
    t = laid_out(["S8", "SK"], ["H8", "H3"])
    assert t.state.first == 0
    assert (t.n_deck(0), t.n_deck(1)) == (44, 45)


def test_s3_an_ace_beats_a_joker():
    assert laid_out(["Red Joker"], ["CA"]).state.first == 1


def test_s4_setting_a_bulwark():
    t = Table().hand(0, "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9").deck(0, 45).deck(1, 20)
    t.start().do("set bulwark", "S4")
    assert (len(t.hand_of(0)), t.n_deck(0), t.n_bulwarks(0)) == (7, 44, 1)
    assert t.driven(0) == set()
    assert t.asked == (0, "MAIN")  # no response
    assert "set bulwark" not in t.offers


def test_s5_summoning_a_soldier():
    t = Table().hand(0, "S7").bulwarks(0, "H2").deck(0, 20).deck(1, 20).start()
    t.do("summon S7", "wall 0").settle()
    assert (t.soldiers(0), t.driven(0), t.n_deck(0)) == ({"S7": 7}, {"wall 0"}, 19)
    t.do("attack").settle()
    assert t.asked == (0, "MAIN")  # nobody could be named
    next_own_turn(t).do("attack").settle()
    assert t.offers == ["S7", "enough"]


def next_own_turn(t):
    """End this turn and the enemy's."""
    seat = t.asked[0]
    for player in (seat, 1 - seat):
        assert t.asked == (player, "MAIN")
        t.do("end").settle().do("no")
    return t.settle()


def test_s6_a_hero_needs_two_charged_bulwarks():
    t = Table().hand(0, "SK").bulwarks(0, "H2").bulwarks(0, "H3", driven=True)
    assert "summon SK" not in t.deck(0, 20).deck(1, 20).start().offers
    t = Table().hand(0, "SK").bulwarks(0, "H2", "H3").deck(0, 20).deck(1, 20).start()
    t.do("summon SK", "wall 1", "wall 0").settle()
    assert (t.soldiers(0), t.driven(0), t.n_deck(0)) == ({"SK": 13}, {"wall 0", "wall 1"}, 19)


def test_s7_an_ace_attacks_at_once():
    t = Table().hand(0, "SA").deck(0, 20).deck(1, 20).start()
    t.do("summon SA").settle().do("attack").settle().do("SA").settle()
    assert (t.n_deck(0), t.n_deck(1), t.driven(0)) == (19, 19, {"SA"})


@pytest.mark.parametrize(
    "fresh, key, number, may_attack",
    [("", "S7", 12, True), ("S5", "S7", 12, False), ("S5", "SA", 6, True)],
)
def test_s8_who_may_attack_after_equipping(fresh, key, number, may_attack):
    t = Table().soldier(0, "S5", fresh=fresh).hand(0, key).bulwarks(0, "H2")
    t.deck(0, 20).deck(1, 20).start().do(f"equip {key}", "wall 0", "S5").settle()
    assert t.soldiers(0) == {"S5": number}
    t.do("attack").settle()
    assert ("S5" in t.offers) == may_attack


def attack(t, *attackers):
    """Attack with soldiers up to the question who blocks, or the end of it."""
    t.do("attack").settle().do(*attackers)
    if t.asked[1] == "ATTACKER":
        t.do("enough")
    return t.settle()


def test_s9_an_unblocked_attacker_deals_its_number():
    t = attack(Table().soldier(0, "S9").deck(0, 20).deck(1, 20).start(), "S9")
    assert (t.n_deck(1), len(t.grave(1))) == (11, 54 - 11)


def test_s10_a_weaker_blocker_dies():
    t = Table().soldier(0, "S9").soldier(1, "H6").deck(0, 20).deck(1, 20).start()
    attack(t, "S9").do("H6").settle()
    assert (t.soldiers(1), t.n_deck(1), t.driven(0)) == ({}, 20, {"S9"})
    assert "H6" in t.grave(1)


@pytest.mark.parametrize("second, left", [("C5", ({}, {})), ("C6", ({}, {"H4": 4, "C6": 6}))])
def test_s11_blockers_are_compared_as_a_sum(second, left):
    t = Table().soldier(0, "S9").soldier(1, "H4").soldier(1, second).deck(0, 20).deck(1, 20)
    attack(t.start(), "S9").do("H4", second).settle()
    assert (t.soldiers(0), t.soldiers(1)) == left


@pytest.mark.parametrize("wall, left", [("C7", {}), ("C8", {"H7": 7})])
def test_s12_a_bulwark_of_the_same_number_takes_the_attacker_with_it(wall, left):
    t = Table().soldier(0, "H7").bulwarks(1, wall).deck(0, 20).deck(1, 20).start()
    attack(t, "H7").do("wall 0").settle()
    assert (t.soldiers(0), t.n_bulwarks(1), t.n_deck(1)) == (left, 0, 20)
    assert wall in t.grave(1)


def test_s13_any_card_of_an_equipped_soldier_may_match():
    t = Table().soldier(0, "S5", "S7").bulwarks(1, "H7").deck(0, 20).deck(1, 20).start()
    assert t.soldiers(0) == {"S5": 12}
    attack(t, "S5").do("wall 0").settle()
    assert t.soldiers(0) == {}
    assert {"S5", "S7"} <= t.grave(0)


def test_s14_generation_changes_of_both_players():
    t = Table().soldier(0, "SK").bulwarks(1, "Red Joker")
    t.deck(0, "S2", "HQ", 20).deck(1, "H2", "H3", "CA", 20).start()
    attack(t, "SK").do("wall 0").settle()
    assert (t.hand_of(0), t.hand_of(1)) == ({"HQ"}, {"CA"})
    assert (t.n_deck(0), t.n_deck(1)) == (20, 20)
    assert (t.names(0, t.state.players[0].shown), t.asked) == ({"HQ"}, (0, "MAIN"))


def test_s14_the_turn_players_comes_first():
    t = Table().soldier(0, "SK").bulwarks(1, "Red Joker").deck(0, 1).deck(1, 1).start()
    attack(t, "SK").do("wall 0").settle()
    assert t.result == (1, "GENERATION_CHANGE")  # before the enemy's deck was touched
    assert t.n_deck(1) == 1


def test_s15_down_kills_at_0():
    t = Table().soldier(1, "H6").hand(0, "S6", "C2").deck(0, 20).deck(1, 20).start()
    t.do("down S6", "C2", "enemy H6").settle()
    assert (t.soldiers(1), t.hand_of(0)) == ({}, set())
    assert {"S6", "C2"} <= t.grave(0)


def test_s15_down_lasts_until_the_end_of_the_turn():
    t = Table().soldier(1, "H6").hand(0, "S4", "C2").deck(0, 20).deck(1, 20).start()
    t.do("down S4", "C2", "enemy H6").settle()
    assert t.soldiers(1) == {"H6": 2}
    t.do("end").settle()
    assert t.soldiers(1) == {"H6": 6}


def test_s16_a_spell_whose_target_has_died_does_nothing():
    t = Table().soldier(0, "C5").hand(0, "H8", "C2").hand(1, "S5", "C3").deck(0, 20).deck(1, 20)
    t.start().do("up H8", "C2", "C5", "down S5", "C3", "enemy C5").settle()
    assert t.soldiers(0) == {}
    assert {"H8", "C2", "C5"} <= t.grave(0) and {"S5", "C3"} <= t.grave(1)
    assert t.asked == (0, "MAIN")


@pytest.mark.parametrize("key, left", [("H8", {}), ("H9", {"H9": 9})])
def test_s17_counter_needs_the_number(key, left):
    t = Table().hand(0, key).bulwarks(0, "D2").hand(1, "C8", "D3").deck(0, 20).deck(1, 20)
    t.start().do(f"summon {key}", "wall 0", "counter C8", "D3", "0 summon_soldier").settle()
    assert t.soldiers(0) == left
    assert (t.n_deck(0), t.driven(0), t.stage) == (19, {"wall 0"}, [])  # costs stay paid
    assert (key in t.grave(0)) == (not left)


def test_s17_any_counter_cancels_two_keys():
    t = Table().hand(0, "SK", "C2").hand(1, "CA", "D3").deck(0, 20).deck(1, 20).start()
    t.do("throw", "SK", "C2", "counter CA", "D3", "0 throw").settle()
    assert t.n_deck(1) == 20
    assert {"SK", "C2"} <= t.grave(0)


def test_s18_attack_cannot_be_countered():
    t = Table().soldier(0, "S9").hand(1, "C8", "D3").deck(0, 20).deck(1, 20).start()
    t.do("attack")
    assert t.asked == (1, "RESPOND")
    assert not any(offer.startswith("counter") for offer in t.offers)


def test_s19_an_attacker_whose_blocker_is_gone_counts_as_unblocked():
    t = Table().soldier(0, "S9").hand(0, "S4", "C2").soldier(1, "H4").deck(0, 20).deck(1, 20)
    t.start()
    attack(t, "S9").do("H4", "down S4", "C2", "enemy H4").settle()
    assert t.n_deck(1) == 11


@pytest.mark.parametrize("life, result", [(13, (0, "THROW")), (14, (-1, None))])
def test_s20_throw(life, result):
    t = Table().hand(0, "SK", "C2").deck(0, 20).deck(1, life).start()
    t.do("throw", "SK", "C2").settle()
    assert t.n_deck(1) == life - 13
    if result[1]:
        assert t.result == result
    else:
        assert t.asked == (0, "MAIN")


def test_s21_damage_beyond_the_deck():
    t = attack(Table().soldier(0, "S10").deck(0, 20).deck(1, 3).start(), "S10")
    assert (t.n_deck(1), t.result) == (0, (0, "ATTACK"))


def test_s22_generation_change():
    t = Table().soldier(1, "HJ").hand(0, "SJ", "S10", "C2").deck(0, 20)
    t.deck(1, "C5", "C3", "CQ", 20).soldier(0, "DK").start()
    attack(t, "DK").do("HJ").settle()
    assert (t.hand_of(1), t.n_deck(1)) == ({"CQ"}, 20)
    assert {"C5", "C3"} <= t.grave(1)


@pytest.mark.parametrize(
    "option, result", [("draw", (-1, "BOTH_EMPTY")), ("turn_player_loses", (1, "BOTH_EMPTY"))]
)
def test_s23_both_decks_empty(option, result):
    t = Table(both_zero=option).hand(0, "S7").bulwarks(0, "H2").hand(1, "Red Joker")
    t.deck(0, 1).deck(1, "CK").start().do("summon S7", "wall 0")
    assert t.n_deck(0) == 0
    t.do("search Red Joker", "CK")
    assert t.result == result


def test_s24_the_end_of_a_turn():
    hand = ["S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9", "S10"]
    t = Table().hand(0, *hand).deck(0, 20).deck(1, "C2", "C3", 20)
    t.soldier(1, "H6", driven=True).hand(1, "D4", "D5").start().do("end").settle()
    assert t.asked == (0, "HAND_LIMIT")
    t.do("S2", "S3")
    assert (len(t.hand_of(0)), t.driven(1), t.stage) == (7, set(), ["draw"])
    assert t.asked == (1, "RESPOND")
    t.do("twist D4", "D5", "H6").settle()
    assert t.asked == (1, "TWIST")
    t.do("drive").settle()
    assert (t.driven(1), t.hand_of(1)) == ({"H6"}, {"C2"})
    t.do("yes")
    assert (t.hand_of(1), t.asked) == ({"C2", "C3"}, (1, "MAIN"))


def test_s25_a_driven_bulwark_cannot_block():
    t = Table().soldier(0, "S9").hand(0, "D4", "C2").bulwarks(1, "H2", "H3").deck(0, 20).deck(1, 20)
    t.start().do("attack").settle().do("S9")
    assert (t.stage, t.asked) == (["block"], (0, "RESPOND"))
    t.do("twist D4", "C2", "enemy wall 0").settle().do("drive").settle()
    assert (t.asked, t.offers) == ((1, "BLOCKER"), ["wall 1", "enough"])


def test_s26_attackers_stay_driven_in_the_enemys_turn():
    t = Table().soldier(0, "S9").soldier(1, "H6").deck(0, 20).deck(1, 20).start()
    attack(t, "S9").do("enough").settle()
    t.do("end").settle().do("no")
    assert t.driven(0) == {"S9"}
    attack(t, "H6")
    assert t.n_deck(0) == 14  # nobody could be asked to block
    t.do("end").settle()
    assert t.driven(0) == set()


def test_bulwarks_go_by_places_that_are_never_used_again():
    t = Table().soldier(0, "S9").bulwarks(1, "H2", "H3").hand(1, "D2").deck(0, 20).deck(1, 20)
    attack(t.start(), "S9").do("wall 0").settle()
    t.do("end").settle().do("no").do("set bulwark", "D2")
    assert t.state.players[1].bulwarks == (1 << 1 | 1 << 2)
    assert BULWARK + t.state.players[1].n_places < 127
