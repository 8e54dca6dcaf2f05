"""The commands for those who build a board: `muggins wiring`, `card`, `doctor` and `setup`."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.config.config import Config
from firmware_py.config.files import pi_model
from firmware_py.doctor.doctor import run
from firmware_py.doctor.machine import Machine
from firmware_py.drawing.enclosure import THICKNESS, box, enclosure
from firmware_py.drawing.formats import ON_PAPER, save, write
from firmware_py.drawing.front_plate import template
from firmware_py.drawing.pdf import PAPERS, sheets
from firmware_py.drawing.printed_box import openscad
from firmware_py.drawing.reference_card import reference_card
from firmware_py.drivers import from_config
from firmware_py.system.errors import UsageError
from firmware_py.system.output import show
from firmware_py.wiring.notes import heading, table
from firmware_py.wiring.picture import draw

from .options import Command, add_config


def _wiring_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "profile",
        metavar="PROFILE",
        help=f"a profile ({', '.join(files.profile_names())}), or a configuration file that ends in .toml",
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
        help="draw a box for the board instead, for a laser cutter or, as .scad, a 3D printer; needs --out",
    )
    parser.add_argument("--thickness", type=float, metavar="MM", help="of the plates of the box (default: 3)")
    parser.add_argument(
        "--kerf", type=float, metavar="MM", help="what the laser burns away of the box (default: 0)"
    )
    parser.add_argument(
        "--tracks",
        type=int,
        choices=(2, 3, 4),
        help="the tracks on the front plate (default: one for each side of the configured game)",
    )
    parser.add_argument(
        "--paper",
        choices=("a4", "letter"),
        help="the paper for a drilling template as .pdf, and for nothing else (default: a4)",
    )


def wiring(options: Namespace) -> None:
    """Print a table of the pins to wire, or save a drawing if the options ask for one.

    The drawing shows the wiring, a drilling template or the plates of an enclosure.
    """
    config = _configuration_named(options.profile)
    if not options.enclosure and (options.thickness is not None or options.kerf is not None):
        raise UsageError("--thickness and --kerf are for a box: add --enclosure --out enclosure.dxf")
    if options.paper and not (options.drilling and options.out and options.out.suffix.lower() == ".pdf"):
        raise UsageError("--paper is for a drilling template as PDF: add --drilling --out drilling.pdf")
    if options.drilling:
        if options.out is None:
            raise UsageError("--drilling draws a picture: name a file for it, such as --out drilling.pdf")
        drawing = template(config, options.tracks)
        pages = (
            sheets(drawing, PAPERS[options.paper or "a4"])
            if options.out.suffix.lower() == ".pdf"
            else (drawing,)
        )
        save(options.out, *pages)
    elif options.enclosure:
        if options.out is None:
            raise UsageError("--enclosure draws a picture: name a file for it, such as --out enclosure.dxf")
        lengths = (options.tracks, options.thickness or THICKNESS, options.kerf or 0.0)
        if options.out.suffix.lower() == ".scad":
            write(options.out, openscad(box(config, *lengths), heading(config)).encode())
        else:
            save(options.out, enclosure(config, *lengths))
    elif options.out:
        save(options.out, draw(config, pi_model()))
    else:
        show(table(config, pi_model()).rstrip("\n"))


def _configuration_named(name: str) -> Config:
    if name in files.profile_names():
        return load(files.profile(name))
    if name.endswith(".toml"):
        return load(Path(name))
    raise UsageError(
        f"{name}: there is no such profile; choose {', '.join(files.profile_names())}, "
        "or name a configuration that ends in .toml"
    )


def _card_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="the file to write, which ends in .pdf, .svg or .png"
    )


def card(options: Namespace) -> None:
    """Write the reference card to the file named on the command line."""
    save(options.file, reference_card(), suffixes=ON_PAPER)


def doctor(options: Namespace) -> int:
    """Check the board and print the findings. Return 1 if there is a fault, otherwise 0."""

    config = load(options.config or files.found())
    text, status = run(Machine(config))
    show(text.rstrip("\n"))
    return status


def _setup_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="the file to write (default: /etc/muggins/muggins.toml, or ~/.config/muggins/muggins.toml if "
        "you may not write there)",
    )


def setup(options: Namespace) -> None:
    """Ask which parts the board has, and write its configuration."""
    # Setup draws on displays, and speaks.
    from firmware_py.setup.find_parts import Hardware
    from firmware_py.setup.terminal import standard
    from firmware_py.setup.wizard import run as ask
    from firmware_py.speech.speak import say

    hardware = Hardware(
        Machine, from_config.oled, from_config.lights, from_config.one_button, from_config.any_keys, say
    )
    ask(standard(), hardware, options.out)


COMMANDS = {
    "wiring": Command(wiring, _wiring_options),
    "card": Command(
        card,
        _card_options,
        "It shows a deal, its points, the keys, what to throw, and who is likely to win.",
        speaks_to_players=True,
    ),
    "doctor": Command(
        doctor, add_config, "For each fault it says what to do. The exit status is 1 if there is a fault."
    ),
    "setup": Command(setup, _setup_options),
}
