"""The voice of the board: a program that follows the board's window and says aloud what happens."""
