"""The names, options and help texts of the `muggins` commands."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from firmware_py.commands.demo_script import PACE
from firmware_py.commands.option_values import (
    CLUB_PORT,
    PORT,
    WIDTH,
    pace,
    players,
    port,
    rules_help,
    threw,
    two_scores,
    whole_number,
)
from firmware_py.journal.locations import SERVICE_STATE_FOLDER

ALL_OF_IT = (
    "everything in the journal: the game in progress and the one before it, press by press, as far back as "
    "UNDO reaches; for earlier games use --game"
)


def _command(
    commands: Any, name: str, text: str, more: str = "", epilog: str | None = None
) -> argparse.ArgumentParser:
    """Add a command to the command line parser.

    Args:
        commands: the object that argparse's `add_subparsers` returned.
        name: the command's name.
        text: a sentence about the command, for the list of commands and for the command's own help.
        more: additional text for the command's own help.
        epilog: text for the end of the command's own help.
    """
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=text[0].lower() + text[1:].rstrip("."),
        description=textwrap.fill(f"{text} {more}", WIDTH),
        epilog=epilog,
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    return parser


def _add_simulate(commands: Any) -> argparse.ArgumentParser:
    parser = _command(
        commands,
        "simulate",
        "Play on the board in this terminal.",
        "The game is saved when you quit, and goes on when you start again.",
        rules_help(),
    )
    add_config(parser)
    _add_game(parser)
    parser.add_argument(
        "--new",
        action="store_true",
        help="begin a new game, even if one is in progress: that one is saved as given up",
    )
    _add_opponent(parser)
    _add_journal(parser, reads_only=False)
    return parser


def _add_opponent(parser: argparse.ArgumentParser, when: str = "") -> None:
    parser.add_argument(
        "--opponent",
        choices=("easy", "medium", "strong"),
        help=f"{when}play against the program, which deals the cards (six cards, for two)",
    )


def _add_demo(commands: Any) -> argparse.ArgumentParser:
    parser = _command(
        commands, "demo", "Watch a whole game that plays itself in the terminal; any key ends it."
    )
    _add_pace(parser)
    return parser


def _add_count(commands: Any) -> argparse.ArgumentParser:
    parser = _command(
        commands,
        "count",
        "Count one hand, item by item.",
        "A card is a rank and a suit, such as 5H, 10D or Q♠, or a rank alone.",
        rules_help(),
    )
    parser.add_argument("cards", nargs="+", metavar="CARD", help="a card of the hand")
    parser.add_argument(
        "--starter",
        metavar="CARD",
        help="the starter (default: the last CARD, if one more is given than a hand has)",
    )
    parser.add_argument("--crib", action="store_true", help="count the cards as a crib")
    _add_rules(parser)
    _add_json(parser)
    return parser


def _add_discard(commands: Any) -> argparse.ArgumentParser:
    parser = _command(
        commands,
        "discard",
        "Rank the ways to throw two of six cards to the crib, in the six-card game for two.",
        "A card is a rank and a suit, such as 5H, 10D or Q♠. Five or seven cards, as other games deal them, "
        "are ranked by hand and crib only.",
    )
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
    _add_json(parser)
    return parser


def _add_odds(commands: Any) -> argparse.ArgumentParser:
    parser = _command(
        commands,
        "odds",
        "Show who is likely to win the game in progress, or at a score before a deal, in the six-card game "
        "for two, or how often each count of a hand comes.",
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--score", type=two_scores, metavar="N,N", help="the scores of the two sides, left first"
    )
    what.add_argument("--hands", action="store_true", help="the number of hands with each count")
    _add_journal(what)
    parser.add_argument(
        "--dealer",
        type=int,
        choices=(0, 1),
        help="the side that deals next, with --score (default: 0, the left)",
    )
    _add_json(parser)
    return parser


def _add_practice(commands: Any) -> argparse.ArgumentParser:
    parser = _command(
        commands,
        "practice",
        "Practise throwing and counting: six cards are dealt, you throw two, and the coach answers.",
        "You are dealer and pone in turn, unless you choose one. Ctrl-D ends it and prints how you did.",
    )
    crib = parser.add_mutually_exclusive_group()
    crib.add_argument("--dealer", action="store_true", help="the crib is always your own")
    crib.add_argument("--pone", action="store_true", help="the crib is always the other player's")
    parser.add_argument(
        "--seed", type=whole_number, metavar="N", help="deal the same cards each time (default: by chance)"
    )
    return parser


def _add_review(commands: Any) -> argparse.ArgumentParser:
    parser = _command(
        commands,
        "review",
        "Look back at a game of six-card cribbage for two: throws, luck, play, and the chance to win.",
        "Without options it looks at the last finished game of the board.",
    )
    parser.add_argument(
        "record",
        nargs="?",
        metavar="RECORD",
        help="a game that 'muggins record' printed; - for standard input",
    )
    parser.add_argument(
        "--game", type=whole_number, metavar="N", help="game number N, as 'muggins history' lists it"
    )
    parser.add_argument(
        "--threw",
        type=threw,
        action="append",
        default=[],
        metavar="DEAL:CARD,CARD",
        help="the two cards of the crib that the dealer threw in this deal, such as 3:5H,J; can be given "
        "several times (default: the most likely two)",
    )
    _add_journal(parser)
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="draw the course of the chance to win; FILE ends in .svg, .png or .pdf",
    )
    _add_json(how)
    return parser


def _add_replay(commands: Any) -> argparse.ArgumentParser:
    parser = _command(
        commands,
        "replay",
        "Press the keys in a file and print the state of the game.",
        "Keys are separated by spaces: A 2 3 4 5 6 7 8 9 10 J Q K, S H D C, GO OK UNDO REDO MENU MUGGINS "
        "AGAIN SCORE; # begins a comment. The file can also be a record, as 'muggins record' prints it.",
        rules_help(),
    )
    parser.add_argument("file", metavar="FILE", help="a key file or a record; - for standard input")
    _add_game(parser)
    parser.add_argument(
        "--device",
        action="store_true",
        help="press the keys on emulated pins, draw every frame on emulated displays and lights, and print "
        "the bytes and the time that took",
    )
    parser.add_argument(
        "--journal",
        type=Path,
        metavar="FILE",
        help="play on from the games in this journal, and save the presses in it (default: no journal)",
    )
    parser.add_argument(
        "--watch", action="store_true", help="watch the game play itself in the terminal; any key ends it"
    )
    _add_pace(parser)
    parser.add_argument(
        "--ack",
        action="store_true",
        help="print the number of each press that took effect, from 1, once it is safe in the journal",
    )
    _add_json(parser)
    return parser


def _add_record(commands: Any) -> argparse.ArgumentParser:
    parser = _command(
        commands,
        "record",
        "Print a game as text.",
        "'muggins replay' plays it again. Without options it prints the last game.",
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--game", type=whole_number, metavar="N", help="game number N, as 'muggins history' lists it"
    )
    which.add_argument("--all", action="store_true", help=ALL_OF_IT)
    _add_journal(parser)
    return parser


def _add_history(commands: Any) -> argparse.ArgumentParser:
    parser = _command(
        commands, "history", "List the games finished or given up, with averages and best hands."
    )
    _add_journal(parser)
    _add_json(parser)
    return parser


def _add_status(commands: Any) -> argparse.ArgumentParser:
    parser = _command(
        commands,
        "status",
        "Show the score and whose turn it is.",
        "This does not disturb a running board.",
    )
    _add_journal(parser)
    how = parser.add_mutually_exclusive_group()
    _add_json(how)
    how.add_argument(
        "--follow",
        action="store_true",
        help="print what the running board shows as a line of JSON, whenever it changes, until Ctrl-C",
    )
    return parser


def _add_press(commands: Any) -> argparse.ArgumentParser:
    parser = _command(
        commands,
        "press",
        "Press keys on the running board, and print what came of each.",
        "The exit status is 1 if a key is refused; the keys after it are not pressed.",
    )
    parser.add_argument(
        "keys",
        nargs="+",
        metavar="KEY",
        help="A 2 … 10 J Q K, S H D C, GO OK UNDO REDO MENU MUGGINS AGAIN SCORE",
    )
    return parser


def _add_phone(commands: Any) -> argparse.ArgumentParser:
    return _command(
        commands,
        "phone",
        "Let phones press keys on the running board: print the address and the code that its menu shows.",
        "Only root and the group of the board can do this. Each code is good for one phone and two minutes. "
        "Ctrl-C ends it.",
    )


def _add_serve(commands: Any) -> argparse.ArgumentParser:
    parser = _command(
        commands,
        "serve",
        "Show the running board on a page for phones, tablets and televisions.",
        "Everyone in the same network can open the page. Phones that the board lets in press its keys there.",
    )
    parser.add_argument(
        "--port", type=port, default=PORT, metavar="N", help=f"the port of the page (default: {PORT})"
    )
    parser.add_argument(
        "--alone",
        action="store_true",
        help="run a board of its own inside, with the page as its screen and keys: nothing else is needed",
    )
    _add_opponent(parser, "with --alone: ")
    add_config(parser)
    return parser


def _add_publish(commands: Any) -> argparse.ArgumentParser:
    parser = _command(
        commands,
        "publish",
        "Tell an MQTT broker what happens on the running board.",
        "The table [mqtt] of the configuration names the broker. The command waits for a board and for the "
        "broker, and goes on when either comes back. Ctrl-C ends it.",
    )
    add_config(parser)
    return parser


def _add_club(commands: Any) -> argparse.ArgumentParser:
    parser = _command(
        commands,
        "club",
        "Show the tables of many boards on one page, with standings, a draw and the results.",
        "The boards publish to a broker with 'muggins publish'. Everyone in the same network can open the "
        "page. With --draw or --new, it draws a round or begins an evening, prints what was drawn, and ends; "
        "the page shows it.",
    )
    parser.add_argument(
        "--port",
        type=port,
        default=CLUB_PORT,
        metavar="N",
        help=f"the port of the page (default: {CLUB_PORT})",
    )
    parser.add_argument(
        "--draw",
        choices=("everyone", "swiss"),
        help="draw who plays whom: everyone against everyone else, or the next round of a Swiss tournament",
    )
    parser.add_argument(
        "--players",
        type=Path,
        metavar="FILE",
        help="the players in the draw, one name in each line (default: those of the round before)",
    )
    parser.add_argument(
        "--anyway", action="store_true", help="draw the next round even if games of this one have no result"
    )
    parser.add_argument(
        "--new",
        action="store_true",
        help="begin a new evening, with an empty standing and no draw; all results stay in the CSV",
    )
    add_config(parser)
    return parser


def _add_speak(commands: Any) -> argparse.ArgumentParser:
    parser = _command(
        commands,
        "speak",
        "Say aloud what happens on the running board.",
        "It waits for a board, and goes on when the board starts again. Ctrl-C ends it. On the board, hold "
        "GO to hear it again, and once more for the score; in a game with muggins, press MENU, then J or Q.",
    )
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--say", metavar="TEXT", help="say this and end")
    instead.add_argument(
        "--print",
        action="store_true",
        help="print each sentence on a line, for a braille display or another program, instead of saying it",
    )
    instead.add_argument(
        "--phrases",
        action="store_true",
        help="list the phrases that can be recorded, with the names of the files",
    )
    instead.add_argument(
        "--render",
        type=Path,
        metavar="FOLDER",
        help="synthesise every phrase that has no file in this folder, and check the recordings in it",
    )
    add_config(parser)
    return parser


def _add_wiring(commands: Any) -> argparse.ArgumentParser:
    parser = _command(commands, "wiring", "Show what to connect to which pin of the header.")
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
    return parser


def _add_card(commands: Any) -> argparse.ArgumentParser:
    parser = _command(
        commands,
        "card",
        "Draw a reference card for the table, on one A4 page.",
        "It shows a deal, its points, the keys, what to throw, and who is likely to win.",
    )
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="the file to write, which ends in .pdf, .svg or .png"
    )
    return parser


def _add_doctor(commands: Any) -> argparse.ArgumentParser:
    parser = _command(
        commands,
        "doctor",
        "Check the Pi, the configuration and the parts of the board.",
        "For each fault it says what to do. The exit status is 1 if there is a fault.",
    )
    add_config(parser)
    return parser


def _add_setup(commands: Any) -> argparse.ArgumentParser:
    parser = _command(commands, "setup", "Ask which parts the board has, and write its configuration.")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="the file to write (default: /etc/muggins/muggins.toml, or ~/.config/muggins/muggins.toml if "
        "you may not write there)",
    )
    return parser


def add_config(parser: argparse.ArgumentParser) -> None:
    """Add the option `--config` to a command's parser."""
    # No default here: the default of a command would override a --config given before the command.
    parser.add_argument(
        "--config",
        type=Path,
        default=argparse.SUPPRESS,
        metavar="FILE",
        help="the configuration (default: the first of /boot/firmware/muggins.toml, "
        "/etc/muggins/muggins.toml and ~/.config/muggins/muggins.toml that exists)",
    )


