"""Sentences about a key press: refused, accepted, taken back, restored or corrected."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from firmware_py.change_names import GAME, POINTS, SCORE_SET, THROWN_IN, WON
from firmware_py.speech.narration.happenings import tell
from firmware_py.speech.narration.level import Level
from firmware_py.speech.narration.seen_game import SeenGame
from firmware_py.speech.narration.seen_press import Change, Press, changes_of
from firmware_py.speech.narration.speakable import speakable
from firmware_py.speech.narration.way_back import corrected, is_suit_replaced, pressed
from firmware_py.speech.sentence import Lasts, Sentence

UNDO, REDO = "UNDO", "REDO"
_SCORES = (POINTS, SCORE_SET)
"""The kinds of changes that move a peg."""
_SETS_SCORES = (THROWN_IN, GAME)
"""The kinds of changes that set the pegs of all sides."""


class SpokenPress(NamedTuple):
    """The sentences to be spoken after a key press.

    Attributes:
        sentences: the sentences.
        scores: how long an announcement of the players' scores stays relevant; None if the scores are not to
            be spoken.
    """

    sentences: tuple[Sentence, ...]
    scores: Lasts | None = None


def press_aloud(press: Press, seen: SeenGame, level: Level, number: int) -> SpokenPress:
    """Return the sentences to be spoken after a key press.

    Args:
        press: the key press, as listed in the board's view file.
        seen: the current game.
        level: how much to say.
        number: the number that identifies the key press. It is stored in each sentence.
    """
    if press["refused"] is not None:
        return SpokenPress(_refused(press, seen, number) if level is Level.FULL else ())
    gone, made = changes_of(press)
    if gone:
        return _undone_or_changed(press, seen, level, number)
    sentences = tell(made, seen, level, number, echo=press["key"] != REDO)
    if press["key"] == REDO and made:
        put_back = Sentence(seen.words.put_back(pressed(made, seen)), Lasts.UNTIL_SAID, number)
        sentences = (put_back, *sentences)
    starts = any(
        change["what"] == THROWN_IN or (change["what"] == GAME and any(change["scores"])) for change in made
    )
    return SpokenPress(sentences, Lasts.UNTIL_NEXT_PRESS if starts else None)


def _refused(press: Press, seen: SeenGame, number: int) -> tuple[Sentence, ...]:
    why = press.get("aloud", press["refused"])
    return (Sentence(speakable(why, seen.names, seen.words), Lasts.UNTIL_NEXT_PRESS, number),)


def _undone_or_changed(press: Press, seen: SeenGame, level: Level, number: int) -> SpokenPress:
    words, (gone, made) = seen.words, changes_of(press)
    suit = is_suit_replaced(gone, made)
    what = words.THE_CORRECTION if made and not suit else pressed(gone, seen)
    if press["key"] == UNDO:
        moved = any(change["what"] in (*_SCORES, *_SETS_SCORES) for change in (*gone, *made))
        sentence = Sentence(words.taken_back_press(what), Lasts.UNTIL_SAID, number)
        return SpokenPress((sentence,), Lasts.UNTIL_NEXT_PRESS if moved else None)
    if press["key"] == REDO:
        sentence = Sentence(words.put_back(what), Lasts.UNTIL_SAID, number)
        return SpokenPress((sentence,), Lasts.UNTIL_SAID)
    fresh = tuple(_new_points(gone, made))
    if suit:
        moved = any(change["what"] in _SCORES for change in fresh)
        told = tell((made[0], *fresh), seen, level, number)
        return SpokenPress(told, Lasts.UNTIL_SAID if moved else None)
    announced = [corrected(gone, made, seen)]
    if press.get("dropped"):
        announced.append(speakable(press["dropped"], seen.names, words))
    sentences = [Sentence(text, Lasts.UNTIL_SAID, number) for text in announced]
    # The score follows, so the score of each hand need not be said.
    points = [each for each in tell(fresh, seen, level, number) if each.lasts is Lasts.UNTIL_SAID]
    return SpokenPress((*sentences, *points), Lasts.UNTIL_SAID)


def _new_points(gone: Sequence[Change], made: Sequence[Change]) -> Iterator[Change]:
    """Yield the changes in `made` that score points or win the game, except those that are also in `gone`.

    Args:
        gone: the changes to the game that a correction removed.
        made: the changes to the game that replaced them.
    """
    before = [_apart_from_score(change) for change in gone]
    for change in made:
        if change["what"] not in (*_SCORES, WON):
            continue
        alike = _apart_from_score(change)
        if alike in before:
            before.remove(alike)
        else:
            yield change


def _apart_from_score(change: Change) -> Change:
    return {name: value for name, value in change.items() if name != "score"}
