"""The lines of a record (RECORD.md): the header, a checkpoint, and the events, each written and read back.

The header holds the version of the format and the setup of the game. In a record that continues an earlier
one, a line with a checkpoint follows. For example:

muggins 1 players=2 start=0,0 game=six-card target=121 heels_points=2 …
lay 5
peg 0 12
change 3 go

Each word keeps its column, so that an error can point to the mistake.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from engine.cards import Card, Suit
from engine.errors import CribbageError, InvalidCard, InvalidRules, RecordError, shown
from engine.events import CORRECTS, HIGHEST, HOLDS_ANOTHER, NUMBERS, OPTIONAL, TAKES, Event, Kind
from engine.indices import Seat
from engine.match.checkpoint import Checkpoint
from engine.rules import Rules
from engine.setup import Setup

FORMAT = "muggins"
"""The first word of every record."""
VERSION = 1
"""The version of a record that contains a match from the first event."""
VERSION_THAT_CONTINUES = 2
"""The version of a record that continues an earlier one: its second line is a checkpoint."""
CONTINUES = "continues"
"""The first word of the line with a checkpoint."""


def write_beginning(setup: Setup, checkpoint: Checkpoint | None = None) -> list[str]:
    """Return the lines of a record that come before its events: the header and, if given, the checkpoint."""
    if checkpoint is None:
        return [write_header(setup)]
    return [f"{FORMAT} {VERSION_THAT_CONTINUES} {write_setup(setup)}", write_checkpoint(checkpoint)]


def write_checkpoint(checkpoint: Checkpoint) -> str:
    """Return a checkpoint as a line of text, the second line of a record that continues another one."""
    *numbers, dealer, card, cut, setup = checkpoint
    last = f"cut:{','.join(map(str, cut))}" if cut else card or "-"
    words = (CONTINUES, *numbers, "-" if dealer is None else dealer, last, write_setup(setup))
    return " ".join(map(str, words))


def write_header(setup: Setup) -> str:
    """Return the first line of the record of a whole match, such as `muggins 1 players=2 …`."""
    return f"{FORMAT} {VERSION} {write_setup(setup)}"


def read_header(text: str, line: int = 1) -> Setup:
    """Parse the first line of a record and return its setup.

    Raises:
        RecordError: the line is not a header, or its version or rules are not supported.
    """
    words = split_into_words(text)
    if len(words) < 2 or words[0].text != FORMAT:
        raise RecordError(f"a record has to begin with '{FORMAT} {VERSION}', not {shown(text)}", line)
    if words[1].text not in (str(VERSION), str(VERSION_THAT_CONTINUES)):
        known = f"{VERSION} and {VERSION_THAT_CONTINUES}"
        why = f"format {shown(words[1].text)} is unknown: this program reads {known}"
        raise RecordError(why, line, words[1].column)
    return read_setup(words[2:], line)


def continues(header: str) -> bool:
    """Return True if a record with this header continues an earlier record of the same match."""
    return split_into_words(header)[1].text == str(VERSION_THAT_CONTINUES)


def read_checkpoint(text: str, line: int = 2) -> Checkpoint:
    """Parse the second line of a record that continues an earlier one: the match at its beginning.

    Raises:
        RecordError: the line is not a checkpoint.
    """
    words = split_into_words(text)
    if not words or words[0].text != CONTINUES or len(words) <= len(_FROM):
        raise RecordError(
            f"the second line has to be '{CONTINUES} {' '.join(_FROM)} players=…', not {shown(text)}", line
        )
    *counts, dealer, card = words[1 : 1 + len(_FROM)]
    numbers = [number(word, name, line) for word, name in zip(counts, _FROM, strict=False)]
    if not all(numbers) and (any(numbers[:2]) or not numbers[2] or dealer.text != "-"):
        raise RecordError(
            "this number cannot be 0: the match would go on from nothing",
            line,
            counts[numbers.index(0)].column,
        )
    seat = None if dealer.text == "-" else Seat(number(dealer, "seat", line))
    try:
        has_cut = card.text.startswith(_CUT)
        cut = tuple(map(Card.parse, card.text.removeprefix(_CUT).split(","))) if has_cut else ()
        last = None if has_cut or card.text == "-" else Card.parse(card.text)
    except InvalidCard as error:
        raise RecordError(str(error), line, card.column) from None
    applied, events, games = numbers
    return Checkpoint(applied, events, games, seat, last, cut, read_setup(words[1 + len(_FROM) :], line))


_CUT = "cut:"
_FROM = ("applied", "events", "games", "dealer", "card")
"""The names of the first values in a checkpoint, for error messages."""


def write_setup(setup: Setup) -> str:
    """Return a setup as space-separated words such as `players=2`.

    Raises:
        InvalidRules: the setup describes a game that cannot be played.
    """
    setup = setup.checked()
    words = [f"players={setup.rules.players}", f"start={','.join(map(str, setup.start))}"]
    if setup.names:
        words.append(f"names={','.join(setup.names)}")
    if any(setup.games):
        words.append(f"games={','.join(map(str, setup.games))}")
    return " ".join([*words, *(each for each in setup.rules.settings if each not in _LATER)])


_LATER = ("muggins_go=no", "partners=on")
"""Settings that are left out because older programs do not know them; each is the default."""


def read_setup(words: Sequence[Word], line: int) -> Setup:
    """Parse a setup from words such as `players=2`, one for each value.

    Raises:
        RecordError: a word is missing or repeated, or the setup describes a game that cannot be played.
    """
    given: dict[str, str] = {}
    columns: dict[str, int] = {}
    for word in words:
        name, _, value = word.text.partition("=")
        if name in given:
            raise RecordError(f"{name} is given twice", line, word.column)
        given[name], columns[name] = value, word.column
    for name in ("players", "start"):
        if name not in given:
            raise RecordError(f"{name}=… is missing from this line", line)
    rules = _read_rules(given, columns, line)
    setup, name = Setup(rules), "start"
    try:
        setup = setup._replace(start=_integers(name, given[name])).checked()
        if (name := "games") in given:
            setup = setup._replace(games=_integers(name, given[name])).checked()
        if (name := "names") in given:
            setup = setup._replace(names=tuple(given[name].split(","))).checked()
    except CribbageError as error:
        raise RecordError(str(error), line, columns[name]) from None
    return setup


def _read_rules(given: dict[str, str], columns: dict[str, int], line: int) -> Rules:
    settings = [f"{name}={value}" for name, value in given.items() if name not in _NOT_RULES]
    try:
        players = _integers("players", given["players"])
        if len(players) != 1:
            raise InvalidRules(f"players= takes one number, not {shown(given['players'])}")
        return Rules.parse(settings, players=players[0], recorded=True)
    except InvalidRules as error:
        first = next((name for name in given if name in error.options), "players")
        raise RecordError(str(error), line, columns[first]) from None


_NOT_RULES = ("players", "start", "names", "games")


def _integers(name: str, text: str) -> tuple[int, ...]:
    numbers = text.split(",")
    if not all(number.isascii() and number.isdigit() and len(number) < 10 for number in numbers):
        raise InvalidRules(f"{name}= takes whole numbers, not {shown(text)}")
    return tuple(map(int, numbers))


_CORRECTIONS = frozenset(kind.value for kind in CORRECTS)


def write_event(event: Event) -> str:
    """Return an event as a line of text that `read_event` can read."""
    words = [event.kind.value]
    if event.named is not None:
        words.append(event.named.letter if isinstance(event.named, Suit) else event.named.symbol)
    words += map(str, event.numbers)
    if event.setup is not None:
        words.append(write_setup(event.setup))
    if event.other is not None:
        words.append(write_event(event.other))
    return " ".join(words)


def read_event(text: str, line: int = 1) -> Event:
    """Parse a line with an event, without a comment.

    Raises:
        RecordError: the line is not an event. The error contains the line number and column.
    """
    return _read(split_into_words(text), line, 1)


def _read(words: Sequence[Word], line: int, column: int) -> Event:
    """Parse the words of an event."""
    first = words[0] if words else Word("", column)
    try:
        kind = Kind(first.text)
    except ValueError:
        known = ", ".join(kind.value for kind in Kind)
        raise RecordError(f"{shown(first.text)} isn't an event: write {known}", line, first.column) from None
    rest = words[1:]
    end = words[-1].column + len(words[-1].text) + 1  # the column for a missing word
    if kind is Kind.NEW_GAME and rest:
        return Event(kind, setup=read_setup(rest, line))
    if kind in TAKES:
        named = rest[0] if rest else Word("", end)
        _refuse_more(rest[1:], kind, line)
        try:
            return Event(kind, TAKES[kind].parse(named.text))
        except InvalidCard as error:
            raise RecordError(str(error), line, named.column) from None
    names = () if kind in OPTIONAL and not rest else NUMBERS.get(kind, ())
    numbers = tuple(
        number(rest[i] if i < len(rest) else Word("", end), name, line) for i, name in enumerate(names)
    )
    rest = rest[len(names) :]
    if kind in HOLDS_ANOTHER:
        if rest and rest[0].text in _CORRECTIONS:
            raise RecordError(f"{kind.value!r} cannot hold {rest[0].text!r}", line, rest[0].column)
        return Event(kind, numbers=numbers, other=_read(rest, line, end))
    _refuse_more(rest, kind, line)
    return Event(kind, numbers=numbers)


def _refuse_more(words: Sequence[Word], kind: Kind, line: int) -> None:
    if words:
        why = f"{kind.value!r} ends here: remove {shown(words[0].text)}"
        raise RecordError(why, line, words[0].column)


class Word(NamedTuple):
    """A word in a line of a game record.

    Attributes:
        text: the word, or an empty string if the word is missing.
        column: the column of its first letter, or where the missing word should be, counted from 1.
    """

    text: str
    column: int


def split_into_words(text: str) -> list[Word]:
    """Split a line into words, which are separated by spaces."""
    return [Word(match.group(), match.start() + 1) for match in re.finditer("[^ ]+", text)]


def number(word: Word, name: str, line: int) -> int:
    """Parse a word as a number of a kind, such as `seat` or `points`, which determines the maximum.

    Raises:
        RecordError: the word is missing, not a whole number, or too high for this kind of number.
    """
    highest = HIGHEST.get(name, HIGHEST["index"])
    text = word.text
    if not text:
        raise RecordError(f"{name} is missing: write a whole number up to {highest}", line, word.column)
    if not (text.isascii() and text.isdigit() and len(text) <= 10 and int(text) <= highest):
        raise RecordError(
            f"{name} has to be a whole number up to {highest}, not {shown(text)}", line, word.column
        )
    return int(text)
