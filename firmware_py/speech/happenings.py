"""Sentences about what happens in the game, such as a card laid or points scored."""

from __future__ import annotations

from collections.abc import Sequence

from engine.change_types import (
    AceCounted,
    CardCut,
    CardLaid,
    CardLeft,
    Change,
    CribCard,
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

from .aloud import Aloud, Lasts, Level, Sentence


def tell(
    changes: Sequence[Change], aloud: Aloud, level: Level, press: int, *, echo: bool = True
) -> tuple[Sentence, ...]:
    """Return the sentences to be spoken about the changes that a key press made.

    Args:
        changes: the changes, oldest first.
        aloud: the words for the game after these changes.
        level: how much to say.
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
        """Say the count, unless another sentence already says it."""
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
        """Comment on a false go, on the games won when a new game begins, or on the scores at a win."""
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
    """Return the words for a change that is announced at every level, or None for any other change."""
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
