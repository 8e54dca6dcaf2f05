"""Pictures made from a configuration: how to wire a board, and where to drill its holes."""
