"""How fast, how small: `python -m tests.benchmarks` prints the figures in a table. Nothing here asserts."""
