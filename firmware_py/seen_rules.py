"""The rules of the game that the board's view file describes, for the programs that follow the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.rules import Rules


def seen_rules(view: Mapping[str, Any]) -> Rules:
    """Return the rules that the JSON object from the board's view file describes.

    Raises:
        InvalidRules: the rules are not known to this program, e.g. because the board is a newer version.
    """
    settings = (f"game={view['game']}", f"target={view['target']}", *view["options"])
    return Rules.parse(settings, players=view["players"], recorded=True)
