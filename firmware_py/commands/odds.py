"""`muggins odds`: print each side's chance of winning, or how often hands score each number of points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.coach import chance_before_deal, win_chance
from engine.scoring.fast_count import distribution
from firmware_py.commands.output import show
from firmware_py.commands.saved_games import read_played
from firmware_py.errors import UsageError
from firmware_py.player_names import PlayerNames
from firmware_py.words.in_use import words

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence
    from pathlib import Path


def odds(options: Namespace) -> None:
    """Print each side's chance of winning or, with `--hands`, how many hands score each number of points.

    If no score is given, print the chances in the game that is in progress.

    Raises:
        InvalidGame: a given score is not from 0 to 120, or the coach does not support the game's rules.
        UsageError: the options cannot be combined, nothing has been played yet, or the journal is damaged.
        JournalError: the journal cannot be read.
    """
    if options.dealer is not None and options.score is None:
        raise UsageError("--dealer is for a score before a deal: add --score")
    if options.hands:
        _show_hands(json=options.json)
    elif options.score is None:
        _show_game(options.journal, json=options.json)
    else:
        scores, dealer = options.score, options.dealer or 0
        chance = chance_before_deal(dealer=scores[dealer], pone=scores[1 - dealer])
        chances = (chance, 1 - chance) if dealer == 0 else (1 - chance, chance)
        if options.json:
            show({"chances": _rounded(chances)})
        else:
            show(_table(words().seats(2), scores, chances))


def _show_game(journal: Path | None, *, json: bool) -> None:
    """Print each side's chance of winning the game in a journal.

    `journal` is the path to the journal, or None for the board's own journal.
    """
    game = read_played(journal).history.game
    chances = win_chance(game)
    scores = [side.front for side in game.sides]
    if json:
        show({"chances": _rounded(chances), "scores": scores, "prompt": game.prompt.value})
    else:
        show(_table(PlayerNames(game).sides, scores, chances))


def _rounded(chances: Sequence[float]) -> list[float]:
    return [round(each, 4) for each in chances]


def _table(names: Sequence[str], scores: Sequence[int], chances: Sequence[float]) -> str:
    wide = max(8, *map(len, names))
    rows = zip(names, scores, chances, strict=True)
    return "\n".join(f"{name:<{wide}} {score:>3} {each:>7.1%}" for name, score, each in rows)


def _show_hands(*, json: bool) -> None:
    """Print, for each number of points, how many combinations of a hand and a starter score it.

    Args:
        json: True to print JSON; False to print a table with percentages.
    """
    numbers = distribution()
    if json:
        show({"hands": [{"points": points, "number": number} for points, number in enumerate(numbers)]})
        return
    total = sum(numbers)
    lines = ["{:>6} {:>9} {:>9}".format(*words().HANDS_COLUMNS)]
    lines += [f"{points:>6} {number:>9,} {number / total:>9.4%}" for points, number in enumerate(numbers)]
    show("\n".join(lines))
