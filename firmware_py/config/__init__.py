"""The configuration of a board: its parts, their wiring, and the game it plays, read from TOML files."""
