"""One suite of tests for each kind of part, run against every part of that kind over emulated wires."""
