"""The board's voice: a program that watches the board and says aloud what happens."""
