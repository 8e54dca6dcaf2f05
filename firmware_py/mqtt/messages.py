"""The messages about a board, as JSON objects created from the board's views, and their topics.

They are described in `firmware_py/REFERENCE.md`. They contain no times, because a board's clock may be
wrong. One more message adds the board with all its sensors to Home Assistant, which has supported this since
version 2024.11 (home-assistant.io, MQTT: device discovery payload).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine.change_types import GameBegun, GameWon, TakenBack
from engine.scoring.pegs import points_for_win, spread_of
from firmware_py.system.process import VERSION
from firmware_py.window.seen import SeenBoard, SeenPress
from firmware_py.words.in_use import words

PRESENCE, BOARD, STATE, EVENT, GAME, GAMES = "presence", "board", "state", "event", "game", "games"
"""The last level of each topic: the kind of message."""
KINDS = (PRESENCE, BOARD, STATE, EVENT, GAME, GAMES)
RETAINED = (PRESENCE, BOARD, STATE, GAMES)
"""The retained kinds: the broker keeps the last message, and sends it to each new subscriber."""
ONLINE, OFFLINE = "online", "offline"
"""The two messages about the presence of a board."""
QOS = 1
"""The quality of service of all messages: each arrives at least once."""


def topic(base: str, board: str, kind: str) -> str:
    """Return the topic of a board's messages, such as `muggins/5f0c2b9e41d7/state`.

    Args:
        kind: the kind of messages: one of `KINDS`, such as `state`.
    """
    return f"{base}/{board}/{kind}"


def address(base: str, topic: str) -> tuple[str, str] | None:
    """Return the board's ID and the kind of message in a topic, or None if it is not a board's topic."""
    if not topic.startswith(f"{base}/"):
        return None
    board, _, kind = topic.removeprefix(f"{base}/").partition("/")
    return (board, kind) if board and kind in KINDS else None


def all_boards(base: str, kind: str) -> str:
    """Return the topic filter that matches the messages of one kind from all boards."""
    return topic(base, "+", kind)


FORM = 1
"""The version of the messages. It is increased when programs that read them have to be changed."""

Body = dict[str, Any]


def board_message(board: str, name: str) -> Body:
    """Return the message that identifies the board."""
    return {"version": FORM, "id": board, "name": name, "software": VERSION}


def state_message(view: SeenBoard) -> Body:
    """Return the message about the state of the board: its view without the list of recent key presses."""
    return {key: value for key, value in view.raw.items() if key != "recent"}


def event_messages(view: SeenBoard, seen: int) -> Iterator[tuple[SeenPress, Body]]:
    """Yield each new key press in a view of the board with the message about it, oldest first.

    The field `event` of each message is a unique ID, so that subscribers can recognise a message that arrives
    twice.

    Args:
        view: the view, which lists the latest 32 key presses.
        seen: the sequence number of the last view whose key presses have been reported; 0 if none have been
            reported since the board started.
    """
    sequence, index = None, 0
    for press in view.recent:
        index = index + 1 if press.sequence == sequence else 0
        sequence = press.sequence
        if sequence > seen:
            yield press, {"event": f"{view.run}-{sequence}-{index}", "run": view.run, **press.raw}


class Progress(NamedTuple):
    """A record of which messages about a board the broker has received.

    Attributes:
        run: an ID that changes each time the board starts; empty if the broker has received nothing yet.
        sequence: the sequence number of the latest key press that the broker has received.
        games: the IDs of the games won most recently, oldest first. UNDO can still take back these wins.
        latest: the messages about the last few games that were won, oldest first.
    """

    run: str = ""
    sequence: int = 0
    games: tuple[str, ...] = ()
    latest: tuple[dict[str, Any], ...] = ()

    def after(self, press: SeenPress, names: Sequence[str]) -> tuple[Progress, list[Body]]:
        """Find the games that a key press won, and the wins that it undid.

        Returns:
            The record with these games, and a message for each of them.
        """
        games, messages = list(self.games), list[Body]()
        for change in press.happened:
            if isinstance(change, GameWon):
                games.append(f"{self.run}-{press.sequence}")
                messages.append(won_message(games[-1], change, names))
            elif isinstance(change, TakenBack):
                for undone in change.changes:
                    if isinstance(undone, GameWon) and games:
                        messages.append({"game": games.pop(), "undone": True})
        latest = {each["game"]: each for each in self.latest}
        for message in messages:  # the latest about a game, and where it is the latest
            latest.pop(message["game"], None)
            latest[message["game"]] = message
        listed = tuple(latest.values())[-LISTED:]
        return self._replace(games=tuple(games[-_UNDOABLE:]), latest=listed), messages


_UNDOABLE = 2
"""The number of wins that UNDO can take back: those of the game in progress and of the game before it."""


def news_of(
    view: SeenBoard, progress: Progress, names_before: Sequence[str]
) -> tuple[list[tuple[str, Body]], Progress]:
    """Return what is new in a view of the board: the kind and the content of each message, oldest first.

    If a few views are missed, nothing is lost, because each view lists the latest 32 key presses.

    Args:
        progress: the record of what has been published before.
        names_before: the sides' names in the view before; none if there was none.

    Returns:
        The messages, and the record of what has been published once all of them have arrived.
    """
    if view.run != progress.run:
        progress = progress._replace(run=view.run, sequence=0)
    events, now = list(event_messages(view, progress.sequence)), [side.name for side in view.sides]
    # What happened before the latest beginning of a game is about those who played then.
    begins = [any(isinstance(each, GameBegun) for each in press.happened) for press, _ in events]
    begun = max((index for index, begins_game in enumerate(begins) if begins_game), default=-1)
    news: list[tuple[str, Body]] = []
    for index, (press, event) in enumerate(events):
        names = names_before if index < begun and names_before else now
        progress, games = progress.after(press, names)
        news += [(EVENT, event), *((GAME, game) for game in games)]
    return news, progress._replace(sequence=view.sequence)


LISTED = 10
"""The maximum number of games in the message about the latest games."""


def won_message(game: str, won: GameWon, names: Sequence[str]) -> Body:
    """Return the message about a game that was won."""
    skunk = won.skunk and won.skunk.value
    return {
        "game": game,
        "names": list(names),
        "scores": list(won.scores),
        "winner": won.side,
        "skunk": skunk,
        "spread": spread_of(won.scores, won.side),
        "points": points_for_win(skunk),
        "hands": [list(hands) for hands in won.hands],
    }


_LONGEST_STATE = 255
"""The length of the longest state of a sensor in Home Assistant, in characters."""
_MOST_SIDES = 4
_NAME_OF_SEAT = "{{{{ value_json.names[value_json.{seat}] if value_json.{seat} is not none else '' }}}}"


def discovery_topic(board: str) -> str:
    """Return the topic of the message that tells Home Assistant about a board. `board` is the board's id."""
    return f"homeassistant/device/{board}/config"


