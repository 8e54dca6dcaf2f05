"""`muggins card`: save the printable reference card for players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware_py.diagram.picture_file import ON_PAPER, save
from firmware_py.diagram.reference_card import reference_card

if TYPE_CHECKING:
    from argparse import Namespace


def card(options: Namespace) -> None:
    """Write the reference card to the file named on the command line.

    Raises:
        UsageError: the file cannot be written, its name has no known suffix, or a library is missing.
    """
    save(options.file, reference_card(), suffixes=ON_PAPER)
