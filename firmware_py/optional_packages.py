"""Instructions for installing optional dependencies of this program."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path


def how_to_install(debian_package: str, extra: str) -> str:
    """Return instructions for installing an optional dependency, with apt or the virtual environment's pip.

    Args:
        debian_package: the Debian package that contains the dependency.
        extra: the name of the dependency's group in `pyproject.toml`, such as `serve`.
    """
    if sys.prefix == sys.base_prefix:
        return f"install it with 'sudo apt install {debian_package}'"
    pip = shlex.quote(str(Path(sys.executable).with_name("pip")))
    return f"install it with: {pip} install 'muggins[{extra}]'"
