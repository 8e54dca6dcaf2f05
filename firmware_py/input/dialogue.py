"""The base class of all dialogues.

The parts and settings of a board that affect its input.

The values shown by the dialogue that lets phones join.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple, dataclass_transform

from engine.events import Event
from engine.game import Game
from engine.indices import Seat
from engine.match.history import History

from .keys import Key

if TYPE_CHECKING:
    from engine.setup import Setup


class Equipment(NamedTuple):
    """The parts and settings of a board that determine which keys it accepts, and what they do.

    Attributes:
        joystick: True if the board has a joystick for picking keys on the screen.
        new_game: the default setup for a new game, or None to use the current game's setup.
        powers_off: True if the menu can be used to switch the machine off.
        phones: True if the menu can be used to let phones join, so that they can press the board's keys.
        coach: True if the coach gives advice after each deal, False if it is switched off, None if the board
            has no coach.
    """

    joystick: bool = False
    new_game: Setup | None = None
    powers_off: bool = False
    phones: bool = False
    coach: bool | None = None


KEYS_ALONE = Equipment()
"""The equipment of a board that has only keys and uses the default settings."""


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


@dataclass_transform(frozen_default=True)
class DialogueBase:
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

    def press(
        self, key: Key, history: History, equipment: Equipment
    ) -> tuple[DialogueBase | None, Event | None]:
        """Handle a key press. Return the dialogue that is open afterwards and the event produced, if any.

        Args:
            key: the key.
            history: the match so far.
            equipment: the parts and settings of the board, which determine the entries of the menu.

        Raises:
            CribbageError: the key does nothing in this dialogue. The message lists the keys that can be
                pressed instead.
        """
        raise NotImplementedError

    def asks(self, key: Key) -> Key | None:
        """Return AGAIN if the key makes the voice repeat itself, or SCORE if the key makes it say the score.

        Return None for any other key. The result is always None unless the dialogue is the menu.
        """
        return None

    @property
    def switches_off(self) -> bool:
        """True if the player has confirmed that the machine should be switched off."""
        return False

    def chosen_settings(self, equipment: Equipment) -> Equipment:
        """Return the board's equipment with the settings that this dialogue has changed, if any."""
        return equipment

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
