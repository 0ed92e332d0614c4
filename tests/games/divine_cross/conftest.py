"""Rules called from Python run as plain Python, so these tests compile nothing."""

import pytest

from tests.games.divine_cross.table import Table, write_pool


@pytest.fixture
def lay(tmp_path):
    """Make a table for some cards: ``lay(unit("Lancer"), event("Boon", ..), hand_limit=7)``."""

    def table(*cards, **options):
        return Table(write_pool(tmp_path, *cards), **options)

    return table
