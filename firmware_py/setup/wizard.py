"""Run `muggins setup`: ask all questions in order, write the configuration file, and say what to do next."""

from __future__ import annotations

import os
import textwrap
from pathlib import Path

from firmware_py.config import files
from firmware_py.config.config import Config
from firmware_py.config.requirements import cmdline_words, config_lines, listing
from firmware_py.config.wiring_warnings import wiring_warnings
from firmware_py.doctor.machine import UNIT, VOICE, Machine
from firmware_py.system.errors import UsageError

from . import on_request, profile_choice, try_display, try_keys, try_lights, try_voice
from .draft import Draft, backup_of, former_draft, path_to_write, preview, replace_file
from .find_parts import FoundParts, Hardware, descriptions, find
from .profile_choice import BoardParts
from .terminal import Terminal

_HOLD_GO = "hold GO; hold it once more for the score"
_IN_THE_MENU = "press MENU and J; for the score, MENU and Q"


def say(terminal: Terminal, config: Config, machine: Machine, path: Path) -> None:
    """Tell the user what to do after setup: change the boot settings, check the board, and play.

    `path` is the path to the configuration file.
    """
    terminal.say()
    there = {line.strip() for line in (machine.config_txt or "").splitlines()}
    lines = listing(line for line in config_lines(config) if line.text not in there)
    if lines:
        add = "Add these lines" if machine.is_pi else "On the Pi, add these lines"
        terminal.say(f"{add} at the end of {machine.boot}/config.txt, and restart:")
        terminal.say()
        for line in lines.splitlines():
            terminal.say(f"    {line}")
        terminal.say()
    for word in cmdline_words(config):
        to_do = "add" if word.wanted else "remove the word that begins with"
        terminal.say(f"In {machine.boot}/cmdline.txt, which is one line, {to_do} {word.text}:")
        terminal.say(f"{word.why}.")
        terminal.say()
    first = files.found()
    is_read = first is not None and first.resolve() == path.resolve()
    named = "" if is_read else f" --config {path}"
    if named and first:
        terminal.say(f"Without --config, Muggins reads {first}, not this file.")
    service = is_read and UNIT in machine.units
    play = f"sudo systemctl start {UNIT.removesuffix('.service')}" if service else f"muggins{named}"
    terminal.say(f"To check the board:  {'sudo ' if service else ''}muggins doctor{named}")
    terminal.say(f"To play:             {play}")
    if config.speech:
        spoken = f"sudo systemctl enable --now {VOICE.removesuffix('.service')}"
        terminal.say(f"To hear the voice:   {spoken if service else f'muggins speak{named}'}")
        again = _IN_THE_MENU if config.setup.rules.claims else _HOLD_GO
        terminal.say(f"To hear it again:    {again}")


SIMULATOR = "To play in the terminal of this machine, without any parts, type: muggins simulate"


class _NothingToWrite(Exception):
    """Raised when there is no configuration to write, e.g. because the user has no board to configure."""


def run(terminal: Terminal, hardware: Hardware, out: Path | None = None) -> None:
    """Ask which parts a board has, try them, and write the board's configuration file.

    Args:
        out: the configuration file to write, or None for the default path.

    Raises:
        UsageError: the board is running, the file cannot be written, or the user's input has ended.
        KeyboardInterrupt: the user pressed Ctrl-C. No file is written.
    """
    path = path_to_write(out)
    try:
        draft, found = _asked(terminal, hardware, path)
        _say_warnings(terminal, draft.config, found.machine.model)
        _write(terminal, draft, found.machine)
    except _NothingToWrite:
        terminal.say("Nothing was written.")
    except KeyboardInterrupt:
        terminal.say()
        terminal.say("Stopped: nothing was written.")
        raise


def _asked(terminal: Terminal, hardware: Hardware, path: Path) -> tuple[Draft, FoundParts]:
    terminal.say("Setup asks which parts your board has, tries each of them, and writes the configuration.")
    terminal.say("You see the file before it is written, and are asked. Ctrl-C stops setup at any time.")
    terminal.say()
    found = find(hardware.inspect)
    for line in descriptions(found):
        terminal.say(line)
    _refuse_running(found.machine)
    _ask_without_pins(terminal, found)
    draft = _former_draft(terminal, found.machine, path)
    draft, said = _with_parts(terminal, found, draft)
    if found.machine.is_pi:
        draft = try_display.set_up(terminal, hardware, found, draft)
    if said.keys:
        draft = try_keys.set_up(terminal, hardware, found, draft)
    if found.machine.is_pi:
        draft = try_lights.set_up(terminal, hardware, draft)
        draft = try_voice.set_up(terminal, hardware, found, draft)
    elif said.screen or said.lights:
        terminal.say()
        terminal.say(
            "The screen, the lights and the voice can be tried on the Pi: run muggins setup there again."
        )
    return on_request.ask(terminal, hardware, found, draft), found


