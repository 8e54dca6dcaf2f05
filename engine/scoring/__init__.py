"""Counting points: the play, hands and the crib, with the reasons and fast; and calling them aloud."""
