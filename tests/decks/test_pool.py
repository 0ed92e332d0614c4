import hashlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evenhand.decks.divine_cross.schema import SCHEMA
from evenhand.decks.divine_cross.words import Attribute, CardType, Moment
from evenhand.decks.pool import load_pool
from evenhand.decks.problems import InputError, UsageError

HEADER = "name,title,type,hp,attribute,advantage,retreat,skill1,skill1_cost,skill1_damage,"
HEADER += "skill2,skill2_cost,skill2_damage,ex,abilities"
LANCER = "Lancer,T,Unit,400,Red,Green,1,Jab,1,60,,,,,"
RALLY = "Rally,T,Event,,,,,,,,,,,,Play: draw 2 cards."


@pytest.fixture
def pool_of(write):
    def read(*lines, header=HEADER):
        return load_pool(SCHEMA, write("cards.csv", "\n".join([header, *lines])))

    return read


@pytest.fixture
def problems_of(pool_of):
    def read(*lines, header=HEADER):
        with pytest.raises(InputError) as caught:
            pool_of(*lines, header=header)
        assert all(problem.file.endswith("cards.csv") for problem in caught.value.problems)
        return [
            (problem.line, problem.column, problem.message, problem.hint)
            for problem in caught.value.problems
        ]

    return read


def unit(**cells):
    """Write a line of a sound unit with some cells replaced."""
    columns = HEADER.split(",")
    sound = dict(zip(columns, LANCER.split(","), strict=True))
    return ",".join(f'"{ {**sound, **cells}[column] }"' for column in columns)


def test_very_many_abilities_that_are_not_understood_are_not_all_looked_at(problems_of):
    rows = [unit(name=f"A{n}", abilities="Play: draw frobnicate.") for n in range(300)]
    problems = problems_of(*rows)
    assert 50 < len(problems) < 250
    ends = [line for line, _, message, _ in problems if message.startswith("the cards below")]
    assert ends == [problems[-1][0]]
    assert "these work" in problems[0][3]


def test_a_header_that_is_near_is_named_with_what_is_missed(problems_of):
    header = HEADER.replace("abilities", "Rules text (new)")
    problems = problems_of(RALLY, header=header)
    assert problems[0] == (
        1,
        "Rules text (new)",
        "no column has this name",
        "did you mean 'abilities'?",
    )
    (missing,) = problems_of(LANCER, header=HEADER.replace("hp", "HP (current)"))
    assert missing[2:] == ("this column is missing", "did you mean 'HP (current)'?")


def test_records_hold_the_numbers_of_the_cards(pool_of):
    twin = "Twin,U,unit,500,Green blue,RGB,2,A,1,60,B,3,150,Calm,"
    twin += '"Skill 2: draw 1 card. Always: this unit takes -20 damage."'
    pool = pool_of(LANCER, twin, RALLY)
    lancer, record, rally = pool.records
    assert (lancer.hp, lancer.n_skills, lancer.n_abilities, lancer.moments) == (400, 1, 0, 0)
    assert record.type == CardType.UNIT
    assert record.attribute == Attribute.GREEN | Attribute.BLUE
    assert record.advantage == Attribute.RED | Attribute.GREEN | Attribute.BLUE
    assert (record.hp, record.retreat, record.n_skills) == (500, 2, 2)
    assert record.skill_cost.tolist() == [1, 3]
    assert record.skill_damage.tolist() == [60, 150]
    assert (record.first_ability, record.n_abilities) == (0, 2)
    assert record.moments == 1 << Moment.SKILL_2 | 1 << Moment.ALWAYS
    assert (rally.type, rally.hp, rally.n_skills, rally.first_ability) == (CardType.EVENT, 0, 0, 2)
    assert pool.abilities["moment"][2] == Moment.PLAY
    assert pool.records["name_id"].tolist() == [0, 1, 2]
    assert pool.records["title_id"].tolist() == [0, 1, 0]


def test_every_ability_of_the_sample_pool_is_its_cards_own(sample_pool):
    for card, record in zip(sample_pool.cards, sample_pool.records, strict=True):
        first, count = record.first_ability, record.n_abilities
        moments = sample_pool.abilities["moment"][first : first + count]
        assert moments.tolist() == [ability.moment for ability in card.abilities]


def test_pool_names_its_file_and_hash(pool_of):
    pool = pool_of(LANCER)
    with open(pool.file, "rb") as file:
        assert pool.content_hash == hashlib.sha256(file.read()).hexdigest()
    assert pool.cards[0].line == 2
    assert pool.names == ("Lancer",)


def test_copies_of_a_file_are_understood_once_and_keep_their_own_names(write):
    places = [write(name, f"{HEADER}\n{LANCER}") for name in ("cards.csv", "copy.csv")]
    first, copy = (load_pool(SCHEMA, place) for place in places)
    assert copy.cards is first.cards
    assert [pool.file for pool in (first, copy)] == [str(place) for place in places]
    assert [pool.kept_as for pool in (first, copy)] == ["cards.csv", "copy.csv"]
    changed = load_pool(SCHEMA, write("copy.csv", f"{HEADER}\n{LANCER.replace('400', '410')}"))
    assert [pool.cards[0].hp for pool in (first, changed)] == [400, 410]