def discovery(base: str, board: str, name: str, sides: Sequence[str]) -> dict[str, Any]:
    """Return the message that tells Home Assistant about a board.

    It describes a device with sensors for the prompt, the player to act, the dealer, and the score of each
    side.
    """
    says = words()
    scores = {
        f"score_{side}": _sensor(
            board, f"score_{side}", says.score_sensor(who), f"{{{{ value_json.sides[{side}].score }}}}"
        )
        for side, who in enumerate(sides)
    }
    # A sensor of which nothing but the platform is said is removed.
    gone = {f"score_{side}": {"platform": "sensor"} for side in range(len(sides), _MOST_SIDES)}
    prompt = f"{{{{ value_json.says[:{_LONGEST_STATE}] }}}}"
    return {
        "device": {
            "identifiers": [f"muggins_{board}"],
            "name": name,
            "manufacturer": "Muggins",
            "sw_version": VERSION,
        },
        "origin": {"name": "muggins", "sw_version": VERSION},
        "state_topic": topic(base, board, STATE),
        "availability": [{"topic": topic(base, board, PRESENCE)}],
        "qos": QOS,
        "components": {
            "prompt": _sensor(board, "prompt", says.PROMPT_SENSOR, prompt),
            "turn": _sensor(board, "turn", says.TURN_SENSOR, _NAME_OF_SEAT.format(seat="to_act")),
            "dealer": _sensor(board, "dealer", says.DEALER_SENSOR, _NAME_OF_SEAT.format(seat="dealer")),
            **scores,
            **gone,
        },
    }


def _sensor(board: str, key: str, name: str, template: str) -> Mapping[str, str]:
    return {
        "platform": "sensor",
        "unique_id": f"muggins_{board}_{key}",
        "name": name,
        "value_template": template,
    }
