"""A board and a referee that receive the same keys and must report the same state after each key."""

from collections.abc import Iterator
from copy import deepcopy
from random import Random

from engine.game import Game
from engine.match.history import History
from engine.prompts import Prompt
from engine.rules import Rules
from firmware_py.board.board import Board
from firmware_py.input.keys import Key
from firmware_py.render import oled
from firmware_py.reports.match import Refusal, report_object
from tests.support import oracle
from tests.support.referee import WORDS, Referee, comparable
from tests.support.table import Table

Start = tuple[int, ...]


class Pair:
    """A board and a referee, which is an independent implementation of the game.

    Both receive the same keys, and their states are compared after each key.
    """

    def __init__(self, start: Start = (0, 0), rules: Rules | None = None) -> None:
        self.rules = rules or Rules()
        self.board = Board(History.of(Game.new(self.rules, start)))
        options = dict(setting.split("=") for setting in self.rules.settings)
        self.referee = Referee(start, players=self.rules.players, options=options)
        self.refused: list[Refusal] = []
        self.words: list[str] = []

    @property
    def game(self) -> Game:
        return self.board.history.game

    @property
    def busy(self) -> bool:
        """True while a dialogue is open, or while a number is being typed."""
        return bool(self.referee.menu or self.referee.typed)

    def press(self, word: str) -> bool:
        """Press a key on the board and on the referee, and check that both report the same state.

        Return True if the key took effect. Keys that the referee does not implement are ignored.
        """
        if not self.covers(word):
            return False
        before = self.board.history
        outcome = self.board.press(Key.parse(word))
        self.referee.press(word)
        self.words.append(word)
        assert outcome.presses == before.applied
        assert outcome.took == (self.board.history.applied == before.applied + 1), self.words
        if not outcome.took:
            assert self.board.history is before, self.words
        if outcome.why is not None:
            check_reason(outcome.why)
            assert not outcome.took
            self.refused.append(Refusal(outcome.presses, word, outcome.why))
        self.compare()
        oled.draw(self.board.view)
        return outcome.took

    def covers(self, word: str) -> bool:
        """Return False if a key opens a menu page that the referee does not implement, otherwise True.

        Args:
            word: the name of the key, such as `OK`.
        """
        menu = self.referee.menu
        return not (
            (menu == "menu" and word in ("5", "7", "9"))
            or (menu == "6" and word not in ("OK", "GO", "UNDO", "MENU"))
        )

    def compare(self) -> None:
        ours = comparable(report_object(self.board.history, self.refused, self.board.prompt))
        theirs = comparable(self.referee.result())
        assert ours == theirs, " ".join(self.words)

    def fork(self, word: str) -> tuple[bool, bool]:
        """Press a key on a copy of this board and referee.

        Returns:
            Two values: True if the key took effect, and True if the key was refused. Both are False if the
            key did neither, e.g. if it only typed a digit.
        """
        copy = Pair(rules=self.rules, start=(0,) * self.rules.sides)
        copy.board = Board(self.board.history)
        copy.referee = deepcopy(self.referee)
        copy.refused, copy.words = list(self.refused), list(self.words)
        number = len(copy.refused)
        return copy.press(word), len(copy.refused) > number


def check_reason(why: str) -> None:
    """Check that the message about a refused key is a single line without a full stop at the end."""
    assert why.strip()
    assert why.isprintable()
    assert not why.endswith(".")


def near_the_end(chance: Random, rules: Rules | None = None) -> Start:
    """Return random starting scores, high enough that the game will probably end within two deals."""
    rules = rules or Rules()
    return tuple(chance.randint(max(0, rules.target - 36), rules.target - 1) for _ in range(rules.sides))


def random_keys(chance: Random, presses: int) -> Iterator[str]:
    """Yield `presses` random keys, most of which are useful in the game."""
    often = {"OK": 10, "GO": 10, "MENU": 1, "MUGGINS": 2, "UNDO": 3, "REDO": 3}
    weights = [often.get(word, 3.5) for word in WORDS]
    return iter(chance.choices(WORDS, weights, k=presses))


def keys_of_games(pair: Pair, chance: Random, suits: str, games: int = 1) -> Iterator[str]:
    """Yield the keys that simulated players press to play whole games.

    The caller must press each key on `pair` before requesting the next one.

    Args:
        pair: the board and the referee.
        chance: the source of random choices.
        suits: which cards are followed by a suit key: "all", "some" or "none".
        games: the number of games.
    """
    for number in range(games):
        if number:
            yield "OK"
        for word in Table(chance, suits=suits != "none", rules=pair.rules).keys(lambda: pair.game):
            if not pair.busy and passes_31(word, pair.game) and chance.random() < 0.3:
                while pair.game.prompt is Prompt.PLAY and pair.game.count:
                    yield "GO"
                if pair.game.winner is not None:
                    continue
            if word not in oracle.SUITS or suits == "all" or chance.random() < 0.4:
                yield word


def passes_31(word: str, game: Game) -> bool:
    return game.prompt is Prompt.PLAY and word in oracle.RANKS and game.count + oracle.value(word) > 31


def press_and_undo(pair: Pair, chance: Random) -> None:
    wrong = [word for word in random_keys(chance, 6) if word not in ("UNDO", "REDO")]
    took = sum([pair.press(word) for word in wrong])
    while pair.busy:
        assert not pair.press("UNDO")
    for _ in range(took):
        assert pair.press("UNDO")


def undo_and_redo(pair: Pair, chance: Random) -> None:
    took = sum([pair.press("UNDO") for _ in range(chance.choice([1, 3, 12]))])
    for _ in range(took):
        assert pair.press("REDO")
