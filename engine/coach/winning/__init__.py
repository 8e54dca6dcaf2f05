"""The chance of winning: read from a table before a deal, and estimated by simulation during a deal."""
