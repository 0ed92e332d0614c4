"""The form of scenario files: what they can say, and how their faults are told."""

from types import SimpleNamespace

import pytest

from evenhand.decks.problems import InputError, UsageError
from evenhand.simulate.registry import load_game
from evenhand.simulate.scenarios.answers import no_such_answer
from evenhand.simulate.scenarios.play import play_scenario
from evenhand.simulate.scenarios.scenario import clauses_of, load_scenario

HEAD = 'game = "divine_cross"\ntitle = "A test"\n'
MAINS = """
[given.player_1]
main = "Filler"
[given.player_2]
main = "Filler"
"""
CARDS = """
[[card]]
name = "Ace"
like = "Filler"
hp = 100
[[card]]
name = "Read"
type = "Action"
abilities = "Play: draw 1 card."
"""


@pytest.fixture
def load(tmp_path):
    """Read a scenario of a few lines: keys, then tables."""

    def loaded(*parts):
        path = tmp_path / "test.toml"
        path.write_text("\n".join((HEAD, *parts)), encoding="utf-8")
        return load_scenario(path)

    return loaded


@pytest.fixture
def failures(load):
    """Play a scenario of a few lines; give (place, expected, found) of what failed."""

    def played(*parts):
        found = play_scenario(load(*parts))
        return [(failure.place, failure.expected, failure.found) for failure in found]

    return played


@pytest.fixture
def problem(failures):
    """Play a faulty scenario; give its one problem without the file's name."""

    def told(*parts):
        with pytest.raises(InputError) as caught:
            failures(*parts)
        (found,) = caught.value.problems
        return str(found).partition("test.toml")[2].lstrip(":").strip()

    return told


# Faults of the form


def test_bad_toml_is_told_with_its_line(problem):
    told = problem("do = [1,, 2]")
    assert told.startswith("4:9: wrong TOML: ")


def test_an_unknown_key(problem):
    assert problem("dos = []", MAINS) == "4: dos: this key is not known (did you mean 'do'?)"


def test_an_unknown_key_further_in(problem):
    told = problem(MAINS, "[[then]]\nexpects = {}")
    assert told == "11: then[1].expects: this key is not known (did you mean 'expect'?)"


def test_a_missing_key(tmp_path):
    path = tmp_path / "test.toml"
    path.write_text('game = "divine_cross"\nexpect = {}', encoding="utf-8")
    with pytest.raises(InputError, match="title: this key is missing"):
        load_scenario(path)


def test_no_such_file(tmp_path):
    with pytest.raises(UsageError):
        load_scenario(tmp_path / "missing.toml")


def test_an_unknown_game(tmp_path):
    path = tmp_path / "test.toml"
    path.write_text('game = "divine_crosss"\ntitle = ""\nexpect.turn = 1', encoding="utf-8")
    with pytest.raises(InputError, match=r"game: .*divine_crosss.*did you mean 'divine_cross'"):
        load_scenario(path)


@pytest.mark.parametrize(
    "line, told",
    [
        ('clauses = ["R9", "R99"]', "clauses: the rules have no clause R99"),
        ('phase = "mains"', "did you mean 'main'?"),
        ('mode = "blits"', "did you mean 'blitz'?"),
        ("options = { hand_limits = 3 }", "did you mean 'hand_limit'?"),
        ("options = { hand_limit = 99 }", "expected 0 to 30, found '99'"),
    ],
)
def test_an_unknown_word(problem, line, told):
    assert told in problem(line, "expect.turn = 3", MAINS)


def test_expecting_nothing_is_refused(problem):
    assert problem(MAINS) == "expect: nothing is expected, so nothing could fail"
    told = problem("expect.turn = 3", MAINS, "[[variant]]\noptions = { hand_limit = 3 }")
    assert told == "variant[1].expect: nothing is expected, so nothing could fail"


# Faults of the table


def given(text):
    return f"expect.turn = 3\n[given.player_1]\n{text}"


