"""When abilities happen, and how their parts work together (A24 to A34)."""

import pytest

from tests.games.divine_cross.table import FILLER, Table, action, assist, event, unit

READ = "draw 1 card."
ACE, BACK, WALL, REAR = (unit(name) for name in ("Ace", "Back", "Wall", "Rear"))


def drawn(t, seat=0):
    """Count the cards drawn since the start."""
    return len(t.zone(seat, "hand"))


# Moments


def test_skill_abilities_belong_to_their_skill(lay):
    t = lay(unit("Ace", "Skill 2: draw 1 card.", second=(0, 50)), WALL)
    t.main(0, "Ace").main(1, "Wall").start().do("end main phase", "skill 2")
    assert (drawn(t), t.damage("Wall")) == (1, 50)


@pytest.mark.parametrize("skill, damage", [(1, 110), (2, 50)])
def test_before_a_skill(lay, skill, damage):
    text = "Before skill 1: the enemy main unit takes +10 damage this turn."
    t = lay(unit("Ace", text, second=(0, 50)), WALL)
    t.main(0, "Ace").main(1, "Wall").start().do("end main phase", f"skill {skill}")
    assert t.damage("Wall") == damage


def test_before_skill_2(lay):
    t = lay(unit("Ace", "Before skill 2: this skill deals +10 damage.", second=(0, 50)), WALL)
    t.main(0, "Ace").main(1, "Wall").start().do("end main phase", "skill 2")
    assert t.damage("Wall") == 60


def test_activate_as_often_as_printed(lay):
    t = lay(unit("Ace", "Activate, twice per turn: draw 1 card."), WALL)
    t.main(0, "Ace").main(1, "Wall").start().do("use Ace", "use Ace")
    assert drawn(t) == 2 and "use Ace" not in t.offers


def test_once_per_game_stays_used(lay):
    t = lay(unit("Ace", "Activate, once per game: draw 1 card."), WALL)
    t.main(0, "Ace").main(1, "Wall").start().do("use Ace")
    t.do("end main phase", "no skill", "end main phase", "no skill")
    assert t.asked == (0, "MAIN_PHASE") and "use Ace" not in t.offers


def test_activate_only_in_the_right_place(lay):
    t = lay(unit("Ace", "Activate while standby: draw 1 card."), WALL)
    t.main(0, "Ace").standby(0, "Ace").main(1, "Wall").start()
    assert t.offers.count("use Ace") == 1


def test_entering_triggers_but_the_first_main_unit_does_not(lay):
    t = lay(unit("Ace", "When this enters: draw 2 cards."))
    t.begin_game(["Ace"] * 30, ["Ace"] * 30).do("Ace", "Ace")
    assert drawn(t) == 5
    assert drawn(t.do("play Ace")) == 6


def test_an_assist_enters_when_it_is_attached(lay):
    t = lay(ACE, WALL, assist("Hat", "When this enters: deal 20 damage to this unit."))
    t.main(0, "Ace").main(1, "Wall").hand(0, "Hat").start().do("play Hat", "Ace")
    assert t.damage("Ace") == 20


@pytest.mark.parametrize("card", ["Back", "Hat"])
def test_moving_up_triggers_the_unit_and_its_assist(lay, card):
    texts = {"Back": "Always: this unit gets +1 HP.", "Hat": "Always: this unit gets +1 HP."}
    texts[card] = "When this moves up: draw 1 card."
    t = lay(unit("Ace", retreat=0), unit("Back", texts["Back"]), WALL, assist("Hat", texts["Hat"]))
    t.main(0, "Ace").standby(0, "Back", assist="Hat").main(1, "Wall").start()
    assert drawn(t.do("retreat to Back")) == 1


def test_being_kod_triggers_after_the_unit_has_left(lay):
    t = lay(ACE, unit("Wall", "When this is KO'd while main: draw 1 card.", hp=100), REAR)
    t.main(0, "Ace").main(1, "Wall").standby(1, "Rear").deck(1, FILLER, FILLER).start()
    t.do("end main phase", "skill 1", "Rear")
    assert t.n_deck(1) == 0  # one for the KO, one in the Draw Phase since


