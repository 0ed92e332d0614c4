"""What a bot never answers: the words of options, the bans, and games in which they hold."""

import re
from dataclasses import replace

import numpy as np
import pytest

from evenhand.decks.file_cache import cache_files
from evenhand.decks.pool import load_pool
from evenhand.decks.problems import InputError
from evenhand.simulate.bots.answer_words import (
    CARD,
    list_words,
    make_pattern,
    match_words,
    read_offers,
)
from evenhand.simulate.bots.bot_files import find_unknown_cards, load_bot, pack_bots, read_bot
from evenhand.simulate.bots.question_words import list_questions
from evenhand.simulate.bots.restrictions import ANY
from evenhand.simulate.engine.state import TALLY
from evenhand.simulate.proving.sample_plan import sample_plan
from evenhand.simulate.registry import load_game
from evenhand.simulate.runs.batch import Chunk, Trace, plan_arrays, play
from evenhand.simulate.runs.restriction_use import count_restriction_use
from evenhand.simulate.view.fields import Sight

ALL = ["divine_cross", "blackpoker", "divinity", "starcrossed", "divino", "last_light"]

pytestmark = pytest.mark.xdist_group("restrictions")  # one worker finds out the words of games


@pytest.fixture(scope="module", autouse=True)
def words_found_once():
    """Find out the words of each game once, as within a command, and not in every test."""
    with cache_files():
        yield


def never(answer, **keys):
    lines = [f'answer = "{answer}"', *(f"{key} = {value!r}" for key, value in keys.items())]
    return "\n".join(["[[never]]", *lines])


def read(text, name="last_light"):
    return read_bot(load_game(name), "mine", "mine.toml", text)


def plan_with(*bots, name="last_light", games=400):
    plan = sample_plan(load_game(name), mirrors=False)
    return replace(plan, bots=list(bots), games=games)


def play_all(plan, **keys):
    arrays = plan_arrays(plan)
    return np.concatenate([play(arrays, chunk, **keys) for chunk in arrays.chunks])


# Words


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("divine_cross", {"play {card}", "use {card}", "charge", "skill {n}", "no skill"}),
        ("blackpoker", {"attack", "counter {card}", "block with {card}", "set a bulwark"}),
        ("divinity", {"attack", "flip {card}", "play {card}", "no trophy"}),
        ("divino", {"attack with {card}", "block with {card}", "use {card}", "pass"}),
        ("starcrossed", {"attack", "block", "recruit {card}", "activate {card}", "redraw"}),
        ("last_light", {"play {card}", "pass"}),
    ],
)
def test_words_are_those_of_replays(name, words):
    assert words <= set(list_words(load_game(name)))
    assert not {"yes", "{card}", "{n}", "enough"} & set(list_words(load_game(name)))


@pytest.mark.parametrize("name", ALL)
def test_what_the_view_says_in_games_is_what_was_found_out(name):
    """Each option of a random game that a restriction can name has just these words."""
    game = load_game(name)
    plan = replace(sample_plan(game, bot="random"), seed=3)
    arrays, trace = plan_arrays(plan), Trace.blank(game.state_record(plan.n_seats))
    play(arrays, Chunk(0, 0, 0, 1), trace=trace)
    offers = {(offer.question, offer.kind): offer for offer in read_offers(game)}
    sight, known = Sight(plan.pool, arrays.pool[0]), set(list_words(game))
    n_told = 0
    for state, step in zip(trace.states[: trace.n], trace.steps, strict=False):
        part = game.view.whole(state, sight)
        for action in step["actions"][: step["n"]]:
            said = game.view.option(part, action).partition(":")[0]
            offer = offers.get((int(state.question), int(action["kind"])))
            place = int(action["seat"] == state.seat), int(action["slot"])
            for words in offer.words.get(place, ()) if offer else ():
                card_in = offer.card_in[place[0]]
                if words not in known or len(offer.words[place]) > 1:
                    continue
                named = words
                if CARD in words and card_in:
                    copy = int(action["copy_id" if card_in == 1 else "slot"])
                    named = words.replace(CARD, plan.pool.labels[state.card_of[state.seat, copy]])
                    assert re.fullmatch(make_pattern(named), said)
                n_told += 1
    assert n_told > 20


