"""`muggins club`: serve the page of a club, or draw who plays whom."""

from __future__ import annotations

import asyncio
import random
import socket
import threading
import time
from argparse import ArgumentParser, Namespace
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_py.club.director import Act, Stroke
from firmware_py.club.evening_file import (
    Evening,
    club_folder,
    keep_evening,
    read_evening,
    read_players,
    write_evening,
)
from firmware_py.club.page_objects import round_title
from firmware_py.club.pairing import Draw, Form, Pair
from firmware_py.club.results import Results
from firmware_py.club.results_file import read_results
from firmware_py.club.rounds import champion, draw_now, missing, next_draw
from firmware_py.club.season import read_season, season_csv, season_object, season_page, season_text
from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.config.programs import MqttSettings
from firmware_py.mqtt.messages import discovery_topic
from firmware_py.system.errors import UsageError
from firmware_py.system.output import Log, say, show
from firmware_py.system.process import end_server_on_signals
from firmware_py.words.in_use import use, words

from .director import USAGES, direct, write_event
from .options import CLUB_PORT, Command, add_config, add_json, port, whole_number

if TYPE_CHECKING:
    from firmware_py.club.evening import LiveEvening


def _club_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "pen",
        nargs="*",
        metavar="COMMAND",
        help=f"{SEASON}, which adds evenings up; code, which makes the director's code for the page; or the "
        f"director's pen: {'; '.join(USAGES)}",
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
        choices=[form.value for form in Form],
        help="draw who plays whom: everyone against everyone else, or the next round of a Swiss tournament "
        "or of a knock-out",
    )
    parser.add_argument(
        "--rounds",
        type=whole_number,
        metavar="N",
        help="draw N rounds at once, in which everyone moves on by a seat",
    )
    parser.add_argument(
        "--bye",
        type=int,
        choices=(0, 2, 3),
        help="the game points of a bye in this evening's standing (default: 0)",
    )
    parser.add_argument(
        "--best-of",
        type=int,
        choices=(1, 3, 5),
        help="in a round of a knock-out, who first wins most of so many games goes on (default: as in the "
        "round before, or 1)",
    )
    parser.add_argument(
        "--players",
        type=Path,
        metavar="FILE",
        help="the players in the draw, one name in each line, in a knock-out the best first (default: those "
        "of the round before)",
    )
    parser.add_argument(
        "--anyway", action="store_true", help="draw the next round even if games of this one have no result"
    )
    parser.add_argument(
        "--new",
        action="store_true",
        help="begin a new evening, with an empty standing and no draw; all results stay in the CSV",
    )
    parser.add_argument(
        "--best",
        type=whole_number,
        metavar="N",
        help="in a season, only the best N evenings of each player count",
    )
    shown = parser.add_mutually_exclusive_group()
    add_json(shown)
    shown.add_argument("--csv", action="store_true", help="print a season as CSV")
    shown.add_argument("--html", action="store_true", help="print a season as a page for browsers")
    parser.add_argument(
        "--access",
        action="store_true",
        help="print access rules for the broker: each board, its id as the user, sends only its own results",
    )
    add_config(parser)


SEASON = "season [FOLDER]"
"""How a season is asked for after `muggins club`."""

_GLANCE = 2.0
"""The time, in seconds, between two checks for a new draw, and between two attempts to store results."""


