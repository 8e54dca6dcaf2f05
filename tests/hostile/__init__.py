"""The tests on a machine that is busy, stands still now and then, and has short queues."""
