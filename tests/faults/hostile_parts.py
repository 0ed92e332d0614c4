"""Part files with damaged bytes: read as nothing or as what they were, never a crash.

Run as ``python -m tests.faults.hostile_parts PART SEED TIMES``; it prints how many were wrong.
"""

import random
import resource
import sys
import tempfile
from pathlib import Path

import numpy as np
import polars as pl

from evenhand.simulate.runs.parts import read_label, read_part
from evenhand.simulate.runs.result_columns import CARDS, row_record

__all__ = ["damage"]

MEMORY = 4 << 30  # bytes of addresses
SLOTS = 16  # of a deck of Last Light


def damage(content: bytes, chance: random.Random) -> bytes:
    """Change some bits of a file, or cut it; the end, where sizes stand, most often."""
    changed = bytearray(content)
    if chance.random() < 0.2:
        return bytes(changed[: chance.randrange(len(changed))])
    for _ in range(chance.choice((1, 1, 2, 8))):
        where = chance.randrange(len(changed))
        if chance.random() < 0.6:
            where = chance.randrange(max(0, len(changed) - 1500), len(changed))
        changed[where] ^= 1 << chance.randrange(8)
    return bytes(changed)


def main(part: Path, seed: int, times: int) -> int:
    """Read a part with damage after damage."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    chance, content, label = random.Random(seed), part.read_bytes(), read_label(part)
    assert label is not None and f"{CARDS}_0" not in pl.read_parquet_schema(part)
    row = row_record(2, SLOTS)
    right = read_part(part, label, row)
    assert len(right)
    wrong = 0
    with tempfile.TemporaryDirectory() as room:
        path = Path(room, part.name)
        for _ in range(times):
            path.write_bytes(damage(content, chance))
            found = read_part(path, label, row)
            wrong += bool(len(found)) and not np.array_equal(found, right)
    print(wrong)
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
