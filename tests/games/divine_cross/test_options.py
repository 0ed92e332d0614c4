"""What each rule option changes; the test of an option is called after it."""

import pytest

from evenhand.decks.deck_list import load_deck
from evenhand.decks.divine_cross.schema import SCHEMA
from evenhand.decks.problems import InputError
from evenhand.simulate.games.divine_cross.options import OPTIONS
from tests.games.divine_cross.table import FILLER, Table, action, assist, event, unit, write_pool

ACE, BACK, WALL, REAR = (unit(name, retreat=0) for name in ("Ace", "Back", "Wall", "Rear"))
READ = action("Read", "Play: draw 1 card.")
BOON = event("Boon", "Play: draw 1 card.")
HAT = assist("Hat", "Always: this unit deals +30 damage.")


@pytest.fixture
def table(lay):
    """Lay a usual table under changed options."""

    def laid(*cards, hand=(), at="main", turn=3, **options):
        t = lay(ACE, BACK, WALL, REAR, READ, BOON, HAT, *cards, **options)
        t.main(0, "Ace").standby(0, "Back").main(1, "Wall").standby(1, "Rear")
        return t.hand(0, *hand).start(at=at, turn=turn)

    return laid


def new_game(lay, decks=("Ace", "Ace"), **options):
    t = lay(ACE, READ, **options)
    return t.begin_game(*([name] * 30 for name in decks))


def game_with_reveals(pool, decks, wanted, **options):
    """Deal until the seats had to show so many hands."""
    for seed in range(2_000):
        t = Table(pool, **options).begin_game(*decks, seed=seed)
        if tuple(player.reveals for player in t.state.players) == wanted:
            return t
    raise AssertionError(f"no deal with {wanted} reveals")


def answered(t, word):
    """Answer all questions about bonus draws; give who was asked."""
    seats = []
    while t.asked[1] == "BONUS_DRAW":
        seats.append(t.asked[0])
        t.do(word)
    return seats


@pytest.fixture
def poor_pool(lay):
    return lay(ACE, READ).pool


POOR = ["Ace"] * 5 + ["Read"] * 25


def test_every_option_has_its_test():
    assert {option.name for option in OPTIONS} <= {name.removeprefix("test_") for name in globals()}


def test_opening_hand(lay):
    assert len(new_game(lay, opening_hand=7).zone(0, "hand")) == 7


def test_draws_per_turn(table):
    assert len(table(at="draw", draws_per_turn=3).zone(0, "hand")) == 3


@pytest.mark.parametrize("draws, n", [(1, 1), (0, 0)])
def test_first_player_draws(table, draws, n):
    t = table(at="draw", turn=1, first_player_draws=draws)
    assert len(t.zone(0, "hand")) == n


def test_second_player_cards(poor_pool):
    t = game_with_reveals(poor_pool, (["Ace"] * 30, POOR), (0, 1), second_player_cards=2)
    assert answered(t, "no") == [0]
    assert (len(t.zone(0, "hand")), len(t.zone(1, "hand"))) == (5, 7)


def test_first_player_skills(table):
    t = table(turn=1, first_player_skills=1).do("end main phase")
    assert "skill 1" in t.offers


@pytest.mark.parametrize("rule, asked", [("each", [0, 0, 1]), ("net", [0]), ("none", [])])
def test_mulligan_bonus(poor_pool, rule, asked):
    t = game_with_reveals(poor_pool, (POOR, POOR), (1, 2), mulligan_bonus=rule)
    assert answered(t, "yes") == asked


def test_mulligan_bonus_time(poor_pool):
    at_reveal = {"mulligan_bonus_time": "at_reveal"}
    for seed in range(200):
        t = Table(poor_pool, **at_reveal).begin_game(POOR, ["Ace"] * 30, seed=seed)
        if t.asked == (1, "BONUS_DRAW"):
            break
    assert t.state.players[0].reveals == 1
    n = len(answered(t, "yes"))
    assert n == t.state.players[0].reveals
    assert len(t.zone(1, "hand")) == 5 + n
    assert t.state.tally[1].opening & t.state.tally[1].drawn == 0


def test_a_bonus_draw_may_be_declined(poor_pool):
    t = game_with_reveals(poor_pool, (POOR, POOR), (0, 1))
    assert answered(t, "no") == [0]
    assert len(t.zone(0, "hand")) == 5


