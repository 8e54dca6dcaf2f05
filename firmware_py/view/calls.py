"""The calls: points that were just scored, worded as players call them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.entries import Entry, Source
from engine.game import Game
from engine.game_state import Prompt
from engine.indices import GameIndex
from engine.match.history import History
from engine.scoring.calling import call_hand, call_pegged, parts_called
from engine.scoring.impossible_counts import nineteen_is_a_joke
from engine.scoring.items import Finding, total
from engine.seats import Side
from firmware_py.player_names import PlayerNames
from firmware_py.view.hand_in_short import hand_in_short
from firmware_py.words.in_use import words


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
    side = entry.side if game.rules.players == 2 else None
    if of_a_hand(entry):
        said, text, forms = _hand(game, entry)
    else:
        said, text, forms = _points(game, entry)
    return Call(side, said, text if side is not None else said, forms, "" if of_a_hand(entry) else forms[0])


def of_a_hand(entry: Entry) -> bool:
    """Return True if a score entry is the count of a hand or a crib."""
    return entry.source in (Source.HAND, Source.CRIB)


def side_or_player(game: Game, entry: Entry) -> str:
    """Return the name of the player who scored the points of an entry.

    For a manual correction, return the name of the side.
    """
    return PlayerNames(game).sides[entry.side] if entry.seat is None else scorer(game, entry)


def scorer(game: Game, entry: Entry) -> str:
    """Return the name of the player who scored the points of an entry.

    For a manual correction, return the name of the side's first player.
    """
    return PlayerNames(game).seats[entry.side if entry.seat is None else entry.seat]


def pegged(entry: Entry) -> str:
    """Return the points pegged for a hand, such as `6`, or `4 of 6` if the hand's count is higher."""
    count = total(entry.findings)
    return str(count) if entry.points == count else words().points_of_count(entry.points, count)


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
        words=words(),
    )


def pegged_aloud(game: Game, entry: Entry) -> str:
    """Return the call of points that were scored by a card, or otherwise than by a hand or crib."""
    return call_pegged(_called(game, entry), entry.count, words=words())


def _called(game: Game, entry: Entry) -> tuple[Finding[GameIndex], ...]:
    """Return the reasons for the points of an entry, or a single one if too few points were called."""
    if called_low(game, entry):
        return (Finding(entry.findings[0].reason, entry.points),)
    return entry.findings


def _hand(game: Game, entry: Entry) -> tuple[str, str, tuple[str, ...]]:
    """Return the call for a hand or crib: with the name of its owner, without it, and in short forms."""
    name, points, aloud = scorer(game, entry), _hand_points(game, entry), hand_aloud(game, entry)
    counts, count = hand_in_short(entry.findings) or (aloud,), total(entry.findings)
    if entry.source is Source.HAND:
        said, text = words().hand_called(name, points, aloud), words().hand_alone(points, aloud)
        forms = words().hand_forms(points, counts, count)
    else:
        said, text = words().crib_called(name, points, aloud), words().crib_alone(points, aloud)
        forms = words().crib_forms(points, counts, count)
    return said, text, forms if game.rules.players == 2 else words().named_forms(name, forms)


def _hand_points(game: Game, entry: Entry) -> str:
    """Return the points of a hand for its call.

    Examples: `6`; `6, 4 to go out` if the player needed only four points to win; `2 of 6` if the owner
    claimed only two of six points.
    """
    count = total(entry.findings)
    if entry.points < count and entry.score == game.rules.target:
        return words().points_to_go_out(count, entry.points)
    return pegged(entry)


def _points(game: Game, entry: Entry) -> tuple[str, str, tuple[str, ...]]:
    """Return the call for points that were not scored by a hand or crib, as `_hand` does."""
    name = side_or_player(game, entry)
    if entry.by is not None:
        claimant = PlayerNames(game).seats[entry.by]
        forms = words().wrong_claim_forms(entry.points, claimant)
        said = words().wrong_claim_called(name, entry.points, claimant)
        return said, forms[0], forms if game.rules.players == 2 else words().named_forms(name, forms)
    if entry.source is Source.SCORE_SET:
        text, forms = words().score_set(entry.score), words().score_set_forms(entry.score)
    else:
        text, forms = pegged_aloud(game, entry), _figures(_called(game, entry), entry.count)
    if game.rules.players > 2:
        forms = tuple(words().points_called(scorer(game, entry), form) for form in forms)
    return words().points_called(name, text), text, forms


def _figures(items: Sequence[Finding[GameIndex]], count: int) -> tuple[str, ...]:
    """Return the forms of a call in numbers, the fullest first: `25 for 3, 1 for last`, `25 for 4`, `+4`.

    `items` are the points to call, and `count` is the count that the card reached, here 25.
    """
    parts = parts_called(items, count, str, words=words())
    points = total(items)
    together = (words().reached(str(count), str(points)),) if len(parts) > 1 else ()
    return words().figures_joined(parts), *together, f"{points:+}"


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
