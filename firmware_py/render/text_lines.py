"""The three lines of text on the OLED: what is wanted, and above it what was counted or lies on the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from firmware_py.render.font import NARROW, lines_of, wrap
from firmware_py.view.view import View

if TYPE_CHECKING:
    from firmware_py.view.calls import Call

LINES = 3
_ROOM = 127
"""How wide a line can be, in px."""


def lines_above(view: View, beside: int = 0) -> list[str]:
    """The prompt, and above it what was counted, or what lies on the table.

    The prompt takes two lines where nothing else needs them. `beside` is how many px at the right end of the
    prompt are to stay free.
    """
    keys = 1 if view.hints else 0
    wanted = _wanted(view, beside)
    room = LINES - len(wanted) - keys
    lines = _in_the_play(view, room) if _is_in_the_play(view) else _above(view, room)
    # The second of two calls at once may take the place of the prompt: the sign above says whose turn it is.
    return (lines + [""] * (room - len(lines)) + wanted)[: LINES - keys]


def _wanted(view: View, beside: int) -> list[str]:
    """The fullest form of the prompt that fits."""
    two = not (view.calls or beside or (view.cards and (view.hints or view.legend)))
    forms = view.brief_prompt or (view.prompt,)
    for form in forms:
        lines = wrap(form, _ROOM - beside, 2 if two else 1)
        if not lines[-1].endswith("…"):
            return lines
    return lines_of(forms[0 if beside else -1], _ROOM - beside, 2)


def _is_in_the_play(view: View) -> bool:
    return view.winner is None and (bool(view.count) or view.ended is not None)


def _in_the_play(view: View, room: int) -> list[str]:
    """The pile, which is always to be seen, and below it what was just called."""
    lines = [_pile(view)]
    if len(view.calls) == 1:
        return [*lines, *_written_out(view.calls[0], 1)][:room]
    return [*lines, *(_fitting(*_briefs(call)) for call in view.calls[1 - LINES :])]


def _briefs(call: Call) -> tuple[str, ...]:
    """The forms of a call for a line, the fullest first."""
    return tuple(_pointing(call.side, text) for text in call.brief)


def _pile(view: View) -> str:
    """The cards of the count: `24: 8 7 9`, and if the last press led to the next count, both: `24: 8 7 9  K`.

    A count that stands on the sign is not repeated. Where not all fits, suits go first, then spaces.
    """
    has_sign = len(view.tracks) == 2
    counts = []
    if view.ended:
        on_sign = has_sign and view.count == 0
        counts.append(view.ended.cards if on_sign else f"{view.ended.count}: {view.ended.cards}")
    if view.count:
        counts.append(view.cards if has_sign else f"{view.count}: {view.cards}")
    pile = "   ".join(counts)
    ranks = pile.translate(_NO_SUITS)
    close = "  ".join(count.translate(_NO_SUITS | _NO_SPACES).replace(":", ": ") for count in counts)
    return _fitting(pile, ranks, close)


_NO_SUITS = dict.fromkeys(map(ord, "♠♥♦♣"))
_NO_SPACES = {ord(" "): None}


def _above(view: View, room: int) -> list[str]:
    """The lines above the prompt, outside the play.

    One call is written out, and shares the room with the cards if a line is enough for it; several get a
    line each.
    """
    if not room:
        return []
    if view.legend and not view.calls:
        return _explained(view.legend, view.cards)[:room]
    if len(view.calls) > 1:
        return _together(view.calls, room)
    called = [line for call in view.calls for line in _written_out(call, room)]
    # The cards first, on a page of the controller that they have to themselves.
    return called if len(called) == room else [view.cards, *called]


def _explained(legend: Sequence[str], cards: str) -> list[str]:
    """The meaning of the signs; the cards cut so far share the last line, or take it if both do not fit."""
    *lines, last = legend
    return [*lines, _fitting(f"{last}   Cut: {cards}", f"Cut: {cards}") if cards else last]


def _written_out(call: Call, room: int) -> list[str]:
    """The fullest form of a call that fits so many lines: in one line, if words or figures say it there."""
    forms = [(text, 1) for text in (call.text, call.figures) if text]
    for text, rows in (*(forms if call.figures else ()), (call.text, room)):
        lines = wrap(_pointing(call.side, text), _ROOM, rows)
        if not lines[-1].endswith("…"):
            return lines
    return [_fitting(*_briefs(call))]


def _together(calls: Sequence[Call], room: int) -> list[str]:
    """More calls than there are lines: the first ones share a line, or all share all lines.

    Where even that is too much, the oldest are left out: their points show in the pegs.
    """
    if len(calls) <= room:
        return [_fitting(*_briefs(call)) for call in calls]
    first, rest = calls[: len(calls) - room + 1], calls[len(calls) - room + 1 :]
    levels = range(max(len(_briefs(call)) for call in calls))

    def at(level: int, some: Sequence[Call]) -> str:
        return "; ".join(_briefs(call)[: level + 1][-1] for call in some)

    shared = next((at(level, first) for level in levels if _fits(at(level, first))), None)
    if shared:
        return [shared, *(_fitting(*_briefs(call)) for call in rest)]
    lines = lines_of(at(levels[-1], calls), _ROOM, room)
    return _together(calls[1:], room) if lines[-1].endswith("…") else lines


def _fits(text: str) -> bool:
    return NARROW.width(text) <= _ROOM


def _fitting(*texts: str) -> str:
    """The first of several texts that fits a line; the last one if none does."""
    return next((text for text in texts if _fits(text)), texts[-1])


def _pointing(side: int | None, text: str) -> str:
    """A text that points to the side it is about."""
    return text if side is None else f"{'◀▶'[side]} {text}"
