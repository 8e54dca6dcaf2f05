"""What the voice says: from the board's window to sentences. It is pure, and makes no sound."""
