"""The names of the kinds of change in a game: the values of `what` in the board's JSON output.

`firmware_py.window` writes these names to a file, which other programs read: those that announce the game
aloud, serve the web page and publish the game over MQTT. REFERENCE.md describes the kinds of change and their
other members under "the board's window".
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
