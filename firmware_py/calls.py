"""What was just counted, or came to light, as words."""

from __future__ import annotations

from typing import NamedTuple

from engine.game import Game
from engine.history import History
from engine.line import Broken
from engine.record import write
from engine.score import Reason, call, total
from engine.state import Entry, Prompt, Skunk, Source
from firmware_py.names import LONG, Names


class Call(NamedTuple):
    """Something just counted, or brought to light.

    Attributes:
        side: the side it concerns, None for all, and where the text itself has the name.
        said: in full, with names: `Left: fifteen two and a pair is four`.
        text: in full, without the name where `side` says whom it concerns.
        brief: the same, short enough for a line.
    """

    side: int | None
    said: str
    text: str
    brief: str


def transcript(game: Game) -> tuple[str, ...]:
    """All calls of the game so far, oldest first."""
    return tuple(call_of(game, entry).said for entry in game.entries)


def calls(history: History) -> tuple[Call, ...]:
    """What the last press scored or brought to light; naming a suit takes nothing away."""
    game = history.game
    # What a correction broke needs the room for itself; what it scored shows in the pegs.
    scored = () if history.broken else _just_scored(game)
    return (*(call_of(game, entry) for entry in scored), *_remarks(game, history.broken))


def of_a_hand(entry: Entry) -> bool:
    """Whether a hand or crib was counted."""
    return entry.source in (Source.HAND, Source.CRIB)


def whose(game: Game, entry: Entry) -> str:
    """Whose points: `Left`, `Left's hand`."""
    name = Names(game).seats[entry.seat]
    if entry.source is Source.BY_HAND:
        return Names(game).sides[entry.side]
    return f"{name}'s {entry.source.value}" if of_a_hand(entry) else name


def call_of(game: Game, entry: Entry) -> Call:
    """What was scored, as it is called."""
    rules = game.rules
    crib = entry.source is Source.CRIB
    hand = of_a_hand(entry)
    aloud = call(
        entry.found,
        hand=hand,
        nineteen=rules.nineteen_is_a_joke(crib=crib),
        grouped=hand and rules.calls_by_kind,
    )
    name = whose(game, entry)
    if hand:
        points = pegged(game, entry)
        said = f"{name} {points}: {aloud}"
        what = "crib " if crib else ""
        text, brief = f"{what}{points}: {aloud}", f"{what}{points}: {_kinds(entry, aloud)}"
    else:
        reasons = ", ".join(found.reason.words for found in entry.found)
        said = f"{name}: {aloud}"
        text, brief = aloud, f"{entry.points:+} {reasons}"
    if rules.players == 2:
        return Call(entry.side, said, text, brief)
    short = Names(game).seats[entry.seat]
    return Call(None, said, said, f"{short} {brief}")


def pegged(game: Game, entry: Entry) -> str:
    """What was pegged for a hand, and of how many where its owner claimed too little."""
    worth = total(entry.found)
    low = entry.points < worth and entry.score < game.rules.target
    return f"{entry.points} of {worth}" if low else str(entry.points)


def _kinds(entry: Entry, aloud: str) -> str:
    """What a hand counts by kind: `15s 4, pairs 2`."""
    sums: dict[str, int] = {}
    for found in entry.found:
        short = _SHORT[found.reason]
        sums[short] = sums.get(short, 0) + found.points
    return ", ".join(f"{short} {points}" for short, points in sums.items()) or aloud


_SHORT = {
    Reason.FIFTEEN: "15s",
    Reason.PAIR: "pairs",
    Reason.PAIR_ROYAL: "pairs",
    Reason.DOUBLE_PAIR_ROYAL: "pairs",
    Reason.RUN: "runs",
    Reason.FLUSH: "flush",
    Reason.NOBS: "nobs",
}


def _just_scored(game: Game) -> tuple[Entry, ...]:
    """What the last press scored; where the screen has room for it, what the last one to score did."""
    last = (game.unnamed or game).at - 1
    if game.entries and (game.prompt, game.entries[-1].source) in _STAYS:
        last = min(last, game.entries[-1].at)
    return tuple(entry for entry in game.entries if entry.at >= last)


_STAYS = (
    (Prompt.PLAY, Source.PLAY),
    (Prompt.PLAY, Source.MUGGINS),
    (Prompt.CRIB, Source.HAND),
    (Prompt.HAND, Source.HAND),
    (Prompt.IDLE, Source.BY_HAND),
)


def _remarks(game: Game, broken: Broken | None) -> list[Call]:
    """What else there is to say: a go that was false, what a correction broke, the match, the end."""
    remarks = []
    names = Names(game)
    if game.false_go:
        seat, at = game.false_go
        text = f"false go: {game.cards[-1].pretty} at {at}"
        said = f"{names.seats[seat]}: {text}"
        two = game.rules.players == 2
        remarks.append(
            Call(
                seat if two else None,
                said,
                text if two else said,
                text if two else f"{names.seats[seat]}: false go",
            )
        )
    if broken:
        text = f"{broken.lost} lost from {write(broken.event)}: {broken.why}"
        remarks.append(Call(None, text, text, text))
    if game.prompt in _BEFORE_A_DEAL and not game.entries and any(side.games for side in game.sides):
        text = f"Games {'-'.join(str(side.games) for side in game.sides)}"
        remarks.append(Call(None, text, text, text))
    if game.winner is not None:
        text = result(game)
        brief = _SKUNKED[game.skunk] if game.skunk and len(names.sides[game.winner]) > LONG else text
        remarks.append(Call(None, text, text, brief))
    return remarks


_BEFORE_A_DEAL = (Prompt.CUT_FOR_DEAL, Prompt.STARTER, Prompt.IDLE)
_SKUNKED = {Skunk.SKUNK: "A skunk!", Skunk.DOUBLE: "A double skunk!"}


def result(game: Game) -> str:
    """How a game ended: `Left wins!`, `Left: double skunk!`."""
    assert game.winner is not None
    names = Names(game).sides
    winner = names[game.winner]
    if game.skunk:
        return f"{winner}: {'a skunk' if game.skunk is Skunk.SKUNK else 'double skunk'}!"
    # Of two losers the one that is skunked is named: his is classed alone (RULES.md 5).
    skunked = [name for side, name in enumerate(names) if game.skunk_of(side)]
    ends = f" {skunked[0]} skunked" if skunked else ""
    return f"{winner} {'win' if game.rules.players > game.rules.sides else 'wins'}!{ends}"
