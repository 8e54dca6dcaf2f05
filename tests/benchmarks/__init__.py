"""Measurements of speed and size. `python -m tests.benchmarks` prints the figures without judging them."""
