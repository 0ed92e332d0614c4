import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evenhand.decks.deck_list import (
    Deck,
    align_slots,
    load_deck,
    parse_deck_list,
    sample_decks,
    sort_slots,
)
from evenhand.decks.divine_cross.schema import SCHEMA
from evenhand.decks.pool import load_pool
from evenhand.decks.problems import InputError, UsageError, keep_rest

CARDS = """\
name,title,type,hp,attribute,retreat,skill1,skill1_cost,skill1_damage,abilities
Lancer,T,Unit,400,Red,1,Jab,1,60,
Rally,T,Event,,,,,,,Play: draw 2 cards.
Don't Stop,T,Action,,,,,,,Play: draw 1 card.
Fire // Ice,T,Action,,,,,,,Play: draw 1 card.
7 Samurai,T,Unit,300,Red,1,Cut,0,30,
No #1,T,Unit,300,Red,1,Wave,0,30,
Echo,T,Unit,300,Red,1,Call,0,30,
Echo,T,Event,,,,,,,Play: draw 1 card.
Stranger,U,Unit,300,Red,1,Stare,0,30,
"""
LOOSE = {"deck_size": 3, "copy_limit": 9}


@pytest.fixture
def pool(write):
    return load_pool(SCHEMA, write("cards.csv", CARDS))


@pytest.fixture
def entries_of(pool):
    def read(text):
        entries, *_ = parse_deck_list(text, pool, "a.txt")
        return [(entry.line, entry.copies, pool.names[entry.row]) for entry in entries]

    return read


@pytest.fixture
def problems_of(pool):
    def read(text):
        with pytest.raises(InputError) as caught:
            parse_deck_list(text, pool, "a.txt")
        assert {problem.file for problem in caught.value.problems} == {"a.txt"}
        return [(problem.line, problem.message, problem.hint) for problem in caught.value.problems]

    return read


@pytest.mark.parametrize(
    ("line", "copies", "name"),
    [
        ("3 Lancer", 3, "Lancer"),
        ("3x lancer", 3, "Lancer"),
        ("3 x LANCER  ", 3, "Lancer"),
        ("Lancer", 1, "Lancer"),
        ("2 Don\u2019t  Stop", 2, "Don't Stop"),
        ("2 Fire // Ice", 2, "Fire // Ice"),
        ("2 Fire // Ice // my favourite", 2, "Fire // Ice"),
        ("2 Lancer # for now", 2, "Lancer"),
        ("2 No #1", 2, "No #1"),
        ("7 Samurai", 1, "7 Samurai"),
        ("2 7 Samurai", 2, "7 Samurai"),
        ("2 Echo (Unit)", 2, "Echo"),
    ],
)
def test_ways_to_write_a_line(entries_of, line, copies, name):
    assert entries_of(line) == [(1, copies, name)]


def test_comments_blanks_and_headings_are_no_cards(entries_of):
    text = "\ufeff# mine\n\n// old\r\nDeck\n[Units]\n1 Lancer\nEvents (1):\n2 Rally\n"
    assert entries_of(text) == [(6, 1, "Lancer"), (8, 2, "Rally")]


def test_sideboard_is_not_played_and_said(pool):
    text = "About\nName Fast\n\nDeck\n1 Lancer\nSideboard\n2 Rally\n1 Nobody\nUnits:\n1 Rally"
    entries, _, name, told = parse_deck_list(text, pool, "a.txt")
    assert [(entry.line, entry.row) for entry in entries] == [(5, 0), (10, 1)]
    assert name == "Fast"
    assert told == ["not played: 'sideboard' (line 7, 2 lines)"]


def test_sideboard_lines_by_prefix(pool):
    entries, *_, told = parse_deck_list("1 Lancer\nSB: 2 Rally\n", pool, "a.txt")
    assert len(entries) == 1
    assert told == ["not played: 'sb' (line 2)"]


def test_every_unmatched_line_is_named_with_the_nearest_card(problems_of):
    assert problems_of("2 Lancr\n1 Rally\n1 Rallye\nwhatever\n") == [
        (1, "no card is called 'Lancr'", "did you mean 'Lancer'?"),
        (3, "no card is called 'Rallye'", "did you mean 'Rally'?"),
        (4, "no card is called 'whatever'", ""),
    ]