def club(options: Namespace) -> None:
    """Serve the club's page until Ctrl-C or SIGTERM.

    With the option `--draw` or `--new`, pair the players for a round or begin a new club night instead. With
    `--access`, print access rules for the broker. With a command such as `strike 3`, change the results.
    """
    config = load(options.config or files.found())
    use(config.words)
    folder = club_folder()
    if options.rounds is not None:
        if options.draw not in (None, Form.EVERYONE.value) or not 1 <= options.rounds <= 100:
            raise UsageError("--rounds draws 1 to 100 rounds at once: leave out --draw swiss and knockout")
        options.draw = Form.EVERYONE.value
    if options.pen and (options.access or options.draw or options.new or options.players or options.anyway):
        raise UsageError(f"{options.pen[0]} stands without other options")
    if options.pen[:1] == ["season"]:
        _season(folder, options)
        return
    if options.pen == ["code"]:
        from firmware_py.club.pen import make_code

        say(words().club_code(make_code(folder)))
        return
    if options.best is not None or options.json or options.csv or options.html:
        raise UsageError("--best, --json, --csv and --html go with 'muggins club season'")
    if options.best_of is not None and options.draw != Form.KNOCKOUT.value:
        raise UsageError("--best-of goes with --draw knockout")
    if options.access and (options.draw or options.new or options.players or options.anyway):
        raise UsageError("--access stands alone: leave out --draw, --new, --players and --anyway")
    if options.pen:
        say(direct(folder, options.pen))
    elif options.access:
        say(_access_rules(config.mqtt or MqttSettings()))
    elif options.draw or options.new:
        _draw(folder, options)
    elif options.players or options.anyway or options.bye is not None:
        raise UsageError("--players, --anyway and --bye go with --draw; see muggins club --help")
    else:
        _serve_club(folder, options.port, config.mqtt or MqttSettings())


def _season(folder: Path, options: Namespace) -> None:
    if len(options.pen) > 2 or options.best == 0:
        raise UsageError("type it so: muggins club season [FOLDER] [--best N]")
    season = read_season(Path(*options.pen[1:]) if options.pen[1:] else folder, options.best, words())
    if options.json:
        show(season_object(season))
    elif options.csv:
        say(season_csv(season, words()).rstrip("\r\n"))
    else:
        say((season_page if options.html else season_text)(season, words()))


def _draw(folder: Path, options: Namespace) -> None:
    named = read_players(options.players) if options.players else []
    if options.new:
        if options.draw:
            _players(options.players, named, None)  # complains before the evening is over
        keep_evening(folder, read_evening(folder))
        write_event(folder, Stroke(["evening"], time.time(), Act.EVENING))
    results = read_results(folder)
    evening = Evening(len(results)) if options.new else read_evening(folder)
    evening = evening._replace(draw=draw_now(evening.draw, results))
    drawn = []
    if options.draw:
        form, before = Form(options.draw), evening.draw
        if before and (form is not before.form or form is Form.EVERYONE):
            raise UsageError("this evening already has a draw; to begin another one, add --new")
        left = missing(before, results) if before else []
        if left and not options.anyway:
            raise UsageError(_unfinished(left, _strangers(before, results)))
        if before and form is Form.KNOCKOUT:
            _check_knockout(before, results, options.players)
        gone = results.decisions.withdrawn
        players = [name for name in _players(options.players, named, before) if name.casefold() not in gone]
        if before is None and form is not Form.KNOCKOUT:
            random.shuffle(players)
        after = next_draw(before, form, players, results, words(), options.rounds)
        after = after._replace(bye=after.bye if options.bye is None else options.bye)
        if options.best_of:
            last = after.rounds[-1]._replace(best_of=options.best_of)
            after = after._replace(rounds=(*after.rounds[:-1], last))
        evening = evening._replace(draw=after)
        drawn = _lines(after, 0 if before is None else len(before.rounds))
    write_evening(folder, evening)
    for line in ([words().CLUB_NEW_EVENING] if options.new else []) + drawn:
        say(line)


def _check_knockout(before: Draw, results: Results, players: Path | None) -> None:
    """Complain if the knock-out has no further round, or cannot have other players."""
    if before.places(len(before.rounds)) <= 2:
        winner = champion(before, results)
        over = words().club_champion(winner) if winner else "the final was the last round."
        raise UsageError(f"{over} To begin another draw, add --new")
    if players:
        raise UsageError("the next round of a knock-out has those who won: leave out --players")


def _players(path: Path | None, named: list[str], before: Draw | None) -> list[str]:
    if path is not None:
        found = named
    elif before is None or not before.rounds:
        raise UsageError("the first round needs the players: write one name in each line, and add --players")
    else:
        last = before.rounds[-1]
        names = [*(name for pair in last.pairs for name in pair), *last.idle]
        found = list(dict.fromkeys(names))
    if len(found) < 2:
        raise UsageError(f"{path}: a draw needs two players or more")
    return found


