"""What each verb of the ability language does, on an Event that does just that."""

import pytest

from tests.games.divine_cross.table import FILLER, action, assist, event, unit

HAT = assist("Hat", "Always: this unit deals +30 damage.")
ACE, BACK, WALL, REAR = (unit(name) for name in ("Ace", "Back", "Wall", "Rear"))


@pytest.fixture
def play(lay):
    """Lay a usual table and play an Action that says something, giving it answers."""

    def table(text, *answers, hand=(), discard=(), deck=(), damage=0, energy=0, hat="", hp=300):
        t = lay(unit("Ace", hp=hp), BACK, unit("Wall", hp=hp), REAR, HAT, action("Spell", text))
        for seat, main, standby in ((0, "Ace", "Back"), (1, "Wall", "Rear")):
            t.main(seat, main, damage=damage, energy=energy, assist=hat)
            t.standby(seat, standby, damage=damage, energy=energy)
            t.hand(seat, *hand).discard(seat, *discard)
            if deck:
                t.deck(seat, *deck)
        return t.hand(0, "Spell").start().do("play Spell", *answers)

    return table


# Cards


def test_draw(play):
    t = play("Play: draw 2 cards.", deck=["Hat", "Back", FILLER])
    assert t.zone(0, "hand") == ["Back", "Hat"]


def test_the_enemy_draws(play):
    assert play("Play: the enemy draws 1 card.", deck=["Hat", "Ace"]).zone(1, "hand") == ["Hat"]


def test_discard(play):
    t = play("Play: discard 1 card.", "Hat", hand=["Hat", FILLER])
    assert (t.zone(0, "hand"), t.zone(0, "discard")) == ([FILLER], ["Hat", "Spell"])


def test_the_enemy_discards_of_its_own_choice(play):
    t = play("Play: the enemy discards 1 card.", hand=["Hat", FILLER])
    assert t.asked == (1, "PICK_CARD")
    assert t.do("Hat").zone(1, "hand") == [FILLER]


def test_the_enemy_loses_random_cards(play):
    t = play("Play: the enemy loses 2 random cards.", hand=["Hat", FILLER, "Back"])
    assert (len(t.zone(1, "hand")), len(t.zone(1, "discard"))) == (1, 2)


def test_discarding_from_a_deck_is_no_draw(play):
    t = play("Play: discard the top 3 cards of your deck.", deck=["Hat"])
    assert (t.zone(0, "discard"), t.damage("Ace")) == (["Hat", "Spell"], 0)


def test_discarding_from_the_enemy_deck(play):
    t = play("Play: discard the top 1 card of the enemy deck.", deck=["Hat", "Ace"])
    assert t.zone(1, "discard") == ["Hat"]


def test_search(play):
    t = play("Play: search your deck for a chosen Assist card.", deck=[FILLER, "Hat", "Back"])
    assert (t.zone(0, "hand"), t.n_deck(0)) == (["Hat"], 2)


def test_take_back(play):
    text = "Play: take back a chosen Unit card from your discard pile."
    t = play(text, "Back", discard=["Back", "Rear", "Hat"])
    assert t.zone(0, "hand") == t.zone(0, "shown") == ["Back"]


def test_look(play):
    assert play("Play: look at the enemy hand.", hand=["Hat"]).zone(1, "shown") == ["Hat"]


# Units


def test_damage_by_a_card_is_as_printed(play):
    assert play("Play: deal 70 damage to the enemy main unit.").damage("Wall") == 70


def test_heal_stops_at_no_damage(play):
    t = play("Play: heal 50 damage from each own unit.", damage=40)
    assert (t.damage("Ace"), t.damage("Back"), t.damage("Wall")) == (0, 0, 40)


def test_knock_out(play):
    t = play("Play: KO the enemy main unit.", "Rear")
    assert (t.zone(1, "ko"), t.main_of(1)) == (["Wall"], "Rear")


def test_stun_takes_main_units_only(play):
    t = play("Play: stun each enemy unit.")
    assert (t.is_stunned("Wall"), t.is_stunned("Rear")) == (True, False)


def test_wake(play):
    assert not play("Play: stun your main unit; wake your main unit.").is_stunned("Ace")


def test_move_up(play):
    t = play("Play: move a chosen enemy standby unit up.")
    assert (t.main_of(1), t.standby_of(1)) == ("Rear", ["Wall"])


def test_return_to_hand(play):
    t = play("Play: return a chosen enemy standby unit to hand.", energy=1)
    assert (t.zone(1, "hand"), t.zone(1, "discard"), t.zone(1, "ko")) == (["Rear"], [FILLER], [])


def test_shuffle_into_the_deck(play):
    t = play("Play: shuffle a chosen enemy standby unit into the deck.", deck=[FILLER])
    assert (t.n_deck(1), t.standby_of(1)) == (2, [])


def test_sacrifice_counts_no_ko(play):
    t = play("Play: put your main unit into the discard pile.")
    assert t.asked == (0, "PROMOTE")
    assert (t.zone(0, "discard"), t.zone(0, "ko")) == (["Ace"], [])


def test_put_from_the_discard_pile_into_standby_while_there_is_room(play):
    text = "Play: put up to 3 chosen Unit cards from your discard pile into standby."
    t = play(text, "Ace", "Ace", "Ace", discard=["Ace", "Ace", "Ace"])
    assert (t.standby_of(0), t.zone(0, "discard")) == (["Ace", "Ace", "Back"], ["Ace", "Spell"])


