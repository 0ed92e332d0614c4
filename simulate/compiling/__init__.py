"""How rules are written and compiled; the only door to the compiler.

Rules are plain functions on records. Compiled, they run at native speed; with
``NUMBA_DISABLE_JIT=1`` the same source runs in the interpreter and is the
reference that the compiled code is tested against.

`rule`
    a function of the rules, compiled into whatever calls it.
`kernel`
    an entry point called from Python; it alone is kept in the on-disk cache.
`hook`, `hook_with_default`
    the declaration of a function that every game answers in its own way; `supply`
    names the answers. Generic code calls the hook, and the type of the state record
    picks the game, so the game loop and the bots are written once and specialised per game.

`watched`
    records on which interpreted rules are stopped where compiled code would go wrong in
    silence.

Nothing here imports numba: ``backend`` does, when the first kernel is called.
"""

from evenhand.simulate.compiling.bits import as_words, bit_count, lowest_bit, put_word
from evenhand.simulate.compiling.cache import cache_folder, describe_loss, sources_hash
from evenhand.simulate.compiling.decorators import COMPILED, kernel, rule
from evenhand.simulate.compiling.hooks import Hooks, hook, hook_with_default, supply
from evenhand.simulate.compiling.watched_records import (
    EndlessError,
    RuleError,
    watch_record,
    watched,
)

__all__ = [
    "COMPILED", "EndlessError", "Hooks", "RuleError", "as_words", "bit_count", "cache_folder",
    "describe_loss", "hook", "hook_with_default", "kernel", "lowest_bit", "put_word", "rule",
    "sources_hash", "supply", "watch_record", "watched",
]  # fmt: skip