@pytest.mark.parametrize(
    "line, told",
    [
        ('main = "Filer"', "given.player_1.main.unit: there is no card 'Filer' (did you mean"),
        ('hnad = ["Filler"]', "given.player_1.hnad: expected one of main, standby, hand"),
        ("deck = 31", "given.player_1.deck: player_1 has 31 cards so far; a deck has at most 30"),
        (
            'hand = ["31 Filler"]\ndeck = 0',
            "given.player_1.hand: player_1 has 31 cards so far; a deck has at most 30",
        ),
        (
            'hand = "Filler"',
            "given.player_1.hand: expected a list of names or a number of cards, found 'Filler'",
        ),
        (
            "main = { unit = 'Filler', energy = 'two' }",
            "main.energy: expected a list of names or a number of cards, found 'two'",
        ),
        ("shown = 1", "given.player_1.shown: expected a list of names, found 1"),
        ("charges = -1", "given.player_1.charges: expected 0 to 127, found -1"),
        ("charges = 'x'", "given.player_1.charges: expected a whole number, found 'x'"),
        ("main = { unit = 'Filler', hp = 3 }", "hp follows from the rest and cannot be laid down"),
        ("main = { unit = 'Filler', stunned = 1 }", "expected true or false, found 1"),
        ("standby = 3", "given.player_1.standby: expected a list, found 3"),
        ("standby = ['Filler', 'Filler', 'Filler', 'Filler']", "expected at most 3, found 4"),
        ("shown = ['Filler']", "'Filler' is not in the hand, which holds nothing"),
    ],
)
def test_an_impossible_table(problem, line, told):
    assert told in problem(given(line))


def test_all_that_is_wrong_with_a_table_is_told_at_once(failures):
    with pytest.raises(InputError) as caught:
        failures(given('main = "Filer"\nhand = ["Filer"]\ncharges = -1'))
    assert len(caught.value.problems) == 3


def test_a_fault_of_a_variants_table_is_told_with_its_place(problem):
    variant = "[[variant]]\ngiven.player_1.deck = 31\nexpect.turn = 3"
    told = problem("expect.turn = 3", MAINS, variant)
    assert told.startswith("variant[1].given.player_1.deck: player_1 has 32 cards so far")


def test_a_fault_of_a_card_is_told_with_its_line(problem):
    card = '[[card]]\nname = "Ace"\nlike = "Filler"\nhp = "many"'
    assert problem("expect.turn = 3", card).startswith("5: hp: expected a whole number")


LIST = """card = [
  { name = "Ace", like = "Filler" },  # [{
  { name = "Bee", like = "Filler", LINE },
]"""


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("hpp = 200", "6: card[2].hpp: the key 'hpp' of the card 'Bee' is not known (did you "
         "mean 'hp'?)"),
        ("rtreat = 1", "6: card[2].rtreat: the key 'rtreat' of the card 'Bee' is not known (did "
         "you mean 'retreat'?)"),
        ("skill1_dmg = 9", "6: card[2].skill1_dmg: the key 'skill1_dmg' of the card 'Bee' is not "
         "known (did you mean 'skill1_damage'?)"),
        ("hp = 'many'", "6: hp: expected a whole number, found 'many', on the card 'Bee'"),
        ("skill2_cost = 1, skill2_damage = 9", "6: skill2: a second skill needs this, found "
         "nothing, on the card 'Bee'"),
    ],
)  # fmt: skip
def test_a_fault_of_a_card_in_a_list_names_the_card_and_its_line(problem, line, told):
    assert problem(LIST.replace("LINE", line), "expect.turn = 3").startswith(told)


def test_cards_may_have_the_columns_of_a_card_file_by_all_their_names(load):
    card = 'card = [{ name = "Bee", type = "Action", effect = "Play: draw 1 card." }]'
    assert load(card, "expect.turn = 3").pool.cards[-1].abilities


def test_a_card_like_none(problem):
    card = '[[card]]\nname = "Ace"\nlike = "Filer"'
    assert "there is no card 'Filer' (did you mean 'Filler'?)" in problem("expect.turn = 3", card)


def test_a_card_needs_its_own_name(problem):
    assert "name" in problem("expect.turn = 3", '[[card]]\nlike = "Filler"\nhp = 100')


