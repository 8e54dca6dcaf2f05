"""The base class of all dialogues."""

from __future__ import annotations

from typing import ClassVar, NamedTuple, dataclass_transform

from engine.events import Event
from engine.game import Game
from engine.indices import Seat
from engine.match.history import History
from firmware_py.input.equipment import Equipment
from firmware_py.input.keys import Key

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