def _strangers(draw: Draw | None, results: Results) -> list[str]:
    """Return the names in results since the last round was paired that are not in the draw."""
    if draw is None or not draw.starts:
        return []
    players = {name.casefold() for name in draw.players}
    names = [name for each in results.since(draw.starts[-1]) for name in each.result.names]
    return [name for name in dict.fromkeys(names) if name.casefold() not in players]


def _unfinished(left: list[Pair], strangers: list[str]) -> str:
    more = f" and {len(left) - 1} more" if len(left) > 1 else ""
    unknown = f"there are results of {', '.join(strangers)}, not in the draw; " if strangers else ""
    return (
        f"the round is not finished: {left[0].one} – {left[0].other}{more} have no result; {unknown}"
        "to draw the next one all the same, add --anyway"
    )


def _lines(draw: Draw, first: int) -> list[str]:
    lines = []
    for number, each in enumerate(draw.rounds[first:], first + 1):
        lines.append(round_title(draw, number, words()))
        lines += [f"{place:4}  {pair.one} – {pair.other}" for place, pair in enumerate(each.pairs, 1)]
        if each.idle:
            lines.append(f"      {words().club_bye(each.idle)}")
    return lines + ([words().CLUB_SEATS] if draw.form is Form.EVERYONE else [])


def _access_rules(broker: MqttSettings) -> str:
    """Return an access file (`acl_file`) for Mosquitto, so that no board can send the results of another."""
    return (
        "# Each board signs in with its id as the user, and writes only its own messages.\n"
        f"pattern write {broker.base}/%u/#\n"
        f"pattern write {discovery_topic('%u')}\n"
        "# The club only reads.\n"
        f"user {broker.user or 'club'}\n"
        f"topic read {broker.base}/#"
    )


def _serve_club(folder: Path, port: int, broker: MqttSettings) -> None:
    from firmware_py.mqtt.session import require_paho
    from firmware_py.serve.serve import page_url, require_tornado

    require_tornado("club")
    require_paho("club")
    from firmware_py.club.evening import LiveEvening
    from firmware_py.system.network import allow_many_files, listening

    read_evening(folder)  # complains if the file is damaged
    log = Log()
    with closing(LiveEvening(folder, words(), log.warning)) as evening:
        own = listening(port)
        allow_many_files()
        say(words().club_is_at(f"{page_url(port)}/"))
        with suppress(KeyboardInterrupt):
            asyncio.run(_run(own, evening, broker, folder, log))


async def _run(
    listening: socket.socket, evening: LiveEvening, broker: MqttSettings, folder: Path, log: Log
) -> None:
    from firmware_py.club.broker import broker_connection
    from firmware_py.club.pen import Pen
    from firmware_py.club.server import club_application, club_files
    from firmware_py.serve.server import FAREWELL, PageServer
    from firmware_py.system.web import Connections

    ended = asyncio.Event()
    connection = broker_connection(evening, broker, folder, log)
    connections = Connections()
    pen = Pen(folder, partial(direct, folder), evening.look_for_draw)
    application = club_application(club_files(words()), evening.latest, evening.csv, connections, pen)
    server = PageServer(application, connections)
    server.add_socket(listening)
    end_server_on_signals(ended)
    evening.begin()
    thread = threading.Thread(target=connection.run, daemon=True)
    thread.start()
    while not ended.is_set():
        with suppress(TimeoutError):
            await asyncio.wait_for(ended.wait(), _GLANCE)
        evening.look_for_draw()
        evening.store()
    connection.stop()
    await server.finish(evening.latest)
    await asyncio.to_thread(thread.join, FAREWELL)
    if not thread.is_alive():  # an attempt to connect may take long, and is given up when the program ends
        connection.close()


COMMANDS = {
    "club": Command(
        club,
        _club_options,
        "The boards publish to a broker with 'muggins publish'. Everyone in the same network can open the "
        "page. With --draw or --new, it draws a round or begins an evening, prints what was drawn, and ends; "
        "the page shows it.",
        speaks_to_players=True,
    )
}
