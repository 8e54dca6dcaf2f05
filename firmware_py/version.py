"""The version of Muggins, and how it was installed.

The version is defined here because `importlib.metadata` does not work everywhere: the Debian package has no
Python metadata, and a look-up takes longer than the rest of `muggins --version`.
"""

from pathlib import Path

VERSION = "0.1.0"
"""The version, as in `pyproject.toml`."""
LIBRARY = Path("/usr/lib/muggins")
"""The folder in which the Debian package installs Muggins."""


def is_packaged() -> bool:
    """Return True if this program was installed from the Debian package rather than with pip."""
    return LIBRARY in Path(__file__).parents
