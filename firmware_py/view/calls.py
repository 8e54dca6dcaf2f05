"""The calls: points that were just scored, in the words of the players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.entries import Entry, Source
from engine.game import Game
from engine.game_state import Prompt
from engine.indices import GameIndex
from engine.match.history import History
from engine.scoring.calling import call_hand, call_pegged, in_words, parts_called
from engine.scoring.impossible_counts import nineteen_is_a_joke
from engine.scoring.items import Finding, total
from engine.seats import Side
from firmware_py.player_names import PlayerNames
from firmware_py.view.hand_in_short import hand_in_short


class Call(NamedTuple):
    """Points that were just scored, or another remark about the last press, in words.

    Attributes:
        side: the side that it concerns; None if it concerns all, or if the text names the player.
        said: the whole sentence, with names: `Left: fifteen for two`.
        text: the sentence without the name, if `side` tells whom it concerns.
        short_forms: the call for a single line of the screen, the fullest form first: the first that fits is
            shown. The last form fits whatever the names.
        figures: the call in figures, if they say as much as the words: `15 for 2`; otherwise empty.
    """

    side: Side | None
    said: str
    text: str
    short_forms: tuple[str, ...]
    figures: str = ""


def calls(history: History, *, stays: bool = True) -> tuple[Call, ...]:
    """Return the calls of the points that the last press scored; naming a suit does not count as a press.

    After a correction there are none: the pegs show its points, and the presses it dropped need the room.

    Args:
        history: the match.
        stays: True to keep the points of an earlier press until the next one scores, where the screen has
            room for them.
    """
    if history.dropped:
        return ()
    return tuple(call_of(history.game, entry) for entry in _just_scored(history.game, stays=stays))


def call_of(game: Game, entry: Entry) -> Call:
    """Return the call of an entry."""
    hand = of_a_hand(entry)
    text, forms = _hand(game, entry) if hand else _points(game, entry)
    after_name = " " if hand or entry.by is not None else ": "
    said = f"{whose(game, entry)}{after_name}{text}"
    if entry.source is Source.CRIB:
        text, forms = f"crib {text}", tuple(f"crib {form}" for form in forms)
    if hand:
        forms = (*forms, str(total(entry.findings)))
    if game.rules.players > 2:
        name = scorer(game, entry)
        text, forms = said, tuple(f"{name}{after_name}{form}" for form in forms)
    side = entry.side if game.rules.players == 2 else None
    return Call(side, said, text, forms, "" if hand else forms[0])


def of_a_hand(entry: Entry) -> bool:
    """Return whether an entry counts a hand or a crib."""
    return entry.source in (Source.HAND, Source.CRIB)


def whose(game: Game, entry: Entry) -> str:
    """Return the owner of the points of an entry: `Left`, `Left's hand`."""
    if entry.seat is None:
        return PlayerNames(game).sides[entry.side]
    name = PlayerNames(game).seats[entry.seat]
    return f"{name}'s {entry.source.value}" if of_a_hand(entry) else name


def scorer(game: Game, entry: Entry) -> str:
    """Return the name of the player who scored; for points by hand, the first player of the side."""
    return PlayerNames(game).seats[entry.side if entry.seat is None else entry.seat]


def pegged(entry: Entry) -> str:
    """Return the points pegged for a hand, and its count if that is more: `6`, `4 of 6`."""
    count = total(entry.findings)
    return str(count) if entry.points == count else f"{entry.points} of {count}"


def called_low(game: Game, entry: Entry) -> bool:
    """Return whether a player called fewer points than the card made; the board does not tell the rest."""
    low = entry.points < total(entry.findings) and entry.score < game.rules.target
    return low and entry.source is Source.PLAY


def hand_aloud(game: Game, entry: Entry) -> str:
    """Return a hand or crib as its owner counts it aloud: `fifteen two and a pair is four`."""
    rules = game.rules
    return call_hand(
        entry.findings,
        nineteen=nineteen_is_a_joke(rules, crib=entry.source is Source.CRIB),
        grouped=rules.calls_by_kind,
    )


def _hand(game: Game, entry: Entry) -> tuple[str, tuple[str, ...]]:
    """Return the text of a hand or crib, and its short forms: `6: 15s 4, pairs 2`, then `6: 15s 4+2`."""
    aloud, points = hand_aloud(game, entry), _hand_points(game, entry)
    forms = tuple(f"{points}: {form}" for form in hand_in_short(entry.findings) or (aloud,))
    alone = (f"hand {points}", points) if entry.source is Source.HAND else (points,)
    return f"{points}: {aloud}", (*forms, *alone)


def _hand_points(game: Game, entry: Entry) -> str:
    """Return the points with which a hand is called.

    `6`; `6, 4 to go out` if only four were left to the game hole; `2 of 6` if the owner claimed too few.
    """
    count = total(entry.findings)
    if entry.points < count and entry.score == game.rules.target:
        return f"{count}, {entry.points} to go out"
    return pegged(entry)


def _points(game: Game, entry: Entry) -> tuple[str, tuple[str, ...]]:
    """Return the text of points that no hand or crib scored, and its short forms."""
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


def _figures(items: Sequence[Finding[GameIndex]], count: int) -> tuple[str, ...]:
    """Return points in figures, the fullest form first: `25 for 3, 1 for last`, `25 for 4`, `+4`."""
    parts = parts_called(items, count, str)
    points = total(items)
    together = (f"{count} for {points}",) if len(parts) > 1 else ()
    return ", ".join(parts), *together, f"{points:+}"


def _just_scored(game: Game, *, stays: bool) -> tuple[Entry, ...]:
    """Return the entries that the last press scored, or earlier ones that can stay on the screen."""
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
"""Prompts at which points stay on the screen, each with the source of those points."""
