"""The narrator: from successive states of the board's window to the sentences to say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from firmware_py.speech import standing
from firmware_py.speech.level import Level
from firmware_py.speech.press_aloud import changes_of, press_aloud
from firmware_py.speech.screen import Screen, news, notice_aloud, prompt_aloud
from firmware_py.speech.seen_game import SeenGame
from firmware_py.speech.sentence import Heard, Lasts, Sentence
from firmware_py.speech.told_changes import ToldChanges
from firmware_py.words.english import English
from firmware_py.words.in_use import words as words_in_use

AGAIN, SCORE = "AGAIN", "SCORE"
"""The keys that ask the voice to say it again, and to say the score."""
_RECENT = 32
"""The number of presses that the window lists. If all of them are new, there may have been more."""


class Narrator:
    """It hears successive states of the board's window, and says each thing once.

    The narrator is pure: it has no clock, and it neither reads nor speaks.
    """

    def __init__(self, level: Level, words: English | None = None) -> None:
        """Create a narrator that has not heard anything yet.

        Args:
            level: how much to say.
            words: the words to use; None for the words that the program uses.
        """
        self._level = level
        self._words = words or words_in_use()
        self._run: str | None = None
        self._sequence = 0
        self._running = False
        self._screen: Screen | None = None
        self._told = ToldChanges()
        self._number = 0
        self._last: tuple[Sentence, ...] = ()
        self._last_of_game: tuple[Sentence, ...] = ()

    def hear(self, view: Mapping[str, Any]) -> Heard:
        """Return what there is to say about the object that `view.json` holds now."""
        starts, is_first = view["run"] != self._run, self._run is None
        if starts and not view["running"]:
            return Heard()  # the last words of a board that stopped before anybody listened
        seen, stops = SeenGame.of(view, self._words), self._running and not view["running"]
        since = 0 if starts else self._sequence
        self._run, self._sequence, self._running = view["run"], view["sequence"], view["running"]
        if starts:
            self._told, self._screen = ToldChanges(), None
        presses = [press for press in view["recent"] if press["sequence"] > since]
        missed = not starts and len(presses) == _RECENT
        if missed:
            self._told = ToldChanges()
        if is_first:
            presses = self._already_over(presses)
        closes_page = self._screen is not None and self._screen.page is not None and view["page"] is None
        sentences, taken_back, scores = self._about(presses, seen, closes_page=closes_page)
        if starts:
            sentences += [self._passing(text) for text in self._opening(seen)]
        elif scores or missed:
            sentences.append(Sentence(standing.scores(seen), scores or Lasts.UNTIL_SAID, self._number))
        if self._level is Level.FULL and any(changes_of(press)[0] for press in presses[-1:]):
            sentences += [self._passing(text) for text in standing.count(seen)]
        if self._level is Level.FULL:
            sentences += self._seen_on_screen(presses, Screen.of(view), seen, sentences, stops=stops)
        if sentences and not (presses and presses[-1]["key"] == AGAIN):
            self._last = tuple(sentences)
            if view["page"] is None:
                self._last_of_game = self._last
        score = Sentence(standing.scores(seen), Lasts.UNTIL_NEXT_PRESS)
        return Heard(tuple(sentences), bool(presses), taken_back, score)

    def _already_over(self, presses: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        """Take note of presses from before the narrator began to listen. None of them is told."""
        for press in presses:
            self._note(press)
        return []

    def _note(self, press: Mapping[str, Any]) -> frozenset[int]:
        """Give a press its number, and return the presses that it took back."""
        self._number += 1
        gone, made = changes_of(press)
        taken_back = self._told.take_back(len(gone))
        self._told.add(len(made), self._number)
        return taken_back

    def _about(
        self, presses: Sequence[Mapping[str, Any]], seen: SeenGame, *, closes_page: bool
    ) -> tuple[list[Sentence], frozenset[int], Lasts | None]:
        """Return the sentences about presses, the presses that they took back, and how long the score lasts.

        Of all presses but the last, only what lasts until it is said is told. If the presses close a page,
        such as the menu, AGAIN repeats what was said before the page was opened.
        """
        sentences: list[Sentence] = []
        taken_back: frozenset[int] = frozenset()
        scores: Lasts | None = None
        for press in presses:
            gone = self._note(press)
            if press["key"] == AGAIN:
                told = self._last_of_game if closes_page else self._last
                gone = frozenset(
                    sentence.press for sentence in told if sentence.press
                )  # not to be said twice
            elif press["key"] == SCORE:
                told = tuple(map(self._passing, standing.standing(seen)))
            else:
                told, wanted = press_aloud(press, seen, self._level, self._number)
                scores = wanted or scores
            sentences = [
                sentence
                for sentence in sentences
                if sentence.lasts is Lasts.UNTIL_SAID and sentence.press not in gone
            ]
            sentences += told
            taken_back |= gone
        return sentences, taken_back, scores

    def _opening(self, seen: SeenGame) -> Iterator[str]:
        """Yield where the game stands, unless nothing has happened in the match yet."""
        if seen.dealer is not None or any(seen.scores) or any(seen.games):
            yield from standing.standing(seen)

    def _seen_on_screen(
        self,
        presses: Sequence[Mapping[str, Any]],
        screen: Screen,
        seen: SeenGame,
        so_far: Sequence[Sentence],
        *,
        stops: bool,
    ) -> list[Sentence]:
        """Return the sentences about what is new on the screen, or that the board stops."""
        before, self._screen = self._screen, screen
        if stops:
            return [Sentence(self._words.STOPS)]
        took_effect = bool(presses and presses[-1]["happened"])
        told = [self._passing(text) for text in news(before, screen, seen, again=took_effect)]
        if presses and presses[-1]["key"] == AGAIN:
            told = []  # what is said again ends with what the screen asks for
        notice = notice_aloud(before, screen, seen)
        if notice:
            told.append(Sentence(notice))
        if presses and not so_far and not told and screen.page is None:
            # A key that did nothing: the board still asks for the same.
            told = [self._passing(text) for text in prompt_aloud(None, screen, seen)]
        return told

    def _passing(self, text: str) -> Sentence:
        return Sentence(text, Lasts.UNTIL_NEXT_PRESS, self._number)
