"""`muggins replay`: replay a key file or a record, and print the state of the game."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any, NamedTuple

from engine.errors import RecordError
from engine.match.checkpoint import begin_match
from engine.match.history import History
from engine.match.record import Record, read_record
from engine.match.record_lines import FORMAT
from engine.setup import Setup
from firmware_py.board.board import Board, Outcome
from firmware_py.board.listener import Listener
from firmware_py.board.loop import Housekeeping
from firmware_py.emulator.script import Script
from firmware_py.input.keys import NAMES, Key, KeyInFile, Press, read_keys
from firmware_py.journal.journal import Journal
from firmware_py.reports.match import Refusal, report_object, report_text
from firmware_py.start.game_asked import GameAsked, given_options, listed, refuse_another_game, setup_asked
from firmware_py.start.simulator import watch
from firmware_py.system.errors import UsageError, cause
from firmware_py.system.output import complain, say, show, stop_printing

from .options import PACE, Command, add_game, add_json, add_pace


def _replay_options(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a key file or a record; - for standard input")
    add_game(parser)
    parser.add_argument(
        "--device",
        action="store_true",
        help="press the keys on emulated pins, draw every frame on emulated displays and lights, and print "
        "the bytes and the time that took",
    )
    parser.add_argument(
        "--journal",
        type=Path,
        metavar="FILE",
        help="play on from the games in this journal, and save the presses in it (default: no journal)",
    )
    parser.add_argument(
        "--watch", action="store_true", help="watch the game play itself in the terminal; any key ends it"
    )
    add_pace(parser)
    parser.add_argument(
        "--ack",
        action="store_true",
        help="print the number of each press that took effect, from 1, once it is safe in the journal",
    )
    add_json(parser)


def replay(options: Namespace) -> None:
    """Press the keys in a file, or apply the events of a record, and print the state of the game.

    With `--watch`, show the game in the terminal instead.
    """
    what = _to_replay(options)
    if options.watch:
        played = what.played
        presses = played.events if isinstance(played, Record) else tuple(each.key for each in played)
        watch(what.begins, Script(presses, PACE if options.pace is None else options.pace))
        return
    with closing(Replay(what, options)) as replayed:
        if options.device:
            # It emulates a board, which brings gpiozero.
            from firmware_py.start.device_replay import replay_on_device

            replayed.figures = replay_on_device(replayed.board, replayed.keys, replayed).figures
        else:
            replayed.press_all()
        replayed.report()


LONGEST = 32_000_000
"""The maximum number of characters in a key file or a record: a million presses take less than half of it.

