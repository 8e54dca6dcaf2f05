"""The words of the voice: sentences, calls for points, the state of the game, and how much is said.

An `Aloud` puts one state of the game into the words of one language. `speakable` converts figures, cards such
as `5♥` and the names of keys, which messages in every language share.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from engine.cards import Card, Suit
from engine.change_types import Points
from engine.deals import Source
from engine.indices import Seat
from engine.prompts import Prompt
from engine.scoring.calling import call_hand, call_pegged
from engine.scoring.hands_and_crib import nineteen_is_a_joke
from engine.scoring.items import Item, total
from firmware_py.input.keys import WORD_KEYS
from firmware_py.window.seen import SeenBoard
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
    | (?P<decimal>\b\d+\.\d+\b)
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
        case "decimal":
            return words.decimal(*text.split("."))
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


class Aloud:
    """The words for a state of the game."""

    def __init__(self, seen: SeenBoard, words: English) -> None:
        self.seen, self.words = seen, words

    def text(self, message: str) -> str:
        """Return the spoken form of a message, such as `Bob: five of hearts`."""
        return speakable(message, self.seen.names, self.words)

    def players_of(self, side: int) -> tuple[str, ...]:
        """Return the names of a side's one or two players."""
        rules = self.seen.rules
        return tuple(self.seen.names[seat] for seat in rules.seats if rules.side_of(Seat(seat)) == side)

    def name_of(self, side: int) -> str:
        """Return a side's name, e.g. `Ann` or `Ann and Bob`."""
        return self.words.listed(self.players_of(side))

    def scorer(self, points: Points) -> str:
        """Return the name of the player who scored points, or the side's name for a manual correction."""
        return self.name_of(points.side) if points.seat is None else self.seen.names[points.seat]

    def points(self, points: Points) -> str:
        """Return the call for points, without the player's name, e.g. `fifteen for two`."""
        items = points.items
        if points.by is not None:
            return self.words.wrong_claim(points.points, self.seen.names[points.by])
        low = points.points < total(items) and points.score < self.seen.rules.target
        if low and points.source is Source.PLAY:
            # The player called fewer points than the card scores. The board does not reveal the rest.
            items = (Item(items[0].reason, points.points),)
        return call_pegged(items, points.count, words=self.words)

    def hand(self, points: Points) -> str:
        """Return the call for a hand or crib, e.g. `Ann's hand: fifteen two and a pair is four`."""
        words, rules, items = self.words, self.seen.rules, points.items
        crib = points.source is Source.CRIB
        nineteen = nineteen_is_a_joke(rules, crib=crib)
        count = call_hand(items, nineteen=nineteen, grouped=rules.calls_by_kind, words=words)
        if points.points < total(items):
            out = points.score >= rules.target
            count = (words.to_go_out if out else words.only_pegged)(count, points.points)
        name = self.scorer(points)
        return words.crib_counted(name, count) if crib else words.hand_counted(name, count)

    def standing(self) -> Iterator[str]:
        """Yield sentences about the state of the game, such as the scores."""
        yield self.scores()
        if self.seen.winner is not None:
            yield self.winner(self.seen.winner)
            return
        if self.seen.dealer is not None:
            yield self.words.is_dealer(self.seen.names[self.seen.dealer])
        yield from self.count()

    def count(self) -> Iterator[str]:
        """Yield a sentence with the current count, if cards are being played."""
        if self.seen.screen.prompt is Prompt.PLAY or (self.seen.count and self.seen.winner is None):
            yield self.words.the_count_is(self.seen.count)

    def scores(self) -> str:
        """Return the score of each side in words, e.g. `Ann thirty-one, Bob twelve`."""
        sides = self.seen.sides
        return self.words.scores([(self.name_of(side), each.score) for side, each in enumerate(sides)])

    def games(self) -> str:
        """Return a sentence with the number of games that each side has won in the match."""
        sides = self.seen.sides
        won = [(self.name_of(side), each.games) for side, each in enumerate(sides)]
        return self.text(self.words.match_so_far(won))

    def winner(self, side: int) -> str:
        """Return the announcement for a game won by `side`, e.g. `Ann wins with a skunk!` (RULES.md 5)."""
        scores = [each.score for each in self.seen.sides]
        return win_in_words(self.words, self.seen.rules, side, scores, self.players_of).full
