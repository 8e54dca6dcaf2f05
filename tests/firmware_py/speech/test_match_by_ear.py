"""Whole matches by ear: those who only hear the voice know what is asked, of whom, and the score."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from engine.errors import CribbageError
from engine.events import Event, Kind
from engine.game import Game
from engine.prompts import Prompt
from engine.rules import Rules
from tests.support import keyed
from tests.support.random_matches import rules_of

from .listening import NAMES, HeardBoard, Scorekeeper, heard_board, number

_CARDS = r"(?:[\w ]+, )*"
# The words of each prompt. Those that ask for one more card of a hand or crib leave out what was said before.
_PATTERNS = {
    r"(?P<name>\w+) cuts (?:for the deal|again)\.": Prompt.CUT_FOR_DEAL,
    r"A tie! (?P<name>\w+) cuts again\.": Prompt.CUT_FOR_DEAL,
    r"\w+ deals \w+ cards each.*; \w+ each to the crib\. Turn up the starter\.": Prompt.STARTER,
    r"(?P<name>\w+): card(?P<go>, or go if none fits)?": Prompt.PLAY,
    r"(?P<name>\w+): is the ace one or eleven\?": Prompt.ACE,
    r"(?P<name>\w+): all one suit\?": Prompt.FLUSH,
    r"(?P<name>\w+): is the starter of that suit too\?": Prompt.FLUSH_WITH_STARTER,
    r"Crib and starter: all one suit\?": Prompt.FLUSH_WITH_STARTER,
    r"(?:Crib|(?P<name>\w+)): his nobs(?:, the [\w ]+)?\?": Prompt.NOBS,
    r"(?P<name>\w+): count (?:your hand|the crib) aloud": Prompt.REVEAL,
    rf"Crib: {_CARDS}\w+ more cards?": Prompt.CRIB,
    rf"(?P<name>\w+) kept: {_CARDS}\w+ more cards?": Prompt.REST,
    rf"(?P<name>\w+): {_CARDS}\w+ more cards?": Prompt.HAND,
    r"(?P<name>\w+): count (?:your hand|the crib), and type its points, then OK": Prompt.CLAIM,
    r"\w+ counts [\w-]+\. Does anybody claim more\? Type how many": Prompt.MUGGINS,
    r"OK: next game, [\w -]+": Prompt.GAME_OVER,
}

_RANKS = dict(
    zip(
        "A 2 3 4 5 6 7 8 9 10 J Q K".split(),
        "ace two three four five six seven eight nine ten jack queen king".split(),
        strict=True,
    )
)
_WHOSE = {Prompt.STARTER: "starter", Prompt.CRIB: "crib"}
"""What is said before a card, where that is not the name of the player whose card was asked for."""


class Asked(NamedTuple):
    """What is asked for, as somebody understood it from the voice alone.

    Attributes:
        prompt: the prompt.
        name: the player who must answer; None if nobody is named.
        can_go: True if the player may also say go.
    """

    prompt: Prompt
    name: str | None
    can_go: bool


def understood(sentence: str) -> Asked | None:
    """Return the prompt spoken in a sentence, or None if the sentence is not a prompt."""
    for pattern, prompt in _PATTERNS.items():
        if found := re.fullmatch(pattern, sentence):
            parts = found.groupdict()
            return Asked(prompt, parts.get("name"), bool(parts.get("go")))
    return None


class Listener:
    """Somebody who learns what is asked for, the scores and the count only from a board's voice."""

    def __init__(self, board: HeardBoard, rules: Rules) -> None:
        self.keeper = Scorekeeper(NAMES[: rules.players], rules.target)
        self.asked: Asked | None = None
        self._board = board
        self.listen()

    def listen(self) -> None:
        """Hear what the voice says of the last press, and check that it agrees with the board.

        A page such as the menu hides what is asked for.
        """
        if self._board.board.view.page is not None:
            return
        for sentence in self._board.heard.sentences:
            asked = understood(sentence.text)
            if asked:
                self.asked = asked
                self.keeper.cards_are_laid = asked.prompt is Prompt.PLAY
                self.keeper.count *= asked.prompt is not Prompt.STARTER
            elif not re.fullmatch(r"\w+ more cards?", sentence.text):
                self.keeper.hear(sentence.text)
        game = self._board.board.history.game
        assert self.asked is not None and self.asked.prompt is game.prompt, self._board.heard
        assert game.to_act is None or self.asked.name in (None, NAMES[game.to_act]), self._board.heard
        assert self.keeper.scores == [side.front for side in game.sides], self._board.heard
        if game.prompt is Prompt.PLAY:
            assert self.keeper.count == game.count, self._board.heard
            assert self.asked.can_go == can_go(game), self._board.heard


def can_go(game: Game) -> bool:
    try:
        game.apply(Event(Kind.GO))
    except CribbageError:
        return False
    return True


pytestmark = pytest.mark.thorough


@pytest.mark.parametrize(
    "form",
    [
        "2",
        "3",
        "4",
        "2 game=five-card",
        "2 game=five-card five_card_replay=replay",
        "2 game=seven-card",
        "2 ace_11=on",
        "2 reveal=on_ok calling=grouped",
        "2 muggins=on target=61",
        "3 muggins=on target=61",
        "2 track=show target=61",
        "3 objective=first_loses",
        "4 lead_after_go=first_unable go_multi=next_only",
    ],
)
def test_a_match_can_be_followed_by_ear(form: str, tmp_path: Path) -> None:
    rules, random, games = rules_of(form), Random(form), list[int]()
    board = heard_board(tmp_path, rules=rules)
    listener = Listener(board, rules)

    def ended() -> None:
        game = board.board.history.game
        winners = [NAMES[seat] for seat in rules.seats if rules.side_of(seat) == game.winner]
        assert listener.keeper.winner == " and ".join(winners)
        games.append(game.number)

    for word in keyed.played(random, 0.06, suits=True, rules=rules, ended=ended):
        if len(games) == (2 if form == "2" else 1):
            break
        asked = None if board.board.view.page else listener.asked
        said = board.said(word)
        listener.listen()
        if asked and word in _RANKS and asked.prompt in (Prompt.CLAIM, Prompt.MUGGINS):
            assert number(said[0]) % 10 == ([*_RANKS].index(word) + 1) % 10, said
        elif asked and word in _RANKS:
            whose = _WHOSE.get(asked.prompt, asked.name)
            # If this player cannot lay the card, it is the next player's, and the go is said.
            assert f"{whose}: {_RANKS[word]}" in said or f"{whose}: go" in said, said
        if random.random() < 0.03:
            assert any(sentence.endswith("is the dealer") for sentence in board.said("SCORE"))
            listener.listen()
    assert games
