"""Sentences about a key press: refused, accepted, taken back, restored or corrected."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from engine.cards import Card
from firmware_py.window.changes_json import (
    ACE,
    ANSWER,
    CLAIM,
    CRIB,
    CUT,
    DEAL,
    GAME,
    GO,
    HAND,
    LAID,
    LEFT,
    POINTS,
    SCORE_SET,
    STARTER,
    SUIT,
    THROWN_IN,
    WON,
)
from firmware_py.window.seen import Change, Press, SeenGame, changes_of

from .aloud import Lasts, Level, Sentence, speakable
from .happenings import tell

_NOTHING: Change = {"what": None}


def pressed(changes: Sequence[Change], seen: SeenGame) -> str:
    """Return a phrase for a key press, such as `Ann's five` or `Bob's go`.

    Args:
        changes: the changes in the match caused by the key press, such as a card played or points scored.
    """
    for what, phrase in _PHRASES.items():
        for change in reversed(changes):
            if change["what"] == what:
                return phrase(change, seen)
    return seen.words.THE_LAST_PRESS


def corrected(was: Sequence[Change], now: Sequence[Change], seen: SeenGame) -> str:
    """Return the sentence that announces a correction, such as `correction: Ann's six, not five`.

    Args:
        was: the changes that the correction undid, such as a card played, oldest first.
        now: the changes that replaced the old ones, oldest first.
        seen: the game after the correction.
    """
    words = seen.words
    differ = ((old, new) for old, new in zip_longest(was, now, fillvalue=_NOTHING) if old != new)
    old, new = next(differ, (_NOTHING, _NOTHING))
    if old["what"] == new["what"] and "card" in old:
        return _CARDS.get(old["what"], _card_of_player)(new, old, seen)
    if old["what"] == new["what"] == ANSWER:
        return words.corrected_answer(yes=new["yes"])
    if old["what"] == GO and new["what"] == LAID and not _is_next_card(new, was):
        return words.corrected(seen.names[new["seat"]], _card(new, seen), words.SAYS_GO)
    if new["what"] == GO:
        return words.put_in(pressed((new,), seen))
    if old["what"] in (GO, SUIT, POINTS, SCORE_SET):
        return words.taken_out(pressed((old,), seen))
    return words.CORRECTION


def _is_next_card(new: Change, was: Sequence[Change]) -> bool:
    """Return True if a go was removed, so that the next card moved up, and not replaced by a card."""
    cards = (change["card"] for change in was if change["what"] == LAID)
    return bool(new["card"] == next(cards, None))


def is_suit_replaced(was: Sequence[Change], now: Sequence[Change]) -> bool:
    """Return True if a key press only replaced the suit of the last card.

    Args:
        was: what the key press undid, such as a suit entered, oldest first.
        now: what took its place, oldest first.
    """
    return bool(now) and was[0]["what"] == now[0]["what"] == SUIT


def _card(change: Change, seen: SeenGame) -> str:
    return seen.words.card_in_words(Card.parse(change["card"]))


def _card_of_player(new: Change, old: Change, seen: SeenGame) -> str:
    return seen.words.corrected(seen.names[new["seat"]], _card(new, seen), _card(old, seen))


def _starter(new: Change, old: Change, seen: SeenGame) -> str:
    return seen.words.corrected_starter(Card.parse(new["card"]), Card.parse(old["card"]))


def _crib(new: Change, old: Change, seen: SeenGame) -> str:
    return seen.words.corrected_crib(Card.parse(new["card"]), Card.parse(old["card"]))


def _suit(new: Change, old: Change, seen: SeenGame) -> str:
    return seen.words.corrected_suit(Card.parse(new["card"]), Card.parse(old["card"]))


_CARDS: dict[str, Callable[[Change, Change, SeenGame], str]] = {
    STARTER: _starter,
    CRIB: _crib,
    SUIT: _suit,
}
"""The words for corrected cards that do not belong to a player."""


def _players_card(change: Change, seen: SeenGame) -> str:
    return seen.words.card_of(seen.names[change["seat"]], Card.parse(change["card"]))


_PHRASES: dict[str, Callable[[Change, SeenGame], str]] = {
    GAME: lambda change, seen: seen.words.THE_NEW_GAME,
    THROWN_IN: lambda change, seen: seen.words.THE_MISDEAL,
    LAID: _players_card,
    LEFT: _players_card,
    HAND: _players_card,
    CUT: _players_card,
    CRIB: lambda change, seen: seen.words.card_of_crib(Card.parse(change["card"])),
    STARTER: lambda change, seen: seen.words.starter_of_deal(Card.parse(change["card"])),
    SUIT: lambda change, seen: seen.words.suit_of_card(Card.parse(change["card"])),
    ACE: lambda change, seen: seen.words.THE_ACE,
    GO: lambda change, seen: seen.words.go_of(seen.names[change["seat"]]),
    ANSWER: lambda change, seen: seen.words.THE_ANSWER,
    CLAIM: lambda change, seen: seen.words.count_of(seen.names[change["seat"]]),
    SCORE_SET: lambda change, seen: seen.words.THE_SCORE,
    POINTS: lambda change, seen: seen.words.points_of(seen.scorer(change), change["points"]),
    DEAL: lambda change, seen: seen.words.THE_DEAL,
}
"""Phrases for key presses, keyed by kind of change, with the most characteristic kinds first."""


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
    """Yield the points and wins in `made` that are not also in `gone`."""
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
