"""A compiler pass: an index of an array never counts from the end.

numba adds code to each signed index for negative values. In rules a negative index is an error, as
-1 is NOTHING. The pass makes the indices of our own functions unsigned, for which numba adds no
such code; a -1 is then beyond the end of any array, and is reported if numba's bounds checks are
on, as in the tests.
"""

from typing import Any

from numba import types
from numba.core import ir
from numba.core.compiler_machinery import FunctionPass, register_pass

__all__ = ["CountFromStart"]


@register_pass(mutates_CFG=False, analysis_only=False)
class CountFromStart(FunctionPass):  # type: ignore[misc]
    """Make the indices of arrays unsigned; runs after type inference."""

    _name = "count_from_start"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Change the signatures of all accesses to arrays; return whether there are any."""
        accesses = [
            node
            for block in state.func_ir.blocks.values()
            for node in find_indexings(block)
            if is_array_access(state.calltypes[node])
        ]
        for node in accesses:
            signature = state.calltypes.pop(node)
            array, index, *value = signature.args
            state.calltypes[node] = signature.replace(args=(array, as_unsigned(index), *value))
        return bool(accesses)


def is_array_access(signature: Any) -> bool:
    """Return whether a signature is that of reading or writing an array; it may be None."""
    return signature is not None and isinstance(signature.args[0], types.Array)


def find_indexings(block: Any) -> Any:
    """Yield the nodes of a block that read or write items, as far as they have signatures."""
    for statement in block.body:
        if isinstance(statement, ir.SetItem | ir.StaticSetItem):
            yield statement
    for op in ("getitem", "static_getitem"):
        yield from block.find_exprs(op=op)


def as_unsigned(index: Any) -> Any:
    """Return the unsigned type of an index."""
    if isinstance(index, types.BaseTuple):
        return types.Tuple([as_unsigned(part) for part in index])
    is_signed = isinstance(index, types.Integer) and index.signed
    return types.uintp if is_signed else index
