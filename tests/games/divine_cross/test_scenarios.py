"""The scenarios of the rules, S1 to S26, each named in the test that plays it."""

import pytest

from decks.deck_list import load_deck
from decks.divine_cross.schema import SCHEMA
from decks.problems import InputError
from simulate.games.divine_cross.words import Task
from tests.games.divine_cross.table import FILLER, action, assist, event, unit, write_pool


def test_s1_a_skill_deals_its_damage_and_keeps_its_energy(lay):
    t = lay(unit("Ace", cost=2, damage=150), unit("Wall"))
    t.main(0, "Ace", energy=2).main(1, "Wall").start().do("end main", "skill 1")
    assert (t.damage("Wall"), t.energy("Ace")) == (150, 2)


def test_s1_a_skill_needs_its_energy(lay):
    t = lay(unit("Ace", cost=2, damage=150), unit("Wall"))
    t.main(0, "Ace", energy=1).main(1, "Wall").start().do("end main")
    assert t.offers == ["no skill"]


def test_s2_own_then_enemy_modifiers_then_advantage(lay):
    t = lay(
        unit("Ace", "Always: this unit deals +50 damage.", advantage="Blue"),
        unit("Wall", "Always: this unit takes -30 damage.", attribute="Blue"),
    )
    t.main(0, "Ace").main(1, "Wall").start().do("end main", "skill 1")
    assert t.damage("Wall") == 240


@pytest.mark.parametrize(
    "advantage, attribute, dealt",
    [("Blue", "RGB", 200), ("RGB", "None", 100), ("RGB", "RGB", 200), ("None", "None", 200)],
)
def test_s3_s4_advantage_doubles_once(lay, advantage, attribute, dealt):
    t = lay(unit("Ace", advantage=advantage), unit("Wall", attribute=attribute))
    t.main(0, "Ace").main(1, "Wall").start().do("end main", "skill 1")
    assert t.damage("Wall") == dealt


def test_s5_damage_is_never_below_0(lay):
    t = lay(
        unit("Ace", damage=50, advantage="Blue"),
        unit("Wall", "Always: this unit takes -80 damage.", attribute="Blue"),
    )
    t.main(0, "Ace").main(1, "Wall", damage=20).start().do("end main", "skill 1")
    assert t.damage("Wall") == 20


def test_s6_the_first_player_may_do_all_but_attack_on_turn_1(lay):
    t = lay(unit("Ace", retreat=0), unit("Wall"), event("Boon", "Play: draw 1 card."))
    t.main(0, "Ace").main(1, "Wall").hand(0, "Boon", FILLER).start(turn=1)
    t.do(f"play {FILLER}")
    assert t.offers == ["charge", "play Boon", f"retreat to {FILLER}", "end main"]
    assert t.do("end main").offers == ["no skill"]


def test_s7_the_first_player_draws_on_turn_1(lay):
    t = lay(unit("Ace"))
    t.begin_game(["Ace"] * 30, ["Ace"] * 30)
    assert t.do("Ace").asked == (1, "PLACE_MAIN")
    assert (len(t.zone(0, "hand")), t.n_deck(0)) == (4, 25)
    t.do("Ace")
    assert t.asked == (0, "MAIN_PHASE")
    assert (len(t.zone(0, "hand")), t.n_deck(0)) == (5, 24)


def test_s8_a_charge_attaches_a_card_and_draws_one_once_a_turn(lay):
    t = lay(unit("Ace"), unit("Wall"))
    t.main(0, "Ace").main(1, "Wall").hand(0, FILLER, FILLER, FILLER).deck(0, *[FILLER] * 10)
    t.start().do("charge", FILLER, "Ace")
    assert (len(t.zone(0, "hand")), t.n_deck(0), t.energy("Ace")) == (3, 9, 1)
    assert "charge" not in t.offers


def test_s9_a_charge_without_a_deck_hurts_after_the_energy_is_attached(lay):
    t = lay(unit("Ace", hp=200), unit("Wall"))
    t.main(0, "Ace", damage=100).standby(0, "Wall").main(1, FILLER).hand(0, FILLER).deck(0)
    t.start().do("charge", FILLER, "Ace")
    assert t.zone(0, "ko") == ["Ace"]
    assert t.zone(0, "discard") == [FILLER]


def test_s10_each_card_that_cannot_be_drawn_hurts(lay):
    t = lay(unit("Ace", hp=500), unit("Wall"), action("Read", "Play: draw 3 cards."))
    t.main(0, "Ace").main(1, "Wall").hand(0, "Read").deck(0, FILLER).start().do("play Read")
    assert (t.zone(0, "hand"), t.damage("Ace")) == ([FILLER], 200)


