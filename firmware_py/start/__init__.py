"""Open the journal, assemble a board and run it: with real hardware, in the terminal, or as a web page."""
