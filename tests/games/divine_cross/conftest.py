"""Rules are tested as plain Python: compiled ones cannot be called from outside.

``NUMBA_DISABLE_JIT=1 pytest tests/games/divine_cross`` runs these tests; without it they
are passed over here and run in a process of their own by ``../test_interpreted.py``.
"""

import pytest

from simulate.engine.compile import COMPILED

if COMPILED:
    collect_ignore_glob = ["test_*.py"]
else:
    from tests.games.divine_cross.table import Table, write_pool


@pytest.fixture
def lay(tmp_path):
    """Make a table for some cards: ``lay(unit("Lancer"), event("Boon", ..), hand_limit=7)``."""

    def table(*cards, **options):
        return Table(write_pool(tmp_path, *cards), **options)

    return table
