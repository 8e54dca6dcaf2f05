"""The narrator, which converts successive views of the board to sentences.

It remembers its last sentences, for AGAIN, and which key press caused each recent change: when a change is
undone, the voice drops the unsaid sentences about that key press.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from firmware_py.input.keys import Key
from firmware_py.window.seen import SeenBoard, SeenPress, SeenScreen, ViewChanges, ViewComparer
from firmware_py.words.english import English
from firmware_py.words.in_use import words as words_in_use

from .aloud import Aloud, Heard, Lasts, Level, Sentence
from .press_aloud import press_aloud
from .screen import news, notice_aloud, prompt_aloud, whole_screen


class LastSaid:
    """Stores the voice's most recent sentences, which are repeated when the AGAIN key is pressed.

    Attributes:
        sentences: the most recent sentences, oldest first.
        before_page: the most recent sentences said while no page, such as the menu, was open.
    """

    def __init__(self) -> None:
        self.sentences: tuple[Sentence, ...] = ()
        self.before_page: tuple[Sentence, ...] = ()

    def keep(self, sentences: Sequence[Sentence], *, on_page: bool) -> None:
        """Remember the given sentences as the ones that were said last. If there are none, do nothing.

        Args:
            on_page: True if the screen shows a page, such as the menu, instead of the game.
        """
        if not sentences:
            return
        self.sentences = tuple(sentences)
        if not on_page:
            self.before_page = self.sentences


MOST = 400
"""The maximum number of changes to store. Far fewer are ever waiting to be announced."""


class ToldChanges:
    """Stores the sequence number of the key press that caused each recent change in the match.

    A change is, for example, a card played or points scored.
    """

    def __init__(self) -> None:
        self._presses: list[int] = []

    def add(self, number: int, press: int) -> None:
        """Record that the key press with the sequence number `press` caused `number` changes in the match."""
        self._presses = [*self._presses, *[press] * number][-MOST:]

    def take_back(self, number: int) -> frozenset[int]:
        """Forget the last `number` changes to the match, which have been undone.

        Return the sequence numbers of the key presses that caused these changes.
        """
        if not number:
            return frozenset()
        self._presses, gone = self._presses[:-number], self._presses[-number:]
        return frozenset(gone)


class Narrator:
    """Converts successive views of the board to sentences, and ensures that everything is said only once.

    The narrator has no clock, and does not read files or make any sound.
    """

    def __init__(self, level: Level, words: English | None = None) -> None:
        """Create a narrator that has not seen a board yet.

        Args:
            level: how much to say.
            words: the message catalogue, or None for the catalogue that the program currently uses.
        """
        self._full = level is Level.FULL
        self._level = level
        self._words = words or words_in_use()
        self._comparer = ViewComparer()
        self._told = ToldChanges()
        self._last = LastSaid()
        self._screen: SeenScreen | None = None
        self._number = 0
        self._key: Key | None = None

    def hear(self, view: SeenBoard) -> Heard:
        """Return the sentences to say about a new view of the board."""
        found = self._comparer.look(view)
        if found is None:
            return Heard()
        aloud, screen = Aloud(view, self._words), view.screen
        if found.starts or found.missed:
            self._told = ToldChanges()
        before, self._screen = None if found.starts else self._screen, screen
        sentences, taken_back = self._of_presses(found, aloud, before, screen)
        if found.starts:
            sentences += self._until_next_press(_opening(aloud))
        if self._full:
            sentences += self._of_screen(found, aloud, sentences, before, screen)
        elif screen.code is not None and screen.page is not None:
            # The page is read out at each level, because a board without a display shows the code nowhere.
            sentences += self._until_next_press(news(before, screen, aloud, again=False))
        if self._key is not Key.AGAIN or not found.presses:
            self._last.keep(sentences, on_page=screen.page is not None)
        score = Sentence(aloud.scores(), Lasts.UNTIL_NEXT_PRESS)
        return Heard(tuple(sentences), bool(found.presses), taken_back, score)

    def _of_presses(
        self, found: ViewChanges, aloud: Aloud, before: SeenScreen | None, screen: SeenScreen
    ) -> tuple[list[Sentence], frozenset[int]]:
        sentences: list[Sentence] = []
        taken_back: frozenset[int] = frozenset()
        scores = Lasts.UNTIL_SAID if found.missed else None
        for press in found.presses:
            gone = self._note(press)
            if press.key is Key.AGAIN:
                told = self._again(aloud, before, screen)
                gone = frozenset(
                    sentence.press for sentence in told if sentence.press
                )  # not to be said twice
            elif press.key is Key.SCORE:
                told = self._until_next_press(aloud.standing())
            else:
                told, wanted = press_aloud(press, aloud, self._level, self._number)
                scores = wanted or scores
            self._key = press.key
            sentences = [each for each in sentences if _stays(each, gone)] + list(told)
            taken_back |= gone
        if scores:
            sentences.append(Sentence(aloud.scores(), scores, self._number))
        if self._full and found.presses and found.presses[-1].taken_back:
            sentences += self._until_next_press(aloud.count())
        return sentences, taken_back

    def _note(self, press: SeenPress) -> frozenset[int]:
        """Number a key press. Return the numbers of the earlier presses whose changes it undid."""
        self._number += 1
        taken_back = self._told.take_back(len(press.taken_back))
        self._told.add(len(press.made), self._number)
        return taken_back

    def _again(self, aloud: Aloud, before: SeenScreen | None, screen: SeenScreen) -> Sequence[Sentence]:
        """AGAIN twice in a row reads out the screen. In the menu, it repeats what was said before it."""
        if self._full and self._key is Key.AGAIN:
            return self._until_next_press(whole_screen(screen, aloud))
        closes_page = before is not None and before.page is not None and screen.page is None
        return self._last.before_page if closes_page else self._last.sentences

    def _of_screen(
        self,
        found: ViewChanges,
        aloud: Aloud,
        so_far: Sequence[Sentence],
        before: SeenScreen | None,
        screen: SeenScreen,
    ) -> Sequence[Sentence]:
        if found.stops:
            return [Sentence(self._words.STOPS)]
        last = found.presses[-1] if found.presses else None
        told: list[Sentence] = []
        if last is None or last.key is not Key.AGAIN:  # what is said again ends with what the board asks for
            again = bool(last and last.happened)
            told += self._until_next_press(news(before, screen, aloud, again=again))
        if last and not so_far and not told and screen.page is None:  # a key that did nothing
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