def test_mulligan_cap(lay):
    t = lay(ACE, READ, mulligan_cap=1)
    t = Table(t.pool, mulligan_cap=1)
    t = game_with_reveals(t.pool, (["Ace"] + ["Read"] * 29, ["Ace"] * 30), (1, 0), mulligan_cap=1)
    answered(t, "no")
    assert (t.offers, len(t.zone(0, "hand")), t.n_deck(0)) == (["Ace"], 5, 25)


def test_hand_limit(table):
    t = table(hand=["Ace", "Back", "Rear"], hand_limit=2).do("end main phase", "no skill")
    assert t.asked == (0, "HAND_LIMIT")
    assert t.do("Back").zone(0, "hand") == ["Ace", "Rear"]
    assert t.asked == (1, "MAIN_PHASE")


def test_assist_replace(table):
    t = table(hand=["Hat", "Hat"], assist_replace=1).do("play Hat", "Ace", "play Hat", "Ace")
    assert t.zone(0, "discard") == ["Hat"]


def test_commands_without_effect(table):
    mend = action("Mend", "Play: heal 10 damage from a chosen damaged own unit.")
    t = table(mend, hand=["Mend"], commands_without_effect=1).do("play Mend")
    assert t.zone(0, "discard") == ["Mend"]


def test_ex_uses_per_turn(lay):
    t = lay(unit("Ace", "Activate: draw 1 card."), WALL, ex_uses_per_turn=1)
    t.main(0, "Ace").main(1, "Wall").start().do("use Ace")
    assert "use Ace" not in t.offers
    t.do("end main phase", "no skill", "end main phase", "no skill")
    assert "use Ace" in t.offers


def test_ex_uses_printed_per_game_outlast_a_turn(lay):
    t = lay(unit("Ace", "Activate, twice per game: draw 1 card."), WALL, ex_uses_per_turn=1)
    t.main(0, "Ace").main(1, "Wall").start().do("use Ace")
    t.do("end main phase", "no skill", "end main phase", "no skill")
    assert "use Ace" in t.offers


@pytest.mark.parametrize("rule, hit_on_promoted", [("batch", 0), ("per_card", 100)])
def test_deckout_damage(lay, rule, hit_on_promoted):
    t = lay(unit("Ace", hp=100), BACK, WALL, draws_per_turn=2, deckout_damage=rule)
    t.main(0, "Ace").standby(0, "Back").main(1, "Wall").deck(0).start(at="draw")
    assert t.do("Back").damage("Back") == hit_on_promoted


def test_many_missing_cards_one_by_one(lay):
    spell = action("Spell", "Play: draw 99 cards.")
    t = lay(ACE, BACK, WALL, spell, deckout_damage="per_card")
    t.main(0, "Ace").standby(0, "Back").main(1, "Wall").hand(0, "Spell").deck(0).start()
    assert t.do("play Spell", "Back").result == ("player_2", "no_unit_left")


def test_deckout_amount(lay):
    t = lay(ACE, WALL, deckout_amount=30)
    t.main(0, "Ace").main(1, "Wall").deck(0).start(at="draw")
    assert t.damage("Ace") == 30


@pytest.mark.parametrize(
    "rule, winner",
    [("draw", "nobody"), ("active_loses", "player_2"), ("active_wins", "player_1")],
)
def test_simultaneous_loss(lay, rule, winner):
    t = lay(ACE, WALL, action("Spell", "Play: KO each unit."), simultaneous_loss=rule)
    t.main(0, "Ace").main(1, "Wall").hand(0, "Spell").start().do("play Spell")
    assert t.result == (winner, "both_lose")


def test_turn_cap(table):
    t = table(turn_cap=4).do("end main phase", "no skill", "end main phase", "no skill")
    assert t.result == ("nobody", "turn_cap")


@pytest.mark.parametrize("on, standby, own", [(0, 40, 10), (1, 140, 10)])
def test_advantage_on_standby(lay, on, standby, own):
    text = (
        "Skill 1: deal 40 damage to each enemy standby unit; deal 10 damage to this unit. "
        "Always: this unit deals +30 damage."
    )
    t = lay(unit("Ace", text, advantage="Red"), WALL, REAR, advantage_on_standby=on)
    t.main(0, "Ace").main(1, "Wall").standby(1, "Rear").start().do("end main phase", "skill 1")
    assert (t.damage("Rear"), t.damage("Ace")) == (standby, own)


