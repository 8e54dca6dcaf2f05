"""The commands for building a board: `wiring` and `doctor`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.config.config import Config
from firmware_py.errors import UsageError

if TYPE_CHECKING:
    from argparse import Namespace


def wiring(options: Namespace) -> str | None:
    """Return the table of pins as text, or draw it into a file and return None.

    Raises:
        UsageError: there is no such profile, or the file cannot be written.
    """
    config = named(options.profile)
    if options.drilling:
        from firmware_py.diagram.drilling_template import template
        from firmware_py.diagram.picture_file import save

        if options.out is None:
            raise UsageError("--drilling draws a picture: name a file for it, such as --out drilling.svg")
        save(template(config), options.out)
        return None
    if options.out:
        from firmware_py.diagram.picture_file import save
        from firmware_py.diagram.wiring_picture import draw

        save(draw(config), options.out)
        return None
    from firmware_py.diagram.wiring_table import table

    return table(config).rstrip("\n")


def doctor(options: Namespace) -> tuple[str, int]:
    """Return the doctor's report and the exit status: 1 if there is a fault, else 0.

    Raises:
        UsageError: the configuration itself is wrong.
    """
    from firmware_py.doctor.checks import run
    from firmware_py.doctor.inspection import inspect

    config = load(options.config or files.found())
    return run(config, inspect(config))


def named(name: str) -> Config:
    """Return the configuration with the name of a profile, or in a file whose name ends in .toml.

    Raises:
        UsageError: there is no such profile, or the configuration is wrong.
    """
    if name in files.profile_names():
        return load(files.profile(name))
    if name.endswith(".toml"):
        return load(Path(name))
    raise UsageError(
        f"{name}: there is no such profile; choose {', '.join(files.profile_names())}, "
        "or name a configuration that ends in .toml"
    )
