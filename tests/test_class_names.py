"""No two classes of the packages share a name, so that a name is enough to find a class."""

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_no_two_classes_share_a_name() -> None:
    """Private classes and classes inside other classes or functions count too."""
    places = defaultdict(list)
    for package in ("engine", "firmware_py"):
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef):
                    places[node.name].append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert {name: found for name, found in places.items() if len(found) > 1} == {}
