"""A game as text, one event a line, and back: what the journal holds.

The first line says how the record is written and what is played:

    muggins 1 players=2 start=0,0 game=six-card

Each line after it is one event, a word or a word and a rank or suit: `cut 5`, `seat-0-deals`, `starter J`,
`lay 10`, `go`, `suit H`, `yes`, `no`, `crib Q`, `next-game`, `new-game`, `undo`, `redo`.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from engine.cards import Suit
from engine.errors import CribbageError, InvalidCard, InvalidRules, RecordError, shown
from engine.events import TAKES, Event, Kind
from engine.game import Game
from engine.rules import Rules

FORMAT = "muggins"
VERSION = 1


class Header(NamedTuple):
    """What a record begins with.

    Attributes:
        rules: the rules in force.
        start: the points of each side before the first deal.
    """

    rules: Rules = Rules()
    start: tuple[int, ...] = (0, 0)

    @property
    def game(self) -> Game:
        """The game before its first event.

        Raises:
            InvalidRules: the start is none for these rules.
        """
        return Game.new(self.rules, self.start)


def write_header(header: Header) -> str:
    """The header as a line, without its end."""
    start = ",".join(map(str, header.start))
    settings = " ".join(header.rules.settings)
    return f"{FORMAT} {VERSION} players={header.rules.players} start={start} {settings}"


def read_header(text: str, line: int = 1) -> Header:
    """The header that a line holds.

    Raises:
        RecordError: it is no header, or of a version or with rules that this program does not know.
    """
    words = text.split(" ")
    if words[0] != FORMAT or len(words) < 2:
        raise RecordError(f"a record begins with '{FORMAT} {VERSION}', not {shown(text)}", line)
    column = len(FORMAT) + 2
    if words[1] != str(VERSION):
        why = f"format {shown(words[1])} is not known: this program reads {VERSION}"
        raise RecordError(why, line, column)
    given: dict[str, str] = {}
    columns: dict[str, int] = {}
    for before, word in pairwise(words[1:]):
        column += len(before) + 1
        name, _, value = word.partition("=")
        given[name], columns[name] = value, column
    return _header_of(given, columns, line)


def _header_of(given: dict[str, str], columns: dict[str, int], line: int) -> Header:
    """The header that these settings make, each in its column."""
    for name in ("players", "start"):
        if name not in given:
            raise RecordError(f"the header does not say {name}=…", line)
    rules = Rules()
    for name, value in given.items():
        try:
            if name == "players":
                rules = Rules(**rules._asdict() | {"players": _number(name, value)})
            elif name != "start":
                rules = Rules.parse([*rules.settings, f"{name}={value}"], players=rules.players)
        except CribbageError as error:
            raise RecordError(str(error), line, columns[name]) from None
    try:
        header = Header(rules, tuple(_number("start", points) for points in given["start"].split(",")))
        header.game  # noqa: B018 - refuses a start that these rules do not have
    except CribbageError as error:
        raise RecordError(str(error), line, columns["start"]) from None
    return header


def _number(name: str, text: str) -> int:
    """A whole number of a header."""
    try:
        return int(text)
    except ValueError:
        raise InvalidRules(f"{name}= takes whole numbers, not {shown(text)}") from None


def write(event: Event) -> str:
    """An event as a line, without its end; `read` gives the event back."""
    if event.named is None:
        return event.kind.value
    named = event.named
    return f"{event.kind.value} {named.letter if isinstance(named, Suit) else named.symbol}"


def read(text: str, line: int = 1) -> Event:
    """The event that a line holds.

    Raises:
        RecordError: it holds none; with the line given and the column.
    """
    word, space, argument = text.partition(" ")
    try:
        kind = Kind(word)
    except ValueError:
        words = ", ".join(kind.value for kind in Kind)
        raise RecordError(f"{shown(word)} is no event: an event is {words}", line) from None
    takes = TAKES.get(kind)
    if takes is None:
        if space:
            raise RecordError(f"nothing follows {word!r}, not {shown(argument)}", line, len(word) + 2)
        return Event(kind)
    try:
        return Event(kind, takes.parse(argument))
    except InvalidCard as error:
        raise RecordError(str(error), line, len(word) + 2) from None
