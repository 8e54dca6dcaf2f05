"""The tests that depend on the world: they start processes, talk over sockets, run threads or wait."""

from __future__ import annotations

import ast
from pathlib import Path

TESTS = Path(__file__).parents[1]
WORLD = {"asyncio", "pexpect", "socket", "subprocess", "threading"}
"""A module that imports one of these depends on the world, and so does one that imports it."""
WAITS = {"process", "processes", "run", "Lines", "ended", "Deadline", "until"}
"""Names in helpers that start processes or wait. Not everything in those helpers does."""
MIXED = {"tests.support.command", "tests.support.deadline", "tests.support.processes"}
"""The helpers that have those functions, among others."""


def waiting_tests() -> list[Path]:
    """Return the test modules that depend on the world, themselves or by their helpers."""
    modules = (path for path in sorted(TESTS.rglob("test_*.py")) if path.parent != Path(__file__).parent)
    return [path for path in modules if _depends(path, frozenset())]


def _depends(path: Path, seen: frozenset[Path]) -> bool:
    for module, names in _imports(path):
        if module in WORLD or (module.startswith("tests.") and names & WAITS):
            return True
        helper = TESTS.parent.joinpath(*module.split(".")).with_suffix(".py")
        is_helper = module.startswith("tests.") and helper.exists() and helper not in seen
        if is_helper and module not in MIXED and _depends(helper, seen | {path}):
            return True
    return False


def _imports(path: Path) -> list[tuple[str, set[str]]]:
    """Return what a module imports: modules, each with the names that are taken from it."""
    imports: list[tuple[str, set[str]]] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imports += [(alias.name, set()) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = {alias.name for alias in node.names}
            imports += [(node.module, names), *((f"{node.module}.{name}", set()) for name in names)]
    return imports
