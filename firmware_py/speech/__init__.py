"""The voice of the board: a program that follows the running board and says aloud what happens."""
