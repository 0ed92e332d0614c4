"""Records refuse names that interpreted code would misread."""

import numpy as np
import pytest

from evenhand.decks.problems import UsageError
from evenhand.decks.records import record
from evenhand.simulate.engine.options import number
from evenhand.simulate.engine.state import state_record
from evenhand.simulate.runs.result_columns import from_frame, row_record, to_frame


@pytest.mark.parametrize("name", ["copy", "base", "item", "fill"])
def test_a_field_cannot_shadow_a_method_of_numpy_records(name):
    said = f"cannot be called '{name}': records of numpy have that already .for example own_{name}."
    with pytest.raises(UsageError, match=said):
        record((name, np.int8))
    with pytest.raises(UsageError, match=said):
        number(name, 1, 0, 2, "a weight")


@pytest.mark.parametrize(
    ("name", "better"),
    [("two words", "two_words"), ("class", "own_class"), ("3d", "own_3d"), ("a-b", "a_b")],
)
def test_a_field_has_a_name_that_rules_can_read(name, better):
    with pytest.raises(UsageError, match=f"for example {better}"):
        record((name, np.int8))
    record((better, np.int8))


def test_two_fields_of_one_name():
    with pytest.raises(UsageError, match="two fields of a record are called 'seat'"):
        state_record(2, 10, ("seat", np.int8))


@pytest.mark.parametrize("is_sealed", [False, True])
@pytest.mark.parametrize("n_seats", [2, 4])
def test_rows_survive_the_way_to_a_frame_and_back(n_seats, is_sealed):
    row = row_record(n_seats, 30)
    noise = np.random.default_rng(1).integers(0, 100, 50 * row.itemsize, dtype=np.uint8)
    rows = noise.view(row)
    if not is_sealed:
        rows["cards"] = 0
    frame = to_frame(rows, is_sealed)
    assert frame.height == 50
    assert from_frame(frame, row).tobytes() == rows.tobytes()


def test_seat_columns_carry_the_seat_number():
    frame = to_frame(np.zeros(1, row_record(2, 30)), is_sealed=False)
    assert {"deck_0", "deck_1", "opening_1", "winner", "end_reason"} <= set(frame.columns)
    assert "cards_0" not in frame.columns
