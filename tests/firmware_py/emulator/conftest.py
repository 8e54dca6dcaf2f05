"""Tests of the simulator that are coroutines run inside its application, and read its terminal."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import pytest

from engine.setup import Setup

from .bench import SMALL, SimulatorBench


@pytest.fixture
def size() -> tuple[int, int]:
    """The number of columns and lines of the terminal."""
    return SMALL


@pytest.fixture
def setup() -> Setup:
    return Setup()


@pytest.fixture
def bench(setup: Setup, size: tuple[int, int]) -> Iterator[SimulatorBench]:
    bench = SimulatorBench(setup, size=size)
    yield bench
    bench.close()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine in the application of its fixture `bench`."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    given = {name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters}
    pyfuncitem.funcargs["bench"].run(lambda: pyfuncitem.obj(**given))
    return True
