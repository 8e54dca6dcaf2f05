"""A game as text, one event a line, and back: what the journal holds, and what people keep and exchange.

RECORD.md, beside this file, documents the format for use elsewhere. The first line says how the record is
written and what is played, each line after it is one event:

    muggins 1 players=2 start=0,0 game=six-card target=121 heels_points=2 …
    deals 0
    starter 5
    lay 10
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.cards import Card, Suit
from engine.errors import CribbageError, IllegalEvent, InvalidCard, InvalidRules, RecordError, quoted, shown
from engine.event_kinds import CORRECTS, HIGHEST, HOLDS_ANOTHER, NUMBERS, OPTIONAL, TAKES
from engine.events import Event, Kind, check
from engine.game import Game
from engine.game_setup import Setup
from engine.match.checkpoint import Checkpoint
from engine.match.history import History
from engine.rules import Rules
from engine.seats import Seat

FORMAT = "muggins"
VERSION = 1
CARRIED = 2
"""The version of a record that goes on from an earlier one: its second line says from where."""
_CONTINUES = "continues"
_CORRECTIONS = frozenset(kind.value for kind in CORRECTS)
"""The words of events that no correction holds."""


class Record(NamedTuple):
    """A record that was read.

    Attributes:
        setup: the setup that the match began with.
        events: its events, oldest first.
        history: the match after them.
        checkpoint: the point from which the match continues, if the record does not hold its beginning.
    """

    setup: Setup
    events: tuple[Event, ...]
    history: History
    checkpoint: Checkpoint | None = None

    @property
    def begun(self) -> History:
        """The match before the first event of the record."""
        return begun(self.setup, self.checkpoint)


class _Word(NamedTuple):
    """A word of a line, and its column from 1."""

    text: str
    column: int


def begun(setup: Setup, checkpoint: Checkpoint | None = None) -> History:
    """Return a match in which nothing has happened, or as it was carried over.

    Raises:
        IllegalEvent: there is no such dealer to carry it over with.
    """
    return checkpoint.history() if checkpoint else History.of(Game.of(setup))


def write_record(setup: Setup, events: Iterable[Event], checkpoint: Checkpoint | None = None) -> str:
    """Return a whole record, each line with its end; `read_record` gives setup, events and `checkpoint` back.

    Raises:
        InvalidRules: the setup is not possible, or not a setup.
        IllegalEvent: an event is malformed.
    """
    if not isinstance(setup, Setup):
        raise InvalidRules(f"a setup is made by Setup(…), not {quoted(setup)}")
    events = tuple(events) if isinstance(events, Iterable) else (events,)
    for event in events:
        check(event)
    lines = [*write_beginning(setup, checkpoint), *(write(event) for event in events)]
    return "".join(f"{line}\n" for line in lines)


def read_record(text: str) -> Record:
    """Return what a text records. `#` begins a comment, which ends with the line; empty lines say nothing.

    Raises:
        RecordError: a line is wrong, or its event cannot happen there; the first such line is named.
    """
    if not isinstance(text, str):
        raise RecordError(f"a record is a text, not {quoted(text)}")
    setup = checkpoint = None
    awaited = False
    events: list[Event] = []
    history = History.of(Game.new())
    for number, line in enumerate(text.split("\n"), start=1):
        content = line.partition("#")[0].rstrip()
        if not content:
            continue
        try:
            if setup is None:
                setup = read_header(content, number)
                awaited = continues(content)
                history = begun(setup)
            elif awaited:
                checkpoint, awaited = read_checkpoint(content, number), False
                history = checkpoint.history()
            else:
                event = read(content, number)
                history = history.apply(event)
                events.append(event)
        except IllegalEvent as error:
            raise RecordError(f"{shown(content)}: {error}", number) from None
    if setup is None:
        raise RecordError(f"the record is empty: it has to begin with '{FORMAT} {VERSION}'")
    if awaited:
        raise RecordError(f"the record ends after its first line: a line with '{_CONTINUES}' has to follow")
    return Record(setup, tuple(events), history, checkpoint)


def write_beginning(setup: Setup, checkpoint: Checkpoint | None = None) -> list[str]:
    """Return the first line of a record, or the first two, without their ends."""
    if checkpoint is None:
        return [write_header(setup)]
    return [f"{FORMAT} {CARRIED} {_write_setup(setup)}", write_checkpoint(checkpoint)]


def write_checkpoint(checkpoint: Checkpoint) -> str:
    """Return the second line of a record that continues another one, without its end."""
    *numbers, dealer, card, cut, setup = checkpoint
    last = f"cut:{','.join(map(str, cut))}" if cut else card or "-"
    words = (_CONTINUES, *numbers, "-" if dealer is None else dealer, last, _write_setup(setup))
    return " ".join(map(str, words))


def write_header(setup: Setup) -> str:
    """Return the header as a line, without its end."""
    return f"{FORMAT} {VERSION} {_write_setup(setup)}"


def read_header(text: str, line: int = 1) -> Setup:
    """Return the setup that a header holds.

    Raises:
        RecordError: it is not a header, or its version or rules are unknown to this program.
    """
    words = _words(text)
    if len(words) < 2 or words[0].text != FORMAT:
        raise RecordError(f"a record has to begin with '{FORMAT} {VERSION}', not {shown(text)}", line)
    if words[1].text not in (str(VERSION), str(CARRIED)):
        why = f"format {shown(words[1].text)} is unknown: this program reads {VERSION} and {CARRIED}"
        raise RecordError(why, line, words[1].column)
    return _read_setup(words[2:], line)


def continues(header: str) -> bool:
    """Return True if a valid header begins a record that continues an earlier one."""
    return _words(header)[1].text == str(CARRIED)


def read_checkpoint(text: str, line: int = 2) -> Checkpoint:
    """Read the second line of a record that continues an earlier one.

    Raises:
        RecordError: it is not such a line.
    """
    words = _words(text)
    if not words or words[0].text != _CONTINUES or len(words) <= len(_FROM):
        raise RecordError(
            f"the second line has to be '{_CONTINUES} {' '.join(_FROM)} players=…', not {shown(text)}", line
        )
    *counts, dealer, card = words[1 : 1 + len(_FROM)]
    numbers = [_number(word, name, line) for word, name in zip(counts, _FROM, strict=False)]
    if not all(numbers) and (any(numbers[:2]) or not numbers[2] or dealer.text != "-"):
        raise RecordError(
            "this number cannot be 0: the match would go on from nothing",
            line,
            counts[numbers.index(0)].column,
        )
    seat = None if dealer.text == "-" else Seat(_number(dealer, "seat", line))
    try:
        has_cut = card.text.startswith(_CUT)
        cut = tuple(map(Card.parse, card.text.removeprefix(_CUT).split(","))) if has_cut else ()
        last = None if has_cut or card.text == "-" else Card.parse(card.text)
    except InvalidCard as error:
        raise RecordError(str(error), line, card.column) from None
    presses, events, games = numbers
    return Checkpoint(presses, events, games, seat, last, cut, _read_setup(words[1 + len(_FROM) :], line))


_CUT = "cut:"
_FROM = ("presses", "events", "games", "dealer", "card")
"""The names of the words that the second line of such a record begins with."""


def write(event: Event) -> str:
    """Return an event as a line, without its end; `read` gives the event back."""
    words = [event.kind.value]
    if event.named is not None:
        words.append(event.named.letter if isinstance(event.named, Suit) else event.named.symbol)
    words += map(str, event.numbers)
    if event.setup is not None:
        words.append(_write_setup(event.setup))
    if event.other is not None:
        words.append(write(event.other))
    return " ".join(words)


def read(text: str, line: int = 1) -> Event:
    """Return the event that a line holds.

    Raises:
        RecordError: it holds none; the error has the line given and the column.
    """
    return _read(_words(text), line, 1)


def _words(text: str) -> list[_Word]:
    return [_Word(found.group(), found.start() + 1) for found in re.finditer("[^ ]+", text)]


def _read(words: Sequence[_Word], line: int, column: int) -> Event:
    """The event that words make; `column` is where it should begin."""
    first = words[0] if words else _Word("", column)
    try:
        kind = Kind(first.text)
    except ValueError:
        known = ", ".join(kind.value for kind in Kind)
        raise RecordError(f"{shown(first.text)} isn't an event: write {known}", line, first.column) from None
    rest = words[1:]
    end = words[-1].column + len(words[-1].text) + 1  # where a word that is missing should stand
    if kind is Kind.NEW_GAME and rest:
        return Event(kind, setup=_read_setup(rest, line))
    if kind in TAKES:
        named = rest[0] if rest else _Word("", end)
        _refuse_more(rest[1:], kind, line)
        try:
            return Event(kind, TAKES[kind].parse(named.text))
        except InvalidCard as error:
            raise RecordError(str(error), line, named.column) from None
    names = () if kind in OPTIONAL and not rest else NUMBERS.get(kind, ())
    numbers = tuple(
        _number(rest[i] if i < len(rest) else _Word("", end), name, line) for i, name in enumerate(names)
    )
    rest = rest[len(names) :]
    if kind in HOLDS_ANOTHER:
        if rest and rest[0].text in _CORRECTIONS:
            raise RecordError(f"{kind.value!r} cannot hold {rest[0].text!r}", line, rest[0].column)
        return Event(kind, numbers=numbers, other=_read(rest, line, end))
    _refuse_more(rest, kind, line)
    return Event(kind, numbers=numbers)


def _refuse_more(words: Sequence[_Word], kind: Kind, line: int) -> None:
    if words:
        why = f"{kind.value!r} ends here: remove {shown(words[0].text)}"
        raise RecordError(why, line, words[0].column)


def _number(word: _Word, name: str, line: int) -> int:
    highest = HIGHEST.get(name, HIGHEST["index"])
    text = word.text
    if not text:
        raise RecordError(f"{name} is missing: write a whole number up to {highest}", line, word.column)
    if not (text.isascii() and text.isdigit() and len(text) <= 10 and int(text) <= highest):
        raise RecordError(
            f"{name} has to be a whole number up to {highest}, not {shown(text)}", line, word.column
        )
    return int(text)


def _write_setup(setup: Setup) -> str:
    setup = setup.checked()
    words = [f"players={setup.rules.players}", f"start={','.join(map(str, setup.start))}"]
    if setup.names:
        words.append(f"names={','.join(setup.names)}")
    if any(setup.games):
        words.append(f"games={','.join(map(str, setup.games))}")
    return " ".join([*words, *(each for each in setup.rules.settings if each not in _LATER)])


_LATER = ("muggins_go=no",)
"""Options that came later than the format, at their default: left out, so that an older program reads on."""


def _read_setup(words: Sequence[_Word], line: int) -> Setup:
    """The setup that words such as `players=2` make."""
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
    """The rules among the words of a setup, those that are not among them at their defaults."""
    settings = [f"{name}={value}" for name, value in given.items() if name not in _NO_RULES]
    try:
        players = _integers("players", given["players"])
        if len(players) != 1:
            raise InvalidRules(f"players= takes one number, not {shown(given['players'])}")
        return Rules.parse(settings, players=players[0], recorded=True)
    except CribbageError as error:
        # Which word it was: the error names its option first, or the unknown name.
        first = next((name for name in given if re.search(rf"\b{re.escape(name)}\b", str(error))), "players")
        raise RecordError(str(error), line, columns[first]) from None


_NO_RULES = ("players", "start", "names", "games")


def _integers(name: str, text: str) -> tuple[int, ...]:
    """The whole numbers of a setup."""
    numbers = text.split(",")
    if not all(number.isascii() and number.isdigit() and len(number) < 10 for number in numbers):
        raise InvalidRules(f"{name}= takes whole numbers, not {shown(text)}")
    return tuple(map(int, numbers))
