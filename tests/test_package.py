"""What is installed is what is in the tree."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_every_package_is_named_and_nothing_else() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    tables = project["tool"]["setuptools"]
    found = {
        ".".join(init.parent.relative_to(ROOT).parts)
        for top in ("engine", "firmware_py")
        for init in (ROOT / top).rglob("__init__.py")
    }
    elsewhere = {name: ROOT / place for name, place in tables["package-dir"].items()}
    assert set(tables["packages"]) == found | set(elsewhere)
    for name, patterns in tables["package-data"].items():
        folder = elsewhere.get(name, ROOT / name.replace(".", "/"))
        for pattern in patterns:
            assert list(folder.glob(pattern)), (name, pattern)
