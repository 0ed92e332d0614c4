"""The modules that import numba; loaded when the first kernel is called."""

from evenhand.simulate.compiling.backend import bits as _bits  # noqa: F401  registers them
from evenhand.simulate.compiling.backend.dispatching import (
    HookType,
    RuleType,
    dispatcher_of_kernel,
    dispatcher_of_loop,
    dispatcher_of_rule,
)
from evenhand.simulate.compiling.backend.explaining import explaining_errors

__all__ = [
    "HookType", "RuleType", "dispatcher_of_kernel", "dispatcher_of_loop", "dispatcher_of_rule",
    "explaining_errors",
]  # fmt: skip
