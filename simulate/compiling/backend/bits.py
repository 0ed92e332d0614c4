"""Compiled versions of the functions of `evenhand.simulate.compiling.bits`."""

from numba import types
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import intrinsic, overload
from numba.np.unsafe.ndarray import to_fixed_tuple

from evenhand.simulate.compiling.backend.compilers import RULE_OPTIONS
from evenhand.simulate.compiling.bits import as_words, bit_count, lowest_bit, put_word

__all__: list[str] = []


@intrinsic
def _cttz(_context, word):  # pragma: no cover - compiled only
    def emit(context, builder, _signature, arguments):
        return builder.cttz(arguments[0], context.get_constant(types.boolean, 1))

    return types.int64(types.int64), emit


@intrinsic
def _ctpop(_context, word):  # pragma: no cover - compiled only
    def emit(_context, builder, _signature, arguments):
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), emit


@overload(as_words, jit_options=RULE_OPTIONS)
def _compiled_as_words(field):
    (n_words,) = field.shape
    if n_words == 1:
        return lambda field: field[0]
    return lambda field: to_fixed_tuple(field, n_words)


@overload(put_word, jit_options=RULE_OPTIONS)
def _compiled_put_word(words, number, word):
    return lambda words, number, word: tuple_setitem(words, number, word)


@overload(lowest_bit, jit_options=RULE_OPTIONS)
def _compiled_lowest_bit(word):
    return lambda word: _cttz(word)


@overload(bit_count, jit_options=RULE_OPTIONS)
def _compiled_bit_count(word):
    return lambda word: _ctpop(word)
