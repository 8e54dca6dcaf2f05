"""The `muggins` command, and the composition root, which connects real or emulated parts to a game.

This module reads the command line; `start_board` or `start_simulator` opens the journal; `assembly` assembles
the board; then the loop runs.
"""

from __future__ import annotations

import gc
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

# Modules are imported where they are used. A command that needs no driver starts at once, and on a Pi the
# first picture is on the screen before the game is loaded. gpiozero, the slowest import, comes last.


def main() -> int:
    """Run the `muggins` command and return its exit status."""
    # The objects that the imports create are never garbage. Searching them again and again would take a
    # twentieth of the time until the first picture, so garbage collection starts only after that picture.
    gc.disable()
    try:
        arguments = sys.argv[1:]
        is_board = not arguments or (len(arguments) == 2 and arguments[0] == "--config")
        if is_board:
            show_splash(Path(arguments[1]) if arguments else None)
        else:
            gc.enable()
        from firmware_py.commands.exit_status import exit_status

        return exit_status(lambda: run_command(arguments))
    finally:
        gc.enable()


def show_splash(given: Path | None) -> None:
    """Show the start-up image if this machine is a board and no other program is using the display.

    `given` is the configuration file; if None, the first one found in the default locations is used.
    """
    from firmware_py.config import files
    from firmware_py.errors import UsageError
    from firmware_py.journal.locations import config_cache, default_journal
    from firmware_py.journal.lock import is_locked

    try:
        config = given or files.found()
    except UsageError:
        return  # the error is reported when the configuration is read
    if (config or has_pins()) and not is_locked(default_journal()):
        from firmware_py.drivers.splash import splash

        splash(config, config_cache())


def has_pins() -> bool:
    """Return True if this machine is a Raspberry Pi.

    Finding a GPIO chip is not enough, because many laptops have one too.
    """
    try:
        return Path("/proc/device-tree/model").read_bytes().startswith(b"Raspberry Pi")
    except OSError:
        return False


def run_command(arguments: Sequence[str]) -> int | None:
    """Run the command given by the arguments. Return its exit status, or None for success.

    Raises:
        UsageError: the arguments are not valid, or the command cannot be run on this machine.
        CribbageError: the rules of cribbage do not allow what the command asks for.
        JournalError: the journal cannot be read or written.
    """
    if not arguments:
        start(None)
        return None
    from firmware_py.commands.arguments import parse

    options = parse(list(arguments))
    if options.command in _SPEAK_TO_PLAYERS:
        from firmware_py.config.chosen_words import chosen_words
        from firmware_py.words.in_use import use

        use(chosen_words())
    match options.command:
        case None:
            start(options.config)
        case "simulate":
            simulate(options)
        case "demo":
            from firmware_py.commands.demo_script import PACE, Script, sample_game
            from firmware_py.start.start_simulator import watch

            game = sample_game()
            watch(game.start, Script(game.events, PACE if options.pace is None else options.pace))
        case "count":
            from firmware_py.commands.count import count

            count(options)
        case "discard":
            from firmware_py.commands.discard import discard

            discard(options)
        case "odds":
            from firmware_py.commands.odds import odds

            odds(options)
        case "practice":
            from firmware_py.commands.practice import practice

            practice(options)
        case "review":
            from firmware_py.commands.review import review

            review(options)
        case "replay":
            replay(options)
        case "record":
            from firmware_py.commands.record import record

            record(options)
        case "history":
            from firmware_py.commands.history import history

            history(options)
        case "status":
            from firmware_py.commands.status import status

            status(options)
        case "press":
            from firmware_py.commands.press import press

            return press(options)
        case "phone":
            from firmware_py.commands.phone import phone

            return phone(options)
        case "speak":
            from firmware_py.commands.speak import speak

            speak(options)
        case "serve":
            if options.alone:
                from firmware_py.start.start_alone import start_alone

                start_alone(options)
            else:
                from firmware_py.commands.serve import serve

                serve(options)
        case "publish":
            from firmware_py.commands.publish import publish

            publish(options)
        case "club":
            from firmware_py.commands.club import club

            club(options)
        case "card":
            from firmware_py.commands.card import card

            card(options)
        case "wiring":
            from firmware_py.commands.wiring import wiring

            wiring(options)
        case "doctor":
            from firmware_py.commands.doctor import doctor

            return doctor(options)
        case "setup":
            set_up(options.out)
    return None


