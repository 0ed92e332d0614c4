"""Clauses and rulings that the scenario files do not reach."""

import pytest

from evenhand.simulate.engine.sets import each
from evenhand.simulate.games.blackpoker import rules
from evenhand.simulate.games.blackpoker.enums import BULWARK, Deed
from tests.games.blackpoker.table import TABLE, Table, attack, laid_out, next_own_turn


def table():
    """Lay both decks; tests add the rest."""
    return Table().deck(0, 20).deck(1, 20)


# The stage (R3-R8)


def test_a_started_deed_passes_the_chance_to_the_enemy():
    t = table().soldier(0, "S9").hand(0, "H2", "C3").hand(1, "S4", "C4").start()
    t.do("up H2", "C3", "S9")
    assert (t.asked, t.state.passes) == ((1, "RESPOND"), 1)
    t.do("pass")
    assert t.soldiers(0) == {"S9": 11}


def test_after_a_response_the_chance_comes_back():
    t = table().soldier(0, "S9").hand(0, "H2", "C3", "H3", "C5").hand(1, "S4", "C4").start()
    t.do("up H2", "C3", "S9", "down S4", "C4", "enemy S9")
    assert (t.asked, t.stage) == ((0, "RESPOND"), ["up", "down"])
    t.do("pass")  # the enemy passed with the response: the top one resolves
    assert (t.soldiers(0), t.stage) == ({"S9": 5}, ["up"])
    assert t.asked == (0, "RESPOND")  # the turn player has the chance again
    t.do("up H3", "C5", "S9")
    assert t.settle().soldiers(0) == {"S9": 10}


def test_responses_nest():
    t = table().soldier(0, "S9").hand(0, "H5", "C2", "C9", "D2").hand(1, "C8", "C4", "CA", "C3")
    t.start().do("up H5", "C2", "S9", "counter C8", "C3", "0 up", "counter C9", "D2", "1 counter")
    t.do("counter CA", "C4", "2 counter")
    assert t.settle().soldiers(0) == {"S9": 14}  # an ace is too low for a 9


def test_a_counter_whose_target_has_left_does_nothing():
    t = table().soldier(0, "S9").hand(0, "H5", "C2", "S2", "S3")
    t.hand(1, "C8", "D4", "C9", "D5").start()
    t.do("up H5", "C2", "S9", "counter C8", "D4", "0 up", "down S2", "S3", "S9")
    t.do("counter C9", "D5", "0 up").settle()
    assert t.soldiers(0) == {"S9": 7}
    assert {"C8", "C9"} <= t.grave(1) and "H5" in t.grave(0)


def test_a_target_is_found_after_one_below_it_was_cancelled():
    t = table().soldier(0, "S9").hand(0, "H5", "C2", "C10", "D2").hand(1, "S3", "C5", "C6", "D3")
    t.start().do("up H5", "C2", "S9", "down S3", "C5", "enemy S9")
    t.do("counter C10", "D2", "1 down", "counter C6", "D3", "0 up").settle()
    assert t.soldiers(0) == {"S9": 9}


def test_search_shuffles_the_deck():
    t = Table().deck(0, "CK", 30).deck(1, 20).hand(0, "Red Joker").start()
    before = [int(copy) for copy in t.state.players[0].deck[:30]]
    t.do("search Red Joker", "CK")
    after = [int(copy) for copy in t.state.players[0].deck[:30]]
    assert sorted(after) == sorted(before) and after != before


# Starting (R4)


def test_a_joker_is_no_soldier_and_no_key():
    t = table().soldier(0, "S9").bulwarks(0, "H2", "H3").hand(0, "Red Joker", "C2").start()
    assert [o for o in t.offers if "Joker" in o] == ["search Red Joker"]
    assert t.do("set bulwark").offers == ["Red Joker", "C2"]


def test_life_is_paid_down_to_0_but_not_below():
    t = Table().hand(0, "SA", "S3").deck(0, 1).deck(1, 20).start().do("summon SA")
    assert t.result == (1, "COST")  # nobody could respond: it resolved, and then the check
    t = Table(set_life=2).hand(0, "SA").deck(0, 1).deck(1, 20).start()
    assert "set bulwark" not in t.offers


def test_equip_wants_a_soldier_of_the_suit():
    t = table().soldier(0, "S9").soldier(0, "HK").soldier(1, "D5").bulwarks(0, "C2")
    t.hand(0, "S2", "H3", "D4", "C5").start()
    assert [o for o in t.offers if o.startswith("equip")] == ["equip S2", "equip H3"]
    assert t.do("equip H3", "wall 0").offers == ["HK"]