# Faults of what is done


def test_an_impossible_answer_names_what_is_possible(problem):
    told = problem('do = ["end mein phase"]', "expect.turn = 3", MAINS)
    assert "do[1]: 'end mein phase' is not possible. player_1 is asked: Battle Phase." in told
    assert "Options: 'skill 1: Hit'; 'no skill' (did you mean 'end main phase'?)" in told


def test_an_answer_after_the_end(problem):
    doing = 'do = ["end main phase", "skill 1", "end main phase"]'
    lost = "[given.player_1]\nmain = 'Filler'\n[given.player_2.main]\nunit = 'Filler'\ndamage = 299"
    told = problem(doing, "expect.turn = 3", lost)
    assert "do[3]: 'end main phase' comes too late: the game is over (no_unit_left" in told


def test_an_answer_after_the_end_is_told_what_had_no_choice():
    game = load_game("last_light")
    state = SimpleNamespace(end_reason=max(game.end_reasons), winner=0)
    sitting = SimpleNamespace(is_over=True, game=game, state=state)
    table = SimpleNamespace(file="file.toml")
    told = no_such_answer(table, sitting, "blow", "do[2]", [], [], ["pass", "pass"])
    assert "winner player_1). Before that there was no choice but 'pass'" in str(told)


def test_an_answer_of_the_wrong_player(problem):
    told = problem('do = ["end main phase", "Player 2: no skill"]', "expect.turn = 3", MAINS)
    assert "do[2]: 'Player 2: no skill' is not possible. player_1 is asked" in told


def test_an_answer_that_means_several_options(problem):
    card = (
        '[[card]]\nname = "Ace"\nlike = "Filler"\n'
        'abilities = "Activate: draw 1 card. Activate: draw 2 cards."'
    )
    told = problem('do = ["use Ace"]', "expect.turn = 3", MAINS.replace("Filler", "Ace"), card)
    assert "'use Ace' means several options" in told


# Faults of what is expected


@pytest.mark.parametrize(
    "line, told",
    [
        ("expect.turns = 3", "did you mean 'turn'?"),
        ("expect.player_1.hnad = 3", "expect.player_1.hnad: expected one of"),
        ("expect.player_1 = 3", "expect.player_1: expected a table of values, found 3"),
        ('expect.winner = "player_3"', "expect.winner: expected one of player_1, player_2, nobody"),
        ('expect.end_reason = "ko"', "expect.end_reason: expected one of"),
        ('expect.legal = "charge"', "expect.legal: expected a list of options"),
        ('expect.illegal = ["fly"]', "'fly' is nothing that could ever be offered"),
        ('expect.illegal = ["play Read"]', "'play Read' is nothing that could ever be offered"),
    ],
)
def test_what_cannot_be_expected(problem, line, told):
    assert told in problem(line, MAINS)


def test_a_possible_card_may_be_illegal(failures):
    assert failures('expect.illegal = ["play Read"]', MAINS, CARDS) == []


# What is expected


def test_an_expectation_that_fails_says_where_and_what(failures):
    assert failures('expect.player_1.hand = ["Ace"]', "expect.turn = 4", MAINS) == [
        ("expect.player_1.hand", ["Ace"], []),
        ("expect.turn", 4, 3),
    ]


