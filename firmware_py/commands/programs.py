"""`muggins serve`, `publish` and `speak`: the programs that follow the running board.

Each runs for as long as the board does, so each imports only what it needs itself.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from .options import PORT, Command, add_config, add_opponent, folder, port


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


def serve(options: Namespace) -> None:
    """Serve the page of the running board or, with `--alone`, of a board of its own."""
    if options.alone:
        from firmware_py.start.alone import start_alone

        start_alone(options)
    else:
        from firmware_py.serve.serve import serve as serve_board

        serve_board(options)


def publish(options: Namespace) -> None:
    """Publish the games on the board to an MQTT broker, until Ctrl-C or SIGTERM.

    If no board is running, wait for one.
    """
    from firmware_py.config import files
    from firmware_py.config.build import load
    from firmware_py.config.programs import MqttSettings
    from firmware_py.journal.locations import default_journal
    from firmware_py.mqtt.publisher import publish_board
    from firmware_py.system.output import Log
    from firmware_py.window.folder import folder_of_a_board, own_folder
    from firmware_py.words.in_use import use

    config = load(options.config or files.found())
    use(config.words)
    folder = folder_of_a_board(default_journal())
    publish_board(config.mqtt or MqttSettings(), folder, own_folder() or folder, Log())


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
        type=folder,
        metavar="FOLDER",
        help="synthesise every phrase that has no file in this folder, and check the recordings in it",
    )
    add_config(parser)


def speak(options: Namespace) -> None:
    """Say aloud what happens on the running board, until Ctrl-C or SIGTERM."""
    from firmware_py.speech.speak import speak as speak_of_board

    speak_of_board(options)


COMMANDS = {
    "serve": Command(
        serve,
        _serve_options,
        "Everyone in the same network can open the page. Phones that the board lets in press its keys there.",
        speaks_to_players=True,
    ),
    "publish": Command(
        publish,
        add_config,
        "The table [mqtt] of the configuration names the broker. The command waits for a board and for the "
        "broker, and goes on when either comes back. Ctrl-C ends it.",
    ),
    "speak": Command(
        speak,
        _speak_options,
        "It waits for a board, and goes on when the board starts again. Ctrl-C ends it. On the board, hold "
        "GO to hear it again, and once more for the score; in a game with muggins, press MENU, then J or Q.",
        speaks_to_players=True,
    ),
}
