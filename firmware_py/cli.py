"""The commands.

Bad input to any of them is one line on standard error that names what was wrong, where, and what would be
right; the exit status is then 2, and nothing has changed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.errors import CribbageError
from engine.history import History
from engine.record import Header
from engine.rules import Rules
from firmware_py.app import Board, Outcome
from firmware_py.journal import Journal, read_journal, remedy
from firmware_py.keys import Key
from firmware_py.ports import JournalError, UsageError

if TYPE_CHECKING:
    from argparse import Namespace

# What only some commands need is imported where they need it: `muggins` alone is to show the game at once.

USAGE_ERROR = 2
INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it."""


class Programs(NamedTuple):
    """What the commands start; the composition root makes them of real parts and emulated ones.

    Attributes:
        run: the board on its real parts.
        simulator: the board in the terminal, to be given the board and its journal's name; asking for it
            raises UsageError where it cannot run.
        has_pins: whether this machine has GPIO.
        device: a replay through the emulated parts: it takes the board and the keys, tells of each press,
            and returns the figures of the wire.
    """

    run: Callable[[Board], None]
    simulator: Callable[[], Callable[[Board, str], None]]
    has_pins: Callable[[], bool]
    device: Callable[[Board, Sequence[Key], Callable[[Key, Outcome], None]], dict[str, Any]]


def main(arguments: Sequence[str] | None, programs: Programs) -> int:
    """Run a command; returns its exit status.

    Args:
        arguments: what follows `muggins`; what the program was started with if None.
        programs: what the commands start.
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        if arguments:
            _run(list(arguments), programs)
        else:
            _board(programs)
    except (UsageError, CribbageError, JournalError) as error:
        return _complain(str(error))
    except BrokenPipeError:
        _stop_printing()  # whoever read the output has seen enough
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def _complain(message: str) -> int:
    """Say in one line what was wrong, whatever is quoted in it; returns the exit status."""
    line = "".join(char if char.isprintable() else repr(char)[1:-1] for char in message)
    print(f"muggins: {line}", file=sys.stderr)
    return USAGE_ERROR


def _say(text: str) -> None:
    """Print a line at once.

    Raises:
        UsageError: standard output does not take it.
        BrokenPipeError: nobody reads it any more.
    """
    try:
        print(text, flush=True)
    except BrokenPipeError:
        raise
    except OSError as error:
        _stop_printing()
        raise UsageError(f"standard output: {(error.strerror or str(error)).lower()}") from None


def _stop_printing() -> None:
    """Send what is still to be printed nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(arguments: list[str], programs: Programs) -> None:
    from firmware_py.arguments import parse

    commands = {"simulate": _simulate, "count": _count, "replay": _replay, "status": _status}
    options = parse(arguments, commands)
    options.command(options, programs)


def default_journal() -> Path:
    """Where the board keeps its games: the service's state directory, else the user's."""
    service = os.environ.get("STATE_DIRECTORY")
    if service:
        return Path(service) / "games.txt"
    state = Path(os.environ.get("XDG_STATE_HOME", ""))
    if not state.is_absolute():  # a relative one is to be ignored (XDG Base Directory Specification)
        state = Path.home() / ".local" / "state"
    return state / "muggins" / "games.txt"


def _board(programs: Programs) -> None:
    """`muggins` alone: the board, or the simulator where there are no pins."""
    if not programs.has_pins():
        _simulate_on(default_journal(), programs)
        return
    journal = Journal(default_journal(), mend=True)
    programs.run(Board(journal.history, journal, journal.notice))
    journal.close()


def _simulate(options: Namespace, programs: Programs) -> None:
    _simulate_on(options.journal or default_journal(), programs)


def _simulate_on(path: Path, programs: Programs) -> None:
    simulate = programs.simulator()  # before the journal is touched
    journal = Journal(path, mend=True)
    simulate(Board(journal.history, journal, journal.notice), str(path))
    journal.close()


