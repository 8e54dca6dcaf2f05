"""The commands to play, to count, and to practise."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from .options import (
    PACE,
    Command,
    add_config,
    add_game,
    add_journal,
    add_json,
    add_opponent,
    add_pace,
    add_rules,
    two_scores,
    whole_number,
)


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


def _simulate(options: Namespace) -> None:
    from firmware_py.config import files
    from firmware_py.config.build import load
    from firmware_py.start.game_asked import game_asked
    from firmware_py.start.simulator import start_simulator

    config = load(options.config or files.found())
    asked = game_asked(options, config.setup)
    if options.opponent is None:
        start_simulator(config, options.journal, asked)
        return
    from engine.coach.opponent import Strength
    from firmware_py.start.game_asked import solo_game
    from firmware_py.words.in_use import use

    use(config.words)
    start_simulator(config, options.journal, solo_game(asked), Strength(options.opponent))


_SIMULATE = Command(
    "simulate",
    _simulate,
    "Play on the board in this terminal.",
    more="The game is saved when you quit, and goes on when you start again.",
    add_options=_simulate_options,
    lists_rules=True,
)


def _demo(options: Namespace) -> None:
    from firmware_py.emulator.script import Script, sample_game
    from firmware_py.start.simulator import watch

    game = sample_game()
    watch(game.start, Script(game.events, PACE if options.pace is None else options.pace))


_DEMO = Command(
    "demo",
    _demo,
    "Watch a whole game that plays itself in the terminal; any key ends it.",
    add_options=add_pace,
    speaks_to_players=True,
)


def _count_options(parser: ArgumentParser) -> None:
    parser.add_argument("cards", nargs="+", metavar="CARD", help="a card of the hand")
    parser.add_argument(
        "--starter",
        metavar="CARD",
        help="the starter (default: the last CARD, if one more is given than a hand has)",
    )
    parser.add_argument("--crib", action="store_true", help="count the cards as a crib")
    add_rules(parser)
    add_json(parser)


def _count(options: Namespace) -> None:
    from .hands import count

    count(options)


_COUNT = Command(
    "count",
    _count,
    "Count one hand, item by item.",
    more="A card is a rank and a suit, such as 5H, 10D or Q♠, or a rank alone.",
    add_options=_count_options,
    lists_rules=True,
    speaks_to_players=True,
)


def _discard_options(parser: ArgumentParser) -> None:
    parser.add_argument("cards", nargs="+", metavar="CARD", help="a card that you were dealt")
    crib = parser.add_mutually_exclusive_group(required=True)
    crib.add_argument("--dealer", action="store_true", help="the crib is your own")
    crib.add_argument("--pone", action="store_true", help="the crib is the other player's")
    parser.add_argument(
        "--score",
        type=two_scores,
        metavar="N,N",
        help="your score and the other player's before the deal, in a game to 121: rank by the chance to win",
    )
    add_json(parser)


def _discard(options: Namespace) -> None:
    from .hands import discard

    discard(options)


_DISCARD = Command(
    "discard",
    _discard,
    "Rank the ways to throw two of six cards to the crib, in the six-card game for two.",
    more="A card is a rank and a suit, such as 5H, 10D or Q♠. Five or seven cards, as other games deal them, "
    "are ranked by hand and crib only.",
    add_options=_discard_options,
    speaks_to_players=True,
)


def _odds_options(parser: ArgumentParser) -> None:
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--score", type=two_scores, metavar="N,N", help="the scores of the two sides, left first"
    )
    what.add_argument("--hands", action="store_true", help="the number of hands with each count")
    add_journal(what)
    parser.add_argument(
        "--dealer",
        type=int,
        choices=(0, 1),
        help="the side that deals next, with --score (default: 0, the left)",
    )
    add_json(parser)


def _odds(options: Namespace) -> None:
    from .hands import odds

    odds(options)


_ODDS = Command(
    "odds",
    _odds,
    "Show who is likely to win the game in progress, or at a score before a deal, in the six-card game "
    "for two, or how often each count of a hand comes.",
    add_options=_odds_options,
    speaks_to_players=True,
)


def _practice_options(parser: ArgumentParser) -> None:
    crib = parser.add_mutually_exclusive_group()
    crib.add_argument("--dealer", action="store_true", help="the crib is always your own")
    crib.add_argument("--pone", action="store_true", help="the crib is always the other player's")
    parser.add_argument(
        "--seed", type=whole_number, metavar="N", help="deal the same cards each time (default: by chance)"
    )


def _practice(options: Namespace) -> None:
    from .practice import practice

    practice(options)


_PRACTICE = Command(
    "practice",
    _practice,
    "Practise throwing and counting: six cards are dealt, you throw two, and the coach answers.",
    more="You are dealer and pone in turn, unless you choose one. Ctrl-D ends it and prints how you did.",
    add_options=_practice_options,
    speaks_to_players=True,
)

PLAY_COMMANDS = (_SIMULATE, _DEMO, _COUNT, _DISCARD, _ODDS, _PRACTICE)
