"""The base class of all dialogues, and the values that pass between a dialogue and the board.

While a dialogue is open, key presses go to the dialogue, not to the game.
"""

# Without `from __future__ import annotations`, which would make each of these classes slower to create.

from abc import ABC, abstractmethod
from enum import Enum
from typing import ClassVar, NamedTuple, dataclass_transform

from engine.events import Event
from engine.game import Game
from engine.indices import Seat
from engine.match.history import History

from .keys import Key
from .page import Page
from .settings import KEYS_ALONE, Equipment

LEAVE = (Key.GO, Key.UNDO, Key.MENU)
"""The keys that close a dialogue, unless the dialogue uses them for something else."""


class PhoneRequests(NamedTuple):
    """The requests that the players have made while the dialogue that lets phones join is open.

    Attributes:
        codes: the number of codes that the players have asked for.
        withdrawals: the number of times that they have withdrawn every phone's permission to press keys.
        is_asking: True while they are asked whether to withdraw it.
    """

    codes: int
    withdrawals: int
    is_asking: bool = False


class PhoneOffer(NamedTuple):
    """Everything shown by the dialogue that lets phones join.

    Attributes:
        code: the code that lets a phone join, or None if none is valid at the moment.
        host: the address at which phones can open the web page, such as `192.168.178.123` or
            `192.168.178.123:8080`; None until the web page's server has reported it.
        joined: how many times a phone has joined since all phones last lost their permission to press keys. A
            phone that joins again is counted again.
        is_withdrawn: True if all phones have just lost their permission to press keys.
        is_late: True if the server has not reported its address in time.
        is_service: True if the board runs as the service installed by the Debian package.
    """

    code: str | None = None
    host: str | None = None
    joined: int = 0
    is_withdrawn: bool = False
    is_late: bool = False
    is_service: bool = False


class Scene(NamedTuple):
    """Everything that the page of a dialogue can show.

    Attributes:
        phones: what the dialogue that lets phones join shows, or None if that is not known yet.
        update: the page that says how far the update of the board is, or how it ended; None if there is none.
        hint: the sentences of the coach's hint; empty while it is not known yet.
    """

    history: History
    equipment: Equipment = KEYS_ALONE
    phones: PhoneOffer | None = None
    update: Page | None = None
    hint: tuple[str, ...] = ()


class Want(Enum):
    """A wish of the players that needs more than the game."""

    SWITCH_OFF = "switch the machine off"
    UPDATE = "update the board"


class Reply(NamedTuple):
    """The answer of a dialogue to a key press.

    Attributes:
        dialogue: the dialogue that is open afterwards, or None. It closes if an event was produced and
            is accepted.
        event: the event that the key press produced, if any.
        wants: what the board is asked to do besides: to say AGAIN or SCORE, to switch off or update
            itself, or to use this equipment from now on.
    """

    dialogue: "Dialogue | None" = None
    event: Event | None = None
    wants: Key | Equipment | Want | None = None


CLOSED = Reply()


@dataclass_transform(frozen_default=True)
class Dialogue(ABC):
    """The base class of all dialogues. A subclass declares its fields as annotated attributes.

    Dialogues are immutable. Unlike a frozen dataclass, this class does not need `dataclasses`, which is slow
    to import on a small Pi.

    Attributes:
        prompt: the dialogue's name in the JSON output, or None to use the name of the game's prompt.
    """

    __match_args__: ClassVar[tuple[str, ...]] = ()
    prompt: ClassVar[str | None] = None

    def __init_subclass__(cls) -> None:
        cls.__match_args__ = tuple(cls.__annotations__)  # type: ignore[misc]  # final to a type checker

    def __init__(self, *values: object, **named: object) -> None:
        given = dict(zip(self.__match_args__, values, strict=False), **named)
        if len(given) < len(values) + len(named) or not given.keys() <= set(self.__match_args__):
            raise TypeError(f"{type(self).__name__}{self.__match_args__}")
        for name in self.__match_args__:
            vars(self)[name] = given[name] if name in given else getattr(self, name)

    @abstractmethod
    def press(self, key: Key, history: History, equipment: Equipment) -> Reply:
        """Handle a key press.

        Raises:
            CribbageError: the key does nothing in this dialogue. The message lists the keys that can be
                pressed instead.
        """

    @abstractmethod
    def page(self, scene: Scene) -> Page:
        """Return the page that shows the dialogue."""

    @property
    def phone_requests(self) -> PhoneRequests | None:
        """The players' requests for phones to join, or None if this dialogue does not let phones join."""
        return None

    def claimed_by(self, seat: Seat, game: Game) -> Event | None:
        """Return the event in which the player at this seat claims missed points.

        Return None if this dialogue does not ask who claims points, or if this player may not claim them.
        """
        return None

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a dialogue never changes: {name} cannot be set")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    def __hash__(self) -> int:
        return hash((type(self), *vars(self).values()))

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"{type(self).__name__}({fields})"