def lonely(lay, **options):
    leave = action("Leave", "Play: return your main unit to hand.")
    t = lay(ACE, WALL, BOON, leave, unit("Imp", "Activate: draw 1 card."), **options)
    return t.main(0, "Ace").main(1, "Wall").hand(0, "Leave").start().do("play Leave")


def test_empty_area_loses(lay):
    assert lonely(lay).result == ("player_2", "no_unit_left")
    t = lonely(lay, empty_area_loses=0)
    assert t.offers == ["play Ace", "end main phase"]
    assert t.do("play Ace").asked == (0, "PROMOTE")
    assert t.do("Ace").main_of(0) == "Ace"


def test_an_empty_area_takes_no_damage_and_passes(lay):
    t = lonely(lay, empty_area_loses=0).do(
        "end main phase", "no skill", "end main phase", "skill 1"
    )
    assert (t.asked, t.result) == ((0, "MAIN_PHASE"), None)


def test_an_area_emptied_by_kos_loses_under_any_option(lay):
    frail = unit("Back", hp=50)
    t = lay(unit("Ace", "Always while main: each own standby unit gets +100 HP.", hp=100), frail,
            WALL, action("Spell", "Play: KO your main unit."), empty_area_loses=0)  # fmt: skip
    t.main(0, "Ace").standby(0, "Back", damage=60).main(1, "Wall").hand(0, "Spell").start()
    assert t.do("play Spell").result == ("player_2", "no_unit_left")


def test_ko_limit(table):
    t = table(action("Spell", "Play: KO the enemy main unit."), hand=["Spell"], ko_limit=1)
    assert t.do("play Spell").result == ("player_1", "ko_limit")


def test_standby_slots(table):
    assert "play Rear" not in table(hand=["Rear"], standby_slots=1).offers
    assert "play Rear" in table(hand=["Rear"], standby_slots=2).offers


def test_charges_per_turn(table):
    t = table(hand=["Hat", "Hat"], charges_per_turn=2)
    t.do("charge", "Hat", "Ace", "charge", "Hat", "Ace")
    assert t.energy("Ace") == 2 and "charge" not in t.offers


def test_events_per_turn(table):
    t = table(hand=["Boon", "Boon"], events_per_turn=2).do("play Boon", "play Boon")
    assert t.zone(0, "discard") == ["Boon", "Boon"]


def test_retreats_per_turn(table):
    t = table(retreats_per_turn=2).do("retreat to Back", "retreat to Ace")
    assert t.main_of(0) == "Ace" and "retreat to Back" not in t.offers


def test_advantage_factor(lay):
    t = lay(unit("Ace", advantage="Red"), unit("Wall", hp=900), advantage_factor=3)
    t.main(0, "Ace").main(1, "Wall").start().do("end main phase", "skill 1")
    assert t.damage("Wall") == 300


def test_actions_cap(table):
    t = table(hand=["Read"] * 6, actions_cap=5).do(*["play Read"] * 5)
    assert t.offers == ["end main phase"]


def deck_problems(folder, lines, **options):
    units = [unit(f"Unit {n}") for n in range(13)]
    pool = write_pool(folder, *units, unit("Twin"), action("Twin", "Play: draw 1 card."))
    path = folder / "deck.txt"
    path.write_text("\n".join([*lines, *(f"2 {card['name']}" for card in units)]))
    try:
        load_deck(SCHEMA, pool, path, options=options)
    except InputError as error:
        return len(error.problems)
    return 0


def test_copy_limit(tmp_path):
    assert deck_problems(tmp_path, [f"4 {FILLER}"]) == 1
    assert deck_problems(tmp_path, [f"4 {FILLER}"], copy_limit=4) == 0


def test_copy_key(tmp_path):
    twins = ["2 Twin (Unit)", "2 Twin (Action)"]
    assert deck_problems(tmp_path, twins) > 0
    assert deck_problems(tmp_path, twins, copy_key="name_and_type") == 0


@pytest.mark.parametrize(
    "decks, winner", [(("Read", "Ace"), "player_2"), (("Read", "Read"), "nobody")]
)
def test_a_deck_without_units_cannot_begin(lay, decks, winner):
    assert new_game(lay, decks).result == (winner, "no_unit_to_start")