def test_equipping_changes_neither_state_nor_bonus():
    t = table().soldier(0, "S9").bulwarks(0, "C2").hand(0, "H4", "C3", "S2").start()
    t.do("up H4", "C3", "S9").settle()
    attack(t, "S9").settle()
    t.do("equip S2", "wall 0", "S9").settle()
    assert (t.soldiers(0), "S9" in t.driven(0)) == ({"S9": 15}, True)
    t.do("end").settle()
    assert t.soldiers(0) == {"S9": 11}


def test_a_countered_equip_leaves_the_soldier_as_it_was():
    t = table().soldier(0, "S9").bulwarks(0, "C2").hand(0, "S2").hand(1, "C5", "D6").start()
    t.do("equip S2", "wall 0", "S9", "counter C5", "D6", "0 equip").settle()
    assert t.soldiers(0) == {"S9": 9} and "S2" in t.grave(0)


def test_equip_without_its_soldier_does_nothing():
    t = table().soldier(0, "S3").bulwarks(0, "C2").hand(0, "S2").hand(1, "S5", "D6").start()
    t.do("equip S2", "wall 0", "S3", "down S5", "D6", "enemy S3").settle()
    assert t.soldiers(0) == {} and {"S2", "S3"} <= t.grave(0)


def test_bulwark_break_takes_one_of_each_suit():
    t = table().hand(0, "H2", "HK", "D3").bulwarks(0, "C4").bulwarks(1, "C5", "S6").start()
    t.do("break", "HK", "D3")
    assert t.offers == ["wall 0", "enemy wall 0", "enemy wall 1"]
    t.do("enemy wall 1").settle()
    assert t.n_bulwarks(1) == 1 and "S6" in t.grave(1)
    assert {"HK", "D3"} <= t.grave(0)


def test_throw_takes_the_spades_number():
    t = table().hand(0, "S3", "S10", "CK").start().do("throw", "S3", "CK").settle()
    assert t.n_deck(1) == 17


def test_a_plain_bulwark_triggers_nothing():
    t = table().hand(0, "H2", "D3").bulwarks(1, "S10").start()
    t.do("break", "H2", "D3", "enemy wall 0").settle()
    assert (t.hand_of(1), t.n_deck(1), t.n_bulwarks(1)) == (set(), 20, 0)


# Triggers (R9)


def test_generation_change_that_finds_nobody_mills_all():
    t = Table().deck(0, 20).deck(1, 5).soldier(1, "HJ").soldier(0, "DK").start()
    attack(t, "DK").do("HJ").settle()
    assert (t.result, t.n_deck(1)) == ((0, "GENERATION_CHANGE"), 0)


# Battle (E)


def test_damage_of_all_unblocked_attackers_is_one_sum():
    t = table().soldier(0, "S9").soldier(0, "S4").start()
    attack(t, "S4", "S9").settle()
    assert t.n_deck(1) == 7


def test_a_blocker_blocks_one_attacker_and_a_bulwark_blocks_alone():
    t = table().soldier(0, "S4").soldier(0, "S9").soldier(1, "H5").bulwarks(1, "C2").start()
    attack(t, "S4", "S9")
    assert t.offers == ["H5", "wall 0", "enough"]
    t.do("H5")
    assert t.offers == ["wall 0", "enough"]  # for the next attacker: no bulwark joins in
    t.do("wall 0").settle()
    assert t.soldiers(0) == {"S9": 9} and t.n_bulwarks(1) == 0


def test_blockers_are_not_driven():
    t = table().soldier(0, "S4").soldier(1, "H5").start()
    attack(t, "S4").do("H5").settle()
    assert t.driven(1) == set()


def test_driven_characters_cannot_block():
    t = table().soldier(0, "S4").soldier(1, "H5", driven=True).bulwarks(1, "C2", driven=True)
    attack(t.start(), "S4")
    assert t.n_deck(1) == 16


def test_a_dead_attacker_is_skipped():
    t = table().soldier(0, "S4").hand(1, "S5", "C2").bulwarks(1, "D4").start()
    attack(t, "S4").do("wall 0", "down S5", "C2", "enemy S4").settle()
    assert (t.soldiers(0), t.n_deck(1), t.n_bulwarks(1)) == ({}, 20, 1)


def test_attack_is_started_once_a_turn():
    t = table().soldier(0, "S4").soldier(0, "S5").start()
    attack(t, "S4").settle()
    assert "attack" not in t.offers
    assert "attack" in next_own_turn(t).offers