def test_discard_an_assist(play):
    t = play("Play: discard the Assist of the enemy main unit.", hat="Hat")
    assert t.zone(1, "discard") == ["Hat"]
    assert t.find("Wall")["assist"] == ""


# Energy


def test_attach_from_hand(play):
    text = "Play: attach a chosen card from your hand to your main unit."
    t = play(text, "Hat", hand=["Hat", FILLER])
    assert (t.energy("Ace"), t.zone(0, "hand")) == (1, [FILLER])


def test_attach_from_the_deck(play):
    t = play("Play: attach the top 2 cards of your deck to your main unit.")
    assert (t.energy("Ace"), t.n_deck(0)) == (2, 6)


def test_attach_from_the_discard_pile(play):
    text = "Play: attach a chosen card from your discard pile to a chosen own standby unit."
    t = play(text, discard=["Hat"])
    assert (t.energy("Back"), t.zone(0, "discard")) == (1, ["Spell"])


def test_move_energy(play):
    t = play("Play: move 2 energy from your main unit to a chosen own standby unit.", energy=2)
    assert (t.energy("Ace"), t.energy("Back")) == (0, 4)


def test_discard_energy(play):
    t = play("Play: discard 1 energy from the enemy main unit.", FILLER, energy=3)
    assert (t.energy("Wall"), t.zone(1, "discard")) == (2, [FILLER])


# Lasting changes


@pytest.mark.parametrize(
    "text, dealt",
    [
        ("your main unit deals +50 damage", 150),
        ("your main unit deals double damage", 200),
        ("the enemy main unit takes -30 damage", 70),
        ("the enemy main unit takes half damage", 50),
        ("the enemy main unit takes no damage", 0),
        ("your main unit has advantage over red", 200),
        ("each enemy standby unit takes +50 damage", 100),
    ],
)
def test_what_changes_a_skills_damage(play, text, dealt):
    t = play(f"Play: {text} this turn.").do("end main phase", "skill 1")
    assert t.damage("Wall") == dealt


def test_is_also_adds_an_attribute(lay):
    text = "Play: the enemy main unit is also blue this turn."
    t = lay(unit("Ace", advantage="Blue"), WALL, action("Spell", text))
    t.main(0, "Ace").main(1, "Wall").hand(0, "Spell").start()
    t.do("play Spell", "end main phase", "skill 1")
    assert t.damage("Wall") == 200


def test_hp_keeps_a_unit_alive_as_long_as_it_lasts(play):
    t = play("Play: your main unit gets +100 HP this turn; deal 350 damage to your main unit.")
    assert t.main_of(0) == "Ace"
    t.do("end main phase", "no skill")
    assert (t.zone(0, "ko"), t.asked) == (["Ace"], (0, "PROMOTE"))


def test_retreat_cost(play):
    t = play("Play: your main unit gets -1 retreat cost this turn.")
    assert "retreat to Back" in t.offers


def test_skill_cost(play):
    t = play("Play: your main unit gets +1 skill cost this turn.")
    assert t.do("end main phase").offers == ["no skill"]


def test_cannot_use_skills(play):
    t = play("Play: your main unit can't use skills this turn.")
    assert t.do("end main phase").offers == ["no skill"]


def test_cannot_retreat(play):
    t = play("Play: your main unit can't retreat this turn.", energy=1)
    assert "retreat to Back" not in t.offers


def test_cannot_be_stunned(play):
    text = "Play: the enemy main unit can't be stunned this turn; stun the enemy main unit."
    assert not play(text).is_stunned("Wall")


def test_the_enemy_cannot_play_events(lay):
    text = "Play: the enemy can't play Events until the end of the enemy's next turn."
    t = lay(ACE, WALL, event("Boon", "Play: draw 1 card."), action("Spell", text))
    t.main(0, "Ace").main(1, "Wall").hand(0, "Spell", "Boon").hand(1, "Boon").start()
    assert "play Boon" in t.do("play Spell").offers
    assert "play Boon" not in t.do("end main phase", "no skill").offers


# More this turn


def test_more_charges(play):
    t = play("Play: you may charge 1 more time this turn.", hand=[FILLER, FILLER])
    t.do("charge", FILLER, "Ace", "charge", FILLER, "Ace")
    assert t.energy("Ace") == 2 and "charge" not in t.offers


def test_more_events(lay):
    boon = event("Boon", "Play: you may play 1 more Event this turn.")
    t = lay(ACE, WALL, boon)
    t.main(0, "Ace").main(1, "Wall").hand(0, "Boon", "Boon").start().do("play Boon")
    assert "play Boon" in t.offers


def test_more_retreats(play):
    t = play("Play: you may retreat 1 more time this turn.", energy=1)
    t.do("retreat to Back", "retreat to Ace")
    assert t.main_of(0) == "Ace"


def test_this_skill_deals(lay):
    t = lay(unit("Ace", "Skill 1: this skill deals +20 damage for each energy on this unit."), WALL)
    t.main(0, "Ace", energy=3).main(1, "Wall").start().do("end main phase", "skill 1")
    assert t.damage("Wall") == 160


@pytest.mark.parametrize(
    "duration, turns",
    [
        ("this turn", 0),
        ("until the end of the enemy's next turn", 1),
        ("until the end of your next turn", 2),
        ("while in play", 9),
    ],
)
def test_durations(play, duration, turns):
    t = play(f"Play: your main unit can't use skills {duration}.", hp=2000)
    for turn in range(4):
        assert (t.state.n_lasting == 1) == (turn <= turns)
        t.do("end main phase", "no skill")
