"""Which program this is: its version, and whether the Debian package brought it.

The version stands here because it can be asked for nowhere else everywhere: the Debian package has no
metadata of Python's, and to look those up takes longer than all that is said with them.
"""

from pathlib import Path

VERSION = "0.1.0"
"""As in `pyproject.toml`."""
LIBRARY = Path("/usr/lib/muggins")
"""Where the Debian package has it."""


def is_packaged() -> bool:
    """Whether the Debian package brought this program, which then has to do with apt and not with pip."""
    return LIBRARY in Path(__file__).parents
