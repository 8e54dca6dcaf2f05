"""The list of finished games and their statistics, as text and as JSON.

The statistics are computed by `engine.match.statistics`. This module formats them for `muggins history` and
for the web page.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from typing import Any

from engine.cards import Card
from engine.match.games import Best, Share, Tally
from engine.match.statistics import BestOfAll, GameResult, SideResult, Totals, averages, head_to_head, totals
from engine.scoring.pegs import Skunk
from firmware_py.words.in_use import LURCH, words

Object = dict[str, Any]


def history_object(games: Sequence[Object]) -> Object:
    """Return the object that `muggins history --json` prints.

    Args:
        games: the games, oldest first, in the form returned by
            `firmware_py.journal.archive.result_object`.
    """
    return {"games": list(games), "names": _totals(games), "head_to_head": _head_to_head(games)}


def history_text(games: Sequence[Object]) -> str:
    """Return the finished games and their statistics as text.

    Args:
        games: the games, oldest first, in the form returned by
            `firmware_py.journal.archive.result_object`.
    """
    if not games:
        return words().NO_GAME_FINISHED
    lines = [_game_line(game) for game in games]
    for one in _totals(games):
        lines += ["", *_total_lines(one, games)]
    pairs = pair_lines(games)
    if pairs:
        lines += ["", *pairs]
    return "\n".join(lines)


def pair_lines(games: Sequence[Object]) -> list[str]:
    """Return a line for each pair of sides that says how many games each side has won against the other."""
    return [_pair_line(pair, games) for pair in _head_to_head(games)]


def kind_text(game: Object) -> str:
    """Return the kind of a game in words, such as `3 players`.

    For six-card cribbage with two players, return an empty string.
    """
    return "" if _is_usual(game) else _kind(game)


def best_lines(games: Sequence[Object]) -> list[tuple[str, str]]:
    """Return a line for the best hand of each side, and a line for the best crib of each side.

    Each tuple contains the side's name and the line.
    """
    return [(one["name"], line) for one in _totals(games) for line in _best_lines(one)]


def _totals(games: Sequence[Object]) -> list[Object]:
    return [_totals_object(each) for each in totals(map(_result, games))]


def _totals_object(sums: Totals) -> Object:
    figures = {"game" if name == "form" else name: figure for name, figure in sums._asdict().items()}
    return figures | {
        "dealer": _averages_object(sums.dealer),
        "pone": _averages_object(sums.pone),
        "best_hand": _best_object(sums.best_hand),
        "best_crib": _best_object(sums.best_crib),
    }


def _averages_object(share: Share) -> Object:
    return {"deals": share.deals, **averages(share)._asdict()}


def _best_object(best: BestOfAll | None) -> Object | None:
    if best is None:
        return None
    return {
        "points": best.best.points,
        "cards": [str(card) for card in best.best.cards],
        "number": best.number,
    }


def _head_to_head(games: Sequence[Object]) -> list[Object]:
    pairs = head_to_head(map(_result, games))
    return [
        {name: list(each) if isinstance(each, tuple) else each for name, each in pair._asdict().items()}
        for pair in pairs
    ]


def _result(game: Object) -> GameResult:
    sides = tuple(
        SideResult(name, _skunk(side["skunk"]), _tally(side))
        for name, side in zip(game["names"], game["sides"], strict=True)
    )
    return GameResult(
        game["number"], game["game"], game["players"], game["winner"], _skunk(game["skunk"]), sides
    )


def _tally(side: Object) -> Tally:
    dealer, pone = Share(**side["dealer"]), Share(**side["pone"])
    return Tally(dealer, pone, _best(side["best_hand"]), _best(side["best_crib"]))


def _best(best: Object | None) -> Best | None:
    return Best(best["points"], tuple(map(Card.parse, best["cards"]))) if best else None


def _skunk(name: str | None) -> Skunk | None:
    return Skunk(name) if name else None


def _game_line(game: Object) -> str:
    scores = tuple(zip(game["names"], game["scores"], strict=True))
    date = (game["ended"] or "")[:10]
    return words().listed_game(
        game["number"], date, scores, result_text(game), game["deals"], game.get("minutes"), kind_text(game)
    )


def result_text(game: Object) -> str:
    """Return the result of a game in words, e.g. `Ann wins with a skunk` or `Ann wins; Bob is lurched`."""
    if game["winner"] is None:
        return words().GIVEN_UP
    winner, partners = game["names"][game["winner"]], _has_partners(game)
    match _sort(game, game["skunk"]):
        case _Sort.LURCH:
            losers = [name for side, name in enumerate(game["names"]) if side != game["winner"]]
            return words().listed_win_with_lurch(winner, losers, partners=partners)
        case _Sort.DOUBLE:
            return words().listed_win_with_double_skunk(winner, partners=partners)
        case _Sort.SKUNK:
            return words().listed_win_with_skunk(winner, partners=partners)
    return words().listed_win(winner, partners=partners)


class _Sort(Enum):
    SKUNK = auto()
    DOUBLE = auto()
    LURCH = auto()


def _sort(game: Object, skunk: str | None) -> _Sort | None:
    """In a game to 61, any skunk is called a lurch (RULES.md 5)."""
    if skunk is None:
        return None
    if game["target"] == LURCH:
        return _Sort.LURCH
    return _Sort.SKUNK if skunk == "skunk" else _Sort.DOUBLE


def _has_partners(game: Object) -> bool:
    return bool(game["players"] > len(game["names"]))


def _is_usual(one: Object) -> bool:
    return (one["game"], one["players"]) == ("six-card", 2)


def _kind(one: Object) -> str:
    return words().listed_kind(one["players"], one["game"])


def _total_lines(one: Object, games: Sequence[Object]) -> list[str]:
    lines = [_games_line(one, games)]
    dealer, pone = one["dealer"], one["pone"]
    if dealer["deals"]:
        lines.append("  " + words().as_dealer(**dealer))
    if pone["deals"]:
        lines.append("  " + words().as_pone(pone["deals"], pone["points"], pone["play"], pone["hand"]))
    return lines + [f"  {line}" for line in _best_lines(one)]


def _best_lines(one: Object) -> list[str]:
    lines = []
    for best, line in ((one["best_hand"], words().best_hand), (one["best_crib"], words().best_crib)):
        if best:
            cards = " ".join(Card.parse(card).pretty for card in best["cards"])
            lines.append(line(best["points"], cards, best["number"]))
    return lines


def _games_line(one: Object, games: Sequence[Object]) -> str:
    kind = kind_text(one)
    if not one["games"]:
        return words().no_games_of(one["name"], kind)
    own = [game for game in games if one["name"] in game["names"]]
    own = [game for game in own if (game["game"], game["players"]) == (one["game"], one["players"])]
    sides = [game["names"].index(one["name"]) for game in own]
    mine = list(zip(own, sides, strict=True))
    won = [_sort(game, game["skunk"]) for game, side in mine if game["winner"] == side]
    lost = [_sort(game, game["sides"][side]["skunk"]) for game, side in mine]
    return words().games_of(
        one["name"],
        kind,
        one["games"],
        words().games_and_skunks(one["won"], *map(won.count, _Sort)),
        words().games_and_skunks(one["games"] - one["won"], *map(lost.count, _Sort)),
    )


def _pair_line(pair: Object, games: Sequence[Object]) -> str:
    played = [game for game in games if game["skunk"] and sorted(game["names"]) == pair["names"]]

    def between(sort: _Sort) -> tuple[int, int]:
        winners = [game["names"][game["winner"]] for game in played if _sort(game, game["skunk"]) is sort]
        one, other = map(winners.count, pair["names"])
        return one, other

    return words().head_to_head(pair["names"], pair["won"], *map(between, _Sort))
