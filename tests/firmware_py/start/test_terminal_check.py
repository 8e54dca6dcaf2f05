"""The simulator starts only where it can draw, and reports what is missing."""

import sys
from pathlib import Path
from typing import Any

import pytest

from firmware_py.emulator import glass
from firmware_py.start import simulator
from firmware_py.system import process
from firmware_py.system.errors import UsageError

STREAMS = ("stdin", "stdout", "stderr")


class Stream:
    """A test double for a standard stream, which behaves like a terminal if `terminal` is True."""

    def __init__(self, *, terminal: bool) -> None:
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal


def attach(patch: pytest.MonkeyPatch, *, redirected: str | None = None, utf8: bool = True) -> None:
    """Replace the standard streams with test doubles that behave like a terminal.

    Args:
        patch: the fixture that restores the real streams after the test.
        redirected: the name of a stream that does not behave like a terminal, such as `stdout`, if any.
        utf8: True if the terminal uses UTF-8.
    """
    for name in STREAMS:
        patch.setattr(sys, name, Stream(terminal=name != redirected))
    patch.setattr(glass, "use_utf8", lambda: utf8)


def test_a_terminal_that_shows_utf8_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    attach(monkeypatch)
    simulator.check_terminal()


@pytest.mark.parametrize("redirected", STREAMS)
def test_a_redirected_stream_is_refused_with_a_way_on(
    monkeypatch: pytest.MonkeyPatch, redirected: str
) -> None:
    attach(monkeypatch, redirected=redirected)
    with pytest.raises(UsageError, match=r"the simulator needs a terminal: .*'muggins replay FILE'"):
        simulator.check_terminal()


def test_a_terminal_without_utf8_is_refused_with_a_way_on(monkeypatch: pytest.MonkeyPatch) -> None:
    attach(monkeypatch, utf8=False)
    with pytest.raises(UsageError, match=r"does not show UTF-8.*set LC_ALL=C\.UTF-8"):
        simulator.check_terminal()


def missing(patch: pytest.MonkeyPatch, name: str) -> None:
    """Make importing the simulator fail as if the package with this name were not installed."""

    class Finder:
        def find_spec(self, module: str, path: Any = None, target: Any = None) -> None:
            if module == "firmware_py.emulator.app":
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    patch.delitem(sys.modules, "firmware_py.emulator.app", raising=False)
    patch.setattr(sys, "meta_path", [Finder(), *sys.meta_path])


@pytest.mark.parametrize("name", ["textual", "rich"])
def test_a_missing_textual_is_named_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    attach(monkeypatch)
    missing(monkeypatch, name)
    with pytest.raises(UsageError, match=r"needs the Python package textual: .* install '\.\[simulator\]'"):
        simulator.check_terminal()


def test_another_missing_module_is_a_fault_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    attach(monkeypatch)
    missing(monkeypatch, "firmware_py.nonsense")
    with pytest.raises(ModuleNotFoundError, match=r"firmware_py\.nonsense"):
        simulator.check_terminal()


def test_the_debian_package_sends_the_user_to_the_source(monkeypatch: pytest.MonkeyPatch) -> None:
    attach(monkeypatch)
    missing(monkeypatch, "textual")
    monkeypatch.setattr(process, "LIBRARY", Path(process.__file__).parents[1])
    with pytest.raises(UsageError, match=r"the Debian package has no simulator") as refused:
        simulator.check_terminal()
    assert "pip" not in str(refused.value)
