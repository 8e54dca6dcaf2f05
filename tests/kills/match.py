"""The match that is played while the program is killed. It consists of short games with undo and redo."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from engine.game import Game
from engine.match.history import History
from engine.match.timeline import BEGINS
from engine.rules import Rules
from engine.setup import Setup
from firmware_py.board.board import Board
from firmware_py.input.keys import Key
from firmware_py.reports.match import report_object
from tests.support.table import Table

# Starting scores and options for matches whose games end soon.
FORMS: tuple[tuple[tuple[int, ...], tuple[str, ...]], ...] = (
    ((28, 26), ("target=31",)),
    ((50, 50), ("target=61",)),
    ((20, 25), ("target=31", "muggins=on")),
    ((24, 25), ("target=31", "game=five-card", "cut_before_deal=offer")),
    ((25, 0), ("target=31", "track=show")),
)
FROM_THE_MENU = (
    "OK OK",
    "2 3 3 A OK OK OK",
    "3 3 A OK 4 2 8 OK 2 7 OK OK OK",
    "A 3 3 A OK 4 2 8 OK 2 7 OK OK OK",
    "5 2 OK 3 OK 3 3 A OK OK OK",
)
"""Keys for the new-game dialogue: change nothing, or the number of players; for two players, also start
near the end, play another game, or give names."""
FOR_ANY_PLAYERS = 2  # so many of them, from the first, work with any number of players
ENOUGH = 100  # key presses at least
AT_LEAST = 3  # games after the first one


class Match(NamedTuple):
    """The keys of a match, and the state of the match after each key press that takes effect.

    Attributes:
        arguments: the arguments of `muggins replay` that set up the match.
        words: all keys of the match, including those that have no effect.
        pressed: at index n, the number of keys pressed up to and including the n-th that takes effect.
        standings: at index n, the output of `status --json` after n key presses have taken effect.
        begins: the numbers of the key presses that begin a game. Only key presses that take effect are
            counted, from 1.
    """

    arguments: Sequence[str]
    words: Sequence[str]
    pressed: Sequence[int]
    standings: Sequence[dict[str, Any]]
    begins: set[int]


class _Player:
    def __init__(self, setup: Setup, random: Random) -> None:
        self.board = Board(History.of(Game.of(setup)))
        self.random = random
        self.words: list[str] = []
        self.pressed = [0]
        self.standings = [self._standing()]
        self.begins: set[int] = set()

    def _standing(self) -> dict[str, Any]:
        return json.loads(json.dumps(report_object(self.board.history)))

    def key(self, word: str) -> bool:
        self.words.append(word)
        number = self.board.history.game.number
        outcome = self.board.press(Key.parse(word))
        assert outcome.why is None, (outcome, self.words)
        if outcome.took:
            history = self.board.history
            self.pressed.append(len(self.words))
            self.standings.append(self._standing())
            if history.game.number > number and history.past and history.past[-1].event.kind in BEGINS:
                self.begins.add(history.applied)
        return outcome.took

    def second_thoughts(self) -> None:
        if self.random.random() < 0.08:
            back = min(self.random.choice((1, 2, 3, 12)), len(self.board.history.past))
            for again in ["UNDO"] * back + ["REDO"] * back:
                self.key(again)
        if self.random.random() < 0.05:
            nonsense = self.random.choice(list(Key))
            # The key is tried on a separate board first.
            if Board(self.board.history).press(nonsense).why is not None:
                self.words.append(nonsense.value)
                self.board.press(nonsense)

    def game(self) -> None:
        rules = self.board.history.game.rules
        table = Table(self.random, suits=self.random.random() < 0.5, rules=rules)
        for word in table.keys(lambda: self.board.history.game):
            if self.key(word):
                self.second_thoughts()
                if self.random.random() < 0.004:
                    return

    def next_game(self) -> None:
        """Start the next game in the match if a game is over. Otherwise, start a new game from the menu."""
        over = self.board.history.game.winner is not None
        if over and self.random.random() < 0.5:
            self.key("OK")
        else:
            two = self.board.history.game.rules.players == 2
            ways = FROM_THE_MENU if two else FROM_THE_MENU[:FOR_ANY_PLAYERS]
            for word in ("MENU", "6", *self.random.choice(ways).split()):
                self.key(word)
        self.second_thoughts()

    def match(self, start: tuple[int, ...], settings: tuple[str, ...]) -> Match:
        arguments = [word for setting in settings for word in ("--set", setting)]
        arguments += ["--start", ",".join(map(str, start))] if start else []
        return Match(arguments, self.words, self.pressed, self.standings, self.begins)


def match(random: Random) -> Match:
    """Return a random match of several short games, each of which is finished or abandoned."""
    start, settings = random.choice(FORMS)
    player = _Player(Setup(Rules.parse(settings), start), random)
    player.game()
    while len(player.pressed) < ENOUGH or len(player.begins) < AT_LEAST:
        player.next_game()
        player.game()
    return player.match(start, settings)


def match_of(words: str) -> Match:
    """Return the match played with these keys, all of which must be accepted."""
    player = _Player(Setup(), Random(0))
    for word in words.split():
        player.key(word)
    return player.match((), ())
