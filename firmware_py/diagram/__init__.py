"""Pictures made from a configuration: how a board is wired, and where its holes are drilled."""
