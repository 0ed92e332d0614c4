"""Every game's table in words: shown, laid out again, looked over, and told."""

import json
from itertools import pairwise

import numpy as np
import pytest

from evenhand.decks.deck_list import load_deck, sample_decks
from evenhand.decks.pool import load_pool
from evenhand.simulate.bots.bot_files import load_bot
from evenhand.simulate.engine.options import option_values
from evenhand.simulate.engine.sets import add
from evenhand.simulate.registry import game_names, load_game
from evenhand.simulate.replay.patches import apply_change, find_change
from evenhand.simulate.replay.story import describe_changes, describe_states
from evenhand.simulate.runs.batch import Chunk, Trace, plan_arrays, play
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.scenarios.layout import lay_out
from evenhand.simulate.scenarios.play import begin_table
from evenhand.simulate.scenarios.scenario import load_scenario
from evenhand.simulate.view.fields import Derived, Sight
from evenhand.simulate.view.zones import CardPlace, CardSet, Marked, Row
from tests.amounts import how_much

pytestmark = pytest.mark.xdist_group("view")  # games are recorded once

GAMES = 3
MANY = 300  # states that are looked at one by one
LAID_OUT = 60  # of them, which takes longer


class Recorded:
    """All states of a few random games."""

    def __init__(self, game):
        self.game, self.view = game, game.view
        mode, options = game.schema.modes[0], option_values(game.options, {})
        pool = load_pool(game.schema)
        decks = [
            load_deck(game.schema, pool, path, mode, options)
            for path in list(sample_decks(game.schema, mode).values())[:2]
        ]
        bots = [load_bot(game, "random")]
        plan = Plan(game, mode, pool, decks, bots, options, games=2, seed=1, mirrors=False)
        arrays = plan_arrays(plan)
        self.options = arrays.options[0]
        self.sight = Sight(pool, arrays.pool[0])
        self.states = [state for number in range(GAMES) for state in self.played(arrays, number)]

    def played(self, arrays, number):
        trace = Trace.blank(self.game.state_record(self.game.seats[0]))
        play(arrays, Chunk(0, 0, number, 1), trace=trace)
        return trace.states[: np.count_nonzero(trace.steps["n"]) + 1]

    def show(self, state):
        """Show what can be laid out again."""
        shown = self.view.show(state, self.sight)
        given = layable(self.view.table, shown)
        for key, fields, _ in self.view.parts(state, self.sight):
            if key:
                given[key] = layable(fields, shown[key])
        return given


def layable(fields, shown):
    found = {}
    for one in fields:
        match one:
            case Derived():
                continue
            case CardPlace():
                found[one.name] = layable(one.fields, shown[one.name])
            case Row():
                found[one.name] = [layable(one.fields, place) for place in shown[one.name]]
            case _ if one.name in shown:
                found[one.name] = shown[one.name]
    return found


@pytest.fixture(scope="module", params=game_names())
def recorded(request):
    return Recorded(load_game(request.param))


