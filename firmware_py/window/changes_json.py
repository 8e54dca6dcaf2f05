"""Convert the changes in a game to JSON objects for other programs, and read such objects back.

The objects are written to a file, which other programs read: those that announce the game aloud, serve the
web page and publish the game over MQTT. REFERENCE.md describes them under "the board's window".

Both ways follow the fields of the engine's own types: a member has the name of the attribute. `read` does
this for any named tuple, so that a new field of a change needs no code here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from enum import Enum, EnumType
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from engine import change_types as change
from engine.cards import Card
from engine.rules import Rules
from engine.scoring.items import Item

RECENT = 32
"""The maximum number of key presses that the view file lists."""

_NAMES: dict[type, str] = {
    change.GameBegun: "game",
    change.CardCut: "cut",
    change.DealBegun: "deal",
    change.StarterTurned: "starter",
    change.DealThrownIn: "thrown_in",
    change.GameWon: "won",
    change.CardLaid: "laid",
    change.AceCounted: "ace",
    change.Go: "go",
    change.GoProvedFalse: "false_go",
    change.CountRestarted: "restart",
    change.PlayEnded: "play_over",
    change.CardLeft: "left",
    change.HandCard: "hand",
    change.CribCard: "crib",
    change.SuitNamed: "suit",
    change.QuestionAnswered: "answer",
    change.Claimed: "claim",
    change.Points: "points",
    change.ScoreSet: "score_set",
    change.Turn: "turn",
    change.TakenBack: "taken_back",
}
"""Maps each type of change to its value for `what`."""
_TYPES = {name: kind for kind, name in _NAMES.items()}


def change_object(made: change.Change) -> dict[str, Any]:
    """Return a change as a JSON object.

    Its first member, `what`, is the kind of change. The other members are the attributes of the change.
    """
    return {"what": _NAMES[type(made)], **_fields(made)}


def changes_of(objects: list[dict[str, Any]]) -> tuple[change.Change, ...]:
    """Return the changes that these JSON objects describe.

    A change of a kind that this program does not know, because the board is a newer version, is left out.
    """
    found: list[change.Change] = []
    for each in objects:
        kind = _TYPES.get(each["what"])
        if kind is not None:
            with suppress(ValueError):  # a value of a newer board, such as an unheard-of prompt
                found.append(read(kind, each))
    return tuple(found)


def item_object(item: Item) -> dict[str, Any]:
    """Return one part of a score, such as a fifteen, as a JSON object with its points and its cards."""
    return _fields(item)


def _fields(value: Any) -> dict[str, Any]:
    return {name: _plain(each) for name, each in value._asdict().items()}


def _plain(value: Any) -> Any:
    match value:
        case Card():
            return str(value)
        case Enum():
            return value.value
        case Rules():
            return {"players": value.players, "game": value.game, "target": value.target}
        case Item():
            return item_object(value)
        case tuple() if type(value) in _NAMES:
            return change_object(value)  # type: ignore[arg-type]  # its type is that of a change
        case tuple():
            return [_plain(each) for each in value]
    return value


_Read = TypeVar("_Read")


def read(kind: type[_Read], found: Mapping[str, Any]) -> _Read:
    """Return the named tuple of the given type that a JSON object describes.

    A member that the type does not have is ignored. A missing member leaves the attribute's default.

    Raises:
        ValueError: this program does not know a value, or a member is missing whose attribute has no default.
    """
    readers = _readers(kind)  # type: ignore[arg-type]  # types can be hashed
    values = {name: reader(found[name]) for name, reader in readers.items() if name in found}
    try:
        return kind(**values)
    except TypeError as error:
        raise ValueError(str(error)) from None


@cache
def _readers(kind: type) -> dict[str, Callable[[Any], Any]]:
    hints = get_type_hints(kind)
    return {name: _reader(hints[name]) for name in kind._fields}  # type: ignore[attr-defined]


def _reader(hint: Any) -> Callable[[Any], Any]:
    """Return the function that converts a JSON value to the type of an attribute."""
    if hint == tuple[change.Change, ...]:
        return changes_of
    if hint in _READ:
        return _READ[hint]
    if get_origin(hint) in (Union, UnionType):
        (of,) = (_reader(each) for each in get_args(hint) if each is not NoneType)
        return lambda value: _known(of, value)
    if get_origin(hint) is tuple:
        kind, *others = get_args(hint)
        each = _reader(kind)
        return (lambda value: tuple(map(each, value))) if others == [Ellipsis] else tuple
    if hasattr(hint, "_fields"):
        return lambda value: read(hint, value)
    return hint if isinstance(hint, EnumType) else lambda value: value


def _known(of: Callable[[Any], Any], value: Any) -> Any:
    """Return None for None, and for a value of a newer board."""
    try:
        return None if value is None else of(value)
    except ValueError:
        return None


_READ: dict[Any, Callable[[Any], Any]] = {
    Card: Card.parse,
    Rules: lambda found: Rules(found["game"], found["players"], found["target"]),
}
"""Maps the types that are neither plain values nor named tuples nor enumerations to their readers."""
