"""The words of the voice: sentences, calls for points, the state of the game, and how much is said.

`speakable` converts figures, cards such as `5♥` and the names of keys, which messages in every language
share.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple

from engine.cards import Card, Suit
from engine.deals import Source
from engine.scoring.calling import call_hand, call_pegged
from engine.scoring.hands_and_crib import nineteen_is_a_joke
from engine.scoring.items import Item, Reason, total
from firmware_py.input.keys import WORD_KEYS
from firmware_py.window.seen import SeenGame
from firmware_py.words.english import English
from firmware_py.words.in_use import win_in_words


class Lasts(Enum):
    """How long a sentence remains worth saying: until it has been said, or until the next key press."""

    UNTIL_SAID = "until said"
    """Used for points, and for the cards entered. Later key presses do not cut the sentence off."""
    UNTIL_NEXT_PRESS = "until the next press"
    """Used for the count, the turn, prompts, refusals and menu entries. Outdated after the next key press."""


class Sentence(NamedTuple):
    """A sentence to say.

    Attributes:
        text: the sentence as it is spoken, without symbols, abbreviations or digits, such as `Ann: fifteen
            for two`.
        lasts: `UNTIL_NEXT_PRESS` if the next key press makes the sentence outdated, otherwise `UNTIL_SAID`.
        press: the sequence number of the key press that the sentence is about, or 0 if there is no such
            key press.
    """

    text: str
    lasts: Lasts = Lasts.UNTIL_SAID
    press: int = 0


class Heard(NamedTuple):
    """The sentences to say about a new state of the board.

    Attributes:
        sentences: the sentences to say, in order.
        pressed: True if a key was pressed. Earlier sentences marked `UNTIL_NEXT_PRESS` are then outdated.
        taken_back: the sequence numbers of the key presses that have been undone. Sentences about these key
            presses must no longer be said.
        score: a sentence with the current score, to be said if the voice had no time to announce the
            points one by one; None if there is no such sentence.
    """

    sentences: tuple[Sentence, ...] = ()
    pressed: bool = False
    taken_back: frozenset[int] = frozenset()
    score: Sentence | None = None


class Level(Enum):
    """How much the voice says. The value of each member is its name in a configuration file."""

    CALLS = "calls"
    """Say what players would call aloud: points, the count, go, the hands, and the winner.

    The code that lets a phone join is said, too.
    """
    FULL = "full"
    """Say everything that a player would read on the screen."""


_HIGHEST = 9999
"""The highest number that can be converted to words."""
_SUITS = {suit.symbol: suit for suit in Suit}
_CARD = rf"(?:10|[2-9AJQK])[{''.join(_SUITS)}]"
_KEYS = "|".join(key.value for key in WORD_KEYS)
"""The labels of the keys that are no cards. A single letter may be a word in some language."""
_TOKENS = re.compile(
    rf"""
    (?P<cards>{_CARD}(?:\ {_CARD})*)
    | (?P<suit>[{"".join(_SUITS)}])
    | (?P<scores>\b\d+(?:-\d+)+\b)
    | (?P<place>\b\d+/\d+\b)
    | (?P<plus>\+\d+\b)
    | (?P<percent>\b\d+%)
    | (?P<number>(?<![\w-])-?\d+\b)
    | (?P<key>\b(?:{_KEYS})\b)
    | (?P<arrows>◀\ ▶)
    | (?P<aside>\ \()
    | (?P<mark>[◀▶_)])
    | (?P<and>&)
    """,
    re.VERBOSE,
)


def speakable(text: str, names: Sequence[str], words: English) -> str:
    """Convert a message to its spoken form, such as `Bob: five of hearts`.

    Args:
        text: the message, which may contain symbols such as `5♥`, figures, and keys such as `GO`.
        names: the players' names, which are not converted.
    """
    said = [
        part if part in names else _TOKENS.sub(lambda found: _in_words(found, words), part)
        for part in _split_at_names(text, names)
    ]
    return " ".join("".join(said).split())


def _split_at_names(text: str, names: Sequence[str]) -> list[str]:
    """Split text at the players' names, which become items of their own."""
    longest_first = sorted(names, key=len, reverse=True)
    choices = "|".join(map(re.escape, longest_first))
    return re.split(rf"(?<!\w)({choices})(?!\w)", text) if choices else [text]


