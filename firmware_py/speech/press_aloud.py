"""Sentences about a key press: refused, accepted, taken back, restored or corrected.

Sentences about what happens in the game, such as a card laid or points scored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from engine.change_types import (
    AceCounted,
    CardCut,
    CardLaid,
    CardLeft,
    Change,
    Claimed,
    CribCard,
    DealBegun,
    DealThrownIn,
    GameBegun,
    GameWon,
    Go,
    GoProvedFalse,
    HandCard,
    Points,
    QuestionAnswered,
    ScoreSet,
    StarterTurned,
    SuitNamed,
)
from engine.deals import Source
from engine.scoring.items import JUDGED
from firmware_py.window.seen import SeenPress

from .aloud import Aloud, Lasts, Level, Sentence


def tell(
    changes: Sequence[Change], aloud: Aloud, level: Level, press: int, *, echo: bool = True
) -> tuple[Sentence, ...]:
    """Return the sentences to be spoken about the changes that a key press made.

    Args:
        changes: the changes, oldest first.
        aloud: the words for the game after these changes.
        press: the number that identifies the key press. It is stored in each sentence.
        echo: if False, do not repeat what the player entered, such as a card or a go.
    """
    telling = _Telling(changes, aloud, level, press, echo=echo)
    for index in range(len(changes)):
        telling.tell(index)
    return tuple(telling.sentences)


class _Telling:
    def __init__(
        self, changes: Sequence[Change], aloud: Aloud, level: Level, press: int, *, echo: bool
    ) -> None:
        self.sentences: list[Sentence] = []
        self._changes, self._aloud, self._press = changes, aloud, press
        self._full = level is Level.FULL
        self._echo = echo
        self._just_named: int | None = None

    def tell(self, index: int) -> None:
        change = self._changes[index]
        always = _always(change, self._aloud)
        if always is not None:
            self._say(always)
        echoed = self._echoed(change)
        if echoed is not None:
            self._say(echoed)
            self._just_named = getattr(change, "seat", None)
        if isinstance(change, CardLaid | AceCounted):
            self._count(change, index)
        if isinstance(change, Points):
            self._points(change)
        if self._full:
            self._remark(change, index)

    def _say(self, text: str, lasts: Lasts = Lasts.UNTIL_SAID) -> None:
        self.sentences.append(Sentence(text, lasts, self._press))

    def _echoed(self, change: Change) -> str | None:
        """Return the words that repeat what a player has entered. Only a go is repeated at every level."""
        return _keyed(change, self._aloud) if self._echo and (self._full or isinstance(change, Go)) else None

    def _count(self, change: CardLaid | AceCounted, index: int) -> None:
        if change.count is None or _scores(change, self._changes[index + 1 :]):
            return
        count, words = self._aloud.words.number(change.count), self._aloud.words
        is_said = isinstance(change, CardLaid) and words.card_in_words(change.card) == count
        if not (is_said and self._echoed(change)):
            self._say(count, Lasts.UNTIL_NEXT_PRESS)

    def _points(self, points: Points) -> None:
        aloud, words = self._aloud, self._aloud.words
        if points.source not in (Source.HAND, Source.CRIB):
            call = aloud.points(points)
            named = points.seat is not None and points.seat == self._just_named
            self._say(call if named else words.named(aloud.scorer(points), call))
            self._just_named = points.seat
            return
        self._say(aloud.hand(points))
        wins = any(isinstance(change, GameWon) for change in self._changes)  # then the scores follow
        if self._full and not wins:
            self._say(words.has_score(aloud.name_of(points.side), points.score), Lasts.UNTIL_NEXT_PRESS)

    def _remark(self, change: Change, index: int) -> None:
        aloud = self._aloud
        if isinstance(change, GoProvedFalse):
            card = next(
                each.card for each in reversed(self._changes[:index]) if isinstance(each, _SHOWS_CARD)
            )
            name = aloud.seen.names[change.seat]
            self._say(aloud.words.false_go_aloud(name, change.said_at, card))
        elif isinstance(change, GameBegun) and any(change.games):
            self._say(aloud.games(), Lasts.UNTIL_NEXT_PRESS)
        elif isinstance(change, GameWon):
            self._say(aloud.scores(), Lasts.UNTIL_NEXT_PRESS)


_SHOWS_CARD = CardCut | StarterTurned | CardLaid | CardLeft | HandCard | CribCard | SuitNamed


def _scores(laid: CardLaid | AceCounted, later: Sequence[Change]) -> bool:
    points = next((change for change in later if not isinstance(change, GoProvedFalse)), None)
    return isinstance(points, Points) and (points.count, points.seat) == (laid.count, laid.seat)


def _always(change: Change, aloud: Aloud) -> str | None:
    words = aloud.words
    match change:
        case GameBegun():
            return words.NEW_GAME_BEGINS
        case ScoreSet(side, score):
            return words.named(aloud.name_of(side), words.score_set(score))
        case DealThrownIn():
            return words.DEAL_THROWN_IN
        case GameWon(side):
            # Once another game has begun, the scores no longer show who was skunked.
            return aloud.winner(side) if aloud.seen.winner == side else words.won(aloud.players_of(side)).full
    return None


def _keyed(change: Change, aloud: Aloud) -> str | None:
    """Return the words that repeat what a player has entered, or None if the board found it out itself."""
    words, names = aloud.words, aloud.seen.names
    match change:
        case CardCut(seat, card) | CardLaid(seat, card) | CardLeft(seat, card) | HandCard(seat, card):
            return words.named(names[seat], words.card_in_words(card))
        case StarterTurned(card):
            return words.starter_turned_up(card)
        case AceCounted(value=value):
            return words.number(value)
        case Go(seat):
            return words.named(names[seat], words.SAYS_GO)
        case CribCard(card=card):
            return words.crib_card(card)
        case SuitNamed(card):
            return words.card_in_words(card)
        case QuestionAnswered(yes=yes):
            return words.YES if yes else words.NO
    return None


_MOST_TELLING = (
    *(GameBegun, DealThrownIn, CardLaid, CardLeft, HandCard, CardCut, CribCard, StarterTurned, SuitNamed),
    *(AceCounted, Go, QuestionAnswered, Claimed, ScoreSet, Points, DealBegun),
)
"""The types of change after which a key press can be named, with the most characteristic types first."""


def pressed(changes: Sequence[Change], aloud: Aloud) -> str:
    """Return a phrase for a key press, such as `Ann's five` or `Bob's go`."""
    for kind in _MOST_TELLING:
        for change in reversed(changes):
            if isinstance(change, kind):
                return _phrase(change, aloud)
    return aloud.words.THE_LAST_PRESS


def _phrase(change: Change, aloud: Aloud) -> str:
    words, names = aloud.words, aloud.seen.names
    match change:
        case GameBegun():
            return words.THE_NEW_GAME
        case DealThrownIn():
            return words.THE_MISDEAL
        case CardLaid(seat, card) | CardLeft(seat, card) | HandCard(seat, card) | CardCut(seat, card):
            return words.card_of(names[seat], card)
        case CribCard(card=card):
            return words.card_of_crib(card)
        case StarterTurned(card):
            return words.starter_of_deal(card)
        case SuitNamed(card):
            return words.suit_of_card(card)
        case AceCounted():
            return words.THE_ACE
        case Go(seat):
            return words.go_of(names[seat])
        case QuestionAnswered():
            return words.THE_ANSWER
        case Claimed(seat):
            return words.count_of(names[seat])
        case ScoreSet():
            return words.THE_SCORE
        case Points(items=(item, *_)) if item.reason in JUDGED:
            return words.THE_PENALTY
        case Points(points=points):
            return words.points_of(aloud.scorer(change), points)
        case DealBegun():
            return words.THE_DEAL
    return words.THE_LAST_PRESS


def corrected(was: Sequence[Change], now: Sequence[Change], aloud: Aloud) -> str:
    """Return the sentence that announces a correction, such as `correction: Ann's six, not five`.

    Args:
        was: the changes that the correction undid, such as a card played, oldest first.
        now: the changes that replaced the old ones, oldest first.
        aloud: the words for the game after the correction.
    """
    words, names = aloud.words, aloud.seen.names
    match next(((old, new) for old, new in zip_longest(was, now) if old != new), None):
        case (StarterTurned(old), StarterTurned(new)):
            return words.corrected_starter(new, old)
        case (CribCard(card=old), CribCard(card=new)):
            return words.corrected_crib(new, old)
        case (SuitNamed(old), SuitNamed(new)):
            return words.corrected_suit(new, old)
        case (
            (CardLaid(card=old), CardLaid(seat, new))
            | (CardLeft(card=old), CardLeft(seat, new))
            | (HandCard(card=old), HandCard(seat, new))
            | (CardCut(card=old), CardCut(seat, new))
        ):
            return words.corrected(names[seat], words.card_in_words(new), words.card_in_words(old))
        case (QuestionAnswered(), QuestionAnswered(yes=yes)):
            return words.corrected_answer(yes=yes)
        case (Go(), CardLaid(seat, card)) if card != _first_card_laid(was):
            return words.corrected(names[seat], words.card_in_words(card), words.SAYS_GO)
        case (_, Go() as go):
            return words.put_in(pressed((go,), aloud))
        case ((Go() | SuitNamed() | Points() | ScoreSet()) as old, _):
            return words.taken_out(pressed((old,), aloud))
    return words.CORRECTION


def _first_card_laid(was: Sequence[Change]) -> object:
    """Return the card that moves up if a go before it is removed. It does not take the go's place."""
    return next((change.card for change in was if isinstance(change, CardLaid)), None)


