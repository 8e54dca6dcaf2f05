"""How the tests run: the same examples every time, and no example is failed for being slow."""

from hypothesis import settings

settings.register_profile("muggins", derandomize=True, deadline=None)
settings.load_profile("muggins")
