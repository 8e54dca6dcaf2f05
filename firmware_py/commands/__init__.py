"""The commands of `muggins`."""
