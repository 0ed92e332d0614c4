"""The compiler pipelines of rules and kernels: numba's default passes and our own."""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from numba.core.compiler import Compiler
from numba.core.typed_passes import PreLowerStripPhis

from evenhand.simulate.compiling.backend.indexing import CountFromStart
from evenhand.simulate.compiling.backend.linking import KernelLibrary, RuleLibrary

__all__ = ["KERNEL_OPTIONS", "RULE_OPTIONS"]


class _OwnCompiler(Compiler):  # type: ignore[misc]
    """The usual steps, and indices that count from the start."""

    def define_pipelines(self) -> list[Any]:
        """Put our own pass in where types are known, so that what follows sees its work."""
        (steps,) = super().define_pipelines()
        steps.add_pass_after(CountFromStart, PreLowerStripPhis)
        steps.finalize()
        return [steps]


class _RuleCompiler(_OwnCompiler):
    """The steps of a rule, ending in a `RuleLibrary`."""

    def __init__(self, typing, target, _library, *rest):
        super().__init__(typing, target, RuleLibrary(target.codegen(), "rule"), *rest)


class _KernelCompiler(_OwnCompiler):
    """The steps of a kernel, ending in a `KernelLibrary` that can be kept on disk."""

    def __init__(self, typing, target, _library, *rest):
        library = KernelLibrary(target.codegen(), "kernel")
        library.enable_object_caching()
        super().__init__(typing, target, library, *rest)

    def compile_extra(self, func: Callable) -> Any:
        """Compile the kernel and all rules that it calls."""
        with garbage_kept():
            return super().compile_extra(func)


@contextmanager
def garbage_kept() -> Iterator[None]:
    """Disable garbage collection until the block ends.

    Compiling hundreds of rules creates millions of objects, hardly any of them garbage.
    Collections took a fifth of the time.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


# nogil: worker threads run side by side. error_model numpy: a division needs no check.
KERNEL_OPTIONS: dict[str, Any] = {
    "nogil": True,
    "error_model": "numpy",
    "pipeline_class": _KernelCompiler,
}
# Rules are called from compiled code only: the ways in from Python and C need not be built.
RULE_OPTIONS: dict[str, Any] = {
    **KERNEL_OPTIONS,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "pipeline_class": _RuleCompiler,
}
