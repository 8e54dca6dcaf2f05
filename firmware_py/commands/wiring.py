"""`muggins wiring`: print the pin table of a board, or draw its wiring, drilling template or enclosure."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from firmware_py.commands.output import show
from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.config.config import Config
from firmware_py.config.pi_model import pi_model
from firmware_py.errors import UsageError

if TYPE_CHECKING:
    from argparse import Namespace


def wiring(options: Namespace) -> None:
    """Print a table of the pins to wire, or save a drawing if the options ask for one.

    The drawing shows the wiring, a drilling template or the plates of an enclosure.

    Raises:
        UsageError: the profile does not exist, the configuration or the options are not valid, or the drawing
            cannot be saved.
    """
    config = configuration_named(options.profile)
    if options.paper and not (options.drilling and options.out and options.out.suffix.lower() == ".pdf"):
        raise UsageError("--paper is for a drilling template as PDF: add --drilling --out drilling.pdf")
    if options.drilling:
        from firmware_py.diagram.drilling_template import template
        from firmware_py.diagram.paper import PAPERS, sheets
        from firmware_py.diagram.picture_file import save

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
        from firmware_py.diagram.enclosure import enclosure
        from firmware_py.diagram.picture_file import save

        if options.out is None:
            raise UsageError("--enclosure draws a picture: name a file for it, such as --out enclosure.dxf")
        save(options.out, enclosure(config, options.tracks))
    elif options.out:
        from firmware_py.diagram.picture_file import save
        from firmware_py.diagram.wiring_picture import draw

        save(options.out, draw(config, pi_model()))
    else:
        from firmware_py.diagram.wiring_table import table

        show(table(config, pi_model()).rstrip("\n"))


def configuration_named(name: str) -> Config:
    """Return the configuration of a profile or a configuration file.

    Args:
        name: the profile's name, or the path to a configuration file that ends in .toml.

    Raises:
        UsageError: the profile does not exist, or the configuration is not valid.
    """
    if name in files.profile_names():
        return load(files.profile(name))
    if name.endswith(".toml"):
        return load(Path(name))
    raise UsageError(
        f"{name}: there is no such profile; choose {', '.join(files.profile_names())}, "
        "or name a configuration that ends in .toml"
    )
