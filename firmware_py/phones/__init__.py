"""The add-on that lets phones join the board, so that they can press its keys."""
