"""Open the journal, assemble a board and run it: with hardware, in the terminal, or with its page alone."""
