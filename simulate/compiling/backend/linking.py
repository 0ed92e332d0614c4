"""Code libraries: rules stay unoptimised, and a kernel links and optimises all of them once.

By default, numba optimises every function with all that it calls and generates machine code, on
each level of calls again. Two hundred small rules that call each other then take a minute to
compile, nearly all of it for code that never runs. So the code of rules is not optimised; a kernel
links all rules it needs and is optimised once, as a whole. Both use numba's interface for this: a
custom pipeline (`pipeline_class`) may have its own code library. All settings are those of the
libraries; none of numba's or LLVM's is changed for the whole process.
"""

from collections.abc import Iterable, Mapping
from types import SimpleNamespace
from typing import Any, NamedTuple

import llvmlite.binding as llvm
from numba.core import config
from numba.core.codegen import JITCodeLibrary

__all__ = ["KernelLibrary", "LoopLibrary", "RuleLibrary"]

# With bounds checks, rules are tested and not played millions of times, so that compiling fast is
# more important.
IS_TESTED = bool(config.BOUNDSCHECK)
SPEED_LEVEL = 1 if IS_TESTED else 3  # of LLVM; the maximum is 3
# A rule has few instructions, and a call costs about as many: a rule is inlined if it has at most
# this number, including those of the rules inlined into it.
MOST_INLINE = 100 if IS_TESTED else 4_000
CALL_COST = 5  # instructions counted for a call
MANGLED = "_ZN"  # prefix of the names of functions compiled from Python


class _OwnOptimiser(JITCodeLibrary):  # type: ignore[misc]
    """Code that LLVM optimises with our settings instead of numba's.

    Rules have no loops over long arrays: searching for them would take a quarter of the
    compile time.
    """

    has_loops = False

    def pass_builder(self) -> Any:
        """Return LLVM's default optimisations; with vectors where there are loops."""
        options = llvm.create_pipeline_tuning_options(speed_level=SPEED_LEVEL)
        options.loop_vectorization = self.has_loops
        options.slp_vectorization = self.has_loops
        return llvm.create_pass_builder(self._codegen._tm, options)

    def _optimize_final_module(self) -> None:
        builder = self.pass_builder()
        passes = builder.getModulePassManager()
        passes.add_refprune_pass()
        passes.run(self._final_module, builder)

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout
        for function in ll_module.functions:
            builder = self.pass_builder()
            builder.getFunctionPassManager().run(function, builder)


class RuleLibrary(_OwnOptimiser):
    """The unoptimised code of one rule, for linking into kernels."""

    def finalize(self) -> None:
        """Finalize without optimising."""
        self._finalized = True

    @property
    def codegen(self) -> Any:
        """A substitute for the machine code, which would store Python's constants."""
        return SimpleNamespace(set_env=lambda name, environment: None)


class LoopLibrary(_OwnOptimiser):
    """The code of a rule that is one long loop over arrays, optimised by itself."""

    has_loops = True


class KernelLibrary(_OwnOptimiser):
    """The code of a kernel and of all rules that it calls, directly or not."""

    def finalize(self) -> None:
        """Link all rules, and generate machine code."""
        self._linking_libraries = list_callers_first(self)
        super().finalize()

    def _optimize_final_module(self) -> None:
        """Mark the rules as internal, so that LLVM may drop them, then optimise."""
        check_linked(self._final_module)
        functions = [f for f in self._final_module.functions if not f.is_declaration]
        rules = [f for f in functions if f.linkage.name == "linkonce_odr"]
        for function in rules:
            function.linkage = "internal"
        mark_inline(rules)
        super()._optimize_final_module()


def list_callers_first(kernel: KernelLibrary) -> list[Any]:
    """List all libraries that a kernel needs, each after all those that call it.

    LLVM links a function only if code linked before calls it.
    """
    visited: dict[Any, None] = {}

    def visit(library: Any) -> None:
        is_own = isinstance(library, RuleLibrary | KernelLibrary)  # others contain what they call
        for called in dict.fromkeys(library._linking_libraries) if is_own else ():
            if called not in visited:
                visit(called)
        visited[library] = None

    visit(kernel)
    return list(reversed(visited))[1:]


def check_linked(module: Any) -> None:
    """Raise if a module calls a rule that is not linked into it."""
    missing = [f.name for f in module.functions if f.is_declaration and f.name.startswith(MANGLED)]
    if missing:
        raise AssertionError(f"not linked: {', '.join(missing)}")


class Body(NamedTuple):
    """A function's number of instructions, and the names of the functions it calls."""

    n_instructions: int
    calls: tuple[str, ...]


def mark_inline(rules: Iterable[Any]) -> None:
    """Mark the rules to inline.

    LLVM's own limit is low, and can be set only for the whole process.
    """
    by_name = {rule.name: rule for rule in rules if not is_kept_out(rule)}
    bodies = {name: body_of(rule) for name, rule in by_name.items()}
    sizes: dict[str, float] = {}
    for name, rule in by_name.items():
        if size_of(name, bodies, sizes) <= MOST_INLINE:
            rule.add_function_attribute("alwaysinline")


def is_kept_out(function: Any) -> bool:
    """Return whether numba wants a function of its own not to be inlined."""
    return any(b"noinline" in attributes for attributes in function.attributes)


def body_of(function: Any) -> Body:
    """Return the number of instructions and the calls of a function."""
    codes = [code for block in function.blocks for code in block.instructions]
    called = [list(code.operands)[-1].name for code in codes if code.opcode == "call"]
    return Body(len(codes), tuple(called))


def size_of(name: str, bodies: Mapping[str, Body], sizes: dict[str, float]) -> float:
    """Return the instructions of a rule with what is inlined; infinite if it is recursive."""
    if name not in sizes:
        sizes[name] = float("inf")
        called_sizes = [
            size_of(called, bodies, sizes) for called in bodies[name].calls if called in bodies
        ]
        inlined = sum(size if size <= MOST_INLINE else CALL_COST for size in called_sizes)
        sizes[name] = bodies[name].n_instructions + inlined
    return sizes[name]