def test_s11_the_draw_phase_can_cost_the_third_unit(lay):
    t = lay(unit("Ace", hp=100), unit("Wall"))
    t.main(0, "Ace").standby(0, FILLER).ko(0, 2).main(1, "Wall").deck(0)
    t.start(at=Task.DRAW_PHASE)
    assert t.result == (1, "KO_LIMIT")


def test_s12_a_retreat_costs_energy_and_changes_places_once_a_turn(lay):
    t = lay(unit("Ace", retreat=2), unit("Back", retreat=0), unit("Wall"))
    t.main(0, "Ace", energy=3, damage=40).standby(0, "Back").main(1, "Wall").start()
    t.do("retreat to Back", FILLER, FILLER)
    assert (t.main_of(0), t.standby_of(0), t.energy("Ace"), t.damage("Ace")) == (
        "Back", ["Ace"], 1, 40,
    )  # fmt: skip
    assert t.zone(0, "discard") == [FILLER, FILLER]
    assert t.offers == ["end main"]


def test_s13_no_retreat_without_a_standby_unit(lay):
    t = lay(unit("Ace", retreat=0), unit("Wall"))
    assert t.main(0, "Ace").main(1, "Wall").start().offers == ["end main"]


EX = "Activate: draw 1 card."


def test_s14_a_stunned_unit_uses_nothing_but_others_may(lay):
    t = lay(unit("Ace", EX), unit("Back", EX), unit("Wall"))
    t.main(0, "Ace", energy=1, stunned=True).standby(0, "Back").main(1, "Wall").start()
    assert t.offers == ["use Back", "retreat to Back", "end main"]
    assert t.do("end main").offers == ["no skill"]


def test_s14_a_retreat_ends_the_stun_and_the_new_main_unit_may_attack(lay):
    t = lay(unit("Ace"), unit("Back"), unit("Wall"))
    t.main(0, "Ace", energy=1, stunned=True).standby(0, "Back").main(1, "Wall").start()
    t.do("retreat to Back")
    assert not t.is_stunned("Ace")
    assert "skill 1" in t.do("end main").offers


def test_s14_a_stun_lasts_until_its_owners_end_phase(lay):
    t = lay(unit("Ace"), unit("Wall"))
    t.main(0, "Ace").main(1, "Wall", stunned=True).start().do("end main", "no skill")
    assert t.asked == (1, "MAIN_PHASE") and t.is_stunned("Wall")
    t.do("end main", "no skill")
    assert not t.is_stunned("Wall")


def test_s15_static_powers_work_while_stunned(lay):
    t = lay(unit("Ace"), unit("Wall", "Always: this unit takes -20 damage."))
    t.main(0, "Ace").main(1, "Wall", stunned=True).start().do("end main", "skill 1")
    assert t.damage("Wall") == 80


def test_s16_a_unit_leaves_with_all_that_is_attached_and_its_owner_replaces_it(lay):
    t = lay(unit("Ace"), unit("Wall"), unit("Back"), assist("Hat", "Always: this unit gets +0 HP."))
    t.main(0, "Ace").main(1, "Wall", energy=3, assist="Hat", damage=250)
    t.standby(1, "Back", FILLER).start().do("end main", "skill 1")
    assert (t.asked, t.offers) == ((1, "PROMOTE"), ["Back", FILLER])
    assert t.zone(1, "discard") == [FILLER, FILLER, FILLER, "Hat"]
    assert (t.zone(1, "ko"), t.do("Back").main_of(1)) == (["Wall"], "Back")


def test_s17_without_standby_the_first_ko_loses(lay):
    t = lay(unit("Ace", damage=300), unit("Wall"))
    t.main(0, "Ace").main(1, "Wall").start().do("end main", "skill 1")
    assert t.result == (0, "NO_UNIT_LEFT")


def test_s18_the_third_ko_ends_the_game_without_a_promotion(lay):
    t = lay(unit("Ace", damage=300), unit("Wall"))
    t.main(0, "Ace").main(1, "Wall").standby(1, FILLER).ko(1, 2).start().do("end main", "skill 1")
    assert t.result == (0, "KO_LIMIT")


