"""One test suite for each kind of part, which every part of that kind must pass over emulated wires."""
