"""Select the tests that depend on timing.

These tests start processes or threads, use sockets, or wait until something happens.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parents[1]
WORLD = {"asyncio", "pexpect", "socket", "subprocess", "threading"}
"""A test depends on the outside world if it imports any of these, directly or through other modules."""
WAITS = {"process", "processes", "run", "Lines", "ended", "Deadline", "until"}
"""The names in the helpers `MIXED` that start processes or wait. The other names there do not."""
MIXED = {"tests.support.command", "tests.support.deadline", "tests.support.processes"}
GENERATOR = TESTS / "engine" / "coach_tables"
"""The tests, for the night, of the programs that generate the coach's tables, which need Numba."""


def waiting_tests() -> list[Path]:
    """Return the test modules that depend on timing: they start processes or threads, use sockets, or wait.

    The tests of the coach's table generator are left out, because they are slow.
    """
    left_out = Path(__file__).parent, GENERATOR
    modules = (path for path in sorted(TESTS.rglob("test_*.py")) if path.parent not in left_out)
    return [path for path in modules if depends_on_timing(path)]


def depends_on_timing(test: Path) -> bool:
    """Return True if a test module or its helpers start processes or threads, use sockets, or wait."""
    modules = [test]
    for path in modules:
        for module, names in _imports(path):
            if module in WORLD or (module.startswith("tests.") and names & WAITS):
                return True
            if module.startswith("tests.") and module not in MIXED:
                helper = TESTS.parent.joinpath(*module.split(".")).with_suffix(".py")
                if helper not in modules and helper.exists():
                    modules.append(helper)
    return False


@cache
def _imports(path: Path) -> list[tuple[str, set[str]]]:
    imports: list[tuple[str, set[str]]] = []
    for node in _statements(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imports += [(alias.name, set()) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = {alias.name for alias in node.names}
            imports += [(node.module, names), *((f"{node.module}.{name}", set()) for name in names)]
    return imports


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    for block in ("body", "orelse", "finalbody", "handlers", "cases"):
        for statement in getattr(node, block, ()):
            yield statement
            yield from _statements(statement)
