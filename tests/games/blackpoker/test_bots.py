"""What bots may know, and the few things that no bot should get wrong."""

import random

import numpy as np
import pytest

from evenhand.simulate.bots.bot_files import load_bot, pack_bots
from evenhand.simulate.engine.sets import each, size
from evenhand.simulate.engine.state import is_over
from evenhand.simulate.games.blackpoker import GAME
from evenhand.simulate.games.blackpoker.bot.hidden import resample_hidden
from evenhand.simulate.games.blackpoker.bot.scores import score
from evenhand.simulate.games.blackpoker.enums import SEATS
from evenhand.simulate.games.blackpoker.state import STATE
from tests.games.blackpoker.table import ORDER, TABLE, Table, attack
from tests.games.blackpoker.test_random_games import places_of_cards

BOT = pack_bots(GAME, [load_bot(GAME, "heuristic")])[0]


def choice(t):
    """Return what the heuristic bot answers."""
    return t.words_of(max(t.open_menu(), key=lambda action: worth(t, action)))


def worth(t, action):
    return int(score(t.state, TABLE, t.options, BOT.weights, action))


def answers(t, n=1):
    """Let the bot answer for both players; list what it says."""
    said = []
    for _ in range(n):
        said.append(choice(t))
        t.do(said[-1])
    return said


def redealt(t, world):
    """Return a copy of the game in which what the asked seat cannot see is dealt anew."""
    other = Table()
    other.options = t.options
    other.states = np.zeros(1, STATE)
    other.states[0] = t.state
    other.state = other.states[0]
    other.state.rng.world = world
    resample_hidden(other.state, TABLE, other.options, other.state.seat)
    return other


def play_some(seed, n):
    """Play a game with random answers up to some question."""
    luck = random.Random(seed)
    t = Table().begin_game(seed=seed)
    for _ in range(n):
        if is_over(t.state):
            return None
        t.apply(luck.choice(t.open_menu()))
    return None if is_over(t.state) else t


@pytest.mark.parametrize("seed", range(30))
def test_hidden_cards_decide_nothing(seed):
    t = play_some(seed, 10 + 4 * seed)
    if t is None:
        pytest.skip("the game is over")
    offers = t.offers
    scores = [worth(t, action) for action in t.open_menu()]
    for world in range(1, 6):
        other = redealt(t, world)
        assert other.offers == offers
        assert scores == [worth(other, action) for action in other.open_menu()]


@pytest.mark.parametrize("seed", range(10))
def test_a_new_deal_keeps_what_the_seat_sees(seed):
    t = play_some(seed, 40)
    if t is None:
        pytest.skip("the game is over")
    other, seat = redealt(t, 1), int(t.state.seat)
    for player in range(SEATS):
        before, after = t.state.players[player], other.state.players[player]
        assert places_of_cards(other.state, player) == list(range(len(ORDER)))
        assert before.n_deck == after.n_deck
        assert size(int(before.hand)) == size(int(after.hand))
        assert before.shown & ~after.hand == 0
        for field in ("grave", "soldiers", "driven", "bulwarks", "spent"):
            assert before[field] == after[field]
    mine, same = t.state.players[seat], other.state.players[seat]
    assert mine.hand == same.hand
    assert [mine.bulwark[p] for p in each(int(mine.bulwarks))] == [
        same.bulwark[p] for p in each(int(same.bulwarks))
    ]


def test_a_new_deal_owes_nothing_to_the_old():
    t = play_some(3, 40)
    enemy = t.state.players[1 - int(t.state.seat)]
    stirred = redealt(t, 5)
    stirred.state.rng.used[:] = t.state.rng.used
    once, twice = redealt(t, 7), redealt(stirred, 7)
    assert once.state.players.tobytes() == twice.state.players.tobytes()
    assert enemy.hand != once.state.players[1 - int(t.state.seat)].hand


def test_throws_to_win():
    t = Table().hand(0, "S9", "SK", "C2", "CK").deck(0, 20).deck(1, 12).start()
    assert answers(t, 2) == ["throw", "SK"]


def test_does_not_draw_the_last_card():
    t = Table().deck(0, 20).deck(1, 2).start().do("end").settle()
    assert (t.asked, choice(t)) == ((1, "SECOND_DRAW"), "no")