def _in_words(found: re.Match[str], words: English) -> str:
    kind, text = found.lastgroup, found.group()
    match kind:
        case "cards":
            return words.cards_in_words([Card.parse(card) for card in text.split()])
        case "suit":
            return words.suit(_SUITS[text])
        case "scores":
            return words.numbers_in_words([int(number) for number in text.split("-")])
        case "place":
            page, _, pages = text.partition("/")
            return words.page_of(int(page), int(pages))
        case "plus":
            return words.plus(int(text))
        case "percent":
            return words.percent_aloud(int(text[:-1]) / 100)
        case "number":
            return words.number(int(text)) if abs(int(text)) <= _HIGHEST else text
        case "key":
            return words.key(text)
        case "arrows":
            return words.ARROWS
        case "aside":
            return ", "
        case "and":
            return words.AND
    return ""


def points_aloud(points: Mapping[str, Any], seen: SeenGame) -> str:
    """Return the call for points, without the player's name, e.g. `fifteen for two` or `one for the go`.

    Args:
        points: the points, as a JSON object from the board's view file.
    """
    words, items, count = seen.words, _items(points), points["count"]
    if points["by"] is not None:
        return words.wrong_claim(points["points"], seen.names[points["by"]])
    if _called_low(points, seen):
        # The player called fewer points than the card scores. The board does not reveal the rest.
        items = (Item(items[0].reason, points["points"]),)
    return call_pegged(items, count, words=words)


def hand_aloud(points: Mapping[str, Any], seen: SeenGame) -> str:
    """Return the call for a hand or crib, with the owner's name.

    An example is `Ann's hand: fifteen two and a pair is four`.

    Args:
        points: the points of the hand or crib, as a JSON object from the board's view file.
    """
    words, rules, items = seen.words, seen.rules, _items(points)
    crib = points["source"] == Source.CRIB.value
    count = call_hand(
        items,
        nineteen=nineteen_is_a_joke(rules, crib=crib),
        grouped=rules.calls_by_kind,
        words=words,
    )
    if points["points"] < total(items):
        out = points["score"] >= rules.target
        count = (words.to_go_out if out else words.only_pegged)(count, points["points"])
    name = seen.scorer(points)
    return words.crib_counted(name, count) if crib else words.hand_counted(name, count)


def is_for_hand(points: Mapping[str, Any]) -> bool:
    """Return True if the points were scored by a hand or crib."""
    return points["source"] in (Source.HAND.value, Source.CRIB.value)


def _items(points: Mapping[str, Any]) -> tuple[Item, ...]:
    return tuple(
        Item(Reason(item["reason"]), item["points"], tuple(map(Card.parse, item["cards"])))
        for item in points["items"]
    )


def _called_low(points: Mapping[str, Any], seen: SeenGame) -> bool:
    low: bool = points["points"] < total(_items(points)) and points["score"] < seen.rules.target
    return low and points["source"] == Source.PLAY.value


def standing(seen: SeenGame) -> Iterator[str]:
    """Yield sentences about the state of the game, such as the scores."""
    words = seen.words
    yield scores(seen)
    if seen.winner is not None:
        yield winner(seen, seen.winner)
        return
    if seen.dealer is not None:
        yield words.is_dealer(seen.names[seen.dealer])
    yield from count(seen)


def count(seen: SeenGame) -> Iterator[str]:
    """Yield a sentence with the current count, if cards are being played."""
    if seen.is_play or (seen.count and seen.winner is None):
        yield seen.words.the_count_is(seen.count)


def scores(seen: SeenGame) -> str:
    """Return the score of each side in words, e.g. `Ann thirty-one, Bob twelve`."""
    return seen.words.scores([(seen.name_of(side), seen.scores[side]) for side in seen.each_side])


def games(seen: SeenGame) -> str:
    """Return a sentence with the number of games that each side has won in the match."""
    words = seen.words
    won = words.match_so_far([(seen.name_of(side), seen.games[side]) for side in seen.each_side])
    return speakable(won, seen.names, words)


def winner(seen: SeenGame, side: int) -> str:
    """Return the announcement for a game won by `side`, e.g. `Ann wins with a skunk!` (RULES.md 5)."""
    return win_in_words(seen.words, seen.rules, side, seen.scores, seen.players_of).full