@pytest.mark.parametrize(
    "line, is_so",
    [
        ('main = "Ace"', True),
        ('main = "ace"', True),
        ('main = "Filler"', False),
        ('main = ""', False),
        ("main = { damage = 40 }", True),
        ("main = { damage = 41 }", False),
        ("main = { energy = 2 }", True),
        ("main = { energy = 3 }", False),
        ("main = { hp = 100, attribute = 'Red' }", True),
        ("main = { wings = 2 }", False),
        ("hand = 3", True),
        ("hand = 2", False),
        ('hand = ["Read", "Ace", "Ace"]', True),
        ('hand = ["Read", "2 Ace"]', True),
        ('hand = ["Ace", "2 Read"]', False),
        ('hand = ["Read", "Ace"]', False),
        ('deck = ["Read"]', True),
        ('deck = ["Read", "Ace"]', True),
        ('deck = ["Ace"]', False),
        ('deck = ["Read", "Ace", "Ace"]', False),
        ("deck = 2", True),
        ("standby = 2", True),
        ('standby = [{ damage = 10 }, "Ace"]', True),
        ('standby = ["Filler", "Ace"]', True),
        ('standby = ["Ace", "Ace"]', False),
        ('standby = ["2 Ace"]', False),
        ('standby = ["1 Ace", "1 Filler"]', True),
        ('standby = ["Ace"]', False),
    ],
)
def test_a_partial_expectation_is_enough(failures, line, is_so):
    table = """
    [given.player_1]
    main = { unit = "Ace", damage = 40, energy = 2 }
    standby = ["Ace", { unit = "Filler", damage = 10 }]
    hand = ["Ace", "Read", "Ace"]
    deck = ["Read", "Ace"]
    [given.player_2]
    main = "Filler"
    """
    assert (failures(table, CARDS, f"[expect.player_1]\n{line}") == []) == is_so


@pytest.mark.parametrize(
    "line, is_so",
    [
        ('legal = ["play Read"]', True),
        ('legal = ["play Ace"]', False),
        ('illegal = ["play Ace"]', True),
        ('illegal = ["end main phase"]', False),
        ('options = ["play Read", "charge", "end main phase"]', True),
        ('options = ["charge", "end main phase"]', False),
        ('options = ["play Read", "play Ace", "charge", "end main phase"]', False),
        ('asked = "player_1"', True),
        ('asked = "player_2"', False),
        ('winner = ""', True),
        ('winner = "nobody"', False),
    ],
)
def test_options_and_results(failures, line, is_so):
    full = "hand = ['Read']\nstandby = ['Ace', 'Ace', 'Ace']\n[given.player_2]"
    table = MAINS.replace("[given.player_2]", full)
    assert (failures(table, CARDS, f"[expect]\n{line}") == []) == is_so


# What is done


def test_then_goes_on_from_there(failures):
    more = '[[then]]\ndo = ["end main phase"]\nexpect.options = ["no skill"]'
    found = failures('do = ["no skill"]', 'phase = "battle"', MAINS, "[expect]\nturn = 4", more)
    assert found == [("then[1].expect.options", ["no skill"], ["skill 1: Hit", "no skill"])]


def test_an_answer_may_name_the_player_asked(failures):
    doing = 'do = ["Player 1: end main phase", "player_1: skill 1", "Player 2: end main phase"]'
    assert failures(doing, MAINS, "[expect]\nasked = 'player_2'\nplayer_2.main.damage = 100") == []


def test_questions_without_a_choice_answer_themselves(failures):
    first_turn = "[given]\nturn = 1"
    assert (
        failures('do = ["Player 2: end main phase"]', first_turn, MAINS, "[expect]\nturn = 2") == []
    )


def test_options_that_sound_alike_are_numbered(failures):
    table = """
    [given.player_1]
    main = "Filler"
    hand = ["Ace"]
    standby = [{ unit = "Filler", damage = 10 }]
    [given.player_2]
    main = "Filler"
    """
    doing = 'do = ["charge", "Ace", "Filler #2"]'
    expected = "[expect.player_1]\nstandby = [{ energy = ['Ace'] }]"
    assert failures(doing, table, CARDS, expected) == []
    assert (
        failures(doing.replace(" #2", ""), table, CARDS, "[expect.player_1]\nmain.energy = 1") == []
    )


def test_a_card_with_a_colon_in_its_name(failures):
    card = '[[card]]\nname = "Ace: Reborn"\nlike = "Filler"'
    table = MAINS.replace("[given.player_2]", "hand = ['Ace: Reborn']\n[given.player_2]")
    expected = "[expect]\nplayer_1.standby = ['Ace: Reborn']\nillegal = ['play Ace: Reborn']"
    assert failures('do = ["play Ace: Reborn"]', table, card, expected) == []


# Cards, variants, phases, decks


