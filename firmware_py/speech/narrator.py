"""The narrator, which converts successive views of the board to sentences.

It remembers its last sentences, for AGAIN, and which key press caused each recent change: when a change is
undone, the voice drops the unsaid sentences about that key press.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from firmware_py.window.changes_json import RECENT
from firmware_py.window.seen import SeenBoard, SeenPress, SeenScreen
from firmware_py.words.english import English
from firmware_py.words.in_use import words as words_in_use

from .aloud import Aloud, Heard, Lasts, Level, Sentence
from .press_aloud import press_aloud
from .screen import keys_now, news, notice_aloud, prompt_aloud, whole_screen

AGAIN, SCORE, HELP = "AGAIN", "SCORE", "HELP"
"""The names of the keys that make the voice repeat itself, say the score, and say what can be pressed."""
_MOST = 400
"""The maximum number of changes to remember. Far fewer are ever waiting to be announced."""


class Narrator:
    """Converts successive views of the board to sentences, and ensures that everything is said only once.

    The narrator has no clock, and does not read files or make any sound.
    """

    def __init__(self, level: Level, words: English | None = None) -> None:
        """Create a narrator that has not seen a board yet.

        Args:
            words: the message catalogue, or None for the catalogue that the program currently uses.
        """
        self._full = level is Level.FULL
        self._level = level
        self._words = words or words_in_use()
        self._board: SeenBoard | None = None
        self._causes: deque[int] = deque(maxlen=_MOST)  # for each change, the number of its key press
        self._last: Sequence[Sentence] = ()
        self._last_before_page: Sequence[Sentence] = ()
        self._number = 0
        self._key = ""

    def hear(self, board: SeenBoard) -> Heard:
        """Return the sentences to say about a new view of the board."""
        before = self._board
        starts = before is None or board.run != before.run
        if starts and not board.running:
            return Heard()
        # The presses that the first view lists have been made before anybody listened.
        presses = () if before is None else board.presses_since(0 if starts else before.sequence)
        missed = not starts and len(presses) == RECENT  # there may have been more
        if starts or missed:
            self._causes.clear()
        self._board = board
        aloud, screen, screen_before = Aloud(board, self._words), board.screen, None
        if before is not None and not starts:
            screen_before = before.screen
        sentences, taken_back = self._of_presses(presses, aloud, screen_before, missed=missed)
        if starts:
            sentences += self._until_next_press(_opening(aloud))
        if self._full:
            stops = before is not None and before.running and not board.running
            of_screen = self._of_screen(presses, aloud, screen_before, is_silent=not sentences)
            sentences += [Sentence(self._words.STOPS)] if stops else of_screen
        elif screen.code is not None and screen.page is not None:
            # The page is read out at each level, because a board without a display shows the code nowhere.
            sentences += self._until_next_press(news(screen_before, screen, aloud, again=False))
        if sentences and (self._key != AGAIN or not presses):
            self._last = tuple(sentences)
            self._last_before_page = self._last if screen.page is None else self._last_before_page
        score = Sentence(aloud.scores(), Lasts.UNTIL_NEXT_PRESS)
        return Heard(tuple(sentences), bool(presses), taken_back, score)

    def _of_presses(
        self, presses: Sequence[SeenPress], aloud: Aloud, before: SeenScreen | None, *, missed: bool
    ) -> tuple[list[Sentence], frozenset[int]]:
        sentences: list[Sentence] = []
        taken_back: frozenset[int] = frozenset()
        scores = Lasts.UNTIL_SAID if missed else None
        for press in presses:
            gone = self._note(press)
            if press.key == AGAIN:
                told = self._again(aloud, before)
                gone = frozenset(each.press for each in told if each.press)  # not to be said twice
            elif press.key == SCORE:
                told = self._until_next_press(aloud.standing())
            elif press.key == HELP:
                told = self._until_next_press(keys_now(aloud.seen.screen, aloud))
            else:
                told, wanted = press_aloud(press, aloud, self._level, self._number)
                scores = wanted or scores
            self._key = press.key
            sentences = [each for each in sentences if _stays(each, gone)] + list(told)
            taken_back |= gone
        if scores:
            sentences.append(Sentence(aloud.scores(), scores, self._number))
        if self._full and presses and presses[-1].taken_back:
            sentences += self._until_next_press(aloud.count())
        return sentences, taken_back

    def _note(self, press: SeenPress) -> frozenset[int]:
        """Number a key press. Return the numbers of the earlier presses whose changes it undid."""
        self._number += 1
        gone = [self._causes.pop() for _ in press.taken_back if self._causes]
        self._causes += [self._number] * len(press.made)
        return frozenset(gone)

    def _again(self, aloud: Aloud, before: SeenScreen | None) -> Sequence[Sentence]:
        """AGAIN twice in a row reads out the screen. In the menu, it repeats what was said before it."""
        screen = aloud.seen.screen
        if self._full and self._key == AGAIN:
            return self._until_next_press(whole_screen(screen, aloud))
        closes_page = before is not None and before.page is not None and screen.page is None
        return self._last_before_page if closes_page else self._last

    def _of_screen(
        self, presses: Sequence[SeenPress], aloud: Aloud, before: SeenScreen | None, *, is_silent: bool
    ) -> Sequence[Sentence]:
        last, screen = presses[-1] if presses else None, aloud.seen.screen
        told: list[Sentence] = []
        if last is None or last.key != AGAIN:  # what is said again ends with what the board asks for
            again = bool(last and last.happened)
            told += self._until_next_press(news(before, screen, aloud, again=again))
        if last and is_silent and not told and screen.page is None:  # a key that did nothing
            told += self._until_next_press(prompt_aloud(None, screen, aloud))
        notice = notice_aloud(before, screen, aloud)
        return [*told, Sentence(notice)] if notice else told

    def _until_next_press(self, texts: Iterable[str]) -> list[Sentence]:
        return [Sentence(text, Lasts.UNTIL_NEXT_PRESS, self._number) for text in texts]


def _stays(sentence: Sentence, gone: frozenset[int]) -> bool:
    return sentence.lasts is Lasts.UNTIL_SAID and sentence.press not in gone


def _opening(aloud: Aloud) -> Iterator[str]:
    """Yield the state of the game when the board starts, but nothing in a new match."""
    if aloud.seen.dealer is not None or any(side.score or side.games for side in aloud.seen.sides):
        yield from aloud.standing()
