"""Games stepped from Python: what seats see, chance, copies, given decks, and many at once."""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import evenhand
from evenhand.decks.problems import UsageError
from evenhand.simulate.engine.rng import World
from evenhand.simulate.registry import load_game
from evenhand.simulate.runs.stepped import UNSEEN, resample_for
from evenhand.stepping import HIDDEN, Batch, set_table

GAME = "last_light"


@pytest.fixture
def game():
    return evenhand.deal(GAME, seed=5)


@pytest.fixture
def table():
    return set_table(GAME)


def dream(batch, seat, world):
    """Deal anew what a seat cannot see."""
    rules = batch.table.packed_pool[0], batch.table.packed_options[0]
    resample_for(batch.states[0], *rules, seat, world)


def play_on(game, luck):
    while not game.is_over:
        game.apply(int(luck.integers(game.n_options)))
    return game.full_state, game.returns


def test_the_same_seed_and_answers_are_the_same_game(game):
    again = evenhand.deal(GAME, seed=5)
    other = evenhand.deal(GAME, seed=6)
    assert again.full_state == game.full_state != other.full_state
    ends = [play_on(one, np.random.default_rng(1)) for one in (game, again)]
    assert ends[0] == ends[1]


def test_a_copy_goes_its_own_way(game):
    before = game.full_state
    play_on(game.copy(), np.random.default_rng(2))
    assert game.full_state == before


def test_other_hands_and_all_decks_are_hidden(game):
    seen, whole = game.state, game.full_state
    me, other = (f"player_{seat + 1}" for seat in (game.seat, 1 - game.seat))
    assert seen[me]["hand"] == whole[me]["hand"]
    assert HIDDEN in seen[other]["hand"]
    assert HIDDEN in seen[me]["deck"]


def test_what_is_hidden_changes_nothing_that_is_seen(game):
    for _ in range(6):
        for seat in range(2):
            numbers = game.numbers_seen_by(seat)
            for world in (77, 78):
                other = game.copy()
                dream(other._batch, seat, world)
                assert other.full_state != game.full_state
                assert other.seen_by(seat) == game.seen_by(seat)
                assert np.array_equal(other.numbers_seen_by(seat), numbers)
        game.apply(0)


def columns_of(table, name):
    """The places of the columns of a set."""
    names = table.columns.names
    return [i for i, one in enumerate(names) if re.fullmatch(rf"{re.escape(name)}\[\d+\]", one)]


def test_every_card_that_may_be_in_a_hidden_hand_is_unseen(table):
    batch = Batch(table, 1)
    batch.begin([5])
    me = int(batch.seats[0])
    other, state = 1 - me, batch.states[0]
    seen = batch.observe()[0]
    own = [1 if state.players[me].hand >> copy & 1 else 0 for copy in range(63)]
    assert seen[columns_of(table, f"players[{me}].hand")].tolist() == own
    n_cards = int(state.deck_size[other])  # nothing has been played: all may be in hand
    hidden = [UNSEEN] * n_cards + [0] * (63 - n_cards)
    assert seen[columns_of(table, f"players[{other}].hand")].tolist() == hidden


def test_numbers_stand_where_their_names_say(table):
    batch = Batch(table, 2)
    batch.begin([5, 6])
    batch.states["players"]["flame"] = [[11, 12], [-13, 14]]
    seen, names = batch.observe(np.array([0, 1])), table.columns.names
    assert seen.shape == (2, len(names)) and seen.dtype == np.int16
    flames = [names.index(f"players[{seat}].flame") for seat in (0, 1)]
    assert seen[:, flames].tolist() == [[11, 12], [-13, 14]]
    assert not any("deck[" in name or "rng" in name or "tally" in name for name in names)
    out = np.zeros_like(seen)
    assert batch.observe(np.array([0, 1]), out) is out
    assert np.array_equal(out, seen)


@pytest.mark.parametrize("n", range(8))
def test_the_two_worlds_have_no_hidden_card_in_the_same_place(n):
    from evenhand.simulate.engine.rng import Purpose, rng_record, shuffle

    rng = np.zeros(1, rng_record(2))[0]
    piles = []
    for world in (World.SORTED, World.REVERSED):
        rng.world = world
        piles.append(np.array([5, 2, 9, 1, 7, 0, 3, 8])[:n])
        shuffle(rng, piles[-1], n, Purpose.DREAM, 0)
    assert piles[0].tolist() == sorted(piles[1].tolist())
    assert n == 1 or not np.any(piles[0] == piles[1])
    assert n == 0 or piles[1][0] == piles[0][-1]


def test_an_option_has_a_number_of_its_own_and_words(game):
    options = game.options
    assert len({option.id for option in options}) == len(options) == game.n_options
    assert [option.words for option in options] == game.words
    game.apply(options[-1])
    with pytest.raises(UsageError, match=r"another question|there are"):
        game.apply(options[-1])


def test_what_is_not_on_offer_is_refused(game):
    with pytest.raises(UsageError, match="counted from 0"):
        game.apply(game.n_options)
    with pytest.raises(UsageError, match="seed"):
        evenhand.deal(GAME, seed=-1)