def test_koing_an_enemy(lay):
    t = lay(unit("Ace", "When this KOs an enemy: draw 1 card."), unit("Wall", hp=100), REAR)
    t.main(0, "Ace").main(1, "Wall").standby(1, "Rear").start().do(
        "end main phase", "skill 1", "Rear"
    )
    assert drawn(t) == 1


def test_an_empty_deck_kos_for_nobody(lay):
    t = lay(unit("Ace", "When this KOs an enemy: draw 1 card."), unit("Wall", hp=200), REAR)
    t.main(0, "Ace").main(1, "Wall").standby(1, "Rear").deck(1).start()
    t.do("end main phase", "skill 1", "Rear")
    assert (drawn(t), t.zone(1, "ko")) == (0, ["Wall"])


def test_being_damaged(lay):
    t = lay(ACE, unit("Wall", "When this is damaged: draw 1 card."))
    t.main(0, "Ace").main(1, "Wall").deck(1, FILLER, FILLER).start().do("end main phase", "skill 1")
    assert t.n_deck(1) == 0


def test_the_start_of_a_turn_comes_before_its_draw(lay):
    t = lay(unit("Ace", "At the start of your turn: discard 1 card."), WALL)
    t.main(0, "Ace").main(1, "Wall").hand(1, FILLER, "Wall").hand(0, "Wall").deck(0, "Ace")
    t.start(seat=1).do("end main phase", "no skill")
    assert (t.zone(0, "hand"), t.zone(0, "discard")) == (["Ace"], ["Wall"])


def test_the_end_of_a_turn_comes_before_the_stun_marker_goes(lay):
    t = lay(unit("Ace", "At the end of your turn: stun your main unit."), WALL)
    t.main(0, "Ace").main(1, "Wall").start().do("end main phase", "no skill")
    assert not t.is_stunned("Ace")


def test_always_reaches_as_far_as_it_says(lay):
    t = lay(ACE, unit("Back", "Always while standby: your main unit deals +40 damage."), WALL)
    t.main(0, "Ace").standby(0, "Back").main(1, "Wall").start().do("end main phase", "skill 1")
    assert t.damage("Wall") == 140


def test_always_stops_in_the_wrong_place(lay):
    text = "Always while standby: the enemy can't play Events."
    t = lay(unit("Ace", text), WALL, event("Boon", f"Play: {READ}"))
    t.main(0, "Ace").main(1, "Wall").hand(1, "Boon").start(seat=1)
    assert "play Boon" in t.offers


# The parts of an ability


def cast(lay, text, *, hand=(), deck=()):
    t = lay(ACE, unit("Back", hp=100), WALL, REAR, action("Spell", text), unit("Lamb"))
    t.main(0, "Ace").standby(0, "Back").main(1, "Wall").standby(1, "Rear").hand(0, "Spell")
    if deck:
        t.deck(0, *deck)
    return t.hand(0, *hand).start()


def test_you_may(lay):
    text = f"Play, you may: {READ}"
    assert drawn(cast(lay, text).do("play Spell", "yes")) == 1
    assert drawn(cast(lay, text).do("play Spell", "no")) == 0


def test_the_enemy_may(lay):
    t = cast(lay, "Play: the enemy may draw 2 cards; otherwise draw 1 card.").do("play Spell")
    assert t.asked == (1, "MAY")
    assert drawn(t.do("no")) == 1


def test_choose_one(lay):
    t = cast(lay, "Play: choose one: draw 1 card or stun the enemy main unit.")
    assert t.do("play Spell", "option 2").is_stunned("Wall")
    assert drawn(t) == 0


def test_the_enemy_chooses_one(lay):
    text = "Play: the enemy chooses one: draw 1 card or stun the enemy main unit."
    assert cast(lay, text).do("play Spell").asked == (1, "MODE")


def test_up_to_some_things(lay):
    t = cast(lay, "Play: stun up to 2 chosen units.").do("play Spell", "enemy Wall", "enough")
    assert t.is_stunned("Wall") and not t.is_stunned("Ace")