def test_words_of_a_number_are_found_at_its_place_only():
    (offer,) = [
        offer
        for offer in read_offers(load_game("starcrossed"))
        if any("lane 2" in words for words in offer.words.values()) and offer.question == 3
    ]
    assert sorted(match_words(offer, "lane 2")[0]) == [(0, 1), (1, 1)]
    assert len(match_words(offer, "lane {n}")[0]) == len(offer.words)


# Questions


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("divine_cross", {"Main Phase", "Battle Phase", "charge: which card"}),
        ("blackpoker", {"what to do", "respond to", "who blocks"}),
        ("divinity", {"what next", "{card}: whom does it attack"}),
        ("divino", {"priority in", "who attacks", "Set Phase"}),
        ("starcrossed", {"which skill is activated", "attack with {card} in lane"}),
        ("last_light", {"play a card"}),
    ],
)
def test_a_question_is_called_what_never_changes_of_it(name, names):
    """And what it says in a random game begins so, but for one whose name is too long."""
    game = load_game(name)
    questions = {**list_questions(game)}
    assert names <= set(questions)
    questions.pop("who gets the next point of damage", None)  # of damage, or of a card's damage
    plan = replace(sample_plan(game, bot="random"), seed=3)
    arrays, trace = plan_arrays(plan), Trace.blank(game.state_record(plan.n_seats))
    play(arrays, Chunk(0, 0, 0, 1), trace=trace)
    sight = Sight(plan.pool, arrays.pool[0])
    by_number = {number: words for words, numbers in questions.items() for number in numbers}
    for state in trace.states[: trace.n]:
        if called := by_number.get(int(state.question)):
            said = game.view.question(game.view.whole(state, sight))
            assert re.match(re.escape(called).replace(re.escape(CARD), ".+"), said)


def at_question(question, **keys):
    lines = [f'question = "{question}"', *(f"{key} = {value!r}" for key, value in keys.items())]
    return "\n".join(["[[never]]", *lines])


def test_at_one_question_all_but_one_answer_is_never_given():
    """In BlackPoker, no reaction: whoever is asked to respond passes, and plays on elsewhere."""
    bot, other = read(at_question("Respond To", unless="pass"), "blackpoker"), "heuristic"
    assert str(bot.never[0]) == "anything but 'pass' to 'respond to'"
    plan = plan_with(bot, load_bot(load_game("blackpoker"), other), name="blackpoker", games=40)
    arrays = plan_arrays(plan)
    view, sight = plan.game.view, Sight(plan.pool, arrays.pool[0])
    answers = {True: set(), False: set()}  # of the restricted bot, to this question and to others
    free = set()  # of the other bot, to this question
    for pair in range(8):
        trace = Trace.blank(plan.game.state_record(2))
        rows = play(arrays, Chunk(0, 0, pair, 1), trace=trace)
        for state, step in zip(trace.states[: trace.n], trace.steps, strict=False):
            said = view.options(state, sight, step)[step["choice"]].partition(" ")[0]
            is_there = view.question(view.whole(state, sight)).startswith("respond to")
            if rows[0]["bot"][state.seat] == 0:
                answers[is_there].add(said)
            elif is_there:
                free.add(said)
    assert answers[True] == {"pass"} and {"summon", "end"} <= answers[False]
    assert len(free) > 1


