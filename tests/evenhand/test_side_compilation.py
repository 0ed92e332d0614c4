"""What a panel needs is compiled while the first bot's rules are, and its games played."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from evenhand.experiments import side_compilation
from evenhand.experiments.side_compilation import compile_beside, compile_plan
from evenhand.inputs.job import prepare
from evenhand.inputs.request import Request
from evenhand.simulate.compiling import COMPILED
from evenhand.simulate.runs.run import is_compiled

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what workers, which are none here, begin and end."""
    lines: list[str] = []

    class Workers:
        def __init__(self, **_: Any) -> None:
            lines.append("workers")

        def __call__(self, tasks: Iterator[tuple[Callable[..., None], Any, Any]]) -> Iterator[None]:
            def work() -> Iterator[None]:
                try:
                    for function, arguments, _ in tasks:
                        assert function is compile_plan and arguments
                        lines.append("compiled")
                        yield
                finally:
                    lines.append("closed")

            began = work()
            next(began)
            return began

    monkeypatch.setattr("joblib.Parallel", Workers)
    monkeypatch.setattr(side_compilation, "explain_no_cache", lambda: "")
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    return lines


PLAN = prepare(Request("last_light", games=2, bots=("random",))).plan


def test_it_begins_before_the_block_and_is_there_after_it(
    said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(side_compilation, "is_compiled", lambda _: False)
    with compile_beside([PLAN, PLAN]):
        assert said == ["workers", "compiled"]
    assert said == ["workers", "compiled", "compiled", "closed"]


def test_it_ends_where_the_block_fails(said: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(side_compilation, "is_compiled", lambda _: False)
    with pytest.raises(KeyboardInterrupt), compile_beside([PLAN, PLAN]):
        raise KeyboardInterrupt
    assert said == ["workers", "compiled", "closed"]


def test_nothing_begins_where_all_is_compiled(said: list[str]) -> None:
    compile_plan(PLAN)
    assert is_compiled(PLAN)
    with compile_beside([PLAN]):
        pass
    with compile_beside([]):
        pass
    assert said == []


def test_what_is_wrong_is_told_elsewhere() -> None:
    compile_plan(None)  # type: ignore[arg-type]