def test_like_takes_over_what_is_not_said(load):
    cards = {card.name: card for card in load("expect.turn = 3", CARDS).pool.cards}
    ace, filler = cards["Ace"], cards["Filler"]
    assert (ace.hp, filler.hp, ace.retreat) == (100, 300, filler.retreat)


def test_cards_in_one_list(load):
    cards = "card = [{ name = 'Ace', like = 'Filler' }, { name = 'Bee', like = 'Ace' }]"
    assert load(cards, "expect.turn = 3").pool.names == ("Filler", "Ace", "Bee")


def test_cards_of_a_card_file(tmp_path, load):
    sample = load("expect.turn = 3").game.schema.sample_path("cards.csv").read_text("utf-8")
    (tmp_path / "my.csv").write_text("".join(sample.splitlines(True)[:3]), encoding="utf-8")
    names = load('cards = "my.csv"', "expect.turn = 3", CARDS).pool.names
    assert names[0] == "Filler" and names[-2:] == ("Ace", "Read") and len(names) == 5


def test_a_variant_is_laid_out_anew_with_something_changed(failures):
    variants = """
    [[variant]]
    given.player_2.main.damage = 50
    expect.player_2.main.damage = 150

    [[variant]]
    options = { first_player_skills = 1 }
    do = ["end main phase"]
    expect.options = ["no skill"]

    [[variant]]
    given.player_2.main = "Ace"
    expect = { winner = "player_1" }
    """
    doing = 'do = ["end main phase", "skill 1"]'
    table = MAINS.replace(
        '[given.player_2]\nmain = "Filler"', '[given.player_2.main]\nunit = "Filler"'
    )
    found = failures(doing, table, CARDS, "[expect.player_2]\nmain = { damage = 100 }", variants)
    assert found == [("variant[2].expect.options", ["no skill"], ["skill 1: Hit", "no skill"])]


def test_a_game_from_the_shuffle_on(failures):
    table = "[given.player_1]\ndeck = 30\n[given.player_2]\ndeck = ['15 Ace', '15 Filler']"
    expected = "[expect]\nturn = 0\noptions = ['Filler']\nplayer_1 = { hand = 5, deck = 25 }"
    assert failures('phase = "setup"', table, CARDS, expected) == []


def test_the_seed_decides_the_shuffle(load):
    def hands(seed):
        table = "given.player_1.deck = ['15 Ace', '15 Filler']\ngiven.player_2.deck = 30"
        expected = "expect.player_1.hand = []"
        scenario = load('phase = "setup"', f"seed = {seed}", table, expected, CARDS)
        return str([failure.found for failure in play_scenario(scenario)])

    assert hands(1) == hands(1)
    assert len({hands(seed) for seed in range(1, 9)}) > 1


@pytest.mark.parametrize(
    "lines, expected, found",
    [
        ("30 Ace", "deck = 'illegal'", []),
        ("30 Ace", "deck = 'legal'", ["expect.deck"]),
        ("30 Ace", "problems = ['at most 2 copies']", ["expect.deck"]),
        ("30 Ace", "deck = 'illegal'\nproblems = ['too heavy']", ["expect.problems"]),
        ("30 Ace", "deck = 'illegal'\nnotes = ['few']", ["expect.notes"]),
    ],
)
def test_a_deck(failures, lines, expected, found):
    told = failures(f'deck = "{lines}"', CARDS, f"[expect]\n{expected}")
    assert [place for place, _, _ in told] == found


@pytest.mark.parametrize(
    "expected, told",
    [
        ("decks = 'legal'", "expect.decks: expected one of deck, problems, notes"),
        ("deck = 'leagl'", "expect.deck: expected one of legal, illegal; found 'leagl'"),
        ("problems = 'copies'", "expect.problems: expected a list of texts, found 'copies'"),
    ],
)
def test_what_cannot_be_expected_of_a_deck(problem, expected, told):
    assert told in problem('deck = "30 Ace"', CARDS, f"[expect]\n{expected}")


def test_clauses_are_those_of_the_rules(load):
    game = load("expect.turn = 3").game
    assert clauses_of(game)[:3] == ("R1", "R2", "R3")