def test_an_answer_may_be_held_back_at_one_question_only():
    one = read(at_question("respond to", answer="down {card}"), "blackpoker").never[0]
    everywhere = read(never("down {card}"), "blackpoker").never[0]
    assert {question for part in one.options for question in part.questions} == {2}
    assert len({question for part in everywhere.options for question in part.questions}) > 1
    assert [part.kinds for part in one.options] == [part.kinds for part in everywhere.options]


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("blackpoker", at_question("respond to draw", unless="pass"), "mean 'respond to'?"),
        ("blackpoker", at_question("zzz", unless="pass"), "evenhand bots blackpoker lists the"),
        ("blackpoker", at_question("respond to"), "mine.toml:2: never[1].question: expected what"),
        ("blackpoker", at_question("respond to", unless="pas"), "mine.toml:3: never[1].unless: no"),
        ("blackpoker", at_question("respond to", unless="down Spade A"), "without a card"),
        ("blackpoker", at_question("who blocks", answer="attack with {card}"), "is no answer to"),
        ("starcrossed", at_question("Action Phase", unless="lane 2"), "cannot be told apart"),
        ("starcrossed", "[[never]]\nbefore_turn = 3", "expected an answer, found none"),
    ],
)
def test_what_is_wrong_with_a_question_is_an_error(name, text, says):
    with pytest.raises(InputError) as caught:
        read(text, name)
    assert says in str(caught.value)


# Files


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("last_light", never("plai Gale"), "mine.toml:2: never[1].answer: no answer in Last Light"),
        ("starcrossed", never("attackk"), "reads 'attackk' (did you mean 'attack'?)"),
        ("divine_cross", never("activate {card}"), "no answer in Divine Cross reads"),
        ("divine_cross", never("yes"), "evenhand bots divine_cross lists the words"),
        ("divine_cross", never("use Kelp Weaver"), "'use {card}' cannot be told apart by their"),
        ("divino", never("put {card} into attack mode"), "apart from 'put {card} into defense"),
        ("last_light", never("pass", before_turn=0), "expected greater than or equal to 1"),
        ("last_light", never("pass", turn=3), "never[1].turn: this key is not known"),
        ("starcrossed", never("play {card}", unless="deerest"), "did you mean 'dearest'?"),
        ("starcrossed", never("attack", unless="dearest"), "is for answers about any card"),
        ("last_light", never("play {card}", unless="dearest"), "cards of Last Light have no cost"),
    ],
)
def test_what_is_wrong_is_an_error(name, text, says):
    with pytest.raises(InputError) as caught:
        read(text, name)
    assert says in str(caught.value)


def test_unknown_cards_are_named_with_the_nearest_one():
    pool = load_pool(load_game("last_light").schema)
    (problem,) = find_unknown_cards(read(never("play Barel")), pool)
    assert str(problem).startswith("mine.toml:2: never[1].answer: ")
    assert problem.hint == "did you mean 'Barrel'?"
    assert find_unknown_cards(read(never("play BARREL")), pool) == []


def test_a_card_becomes_its_rows_and_words_have_any_case():
    game = load_game("last_light")
    pool = load_pool(game.schema)
    bot = read(never("PLAY  Barrel", before_turn=4)).playing(pool)
    (packed,) = pack_bots(game, [bot])
    ban = packed["bans"][0]
    assert (packed["n_bans"], ban["card"], ban["before_turn"]) == (1, pool.row_of("Barrel"), 4)
    assert (ban["slot"], ban["own"]) == (ANY, 1)
    assert str(bot.never[0]) == "'play Barrel' before turn 4"
    with pytest.raises(ValueError, match=r"playing\(pool\)"):
        pack_bots(game, [read(never("play Barrel"))])


# Games


def test_a_restriction_that_never_holds_changes_no_game():
    game = load_game("last_light")
    plan = plan_with(read('meaning = ""'), load_bot(game, "heuristic"))
    same = plan_with(read(never("pass", before_turn=1)), load_bot(game, "heuristic"))
    assert play_all(plan).tobytes() == play_all(same).tobytes()


def test_kept_from_a_card_a_bot_never_plays_it_unless_it_must():
    game = load_game("last_light")
    plan = plan_with(read(never("play Barrel")), load_bot(game, "heuristic"))
    arrays = plan_arrays(plan)
    row = plan.pool.row_of("Barrel")
    n_kept = n_played = 0
    for chunk in arrays.chunks:
        tallies = np.zeros((2 * chunk.n_pairs, 2), TALLY)
        rows = play(arrays, chunk, tallies=tallies)
        for game_row, tally in zip(rows, tallies, strict=True):
            for seat in range(2):
                cards = arrays.cards[game_row["deck"][seat]]
                barrels = sum(1 << int(slot) for slot in np.flatnonzero(cards == row))
                has_played = bool(game_row["played"][seat] & barrels)
                if game_row["bot"][seat] == 0:
                    assert not has_played or tally[seat]["unavoidable"]
                    n_kept += bool(tally[seat]["withheld"])
                else:
                    assert not tally[seat]["withheld"]
                    n_played += has_played
    assert n_kept > 50
    assert n_played > 50