def test_attacks_to_win():
    t = Table().soldier(0, "S9").soldier(0, "H9").bulwarks(1, "C2").deck(0, 20).deck(1, 9).start()
    assert answers(t)[0] == "attack"
    t.settle()
    assert answers(t, 2) == ["S9", "H9"]


def test_blocks_what_would_win():
    t = Table().soldier(0, "S9").soldier(1, "H2").deck(0, 20).deck(1, 9).start()
    assert choice(attack(t, "S9")) == "H2"


def test_blocks_with_the_bulwark_that_beats_the_attacker():
    t = Table().soldier(0, "SK").bulwarks(1, "C2", "DK", "C5").deck(0, 20).deck(1, 30).start()
    assert choice(attack(t, "SK")) == "wall 1"


def test_counters_a_throw_that_would_win():
    t = Table().hand(0, "SK", "C2").hand(1, "C5", "D3").deck(0, 20).deck(1, 13).start()
    assert choice(t.do("throw", "SK", "C2")) == "counter C5"


def test_wastes_no_counter_on_a_higher_key():
    t = Table().hand(0, "S9").bulwarks(0, "H2").hand(1, "C5", "D3").deck(0, 20).deck(1, 20)
    assert choice(t.start().do("summon S9", "wall 0")) == "pass"


def test_shrinks_the_blocker_to_win_the_fight():
    t = Table().soldier(0, "SK").hand(0, "S3", "C2").soldier(1, "HQ", "H2").deck(0, 20)
    attack(t.deck(1, 20).start(), "SK").do("HQ")
    assert t.asked == (0, "RESPOND")
    assert choice(t) == "down S3"
    t.do("down S3")
    t.do("C2")
    assert choice(t) == "enemy HQ"


def test_twists_the_attacker_that_would_win():
    t = Table().soldier(0, "SK").hand(1, "D3", "C2").deck(0, 20).deck(1, 10).start().do("attack")
    assert choice(t) == "twist D3"
    t.do("twist D3", "C2")
    assert choice(t) == "enemy SK"
    assert choice(t.do("enemy SK").settle()) == "drive"


# Winning now


def test_adds_up_throws_and_the_attack():
    t = Table().hand(0, "S3", "CK").soldier(0, "D2").deck(0, 20).deck(1, 5).start()
    assert choice(t) == "throw"
    t = Table().hand(0, "S3", "S2", "CK", "C4").deck(0, 20).deck(1, 5).start()
    assert choice(t) == "throw"


def test_summons_an_ace_to_win():
    t = Table().hand(0, "SA", "S3").soldier(0, "H9").deck(0, 20).deck(1, 10).start()
    assert choice(t) == "summon SA"
    assert choice(t.do("summon SA").settle()) == "attack"


def test_summons_no_ace_that_takes_its_own_last_card():
    t = Table().hand(0, "SA", "S3").soldier(0, "H9").deck(0, 1).deck(1, 10).start()
    assert choice(t) != "summon SA"


@pytest.mark.parametrize("half, found", [("C2", "S10"), ("S10", "C2")])
def test_searches_for_the_other_half_of_a_throw_that_wins(half, found):
    t = Table().hand(0, "Red Joker", half).deck(0, found, 20).deck(1, 9).start()
    assert answers(t, 2)[0] == "search Red Joker"
    assert answers(t)[0] == "throw"


def test_lifts_the_attacker_that_nobody_blocks_to_win():
    t = Table().soldier(0, "S9").hand(0, "H5", "C2").deck(0, 20).deck(1, 12).start()
    t.do("attack").settle().do("S9").settle_to("judgement")
    assert answers(t, 3) == ["up H5", "C2", "S9"]


# The last cards


@pytest.mark.parametrize("card", ["SA", "S7", "SK", "Red Joker", "H2"])
def test_never_pays_the_last_card_for_anything(card):
    # Not even to force a draw: whatever is paid for, the check comes before anything else
    # could empty the enemy's deck.
    t = Table().hand(0, card).soldier(0, "S3", driven=True).bulwarks(0, "H3", "H4")
    assert choice(t.deck(0, 1).deck(1, 20).start()) == "end"


def test_shrinks_the_attacker_that_would_win():
    t = Table().soldier(0, "S9").hand(1, "S5", "C2").deck(0, 20).deck(1, 8).start()
    t.do("attack").settle().do("S9").settle_to("judgement")
    assert answers(t, 3) == ["down S5", "C2", "enemy S9"]


