"""Counting points in the play, in hands and in the crib, and calling them aloud."""
