"""The names of the changes in a game, as the board's window lists them: the values of `what`.

The window writes these names, and the voice, the page and the publisher read them. REFERENCE.md describes the
changes and their other members under "the board's window".
"""

from __future__ import annotations

GAME = "game"
CUT = "cut"
DEAL = "deal"
STARTER = "starter"
THROWN_IN = "thrown_in"
WON = "won"
LAID = "laid"
ACE = "ace"
GO = "go"
FALSE_GO = "false_go"
RESTART = "restart"
PLAY_OVER = "play_over"
LEFT = "left"
HAND = "hand"
CRIB = "crib"
SUIT = "suit"
ANSWER = "answer"
CLAIM = "claim"
POINTS = "points"
SCORE_SET = "score_set"
TURN = "turn"
TAKEN_BACK = "taken_back"
