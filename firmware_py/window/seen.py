"""The board as its view file describes it.

The follower of a board reads each view once, into a `SeenBoard`. Programs that watch the board take all that
they know of it from these types. A member of the file that they do not know is ignored, and one that is
missing leaves a default, so that a program also understands an older or a newer board.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from engine.cards import Card
from engine.change_types import Change, TakenBack
from engine.errors import InvalidRules
from engine.prompts import Prompt
from engine.rules import Rules
from engine.scoring.pegs import Skunk

from .changes_json import changes_of, read

Row = tuple[str, str]
"""The left and the right text of a row."""
Hint = tuple[str, str]
"""The label of a key, and its meaning."""


class SeenSide(NamedTuple):
    """A side: its name, its score, the holes of its two pegs, and the games that it has won in the match."""

    name: str = ""
    score: int = 0
    front: int = 0
    back: int = 0
    games: int = 0


class SeenPage(NamedTuple):
    """A page that covers the game on the screen.

    Attributes:
        title: the title.
        corner: the text beside the title.
        lines: the rows, each as one text.
        rows: the rows. Each consists of a label, such as an option's name, and the text beside it, such as
            the option's value.
        keys: the keys that do something on the page, with their meanings.
        unshown: those keys for which the rows have no room.
        aloud: the rows to read aloud; None if they are the same as `rows`.
        place: the number of the page and the total number of such pages, or None if it is the only one.
        typed: the digits typed so far, or None if the page does not ask for a number.
        letters: the letters typed so far, or None if the page does not ask for a name.
    """

    title: str = ""
    corner: str = ""
    lines: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    keys: tuple[Hint, ...] = ()
    unshown: tuple[Hint, ...] = ()
    aloud: tuple[Row, ...] | None = None
    place: tuple[int, int] | None = None
    typed: str | None = None
    letters: str | None = None

    @property
    def spoken(self) -> tuple[Row, ...]:
        """The rows to read aloud."""
        return self.rows if self.aloud is None else self.aloud


class Counting(NamedTuple):
    """The hand or crib that a prompt is about.

    Attributes:
        seat: the seat of its owner.
        crib: True for a crib, or False for a hand.
        claimed: the points that the owner claims, or None if the owner has not claimed any yet.
    """

    seat: int
    crib: bool
    claimed: int | None = None


class SeenScreen(NamedTuple):
    """The prompt, the cards on the table and the messages on the screen.

    Attributes:
        prompt: the prompt, or None if the board asks for something that is no part of the game.
        says: the prompt in words.
        keys: the keys that answer the prompt, with their meanings.
        can: what can be pressed now, as phrases; empty while a page is open, which lists its keys itself.
        table: the cards on the table: the cards in the running count, the starter, or the cards cut for the
            deal.
        starter: the starter, or None if it has not been turned up yet.
        shows_starter: True if `table` contains only the starter, which has just been turned up.
        to_act: the seat of the player who acts next, or None if the game is over.
        keyed: the cards entered so far, if the prompt asks for the cards of a hand or crib.
        missing: the number of cards in this hand or crib that have not been entered yet.
        typed: the digits typed so far, or None if the prompt does not ask for a number.
        counting: the hand or crib that the prompt is about, or None if the prompt is not about a count.
        page: the page that is shown instead of the game, or None if the game is shown.
        notice: the messages to the players as one text, or None if there are none.
        notices: the messages to the players, oldest first.
        chosen: the label of the key that has been chosen with the joystick, or None if there is none.
        join_at: the address at which a phone can join with the code on the screen; None if there is none.
        code: the code that lets a phone join, or None if the screen does not show one.
    """

    prompt: Prompt | None = None
    says: str = ""
    keys: tuple[Hint, ...] = ()
    can: tuple[str, ...] = ()
    table: tuple[Card, ...] = ()
    starter: Card | None = None
    shows_starter: bool = False
    to_act: int | None = None
    keyed: tuple[Card, ...] = ()
    missing: int = 0
    typed: str | None = None
    counting: Counting | None = None
    page: SeenPage | None = None
    notice: str | None = None
    notices: tuple[str, ...] = ()
    chosen: str | None = None
    join_at: str | None = None
    code: str | None = None


class SeenPress:
    """A key press that a view lists.

    Attributes:
        raw: the JSON object that describes it.
        sequence: the sequence number of the first view that lists it.
        key: the name of the key, such as `10` or `UNDO`.
        refused: the reason for which the board refused the key, or None if it did not.
        aloud: the same reason as the voice says it.
        said: the sentences about it.
        dropped: a sentence that says which later presses a correction has dropped; None if it dropped none.
        id: the identifier that came with the press, or None if there was none.
    """

    def __init__(self, raw: dict[str, Any]) -> None:
        self.raw = raw
        self.sequence: int = raw.get("sequence", 0)
        self.key: str = raw.get("key", "")
        self.refused: str | None = raw.get("refused")
        self.aloud: str | None = raw.get("aloud", self.refused)
        self.said: tuple[str, ...] = tuple(raw.get("said", ()))
        self.dropped: str | None = raw.get("dropped")
        self.id: str | None = raw.get("id")

    @cached_property
    def happened(self) -> tuple[Change, ...]:
        """The changes to the game, oldest first.

        They are read when they are asked for: a view lists 32 presses, most of which have been seen before.
        """
        return changes_of(self.raw.get("happened", []))

    @property
    def taken_back(self) -> tuple[Change, ...]:
        """The earlier changes that the key press undid, oldest first. A correction also makes new changes."""
        first = next(iter(self.happened), None)
        return first.changes if isinstance(first, TakenBack) else ()

    @property
    def made(self) -> tuple[Change, ...]:
        """The changes that the key press made, oldest first, without those that it undid."""
        return tuple(change for change in self.happened if not isinstance(change, TakenBack))


class SeenBoard(NamedTuple):
    """All that a view file says of a board.

    Attributes:
        raw: the JSON object in the file.
        run: a name that changes with each start of the board.
        sequence: grows by one with each view.
        running: False once the board has stopped.
        presses: the number of key presses of the match that count.
        rules: the rules in force, without options that this program does not know.
        names: the players' names, by seat.
        sides: the sides.
        deals: the number of deals that have been finished in this game.
        dealer: the dealer's seat, or None before the cut for deal.
        count: the count of the play, or 0 if no cards are being played.
        winner: the side that has won, or None if the game is not over.
        skunk: the worst skunk of a loser, or None if there was no skunk or the game is not over.
        screen: what is shown to the players.
        recent: the latest key presses, oldest first.
    """

    raw: dict[str, Any]
    run: str = ""
    sequence: int = 0
    running: bool = False
    presses: int = 0
    rules: Rules = Rules()
    names: tuple[str, ...] = ()
    sides: tuple[SeenSide, ...] = ()
    deals: int = 0
    dealer: int | None = None
    count: int = 0  # type: ignore[assignment]  # a word of cribbage; it hides tuple.count
    winner: int | None = None
    skunk: Skunk | None = None
    screen: SeenScreen = SeenScreen()
    recent: tuple[SeenPress, ...] = ()

    @classmethod
    def of(cls, raw: dict[str, Any]) -> SeenBoard:
        """Return the board that the JSON object from a view file describes.

        Raises:
            TypeError: a member is not of the expected kind. It may also raise `ValueError`.
        """
        settings = (f"game={raw.get('game')}", f"target={raw.get('target')}", *raw.get("options", ()))
        board = read(cls, {**raw, "raw": raw, "screen": raw, "recent": ()})
        return board._replace(
            rules=_rules(raw.get("players", 2), settings),
            recent=tuple(map(SeenPress, raw.get("recent", ()))),
        )

    def presses_since(self, sequence: int) -> list[SeenPress]:
        """Return the listed key presses that the view with this sequence number did not list yet."""
        return [press for press in self.recent if press.sequence > sequence]


@lru_cache(maxsize=2)
def _rules(players: int, settings: Iterable[str]) -> Rules:
    with suppress(InvalidRules):
        return Rules.parse(settings, players=players, recorded=True)
    rules, known = Rules(), list[str]()
    for setting in settings:
        with suppress(InvalidRules):
            rules = Rules.parse((*known, setting), players=players, recorded=True)
            known.append(setting)
    return rules