A device such as /dev/zero never ends.
"""


def read_text(name: str) -> str:
    """Return the text of a file, or of standard input if the name is `-`.

    Raises:
        UsageError: the input cannot be read, is not text, or is longer than `LONGEST`.
    """
    if name == "-" and sys.stdin is None:
        raise UsageError("standard input is closed: name a key file or a record instead of -")
    try:
        with nullcontext(sys.stdin) if name == "-" else open(name, encoding="utf-8") as file:
            text = file.read(LONGEST + 1)
        if len(text) > LONGEST:
            raise UsageError(
                f"{name}: this is longer than any game: name a key file or a record, or - for standard input"
            )
        text.encode()  # fails if standard input contained bytes that are not text
    except (OSError, UnicodeError) as error:
        why = "this is not text" if isinstance(error, UnicodeError) else cause(error)
        raise UsageError(
            f"{name or repr(name)}: {why}; name a key file or a record, or - for standard input"
        ) from None
    return text.removeprefix("\ufeff")


def _is_record(text: str) -> bool:
    # The first line of a record has the format's name and the rules; "muggins" alone is a key.
    lines = (line.partition("#")[0].split() for line in text.split("\n"))
    first = next((words for words in lines if words), [])
    return first[:1] == [FORMAT] and any("=" in word for word in first)


class ToReplay(NamedTuple):
    """The contents of a file to replay.

    Attributes:
        setup: the setup of the game, taken from the record if there is one, otherwise from the command line.
    """

    played: Record | list[KeyInFile]
    setup: Setup

    @property
    def begins(self) -> History:
        """The state of the match at the beginning of the replay."""
        return self.played.start if isinstance(self.played, Record) else begin_match(self.setup)


def _to_replay(options: Namespace) -> ToReplay:
    if options.ack and not options.journal:
        raise UsageError("--ack reports presses that are safe in a journal: add --journal FILE")
    if options.watch:
        _refuse_beside_watch(options)
    elif options.pace is not None:
        raise UsageError("--pace is for a game that plays itself: add --watch")
    played = _read_file(options)
    return ToReplay(played, played.setup if isinstance(played, Record) else setup_asked(options))


class Replay(Listener):
    """Replays a file on a board. A key file lists keys to press, and a record lists the events of a match.

    Attributes:
        figures: with the option `--device`, statistics on the bytes sent to the emulated displays and LEDs,
            and on the processor time used; otherwise empty.
    """

    def __init__(self, what: ToReplay, options: Namespace) -> None:
        """Prepare to replay a file.

        Raises:
            UsageError: a journal was given, but the file cannot be replayed into it, e.g. because the journal
                contains a different game.
            JournalError: the journal cannot be opened.
        """
        self._played, self._options = what.played, options
        self._journal = _journal_of(what, options) if options.journal else None
        self.board = Board(self._journal.history if self._journal else what.begins, self._journal)
        self._housekeeping = Housekeeping(self.board)
        self._keyed = () if isinstance(what.played, Record) else tuple(what.played)
        self._written = iter(self._keyed)
        self._refused: list[Refusal] = []
        self.figures: dict[str, Any] = {}

    @property
    def keys(self) -> Sequence[Key]:
        """The keys to press; an empty sequence if the file lists events instead of keys."""
        return [each.key for each in self._keyed]

    def press_all(self) -> None:
        """Replay the whole file: press each key in a key file, or apply each event in a record.

        Raises:
            IllegalEvent: the rules do not allow an event in the record.
            JournalError: an event in the record cannot be saved.
        """
        for each in self._keyed:
            self.pressed(Press(each.key), self.board.press(each.key))
            self._keep_house()
        if isinstance(self._played, Record):
            for event in self._played.events:
                presses = self.board.history.applied
                self.board.take(event)
                self.pressed(Press(Key.OK), Outcome(presses, took=True))
                self._keep_house()

    def pressed(self, press: Press, outcome: Outcome) -> None:
        """Remember each refused key press for the report that follows the replay.

        With `--ack`, after each key press that takes effect, print how many have taken effect so far.
        """
        written = next(self._written, None)
        if outcome.why is not None:
            where = written and written.where
            self._refused.append(Refusal(outcome.presses, press.key.value, outcome.why, where))
        elif outcome.took and self._options.ack:
            try:
                say(str(outcome.presses + 1))
            except BrokenPipeError:
                stop_printing()  # press the other keys even though nobody reads the numbers any more

    def report(self) -> None:
        """Print the state of the game after the replay."""
        self._keep_house()
        history = self.board.history
        if self._options.json:
            show(report_object(history, self._refused, self.board.prompt) | self.figures)
            return
        show(report_text(history, self._refused))
        if self.figures:
            from firmware_py.start.device_replay import figures_text

            show(figures_text(self.figures))

    def close(self) -> None:
        """Close the journal."""
        if self._journal:
            self._journal.close()

    def _keep_house(self) -> None:
        why = self._housekeeping.work()
        if why:
            self.board.say(why)
            complain(why)


def _refuse_beside_watch(options: Namespace) -> None:
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


def _journal_of(what: ToReplay, options: Namespace) -> Journal:
    path = options.journal
    is_record = isinstance(what.played, Record)
    if isinstance(what.played, Record) and what.played.checkpoint:
        raise UsageError(
            f"{options.file}: this record continues another one: leave out --journal, "
            "which takes only records that begin with their first game"
        )
    journal = Journal(path, what.setup)
    given = given_options(options)
    try:
        if given:
            refuse_another_game(journal, path, GameAsked(what.setup, given))
        if is_record and (journal.history.applied or journal.header != what.setup):
            raise UsageError(f"{path}: this journal has a game already; name a new file for the record")
    except UsageError:
        journal.close()
        raise
    return journal


def _read_file(options: Namespace) -> Record | list[KeyInFile]:
    name = options.file
    text = read_text(name)
    called = "standard input" if name == "-" else name
    if not _is_record(text):
        try:
            return read_keys(text, called)
        except ValueError as error:
            raise UsageError(str(error)) from None
    if options.device:
        raise UsageError(f"{called}: a record has no keys to press: leave out --device, or give a key file")
    if given := given_options(options):
        raise UsageError(f"{called}: a record brings its own rules: leave out {listed(given)}")
    try:
        return read_record(text)
    except RecordError as error:
        raise UsageError(f"{called}: {error}") from None


COMMANDS = {
    "replay": Command(
        replay,
        _replay_options,
        f"Keys are separated by spaces: {NAMES}; # begins a comment. The file can also be a record, as "
        "'muggins record' prints it.",
        speaks_to_players=True,
    )
}
