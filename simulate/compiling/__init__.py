"""Decorators for rules, and their compilation; the only interface to the compiler.

Rules are plain functions on records. Compiled, they run at native speed; with
``NUMBA_DISABLE_JIT=1`` the same source runs in the interpreter and is the
reference that the compiled code is tested against.

`rule`
    a function of the rules, compiled into its callers.
`loop_rule`
    a rule of a long loop over arrays, optimised by itself, with vectors.
`kernel`
    an entry point called from Python; only kernels are cached on disk.
`hook`, `hook_with_default`
    the declaration of a function that every game implements; `supply` names the
    implementations. Generic code calls the hook, and the type of the state record selects
    the game, so the game loop and the bots are written once and specialised per game.

`watched`
    records on which interpreted rules raise errors that compiled code would not detect.

Nothing here imports numba: ``backend`` does, when the first kernel is called.
"""

from evenhand.simulate.compiling.bits import (
    as_words,
    bit_count,
    lowest_bit,
    put_word,
    word_at,
)
from evenhand.simulate.compiling.cache import (
    cache_folder,
    explain_no_cache,
    explain_not_shipped,
    shipped_folder,
)
from evenhand.simulate.compiling.decorators import COMPILED, kernel, loop_rule, rule
from evenhand.simulate.compiling.hooks import Hooks, hook, hook_with_default, supply
from evenhand.simulate.compiling.sources import sources_hash
from evenhand.simulate.compiling.watched_records import (
    EndlessError,
    RuleError,
    watch_record,
    watched,
)

__all__ = [
    "COMPILED", "EndlessError", "Hooks", "RuleError", "as_words", "bit_count", "cache_folder",
    "explain_no_cache", "explain_not_shipped", "hook", "hook_with_default", "kernel", "loop_rule",
    "lowest_bit", "put_word", "rule", "shipped_folder", "sources_hash", "supply", "watch_record",
    "watched", "word_at",
]  # fmt: skip
