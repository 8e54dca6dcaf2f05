"""A board's configuration: its parts, their wiring, and the rules of its games, read from TOML files."""
