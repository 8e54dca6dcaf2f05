"""The commands that follow a running board, press its keys, or show it elsewhere."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from firmware_py.command_line.command import Command
from firmware_py.command_line.shared_options import add_config, add_opponent
from firmware_py.commands.option_values import CLUB_PORT, PORT, port


def _press_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "keys",
        nargs="+",
        metavar="KEY",
        help="A 2 … 10 J Q K, S H D C, GO OK UNDO REDO MENU MUGGINS AGAIN SCORE",
    )


def _press(options: Namespace) -> int | None:
    from firmware_py.commands.press import press

    return press(options)


_PRESS = Command(
    "press",
    _press,
    "Press keys on the running board, and print what came of each.",
    more="The exit status is 1 if a key is refused; the keys after it are not pressed.",
    add_options=_press_options,
    speaks_to_players=True,
)


def _phone(options: Namespace) -> int | None:
    from firmware_py.commands.phone import phone

    return phone(options)


_PHONE = Command(
    "phone",
    _phone,
    "Let phones press keys on the running board: print the address and the code that its menu shows.",
    more="Only root and the group of the board can do this. Each code is good for one phone and two minutes. "
    "It ends when a phone has joined, or with Ctrl-C.",
    speaks_to_players=True,
)


def _serve_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--port", type=port, default=PORT, metavar="N", help=f"the port of the page (default: {PORT})"
    )
    parser.add_argument(
        "--alone",
        action="store_true",
        help="run a board of its own inside, with the page as its screen and keys: nothing else is needed",
    )
    add_opponent(parser, "with --alone: ")
    add_config(parser)


def _serve(options: Namespace) -> None:
    if options.alone:
        from firmware_py.start.start_alone import start_alone

        start_alone(options)
    else:
        from firmware_py.commands.serve import serve

        serve(options)


_SERVE = Command(
    "serve",
    _serve,
    "Show the running board on a page for phones, tablets and televisions.",
    more="Everyone in the same network can open the page. Phones that the board lets in press its keys "
    "there.",
    add_options=_serve_options,
    speaks_to_players=True,
)


def _publish(options: Namespace) -> None:
    from firmware_py.commands.publish import publish

    publish(options)


_PUBLISH = Command(
    "publish",
    _publish,
    "Tell an MQTT broker what happens on the running board.",
    more="The table [mqtt] of the configuration names the broker. The command waits for a board and for the "
    "broker, and goes on when either comes back. Ctrl-C ends it.",
    add_options=add_config,
)


def _club_options(parser: ArgumentParser) -> None:
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


def _club(options: Namespace) -> None:
    from firmware_py.commands.club import club

    club(options)


_CLUB = Command(
    "club",
    _club,
    "Show the tables of many boards on one page, with standings, a draw and the results.",
    more="The boards publish to a broker with 'muggins publish'. Everyone in the same network can open the "
    "page. With --draw or --new, it draws a round or begins an evening, prints what was drawn, and ends; "
    "the page shows it.",
    add_options=_club_options,
    speaks_to_players=True,
)


def _speak_options(parser: ArgumentParser) -> None:
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


def _speak(options: Namespace) -> None:
    from firmware_py.commands.speak import speak

    speak(options)


_SPEAK = Command(
    "speak",
    _speak,
    "Say aloud what happens on the running board.",
    more="It waits for a board, and goes on when the board starts again. Ctrl-C ends it. On the board, hold "
    "GO to hear it again, and once more for the score; in a game with muggins, press MENU, then J or Q.",
    add_options=_speak_options,
    speaks_to_players=True,
)

BOARD_COMMANDS = (_PRESS, _PHONE, _SERVE, _PUBLISH, _CLUB, _SPEAK)