def _count(options: Namespace, programs: Programs) -> None:
    from engine.cards import Card
    from engine.show import count_show
    from firmware_py import report

    rules = Rules.parse(options.set)
    hand = [Card.parse(card) for card in options.cards]
    starter = None if options.starter is None else Card.parse(options.starter)
    count = count_show(hand, starter, rules, crib=options.crib)
    _print(report.count_object(count) if options.json else report.count_text(count))


def _replay(options: Namespace, programs: Programs) -> None:
    from firmware_py import report

    if options.ack and not options.journal:
        raise UsageError("--ack tells what is safe in a journal: give --journal FILE as well")
    keys = _read_key_file(options.file)
    header = _header(options)
    journal = Journal(options.journal, header) if options.journal else None
    if journal and _given(options) and journal.header != header:
        raise UsageError(f"{options.journal}: this game has begun otherwise: leave out {_given(options)}")
    board = Board(journal.history if journal else History(header.game), journal)
    refused: list[dict[str, Any]] = []

    def pressed(key: Key, outcome: Outcome) -> None:
        if outcome.why is not None:
            refused.append({"press": outcome.presses, "key": key.value, "why": outcome.why})
        elif outcome.took and options.ack:
            try:
                _say(str(outcome.presses + 1))
            except BrokenPipeError:
                _stop_printing()  # nobody listens any more, but the keys are to be pressed

    figures = {}
    if options.device:
        figures = programs.device(board, keys, pressed)
    else:
        for key in keys:
            pressed(key, board.press(key))
    if journal:
        journal.close()
    if options.json:
        _print(report.standing(board.history, refused) | figures)
    else:
        _print(report.standing_text(board.history, refused))
        if figures:
            _print(report.figures_text(figures))


def _status(options: Namespace, programs: Programs) -> None:
    from firmware_py import report

    path = options.journal or default_journal()
    reading = read_journal(path)
    if reading is None:
        raise UsageError(f"{path}: no game has begun; --journal FILE names another journal")
    if reading.damage:
        raise UsageError(f"{path}: {reading.damage}; {remedy(reading.damage)}")
    _print(report.standing(reading.history) if options.json else report.standing_text(reading.history))


def _print(what: str | dict[str, Any]) -> None:
    """Print a text, or an object as JSON."""
    import json

    from engine.cards import Suit

    if not isinstance(what, str):
        _say(json.dumps(what))
        return
    encoding = (sys.stdout.encoding if sys.stdout else None) or "ascii"
    try:
        what.encode(encoding)
    except UnicodeEncodeError:
        # A terminal without the signs of the suits gets their letters.
        what = what.translate({ord(suit.symbol): suit.letter for suit in Suit})
        what = what.encode(encoding, "replace").decode(encoding)
    _say(what)


def _given(options: Namespace) -> str:
    """Those of the options that say what is played which were given, as typed."""
    given = {"--players": options.players, "--start": options.start, "--set": options.set}
    return " ".join(name for name, value in given.items() if value)


def _header(options: Namespace) -> Header:
    """What the options say is played."""
    players = 2 if options.players is None else options.players
    rules = Rules.parse(options.set, players=players)
    if options.start is None:
        return Header(rules, (0,) * rules.sides)
    try:
        start = tuple(int(points) for points in options.start.split(","))
    except ValueError:
        raise UsageError(
            f"--start {options.start}: it takes whole numbers, one for each side, such as 0,0"
        ) from None
    header = Header(rules, start)
    header.game  # noqa: B018 - refuses a start that these rules do not have
    return header


def _read_key_file(name: str) -> list[Key]:
    from firmware_py.keyfile import read_keys

    if name == "-" and sys.stdin is None:
        raise UsageError("standard input: it is closed: name a file of keys instead")
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
        text.encode()  # refuses what standard input let through that is no text
    except (OSError, UnicodeError) as error:
        why = (
            (error.strerror or "it cannot be read").lower()
            if isinstance(error, OSError)
            else "it is not text"
        )
        raise UsageError(
            f"{name or repr(name)}: {why}: name a file of keys, or - for standard input"
        ) from None
    try:
        return read_keys(text.removeprefix("\ufeff"), "standard input" if name == "-" else name)
    except ValueError as error:
        raise UsageError(str(error)) from None
