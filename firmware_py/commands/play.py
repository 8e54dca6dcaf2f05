"""`muggins simulate` and `demo`: play in the terminal, and watch a game that plays itself."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.emulator.script import Script, sample_game
from firmware_py.start.game_asked import game_asked, solo_game
from firmware_py.start.simulator import start_simulator, watch
from firmware_py.words.in_use import use

from .options import PACE, Command, add_config, add_game, add_journal, add_opponent, add_pace, add_text


def _simulate_options(parser: ArgumentParser) -> None:
    add_config(parser)
    add_game(parser)
    parser.add_argument(
        "--new",
        action="store_true",
        help="begin a new game, even if one is in progress: that one is saved as given up",
    )
    add_opponent(parser)
    add_journal(parser, reads_only=False)
    add_text(parser)


def simulate(options: Namespace) -> None:
    """Run a board in the terminal."""
    config = load(options.config or files.found())
    asked = game_asked(options, config.setup)
    if options.opponent is None:
        start_simulator(config, options.journal, asked, as_text=options.text)
        return
    from engine.coach.opponent import Strength  # it brings the coach

    use(config.words)
    opponent = Strength(options.opponent)
    start_simulator(config, options.journal, solo_game(asked), opponent, as_text=options.text)


def _demo_options(parser: ArgumentParser) -> None:
    add_pace(parser)
    add_text(parser)


def demo(options: Namespace) -> None:
    """Show a sample game that plays itself in the terminal."""
    game = sample_game()
    script = Script(game.events, PACE if options.pace is None else options.pace)
    watch(game.start, script, as_text=options.text)


COMMANDS = {
    "simulate": Command(
        simulate,
        _simulate_options,
        "The game is saved when you quit, and goes on when you start again.",
    ),
    "demo": Command(demo, _demo_options, speaks_to_players=True),
}