def _refuse_running(machine: Machine) -> None:
    if machine.unit(UNIT).state == "active":
        raise UsageError(
            "the board is running and uses the parts: stop it with sudo systemctl stop "
            f"{UNIT.removesuffix('.service')}, then run muggins setup again; nothing was written"
        )


def _ask_without_pins(terminal: Terminal, found: FoundParts) -> None:
    if found.machine.is_pi:
        return
    terminal.say()
    terminal.say(SIMULATOR)
    if not terminal.yes(
        "Make a configuration all the same, for a Pi, or for a USB keypad here?", usual=False
    ):
        raise _NothingToWrite


def _former_draft(terminal: Terminal, machine: Machine, path: Path) -> Draft:
    """The draft is empty if there is no file, or if the user agrees to replace a file that is not valid."""
    terminal.say()
    try:
        draft = former_draft(path)
    except UsageError as error:
        terminal.say(f"The configuration that is there has a mistake. {error}.")
        if not terminal.yes("Make a new one in its place, and keep the old one as a copy?", usual=False):
            raise UsageError("nothing was written; correct the file, then run muggins setup again") from None
        draft = Draft(None, {}, path)
    if draft.former:
        terminal.say(f"{path} is there already. What you do not change now stays as it is.")
    else:
        terminal.say(f"The configuration goes to {path}.")
    if UNIT in machine.units and os.geteuid() != 0 and path.parts[:2] != ("/", "etc"):
        terminal.say("The service does not read this file. To set up the service: sudo muggins setup")
    return draft


def _with_parts(terminal: Terminal, found: FoundParts, draft: Draft) -> tuple[Draft, BoardParts]:
    while True:
        before = profile_choice.of_tables(draft.tables) if draft.former else None
        said = profile_choice.ask(terminal, found, before)
        if said == BoardParts():
            terminal.say()
            terminal.say("Without a screen, lights and keys there is nothing to set up.")
            terminal.say(SIMULATOR)
            raise _NothingToWrite
        chosen = profile_choice.choose(terminal, found, said, draft)
        if chosen.mistake is None:
            return chosen, said
        terminal.say(f"That does not fit together: {chosen.mistake}.")
        terminal.say("Once more, please.")


def _say_warnings(terminal: Terminal, config: Config, model: str | None) -> None:
    warnings = wiring_warnings(config, model)
    if warnings:
        terminal.say()
        terminal.say("Look at the wiring once more:")
    for warning in warnings:
        for line in textwrap.wrap(warning.sentence, 76, initial_indent="  - ", subsequent_indent="    "):
            terminal.say(line)


def _write(terminal: Terminal, draft: Draft, machine: Machine) -> None:
    path, text = draft.path, draft.text
    terminal.say()
    if text == draft.former:
        terminal.say(f"{path} says all this already, so it stays as it is.")
        say(terminal, draft.config, machine, path)
        return
    if draft.former:
        terminal.say(f"{path} changes like this, + for a new line and - for a line that goes:")
    else:
        terminal.say(f"This is the new {path}:")
    terminal.say()
    for line in preview(draft.former, text):
        terminal.say(line)
    terminal.say()
    if path.exists():
        backup = backup_of(path)
        gone = f", in place of the {backup.name} that is there" if backup.exists() else ""
        terminal.say(f"The old file is kept as {backup.name}{gone}.")
    # There is no default answer, so that nobody writes a file by pressing Enter once too often.
    agreed = {"y": True, "yes": True, "n": False, "no": False}
    if not terminal.choice(f"Write {path}? [y/n]", agreed):
        raise UsageError("nothing was written; muggins setup --out FILE writes another file")
    config = replace_file(path, text)
    terminal.say(f"Written: {path}")
    say(terminal, config, machine, path)
