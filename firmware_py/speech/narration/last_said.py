"""The voice's most recent sentences, for players who want to hear them again."""

from __future__ import annotations

from collections.abc import Sequence

from firmware_py.speech.sentence import Sentence


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
            sentences: the sentences.
            on_page: True if the screen shows a page, such as the menu, instead of the game.
        """
        if not sentences:
            return
        self.sentences = tuple(sentences)
        if not on_page:
            self.before_page = self.sentences