def test_s19_one_event_but_any_number_of_actions(lay):
    t = lay(unit("Ace"), event("Boon", "Play: draw 1 card."), action("Read", "Play: draw 1 card."))
    t.main(0, "Ace").main(1, FILLER).hand(0, "Boon", "Boon", "Read", "Read", "Read").start()
    t.do("play Boon", "play Read", "play Read", "play Read")
    assert "play Boon" not in t.offers
    assert t.zone(0, "discard") == ["Boon", "Read", "Read", "Read"]


def test_s20_one_assist_for_each_unit(lay):
    hat = assist("Hat", "Always: this unit deals +30 damage.")
    t = lay(unit("Ace"), unit("Back"), hat)
    t.main(0, "Ace", assist="Hat").standby(0, "Back").main(1, FILLER).hand(0, "Hat", "Hat").start()
    assert t.do("play Hat").offers == ["Back"]
    assert "play Hat" not in t.do("Back").offers


def test_s21_a_hand_without_units_is_shown_and_the_enemy_may_draw(lay):
    t = lay(unit("Ace"), action("Read", "Play: draw 1 card."))
    for seed in range(200):  # until a deal shows two unitless hands
        t = type(t)(t.pool).begin_game(["Ace"] * 2 + ["Read"] * 28, ["Ace"] * 30, seed=seed)
        if t.state.players[0].reveals == 2:
            break
    assert t.asked == (1, "BONUS_DRAW")
    assert t.do("yes", "yes").asked == (0, "PLACE_MAIN")
    assert len(t.zone(1, "hand")) == 7


def test_s22_three_standby_units_are_the_most(lay):
    t = lay(unit("Ace"))
    t.main(0, "Ace").standby(0, "Ace", "Ace", "Ace").main(1, FILLER).hand(0, FILLER).start()
    assert f"play {FILLER}" not in t.offers


@pytest.mark.parametrize(
    "lines, is_legal",
    [
        (["2 A", "2 B", "2 C"], True),
        (["2 A", "2 B", "1 C"], False),
        (["2 A", "2 B", "2 C", "1 D"], False),
        (["3 A", "2 B", "1 C"], False),
        (["2 A", "2 B", "2 Other"], False),
        (["2 R", "2 S", "2 T"], False),
    ],
)
def test_s23_a_deck_has_its_size_two_of_a_name_one_title_and_a_unit(tmp_path, lines, is_legal):
    units = [unit(name) for name in "ABCD"] + [unit("Other") | {"title": "Elsewhere"}]
    pool = write_pool(tmp_path, *units, *(action(name, "Play: draw 1 card.") for name in "RST"))
    fillers = [action(f"Spell {n}", "Play: draw 1 card.") for n in range(12)]
    pool = write_pool(tmp_path, *units, *(action(n, "Play: draw 1 card.") for n in "RST"), *fillers)
    path = tmp_path / "deck.txt"
    path.write_text("\n".join([*lines, *(f"2 {card['name']}" for card in fillers)]))
    try:
        load_deck(SCHEMA, pool, path)
    except InputError:
        assert not is_legal
    else:
        assert is_legal


@pytest.mark.parametrize("rule, winner", [("draw", -1), ("active_wins", 0), ("active_loses", 1)])
def test_s24_both_may_lose_at_once(lay, rule, winner):
    recoil = "Skill 1: deal 100 damage to this unit."
    t = lay(unit("Ace", recoil, hp=100), unit("Wall", hp=100), simultaneous_loss=rule)
    t.main(0, "Ace").main(1, "Wall").ko(0, 2).ko(1, 2).start().do("end main", "skill 1")
    assert t.result == (winner, "BOTH_LOSE")


def test_s25_an_assist_adds_to_a_skill_without_damage(lay):
    hat = assist("Hat", "Always: this unit deals +30 damage.")
    t = lay(unit("Ace", damage=0, advantage="Blue"), unit("Wall", attribute="Blue"), hat)
    t.main(0, "Ace", assist="Hat").main(1, "Wall").start().do("end main", "skill 1")
    assert t.damage("Wall") == 60


@pytest.mark.parametrize("rule, damage", [("batch", 0), ("per_card", 200)])
def test_s26_missing_cards_hurt_once_or_one_by_one(lay, rule, damage):
    t = lay(unit("Ace", hp=100), action("Read", "Play: draw 3 cards."), deckout_damage=rule)
    t.main(0, "Ace").standby(0, FILLER).main(1, FILLER).hand(0, "Read").deck(0).start()
    t.do("play Read", FILLER)
    assert (t.zone(0, "ko"), t.state.players[0].units[0].damage) == (["Ace"], damage)
