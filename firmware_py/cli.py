"""The commands.

Bad input to any of them is one line on standard error that names what was wrong, where, and what would be
right; the exit status is then 2, and nothing has changed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import CribbageError, RecordError
from engine.record import FORMAT, Record, begun, read_record
from engine.rules import Rules
from engine.setup import Setup
from firmware_py import start
from firmware_py.app import Board, Outcome
from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.journal import Journal
from firmware_py.keys import Input, Key
from firmware_py.places import default_journal
from firmware_py.ports import JournalBusy, JournalError, UsageError
from firmware_py.start import Programs

if TYPE_CHECKING:
    from argparse import Namespace

# What only some commands need is imported where they need it: `muggins` alone is to show the game at once.

USAGE_ERROR = 2
INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it."""


def main(arguments: Sequence[str] | None, programs: Programs) -> int:
    """Run a command; returns its exit status.

    Args:
        arguments: what follows `muggins`; what the program was started with if None.
        programs: what the commands start.
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        if arguments:
            return _run(list(arguments), programs)
        start.board(programs)
    except JournalBusy as error:
        _complain(str(error))
        return os.EX_TEMPFAIL
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


def _run(arguments: list[str], programs: Programs) -> int:
    """Run the command that arguments name; returns its exit status."""
    from firmware_py.arguments import parse

    commands = {
        "simulate": _simulate,
        "count": _count,
        "replay": _replay,
        "record": _record,
        "history": _history,
        "status": _status,
        "wiring": _wiring,
        "doctor": _doctor,
        "setup": lambda options, programs: programs.setup(options.out),
        None: _board,
    }
    options = parse(arguments, commands)
    return options.command(options, programs) or 0


def _board(options: Namespace, programs: Programs) -> None:
    start.board(programs, options.config)


def _simulate(options: Namespace, programs: Programs) -> None:
    config = load(options.config or files.found())
    setup = _setup(options) if _given(options) else config.setup
    start.simulation(
        programs,
        config,
        options.journal or default_journal(),
        setup,
        lambda journal: _refuse_another_game(journal, setup, options),
    )


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
    played = _read_file(options)
    setup = played.setup if isinstance(played, Record) else _setup(options)
    journal = _journal_of(options, played, setup) if options.journal else None
    begins = played.begun if isinstance(played, Record) else begun(setup)
    board = Board(journal.history if journal else begins, journal)
    refused: list[dict[str, Any]] = []

    def pressed(key: Input, outcome: Outcome) -> None:
        if outcome.why is not None:
            refused.append({"press": outcome.presses, "key": key.value, "why": outcome.why})
        elif outcome.took and options.ack:
            try:
                _say(str(outcome.presses + 1))
            except BrokenPipeError:
                _stop_printing()  # nobody listens any more, but the keys are to be pressed

    figures = {}
    if options.device and not isinstance(played, Record):
        figures = programs.device(board, played, pressed)
    else:
        _press_all(board, played, pressed)
    _settle(board)
    if journal:
        journal.close()
    if options.json:
        _print(report.standing(board.history, refused, board.prompt) | figures)
    else:
        _print(report.standing_text(board.history, refused))
        if figures:
            _print(report.figures_text(figures))


def _journal_of(options: Namespace, played: Record | list[Key], setup: Setup) -> Journal:
    """The journal that is to be played on."""
    if isinstance(played, Record) and played.carried:
        raise UsageError(f"{options.file}: it goes on from another record: leave out --journal")
    journal = Journal(options.journal, setup)
    _refuse_another_game(journal, setup, options)
    if isinstance(played, Record) and (journal.history.presses or journal.header != setup):
        raise UsageError(f"{options.journal}: a game has begun in it; a record needs a journal of its own")
    return journal


def _press_all(board: Board, played: Record | list[Key], pressed: Callable[[Input, Outcome], None]) -> None:
    """Press keys, or take the events of a record; after each, do what the board does once nobody presses."""
    if isinstance(played, Record):
        for event in played.events:
            presses = board.history.presses
            board.take(event)
            pressed(Key.OK, Outcome(presses, took=True))
            _settle(board)
        return
    for key in played:
        pressed(key, board.press(key))
        _settle(board)


def _settle(board: Board) -> None:
    why = board.settle()
    if why:
        _complain(why)


def _record(options: Namespace, programs: Programs) -> None:
    from firmware_py import lookup

    path = options.journal or default_journal()
    _say(lookup.record(path, options.game, _complain, whole=options.all))


def _status(options: Namespace, programs: Programs) -> None:
    from firmware_py import lookup, report

    history = lookup.reading(options.journal or default_journal()).history
    _print(report.standing(history) if options.json else report.standing_text(history))


def _history(options: Namespace, programs: Programs) -> None:
    from firmware_py import lookup

    _print(lookup.history(options.journal or default_journal(), _complain, as_json=options.json))


def _wiring(options: Namespace, programs: Programs) -> None:
    from firmware_py import workshop

    text = workshop.wiring(options)
    if text is not None:
        _print(text)


def _doctor(options: Namespace, programs: Programs) -> int:
    from firmware_py import workshop

    text, status = workshop.doctor(options)
    _print(text.rstrip("\n"))
    return status


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


def _refuse_another_game(journal: Journal, setup: Setup, options: Namespace) -> None:
    """Refuse options that say something else than the journal does."""
    if _given(options) and journal.header != setup:
        journal.close()
        raise UsageError(f"{options.journal}: this game has begun otherwise: leave out {_given(options)}")


def _setup(options: Namespace) -> Setup:
    """What the options say is played."""
    players = 2 if options.players is None else options.players
    rules = Rules.parse(options.set, players=players)
    if options.start is None:
        return Setup(rules).checked()
    try:
        start = tuple(int(points) for points in options.start.split(","))
    except ValueError:
        raise UsageError(
            f"--start {options.start}: it takes whole numbers, one for each side, such as 0,0"
        ) from None
    return Setup(rules, start).checked()


def _read_file(options: Namespace) -> Record | list[Key]:
    """A key file, or a record, which says by itself what is played."""
    from firmware_py.keyfile import read_keys

    name = options.file
    text = _read_text(name)
    called = "standard input" if name == "-" else name
    if not _is_record(text):
        try:
            return read_keys(text, called)
        except ValueError as error:
            raise UsageError(str(error)) from None
    if options.device:
        raise UsageError(f"{called}: a record has no keys to press: leave out --device, or give a key file")
    if _given(options):
        raise UsageError(f"{called}: a record says what is played: leave out {_given(options)}")
    try:
        return read_record(text)
    except RecordError as error:
        raise UsageError(f"{called}: {error}") from None


def _is_record(text: str) -> bool:
    """Whether a file is a record: its first line that is no comment names the format and what is played.

    The name alone is a key as well.
    """
    lines = (line.partition("#")[0].split() for line in text.split("\n"))
    first = next((words for words in lines if words), [])
    return first[:1] == [FORMAT] and any("=" in word for word in first)


def _read_text(name: str) -> str:
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
    return text.removeprefix("\ufeff")
