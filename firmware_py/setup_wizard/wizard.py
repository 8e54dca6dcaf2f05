"""The course of `muggins setup`: it asks all questions in order, then writes the configuration file."""

from __future__ import annotations

import textwrap
from pathlib import Path

from engine.errors import CribbageError
from engine.game_setup import Setup
from engine.rules import PLAYERS, Rules
from firmware_py.config import files
from firmware_py.config.config import Config
from firmware_py.config.wiring_warnings import wiring_warnings
from firmware_py.doctor.boot_settings import cmdline_words, config_lines, listing
from firmware_py.doctor.machine import Machine
from firmware_py.doctor.systemd_units import UNIT
from firmware_py.errors import UsageError
from firmware_py.setup_wizard import configuration_file, try_display, try_keys, try_lights
from firmware_py.setup_wizard.draft import Draft
from firmware_py.setup_wizard.find_parts import FoundParts, descriptions, find, ranked_profiles
from firmware_py.setup_wizard.hardware import Hardware
from firmware_py.setup_wizard.terminal import Terminal


def run(terminal: Terminal, hardware: Hardware, out: Path | None = None) -> None:
    """Ask which parts a board has, try them, and write the board's configuration.

    Args:
        terminal: the terminal in which to ask the questions.
        hardware: the functions that find and open the board's parts.
        out: the configuration file to write; None for the default path.

    Raises:
        UsageError: the file cannot be written, or the input has ended. No file was written.
        KeyboardInterrupt: the user pressed Ctrl-C. No file was written, and the user is told so.
    """
    path = configuration_file.path_to_write(out)
    try:
        draft, found = _asked(terminal, hardware)
        _say_warnings(terminal, draft.config, found.machine.model)
        _write(terminal, draft, found, path)
    except KeyboardInterrupt:
        terminal.say()
        terminal.say("Stopped: nothing was written.")
        raise


def _asked(terminal: Terminal, hardware: Hardware) -> tuple[Draft, FoundParts]:
    terminal.say("Setup finds the parts of your board, tries each of them, and writes the configuration.")
    terminal.say("Ctrl-C stops it at any time. Nothing is written before the end.")
    terminal.say()
    found = find(hardware.inspect)
    for line in descriptions(found):
        terminal.say(line)
    _refuse_running(found.machine)
    draft = _profile(terminal, found)
    draft = try_display.set_up(terminal, hardware, found, draft)
    draft = try_keys.set_up(terminal, hardware, found, draft)
    draft = try_lights.set_up(terminal, hardware, draft)
    return _names(terminal, draft), found


def _refuse_running(machine: Machine) -> None:
    if machine.unit == "active":
        raise UsageError(
            "the board is running and uses the parts: stop it with sudo systemctl stop "
            f"{UNIT.removesuffix('.service')}, then run muggins setup again; nothing was written"
        )


def _profile(terminal: Terminal, found: FoundParts) -> Draft:
    every = ranked_profiles(found)
    terminal.say()
    terminal.say("Which board do you have?")
    for number, fit in enumerate(every, 1):
        terminal.say(f"  {number}  {fit.name:13}{fit.config.title}")
        if fit.missing:
            terminal.say(f"  {'':16}not found: {', '.join(fit.missing)}")
    answers = {str(number): fit.name for number, fit in enumerate(every, 1)}
    answers |= {fit.name: fit.name for fit in every}
    return Draft(terminal.choice("Its number, or Enter for 1:", answers, "1"))


def _names(terminal: Terminal, draft: Draft) -> Draft:
    terminal.say()

    def read(text: str) -> tuple[str, ...]:
        names = tuple(text.replace(",", " ").split())
        if names and len(names) not in PLAYERS:
            raise ValueError(f"a game has {_counts()} players, not {len(names)}")
        try:
            Setup(Rules.parse([], players=len(names) or 2), names=names).checked()
        except CribbageError as error:
            raise ValueError(str(error)) from None
        return names

    names = terminal.checked("The players' names, separated by spaces (Enter for none):", read)
    return draft.with_values("game", names=list(names)) if names else draft


def _counts() -> str:
    *others, last = map(str, PLAYERS)
    return f"{', '.join(others)} or {last}"


def _say_warnings(terminal: Terminal, config: Config, model: str | None) -> None:
    """Tell the user what is risky in the wiring of this board, and what only a person can check."""
    warnings = wiring_warnings(config, model)
    if warnings:
        terminal.say()
        terminal.say("Look at the wiring once more:")
    for warning in warnings:
        for line in textwrap.wrap(warning.sentence, 76, initial_indent="  - ", subsequent_indent="    "):
            terminal.say(line)


def _write(terminal: Terminal, draft: Draft, found: FoundParts, path: Path) -> None:
    if path.exists():
        former = configuration_file.backup_of(path)
        gone = f" (this replaces the {former.name} that is there)" if former.exists() else ""
        if not terminal.yes(
            f"{path} exists already. Replace it and keep the old one as {former.name}{gone}?"
        ):
            raise UsageError("nothing was written; muggins setup --out FILE writes another file")
    text = draft.text
    config = configuration_file.replace_file(path, text)
    terminal.say()
    terminal.say(f"Written: {path}")
    terminal.say()
    for line in text.splitlines():
        terminal.say(f"    {line}".rstrip())
    _say_next(terminal, config, found.machine, path)


def _say_next(terminal: Terminal, config: Config, machine: Machine, path: Path) -> None:
    """Tell the user the next steps: what to add to the boot settings, and how to check the board and play.

    `path` is the configuration file that setup has written.
    """
    terminal.say()
    there = {line.strip() for line in (machine.config_txt or "").splitlines()}
    lines = listing(line for line in config_lines(config) if line.text not in there)
    if lines:
        terminal.say(f"Add these lines at the end of {machine.boot}/config.txt, and restart:")
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
    named = "" if first and first.resolve() == path.resolve() else f" --config {path}"
    if named and first:
        terminal.say(f"Without --config, Muggins reads {first}, not this file.")
    terminal.say(f"To check the board:  muggins doctor{named}")
    terminal.say(f"To play:             muggins{named}")