def test_the_nearest_card_may_be_one_whose_row_is_wrong(write):
    file = write("cards.csv", CARDS.replace("Lancer,T,Unit,400", "Lancer,T,Unit,4x0"))
    pool, _ = keep_rest(lambda: load_pool(SCHEMA, file))
    with pytest.raises(InputError) as caught:
        parse_deck_list("2 Lancr\n1 Rallye\n", pool, "a.txt")
    lancer, rally = (problem.hint for problem in caught.value.problems)
    assert lancer == f"did you mean 'Lancer'? Its row has a mistake, see {pool.file}:2"
    assert rally == "did you mean 'Rally'?"
    with pytest.raises(UsageError, match="did you mean 'Lancer'\\? Its row has a mistake"):
        pool.row_of("Lancr")


@pytest.mark.parametrize("copies", ["251", "999999999"])
def test_copies_out_of_bounds(problems_of, copies):
    message = f"expected 1 to 250 copies, found {copies}"
    assert problems_of(f"{copies} Lancer") == [(1, message, "")]


def test_name_of_two_cards(problems_of):
    message = "expected 'Echo (Unit)' or 'Echo (Event)', found 'Echo'"
    assert problems_of("2 Echo") == [(1, message, "")]


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n", "Deck\n"])
def test_list_without_cards(problems_of, text):
    assert problems_of(text) == [(None, "the file lists no cards", "")]


def test_list_that_is_no_list(problems_of):
    message = "a deck list has at most 20,000 characters, found 20,001"
    assert problems_of("x" * 20_001) == [(None, message, "")]


def test_deck_is_in_canonical_order_whatever_the_order_of_lines(pool, write):
    one = load_deck(SCHEMA, pool, write("one.txt", "Rally\nLancer\n7 Samurai"), options=LOOSE)
    two = load_deck(SCHEMA, pool, write("two.txt", "Lancer\n7 Samurai\nRally"), options=LOOSE)
    assert [pool.names[row] for row in one.cards] == ["7 Samurai", "Lancer", "Rally"]
    assert one.cards == two.cards
    assert (one.name, two.name) == ("one", "two")
    assert one.content_hash == hashlib.sha256(b"Rally\nLancer\n7 Samurai").hexdigest()


def rule_problems(pool, path, mode="", **options):
    with pytest.raises(InputError) as caught:
        load_deck(SCHEMA, pool, path, mode, options)
    return [(problem.line, problem.message) for problem in caught.value.problems]


def test_all_broken_rules_come_at_once(pool, write):
    path = write("bad.txt", "2 Rally\n3 Don't Stop\n1 Rally\n")
    assert rule_problems(pool, path) == [
        (None, "expected 30 cards, found 6"),
        (None, "expected at least 1 of type Unit, found 0"),
        (2, "expected at most 2 copies of 'Don't Stop', found 3"),
        (3, "expected at most 2 copies of 'Rally', found 3"),
    ]


def test_two_titles(pool, write):
    path = write("bad.txt", "2 Lancer\n1 Stranger\n")
    message = "expected cards of one title, found 2 of 'T', 1 of 'U'"
    assert rule_problems(pool, path, deck_size=3) == [(None, message)]
    assert load_deck(SCHEMA, pool, path, options={"deck_size": 3, "one_title": False}).cards


@pytest.mark.parametrize("size", [29, 31])
def test_deck_size(pool, write, size):
    path = write("bad.txt", f"{size} Lancer")
    assert rule_problems(pool, path, copy_limit=99) == [(None, f"expected 30 cards, found {size}")]


def test_copies_are_counted_by_name_or_by_name_and_type(pool, write):
    path = write("echo.txt", "2 Echo (Unit)\n1 Echo (Event)\n")
    message = "expected at most 2 copies of 'Echo', found 3"
    assert rule_problems(pool, path, deck_size=3) == [(2, message)]
    options = {"deck_size": 3, "copy_key": "name_and_type"}
    assert len(load_deck(SCHEMA, pool, path, options=options).cards) == 3


def test_wrong_copy_key(pool, write):
    with pytest.raises(UsageError, match="copy_key"):
        load_deck(SCHEMA, pool, write("a.txt", "Lancer"), options={"copy_key": "title"})


def test_blitz_has_no_limit_of_copies(pool, write):
    path = write("blitz.txt", "30 Lancer")
    assert len(load_deck(SCHEMA, pool, path, "blitz").cards) == 30


