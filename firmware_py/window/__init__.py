"""The board's window for other programs: a file that shows the board, and a socket that accepts keys."""
