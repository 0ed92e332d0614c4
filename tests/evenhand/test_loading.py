import sys
from threading import Event, Thread

import pytest

from evenhand.loading import load_meanwhile


@pytest.fixture
def slow_module(tmp_path, monkeypatch):
    """A module that says when it is being loaded, and is loaded when it may be."""
    lines = ("import sys", "begun, go = sys.gates", "begun.set()", "go.wait(10)", "done = True")
    (tmp_path / "slow_module.py").write_text("\n".join(lines))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "gates", (Event(), Event()), raising=False)
    yield sys.gates
    sys.modules.pop("slow_module", None)


def test_a_module_is_loaded_meanwhile_and_whole_afterwards(slow_module):
    begun, go = slow_module
    with load_meanwhile("slow_module"):
        assert begun.wait(10)
        assert not hasattr(sys.modules["slow_module"], "done")
        go.set()
    assert sys.modules["slow_module"].done


def test_who_imports_it_meanwhile_waits_for_it(slow_module):
    begun, go = slow_module
    with load_meanwhile("slow_module"):
        assert begun.wait(10)
        Thread(target=go.set).start()
        from slow_module import done
    assert done


def test_what_cannot_be_loaded_is_left_to_its_own_import(capsys):
    with load_meanwhile("no_such_module"):
        pass
    assert capsys.readouterr().err == ""