def is_suit_replaced(was: Sequence[Change], now: Sequence[Change]) -> bool:
    """Return True if a key press only replaced the suit of the last card.

    Args:
        was: what the key press undid, such as a suit entered, oldest first.
        now: what took its place, oldest first.
    """
    return bool(now) and isinstance(was[0], SuitNamed) and isinstance(now[0], SuitNamed)


UNDO, REDO = "UNDO", "REDO"


Spoken = tuple[Sequence[Sentence], Lasts | None]
"""Sentences, and how long it is worth saying the scores after them. None: the scores do not follow."""


def press_aloud(press: SeenPress, aloud: Aloud, level: Level, number: int) -> Spoken:
    """Return the sentences to be spoken after a key press, and whether the scores follow.

    Args:
        number: the number that identifies the key press. It is stored in each sentence.
    """
    if press.refused is not None:
        why = aloud.text(press.aloud or press.refused)
        refusal = Sentence(why, Lasts.UNTIL_NEXT_PRESS, number)
        return (refusal,) if level is Level.FULL else (), None
    if press.taken_back:
        return _undone_or_changed(press, aloud, level, number)
    sentences = tell(press.made, aloud, level, number, echo=press.key != REDO)
    if press.key == REDO and press.made:
        put_back = Sentence(aloud.words.put_back(pressed(press.made, aloud)), Lasts.UNTIL_SAID, number)
        sentences = (put_back, *sentences)
    if aloud.words.SEE_ONE_PLAY_ONE in press.said:
        sentences = (*sentences, Sentence(aloud.words.SEE_ONE_PLAY_ONE, Lasts.UNTIL_SAID, number))
    starts = any(
        isinstance(change, DealThrownIn) or (isinstance(change, GameBegun) and any(change.scores))
        for change in press.made
    )
    return sentences, Lasts.UNTIL_NEXT_PRESS if starts else None


