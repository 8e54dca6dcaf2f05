"""The board's window: a file that shows the board, and a socket that takes keys, for other programs."""