@pytest.mark.parametrize(
    "soldiers, said", [(("SK", "CK", "H8"), "end"), (("S3", "CA", "H2"), "summon HK")]
)
def test_keeps_bulwarks_charged_against_an_attack_that_would_win(soldiers, said):
    t = Table().hand(0, "HK").bulwarks(0, "C2", "C3").deck(0, 20).deck(1, 30)
    for soldier in soldiers:
        t.soldier(1, soldier)
    t.start().state.sets = 1
    assert choice(t) == said


def test_pays_with_a_bulwark_that_is_no_trap():
    t = Table().hand(0, "S10").bulwarks(0, "D9", "D3").soldier(1, "S9").deck(0, 30).deck(1, 20)
    assert choice(t.start().do("summon S10")) == "wall 1"


# Spells


@pytest.mark.parametrize("summoned, said", [("S10", "counter C10"), ("S2", "pass")])
def test_counters_what_is_worth_it(summoned, said):
    t = Table().hand(0, summoned, "H2").bulwarks(0, "D2").hand(1, "C10", "D3").deck(0, 20)
    assert choice(t.deck(1, 20).start().do(f"summon {summoned}", "wall 0")) == said


def test_counters_two_keys_with_the_lowest_club():
    t = Table().hand(0, "SK", "C3").hand(1, "C10", "CA", "D3").deck(0, 20).deck(1, 30).start()
    assert choice(t.do("throw", "SK", "C3")) == "counter CA"


@pytest.mark.parametrize("blocker, said", [("DJ", ["up H5", "C2", "S9"]), ("D6", ["pass"])])
def test_lifts_the_attacker_after_the_block_if_it_helps(blocker, said):
    t = Table().soldier(0, "S9").hand(0, "H5", "C2").soldier(1, blocker).deck(0, 20).deck(1, 20)
    attack(t.start(), "S9").do(blocker)
    assert answers(t, len(said)) == said


@pytest.mark.parametrize("key, target", [("H5", "D6"), ("S5", "enemy S9")])
def test_saves_the_blocker(key, target):
    t = Table().soldier(0, "S9").hand(1, key, "C2").soldier(1, "D6").deck(0, 20).deck(1, 20)
    attack(t.start(), "S9").do("D6")
    spell = "up" if key == "H5" else "down"
    assert answers(t, 3) == [f"{spell} {key}", "C2", target]


def test_keeps_spells_until_after_the_block():
    t = Table().soldier(0, "S9").hand(0, "H5", "S4", "C2").soldier(1, "DJ").deck(0, 20).deck(1, 20)
    t.start().do("attack", "S9")
    assert (t.asked, choice(t)) == ((0, "RESPOND"), "pass")


def test_does_not_attack_a_greater_soldier():
    t = Table().soldier(0, "S9").soldier(1, "DJ").deck(0, 20).deck(1, 20).start()
    assert choice(t.do("attack")) == "enough"


def test_equips_to_attack_past_a_greater_soldier():
    t = Table().soldier(0, "S9").bulwarks(0, "H2", "C2").hand(0, "SK").soldier(1, "DJ")
    assert choice(t.deck(0, 20).deck(1, 20).start()) == "equip SK"


@pytest.mark.parametrize("blocker, target", [("wall", "wall 0"), ("HK", "HK")])
def test_charges_a_blocker_against_an_attack_that_would_win(blocker, target):
    t = Table().soldier(0, "S9").hand(1, "D5", "C2").deck(0, 20).deck(1, 8)
    t = t.bulwarks(1, "HK", driven=True) if blocker == "wall" else t.soldier(1, "HK", driven=True)
    t.start().do("attack", "pass", "S9")
    assert answers(t, 3) == ["twist D5", "C2", target]
    assert choice(t.settle()) == "charge"


@pytest.mark.parametrize("blocker, target", [("wall", "enemy wall 0"), ("HK", "enemy HK")])
def test_drives_the_last_blocker_to_win(blocker, target):
    t = Table().soldier(0, "S9").hand(0, "D5", "C2").deck(0, 20).deck(1, 8)
    t = t.bulwarks(1, "HK") if blocker == "wall" else t.soldier(1, "HK")
    t.start().do("attack", "S9")
    assert answers(t, 3) == ["twist D5", "C2", target]
    assert choice(t.settle()) == "drive"
