"""The command line options that describe a game: `--players`, `--start`, `--names` and `--set`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from engine.rules import Rules
from engine.setup import Setup
from firmware_py.errors import UsageError

if TYPE_CHECKING:
    from argparse import Namespace

_DEFAULT = Setup()


class GameAsked(NamedTuple):
    """The game that the user asks for on the command line.

    Attributes:
        setup: the setup of the game.
        given: the options on the command line that describe the game, such as `--players`.
        new: True to begin the game even if a different game is in progress (`--new`).
    """

    setup: Setup = _DEFAULT
    given: tuple[str, ...] = ()
    new: bool = False


def game_asked(options: Namespace, default: Setup) -> GameAsked:
    """Return the game that the command line asks for.

    Args:
        options: the parsed command line of `muggins simulate`.
        default: the setup to use if no option describes the game.

    Raises:
        UsageError: `--start` is not a list of numbers.
        InvalidRules: the options do not describe a valid game.
    """
    given = given_options(options)
    return GameAsked(setup_asked(options) if given else default, given, options.new)


def given_options(options: Namespace) -> tuple[str, ...]:
    """Return the names of the options given on the command line that describe a game, such as `--players`."""
    values = {
        "--players": options.players,
        "--names": options.names,
        "--start": options.start,
        "--set": options.set,
    }
    return tuple(name for name, value in values.items() if value not in (None, []))


def setup_asked(options: Namespace) -> Setup:
    """Return the setup that the command line describes.

    Raises:
        UsageError: `--start` is not a list of numbers.
        InvalidRules: the options do not describe a valid game.
    """
    players = 2 if options.players is None else options.players
    rules = Rules.parse(options.set, players=players)
    names = () if options.names is None else tuple(options.names.split(","))
    if options.start is None:
        return Setup(rules, names=names).checked()
    try:
        start = tuple(int(points) for points in options.start.split(","))
    except ValueError:
        raise UsageError(
            f"--start {options.start!r} isn't a list of whole numbers: give one for each side, such as 0,0"
        ) from None
    return Setup(rules, start, names).checked()


def listed(words: Sequence[str]) -> str:
    """Join words with commas and "and", such as `--players, --start and --set`."""
    return " and ".join(", ".join(words).rsplit(", ", 1))
