"""Whole matches by ear: players who only hear the voice play, undo, correct, ask and switch the board off."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from firmware_py.speech.speaker import SpeechQueue
from tests.support.listening import NAMES, HeardBoard, heard_board
from tests.support.listening_players import ListeningPlayers
from tests.support.random_matches import rules_of

pytestmark = pytest.mark.thorough


class Voice:
    """A simulated voice that says one sentence after another. A key press may interrupt it."""

    def __init__(self, board: HeardBoard) -> None:
        self._board, self._queue = board, SpeechQueue()
        self._queue.add(board.heard)

    def press(self, key: str) -> Iterator[str]:
        self._queue.add(self._board.press(key))
        return self.sentences()

    def sentences(self) -> Iterator[str]:
        while (sentence := self._queue.next()) is not None:
            yield sentence.text


def listen(folder: Path, form: str, seed: int, *, hurry: bool = False) -> tuple[HeardBoard, ListeningPlayers]:
    """Create a board and players who only hear its voice, and let them hear the first sentences.

    Args:
        folder: the folder in which the board writes its view file.
        form: the number of players and some options, such as "2 game=five-card".
        seed: the seed for the random numbers.
        hurry: True if the players press the next key as soon as they know which one to press.
    """
    rules = rules_of(form)
    board = heard_board(folder, rules=rules, powers_off=True)
    voice = Voice(board)
    people = ListeningPlayers(NAMES[: rules.players], rules, Random(seed), voice.press, hurry=hurry)
    for sentence in voice.sentences():
        people.hear(sentence)
    return board, people


def play(board: HeardBoard, people: ListeningPlayers) -> None:
    people.play()
    game = board.board.history.game
    assert game.winner is not None
    partners = [NAMES[seat] for seat in game.rules.seats if game.rules.side_of(seat) == game.winner]
    assert people.keeper.scores == [side.front for side in game.sides]
    assert people.keeper.winner == " and ".join(partners)


@pytest.mark.parametrize(("players", "seed", "hurry"), [(2, 1, False), (3, 3, True), (4, 4, False)])
def test_a_whole_match_by_ear(players: int, seed: int, hurry: bool, tmp_path: Path) -> None:
    board, people = listen(tmp_path, str(players), seed, hurry=hurry)
    for _ in range(2):
        play(board, people)
        people.next_game()
    assert not board.board.switches_off
    people.switch_off()
    assert board.board.switches_off
    assert [sentence.text for sentence in board.stop().sentences] == ["Goodbye. The game is saved."]
    assert all(times for what, times in people.did.items() if what != "called"), people.did


@pytest.mark.parametrize(
    "form",
    [
        "2 game=five-card",
        "2 game=five-card five_card_replay=replay",
        "2 game=seven-card target=121",
        "2 ace_11=on",
        "2 reveal=on_ok calling=grouped",
        "2 muggins=on target=61",
        "3 muggins=on target=61",
        "2 track=show target=61",
        "3 objective=first_loses",
        "4 lead_after_go=first_unable go_multi=next_only",
    ],
)
def test_a_game_by_ear_under_other_rules(form: str, tmp_path: Path) -> None:
    board, people = listen(tmp_path, form, 1)
    play(board, people)
    assert ("muggins" in form) == (people.did["called"] > 0)
