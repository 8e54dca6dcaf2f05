"""A whole match by ear: players who only hear the voice play, undo, correct, ask and switch the board off."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from engine.rules import Rules
from firmware_py.speech.speech_queue import SpeechQueue
from tests.support.listening import NAMES, HeardBoard, heard_board
from tests.support.listening_players import ListeningPlayers

pytestmark = pytest.mark.thorough


class Voice:
    """The voice of a board: it says one sentence after the other, and each press can cut it off."""

    def __init__(self, board: HeardBoard) -> None:
        self._board, self._queue = board, SpeechQueue()
        self._queue.add(board.heard)

    def press(self, key: str) -> Iterator[str]:
        """Press a key, and yield what the voice says until it is silent."""
        self._queue.add(self._board.press(key))
        return self.sentences()

    def sentences(self) -> Iterator[str]:
        while (sentence := self._queue.next()) is not None:
            yield sentence.text


@pytest.mark.parametrize("hurry", [False, True])
@pytest.mark.parametrize(("players", "seed"), [(2, 1), (2, 2), (3, 3), (4, 4)])
def test_a_whole_match_by_ear(players: int, seed: int, hurry: bool, tmp_path: Path) -> None:
    board = heard_board(tmp_path, rules=Rules(players=players), powers_off=True)
    voice = Voice(board)
    people = ListeningPlayers(NAMES[:players], Random(seed), voice.press, hurry=hurry)
    for sentence in voice.sentences():
        people.hear(sentence)
    for _ in range(2):
        people.play()
        game = board.board.history.game
        assert game.winner is not None
        assert people.keeper.scores == [side.front for side in game.sides]
        assert people.keeper.winner == " and ".join(
            NAMES[game.winner : players : 2 if players == 4 else players]
        )
        people.next_game()
    assert not board.board.switches_off
    people.switch_off()
    assert board.board.switches_off
    assert [sentence.text for sentence in board.stop().sentences] == ["Goodbye. The game is saved."]
    assert all(people.did.values()), people.did
