"""The first lines of a record: the header and, in a record that continues an earlier one, a checkpoint.

The header holds the version of the format, and the setup of the game. For example:

muggins 1 players=2 start=0,0 game=six-card target=121 heels_points=2 …
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card, InvalidCard
from engine.cribbage_error import shown
from engine.errors import CribbageError, InvalidRules, RecordError
from engine.game_setup import Setup
from engine.match.checkpoint import Checkpoint
from engine.match.record_words import Word, number, split_into_words
from engine.rules import Rules
from engine.seats import Seat

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
    """Return a checkpoint as a line of text.

    In a record that continues another one, this is the second line.
    """
    *numbers, dealer, card, cut, setup = checkpoint
    last = f"cut:{','.join(map(str, cut))}" if cut else card or "-"
    words = (CONTINUES, *numbers, "-" if dealer is None else dealer, last, write_setup(setup))
    return " ".join(map(str, words))


def write_header(setup: Setup) -> str:
    """Return the first line of the record of a whole match, such as `muggins 1 players=2 …`."""
    return f"{FORMAT} {VERSION} {write_setup(setup)}"


def read_header(text: str, line: int = 1) -> Setup:
    """Parse the first line of a record and return its setup.

    Args:
        text: the first line.
        line: its line number, for error messages.

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
    """Return True if a record continues an earlier record of the same match.

    Args:
        header: the first line of the record, which must be valid.
    """
    return split_into_words(header)[1].text == str(VERSION_THAT_CONTINUES)


def read_checkpoint(text: str, line: int = 2) -> Checkpoint:
    """Parse the checkpoint of a record, i.e. the state of the match at the beginning of the record.

    Args:
        text: the second line of the record, which contains the checkpoint.
        line: its line number, for error messages.

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


_LATER = ("muggins_go=no",)
"""Settings that are left out because older programs do not know them; each is the default."""


def read_setup(words: Sequence[Word], line: int) -> Setup:
    """Parse a setup from words such as `players=2`.

    Args:
        words: the words in the line, one for each value of the setup.
        line: the line number, for error messages.

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
    """Parse whole numbers separated by commas, such as `12,0`. `name` is used in the error message.

    Raises:
        InvalidRules: the text does not have this form.
    """
    numbers = text.split(",")
    if not all(number.isascii() and number.isdigit() and len(number) < 10 for number in numbers):
        raise InvalidRules(f"{name}= takes whole numbers, not {shown(text)}")
    return tuple(map(int, numbers))
