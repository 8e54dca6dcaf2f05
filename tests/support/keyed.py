"""Boards on which keys have been pressed, and the keys that lead to each moment of a game."""

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from random import Random

from engine.game import Game
from engine.match.history import History
from engine.rules import Rules
from firmware_py.board.board import Board, Outcome
from firmware_py.board.ports import Store
from firmware_py.input.keys import Key, parse_input, read_keys
from firmware_py.input.settings import KEYS_ALONE, Equipment
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
    equipment: Equipment = KEYS_ALONE,
) -> Board:
    """Return a new board after pressing these keys, none of which may be refused.

    Args:
        words: the keys, and the directions of a joystick, separated by spaces.
        start: the scores at the start of the game; if empty, every score is 0.
        store: where the board saves its events; None to save nothing.
        rules: the rules; None for the standard game.
        names: the players' names in the order of their seats; if empty, the default names are used.
        equipment: what the board has.
    """
    made = Board(History.of(Game.new(rules, start, names)), store, equipment=equipment)
    for word in words.split():
        assert made.press(parse_input(word)).why is None, word
    return made


def played(
    random: Random,
    second_thoughts: float,
    *,
    suits: bool = False,
    rules: Rules | None = None,
    ended: Callable[[], None] = lambda: None,
) -> Iterator[str]:
    """Yield the keys for an endless series of games, including UNDO and REDO.

    In the standard game, all of them take effect. Under other rules, none is refused.

    Args:
        random: the source of all random choices.
        second_thoughts: the probability, after each key press, that the player undoes some of them.
        suits: True if the players also enter the suits of their cards.
        rules: the rules; None for the standard game.
        ended: a function that is called at the end of each game, before the key that begins the next one.
    """
    made = board(rules=rules)

    def press(word: str) -> bool:
        """Press a key, and return True if it ended what was being entered."""
        outcome = made.press(Key.parse(word))
        assert outcome.took or (rules and outcome.why is None), word  # a digit of a claim takes no effect
        return outcome.made is not None

    while True:
        is_one_key = True
        for word in Table(random, suits=suits, rules=rules).keys(lambda: made.history.game):
            is_entered = press(word)
            yield word
            again: list[str] = []
            if second_thoughts and is_entered and random.random() < second_thoughts:
                back = min(random.randint(1, 3), len(made.history.past))
                again = ["UNDO"] * back + ["REDO"] * back
            elif second_thoughts and (is_one_key or not is_entered) and random.random() < second_thoughts:
                again = ["UNDO", word]
            for each in again:
                press(each)
                yield each
            is_one_key = is_entered
        ended()
        press("OK")
        yield "OK"


def whole_game(seed: int, *, suits: bool = False, second_thoughts: bool = False) -> list[str]:
    """Return the keys of a whole game, from the cut to the end.

    Args:
        seed: the seed for the random numbers.
        suits: True if the players also enter the suits of their cards.
        second_thoughts: True if the players sometimes undo key presses and then redo or repeat them.
    """
    is_over: list[bool] = []
    words = played(Random(seed), 0.1 * second_thoughts, suits=suits, ended=lambda: is_over.append(True))
    return list(takewhile(lambda word: not is_over, words))


def keys_in(text: str) -> list[Key]:
    """Return the keys in a text, which is written like a key file."""
    return [each.key for each in read_keys(text, "the keys of a test")]
