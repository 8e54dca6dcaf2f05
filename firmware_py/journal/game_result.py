"""The result of a finished game, as a JSON object.

It is stored in the last line of the game's file, and printed by `muggins history --json`.
"""

from __future__ import annotations

import time
from typing import Any

from engine.match.games import Best, Share, Summary
from firmware_py.player_names import PlayerNames


def result_object(number: int, summed: Summary, ended: str | None) -> dict[str, Any]:
    """Return the result of a game as a JSON object (REFERENCE.md, JSON).

    Args:
        number: the game's number in its match, counted from 0.
        summed: the summary of the game.
        ended: the time of the last key press in the game, such as `2026-11-21T20:15:03Z`; None if it is not
            known.
    """
    game = summed.game
    return {
        "number": number + 1,
        "ended": ended,
        "game": game.rules.game,
        "players": game.rules.players,
        "target": game.rules.target,
        "names": list(PlayerNames(game).sides),
        "scores": [side.front for side in game.sides],
        "winner": game.winner,
        "skunk": game.skunk.value if game.skunk else None,
        "deals": game.deals,
        "sides": [
            {
                "skunk": skunk.value if skunk else None,
                "dealer": _share_object(tally.dealer),
                "pone": _share_object(tally.pone),
                "best_hand": _best_object(tally.hand),
                "best_crib": _best_object(tally.crib),
            }
            for skunk, tally in zip(summed.skunks, summed.tallies, strict=True)
        ],
    }


def _share_object(share: Share) -> dict[str, int]:
    return share._asdict()


def _best_object(best: Best | None) -> dict[str, Any] | None:
    return {"points": best.points, "cards": [str(card) for card in best.cards]} if best else None


def is_worth_listing(result: dict[str, Any]) -> bool:
    """Return True if a game was won, or was given up after at least one deal.

    Args:
        result: the result of the game, as returned by `result_object`.
    """
    return result["winner"] is not None or result["deals"] > 0


def utc(seconds: float) -> str:
    """Convert a time in seconds since 1970 to text in UTC, such as `2026-11-21T20:15:03Z`."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))
