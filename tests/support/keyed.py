"""Boards on which keys have been pressed, and the keys that lead to each moment of a game."""

from collections.abc import Sequence
from random import Random

from engine.game import Game
from engine.match.history import History
from engine.rules import Rules
from firmware_py.board.board import Board, Outcome
from firmware_py.board.ports import Store
from firmware_py.input.keys import Key, read_keys
from tests.support.table import Table

CUT = ""
STARTER = "OK"
PLAY = "OK 3"
FLUSH = "OK 3 10 Q 2 6 9 4 8 A"
WITH_STARTER = f"{FLUSH} OK"
NOBS = "OK 3 J 10 A 9 J Q 2 8"
CRIB = "OK 3 K 4 8 5 K 10 6 10"
GAME_OVER = "OK J"  # leads to this prompt if the scores start as `WON`
WON = (119, 100)
ACE = "OK 2 A"
REST = "OK 2 K Q 9 GO GO"
HAND = "OK 2"
COUNTED = CRIB
IDLE = "OK"
"""The keys that lead to other prompts under special rules: aces as 1 or 11 for `ACE`, the five-card game
for `REST`, `track=show` for `HAND`, `reveal=on_ok` or muggins for `COUNTED`, `track=points` for `IDLE`."""


def press(board: Board, words: str) -> list[Outcome]:
    """Press the keys named in a string, such as `OK 5 J`, and return the outcome of each key press."""
    return [board.press(Key.parse(word)) for word in words.split()]


def board(
    words: str = "",
    *,
    start: Sequence[int] = (),
    store: Store | None = None,
    rules: Rules | None = None,
    names: Sequence[str] = (),
) -> Board:
    """Return a new board after pressing these keys, each of which must take effect.

    Args:
        words: the keys, separated by spaces.
        start: the scores at the start of the game; if empty, every score is 0.
        store: where the board saves its events; None to save nothing.
        rules: the rules; None for the standard game.
        names: the players' names in the order of their seats; if empty, the default names are used.
    """
    made = Board(History.of(Game.new(rules, start, names)), store)
    for word, outcome in zip(words.split(), press(made, words), strict=True):
        assert outcome.took, (word, outcome)
    return made


def whole_game(seed: int, *, suits: bool = False, second_thoughts: bool = False) -> list[str]:
    """Return the keys of a whole game, from the cut to the end.

    Args:
        seed: the seed for the random numbers.
        suits: True if the players also enter the suits of their cards.
        second_thoughts: True if the players sometimes undo key presses and then redo or repeat them.
    """
    random = Random(seed)
    played = board()
    words: list[str] = []

    def key(word: str) -> None:
        words.append(word)
        assert played.press(Key.parse(word)).took, words

    for word in Table(random, suits=suits).keys(lambda: played.history.game):
        key(word)
        if second_thoughts and random.random() < 0.1:
            back = min(random.randint(1, 4), len(played.history.past))
            for again in ["UNDO"] * back + ["REDO"] * back:
                key(again)
        if second_thoughts and random.random() < 0.1:
            key("UNDO")
            key(word)
    return words


def keys_in(text: str) -> list[Key]:
    """Return the keys in a text, which is written like a key file."""
    return [each.key for each in read_keys(text, "the keys of a test")]
