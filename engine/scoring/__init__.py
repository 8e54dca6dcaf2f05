"""Count points in the play, in hands and in the crib, with their reasons or fast, and call them aloud."""
