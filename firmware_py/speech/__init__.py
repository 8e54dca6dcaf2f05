"""The board's voice: a program that follows the running board and says aloud what happens."""