def test_up_to_an_amount(lay):
    t = cast(lay, "Play: draw up to 3 cards.").do("play Spell")
    assert t.offers == ["0", "1", "2", "3"]
    assert drawn(t.do("2")) == 2


def test_up_to_a_large_amount_is_taken_whole(lay):
    t = cast(lay, "Play: deal up to 90 damage to the enemy main unit.").do("play Spell")
    assert t.damage("Wall") == 90


def test_a_unit_of_the_enemys_choice(lay):
    text = "Play: stun a chosen enemy unit of the enemy's choice."
    assert cast(lay, text).do("play Spell").asked == (1, "PICK_PLACE")


def test_a_random_unit(lay):
    t = cast(lay, "Play: deal 30 damage to a random enemy unit.").do("play Spell")
    assert t.damage("Wall") + t.damage("Rear") == 30


def test_for_each_with_a_cap(lay):
    text = (
        "Play: deal 30 damage to the enemy main unit for every 2 cards in your hand (at most 50)."
    )
    assert cast(lay, text, hand=[FILLER] * 5).do("play Spell").damage("Wall") == 50


def test_otherwise_after_a_condition_about_it(lay):
    text = "Play: stun the enemy main unit if it is damaged; otherwise draw 1 card."
    t = cast(lay, text).do("play Spell")
    assert (t.is_stunned("Wall"), drawn(t)) == (False, 1)


def test_otherwise_after_finding_nothing(lay):
    text = "Play: take back a chosen Unit card from your discard pile; otherwise draw 1 card."
    assert drawn(cast(lay, text).do("play Spell")) == 1


def test_otherwise_after_discarding_no_assist(lay):
    text = "Play: the enemy may discard the Assist of the enemy main unit; otherwise draw 1 card."
    assert drawn(cast(lay, text).do("play Spell", "yes")) == 1


def test_otherwise_is_left_out_after_the_step_happened(lay):
    text = "Play: stun the enemy main unit; otherwise draw 1 card."
    assert drawn(cast(lay, text).do("play Spell")) == 0


def test_it_follows_a_unit_that_moves(lay):
    text = "Play: move a chosen enemy standby unit up; deal 50 damage to it."
    t = cast(lay, text).do("play Spell")
    assert (t.damage("Rear"), t.damage("Wall")) == (50, 0)


def test_it_is_nobody_once_the_unit_has_left(lay):
    text = "Play: KO a chosen own standby unit; heal 10 damage from it; deal 20 damage to it."
    t = cast(lay, text).do("play Spell")
    assert t.zone(0, "ko") == ["Back"] and t.damage("Ace") == 0


def test_it_is_not_the_unit_promoted_in_its_place(lay):
    text = "Play: KO the enemy main unit; stun it."
    t = cast(lay, text).do("play Spell", "Rear")
    assert not t.is_stunned("Rear")


def test_the_former(lay):
    text = (
        "Play: stun the enemy main unit; "
        "deal 40 damage to a chosen own standby unit if the former is stunned."
    )
    assert cast(lay, text).do("play Spell").damage("Back") == 40


def test_conditions_on_a_step(lay):
    text = "Play: draw 1 card if there are at least 3 enemy units; draw 2 cards."
    assert drawn(cast(lay, text).do("play Spell")) == 2


def test_a_named_card(lay):
    text = 'Play: search your deck for a chosen card named "Lamb"; draw 1 card.'
    t = cast(lay, text, deck=[FILLER, "Lamb", FILLER])
    assert "Lamb" in t.do("play Spell").zone(0, "hand")


def test_abilities_of_a_card_happen_as_printed(lay):
    t = lay(ACE, WALL, action("Spell", "Play: discard 1 card. Play: draw 1 card."))
    t.main(0, "Ace").main(1, "Wall").hand(0, "Spell", "Ace").deck(0, FILLER).start()
    assert t.do("play Spell").zone(0, "hand") == [FILLER]