_SPEAK_TO_PLAYERS = (
    "demo",
    "count",
    "discard",
    "odds",
    "practice",
    "review",
    "replay",
    "record",
    "history",
    "status",
    "press",
    "phone",
    "speak",
    "serve",
    "club",
    "card",
)
"""The commands that print text for players. Commands that start a board set its words themselves."""


def start(given: Path | None) -> None:
    """Run the board, or the simulator if this machine has no GPIO pins and no configuration file.

    Args:
        given: the configuration file; if None, the first one found in the default locations is used.

    Raises:
        UsageError: the configuration is not valid, or a part of the board is missing.
        JournalBusy: another program has the journal open.
    """
    from firmware_py.config import files

    path = given or files.found()
    if path or has_pins():
        from firmware_py.start.start_board import start_board

        start_board(path, given)
    else:
        from firmware_py.commands.game_options import GameAsked
        from firmware_py.config.build import load
        from firmware_py.start.start_simulator import start_simulator

        start_simulator(load(), None, GameAsked())


def simulate(options: Namespace) -> None:
    """Run the board in the terminal, with the configuration and the game specified by the options.

    Raises:
        UsageError: the options are not valid, the simulator cannot run here, or another game is in progress.
        JournalError: the journal cannot be opened.
    """
    from firmware_py.commands.game_options import game_asked
    from firmware_py.config import files
    from firmware_py.config.build import load
    from firmware_py.start.start_simulator import start_simulator

    config = load(options.config or files.found())
    asked = game_asked(options, config.setup)
    if options.opponent is None:
        start_simulator(config, options.journal, asked)
        return
    from engine.coach.opponent import Strength
    from firmware_py.solo.start_solo import solo_game
    from firmware_py.words.in_use import use

    use(config.words)
    start_simulator(config, options.journal, solo_game(asked), Strength(options.opponent))


def replay(options: Namespace) -> None:
    """Replay the key presses or the game in a file. Print the result, or show the game in the simulator.

    Raises:
        UsageError: the file or the options are not valid.
        JournalError: the journal cannot be opened.
    """
    from firmware_py.commands.demo_script import PACE, script_of
    from firmware_py.commands.replay import Replay, to_replay

    what = to_replay(options)
    if options.watch:
        from firmware_py.start.start_simulator import watch

        watch(what.begins, script_of(what.played, PACE if options.pace is None else options.pace))
        return
    with closing(Replay(what, options)) as replayed:
        if options.device:
            from firmware_py.emulator.device_replay import replay_on_device

            replayed.figures = replay_on_device(replayed.board, replayed.keys, replayed).figures
        else:
            replayed.press_all()
        replayed.report()


def set_up(out: Path | None) -> None:
    """Ask the user which parts the board has, and write a configuration file.

    Args:
        out: the file to write; if None, the file is written to the default path.

    Raises:
        UsageError: the input ended before all questions were answered, or the file cannot be written.
    """
    from firmware_py.commands.speak import say
    from firmware_py.doctor.inspection import inspect
    from firmware_py.drivers import from_config
    from firmware_py.setup_wizard.hardware import Hardware
    from firmware_py.setup_wizard.terminal import standard
    from firmware_py.setup_wizard.wizard import run as ask

    hardware = Hardware(
        inspect, from_config.oled, from_config.lights, from_config.one_button, from_config.any_keys, say
    )
    ask(standard(), hardware, out)


if __name__ == "__main__":
    sys.exit(main())
