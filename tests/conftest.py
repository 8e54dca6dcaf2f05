"""Choose which tests run, limit their time, and keep this machine's configuration from affecting them."""

import argparse
import gc
import os
import signal
import sys
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path
from types import FrameType

import pytest
from hypothesis import settings
from pytest_timeout import Settings

from firmware_py.config import files
from tests.hostile.selection import TESTS, depends_on_timing

SLOW = 1200  # seconds that a test of the marks `slow` or `night` may take
TIDYING = 60  # seconds for the teardown of fixtures after their test has timed out
AGAIN = 1.0  # seconds between alarms for a test that has timed out

MEMORY = Path("/dev/shm")  # the file system in memory in which the tests create their files, if there is one
ROOM = 1 << 30  # bytes that must be free in it

settings.register_profile("muggins", derandomize=True, deadline=None)
settings.load_profile("muggins")


@pytest.fixture(autouse=True)
def _nothing_is_configured(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Make the tests independent of this machine's configuration files, caches and Python settings."""
    monkeypatch.setattr(files, "SEARCHED", ())
    for name, folder in (("CONFIG", "no-configuration"), ("CACHE", "cache")):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path_factory.getbasetemp() / folder))
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)  # with it, a program that forgets to flush passes


def pytest_configure() -> None:
    """Cache compiled modules, create temporary files in memory if possible, and stop ignoring SIGINT."""
    # A shell that runs the tests in the background makes them, and the programs they start, ignore SIGINT.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    # The tests start several hundred programs, each of which would otherwise compile its modules again.
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    # The board syncs its journal at each key press. On a disk, the tests would wait for this.
    with suppress(OSError):
        found = os.statvfs(MEMORY)
        has_room = found.f_bavail * found.f_frsize >= ROOM
        if has_room and os.access(MEMORY, os.W_OK) and not found.f_flag & os.ST_NOEXEC:
            os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """If a test is named as `path::test`, run it in this process, whatever its markers are.

    The options `-m` and `-n` in pyproject.toml are then ignored, but not those on the command line.
    """
    if hasattr(config, "workerinput") or not any("::" in name for name in config.args):
        return
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("-m", default="")
    parser.add_argument("-n", "--numprocesses", default=0)
    given, _ = parser.parse_known_args(list(config.invocation_params.args))
    config.option.markexpr = given.m
    config.option.numprocesses = given.numprocesses and config.option.numprocesses


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give the mark `world` to tests that use processes, threads or sockets, or that wait for something.

    Tests of the marks `slow` and `night` also get a longer time limit.
    """
    modules = {item.path for item in items}
    world = {path for path in modules if path.parent == TESTS / "hostile" or depends_on_timing(path)}
    for item in items:
        if item.path in world:
            item.add_marker(pytest.mark.world)
        takes_long = item.get_closest_marker("slow") or item.get_closest_marker("night")
        if takes_long and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(SLOW))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Disable the garbage collector while pytest collects the tests. Collecting is then ten times as fast."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_timeout_set_timer(settings: Settings) -> Generator[None, object, object]:
    """When a test times out, send SIGALRM again and again until the main thread handles it."""
    result = yield
    # The first signal might be delivered to another thread, and the main thread would keep waiting.
    end = signal.getsignal(signal.SIGALRM)

    def end_once(number: int, frame: FrameType | None) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        assert callable(end)
        end(number, frame)

    if settings.method == "signal":
        signal.signal(signal.SIGALRM, end_once)
        signal.setitimer(signal.ITIMER_REAL, settings.timeout, AGAIN)
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, object, object]:
    """If a test has timed out, set a new time limit for the teardown of its fixtures."""
    if signal.getitimer(signal.ITIMER_REAL)[0] == 0:
        timeout = Settings(TIDYING, "signal", False, False)
        item.config.hook.pytest_timeout_set_timer(item=item, settings=timeout)
    return (yield)
