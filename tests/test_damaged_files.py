"""Files that a slip, a paste or a bad merge has damaged: read, or refused in words."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evenhand.decks.deck_list import load_deck, sample_decks
from evenhand.decks.pool import load_pool
from evenhand.decks.problems import InputError, UsageError
from evenhand.decks.product import load_product, sample_products
from evenhand.simulate.bots.bot_files import load_bot
from evenhand.simulate.registry import game_names, load_game
from evenhand.simulate.scenarios.play import play_scenario
from evenhand.simulate.scenarios.scenario import load_scenario

SCENARIOS = Path(__file__).parent / "scenarios"
CARD_LINES = 8  # of a card file; whole ones take long to read
SNIPPETS = st.one_of(
    st.text(max_size=8),
    st.sampled_from(
        ["\n", ",", '"', "[[", "]]", "=", "\x00", "\ufeff", "-1", "9" * 30, "'''", "{"]
    ),
)
quick = settings(
    max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)


@st.composite
def damage(draw, text):
    """Cut pieces out of a text and put others in."""
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 20)))
        text = text[:start] + draw(SNIPPETS) + text[end:]
    return text


def read_or_refused(read, path, text):
    """Read a damaged file; whatever is raised must be said in words, with the file's name."""
    path.write_text(text, encoding="utf-8", errors="replace", newline="")
    try:
        read(path)
    except InputError as error:
        assert error.problems and all(str(path) in str(one) for one in error.problems)
    except UsageError as error:
        assert str(error)


@pytest.fixture(scope="module", params=game_names())
def game(request):
    return load_game(request.param)


@pytest.fixture(scope="module")
def pool(game):
    return load_pool(game.schema)


@pytest.fixture
def check(tmp_path):
    def checked(read, original, ending):
        @quick
        @given(text=damage(original))
        def run(text):
            read_or_refused(read, tmp_path / f"file{ending}", text)

        run()

    return checked


def text_of(path):
    return path.read_text(encoding="utf-8")


def test_card_files(game, check):
    lines = text_of(game.schema.sample_path("cards.csv")).splitlines(keepends=True)
    check(lambda path: load_pool(game.schema, path), "".join(lines[:CARD_LINES]), ".csv")


def test_deck_files(game, pool, check):
    original = text_of(next(iter(sample_decks(game.schema).values())))
    check(lambda path: load_deck(game.schema, pool, path), original, ".txt")


def test_products(game, pool, check):
    samples = sample_products(game.schema)
    if not samples:
        pytest.skip("no sealed play")
    original = text_of(next(iter(samples.values())))
    check(lambda path: load_product(game.schema, pool, path), original, ".toml")


def test_bot_files(game, check):
    original = 'policy = "heuristic"\nnoise = 3\n\n[weights]\n' + "".join(
        f"{weight.name} = {weight.default}\n" for weight in game.weights[:3]
    )
    check(lambda path: load_bot(game, str(path)), original, ".toml")


def test_scenarios(game, check):
    original = text_of(min((SCENARIOS / game.name).glob("*.toml")))
    check(lambda path: play_scenario(load_scenario(path)), original, ".toml")
