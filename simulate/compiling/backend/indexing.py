"""A compiler pass: an index of an array never counts from the end.

numba makes each signed index ready for being negative. Rules have no such index: there a
-1 is NOTHING, and using it a mistake. The pass has the indices of our own functions read
as unsigned, for which numba leaves that out; a -1 is then past any array's end, and is
reported where numba's bounds checks are on, as in the tests.
"""

from typing import Any

from numba import types
from numba.core import ir
from numba.core.compiler_machinery import FunctionPass, register_pass

__all__ = ["CountFromStart"]


@register_pass(mutates_CFG=False, analysis_only=False)
class CountFromStart(FunctionPass):  # type: ignore[misc]
    """Read the indices of arrays as unsigned; to be run when types are known."""

    _name = "count_from_start"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Change the signatures of all reading and writing of arrays; True if there are any."""
        found = [
            node
            for block in state.func_ir.blocks.values()
            for node in indexings(block)
            if is_of_array(state.calltypes[node])
        ]
        for node in found:
            signature = state.calltypes.pop(node)
            array, index, *value = signature.args
            state.calltypes[node] = signature.replace(args=(array, unsigned(index), *value))
        return bool(found)


def is_of_array(signature: Any) -> bool:
    """Return whether a signature, if there is one, is that of reading or writing an array."""
    return signature is not None and isinstance(signature.args[0], types.Array)


def indexings(block: Any) -> Any:
    """Go through what reads and writes items in a block, as far as numba has a signature."""
    for statement in block.body:
        if isinstance(statement, ir.SetItem | ir.StaticSetItem):
            yield statement
    for op in ("getitem", "static_getitem"):
        yield from block.find_exprs(op=op)


def unsigned(index: Any) -> Any:
    """Return the type that an index is read as."""
    if isinstance(index, types.BaseTuple):
        return types.Tuple([unsigned(part) for part in index])
    is_signed = isinstance(index, types.Integer) and index.signed
    return types.uintp if is_signed else index
