"""Points that were just scored, in the words of the players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.entries import Entry, Source
from engine.game import Game
from engine.game_state import Prompt
from engine.match.history import History
from engine.scoring.calling import Part, call_hand, call_pegged, in_words, parts_called, parts_of_hand
from engine.scoring.impossible_counts import nineteen_is_a_joke
from engine.scoring.items import Finding, Reason, total
from firmware_py.player_names import PlayerNames


class Call(NamedTuple):
    """What the board says of points, or of something else that it noticed.

    Attributes:
        side: the side it concerns, None for all, and where the text itself has the name.
        said: in full, with names: `Left: fifteen for two`.
        text: in full, without the name where `side` says whom it concerns.
        brief: for a single line of the screen, the best form first: the first that fits is shown, and the
            last fits whatever the names.
        figures: the text in figures, where that says as much: `15 for 2`; otherwise empty.
    """

    side: int | None
    said: str
    text: str
    brief: tuple[str, ...]
    figures: str = ""


def calls(history: History, *, stays: bool = True) -> tuple[Call, ...]:
    """Return what the last press scored; naming a suit takes nothing away.

    After a correction there is nothing to call: the pegs show its points, and what it broke needs the room.

    Args:
        history: the match.
        stays: where there is room, what an earlier press scored stays until the next one scores.
    """
    if history.dropped:
        return ()
    return tuple(call_of(history.game, entry) for entry in _just_scored(history.game, stays=stays))


def of_a_hand(entry: Entry) -> bool:
    """Whether a hand or crib was counted."""
    return entry.source in (Source.HAND, Source.CRIB)


def whose(game: Game, entry: Entry) -> str:
    """Return whose points these are: `Left`, `Left's hand`."""
    if entry.seat is None:
        return PlayerNames(game).sides[entry.side]
    name = PlayerNames(game).seats[entry.seat]
    return f"{name}'s {entry.source.value}" if of_a_hand(entry) else name


def scorer(game: Game, entry: Entry) -> str:
    """Return the name of the player who scored; for points by hand, of the first player of the side."""
    return PlayerNames(game).seats[entry.side if entry.seat is None else entry.seat]


def call_of(game: Game, entry: Entry) -> Call:
    """Return the call of an entry."""
    hand = of_a_hand(entry)
    text, brief = _hand(game, entry) if hand else _points(game, entry)
    after_name = " " if hand or entry.by is not None else ": "
    said = f"{whose(game, entry)}{after_name}{text}"
    if entry.source is Source.CRIB:
        text, brief = f"crib {text}", tuple(f"crib {form}" for form in brief)
    if hand:
        brief = (*brief, str(total(entry.findings)))
    if game.rules.players > 2:
        name = scorer(game, entry)
        text, brief = said, tuple(f"{name}{after_name}{form}" for form in brief)
    side = entry.side if game.rules.players == 2 else None
    return Call(side, said, text, brief, "" if hand else brief[0])


def pegged(entry: Entry) -> str:
    """Return what was pegged for a hand, and of how many where that is less: `6`, `4 of 6`."""
    worth = total(entry.findings)
    return str(worth) if entry.points == worth else f"{entry.points} of {worth}"


def _counted(game: Game, entry: Entry) -> str:
    """Return what a hand counts as it is called.

    `6`; `6, 4 to go out` where fewer reached the game hole; `2 of 6` where its owner claimed too few.
    """
    worth = total(entry.findings)
    if entry.points < worth and entry.score == game.rules.target:
        return f"{worth}, {entry.points} to go out"
    return pegged(entry)


def hand_aloud(game: Game, entry: Entry) -> str:
    """Return a hand or crib as its owner counts it aloud: `fifteen two and a pair is four`."""
    rules = game.rules
    return call_hand(
        entry.findings,
        nineteen=nineteen_is_a_joke(rules, crib=entry.source is Source.CRIB),
        grouped=rules.calls_by_kind,
    )


def _hand(game: Game, entry: Entry) -> tuple[str, tuple[str, ...]]:
    """Return the call of a hand or crib, and its short forms: `6: 15s 4, pairs 2`, then `6: 15s 4+2`."""
    aloud = hand_aloud(game, entry)
    points, parts = _counted(game, entry), tuple(parts_of_hand(entry.findings))
    names, kinds = _by_name(parts), _by_kind(parts)
    added = "+".join(map(str, kinds.values()))
    sums = f"15s {added}" if _SHORT[Reason.FIFTEEN] in kinds else added
    forms = [_listed(names), _listed(kinds), sums] if len(kinds) > 1 else [_listed(names) or aloud]
    alone = (f"hand {points}", points) if entry.source is Source.HAND else (points,)
    return f"{points}: {aloud}", (*(f"{points}: {form}" for form in forms), *alone)


def _by_name(parts: tuple[Part, ...]) -> dict[str, int]:
    """Return the points of a hand by the names of its parts: `15s`, `pair royal`, `double run`, `pairs`."""
    names = [_name(part) for part in parts]
    points: dict[str, int] = {}
    for name, part in zip(names, parts, strict=True):
        if part.kind is not Reason.FIFTEEN and names.count(name) > 1:
            name += "s"
        points[name] = points.get(name, 0) + part.points
    return points


def _name(part: Part) -> str:
    """Return the name of a part without the cards that it counts."""
    if part.kind in (Reason.PAIR, Reason.RUN):
        return part.name.partition(" ")[2].partition(" of ")[0]
    return _SHORT[part.kind]


def _by_kind(parts: tuple[Part, ...]) -> dict[str, int]:
    """Return the points of a hand by kind, the pairs of a double run with the run, as they are called."""
    kinds: dict[str, int] = {}
    for part in parts:
        kind = _SHORT[part.kind]
        kinds[kind] = kinds.get(kind, 0) + part.points
    return kinds


def _listed(points: dict[str, int]) -> str:
    """Return points by name: `15s 4, pair 2, nobs`, nobs always being one point."""
    nobs = _SHORT[Reason.NOBS]
    return ", ".join(name if name == nobs else f"{name} {number}" for name, number in points.items())


_SHORT = {
    Reason.FIFTEEN: "15s",
    Reason.PAIR: "pairs",
    Reason.RUN: "runs",
    Reason.FLUSH: "flush",
    Reason.NOBS: "nobs",
}


def called_low(game: Game, entry: Entry) -> bool:
    """Tell whether a player called fewer points than the card made: the board keeps quiet about the rest."""
    low = entry.points < total(entry.findings) and entry.score < game.rules.target
    return low and entry.source is Source.PLAY


def _points(game: Game, entry: Entry) -> tuple[str, tuple[str, ...]]:
    """Return the call of points that no hand scored, and its short forms."""
    if entry.source is Source.SCORE_SET:
        figures = f"score set to {entry.score}", f"set to {entry.score}", str(entry.score)
        return f"score set to {in_words(entry.score)}", figures
    if entry.by is not None:
        claimant = PlayerNames(game).seats[entry.by]
        text = f"{entry.points}: {claimant}'s claim was wrong"
        return text, (text, f"{entry.points}: {claimant} was wrong", f"{entry.points:+}")
    low = called_low(game, entry)
    items = (Finding(entry.findings[0].reason, entry.points),) if low else entry.findings
    return call_pegged(items, entry.count), _figures(items, entry.count)


def _figures(items: Sequence[Finding], count: int) -> tuple[str, ...]:
    """Return points that no hand scored in figures: `25 for 3, 1 for last`, and shorter forms."""
    parts = parts_called(items, count, str)
    points = total(items)
    together = (f"{count} for {points}",) if len(parts) > 1 else ()
    return ", ".join(parts), *together, f"{points:+}"


def _just_scored(game: Game, *, stays: bool) -> tuple[Entry, ...]:
    """Return what the last press scored; where the screen has room for it, what the last one to score did."""
    last = (game.before_suit or game).at - 1
    if stays and game.entries and (game.prompt, game.entries[-1].source) in _STAYS:
        last = min(last, game.entries[-1].at)
    return tuple(entry for entry in game.entries if entry.at >= last)


_STAYS = (
    (Prompt.PLAY, Source.PLAY),
    (Prompt.PLAY, Source.MUGGINS),
    (Prompt.CRIB, Source.HAND),
    (Prompt.HAND, Source.HAND),
    (Prompt.IDLE, Source.BY_HAND),
    (Prompt.IDLE, Source.SCORE_SET),
)
