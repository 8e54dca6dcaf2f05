"""The message catalogue in use, the players' and sides' names, and the result of a game in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engine.cards import Card
from engine.game import Game
from engine.indices import Side
from engine.rules import Rules
from engine.scoring.pegs import Skunk, skunk_at

from .english import ENGLISH, English
from .message import Message

NAMES = ("english", "british", "american")
"""The names of the catalogues. Each is a module here that contains a class of that name, capitalized."""
_words = ENGLISH
_name = NAMES[0]


def words() -> English:
    """Return the message catalogue in use. This is `ENGLISH`, unless `use` has selected a different one."""
    return _words


def use(name: str) -> None:
    """Use the message catalogue with this name from now on. The name must be in `NAMES`."""
    global _name, _words
    _name = name
    _words = ENGLISH if name == "english" else catalogue(name)


def cards_in_row(cards: Iterable[Card]) -> str:
    """Return cards as they are shown on the screen, such as `5♥ J♦`."""
    return " ".join(card.pretty for card in cards)


def name_in_use() -> str:
    """Return the name of the message catalogue in use."""
    return _name


def catalogue(name: str) -> English:
    """Return a new message catalogue, given its name in `NAMES`."""
    from importlib import import_module

    found: English = getattr(import_module(f"firmware_py.words.{name}"), name.capitalize())()
    return found


class PlayerNames:
    """The names of the players and the sides in a game.

    Attributes:
        sides: the sides' names, in order. Two partners share a name such as `North & South`.
    """

    def __init__(self, game: Game) -> None:
        self._rules = game.rules
        self.seats = game.names or words().seats(game.rules.players)
        self.sides = tuple(words().partners(self.of_side(side)) for side in game.rules.each_side)

    def of_side(self, side: Side) -> tuple[str, ...]:
        """Return the names of a side's players: one name, or the names of two partners."""
        side_of = self._rules.side_of
        return tuple(self.seats[seat] for seat in self._rules.seats if side_of(seat) == side)


LURCH = 61
"""The target score of a game in which a skunk is called a lurch (RULES.md 5)."""


def win_in_words(
    words: English,
    rules: Rules,
    winner: int,
    scores: Sequence[int],
    players_of: Callable[[Side], Sequence[str]],
) -> Message:
    """Return the announcement of a win (RULES.md 5).

    Args:
        players_of: a function that returns the names of a side's players.
    """
    wins, lurch = players_of(rules.each_side[winner]), rules.target == LURCH
    losers = [side for side in rules.each_side if side != winner]
    skunks = {side: skunk for side in losers if (skunk := skunk_at(scores[side], rules))}
    if not skunks:
        return words.won(wins)
    if len(skunks) < len(losers):
        some = [name for side in skunks for name in players_of(side)]
        if lurch:
            return words.won_and_some_lurched(wins, some)
        return words.won_and_some_skunked(wins, some, double=set(skunks.values()) == {Skunk.DOUBLE})
    lost = [players_of(side) for side in losers]
    if lurch:
        return words.won_with_lurch(wins, lost)
    if set(skunks.values()) == {Skunk.DOUBLE}:
        return words.won_with_double_skunk(wins)
    return words.won_with_skunk(wins, lost)


def result(game: Game) -> Message:
    """Return a finished game's result, such as `Left wins with a double skunk!`.

    The message also has shorter forms for the screen. They may omit the winner, because the scores show who
    won.
    """
    assert game.winner is not None
    fronts = [side.front for side in game.sides]
    return win_in_words(words(), game.rules, game.winner, fronts, PlayerNames(game).of_side)


def scores(game: Game) -> str:
    """Return the scores of all sides in figures, such as `121-100`."""
    return "-".join(str(side.front) for side in game.sides)


def games_won(game: Game) -> str:
    """Return the number of games that each side has won, in figures, such as `4-0`."""
    return "-".join(str(side.games) for side in game.sides)
