"""A board and a narrator, and a player who keeps the score from what the voice says."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path

from engine.game import Game
from engine.match.history import History
from engine.rules import Rules
from firmware_py.board.board import Board, Outcome
from firmware_py.input.keys import Press, parse_input
from firmware_py.input.settings import KEYS_ALONE, Equipment
from firmware_py.outputs.view_json import ViewFile
from firmware_py.speech.aloud import Heard, Level
from firmware_py.speech.narrator import Narrator
from firmware_py.window.seen import SeenBoard

NAMES = ("Ann", "Bob", "Cid", "Dee")
SAID = tomllib.loads((Path(__file__).parents[2] / "data" / "said.toml").read_text(encoding="utf-8"))


class HeardBoard:
    """A board that writes its view file, as a running board does, and a narrator that reads this file.

    Attributes:
        board: the board.
        heard: everything that the narrator has said since the last key press.
    """

    def __init__(self, folder: Path, board: Board, level: Level = Level.FULL) -> None:
        self.board, self.narrator = board, Narrator(level)
        self._folder, self._file = folder, ViewFile(folder, 0o700)
        self._file.write(board)
        self.heard = self.hear()

    def view(self) -> SeenBoard:
        """Return the board as the view file currently describes it."""
        return SeenBoard.of(json.loads((self._folder / "view.json").read_text()))

    def hear(self) -> Heard:
        return self.narrator.hear(self.view())

    def press(self, word: str) -> Heard:
        """Press a key, and return what the narrator says about it."""
        self.press_unheard(word)
        self.heard = self.hear()
        return self.heard

    def press_unheard(self, *words: str) -> None:
        """Press keys, and update the view file after the last one, but do not let the narrator read it."""
        presses = [Press(parse_input(word)) for word in words]
        self._file.write(self.board, [(press, self.board.press(press.key)) for press in presses])

    def show(self, board: Board, press: Press, outcome: Outcome) -> None:
        """Let another board take the place of the board, after a press on it, and do not hear of it."""
        self.board = board
        self._file.write(board, [(press, outcome)])

    def rewrite(self) -> None:
        """Write the view file again although no key has been pressed."""
        self._file.write(self.board)

    def stop(self) -> Heard:
        """Stop the board, and return what the narrator then says."""
        self._file.end()
        return self.hear()

    def restart(self) -> None:
        """Restart the board with the same match, without letting the narrator read the new view file."""
        self.board = Board(self.board.history)
        self._file = ViewFile(self._folder, 0o700)
        self._file.write(self.board)

    def said(self, words: str) -> list[str]:
        """Press the keys in `words`, and return the sentences that are spoken after the last key.

        Without keys, return those that were spoken last.
        """
        for word in words.split():
            self.press(word)
        return [sentence.text for sentence in self.heard.sentences]


def heard_board(
    folder: Path,
    words: str = "",
    *,
    level: Level = Level.FULL,
    rules: Rules | None = None,
    equipment: Equipment = KEYS_ALONE,
) -> HeardBoard:
    """Create a board with named players, and a narrator that listens to it from the start.

    Args:
        folder: the folder for the board's files.
        words: the keys to press before the board is returned.
        level: how much the narrator says.
        rules: the rules of the game; None for the default rules.
        equipment: what the board has.
    """
    rules = rules or Rules()
    game = Game.new(rules, names=NAMES[: rules.players])
    made = HeardBoard(folder, Board(History.of(game), equipment=equipment), level)
    made.said(words)
    return made


_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS = {
    word: 10 * ten
    for ten, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)
}
_WORD = "|".join((*_ONES, *_TENS, "hundred"))
NUMBER = rf"(?:{_WORD})(?:(?:-| | and )(?:{_WORD}))*"  # a number in words


def number(words: str) -> int:
    """Return the value of a number in words, e.g. 121 for `one hundred and twenty-one`."""
    total = 0
    for word in re.split(r" and |[ -]", words):
        if word == "hundred":
            total *= 100
        elif word in _TENS:
            total += _TENS[word]
        else:
            total += _ONES.index(word)
    return total


def points_called(call: str) -> int | None:
    """Return the points in a call for a card, a go or his heels, or None if the call contains no points.

    For example, `fifteen for two` contains 2 points, and `twenty-five, and one for last` contains 1.
    """
    taken = re.fullmatch(rf"({NUMBER}) taken back(?: for a false claim of game)?", call)
    if taken:
        return -number(taken[1])
    parts = call.split(", and ")
    found = [
        re.fullmatch(rf"(?:muggins|{NUMBER}) for ({NUMBER})", part)
        or re.fullmatch(rf"({NUMBER}) (?:for (?:the go|last|his heels|the cut)|by hand)", part)
        or re.fullmatch(rf"({NUMBER}) for a (?:renege|seen card|false claim of game)", part)
        or re.fullmatch(rf"({NUMBER}): \w+'s claim was wrong", part)
        for part in parts
    ]
    if not any(found) or not all(found[1:]):
        return None
    return sum(number(part[1]) for part in found if part)


def points_of_hand(call: str) -> int:
    """Return the points in a call for a hand, e.g. 4 for `fifteen two and a pair is four`."""
    pegged = re.search(rf"; ({NUMBER}) (?:to go out|pegged)$", call)
    if pegged:
        return number(pegged[1])
    if call in ("nineteen", "nothing"):
        return 0
    call = re.sub(r" and the rest (?:won't do|don't score)$", "", call)
    by_kind = re.search(rf" makes ({NUMBER})$", call)
    if by_kind:
        return number(by_kind[1])
    one = re.fullmatch(rf"({NUMBER}) for his nob", call)
    if one:
        return number(one[1])
    # A running total ends with the total; fifteens, a run or a flush that stand alone end with their points.
    last = re.search(r"(?:fifteen|is|of) ([a-z-]+)$", call)
    assert last, call
    return number(last[1])


def count_called(call: str) -> int | None:
    """Return the running count after a spoken call, or None if the call does not reveal it.

    The count is 0 after 31, a go or the last card.
    """
    said = re.fullmatch(
        rf"(?:the count is )?({NUMBER})(?: for {NUMBER})?(, and one for (?:the go|last))?", call
    )
    if re.fullmatch(rf"{NUMBER} for (?:the go|last)", call) or (said and said[2]):
        return 0
    if not said:
        return None
    return number(said[1]) % 31


_UNCERTAIN = ("taken back: ", "put back: the correction", "correction", "the deal is thrown in")
"""The beginnings of sentences after which the score is unknown until the voice says it."""


class Scorekeeper:
    """A simulated scorekeeper, who keeps the score by listening to the voice.

    Attributes:
        scores: each side's score.
        count: the count of the play.
        cards_are_laid: True while the board asks for a card to be played.
        winner: the winners' names; None if nobody has won yet.
    """

    def __init__(self, names: Sequence[str], target: int = 121) -> None:
        self._names, self._target = tuple(names), target
        self._sides = 2 if len(names) == 4 else len(names)
        self.scores = [0] * self._sides
        self.count = 0
        self.cards_are_laid = False
        self.winner: str | None = None
        self._certain = True
        self._named = ""

    def hear(self, sentence: str) -> None:
        """Update the scores and the winner with the information in a sentence spoken by the voice.

        Raises:
            AssertionError: the sentence gives a score that differs from the sum of the announced points.
        """
        if sentence.startswith(_UNCERTAIN):
            self._certain, self.winner = False, None
        elif sentence == "a new game":
            self.scores, self.winner, self._certain = [0] * self._sides, None, True
        elif not (self._hears_scores(sentence) or self._hears_winner(sentence)):
            self._hears_points(sentence)

    def side(self, name: str) -> int:
        return self._names.index(name) % self._sides

    def _hears_scores(self, sentence: str) -> bool:
        """Check the scores in a sentence such as `Ann thirty-one, Bob twelve`, and remember them.

        Return False if the sentence contains no scores.

        Raises:
            AssertionError: a score differs from the sum of the announced points.
        """
        name = rf"(?:{'|'.join(self._names)})"
        found = [re.fullmatch(rf"({name})(?: and {name})? ({NUMBER})", part) for part in sentence.split(", ")]
        said = {self.side(score[1]): number(score[2]) for score in found if score}
        if not all(found):
            return False
        for side, points in said.items():
            assert not self._certain or self.scores[side] == points, (
                f"{sentence!r}, but {self.scores} were called"
            )
            self.scores[side] = points
        self._certain = self._certain or len(said) == self._sides
        return True

    def _hears_winner(self, sentence: str) -> bool:
        won = re.match(r"(\w+(?: and \w+)?) wins?\b", sentence)
        if won:
            self.winner = won[1]
        return bool(won)

    def _hears_points(self, sentence: str) -> None:
        hand = re.fullmatch(r"(\w+)'s (?:hand|crib): (.+)", sentence)
        if hand:
            self._peg(hand[1], points_of_hand(hand[2]))
            return
        first, colon, call = sentence.partition(": ")
        name = first.split(" and ")[0]
        if not colon:
            call = sentence
        elif name in self._names:
            self._named = name
        else:
            return
        points, count = points_called(call), count_called(call)
        if points is not None:
            self._peg(self._named, points)
        leads = self.cards_are_laid and self.count == 0  # `Ann: ten` is the card and the count
        if count is not None and (points is not None or not colon or leads):
            self.count = count
        score = re.fullmatch(rf"score set to ({NUMBER})", call)
        if score:
            self.scores[self.side(self._named)] = number(score[1])

    def _peg(self, name: str, points: int) -> None:
        side = self.side(name)
        self.scores[side] = min(self.scores[side] + points, self._target)
