"""Compiling takes long: it is said beforehand, and only where it was not done before."""

import pytest

from evenhand.simulate.registry import load_game
from evenhand.simulate.runs import first_call
from evenhand.simulate.runs.first_call import call_first


@pytest.fixture
def said(tmp_path, monkeypatch):
    """Make calls one after the other, with an empty cache; give what was said."""
    monkeypatch.setattr(first_call, "cache_folder", lambda *_: tmp_path)
    monkeypatch.setattr(first_call, "explain_no_cache", lambda: "")
    monkeypatch.setattr(first_call, "shipped_folder", lambda *_: tmp_path / "shipped")
    monkeypatch.setattr(first_call, "COMPILED", True)

    def calls(*kernels):
        lines = []
        for kernel in kernels:
            call_first(load_game("last_light"), kernel, lines.append, lambda: lines.append("call"))
        return lines

    return calls


def test_it_is_said_once_for_each_kernel(said):
    first, *others = said("play", "play", "ask")
    assert first == "Compiling the rules of Last Light (once, about half a minute)"
    assert others == ["call", "call", first, "call"]


def test_what_cannot_be_kept_is_said_once(said, monkeypatch):
    monkeypatch.setattr(first_call, "explain_no_cache", lambda: "nothing is kept")
    line = "Compiling the rules of Last Light (about half a minute)"
    assert said("play", "ask") == ["nothing is kept", line, "call", line, "call"]


def test_a_call_that_fails_has_compiled_nothing(said, tmp_path):
    with pytest.raises(ZeroDivisionError):
        call_first(load_game("last_light"), "play", None, lambda: 1 / 0)
    assert said("play")[0].startswith("Compiling")


def test_nothing_is_said_where_a_wheel_brings_it(said, tmp_path):
    (tmp_path / "shipped").mkdir()
    (tmp_path / "shipped" / "play.compiled").touch()
    assert said("play") == ["call"]


def test_why_what_a_wheel_brings_does_not_serve(said, monkeypatch):
    monkeypatch.setattr(first_call, "explain_not_shipped", lambda: "it came late")
    first = "Compiling the rules of Last Light (once, about half a minute; it came late)"
    assert said("play")[0] == first