def test_twist_charges_an_attacker_that_can_block_then():
    t = table().soldier(0, "S9").hand(0, "D2", "C3").soldier(1, "H5").start()
    attack(t, "S9").do("enough").settle()
    t.do("twist D2", "C3", "S9").settle().do("charge")
    assert t.driven(0) == set()


# The end (F) and the turn


def test_drawing_the_last_card_loses():
    t = Table().deck(0, 20).deck(1, 2).start().do("end").settle()
    assert t.asked == (1, "SECOND_DRAW")
    t.do("yes")
    assert t.result == (0, "DRAW")


def test_a_second_draw_is_not_offered_without_cards():
    t = Table().deck(0, 20).deck(1, 1).start().do("end").settle()
    assert t.result == (0, "DRAW")


def test_the_first_player_draws_and_begins_without_charge():
    t = laid_out(["S2"], ["H9"])
    assert (t.state.first, t.asked, len(t.hand_of(1)), t.state.turn) == (1, (1, "MAIN"), 8, 1)


def test_a_deck_used_up_by_the_flip_ends_the_game():
    t = Table(opening_hand=20)
    for seat in (0, 1):
        t.state.deck_size[seat] = 20
    t.begin_game()
    assert t.result == (-1, "BOTH_EMPTY")


def test_the_hand_limit_binds_only_its_owner():
    hand = ["S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9"]
    t = table().hand(0, *hand).hand(1, *(name.replace("S", "H") for name in hand)).start()
    t.do("end").settle()
    assert t.asked == (0, "HAND_LIMIT")
    t.do("S2")
    assert len(t.hand_of(1)) >= 8


def test_deeds_without_a_key_leave_nothing_in_the_grave():
    t = table().start()
    before = t.grave(0) | t.grave(1)
    t.do("end").settle().do("no")
    assert t.grave(0) | t.grave(1) == before
    assert Deed(t.state.current[0].deed) == Deed.DRAW


@pytest.mark.parametrize("seat", [0, 1])
def test_what_the_enemy_has_seen_is_remembered_until_a_bulwark_is_set(seat):
    t = Table().deck(seat, "CK", 20).deck(1 - seat, 20).hand(seat, "Red Joker", "S2").start(seat)
    t.do("search Red Joker", "CK")
    assert t.names(seat, t.state.players[seat].shown) == {"CK"}
    t.do("set bulwark", "S2")
    assert list(each(int(t.state.players[seat].shown))) == []


def test_bulwarks_go_by_places_that_are_never_used_again():
    t = Table().soldier(0, "S9").bulwarks(1, "H2", "H3").hand(1, "D2").deck(0, 20).deck(1, 20)
    attack(t.start(), "S9").do("wall 0").settle()
    t.do("end").settle().do("no").do("set bulwark", "D2")
    assert t.state.players[1].bulwarks == (1 << 1 | 1 << 2)
    assert BULWARK + t.state.players[1].n_places < 127


# The records that card impact is worked out from


def recorded(t, seat, name):
    """Return the cards of a seat that were "drawn", "played" ..."""
    return t.names(seat, t.state.tally[seat][name])


def test_the_opening_hand_is_recorded():
    t = Table().begin_game()
    for seat in (0, 1):
        drawn = recorded(t, seat, "drawn")
        assert recorded(t, seat, "opening") | drawn == t.hand_of(seat)
        assert len(drawn) == (seat == t.state.first)


def test_cards_that_are_searched_for_and_played_are_recorded():
    t = Table().deck(0, 20).deck(1, 20).hand(0, "Red Joker", "S2", "SA", "C5").start()
    found = t.do("search Red Joker").offers[0]
    t.do(found, "set bulwark", "S2", "summon SA").settle()
    assert recorded(t, 0, "tutored") == {found}
    assert recorded(t, 0, "played") == {"Red Joker", "S2", "SA"}


def test_what_generation_change_finds_is_recorded():
    t = Table().deck(0, 20).deck(1, "C3", "CQ", 20).soldier(0, "SK").soldier(1, "HA").start()
    attack(t, "SK").do("HA").settle()
    assert recorded(t, 1, "tutored") == {"CQ"} and recorded(t, 1, "drawn") == set()


def test_standing_is_the_cards_left():
    t = Table().deck(0, 12).deck(1, 20).start()
    assert [int(rules.standing(t.state, TABLE, t.options, seat)) for seat in (0, 1)] == [12, 20]
