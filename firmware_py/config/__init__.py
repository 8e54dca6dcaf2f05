"""The configuration of a board: its parts, their wiring, and the rules of its games, read from TOML files."""
