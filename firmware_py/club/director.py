"""The director's pen: results entered, corrected or struck, games forfeited, players renamed or withdrawn.

Each of the director's commands is an event, and a line in the file of results, between the games before and
after it. What counts follows from all events together: nothing is lost, and another event takes one back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from enum import Enum
from typing import NamedTuple

from .tables import is_number


class Act(Enum):
    """The kind of an event. The value is the first word of the command."""

    RESULT = "result"
    STRIKE = "strike"
    RENAME = "rename"
    FORFEIT = "forfeit"
    WITHDRAW = "withdraw"
    UNDO = "undo"
    EVENING = "evening"
    """A new evening begins: everyone is back, and names mean themselves. Nobody types this."""


class Stroke(NamedTuple):
    """An event.

    Attributes:
        typed: the words of the command.
        time: the time by the club's clock, in seconds since 1970.
        names: the players. `RENAME` has the old name and the new one, `FORFEIT` the loser and the winner.
        scores: the scores of a `RESULT`, in the order of the names.
        number: the number of the result that is corrected or struck; otherwise 0.
        round: for `WITHDRAW`, the number of the round that was being played; 0 if there was none.
        after: the number of results that the club had before the event. `Results.direct` sets it.
    """

    typed: Sequence[str]
    time: float
    act: Act
    names: tuple[str, ...] = ()
    scores: tuple[int, ...] = ()
    number: int = 0
    round: int = 0
    after: int = 0

    @property
    def enters(self) -> bool:
        """True if the event adds a result instead of changing one."""
        return self.act in (Act.RESULT, Act.FORFEIT) and not self.number

    @property
    def result(self) -> int:
        """The number of the result that the event enters or changes, or 0."""
        return self.after + 1 if self.enters else self.number


def event_of(typed: Sequence[str], seconds: float) -> Stroke | None:
    """Return the event that the words of a command stand for, or None if they do not make a command."""
    match list(typed):
        case ["undo" | "evening" as act]:
            return Stroke(typed, seconds, Act(act))
        case ["strike", number] if _number(number):
            return Stroke(typed, seconds, Act.STRIKE, number=_number(number))
        case ["withdraw", name, *last] if name and len(last) < 2 and _number("".join(last) or "0") >= 0:
            return Stroke(typed, seconds, Act.WITHDRAW, (name,), round=_number("".join(last) or "0"))
        case ["rename" | "forfeit" as act, one, other] if one.casefold() != other.casefold():
            return Stroke(typed, seconds, Act(act), (one, other))
        case ["result", *cells] if 4 <= len(cells) <= 9:
            which, pairs = (_number(cells[0]), cells[1:]) if len(cells) % 2 else (0, cells)
            names, scores = tuple(pairs[::2]), tuple(map(_number, pairs[1::2]))
            is_won = sorted(scores)[-1] > sorted(scores)[-2] and all(map(is_number, scores))
            if is_won and len({name.casefold() for name in names}) == len(names) and which >= 0:
                return Stroke(typed, seconds, Act.RESULT, names, scores, which)
    return None


def _number(text: str) -> int:
    """Return -1 for a text that is no number."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


class Decisions(NamedTuple):
    """The decisions of all events together.

    Attributes:
        latest: the latest event of this evening that still holds, or None.
        results: for each result that was entered, corrected or struck, by its number, the event that counts.
        renames: old names, new names, and the numbers after which and up to which results have the new ones.
        withdrawn: the players who have withdrawn from this evening, in small letters, in their order, each
            with the number of the round that was being played, or 0.
    """

    latest: Stroke | None = None
    results: Mapping[int, Stroke] = {}
    renames: Sequence[tuple[str, str, int, float]] = ()
    withdrawn: Mapping[str, int] = {}

    def name(self, name: str, number: float = float("inf")) -> str:
        """Return the player for whom a name stands in the result with this number, by default the next."""
        for old, new, after, until in self.renames:
            if after < number <= until and name.casefold() == old.casefold():
                name = new
        return name


def decided(events: Iterable[Stroke]) -> Decisions:
    """Return what events have decided, given in their order."""
    held: list[Stroke] = []
    for event in events:
        if event.act is not Act.UNDO:
            held.append(event)
        elif held and held[-1].act is not Act.EVENING:
            held.pop()
    results: dict[int, Stroke] = {}
    renames: list[tuple[str, str, int, float]] = []
    withdrawn: dict[str, int] = {}
    begun = 0
    for event in held:
        if event.act is Act.EVENING:
            begun, withdrawn = event.after, {}
            renames = [(old, new, after, min(until, begun)) for old, new, after, until in renames]
        elif event.act is Act.RENAME:
            renames.append((*event.names, begun, float("inf")))  # type: ignore[arg-type]
        elif event.act is Act.WITHDRAW:
            withdrawn[event.names[0]] = event.round
        else:
            results[event.result] = event
    latest = held[-1] if held and held[-1].act is not Act.EVENING else None
    decisions = Decisions(latest, results, renames)
    gone = {decisions.name(name).casefold(): last for name, last in withdrawn.items()}
    return decisions._replace(withdrawn=gone)


def nearest(name: str, players: Iterable[str]) -> str:
    """Return the player whose name is most like this one, or an empty string if none is like it."""
    spelt = {player.casefold(): player for player in players}
    found = get_close_matches(name.casefold(), spelt, n=1, cutoff=0.5)
    return spelt[found[0]] if found else ""
