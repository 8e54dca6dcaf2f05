"""The simulator's log of the game: each key press in words and, before the first, which keys to press."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from textwrap import wrap
from typing import NamedTuple

from rich.text import Text
from textual.widget import Widget

from engine.cards import Card, Rank, Suit
from engine.change_types import CardLaid, CardLeft
from engine.deals import Entry, Source
from engine.events import TAKES, Event, Kind
from engine.game import Game
from engine.match.history import History
from engine.match.timeline import BEGINS, Step
from engine.prompts import Prompt
from firmware_py.view.calls import call_of, pegged_aloud
from firmware_py.words.in_use import PlayerNames, result, scores, words


class Tone(Enum):
    """The subject of a line in the log, used to choose the line's colour."""

    DEAL = "a deal or a game begins"
    CARD = "a card, a go, a claim"
    POINTS = "points"
    END = "the game is over"


class LogLine(NamedTuple):
    """The text of a line in the log, and what the line is about (`tone`), which determines its colour."""

    text: str
    tone: Tone


class _Turn(NamedTuple):
    """A key press that has not been undone, with the game before and after it.

    Attributes:
        before: the game before the key press.
        event: the event that the key press produced.
        after: the game after the key press.
        now: the current state of the game, after all key presses.
        suit: the suit of the card that the key press entered; None if it is not known.
    """

    before: Game
    event: Event
    after: Game
    now: Game
    suit: Suit | None

    @property
    def scored(self) -> list[LogLine]:
        return [LogLine(call_of(self.now, entry).said, Tone.POINTS) for entry in self.entries]

    @property
    def entries(self) -> list[Entry]:
        return [entry for entry in self.now.entries if entry.at == self.before.at]

    @property
    def card(self) -> str:
        assert isinstance(self.event.named, Rank)
        return Card(self.event.named, self.suit).pretty

    @property
    def laid(self) -> CardLaid | CardLeft | None:
        return next((each for each in self.after.changes if isinstance(each, CardLaid | CardLeft)), None)


def lines(history: History) -> tuple[LogLine, ...]:
    """Return the log of the current game in a match, oldest line first, without undone key presses."""
    steps, now = history.timeline.steps, history.game
    suits = _suits(steps)
    told: list[LogLine] = []
    crib: list[str] = []
    for number, step in enumerate(steps):
        after = steps[number + 1].before if number + 1 < len(steps) else now
        turn = _Turn(step.before, step.event, after, now, suits.get(number))
        if step.event.kind is Kind.CRIB:
            # All cards of the crib share one line, which is replaced with each card.
            told = told[:-1] if crib else told
            crib.append(turn.card)
            told += [LogLine(words().tells_crib(" ".join(crib)), Tone.CARD), *turn.scored]
            continue
        if step.event.kind in (Kind.STARTER, Kind.THROWN_IN, Kind.MISDEAL):
            crib = []
        told += _lines_of(turn)
    if now.winner is not None:
        told.append(LogLine(words().tells_result(result(now).full, scores(now)), Tone.END))
    return tuple(told)


def _suits(steps: Sequence[Step]) -> dict[int, Suit]:
    suits: dict[int, Suit] = {}
    card = 0
    for number, step in enumerate(steps):
        if isinstance(step.event.named, Suit):
            suits[card] = step.event.named
        elif TAKES.get(step.event.kind) is Rank:
            card = number
    return suits


def _lines_of(turn: _Turn) -> list[LogLine]:
    kind = turn.event.kind
    if kind is Kind.LAY:
        return _of_a_card_laid(turn)
    tell = _WORDS.get(kind)
    if tell is None:
        return turn.scored
    tone = Tone.CARD if kind in _OF_A_PLAYER else Tone.DEAL
    return [LogLine(tell(turn), tone), *turn.scored]


def _of_a_card_laid(turn: _Turn) -> list[LogLine]:
    """Points for a go before it come first, then the card with its points, then all others."""
    laid, index = turn.laid, len(turn.before.deal_cards)
    if laid is None:
        return turn.scored  # the go that the card implied has won the game
    name, left = PlayerNames(turn.now).seats[laid.seat], isinstance(laid, CardLeft)
    text = words().tells_card_left(name, turn.card) if left else words().tells_card(name, turn.card)
    told = LogLine(text, Tone.CARD)
    before: list[LogLine] = []
    later: list[LogLine] = []
    for entry in turn.entries:
        said = call_of(turn.now, entry).said
        if entry.source is not Source.PLAY:
            later.append(LogLine(said, Tone.POINTS))
        elif any(index in found.indices for found in entry.findings):
            scoring = words().tells_card_left_scoring if left else words().tells_card_scoring
            told = LogLine(scoring(name, turn.card, pegged_aloud(turn.now, entry)), Tone.POINTS)
        else:
            before.append(LogLine(said, Tone.POINTS))
    return [*before, told, *later]


