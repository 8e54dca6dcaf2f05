"""How a board is wired and what is played on it, as data: read from TOML files and checked."""
