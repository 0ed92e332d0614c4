"""Code libraries: rules are kept unoptimised, and a kernel links and optimises all of them once.

Left to itself, numba optimises every function with all that it calls and makes machine
code of the lot, on each level of calling anew. Two hundred small rules on top of each
other then take a minute to compile, nearly all of it for code that nothing ever runs.
So a rule's code is kept as it was written, and a kernel links together all it needs and
is optimised once, as a whole. Both use the door that numba leaves open for it: a
pipeline of one's own (`pipeline_class`) may bring its own code library. All settings are
those of the libraries: none of numba's or of LLVM's is changed for the whole process.
"""

from collections.abc import Iterable, Mapping
from types import SimpleNamespace
from typing import Any, NamedTuple

import llvmlite.binding as llvm
from numba.core import config
from numba.core.codegen import JITCodeLibrary

__all__ = ["KernelLibrary", "RuleLibrary"]

# With bounds checks, rules are tried out and not played millions of times: what counts is
# how soon they are compiled.
IS_TRIED_OUT = bool(config.BOUNDSCHECK)
SPEED_LEVEL = 1 if IS_TRIED_OUT else 3  # of LLVM, whose highest is 3
# A rule is a few instructions, and calling it costs as many again: a rule is put into its
# callers if it has at most so many instructions, with those of the rules put into it.
MOST_INLINE = 100 if IS_TRIED_OUT else 4_000
OF_A_CALL = 5  # instructions that a call counts for
MANGLED = "_ZN"  # how names begin of functions that are compiled from Python


class _OwnOptimiser(JITCodeLibrary):  # type: ignore[misc]
    """Code that LLVM optimises with settings of its own, whatever numba's are.

    Rules have no loops over long arrays: looking for some would cost a quarter of the
    compile time.
    """

    def pass_builder(self) -> Any:
        """Return LLVM's usual optimisations but for those of long loops."""
        options = llvm.create_pipeline_tuning_options(speed_level=SPEED_LEVEL)
        options.loop_vectorization = False
        options.slp_vectorization = False
        return llvm.create_pass_builder(self._codegen._tm, options)

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout
        for function in ll_module.functions:
            builder = self.pass_builder()
            builder.getFunctionPassManager().run(function, builder)


class RuleLibrary(_OwnOptimiser):
    """The unoptimised code of one rule, to be linked into kernels."""

    def finalize(self) -> None:
        """Finalize without optimising."""
        self._finalized = True

    @property
    def codegen(self) -> Any:
        """Stand in for the machine code, which alone has a place for Python's constants."""
        return SimpleNamespace(set_env=lambda name, environment: None)


class KernelLibrary(_OwnOptimiser):
    """The code of a kernel and, once each, of all rules under it."""

    def finalize(self) -> None:
        """Link all rules, and generate machine code."""
        self._linking_libraries = list_callers_first(self)
        super().finalize()

    def _optimize_final_module(self) -> None:
        """Let LLVM know that nothing outside calls the rules, then optimise."""
        refuse_missing(self._final_module)
        functions = [f for f in self._final_module.functions if not f.is_declaration]
        rules = [f for f in functions if f.linkage.name == "linkonce_odr"]
        for function in rules:
            function.linkage = "internal"
        put_inline(rules)
        builder = self.pass_builder()
        steps = builder.getModulePassManager()
        steps.add_refprune_pass()
        steps.run(self._final_module, builder)


def list_callers_first(kernel: KernelLibrary) -> list[Any]:
    """List all libraries under a kernel, each after all those that call it.

    LLVM takes in a function only if something that it has taken in already calls it.
    """
    found: dict[Any, None] = {}

    def visit(library: Any) -> None:
        waits = isinstance(library, RuleLibrary | KernelLibrary)  # others hold all they call
        for below in dict.fromkeys(library._linking_libraries) if waits else ():
            if below not in found:
                visit(below)
        found[library] = None

    visit(kernel)
    return list(reversed(found))[1:]


def refuse_missing(module: Any) -> None:
    """Refuse a module that calls a rule which is not in it: the call would lead to nowhere."""
    missing = [f.name for f in module.functions if f.is_declaration and f.name.startswith(MANGLED)]
    if missing:
        raise AssertionError(f"not linked: {', '.join(missing)}")


class Body(NamedTuple):
    """A function's number of instructions, and the names of the functions it calls."""

    n_instructions: int
    calls: tuple[str, ...]


def put_inline(rules: Iterable[Any]) -> None:
    """Mark the rules that are to be put into their callers.

    LLVM's own limit for that is low, and can be set for the whole process only.
    """
    by_name = {rule.name: rule for rule in rules}
    bodies = {name: body_of(rule) for name, rule in by_name.items()}
    sizes: dict[str, float] = {}
    for name, rule in by_name.items():
        if size_of(name, bodies, sizes) <= MOST_INLINE:
            rule.add_function_attribute("alwaysinline")


def body_of(function: Any) -> Body:
    """Return the number of instructions and the calls of a function."""
    codes = [code for block in function.blocks for code in block.instructions]
    called = [list(code.operands)[-1].name for code in codes if code.opcode == "call"]
    return Body(len(codes), tuple(called))


def size_of(name: str, bodies: Mapping[str, Body], sizes: dict[str, float]) -> float:
    """Return the instructions of a rule with all that is put into it; what calls itself is huge."""
    if name not in sizes:
        sizes[name] = float("inf")
        below = [
            size_of(called, bodies, sizes) for called in bodies[name].calls if called in bodies
        ]
        inside = sum(size if size <= MOST_INLINE else OF_A_CALL for size in below)
        sizes[name] = bodies[name].n_instructions + inside
    return sizes[name]