def test_rows_are_found_by_name_in_any_case(pool_of):
    pool = pool_of(LANCER, RALLY)
    assert pool.row_of("  rALLY") == 1
    with pytest.raises(UsageError) as caught:
        pool.row_of("Lancr")
    assert caught.value.hint == "did you mean 'Lancer'?"


def test_header_in_a_designers_spelling(pool_of):
    header = HEADER.replace("skill1_cost", "Skill 1 Cost").replace("abilities", "Rules Text")
    pool = pool_of(RALLY + ",", header=header.replace("attribute", "Colour") + ",My notes")
    assert pool.cards[0].abilities[0].moment == Moment.PLAY
    assert pool.notes[0].endswith("cards.csv: ignored column 'My notes'")


def test_columns_of_the_designer_are_kept_apart_and_not_called_ignored_if_used(write):
    text = f"{HEADER},My tier,note\n{LANCER},high,x\n\n{RALLY},low,y\n"
    pool = load_pool(SCHEMA, write("cards.csv", text), used=("my tier",))
    lines = [card.line for card in pool.cards]
    assert [pool.other_columns["My tier"][line] for line in lines] == ["high", "low"]
    assert pool.notes[0].endswith("cards.csv: ignored column 'note'")


def test_missing_columns_are_named_once(problems_of):
    header = HEADER.replace(",hp,", ",hpp,").replace(",type", ",sort")
    assert problems_of(LANCER, RALLY, header=header) == [
        (1, "hp", "this column is missing", "did you mean 'hpp'?"),
        (1, "type", "this column is missing", ""),
    ]


def test_header_without_cards(problems_of):
    assert problems_of() == [(1, None, "no card follows the header", "")]


def test_too_many_cards(problems_of):
    lines = [unit(name=f"Card {number}") for number in range(2001)]
    assert problems_of(*lines) == [(2002, None, "expected at most 2,000 cards, found 2,001", "")]


def test_all_problems_of_a_file_come_at_once(problems_of):
    found = problems_of(
        unit(hp="-5", attribute="Rde", skill1_cost="two"),
        RALLY.replace("Event", "Evnt"),
        unit(name="", retreat="10"),
        RALLY.replace("Play: draw 2 cards.", "Play: drwa 2 cards."),
    )
    attributes = "expected Red, Green, Blue, RGB or None, found 'Rde'"
    types = "expected Unit, Event, Action or Assist, found 'Evnt'"
    assert found[:6] == [
        (2, "attribute", attributes, "did you mean 'Red'?"),
        (2, "hp", "expected a whole number from 10 to 2000, found -5", ""),
        (2, "skill1_cost", "expected a whole number, found 'two'", ""),
        (3, "type", types, "did you mean 'Event'?"),
        (4, "name", "every card needs this, found nothing", ""),
        (4, "retreat", "expected a whole number from 0 to 9, found 10", ""),
    ]
    (line, column, message, hint) = found[6]
    assert (line, column) == (5, "abilities")
    assert message.startswith("'Rally', character 7: ")
    assert "draw" in message + hint


@pytest.mark.parametrize(
    ("column", "text", "words"),
    [
        ("hp", "9", "from 10 to 2000, found 9"),
        ("hp", "2001", "from 10 to 2000, found 2001"),
        ("hp", "3.5", "a whole number, found '3.5'"),
        ("hp", "1_000", "a whole number, found '1_000'"),
        ("hp", "\u0663\u0660", "a whole number"),
        ("hp", "1" * 5000, "a whole number, found '11111"),
        ("skill1_damage", "1000", "from 0 to 999, found 1000"),
        ("skill1_cost", "-1", "from 0 to 9, found -1"),
        ("attribute", "Red None", "None to stand alone, found 'Red None'"),
        ("name", "x" * 61, "the name has 61 letters; the most is 60"),
    ],
)
def test_cell_out_of_bounds(problems_of, column, text, words):
    ((line, found_column, message, _),) = problems_of(unit(**{column: text}))
    assert (line, found_column) == (2, column)
    assert words in message


def test_numbers_as_spreadsheets_write_them(pool_of):
    pool = pool_of(unit(hp="400.0", retreat="2,0"))
    assert (pool.cards[0].hp, pool.cards[0].retreat) == (400, 2)


def test_problems_name_the_header_as_written(problems_of):
    header = HEADER.replace("skill1_cost", "Skill 1 Cost")
    assert problems_of(unit(skill1_cost="x"), header=header)[0][1] == "Skill 1 Cost"


def test_duplicate_names(problems_of):
    message = "the card 'LANCER' stands in line 2 already"
    assert problems_of(LANCER, RALLY, unit(name="LANCER")) == [(4, "name", message, "")]


def test_two_kinds_of_card_may_share_a_name(pool_of):
    pool = pool_of(LANCER, RALLY.replace("Rally", "Lancer"))
    assert pool.rows_of("lancer") == [0, 1]
    assert pool.rows_of("Lancer (Event)") == [1]
    assert pool.records["name_id"].tolist() == [0, 0]