def _cut(turn: _Turn) -> str:
    deals = turn.after.dealer
    if deals is None:
        return words().tells_cut(_player(turn), turn.card)
    if deals == turn.before.to_act:
        return words().tells_cut_and_deals(_player(turn), turn.card)
    return words().tells_cut_other_deals(_player(turn), turn.card, _dealer(turn))


def _starter(turn: _Turn) -> str:
    return words().tells_starter(turn.after.deals + 1, _dealer(turn), turn.card)


def _dealer(turn: _Turn) -> str:
    assert turn.after.dealer is not None
    return PlayerNames(turn.now).seats[turn.after.dealer]


def _player(turn: _Turn) -> str:
    assert turn.before.to_act is not None
    return PlayerNames(turn.now).seats[turn.before.to_act]


_WORDS: dict[Kind, Callable[[_Turn], str]] = {
    Kind.CUT: _cut,
    Kind.REST: lambda turn: words().tells_card_left(_player(turn), turn.card),
    Kind.HAND: lambda turn: words().tells_card_of_hand(_player(turn), turn.card),
    Kind.GO: lambda turn: words().tells_go(_player(turn)),
    Kind.CLAIM: lambda turn: words().tells_count(_player(turn), turn.event.numbers[0]),
    Kind.DEALS: lambda turn: words().tells_deals(_dealer(turn)),
    Kind.STARTER: _starter,
    **dict.fromkeys((Kind.THROWN_IN, Kind.MISDEAL), lambda turn: words().TELLS_THROWN_IN),
    Kind.DEAL_OVER: lambda turn: words().TELLS_DEAL_OVER,
    **dict.fromkeys(BEGINS, lambda turn: words().TELLS_NEW_GAME),
}
"""Functions that describe an event, keyed by its kind.

Cards played, cards of the crib, and events that only score points are described elsewhere.
"""
_OF_A_PLAYER = (Kind.CUT, Kind.REST, Kind.HAND, Kind.GO, Kind.CLAIM)
"""The kinds of events in which a player acts. Other kinds begin or end a deal or a game."""


_NEWEST = "bold #ffe0a3"
_TONES = {
    Tone.DEAL: "#8fbcd6",
    Tone.CARD: "#9c7b52",
    Tone.POINTS: "#d0b080",
    Tone.END: "bold #ffd787",
}


class LogWidget(Widget):
    """The log of the game, with the newest line last. An empty log shows which keys to press first."""

    def __init__(self) -> None:
        super().__init__()
        self.border_title = words().SO_FAR
        self._lines: tuple[LogLine, ...] = ()
        self._advice = ("", "")

    def show(self, lines: Sequence[LogLine], game: Game) -> None:
        """Show the given log lines, oldest first. If there are none, show which keys to press in `game`."""
        advice = _advice(game)
        if (self._lines, self._advice) != (tuple(lines), advice):
            self._lines, self._advice = tuple(lines), advice
            self.refresh()

    def render(self) -> Text:
        """Return as many of the latest log lines as fit in the widget.

        If the log is empty, return a hint on which keys to press.
        """
        width, height = self.size
        if not self._lines:
            full, short = (wrap(advice, max(10, width)) for advice in self._advice)
            return Text("\n".join(full if len(full) <= height else short), style="italic #d0b080")
        rows: list[tuple[str, str]] = []
        last = self._lines[-height:]
        for number, line in enumerate(last, 1):
            newest = number == len(last)
            style = _NEWEST if newest else _TONES[line.tone]
            for row, text in enumerate(wrap(line.text, max(10, width - 2))):
                mark = "▸ " if newest and row == 0 else "  "
                rows.append((mark + text + "\n", style))
        return Text.assemble(*rows[-height:], end="")


def _advice(game: Game) -> tuple[str, str]:
    if game.prompt is Prompt.CUT_FOR_DEAL:
        return words().first_advice(PlayerNames(game).seats[0])
    return words().LATER_ADVICE
