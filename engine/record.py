"""A game as text, one event a line, and back: what the journal holds.

The first line says how the record is written and what is played:

    muggins 1 players=2 start=0,0 game=six-card

Each line after it is one event, a word or a word and a rank or suit: `cut 5`, `seat-0-deals`, `starter J`,
`lay 10`, `go`, `suit H`, `yes`, `no`, `crib Q`, `next-game`, `new-game`, `undo`, `redo`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine import events
from engine.cards import Rank, Suit
from engine.errors import CribbageError, InvalidCard, RecordError
from engine.events import Event
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
        raise RecordError(f"a record begins with '{FORMAT} {VERSION}', not {_shown(text)}", line)
    column = len(FORMAT) + 2
    if words[1] != str(VERSION):
        raise RecordError(
            f"format {_shown(words[1])} is not known: this program reads {VERSION}", line, column
        )
    settings = dict(word.partition("=")[::2] for word in words[2:])
    try:
        players = int(settings.pop("players"))
        start = tuple(int(points) for points in settings.pop("start").split(","))
        rules = Rules.parse([f"{name}={value}" for name, value in settings.items()], players=players)
        header = Header(rules, start)
        header.game  # noqa: B018 - refuses a start that these rules do not have
    except KeyError as missing:
        raise RecordError(f"the header does not say {missing.args[0]}=…", line) from None
    except CribbageError as error:
        raise RecordError(str(error), line) from None
    except ValueError:
        raise RecordError("players= and start= take whole numbers, start= one for each side", line) from None
    return header


def write(event: Event) -> str:
    """An event as a line, without its end; `read` gives the event back."""
    if isinstance(event, events.Reply):
        return "yes" if event.yes else "no"
    word = _WORDS[type(event)]
    if isinstance(event, events.SuitNamed):
        return f"{word} {event.suit.letter}"
    if isinstance(event, events.Cut | events.Starter | events.Lay | events.CribCard):
        return f"{word} {event.rank.symbol}"
    return word


def read(text: str, line: int = 1) -> Event:
    """The event that a line holds.

    Raises:
        RecordError: it holds none; with the line given and the column.
    """
    word, space, argument = text.partition(" ")
    plain = _PLAIN.get(word)
    if plain is not None:
        if space:
            raise RecordError(f"nothing follows {word!r}, not {_shown(argument)}", line, len(word) + 2)
        return plain
    make = _MAKERS.get(word)
    if make is None:
        raise RecordError(f"{_shown(word)} is no event: an event is {', '.join((*_MAKERS, *_PLAIN))}", line)
    try:
        return make(argument)
    except InvalidCard as error:
        raise RecordError(str(error), line, len(word) + 2) from None


def _shown(text: str) -> str:
    """A text quoted for a message, cut where it is long."""
    return repr(text if len(text) <= 24 else text[:24] + "…")


_WORDS: dict[type[Event], str] = {
    events.Cut: "cut",
    events.FirstSeatDeals: "seat-0-deals",
    events.Starter: "starter",
    events.Lay: "lay",
    events.Go: "go",
    events.CribCard: "crib",
    events.SuitNamed: "suit",
    events.NextGame: "next-game",
    events.NewGame: "new-game",
    events.Undo: "undo",
    events.Redo: "redo",
}
_PLAIN: dict[str, Event] = {
    write(event): event
    for event in (
        events.FirstSeatDeals(),
        events.Go(),
        events.Reply(yes=True),
        events.Reply(yes=False),
        events.NextGame(),
        events.NewGame(),
        events.Undo(),
        events.Redo(),
    )
}
_MAKERS: dict[str, Callable[[str], Event]] = {
    "cut": lambda text: events.Cut(Rank.parse(text)),
    "starter": lambda text: events.Starter(Rank.parse(text)),
    "lay": lambda text: events.Lay(Rank.parse(text)),
    "crib": lambda text: events.CribCard(Rank.parse(text)),
    "suit": lambda text: events.SuitNamed(Suit.parse(text)),
}