def flips(lay, text, answers, n=60):
    """Count in how many of n games the coin let a card be drawn."""
    pool = lay(ACE, WALL, action("Spell", text)).pool
    heads = 0
    for seed in range(n):
        t = Table(pool).main(0, "Ace").main(1, "Wall").hand(0, "Spell")
        t.start(seed=seed).do("play Spell")
        if t.asked[1] == "MAY":
            t.do(*answers)
        heads += drawn(t)
    return heads


def test_a_coin_is_flipped_once_though_you_may_is_asked_in_between(lay):
    once = flips(lay, "Play, if a coin flip is heads: draw 1 card.", [])
    assert 20 <= once <= 40
    assert flips(lay, "Play, if a coin flip is heads, you may: draw 1 card.", ["yes"]) == once


# Costs


def test_a_card_cannot_pay_for_itself(lay):
    t = cast(lay, "Play: discard 1 card: draw 2 cards.")
    assert "play Spell" not in t.offers
    assert "play Spell" in cast(lay, "Play: discard 1 card: draw 2 cards.", hand=["Ace"]).offers


def test_a_cost_of_up_to_may_be_nothing(lay):
    t = cast(lay, "Play: discard up to 2 cards: draw 1 card.")
    assert drawn(t.do("play Spell")) == 1


def test_only_units_that_can_pay_may_be_chosen_to(lay):
    text = "Activate: discard 1 energy from a chosen own unit: draw 1 card."
    t = lay(unit("Ace", text), BACK, WALL)
    t.main(0, "Ace").standby(0, "Back", energy=2).main(1, "Wall").start().do("use Ace", FILLER)
    assert (t.energy("Back"), drawn(t)) == (1, 1)


@pytest.mark.parametrize(
    "cost",
    [
        "move 1 energy from this unit to a chosen own standby unit",
        "attach the top 9 cards of your deck to this unit",
        "discard the Assist of this unit",
        "put 2 chosen other own units into the discard pile",
        "discard the top 9 cards of your deck",
        "discard 1 energy from this unit",
    ],
)
def test_costs_are_paid_in_full_or_not_at_all(lay, cost):
    t = lay(unit("Ace", f"Activate: {cost}: draw 1 card."), BACK, WALL)
    t.main(0, "Ace").standby(0, "Back").main(1, "Wall").start()
    assert "use Ace" not in t.offers


# Skills and their abilities (A10, A26, A29)


def fight(lay, text, **details):
    t = lay(unit("Ace", text, **details), BACK, unit("Wall", hp=400), unit("Rear", hp=400))
    t.main(0, "Ace", energy=1).standby(0, "Back").main(1, "Wall").standby(1, "Rear")
    return t.start().do("end main phase", "skill 1")


def test_damage_by_a_skills_ability_joins_its_own(lay):
    text = "Skill 1: deal 30 damage to each enemy unit."
    t = fight(lay, text, advantage="Red")
    assert (t.damage("Wall"), t.damage("Rear")) == (260, 30)


def test_an_otherwise_that_adds_damage_is_decided_before_it(lay):
    text = (
        "Skill 1: stun the enemy main unit if it is damaged; otherwise this skill deals +30 damage."
    )
    t = fight(lay, text)
    assert (t.damage("Wall"), t.is_stunned("Wall")) == (130, False)


def test_an_otherwise_that_comes_after_the_damage_remembers(lay):
    text = (
        "Before skill 1: draw 1 card. Skill 1: this skill deals +30 damage "
        "if the enemy main unit is stunned; otherwise draw 1 card."
    )
    t = fight(lay, text)
    assert (t.damage("Wall"), drawn(t)) == (100, 2)


def test_damage_to_it_follows_the_step_it_comes_from(lay):
    t = fight(lay, "Skill 1: move a chosen enemy standby unit up; deal 50 damage to it.")
    assert (t.damage("Wall"), t.damage("Rear")) == (100, 50)


def test_a_skills_choice_covers_both_of_its_parts(lay):
    text = (
        "Skill 1: choose one: draw 1 card and this skill deals +10 damage "
        "or stun the enemy main unit and this skill deals +20 damage."
    )
    t = fight(lay, text).do("option 2")
    assert (t.damage("Wall"), t.is_stunned("Wall"), drawn(t)) == (120, True, 0)


