"""The list of finished games and its statistics: averages per deal, best hands, skunks, and who beats whom.

Statistics are kept for each side, `Ann`, or `Ann & Cal` for partners, and for each kind of game: five cards
or six, two players or three.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.cards import Card
from firmware_py.commands.plural import plural
from firmware_py.view.results import LURCH

Object = dict[str, Any]
_PARTS = ("points", "play", "hand", "crib")


def history_object(games: Sequence[Object]) -> Object:
    """Return the object that `muggins history --json` prints.

    Args:
        games: the games, oldest first, as `firmware_py.journal.game_result.result_object` makes each.
    """
    return {"games": list(games), "names": _totals(games), "head_to_head": _head_to_head(games)}


def history_text(games: Sequence[Object]) -> str:
    """Return the same in lines for a terminal."""
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
    """Return the totals of each name in each kind of game, in the order of their first games."""
    totals: dict[tuple[str, str, int], Object] = {}
    for game in games:
        for side, name in enumerate(game["names"]):
            key = (name, game["game"], game["players"])
            if key not in totals:
                totals[key] = _none_yet(*key)
            _add(totals[key], game, side)
    return [_averaged(total) for total in totals.values()]


def _none_yet(name: str, form: str, players: int) -> Object:
    shares: Object = {role: dict.fromkeys(("deals", *_PARTS), 0) for role in ("dealer", "pone")}
    return {
        "name": name,
        "game": form,
        "players": players,
        **dict.fromkeys(("games", "won", "skunks", "double_skunks", "skunked", "double_skunked"), 0),
        **shares,
        "best_hand": None,
        "best_crib": None,
    }


def _add(total: Object, game: Object, side: int) -> None:
    """Add a game to the totals of a side. Of a game given up, only the deals count."""
    own = game["sides"][side]
    if game["winner"] is not None:
        total["games"] += 1
    if game["winner"] == side:
        total["won"] += 1
        if game["skunk"]:
            total["skunks" if game["skunk"] == "skunk" else "double_skunks"] += 1
    elif own["skunk"]:
        total["skunked" if own["skunk"] == "skunk" else "double_skunked"] += 1
    for role in ("dealer", "pone"):
        for part, number in own[role].items():
            total[role][part] += number
    for best in ("best_hand", "best_crib"):
        if own[best] and own[best]["points"] > (total[best]["points"] if total[best] else 0):
            total[best] = own[best] | {"number": game["number"]}


def _averaged(total: Object) -> Object:
    """Return the totals with the points in each role as averages per deal, or None without a deal."""
    roles = {}
    for role in ("dealer", "pone"):
        deals = total[role]["deals"]
        means = {part: round(total[role][part] / deals, 2) if deals else None for part in _PARTS}
        roles[role] = {"deals": deals, **means}
    return total | roles


_WON = ("won", "skunks", "double_skunks")


def _head_to_head(games: Sequence[Object]) -> list[Object]:
    """Return how often each of two sides beat the other, in finished games of two sides."""
    pairs: dict[tuple[str, ...], Object] = {}
    for game in games:
        if len(game["names"]) != 2 or game["winner"] is None:
            continue
        names = tuple(sorted(game["names"]))
        none_yet = {"names": list(names), "games": 0} | {each: [0, 0] for each in _WON}
        pair = pairs.setdefault(names, none_yet)
        winner = names.index(game["names"][game["winner"]])
        pair["games"] += 1
        pair["won"][winner] += 1
        if game["skunk"]:
            pair["skunks" if game["skunk"] == "skunk" else "double_skunks"][winner] += 1
    return list(pairs.values())


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
    """Return how badly the losers lost: ` with a skunk`, `; Bob is lurched`; empty if they did not."""
    if not game["skunk"]:
        return ""
    word = _word(game, game["skunk"])
    if word != _LURCH_WORD:
        return f" with a {word}"
    losers = [name for side, name in enumerate(game["names"]) if side != game["winner"]]
    one = f"{losers[0]} {'are' if _has_partners(game) else 'is'}"
    return f"; {one if len(losers) == 1 else 'both are'} lurched"


def _word(game: Object, skunk: str) -> str:
    """Return what players call a skunk: in a game of 61, a lurch (RULES.md 5)."""
    if game["target"] == LURCH:
        return _LURCH_WORD
    return "skunk" if skunk == "skunk" else "double skunk"


_LURCH_WORD = "lurch"
_WORDS = {"skunk": "skunks", "double skunk": "double skunks", _LURCH_WORD: "lurches"}
"""What players call a skunk, each word with its plural."""


def _has_partners(game: Object) -> bool:
    return bool(game["players"] > len(game["names"]))


def _is_usual(one: Object) -> bool:
    return (one["game"], one["players"]) == ("six-card", 2)


def _kind(one: Object) -> str:
    """Return the kind of a game that is not the usual one."""
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
    """Return how many of some games were skunks, such as ` (2 skunks, 1 double skunk)`."""
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
