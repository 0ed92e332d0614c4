"""Records refuse names that interpreted code would misread."""

import numpy as np
import pytest

from decks.records import record
from simulate.engine.results import from_frame, row_record, to_frame


@pytest.mark.parametrize("name", ["copy", "base", "item", "fill"])
def test_a_field_cannot_shadow_a_method_of_numpy_records(name):
    with pytest.raises(ValueError, match=name):
        record((name, np.int8))


@pytest.mark.parametrize("deck_slots", [0, 30])
@pytest.mark.parametrize("n_seats", [2, 4])
def test_rows_survive_the_way_to_a_frame_and_back(n_seats, deck_slots):
    record_type = row_record(n_seats, deck_slots)
    noise = np.random.default_rng(1).integers(0, 100, 50 * record_type.itemsize, dtype=np.uint8)
    rows = noise.view(record_type)
    frame = to_frame(rows)
    assert frame.height == 50
    assert from_frame(frame).tobytes() == rows.tobytes()


def test_seat_columns_carry_the_seat_number():
    frame = to_frame(np.zeros(1, row_record(2, 0)))
    assert {"deck_0", "deck_1", "opening_1", "winner", "end_reason"} <= set(frame.columns)
