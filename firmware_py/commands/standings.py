"""The list of finished games and their statistics, as text and as JSON.

`engine.match.statistics` computes the statistics. This module formats them for `muggins history`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.cards import Card
from engine.match.game_summary import Best, Share, Tally
from engine.match.statistics import (
    BestOfAll,
    GameResult,
    SideResult,
    Totals,
    averages,
    head_to_head,
    totals,
)
from engine.skunks import Skunk
from firmware_py.commands.plural import plural
from firmware_py.view.results import LURCH

Object = dict[str, Any]


def history_object(games: Sequence[Object]) -> Object:
    """Return the object that `muggins history --json` prints.

    Args:
        games: an object for each game, oldest first, from `firmware_py.journal.game_result.result_object`.
    """
    return {"games": list(games), "names": _totals(games), "head_to_head": _head_to_head(games)}


def history_text(games: Sequence[Object]) -> str:
    """Return the finished games and their statistics as lines of text for a terminal.

    Args:
        games: an object for each game, oldest first, from `firmware_py.journal.game_result.result_object`.
    """
    if not games:
        return "no game is finished yet"
    lines = [_game_line(game) for game in games]
    for one in _totals(games):
        lines += ["", *_total_lines(one, games)]
    pairs = _head_to_head(games)
    if pairs:
        lines += ["", *(_pair_line(pair, games) for pair in pairs)]
    return "\n".join(lines)


def _totals(games: Sequence[Object]) -> list[Object]:
    return [_totals_object(each) for each in totals(map(_result, games))]


def _totals_object(sums: Totals) -> Object:
    numbers = sums._asdict()
    numbers["game"] = numbers.pop("form")
    order = (
        "name",
        "game",
        "players",
        "games",
        "won",
        "skunks",
        "double_skunks",
        "skunked",
        "double_skunked",
    )
    return {
        **{name: numbers[name] for name in order},
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
    """Return a JSON object for each pair of sides: how many times each side beat the other."""
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
    names = game["names"]
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, game["scores"], strict=True))
    if game["winner"] is None:
        result = "given up"
    else:
        result = f"{names[game['winner']]} {'win' if _has_partners(game) else 'wins'}{_how(game)}"
    kind = "" if _is_usual(game) else f"; {_kind(game)}"
    return (
        f"{game['number']:>5}  {(game['ended'] or '')[:10]:<10}  "
        f"{scores}: {result}; {plural(game['deals'], 'deal')}{kind}"
    )


def _how(game: Object) -> str:
    """Return the part of a game's result about a skunk, such as ` with a skunk` or `; Bob is lurched`.

    The text is empty if nobody was skunked.
    """
    if not game["skunk"]:
        return ""
    word = _word(game, game["skunk"])
    if word != _LURCH_WORD:
        return f" with a {word}"
    losers = [name for side, name in enumerate(game["names"]) if side != game["winner"]]
    one = f"{losers[0]} {'are' if _has_partners(game) else 'is'}"
    return f"; {one if len(losers) == 1 else 'both are'} lurched"


def _word(game: Object, skunk: str) -> str:
    """Return the word for a skunk in this game. In a game to 61, a skunk is called a lurch (RULES.md 5)."""
    if game["target"] == LURCH:
        return _LURCH_WORD
    return "skunk" if skunk == "skunk" else "double skunk"


_LURCH_WORD = "lurch"
_WORDS = {"skunk": "skunks", "double skunk": "double skunks", _LURCH_WORD: "lurches"}
"""The words that players use for a skunk, each with its plural."""


def _has_partners(game: Object) -> bool:
    return bool(game["players"] > len(game["names"]))


def _is_usual(one: Object) -> bool:
    return (one["game"], one["players"]) == ("six-card", 2)


def _kind(one: Object) -> str:
    """Return the words for a kind of game, such as `3 players` or `five card`.

    The standard game, six-card for two, needs no words.
    """
    return f"{one['players']} players" if one["players"] > 2 else one["game"].replace("-", " ")


def _total_lines(one: Object, games: Sequence[Object]) -> list[str]:
    kind = "" if _is_usual(one) else f" ({_kind(one)})"
    own = [game for game in games if one["name"] in game["names"]]
    own = [game for game in own if (game["game"], game["players"]) == (one["game"], one["players"])]
    sides = [game["names"].index(one["name"]) for game in own]
    mine = list(zip(own, sides, strict=True))
    won = [_word(game, game["skunk"]) for game, side in mine if game["winner"] == side and game["skunk"]]
    lost = [_word(game, game["sides"][side]["skunk"]) for game, side in mine if game["sides"][side]["skunk"]]
    results = f", won {one['won']}{_skunks(won)}, lost {one['games'] - one['won']}{_skunks(lost)}"
    lines = [f"{one['name']}{kind}: {plural(one['games'], 'game')}{results if one['games'] else ' finished'}"]
    for role in ("dealer", "pone"):
        share = one[role]
        if share["deals"]:
            parts = ["play", "hand", "crib"] if role == "dealer" else ["play", "hand"]
            each = ", ".join(f"{part} {share[part]:.1f}" for part in parts)
            deals = plural(share["deals"], "deal")
            lines.append(f"  as {role}, {deals}: {share['points']:.1f} points on average ({each})")
    for what in ("hand", "crib"):
        if best := one[f"best_{what}"]:
            cards = " ".join(Card.parse(card).pretty for card in best["cards"])
            lines.append(f"  best {what}: {best['points']} with {cards} (game {best['number']})")
    return lines


def _skunks(words: Sequence[str]) -> str:
    """Return text that counts the skunks, such as ` (2 skunks, 1 double skunk)`; empty if there are none.

    `words` has a word for each skunk, such as `skunk` or `lurch`.
    """
    said = ", ".join(plural(words.count(one), one, many) for one, many in _WORDS.items() if one in words)
    return f" ({said})" if said else ""


def _pair_line(pair: Object, games: Sequence[Object]) -> str:
    one, other = pair["names"]
    line = f"{one} against {other}: {pair['won'][0]}-{pair['won'][1]}"
    for word, many in _WORDS.items():
        winners = [
            game["names"][game["winner"]]
            for game in games
            if game["skunk"] and sorted(game["names"]) == pair["names"] and _word(game, game["skunk"]) == word
        ]
        if winners:
            line += f", {many} {winners.count(one)}-{winners.count(other)}"
    return line
