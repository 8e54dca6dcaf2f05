"""A script plays a game: it presses keys, and sends the board events that no single key can enter.

The game that `muggins demo` plays by itself, and the keys that enter a game's events.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from engine.cards import Rank, Suit
from engine.deals import Source
from engine.events import Event, Kind
from engine.game import Game
from engine.match.history import History
from engine.rules import Rules
from engine.scoring.items import Reason
from engine.setup import Setup
from firmware_py.board.board import Board
from firmware_py.board.ports import Ending
from firmware_py.emulator.script import EdgeAndEventQueue, Script, key_of, player, sample_game
from firmware_py.input.keys import Key
from tests.support import oracle
from tests.support.keyed import keys_in


def test_the_sample_game_is_a_whole_one_of_two_with_names() -> None:
    record = sample_game()
    game = record.history.game
    assert (record.setup.names, game.rules) == (("Ann", "Bob"), Rules())
    assert sorted(side.front for side in game.sides)[-1] == 121 and game.winner is not None
    assert min(side.front for side in game.sides) > 90  # nobody is skunked, so the game stays close


def test_the_sample_game_shows_what_a_board_does() -> None:
    record = sample_game()
    entries = record.history.game.entries
    kinds = [event.kind for event in record.events]
    assert {Kind.CUT, Kind.UNDO, Kind.GO, Kind.YES, Kind.NO} <= set(kinds)
    assert 4 <= kinds.count(Kind.SUIT) < len(kinds) / 10  # here and there
    played = {found.reason for entry in entries if entry.source is Source.PLAY for found in entry.findings}
    assert played >= {
        Reason.FIFTEEN,
        Reason.PAIR,
        Reason.PAIR_ROYAL,
        Reason.RUN,
        Reason.THIRTY_ONE,
        Reason.GO,
    }
    assert Source.HEELS in {entry.source for entry in entries}
    shown = {found.reason for entry in entries for found in entry.findings}
    assert shown >= {Reason.FLUSH, Reason.NOBS}


def test_the_sample_game_could_be_dealt() -> None:
    """Each deal in the sample game uses a single pack: no rank occurs five times, and no card twice."""
    deals: list[list[str]] = []
    events = list(sample_game().events)
    for number, event in enumerate(events):
        if number + 1 < len(events) and events[number + 1].kind is Kind.UNDO:
            continue
        if event.kind is Kind.STARTER:
            deals.append([])
        if deals and isinstance(event.named, Rank):
            deals[-1].append(event.named.symbol)
        elif deals and isinstance(event.named, Suit):
            deals[-1][-1] += event.named.letter
    for cards in deals:
        ranks = [card.rstrip("SHDC") for card in cards]
        assert all(ranks.count(rank) <= 4 for rank in oracle.RANKS)
        named = [card for card in cards if card[-1] in "SHDC"]
        assert len(named) == len(set(named))
    # Each deal has a starter, two hands and a crib, except the last, which ended early at 121.
    assert {len(cards) for cards in deals[:-1]} == {13}


def played(keys: str, rules: str = "", players: int = 2) -> History:
    board = Board(History.of(Game.of(Setup(Rules.parse(rules.split(), players=players)).checked())))
    for key in keys_in(keys):
        assert board.press(key).why is None
    return board.history


@pytest.mark.parametrize(
    ("keys", "event", "key"),
    [
        ("", Event(Kind.CUT, Rank.FOUR), Key.FOUR),
        ("", Event(Kind.DEALS, numbers=(0,)), Key.OK),
        ("OK", Event(Kind.STARTER, Rank.JACK), Key.JACK),
        ("OK 2 10", Event(Kind.SUIT, Suit.HEARTS), Key.HEARTS),
        ("OK 2 10 K 9", Event(Kind.GO), Key.GO),
        ("OK 2 10", Event(Kind.UNDO), Key.UNDO),
        ("OK 2 10 UNDO", Event(Kind.REDO), Key.REDO),
        ("K 4 2 10 5 5 5 6 K K 9", Event(Kind.NO), Key.GO),
        ("K 4 2 10 5 5 5 6 K K 9", Event(Kind.YES), Key.OK),
    ],
)
def test_an_event_that_one_key_makes(keys: str, event: Event, key: Key) -> None:
    assert key_of(event, played(keys)) is key


@pytest.mark.parametrize(
    ("keys", "event"),
    [
        ("", Event(Kind.DEALS, numbers=(1,))),
        ("OK 2", Event(Kind.PEG, numbers=(0, 3))),
        ("OK 2 10", Event(Kind.THROWN_IN)),
        ("OK 2 10", Event(Kind.NEW_GAME)),
    ],
)
def test_an_event_that_takes_the_menu_has_no_key(keys: str, event: Event) -> None:
    assert key_of(event, played(keys)) is None


class DirectFingers:
    """A test double for the terminal. It passes the script player's keys straight to a board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.tapped: list[Key] = []

    def tap(self, key: Key) -> None:
        self.tapped.append(key)
        assert self.board.press(key).why is None

    async def rest(self) -> None:
        pass


def test_the_queue_hands_events_to_the_board_and_returns_edges_in_between() -> None:
    taken: list[Event] = []
    queue = EdgeAndEventQueue(time.monotonic, taken.append)
    queue.put_event(Event.deals(0))
    queue.put(Key.OK, True)
    edge: Any = queue.wait(None)
    assert (edge.key, taken) == (Key.OK, [])
    assert queue.wait(None) is None and taken == [Event.deals(0)]
    queue.stop()
    assert queue.wait(None) is Ending.STOPPED


def test_keys_are_pressed_one_after_the_other() -> None:
    board = Board(History.of(Game.new()))
    fingers: Any = DirectFingers(board)
    queue = EdgeAndEventQueue(time.monotonic, board.take)
    keys = (Key.FOUR, Key.KING, Key.TWO)
    asyncio.run(player(Script(keys, 0.0), board, queue)(fingers, lambda: True))
    assert fingers.tapped == list(keys)


def test_an_event_with_a_key_is_pressed() -> None:
    board = Board(History.of(Game.new()))
    fingers: Any = DirectFingers(board)
    queue = EdgeAndEventQueue(time.monotonic, board.take)
    asyncio.run(player(Script((Event.deals(0),), 0.0), board, queue)(fingers, lambda: True))
    assert fingers.tapped == [Key.OK] and board.history.game.dealer == 0