def test_interpreted_and_traced_games_are_the_same_and_menus_are_whole():
    bots = read(never("{card} at Player {n}")), load_bot(load_game("last_light"), "random")
    arrays = plan_arrays(plan_with(*bots))
    plain = play(arrays, Chunk(0, 0, 0, 2))
    watched = play(arrays, Chunk(0, 0, 0, 2), watch=True)
    trace = Trace.blank(arrays.plan.game.state_record(2))
    traced = play(arrays, Chunk(0, 0, 0, 2), trace=trace)
    assert plain.tobytes() == watched.tobytes() == traced.tobytes()
    sight, view = Sight(arrays.plan.pool, arrays.pool[0]), arrays.plan.game.view
    seat = int(np.flatnonzero(traced[0]["bot"] == 0)[0])
    texts = [
        (view.options(state, sight, step), int(step.choice))
        for state, step in zip(trace.states[: trace.n], trace.steps, strict=False)
        if state.seat == seat
    ]
    free = [(options, choice) for options, choice in texts if any("play" in o for o in options)]
    assert any(" at Player" in one for options, _ in free for one in options)
    assert all(" at Player" not in options[choice] for options, choice in free)


def test_it_is_counted_whether_a_restriction_had_anything_to_hold_back():
    heuristic = load_bot(load_game("last_light"), "heuristic")
    bot = read(never("play Barrel") + "\n" + never("pass", before_turn=1))
    use = count_restriction_use(plan_with(bot, heuristic), 400).to_dicts()
    assert [one["restriction"] for one in use] == ["'play Barrel'", "'pass' before turn 1"]
    assert use[0]["withheld"] > 50
    assert (use[1]["withheld"], use[1]["unavoidable"]) == (0, 0)
    assert use[0]["n_games"] == use[1]["n_games"] > 300


def test_a_restricted_searcher_keeps_to_it():
    bot = read('policy = "search"\nplayouts = 8\n' + never("{card} at Player {n}"))
    plan = plan_with(bot, load_bot(load_game("last_light"), "heuristic"))
    arrays = plan_arrays(plan)
    tallies = np.zeros((20, 2), TALLY)
    rows = play(arrays, Chunk(0, 0, 0, 10), tallies=tallies)
    assert tallies["withheld"][rows["bot"] == 0].any()
    assert not tallies["withheld"][rows["bot"] == 1].any()


def test_a_card_that_no_deck_has_changes_no_game():
    """Decks without Barrels: forbidding them is the same as forbidding nothing."""
    game = load_game("last_light")
    barrel = load_pool(game.schema).row_of("Barrel")
    plans = [plan_with(read(text), load_bot(game, "random")) for text in ("", never("play Barrel"))]
    without = [deck for deck in plans[0].entrants if barrel not in deck.cards]
    assert len(without) > 1
    games = [play_all(replace(plan, entrants=without)) for plan in plans]
    assert games[0].tobytes() == games[1].tobytes()


def test_giving_up_the_only_attacks_costs_much_and_the_card_of_one_deck_little():
    heuristic = load_bot(load_game("last_light"), "heuristic")
    lost = {}
    for answer in ("{card} at Player {n}", "play Drop"):
        rows = play_all(plan_with(read(never(answer)), heuristic, games=4_000))
        own = np.argmin(rows["bot"], axis=1)  # the seat of the restricted bot
        scores = np.where(rows["winner"] < 0, 0.5, rows["winner"] == own)
        lost[answer] = 0.5 - scores.reshape(-1, 2).mean(axis=1)
    errors = {answer: some.std(ddof=1) / len(some) ** 0.5 for answer, some in lost.items()}
    gusts, drop = (some.mean() for some in lost.values())
    assert gusts - 4 * max(errors.values()) > max(drop, 0.05)