def _add_journal(parser: argparse._ActionsContainer, *, reads_only: bool = True) -> None:
    own = "~/.local/state/muggins/games.txt, or games.txt in $STATE_DIRECTORY"
    service = (
        f"{SERVICE_STATE_FOLDER}/games.txt, the service's, if it is installed or you have no games yourself"
    )
    parser.add_argument(
        "--journal",
        type=Path,
        metavar="FILE",
        help=f"the journal: the file with the games (default: {own}{f'; {service}' if reads_only else ''})",
    )


def _add_json(parser: argparse._ActionsContainer) -> None:
    parser.add_argument("--json", action="store_true", help="print a JSON object")


def _add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--players", type=players, metavar="N", help="2, 3, or 4 players; four play as partners (default: 2)"
    )
    parser.add_argument(
        "--start", metavar="N,N", help="the points of each side before the first deal (default: 0,0)"
    )
    parser.add_argument(
        "--names", metavar="NAME,NAME", help="the players' names, seat by seat, such as Ann,Bob"
    )
    _add_rules(parser)


def _add_pace(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--pace",
        type=pace,
        metavar="SECONDS",
        help=f"the time from one press to the next when a game plays itself (default: {PACE:g})",
    )


def _add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help="set an option of the rules, listed below; can be given several times",
    )


COMMANDS: Mapping[str, Callable[[Any], argparse.ArgumentParser]] = {
    "simulate": _add_simulate,
    "demo": _add_demo,
    "count": _add_count,
    "discard": _add_discard,
    "odds": _add_odds,
    "practice": _add_practice,
    "review": _add_review,
    "replay": _add_replay,
    "record": _add_record,
    "history": _add_history,
    "status": _add_status,
    "press": _add_press,
    "phone": _add_phone,
    "serve": _add_serve,
    "publish": _add_publish,
    "club": _add_club,
    "speak": _add_speak,
    "wiring": _add_wiring,
    "card": _add_card,
    "doctor": _add_doctor,
    "setup": _add_setup,
}
"""The function that adds each command to argparse's subparsers, keyed by the command's name."""