def test_a_table_that_is_shown_can_be_laid_out_again(recorded):
    for state in recorded.states[:: how_much(max(5, len(recorded.states) // LAID_OUT), 5)]:
        given = recorded.show(state)
        laid = lay_out(recorded.game, recorded.sight, given, recorded.options, "test")
        assert recorded.show(laid) == given
        assert recorded.view.find_misplaced(laid, recorded.sight) == []


def test_random_games_reach_all_parts_of_the_table(recorded):
    for name in [one.name for one in recorded.view.player if isinstance(one, (CardPlace, Row))]:
        assert any(recorded.show(state)["player_1"][name] for state in recorded.states)


def test_every_card_is_in_one_place_all_the_time(recorded):
    assert len(recorded.states) > 10 * GAMES
    for state in recorded.states[:: how_much(3, 1)]:
        assert recorded.view.find_misplaced(state, recorded.sight) == []


def test_a_card_in_two_places_is_found(recorded):
    state = recorded.states[-1].copy()
    zone, part = next(
        (one, part)
        for _, fields, part in recorded.view.parts(state, recorded.sight)
        for one in fields
        if isinstance(one, CardSet) and not isinstance(one, Marked) and not one.owner_is_enemy
    )
    inside = {held.copy for held in zone.cards(part)}
    other = next(copy for copy in range(state.deck_size[part.seat]) if copy not in inside)
    part.record[zone.at] = add(int(part.record[zone.at]), other)
    (told,) = recorded.view.find_misplaced(state, recorded.sight)
    assert f"({other}) is " in told and zone.words in told and " and " in told


def test_a_card_in_no_deck_is_found(recorded):
    state = recorded.states[-1].copy()
    state.deck_size[0] -= 1
    assert [
        told.partition(" holds ")[2] for told in recorded.view.find_misplaced(state, recorded.sight)
    ] == ["a card that is in no deck"]


def test_a_card_that_is_nowhere_is_found(recorded):
    state = recorded.states[0].copy()
    state.players[0] = np.zeros(1, state.players.dtype)[0]
    lost = [
        told for told in recorded.view.find_misplaced(state, recorded.sight) if "nowhere" in told
    ]
    assert len(lost) >= state.deck_size[0] - 5 and all(
        told.startswith("Player 1's") for told in lost
    )


# What an answer changed


@pytest.fixture
def told(tmp_path):
    """Lay a table out, answer, and give what the last answer changed."""

    def changed(given, *answers, cards=""):
        path = tmp_path / "test.toml"
        head = 'game = "divine_cross"\ntitle = "A test"\nexpect.turn = 3\n'
        path.write_text(head + given + cards, encoding="utf-8")
        sitting = begin_table(load_scenario(path))
        steps = [sitting.take(sitting.offers().index(answer)) for answer in answers]
        return list(steps[-1].changes)

    return changed


MAINS = 'given.player_1.main = "Filler"\ngiven.player_2.main = "Filler"\n'
READ = '[[card]]\nname = "Read"\ntype = "Action"\nabilities = "Play: draw 2 cards."\n'


def test_changes_tell_damage_a_draw_and_the_turn(told):
    assert told('phase = "battle"\n' + MAINS, "skill 1: Hit") == [
        "Player 2: Filler: deck → hand",
        "Player 2: Filler damage: 0 → 100",
        "turn 4 begins",
    ]


def test_changes_tell_cards_that_go_together_in_one_line(told):
    assert told(MAINS + 'given.player_1.hand = ["Read"]\n', "play Read", cards=READ) == [
        "Player 1: Filler, Filler: deck → hand",
        "Player 1: Read: hand → discard",
    ]


def test_changes_tell_a_move_with_what_stays_on_the_unit(told):
    units = 'given.player_1 = { main = { unit = "Filler", energy = 2 }, standby = ["Back"] }\n'
    back = '[[card]]\nname = "Back"\nlike = "Filler"\n'
    answers = ["retreat to Back", "Filler"]
    assert sorted(told(units + MAINS.splitlines()[1] + "\n", *answers, cards=back)) == [
        "Player 1: Back: standby 1 → main",
        "Player 1: Filler: energy of Filler → discard",
        "Player 1: Filler: main → standby 1",
    ]


BOAST = '[[card]]\nname = "Boast"\ntype = "Action"\nabilities = '
BOAST += '"Play: the enemy main unit deals -10 damage this turn."\n'


def test_changes_tell_whose_unit_is_changed_though_both_have_one_name(told):
    changes = told(MAINS + 'given.player_1.hand = ["Boast"]\n', "play Boast", cards=BOAST)
    assert "changes: none → Player 2's Filler: deals -10, through turn 3" in changes


def test_changes_tell_nothing_where_nothing_changed(recorded):
    middle = len(recorded.states) // 2
    state, later = recorded.states[middle], recorded.states[middle + 4]
    states = np.array([state, state, later], state.dtype)
    one, same, other = describe_states(recorded.view, states, recorded.sight)
    assert describe_changes(one, same, recorded.sight) == []
    assert describe_changes(one, other, recorded.sight) != []


def test_states_are_told_as_each_is_shown_alone_and_changes_lead_from_one_to_the_next(recorded):
    some = recorded.states[:MANY]
    states = np.array(some, some[0].dtype)
    table, before = {}, None
    for told in describe_states(recorded.view, states, recorded.sight):
        shown = recorded.view.show(told.state, recorded.sight)
        assert told.shown == shown
        change = json.loads(json.dumps([shown] if before is None else find_change(before, shown)))
        table, before = apply_change(table, change), shown
        assert table == shown
        assert list(table) == list(shown)


def test_what_is_not_new_is_not_told_again(recorded):
    states = np.array(recorded.states[:MANY], recorded.states[0].dtype)
    told = list(describe_states(recorded.view, states, recorded.sight))
    fields = [old is new for one, two in pairwise(told) for old, new in
              zip(one.fields, two.fields, strict=True)]  # fmt: skip
    assert np.mean(fields) > 0.3
