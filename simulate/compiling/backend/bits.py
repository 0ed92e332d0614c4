"""Compiled versions of the functions of `evenhand.simulate.compiling.bits`."""

import operator

from numba import types
from numba.extending import intrinsic, overload

from evenhand.simulate.compiling.backend.compilers import RULE_OPTIONS
from evenhand.simulate.compiling.bits import as_words, bit_count, lowest_bit, put_word, word_at

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


# numba makes tuples of arrays in loops, and reads and writes them at a number that is not known
# beforehand, all through memory. A few words are read one by one, stay in registers, and are
# selected without a jump.


@intrinsic
def _read_words(context, field):  # pragma: no cover - compiled only
    (n_words,) = field.shape
    words = types.UniTuple(types.int64, n_words)

    def emit(context, builder, _signature, arguments):
        read = context.get_function(operator.getitem, types.int64(field, types.uintp))
        numbers = [context.get_constant(types.uintp, number) for number in range(n_words)]
        found = [read(builder, (arguments[0], number)) for number in numbers]
        return context.make_tuple(builder, words, found)

    return words(field), emit


@intrinsic
def _word_at(context, words, number):  # pragma: no cover - compiled only
    def emit(context, builder, signature, arguments):
        members, place = arguments
        found = builder.extract_value(members, 0)
        for index in range(1, len(signature.args[0])):
            is_it = builder.icmp_signed("==", place, place.type(index))
            found = builder.select(is_it, builder.extract_value(members, index), found)
        return found

    return types.int64(words, types.int64), emit


@intrinsic
def _put_word(context, words, number, word):  # pragma: no cover - compiled only
    def emit(context, builder, signature, arguments):
        members, place, put = arguments
        for index in range(len(signature.args[0])):
            is_it = builder.icmp_signed("==", place, place.type(index))
            kept = builder.extract_value(members, index)
            members = builder.insert_value(members, builder.select(is_it, put, kept), index)
        return members

    return words(words, types.int64, types.int64), emit


@overload(as_words, jit_options=RULE_OPTIONS)
def _compiled_as_words(field):
    (n_words,) = field.shape
    if n_words == 1:
        return lambda field: field[0]
    return lambda field: _read_words(field)


@overload(put_word, jit_options=RULE_OPTIONS)
def _compiled_put_word(words, number, word):
    return lambda words, number, word: _put_word(words, number, word)


@overload(word_at, jit_options=RULE_OPTIONS)
def _compiled_word_at(words, number):
    return lambda words, number: _word_at(words, number)


@overload(lowest_bit, jit_options=RULE_OPTIONS)
def _compiled_lowest_bit(word):
    return lambda word: _cttz(word)


@overload(bit_count, jit_options=RULE_OPTIONS)
def _compiled_bit_count(word):
    return lambda word: _ctpop(word)