def test_a_declined_ability_leaves_the_skill(lay):
    t = fight(lay, "Skill 1, you may: discard 1 energy from this unit: draw 1 card.").do("no")
    assert (t.damage("Wall"), t.energy("Ace"), drawn(t)) == (100, 1, 0)


def test_an_ability_goes_on_after_the_defender_is_beaten(lay):
    t = fight(lay, "Skill 1: stun the enemy main unit; draw 1 card.", damage=400)
    assert (drawn(t), t.asked) == (1, (1, "PROMOTE"))
    assert not t.do("Rear").is_stunned("Rear")


def test_no_damage_without_an_attacker(lay):
    t = fight(lay, "Before skill 1: return this unit to hand.")
    assert (t.damage("Wall"), t.asked) == (0, (0, "PROMOTE"))


def test_no_damage_without_a_defender(lay):
    t = fight(lay, "Before skill 1: return the enemy main unit to hand.")
    assert (t.damage("Rear"), t.asked) == (0, (1, "PROMOTE"))


def test_the_new_defender_takes_the_damage(lay):
    t = fight(lay, "Before skill 1: move a chosen enemy standby unit up.")
    assert (t.damage("Wall"), t.damage("Rear")) == (0, 100)


def test_an_attribute_given_before_a_skill_counts_for_it(lay):
    text = "Before skill 1: the enemy main unit is also blue this turn."
    assert fight(lay, text, advantage="Blue").damage("Wall") == 200


def test_the_attacker_orders_modifiers_that_do_not_just_add(lay):
    t = lay(
        unit("Ace", "Always: this unit deals +50 damage. Always: this unit deals double damage."),
        unit("Wall", "Always: this unit takes half damage. Always: this unit takes -15 damage."),
    )
    t.main(0, "Ace").main(1, "Wall").start().do("end main phase", "skill 1")
    assert t.offers == ["deals +50", "deals double"]
    t.do("deals +50", "takes -15")
    assert t.damage("Wall") == 142  # (100 + 50) * 2, - 15, half of it rounded down


# Triggers (A25)


def test_triggers_wait_for_the_effect_to_end(lay):
    t = lay(ACE, unit("Wall", "When this is damaged: heal 10 damage from this unit."), action(
        "Spell", "Play: deal 50 damage to the enemy main unit; draw 1 card if there is at least "
        "50 damage on the enemy main unit."
    ))  # fmt: skip
    t.main(0, "Ace").main(1, "Wall").hand(0, "Spell").start().do("play Spell")
    assert (drawn(t), t.damage("Wall")) == (1, 40)


def test_the_player_whose_turn_it_is_comes_first_and_orders_their_own(lay):
    ends = "When this is damaged: draw 1 card."
    t = lay(unit("Ace", ends), unit("Back", ends), unit("Wall", ends), action(
        "Spell", "Play: deal 10 damage to each unit."
    ))  # fmt: skip
    t.main(0, "Ace").standby(0, "Back").main(1, "Wall").hand(0, "Spell").start().do("play Spell")
    assert (t.asked, t.offers) == ((0, "NEXT_TRIGGER"), ["Ace", "Back"])
    assert (drawn(t.do("Back")), drawn(t, 1)) == (2, 1)


def test_promotions_come_before_triggers(lay):
    t = lay(unit("Ace", "When this KOs an enemy: stun the enemy main unit."), WALL, REAR)
    t.main(0, "Ace").main(1, "Wall", damage=250).standby(1, "Rear").start()
    assert t.do("end main phase", "skill 1", "Rear").is_stunned("Rear")


def test_a_trigger_whose_unit_has_left_finds_nothing_of_it(lay):
    text = "When this is KO'd: deal 50 damage to each unit; draw 1 card if this unit is damaged."
    t = lay(ACE, unit("Wall", text, hp=100), REAR)
    t.main(0, "Ace").main(1, "Wall").standby(1, "Rear").deck(1, FILLER, FILLER).start()
    t.do("end main phase", "skill 1", "Rear")
    assert (t.damage("Ace"), t.damage("Rear"), t.n_deck(1)) == (50, 50, 1)


