"""The page: the board in a browser. Its server follows the board's window and sends what the board shows."""
