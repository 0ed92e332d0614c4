import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evenhand.decks.divine_cross.schema import SCHEMA
from evenhand.decks.pool import load_pool
from evenhand.decks.problems import InputError, UsageError
from evenhand.decks.product import load_product, sample_products

CARDS = """\
name,title,rarity,type,hp,attribute,retreat,skill1,skill1_cost,skill1_damage
A,T,N,Unit,400,Red,1,Jab,1,60
B,T,N,Unit,400,Red,1,Jab,1,60
C,T,N,Unit,400,Red,1,Jab,1,60
D,T,R,Unit,400,Red,1,Jab,1,60
E,T,SR,Unit,400,Red,1,Jab,1,60
F,U,UR,Unit,400,Red,1,Jab,1,60
"""
BOOSTER = """\
name = "Booster"
title = "t"
packs = 5

[pack]
cards = 6

[[pack.slot]]
count = 5
rarities = { N = 1 }

[[pack.slot]]
count = 1
rarities = { R = 3, sr = 1 }
"""


@pytest.fixture
def product_of(write):
    pool = load_pool(SCHEMA, write("cards.csv", CARDS))

    def read(text):
        return load_product(SCHEMA, pool, write("booster.toml", text))

    return read


@pytest.fixture
def problems_of(product_of):
    def read(text):
        with pytest.raises(InputError) as caught:
            product_of(text)
        problems = caught.value.problems
        assert all(problem.file.endswith("booster.toml") for problem in problems)
        return [(p.line, p.column, p.message, p.hint) for p in problems]

    return read


def opened(product, slot, draw):
    """Open one slot as the attributes of a product say."""
    place = np.argmax(np.uint32(draw) <= product.cumulative[slot])
    return product.rows[slot, place]


def test_product_holds_what_its_file_says(product_of):
    product = product_of(BOOSTER)
    assert (product.name, product.title, product.packs_per_player) == ("Booster", "t", 5)
    assert [slot.weights for slot in product.slots] == [(("N", 1),)] * 5 + [(("R", 3), ("sr", 1))]
    assert product.n_cards == 30
    assert (product.rows.dtype, product.cumulative.dtype) == (np.int16, np.uint32)
    assert product.rows.tolist() == [[0, 1, 2]] * 5 + [[3, 4, 4]]


def test_thresholds_divide_the_draws_by_weight(product_of):
    product = product_of(BOOSTER)
    assert product.cumulative[5].tolist() == [3 * 2**30 - 1, 2**32 - 1, 2**32 - 1]
    assert opened(product, 5, 3 * 2**30 - 1) == 3
    assert opened(product, 5, 3 * 2**30) == 4
    assert opened(product, 5, 2**32 - 1) == 4
    shares = np.diff([-1, *product.cumulative[0].tolist()])
    assert shares.sum() == 2**32
    assert np.ptp(shares) <= 1


def test_product_of_all_titles(product_of):
    product = product_of(BOOSTER.replace('title = "t"\n', "").replace("sr = 1", "UR = 1"))
    assert product.rows[5].tolist() == [3, 5, 5]


def test_rarity_that_the_title_lacks(problems_of):
    text = BOOSTER.replace("sr = 1", "NN = 2, UR = 1")
    message = "no card of the product has the rarity '{}'"
    column = "pack.slot[2].rarities"
    assert problems_of(text) == [
        (14, column, message.format("NN"), "it has N, R or SR"),
        (14, column, message.format("UR"), "it has N, R or SR"),
    ]


def test_unknown_title(problems_of):
    ((line, column, message, _),) = problems_of(BOOSTER.replace('"t"', '"Tt"'))
    assert (line, column) == (2, "title")
    assert message.endswith("cards.csv has the title 'Tt'")


def test_slots_that_do_not_add_up(problems_of):
    message = "expected slots for 6 cards, as in pack.cards, found 5"
    text = BOOSTER.replace("count = 5", "count = 4")
    assert problems_of(text) == [(8, "pack.slot", message, "")]


def test_wrong_keys_and_values_come_at_once(problems_of):
    text = BOOSTER.replace("packs = 5", 'pakcs = 5\ncolour = "x"').replace("R = 3", "R = 0")
    assert problems_of(text.replace("count = 5", 'count = "five"')) == [
        (None, "packs", "this key is missing", ""),
        (3, "pakcs", "this key is not known", "did you mean 'packs'?"),
        (4, "colour", "this key is not known", "known here: name, title, packs, pack"),
        (10, "pack.slot[1].count", "expected a valid integer, found 'five'", ""),
        (15, "pack.slot[2].rarities.R", "expected greater than 0, found '0'", ""),
    ]


@pytest.mark.parametrize("weight", ["nan", "inf", "-1", "0", "true", '"1"'])
def test_weights_are_positive_numbers(problems_of, weight):
    ((_, column, message, _),) = problems_of(BOOSTER.replace("R = 3", f"R = {weight}"))
    assert column == "pack.slot[2].rarities.R"
    assert message.startswith("expected ")


def test_weight_too_small_for_a_draw(problems_of):
    ((_, column, message, _),) = problems_of(BOOSTER.replace("R = 3", "R = 1e-12"))
    assert (column, message) == (
        "pack.slot",
        "a weight is too small: some card would never come up",
    )


def test_slot_without_rarities(problems_of):
    text = BOOSTER.replace("{ N = 1 }", "{}")
    message = "expected at least one rarity, found none"
    assert problems_of(text) == [(10, "pack.slot[1].rarities", message, "")]


def test_wrong_toml_names_line_and_character(problems_of):
    ((line, column, message, _),) = problems_of('name = "x"\ntitle = = 3\n')
    assert (line, column) == (2, 9)
    assert message.startswith("wrong TOML: ")


def test_absurd_nesting_is_no_crash(problems_of):
    assert len(problems_of("a = " + "[" * 20_000)) == 1


def test_missing_file(sample_pool, tmp_path):
    with pytest.raises(UsageError):
        load_product(SCHEMA, sample_pool, tmp_path / "none.toml")


def test_sample_products_fill_a_deck(sample_pool):
    products = [
        load_product(SCHEMA, sample_pool, path) for path in sample_products(SCHEMA).values()
    ]
    assert len(products) == 2
    for product in products:
        assert product.n_cards == 30
        titles = {sample_pool.cards[row].title for row in product.rows.ravel()}
        assert titles == {product.title}


@pytest.fixture(scope="module")
def scratch(tmp_path_factory):
    return tmp_path_factory.mktemp("products") / "any.toml"


pieces = st.sampled_from([*BOOSTER.splitlines(), "=", '"', "[", "packs = 99999999999999999999"])


@settings(deadline=None)
@given(st.lists(st.one_of(pieces, st.text(max_size=20)), max_size=12))
def test_any_text_is_a_product_or_refused(sample_pool, scratch, lines):
    scratch.write_text("\n".join(lines), encoding="utf-8", errors="replace")
    try:
        product = load_product(SCHEMA, sample_pool, scratch)
    except InputError as error:
        assert error.problems
    else:
        assert product.n_cards > 0
