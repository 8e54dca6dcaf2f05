"""Collect these tests only if the extra `generate`, which provides NumPy and Numba, is installed."""

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("numba") else ["test_*.py"]
