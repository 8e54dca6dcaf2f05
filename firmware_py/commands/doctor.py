"""`muggins doctor`: check this machine and the parts of its board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware_py.commands.output import show
from firmware_py.config import files
from firmware_py.config.build import load

if TYPE_CHECKING:
    from argparse import Namespace


def doctor(options: Namespace) -> int:
    """Check the board and print the findings. Return 1 if there is a fault, otherwise 0.

    Raises:
        UsageError: the configuration is not valid.
    """
    from firmware_py.doctor.all_checks import run
    from firmware_py.doctor.inspection import inspect

    config = load(options.config or files.found())
    text, status = run(config, inspect(config))
    show(text.rstrip("\n"))
    return status
