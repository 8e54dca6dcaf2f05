"""The chance of winning: before a deal, from a table; within a deal, by playing it on many times."""