def _undone_or_changed(press: SeenPress, aloud: Aloud, level: Level, number: int) -> Spoken:
    words, gone, made = aloud.words, press.taken_back, press.made
    suit = is_suit_replaced(gone, made)
    what = words.THE_CORRECTION if made and not suit else pressed(gone, aloud)
    if press.key == UNDO:
        moved = any(isinstance(change, _MOVES_PEGS) for change in (*gone, *made))
        sentence = Sentence(words.taken_back_press(what), Lasts.UNTIL_SAID, number)
        return (sentence,), Lasts.UNTIL_NEXT_PRESS if moved else None
    if press.key == REDO:
        sentence = Sentence(words.put_back(what), Lasts.UNTIL_SAID, number)
        return (sentence,), Lasts.UNTIL_SAID
    fresh = tuple(_new_points(gone, made))
    if suit:
        moved = any(isinstance(change, Points | ScoreSet) for change in fresh)
        told = tell((made[0], *fresh), aloud, level, number)
        return told, Lasts.UNTIL_SAID if moved else None
    announced = [corrected(gone, made, aloud)]
    if press.dropped:
        announced.append(aloud.text(press.dropped))
    sentences = [Sentence(text, Lasts.UNTIL_SAID, number) for text in announced]
    # The score follows, so the score of each hand need not be said.
    points = [each for each in tell(fresh, aloud, level, number) if each.lasts is Lasts.UNTIL_SAID]
    return (*sentences, *points), Lasts.UNTIL_SAID


_MOVES_PEGS = Points | ScoreSet | DealThrownIn | GameBegun


def _new_points(gone: Sequence[Change], made: Sequence[Change]) -> Iterator[Change]:
    """Yield the points and wins in `made` that are not also in `gone`."""
    before = [_apart_from_score(change) for change in gone]
    for change in made:
        if not isinstance(change, Points | ScoreSet | GameWon):
            continue
        alike = _apart_from_score(change)
        if alike in before:
            before.remove(alike)
        else:
            yield change


def _apart_from_score(change: Change) -> Change:
    return change._replace(score=0) if isinstance(change, Points | ScoreSet) else change
