"""Tell the user what to do after setup: change the boot settings, check the board, and play."""

from __future__ import annotations

from pathlib import Path

from firmware_py.config import files
from firmware_py.config.config import Config
from firmware_py.doctor.boot_settings import cmdline_words, config_lines, listing
from firmware_py.doctor.machine import Machine
from firmware_py.doctor.systemd_units import UNIT, VOICE
from firmware_py.setup_wizard.terminal import Terminal

_HOLD_GO = "hold GO; hold it once more for the score"
_IN_THE_MENU = "press MENU and J; for the score, MENU and Q"


def say(terminal: Terminal, config: Config, machine: Machine, path: Path) -> None:
    """Tell the user what to do after setup: change the boot settings, check the board, and play.

    `path` is the path to the configuration file.
    """
    terminal.say()
    there = {line.strip() for line in (machine.config_txt or "").splitlines()}
    lines = listing(line for line in config_lines(config) if line.text not in there)
    is_pi = (machine.model or "").startswith("Raspberry Pi")
    if lines:
        add = "Add these lines" if is_pi else "On the Pi, add these lines"
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
    service = is_read and machine.units.service is not None
    play = f"sudo systemctl start {UNIT.removesuffix('.service')}" if service else f"muggins{named}"
    terminal.say(f"To check the board:  {'sudo ' if service else ''}muggins doctor{named}")
    terminal.say(f"To play:             {play}")
    if config.speech:
        spoken = f"sudo systemctl enable --now {VOICE.removesuffix('.service')}"
        terminal.say(f"To hear the voice:   {spoken if service else f'muggins speak{named}'}")
        again = _IN_THE_MENU if config.setup.rules.claims else _HOLD_GO
        terminal.say(f"To hear it again:    {again}")