def test_few_units_are_legal_but_said(pool, write):
    path = write("thin.txt", "1 Lancer\n2 Rally\n")
    (note,) = load_deck(SCHEMA, pool, path, options={**LOOSE, "min_units": 1}).notes
    assert note.startswith(f"{path}: with 1 of type Unit, many")


def test_unknown_mode(pool, write):
    with pytest.raises(UsageError) as caught:
        load_deck(SCHEMA, pool, write("a.txt", "Lancer"), "standard")
    assert caught.value.hint == "its modes are constructed, blitz"


def test_missing_deck(pool, tmp_path):
    with pytest.raises(UsageError):
        load_deck(SCHEMA, pool, tmp_path / "none.txt")


def test_sample_decks_are_legal(sample_pool):
    decks = {
        name: load_deck(SCHEMA, sample_pool, path) for name, path in sample_decks(SCHEMA).items()
    }
    assert len(decks) >= 4
    assert all(len(deck.cards) == 30 and not deck.notes for deck in decks.values())
    titles = {sample_pool.cards[deck.cards[0]].title for deck in decks.values()}
    assert len(titles) == 2


@settings(deadline=None)
@given(st.text(alphabet=st.one_of(st.sampled_from("3x \n#/:[]L"), st.characters()), max_size=200))
def test_any_text_is_a_list_or_refused(sample_pool, text):
    try:
        entries, *_ = parse_deck_list(text, sample_pool, "a.txt")
    except InputError as error:
        assert error.problems
    else:
        assert entries


@settings(deadline=None)
@given(st.data())
def test_a_written_list_is_read_back(sample_pool, data):
    rows = range(len(sample_pool.cards))
    wanted = data.draw(
        st.dictionaries(st.sampled_from(rows), st.integers(1, 250), min_size=1, max_size=9)
    )
    style = data.draw(st.sampled_from(["{} {}", "{}x {}", "  {}  {} "]))
    text = "\n".join(style.format(n, sample_pool.names[row]) for row, n in wanted.items())
    entries, notes, _, told = parse_deck_list(text, sample_pool, "a.txt")
    assert {entry.row: entry.copies for entry in entries} == wanted
    assert notes == told == []


HEADER = "name,type,hp,attribute,retreat,skill1,skill1_cost,skill1_damage"


@pytest.fixture
def deck_of(write):
    """Return a function that makes a pool of units by cost, and a deck of some of them."""

    def make(costs, names):
        lines = [f"{name},Unit,300,Red,1,Jab,{cost},50" for name, cost in costs.items()]
        pool = load_pool(SCHEMA, write("cards.csv", "\n".join([HEADER, *lines])))
        rows = [pool.row_of(name) for name in names]
        return Deck("deck", sort_slots(SCHEMA, pool, rows), "deck.txt", ""), pool

    return make


def names_of(deck, pool):
    return "".join(pool.names[row] for row in deck.cards)


COSTS = {"A": 1, "B": 2, "C": 3, "D": 4}


@pytest.mark.parametrize(
    ("costs", "names", "expected"),
    [
        (COSTS, "AABBC", "AABBC"),
        ({**COSTS, "A": 9}, "AABBC", "AABBC"),  # dearer now, but still where it was
        (COSTS, "AABBD", "AABBD"),
        (COSTS, "BBCAD", "ADBBC"),  # one A fewer: what is new takes its slot
        ({**COSTS, "D": 0}, "DABBC", "ADBBC"),
        (COSTS, "DDDDD", "DDDDD"),
        (COSTS, "ABC", "ABC"),
        (COSTS, "AABBCDD", "AABBCDD"),
        (COSTS, "AAABBC", "AABBCA"),
    ],
)
def test_a_variant_keeps_the_slots_of_its_deck(deck_of, costs, names, expected):
    original = deck_of(COSTS, "AABBC")
    variant = deck_of(costs, names)
    assert names_of(align_slots(*variant, *original), variant[1]) == expected


def test_slots_go_by_name_when_lines_of_the_card_file_move(deck_of):
    original = deck_of(COSTS, "AABBC")
    moved = deck_of({"X": 0, **dict(reversed(COSTS.items()))}, "AABBC")
    assert names_of(align_slots(*moved, *original), moved[1]) == "AABBC"
