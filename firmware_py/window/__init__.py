"""The files and the socket through which other programs watch the board and press its keys."""
