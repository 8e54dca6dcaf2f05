"""The commands for those who build a board."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from firmware_py.command_line.command import Command
from firmware_py.command_line.shared_options import add_config


def _wiring_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "profile", metavar="PROFILE", help="the name of a profile, or a configuration file that ends in .toml"
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="draw it in this .svg, .png, .pdf or .dxf file instead of printing it",
    )
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument(
        "--drilling",
        action="store_true",
        help="draw the drilling template for the front plate instead, true to scale; needs --out",
    )
    instead.add_argument(
        "--enclosure",
        action="store_true",
        help="draw a box for the board instead, for a laser cutter; needs --out",
    )
    parser.add_argument(
        "--tracks",
        type=int,
        choices=(2, 3),
        help="the tracks on the front plate (default: one for each side of the configured game)",
    )
    parser.add_argument(
        "--paper",
        choices=("a4", "letter"),
        help="the paper for a drilling template as .pdf, and for nothing else (default: a4)",
    )


def _wiring(options: Namespace) -> None:
    from firmware_py.commands.wiring import wiring

    wiring(options)


_WIRING = Command(
    "wiring",
    _wiring,
    "Show what to connect to which pin of the header.",
    add_options=_wiring_options,
)


def _card_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="the file to write, which ends in .pdf, .svg or .png"
    )


def _card(options: Namespace) -> None:
    from firmware_py.commands.card import card

    card(options)


_CARD = Command(
    "card",
    _card,
    "Draw a reference card for the table, on one A4 page.",
    more="It shows a deal, its points, the keys, what to throw, and who is likely to win.",
    add_options=_card_options,
    speaks_to_players=True,
)


def _doctor(options: Namespace) -> int | None:
    from firmware_py.commands.doctor import doctor

    return doctor(options)


_DOCTOR = Command(
    "doctor",
    _doctor,
    "Check the Pi, the configuration and the parts of the board.",
    more="For each fault it says what to do. The exit status is 1 if there is a fault.",
    add_options=add_config,
)


def _setup_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="the file to write (default: /etc/muggins/muggins.toml, or ~/.config/muggins/muggins.toml if "
        "you may not write there)",
    )


def _setup(options: Namespace) -> None:
    """Ask the user which parts the board has, and write a configuration file.

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
    ask(standard(), hardware, options.out)


_SETUP = Command(
    "setup",
    _setup,
    "Ask which parts the board has, and write its configuration.",
    add_options=_setup_options,
)

MAKER_COMMANDS = (_WIRING, _CARD, _DOCTOR, _SETUP)
