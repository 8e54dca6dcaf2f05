"""A test suite for each kind of hardware. Every supported device of that kind must pass it when emulated."""
