"""The commands of `muggins`.

If the input to a command is wrong, it prints one line to standard error, which says what is wrong and what
would be right, changes nothing, and exits with status 2.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from engine.errors import CribbageError, RecordError
from engine.game_setup import Setup
from engine.match.record import Record, begun, read_record
from engine.rules import Rules
from firmware_py.board import Board, Outcome
from firmware_py.commands import play
from firmware_py.commands.play import Asked, Programs
from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.errors import JournalBusy, JournalError, UsageError
from firmware_py.input.keys import Input, Key
from firmware_py.journal.journal import Journal

if TYPE_CHECKING:
    from argparse import Namespace

    from firmware_py.input.key_file import Keyed

# Modules that only some commands need are imported there, so that a board shows its first frame sooner.

USAGE_ERROR = 2
INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it."""


def main(arguments: Sequence[str] | None, programs: Programs) -> int:
    """Run a command and return its exit status.

    Args:
        arguments: the words after `muggins`; those of this process if None.
        programs: the programs that the commands start.
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        if arguments:
            return _run(list(arguments), programs)
        play.board(programs)
    except JournalBusy as error:
        _complain(str(error))
        return os.EX_TEMPFAIL
    except (UsageError, CribbageError, JournalError) as error:
        return _complain(str(error))
    except BrokenPipeError:
        _stop_printing()  # the reader of the output has closed it
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def _complain(message: str) -> int:
    """Print an error message as one line, whatever it quotes, and return the exit status."""
    line = "".join(char if char.isprintable() else repr(char)[1:-1] for char in message)
    print(f"muggins: {line}", file=sys.stderr)
    return USAGE_ERROR


def _say(text: str) -> None:
    """Print a line and flush it.

    Raises:
        UsageError: standard output cannot be written.
        BrokenPipeError: its reader has closed it.
    """
    try:
        print(text, flush=True)
    except BrokenPipeError:
        raise
    except OSError as error:
        _stop_printing()
        raise UsageError(
            f"cannot write to standard output: {(error.strerror or str(error)).lower()}"
        ) from None


def _stop_printing() -> None:
    """Discard the rest of the output."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(arguments: list[str], programs: Programs) -> int:
    """Run the command that the arguments name and return its exit status."""
    from firmware_py.commands.arguments import parse

    commands = {
        "simulate": _simulate,
        "demo": _demo,
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
    play.board(programs, options.config)


def _simulate(options: Namespace, programs: Programs) -> None:
    config = load(options.config or files.found())
    given = _given(options)
    asked = Asked(_setup(options) if given else config.setup, given, options.new)
    play.simulation(programs, config, options.journal, asked)


def _demo(options: Namespace, programs: Programs) -> None:
    from firmware_py.commands.script import sample_game

    game = sample_game()
    _watch(game, game.setup, options, programs)


def _watch(played: Record | list[Keyed], setup: Setup, options: Namespace, programs: Programs) -> None:
    """Let a game play itself in the terminal: a record, or keys in a game that begins with `setup`."""
    from firmware_py.commands.script import PACE, script_of

    begins = played.begun if isinstance(played, Record) else begun(setup)
    play.watch(programs, begins, script_of(played, PACE if options.pace is None else options.pace))


def _count(options: Namespace, programs: Programs) -> None:
    from engine.cards import Card
    from engine.scoring.hands_and_crib import count_show, suits_could_add
    from firmware_py.commands import report

    rules = Rules.parse(options.set)
    hand = [Card.parse(card) for card in options.cards]
    starter = None if options.starter is None else Card.parse(options.starter)
    count = count_show(hand, starter, rules, crib=options.crib)
    if options.json:
        _print(report.count_object(count))
    else:
        _print(report.count_text(count, suits_could_add(hand, starter, rules, crib=options.crib)))


def _replay(options: Namespace, programs: Programs) -> None:
    from firmware_py.commands import report

    if options.ack and not options.journal:
        raise UsageError("--ack reports presses that are safe in a journal: add --journal FILE")
    if options.watch:
        _refuse_beside_watch(options)
    elif options.pace is not None:
        raise UsageError("--pace is for a game that plays itself: add --watch")
    played = _read_file(options)
    setup = played.setup if isinstance(played, Record) else _setup(options)
    if options.watch:
        _watch(played, setup, options, programs)
        return
    journal = _journal_of(options, played, setup) if options.journal else None
    begins = played.begun if isinstance(played, Record) else begun(setup)
    board = Board(journal.history if journal else begins, journal)
    written = iter(() if isinstance(played, Record) else played)
    refused: list[report.Refusal] = []

    def pressed(key: Input, outcome: Outcome) -> None:
        place = next(written, None)
        if outcome.why is not None:
            refused.append(report.Refusal(outcome.presses, key.value, outcome.why, place and place.where))
        elif outcome.took and options.ack:
            try:
                _say(str(outcome.presses + 1))
            except BrokenPipeError:
                _stop_printing()  # the other keys are pressed even if nobody reads the numbers

    figures = {}
    if options.device and not isinstance(played, Record):
        figures = programs.device(board, [each.key for each in played], pressed)
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


def _refuse_beside_watch(options: Namespace) -> None:
    """Refuse what does not go with --watch."""
    given = {
        "--journal": options.journal,
        "--ack": options.ack,
        "--device": options.device,
        "--json": options.json,
    }
    beside = " ".join(name for name, value in given.items() if value)
    if beside:
        raise UsageError(f"--watch shows a game, and neither prints nor saves anything: leave out {beside}")
    if options.file == "-":
        raise UsageError("--watch needs the keyboard for the key that ends it: name a file instead of -")


def _journal_of(options: Namespace, played: Record | list[Keyed], setup: Setup) -> Journal:
    """Open the journal to play on.

    Raises:
        UsageError: it holds another game than the one asked for.
        JournalError: it cannot be opened.
    """
    path = options.journal
    if isinstance(played, Record) and played.checkpoint:
        raise UsageError(
            f"{options.file}: this record continues another one: leave out --journal, "
            "which takes only records that begin with their first game"
        )
    journal = Journal(path, setup)
    given = _given(options)
    try:
        if given:
            play.refuse_another_game(journal, path, Asked(setup, given))
        if isinstance(played, Record) and (journal.history.applied or journal.header != setup):
            raise UsageError(f"{path}: this journal has a game already; name a new file for the record")
    except UsageError:
        journal.close()
        raise
    return journal


def _press_all(board: Board, played: Record | list[Keyed], pressed: Callable[[Input, Outcome], None]) -> None:
    """Press the keys, or apply the events of a record. Settle after each, as an idle board does."""
    if isinstance(played, Record):
        for event in played.events:
            presses = board.history.applied
            board.take(event)
            pressed(Key.OK, Outcome(presses, took=True))
            _settle(board)
        return
    for each in played:
        pressed(each.key, board.press(each.key))
        _settle(board)


def _settle(board: Board) -> None:
    why = board.settle()
    if why:
        _complain(why)


def _record(options: Namespace, programs: Programs) -> None:
    from firmware_py.commands import history as games_played

    _say(games_played.record(options.journal, options.game, _complain, whole=options.all))


def _status(options: Namespace, programs: Programs) -> None:
    from firmware_py.commands import history as games_played
    from firmware_py.commands import report

    history = games_played.reading(options.journal).history
    _print(report.standing(history) if options.json else report.standing_text(history))


def _history(options: Namespace, programs: Programs) -> None:
    from firmware_py.commands import history as games_played

    _print(games_played.history(options.journal, _complain, as_json=options.json))


def _wiring(options: Namespace, programs: Programs) -> None:
    from firmware_py.commands import tools

    text = tools.wiring(options)
    if text is not None:
        _print(text)


def _doctor(options: Namespace, programs: Programs) -> int:
    from firmware_py.commands import tools

    text, status = tools.doctor(options)
    _print(text.rstrip("\n"))
    return status


def _print(what: str | dict[str, Any]) -> None:
    """Print text as it is, and an object as JSON."""
    import json

    from engine.cards import Suit

    if not isinstance(what, str):
        _say(json.dumps(what))
        return
    encoding = (sys.stdout.encoding if sys.stdout else None) or "ascii"
    try:
        what.encode(encoding)
    except UnicodeEncodeError:
        # If the terminal has no suit symbols, print letters.
        what = what.translate({ord(suit.symbol): suit.letter for suit in Suit})
        what = what.encode(encoding, "replace").decode(encoding)
    _say(what)


def _given(options: Namespace) -> tuple[str, ...]:
    """The options given that describe the game."""
    values = {
        "--players": options.players,
        "--names": options.names,
        "--start": options.start,
        "--set": options.set,
    }
    return tuple(name for name, value in values.items() if value not in (None, []))


def _setup(options: Namespace) -> Setup:
    """Return the setup that the options describe.

    Raises:
        UsageError: `--start` is not a list of numbers.
        InvalidRules: there is no such game.
    """
    players = 2 if options.players is None else options.players
    rules = Rules.parse(options.set, players=players)
    names = () if options.names is None else tuple(options.names.split(","))
    if options.start is None:
        return Setup(rules, names=names).checked()
    try:
        start = tuple(int(points) for points in options.start.split(","))
    except ValueError:
        raise UsageError(
            f"--start {options.start!r} isn't a list of whole numbers: give one for each side, such as 0,0"
        ) from None
    return Setup(rules, start, names).checked()


def _read_file(options: Namespace) -> Record | list[Keyed]:
    """Read the file to replay: a key file, or a record, which brings its own rules.

    Raises:
        UsageError: the file cannot be read, or an option does not go with a record.
    """
    from firmware_py.input.key_file import is_record, read_keyed, read_text

    name = options.file
    text = read_text(name)
    called = "standard input" if name == "-" else name
    if not is_record(text):
        try:
            return read_keyed(text, called)
        except ValueError as error:
            raise UsageError(str(error)) from None
    if options.device:
        raise UsageError(f"{called}: a record has no keys to press: leave out --device, or give a key file")
    if given := _given(options):
        raise UsageError(f"{called}: a record brings its own rules: leave out {play.listed(given)}")
    try:
        return read_record(text)
    except RecordError as error:
        raise UsageError(f"{called}: {error}") from None
