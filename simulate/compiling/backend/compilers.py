"""The compiler pipelines of rules and kernels: numba's default passes and our own."""

from collections.abc import Callable
from typing import Any

from numba.core.compiler import Compiler
from numba.core.typed_passes import PreLowerStripPhis

from evenhand.decks.garbage_collection import garbage_collection_off
from evenhand.simulate.compiling.backend.indexing import CountFromStart
from evenhand.simulate.compiling.backend.linking import (
    KernelLibrary,
    LoopLibrary,
    RuleLibrary,
)

__all__ = ["KERNEL_OPTIONS", "LOOP_OPTIONS", "RULE_OPTIONS"]


class _OwnCompiler(Compiler):  # type: ignore[misc]
    """Numba's default passes, and indices that count from the start."""

    def define_pipelines(self) -> list[Any]:
        """Insert our pass after type inference, before the passes that use its result."""
        (passes,) = super().define_pipelines()
        passes.add_pass_after(CountFromStart, PreLowerStripPhis)
        passes.finalize()
        return [passes]


class _RuleCompiler(_OwnCompiler):
    """The passes of a rule, ending in a `RuleLibrary`."""

    def __init__(self, typing, target, _library, *rest):
        super().__init__(typing, target, RuleLibrary(target.codegen(), "rule"), *rest)


class _LoopCompiler(_OwnCompiler):
    """The passes of a loop over arrays, ending in a `LoopLibrary`."""

    def __init__(self, typing, target, _library, *rest):
        super().__init__(typing, target, LoopLibrary(target.codegen(), "loop"), *rest)


class _KernelCompiler(_OwnCompiler):
    """The passes of a kernel, ending in a `KernelLibrary` that can be cached on disk."""

    def __init__(self, typing, target, _library, *rest):
        library = KernelLibrary(target.codegen(), "kernel")
        library.enable_object_caching()
        super().__init__(typing, target, library, *rest)

    def compile_extra(self, func: Callable) -> Any:
        """Compile the kernel and all rules that it calls."""
        with garbage_collection_off():  # collections took a fifth of the time
            return super().compile_extra(func)


# nogil: worker threads run in parallel. error_model numpy: a division needs no check.
KERNEL_OPTIONS: dict[str, Any] = {
    "nogil": True,
    "error_model": "numpy",
    "pipeline_class": _KernelCompiler,
}
# Rules are called only from compiled code, and need no wrappers for Python and C.
RULE_OPTIONS: dict[str, Any] = {
    **KERNEL_OPTIONS,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "pipeline_class": _RuleCompiler,
}
LOOP_OPTIONS: dict[str, Any] = {**RULE_OPTIONS, "pipeline_class": _LoopCompiler}
