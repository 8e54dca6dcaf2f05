"""Advice on which two cards to throw to the crib, with reasons, and reviews of throws already made."""