def test_cards_that_share_a_name_have_labels_of_their_own(pool_of):
    pool = pool_of(LANCER, RALLY, RALLY.replace("Rally", "LANCER"))
    assert pool.labels == ("Lancer (Unit)", "Rally", "LANCER (Event)")
    assert [pool.row_of(label) for label in pool.labels] == [0, 1, 2]


def test_event_with_the_columns_of_a_unit(problems_of):
    assert problems_of(RALLY.replace("Event,,", "Event,300,Red")) == [
        (2, "attribute", "expected nothing on an Event, found 'Red'", ""),
        (2, "hp", "expected nothing on an Event, found '300'", ""),
    ]


def test_assist_that_does_nothing(problems_of):
    line = "Shield,T,Assist,,,,,,,,,,,,"
    assert problems_of(line) == [(2, "abilities", "an Assist needs abilities, found nothing", "")]


def test_unit_without_its_columns(problems_of):
    found = problems_of("Lancer,T,Unit,,,,,,,,,2,,,")
    assert {column for _, column, _, _ in found} == {
        "hp", "attribute", "retreat", "skill1", "skill1_cost", "skill1_damage", "skill2",
        "skill2_damage",
    }  # fmt: skip
    assert (2, "hp", "a Unit needs this, found nothing", "") in found
    assert (2, "skill2", "a second skill needs this, found nothing", "") in found


@pytest.mark.parametrize(
    ("line", "moment"),
    [
        (unit(abilities="Play: draw 1 card."), "Play"),
        (unit(abilities="Skill 2: draw 1 card."), "Skill 2"),
        (unit(abilities="Before skill 2: draw 1 card."), "Before skill 2"),
        (RALLY.replace("Play", "Activate"), "Activate"),
        (RALLY.replace("Play", "When this enters"), "When this enters"),
        (RALLY.replace("Event", "Action").replace("Play", "Skill 1"), "Skill 1"),
        (RALLY.replace("Event", "Assist"), "Play"),
        (RALLY.replace("Event", "Assist").replace("Play", "Activate"), "Activate"),
    ],
)
def test_moment_that_does_not_fit_the_card(problems_of, line, moment):
    ((found_line, column, message, _),) = problems_of(line)
    assert (found_line, column) == (2, "abilities")
    assert message.startswith("expected '")
    assert message.endswith(f"on such a card, found '{moment}'")


def test_moment_is_held_against_the_type_of_an_unsound_card_too(problems_of):
    found = problems_of(unit(hp="x", abilities="Play: draw 1 card."))
    assert [column for _, column, _, _ in found] == ["abilities", "hp"]


@pytest.mark.parametrize("kind", ["Event", "Action"])
def test_commands_are_played(pool_of, kind):
    pool = pool_of(RALLY.replace("Event", kind))
    assert pool.records["moments"].tolist() == [1 << Moment.PLAY]


def test_too_many_abilities(problems_of):
    text = " ".join(["When this enters: draw 1 card."] * 9)
    message = "expected at most 8 abilities, found 9"
    assert problems_of(unit(abilities=text)) == [(2, "abilities", message, "")]


def test_ability_error_names_the_card_not_the_file(problems_of):
    ((line, column, message, _),) = problems_of(unit(abilities="Skill 1: draw"))
    assert (line, column) == (2, "abilities")
    assert message.startswith("'Lancer', character ")


@pytest.fixture(scope="module")
def scratch(tmp_path_factory):
    return tmp_path_factory.mktemp("pool") / "cards.csv"


words = st.sampled_from(
    ["Unit", "Event", "Assist", "300", "-1", "Red", "Skill 1: draw 1 card.", "Play:", "", "x"]
)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.lists(st.one_of(words, st.text(max_size=12)), min_size=15, max_size=15)))
def test_any_cells_are_a_pool_or_refused(scratch, rows):
    lines = [",".join('"' + cell.replace('"', '""') + '"' for cell in row) for row in rows]
    text = "\n".join([HEADER, *lines])
    scratch.write_text(text, encoding="utf-8", errors="replace", newline="")
    try:
        pool = load_pool(SCHEMA, scratch)
    except InputError as error:
        assert error.problems
    else:
        assert len(pool.records) == len(pool.cards) > 0


numbers = st.fixed_dictionaries(
    {
        "hp": st.integers(10, 2000),
        "retreat": st.integers(0, 9),
        "skill1_cost": st.integers(0, 9),
        "skill1_damage": st.integers(0, 999),
    }
)


@settings(deadline=None)
@given(numbers)
def test_sound_numbers_arrive_in_the_record(scratch, cells):
    line = unit(**{column: str(value) for column, value in cells.items()})
    scratch.write_text(f"{HEADER}\n{line}")
    (record,) = load_pool(SCHEMA, scratch).records
    assert (record.hp, record.retreat) == (cells["hp"], cells["retreat"])
    assert record.skill_cost.tolist() == [cells["skill1_cost"], 0]
    assert record.skill_damage.tolist() == [cells["skill1_damage"], 0]
    assert np.count_nonzero(record.skill_damage) <= 1