# Changes


def test_energy_lost_can_take_the_hp_that_hung_on_it(lay):
    text = "Always: this unit gets +100 HP if it is charged."
    spell = action("Spell", "Play: discard 1 energy from your main unit.")
    t = lay(unit("Ace", text, hp=100), BACK, WALL, spell)
    t.main(0, "Ace", energy=1, damage=150).standby(0, "Back").main(1, "Wall").hand(0, "Spell")
    t.start().do("play Spell")
    assert t.zone(0, "ko") == ["Ace"]


def test_changes_follow_a_unit_and_end_when_it_leaves(lay):
    t = lay(unit("Ace", retreat=0), BACK, WALL, action(
        "Spell", "Play: your main unit can't use skills while in play."
    ), action("Call", "Play: return a chosen own standby unit to hand."))  # fmt: skip
    t.main(0, "Ace").standby(0, "Back").main(1, "Wall").hand(0, "Spell", "Call").start()
    t.do("play Spell", "retreat to Back")
    assert t.state.n_lasting == 1
    assert t.do("play Call").state.n_lasting == 0


@pytest.mark.parametrize(
    "text",
    [
        "Play: move 1 energy from the enemy main unit to your main unit.",
        "Play: attach the top 1 card of your deck to the enemy main unit.",
        "Play: attach a chosen card from your hand to the enemy main unit.",
        "Play: attach a chosen card from your discard pile to the enemy main unit.",
    ],
)
def test_energy_stays_on_its_owners_side(lay, text):
    t = lay(ACE, WALL, action("Spell", text))
    t.main(0, "Ace", energy=1).main(1, "Wall", energy=1).hand(0, "Spell", "Ace").discard(0, "Ace")
    t.start().do("play Spell")
    assert (t.energy("Ace"), t.energy("Wall")) == (1, 1)


def test_uses_of_an_assist_begin_anew_with_the_next(lay):
    t = lay(ACE, WALL, assist("Hat", "When this is damaged, once per turn: draw 1 card."), action(
        "Spell", "Play: deal 10 damage to your main unit; discard the Assist of your main unit."
    ))  # fmt: skip
    t.main(0, "Ace", assist="Hat").main(1, "Wall").hand(0, "Spell", "Spell", "Hat")
    t.deck(0, *[FILLER] * 4).start()
    t.do("play Spell", "play Hat", "Ace", "play Spell")
    assert t.n_deck(0) == 2


def test_an_assist_may_have_eight_abilities(lay):
    powers = " ".join(["When this is damaged, once per turn: draw 1 card."] * 8)
    t = lay(ACE, WALL, assist("Hat", powers), action("Spell", "Play: deal 10 damage to each unit."))
    t.main(0, "Ace", assist="Hat").main(1, "Wall").hand(0, "Spell", "Spell").start()
    t.do("play Spell", *["Hat"] * 7, "play Spell")
    assert t.n_deck(0) == 0 and t.damage("Ace") == 20


def test_the_actions_of_a_main_phase_are_limited(lay):
    t = lay(unit("Ace", "Activate: wake this unit."), WALL, actions_cap=5)
    t.main(0, "Ace").main(1, "Wall").start().do(*["use Ace"] * 5)
    assert t.offers == ["end main phase"]


def test_a_bounced_main_unit_is_replaced(lay):
    t = cast(lay, "Play: return your main unit to hand.").do("play Spell", "Back")
    assert (t.main_of(0), t.zone(0, "ko")) == ("Back", [])


def test_an_emptied_area_loses(lay):
    t = lay(ACE, WALL, action("Spell", "Play: return your main unit to hand."))
    t.main(0, "Ace").main(1, "Wall").hand(0, "Spell").start().do("play Spell")
    assert t.result == ("player_2", "no_unit_left")


