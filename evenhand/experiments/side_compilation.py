"""Compile what will be needed while something else is compiled or played."""

import os
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

import joblib

from evenhand.simulate.compiling import COMPILED, explain_no_cache
from evenhand.simulate.runs.batch import plan_arrays
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.run import is_compiled, warm_up

__all__ = ["compile_beside"]


@contextmanager
def compile_beside(plans: Sequence[Plan]) -> Iterator[None]:
    """Compile what some plans need in other processes while the block is carried out."""
    missing = [plan for plan in plans if not (plan.asks_functions or is_compiled(plan))]
    if not missing or not COMPILED or os.cpu_count() == 1 or explain_no_cache():
        yield
        return
    work = joblib.Parallel(n_jobs=2, backend="loky", return_as="generator")
    compiled = work(joblib.delayed(compile_plan)(plan) for plan in missing)
    try:
        yield
        for _ in compiled:
            pass
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # joblib's, on what is not compiled to its end
            compiled.close()


def compile_plan(plan: Plan) -> None:
    """Compile the code that a plan needs; its errors are raised where the plan is played."""
    with suppress(Exception):
        warm_up(plan_arrays(plan), None)
