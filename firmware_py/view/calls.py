"""The calls: points that were just scored, worded as players call them."""

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
    """A sentence about the last press: the points that it scored, or another remark.

    Attributes:
        side: the side that the call concerns; None if it concerns everyone, or if the text names the player.
        said: the whole sentence with names, such as `Left: fifteen for two`.
        text: the sentence for the screen, without the name if `side` is set.
        short_forms: the call for a single line of the screen, from the fullest form to the shortest. The
            screen shows the first that fits; the last always fits, however long the names are.
        figures: the call in numbers, such as `15 for 2`; empty if numbers cannot say the same as the words.
    """

    side: Side | None
    said: str
    text: str
    short_forms: tuple[str, ...]
    figures: str = ""


def calls(history: History, *, stays: bool = True) -> tuple[Call, ...]:
    """Return the calls for the points that the last press scored.

    A press that only names the suit of a card does not count as the last press. If a correction has just made
    later presses impossible, the result is empty, to leave room for a remark about that.

    Args:
        history: the match.
        stays: True to show the points of an earlier press until another press scores, if the prompt leaves
            room for them.
    """
    if history.dropped:
        return ()
    return tuple(call_of(history.game, entry) for entry in _just_scored(history.game, stays=stays))


def call_of(game: Game, entry: Entry) -> Call:
    """Return the call that names the points of a score entry."""
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
    """Return True if a score entry is the count of a hand or a crib."""
    return entry.source in (Source.HAND, Source.CRIB)


def whose(game: Game, entry: Entry) -> str:
    """Return who or what scored the points of an entry, such as `Left` or `Left's hand`."""
    if entry.seat is None:
        return PlayerNames(game).sides[entry.side]
    name = PlayerNames(game).seats[entry.seat]
    return f"{name}'s {entry.source.value}" if of_a_hand(entry) else name


def scorer(game: Game, entry: Entry) -> str:
    """Return the name of the player who scored the points of an entry.

    For a manual correction, return the name of the side's first player.
    """
    return PlayerNames(game).seats[entry.side if entry.seat is None else entry.seat]


def pegged(entry: Entry) -> str:
    """Return the points pegged for a hand, such as `6`, or `4 of 6` if the hand's count is higher."""
    count = total(entry.findings)
    return str(count) if entry.points == count else f"{entry.points} of {count}"


def called_low(game: Game, entry: Entry) -> bool:
    """Return True if a player called too few points for a played card. The board does not reveal the rest."""
    low = entry.points < total(entry.findings) and entry.score < game.rules.target
    return low and entry.source is Source.PLAY


def hand_aloud(game: Game, entry: Entry) -> str:
    """Return the count of a hand or crib as its owner says it: `fifteen two and a pair is four`."""
    rules = game.rules
    return call_hand(
        entry.findings,
        nineteen=nineteen_is_a_joke(rules, crib=entry.source is Source.CRIB),
        grouped=rules.calls_by_kind,
    )


def _hand(game: Game, entry: Entry) -> tuple[str, tuple[str, ...]]:
    """Return the call for a hand or crib, and the short forms of the call."""
    aloud, points = hand_aloud(game, entry), _hand_points(game, entry)
    forms = tuple(f"{points}: {form}" for form in hand_in_short(entry.findings) or (aloud,))
    alone = (f"hand {points}", points) if entry.source is Source.HAND else (points,)
    return f"{points}: {aloud}", (*forms, *alone)


def _hand_points(game: Game, entry: Entry) -> str:
    """Return the points of a hand for its call.

    Examples: `6`; `6, 4 to go out` if the player needed only four points to win; `2 of 6` if the owner
    claimed only two of six points.
    """
    count = total(entry.findings)
    if entry.points < count and entry.score == game.rules.target:
        return f"{count}, {entry.points} to go out"
    return pegged(entry)


def _points(game: Game, entry: Entry) -> tuple[str, tuple[str, ...]]:
    """Return the call, and its short forms, for points that were not scored by a hand or crib."""
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
    """Return the forms of a call in numbers, the fullest first: `25 for 3, 1 for last`, `25 for 4`, `+4`.

    `items` are the points to call, and `count` is the count that the card reached, here 25.
    """
    parts = parts_called(items, count, str)
    points = total(items)
    together = (f"{count} for {points}",) if len(parts) > 1 else ()
    return ", ".join(parts), *together, f"{points:+}"


def _just_scored(game: Game, *, stays: bool) -> tuple[Entry, ...]:
    """Return the score entries of the last press.

    If `stays` is True, and the last press did not score, return the entries of the last press that scored,
    provided that the prompt leaves room for them.
    """
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
"""Pairs of a prompt and a source: at this prompt, points from this source stay on the screen."""
