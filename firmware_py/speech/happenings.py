"""Sentences about what happens in the game, such as a card laid or points scored."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.cards import Card
from firmware_py.window.changes_json import (
    ACE,
    ANSWER,
    CRIB,
    CUT,
    FALSE_GO,
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
from firmware_py.window.seen import Change, SeenGame

from . import aloud
from .aloud import Lasts, Level, Sentence, hand_aloud, is_for_hand, points_aloud


def tell(
    changes: Sequence[Change], seen: SeenGame, level: Level, press: int, *, echo: bool = True
) -> tuple[Sentence, ...]:
    """Return the sentences to be spoken about the changes that a key press made.

    Args:
        changes: the changes, oldest first.
        level: how much to say.
        press: the number that identifies the key press. It is stored in each sentence.
        echo: if False, do not repeat what the player entered, such as a card or a go.
    """
    telling = _Telling(changes, seen, level, press, echo=echo)
    for index in range(len(changes)):
        telling.tell(index)
    return tuple(telling.sentences)


class _Telling:
    def __init__(
        self, changes: Sequence[Change], seen: SeenGame, level: Level, press: int, *, echo: bool
    ) -> None:
        self.sentences: list[Sentence] = []
        self._changes, self._seen, self._press = changes, seen, press
        self._full = level is Level.FULL
        self._keyed = () if not echo else tuple(_KEYED) if self._full else (GO,)
        self._just_named: int | None = None

    def tell(self, index: int) -> None:
        change = self._changes[index]
        what = change["what"]
        if what in _ALWAYS:
            self._say(_ALWAYS[what](change, self._seen))
        if what in self._keyed:
            self._say(_KEYED[what](change, self._seen))
            self._just_named = change.get("seat")
        if what in (LAID, ACE):
            self._count(index)
        if what == POINTS:
            self._points(change)
        if self._full:
            self._remark(index)

    def _say(self, text: str, lasts: Lasts = Lasts.UNTIL_SAID) -> None:
        self.sentences.append(Sentence(text, lasts, self._press))

    def _count(self, index: int) -> None:
        """Say the count, unless another sentence already says it."""
        change, seen = self._changes[index], self._seen
        if change["count"] is None or _scores(self._changes[index:]):
            return
        count = seen.words.number(change["count"])
        if not (change["what"] in self._keyed and change["what"] == LAID and _card(change, seen) == count):
            self._say(count, Lasts.UNTIL_NEXT_PRESS)

    def _points(self, points: Change) -> None:
        seen, words = self._seen, self._seen.words
        if not is_for_hand(points):
            call = points_aloud(points, seen)
            named = points["seat"] is not None and points["seat"] == self._just_named
            self._say(call if named else words.named(seen.scorer(points), call))
            self._just_named = points["seat"]
            return
        self._say(hand_aloud(points, seen))
        wins = any(change["what"] == WON for change in self._changes)  # then the scores follow
        if self._full and not wins:
            self._say(words.has_score(seen.name_of(points["side"]), points["score"]), Lasts.UNTIL_NEXT_PRESS)

    def _remark(self, index: int) -> None:
        """Comment on a false go, on the games won when a new game begins, or on the scores at a win."""
        change, seen = self._changes[index], self._seen
        what = change["what"]
        if what == FALSE_GO:
            card = next(each["card"] for each in reversed(self._changes[:index]) if "card" in each)
            name = seen.names[change["seat"]]
            self._say(seen.words.false_go_aloud(name, change["said_at"], Card.parse(card)))
        elif what == GAME and any(change["games"]):
            self._say(aloud.games(seen), Lasts.UNTIL_NEXT_PRESS)
        elif what == WON:
            self._say(aloud.scores(seen), Lasts.UNTIL_NEXT_PRESS)


def _scores(changes: Sequence[Change]) -> bool:
    laid, *later = changes
    points = next((change for change in later if change["what"] != FALSE_GO), laid)
    return points["what"] == POINTS and (points["count"], points["seat"]) == (laid["count"], laid["seat"])


_Words = Callable[[Change, SeenGame], str]


def _card(change: Change, seen: SeenGame) -> str:
    return seen.words.card_in_words(Card.parse(change["card"]))


def _card_of_player(change: Change, seen: SeenGame) -> str:
    return seen.words.named(seen.names[change["seat"]], _card(change, seen))


def _answer(change: Change, seen: SeenGame) -> str:
    return seen.words.YES if change["yes"] else seen.words.NO


def _go(change: Change, seen: SeenGame) -> str:
    return seen.words.named(seen.names[change["seat"]], seen.words.SAYS_GO)


def _score_set(change: Change, seen: SeenGame) -> str:
    return seen.words.named(seen.name_of(change["side"]), seen.words.score_set(change["score"]))


def _won(change: Change, seen: SeenGame) -> str:
    # Once another game has begun, the scores no longer show who was skunked.
    if seen.winner == change["side"]:
        return aloud.winner(seen, change["side"])
    return seen.words.won(seen.players_of(change["side"])).full


_ALWAYS: dict[str, _Words] = {
    GAME: lambda change, seen: seen.words.NEW_GAME_BEGINS,
    SCORE_SET: _score_set,
    THROWN_IN: lambda change, seen: seen.words.DEAL_THROWN_IN,
    WON: _won,
}
"""The words for changes that are announced at every level."""
_KEYED: dict[str, _Words] = {
    CUT: _card_of_player,
    STARTER: lambda change, seen: seen.words.starter_turned_up(Card.parse(change["card"])),
    LAID: _card_of_player,
    ACE: lambda change, seen: seen.words.number(change["value"]),
    GO: _go,
    LEFT: _card_of_player,
    HAND: _card_of_player,
    CRIB: lambda change, seen: seen.words.crib_card(Card.parse(change["card"])),
    SUIT: _card,
    ANSWER: _answer,
}
"""The words that repeat what a player has entered. Only `go` is repeated at every level."""