def test_a_ko_check_runs_when_a_turn_begins(lay):
    t = lay(
        ACE, WALL, unit("Rear", "At the start of your turn: deal 300 damage to your main unit.")
    )
    t.main(0, "Ace").main(1, "Wall").standby(1, "Rear").deck(1, FILLER).start()
    t.do("end main phase", "no skill")
    assert (t.asked, t.n_deck(1)) == ((1, "PROMOTE"), 1)


def test_changes_of_a_kind_add_up_without_end(lay):
    t = lay(unit("Ace", "Activate: this unit deals +1 damage while in play."), WALL)
    t.main(0, "Ace").main(1, "Wall").start().do(*["use Ace"] * 59)
    assert t.state.n_lasting == 1
    assert t.do("end main phase", "skill 1").damage("Wall") == 159


def test_doubling_twice_is_fourfold(lay):
    t = lay(unit("Ace", "Activate: this unit deals double damage this turn."), unit("Wall", hp=900))
    t.main(0, "Ace").main(1, "Wall").start().do("use Ace", "use Ace", "end main phase", "skill 1")
    assert t.do("deals double").damage("Wall") == 400


# What can be counted and how things can be described


@pytest.mark.parametrize(
    "counted, n",
    [
        ("enemy standby unit", 1),
        ("energy on your main unit", 2),
        ("card in your hand", 1),
        ("card in the enemy hand", 4),
        ("card in your deck", 8),
        ("card in the enemy deck", 8),
        ("card in your discard pile", 1),
        ("card in the enemy discard pile", 3),
        ("unit in your KO zone", 1),
        ("unit in the enemy KO zone", 2),
        ("damage on your main unit", 5),
    ],
)
def test_quantities(lay, counted, n):
    text = f"Play: heal 10 damage from the enemy main unit for each {counted}."
    t = lay(ACE, WALL, REAR, action("Spell", text))
    t.main(0, "Ace", energy=2, damage=5).hand(0, "Spell", FILLER).discard(0, FILLER).ko(0, 1)
    t.main(1, "Wall", damage=200).standby(1, "Rear").hand(1, *[FILLER] * 4)
    t.discard(1, *[FILLER] * 3).ko(1, 2).start().do("play Spell")
    assert t.damage("Wall") == 200 - 10 * n


@pytest.mark.parametrize(
    "adjective, attribute, details, is_so",
    [
        ("red", "RGB", {}, True),
        ("green", "Green", {}, True),
        ("blue", "Red", {}, False),
        ("attributeless", "None", {}, True),
        ("attributeless", "RGB", {}, False),
        ("stunned", "Red", {"stunned": True}, True),
        ("damaged", "Red", {"damage": 10}, True),
        ("damaged", "Red", {}, False),
        ("unhurt", "Red", {}, True),
        ("unhurt", "Red", {"damage": 10}, False),
        ("charged", "Red", {"energy": 1}, True),
        ("charged", "Red", {}, False),
        ("assisted", "Red", {"assist": "Hat"}, True),
        ("assisted", "Red", {}, False),
    ],
)
@pytest.mark.parametrize(
    "text",
    [
        "draw 1 card if the enemy main unit is {}; look at the enemy hand",
        "draw 1 card for each {} enemy unit",
    ],
)
def test_adjectives(lay, text, adjective, attribute, details, is_so):
    hat = assist("Hat", "Always: this unit deals +10 damage.")
    t = lay(ACE, unit("Wall", attribute=attribute), hat, action(
        "Spell", f"Play: {text.format(adjective)}."
    ))  # fmt: skip
    t.main(0, "Ace").main(1, "Wall", **details).hand(0, "Spell").start().do("play Spell")
    assert drawn(t) == is_so


@pytest.mark.parametrize("energy, n", [(1, 0), (2, 1)])
def test_a_trait_narrows_a_selector(lay, energy, n):
    t = lay(
        ACE, WALL, action("Spell", "Play: stun each unit with at least 2 energy; draw 0 cards.")
    )
    t.main(0, "Ace").main(1, "Wall", energy=energy).hand(0, "Spell").start().do("play Spell")
    assert t.is_stunned("Wall") == n