def test_many_games_are_those_that_are_stepped_alone(table):
    batch = Batch(table, 3)
    batch.begin([5, 6, 7])
    alone = [evenhand.deal(GAME, seed=seed) for seed in (5, 6, 7)]
    while not batch.is_over.all():
        batch.step(np.where(batch.is_over, 0, batch.n_options - 1))
    for number, one in enumerate(alone):
        while not one.is_over:
            one.apply(one.n_options - 1)
        assert one._batch.states[0].tobytes() == batch.states[number].tobytes()
        assert one.returns == tuple(batch.returns[number])


def test_questions_that_leave_no_choice_may_answer_themselves(table):
    every, chosen = Batch(table, 4), Batch(table, 4, skips_forced=True)
    for batch in (every, chosen):
        batch.begin([5, 6, 7, 8])
    while not chosen.is_over.all():
        assert np.all(chosen.is_over | (chosen.n_options > 1))
        chosen.step(np.where(chosen.is_over, 0, chosen.n_options - 1))
    n_forced = 0
    while not every.is_over.all():
        n_forced += int((every.n_options == 1).sum())
        every.step(np.where(every.is_over, 0, every.n_options - 1))
    assert every.states.tobytes() == chosen.states.tobytes()
    assert n_forced > 0


def test_some_games_of_a_batch_begin_anew(table):
    batch, fresh = Batch(table, 3), Batch(table, 1)
    batch.begin([5, 6, 7])
    batch.step(np.zeros(3, int))
    kept = batch.states[[0, 2]].tobytes()
    batch.begin([9], np.array([False, True, False]))
    fresh.begin([9])
    assert batch.states[[0, 2]].tobytes() == kept
    assert batch.states[1].tobytes() == fresh.states[0].tobytes()


def test_a_batch_with_a_wrong_answer_does_not_move(table):
    batch = Batch(table, 2)
    batch.begin([1, 2])
    before = batch.states.copy()
    for wrong in ([0, 255], [-1, 0], [0]):
        with pytest.raises(UsageError):
            batch.step(np.array(wrong))
    assert np.array_equal(batch.states, before)


def test_given_cards_lie_on_top_and_the_rest_falls_by_the_seed(game, table):
    labels = table.pool.labels
    names = [labels[row] for row in table.decks[0].cards]
    wanted = [names[-1], names[3].upper(), names[0]]
    stacked = evenhand.deal(GAME, seed=5, on_top=[wanted, []])
    mine, n = stacked.full_state["player_1"], len(game.full_state["player_1"]["hand"])
    drawn = sorted(name.casefold() for name in mine["hand"])
    assert n >= len(wanted)
    for name in wanted:
        drawn.remove(name.casefold())
    assert stacked.full_state["player_2"] == game.full_state["player_2"]
    assert sorted(mine["hand"] + mine["deck"]) == sorted(names)
    assert evenhand.deal(GAME, seed=5, on_top=[wanted, []]).full_state == stacked.full_state
    longer = evenhand.deal(GAME, seed=5, on_top=[names[::-1], []]).full_state["player_1"]
    assert longer["hand"] == names[-n:]
    assert longer["deck"] == names[::-1][n:]


@pytest.mark.parametrize(
    ("on_top", "message"),
    [
        ([["Breeth"], []], r"Player 1: there is no card 'Breeth' \(did you mean 'Breath'"),
        ([["Breath"] * 9, []], "has 4 of 'Breath', found one more"),
        ([[], ["Lamp oil"]], r"Player 2"),
        ([["Breath"]], "for each of 2 players, found 1"),
        (["Breath", []], "expected a list of names, found 'Breath'"),
    ],
)
def test_cards_that_a_deck_has_not_are_refused(on_top, message):
    with pytest.raises(UsageError, match=message) as raised:
        evenhand.deal(GAME, ["beacon", "breeze"], on_top=on_top)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("page", "number"),
    [("stepping", 0), ("stepping", 1), ("stepping", 2), ("stepping", 4), ("bots", 0)],
)
def test_the_examples_of_the_guides_run(page, number, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = (Path(__file__).parents[2] / f"docs/{page}.md").read_text(encoding="utf-8")
    example = re.findall(r"```python\n(.*?)```", text, re.DOTALL)[number]
    small = re.sub(r'"div\w+"', f'"{GAME}"', example).replace("1000", "20").replace("2_000", "60")
    exec(small.replace('"Baal", "El"', '"Gale", "Breath"'), {})


def test_a_folder_is_dealt_as_it_is_played(tmp_path):
    folder = tmp_path / "mine"
    (folder / "decks").mkdir(parents=True)
    samples = load_game(GAME).schema.samples("decks", ".txt")
    for name in ("beacon", "breeze", "gale"):
        (folder / "decks" / f"my_{name}.txt").write_text(samples[name].read_text())
    (folder / "balance.toml").write_text(f'game = "{GAME}"\ndecks = ["decks"]\n')
    stepped = evenhand.deal(folder, seed=5)
    assert stepped.full_state == evenhand.deal(GAME, ["beacon", "breeze"], seed=5).full_state
    named = evenhand.deal(folder / "balance.toml", ["my_gale", "my_gale"], seed=5)
    assert named.full_state == evenhand.deal(GAME, ["gale", "gale"], seed=5).full_state
    with pytest.raises(UsageError, match="knows no deck 'my_gael'"):
        evenhand.deal(folder, ["my_gael", "my_gale"])


def test_modules_for_everybody_are_there_at_once():
    said = "import evenhand; print(evenhand.analysis.win_rates.__name__, 'game' in dir(evenhand))"
    done = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True)
    assert done.stdout == "win_rates True\n"
