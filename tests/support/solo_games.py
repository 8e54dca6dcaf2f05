"""Play games of one person against the program, without the pauses before the opponent's key presses."""

from random import Random

from engine.coach.opponent import Strength
from engine.game import Game
from engine.indices import Seat
from engine.match.history import History
from engine.prompts import Prompt
from engine.rules import Rules
from firmware_py.board.board import Board, Outcome
from firmware_py.board.coach import CoachProcess
from firmware_py.board.dealt_cards import OPPONENT, PLAYER, THROWN, DealtCards, fitting
from firmware_py.board.ports import Store
from firmware_py.board.solo import Solo
from firmware_py.input.keys import RANKS, Key
from firmware_py.view.coach import HintMessage
from firmware_py.view.view import NO_ADDITIONS, View
from tests.support.command import muggins

KEYS = {rank: key for key, rank in RANKS.items()}


class AskedCoach(CoachProcess):
    """A coach that remembers what it was asked, and never answers."""

    asked: tuple[str, ...] = ()

    def run(self, question: tuple[str, ...]) -> None:
        self.asked = question

    def close(self) -> None:
        self.asked = ()


class SoloGame:
    """A board, and the opponent that joined it. Keys are pressed as the loop presses them."""

    def __init__(
        self,
        history: History,
        strength: Strength = Strength.MEDIUM,
        random: Random | None = None,
        store: Store | None = None,
    ) -> None:
        self.board, self.coach = Board(history, store), AskedCoach(lambda message: True)
        self.solo = Solo(self.board, lambda press: True, self.coach, strength, random)
        self.completed = self.solo.completed
        self.equip = self.board.equip
        self.more = NO_ADDITIONS

    def press(self, key: Key, seat: Seat | None = None) -> Outcome:
        outcome = self.solo.press(key, seat)
        self.solo.follow(0.0)
        return outcome

    def opponents_key(self) -> Key | None:
        """Let the coach answer a strong opponent, and return the key that the opponent presses next."""
        self.solo.follow(0.0)
        if self.coach.asked:
            self.answer(muggins(*self.coach.asked, "--json").out)
        return self.solo.opponents_key()

    def answer(self, text: str) -> None:
        self.solo.hear(HintMessage(self.coach.asked, text), 0.0)
        self.coach.asked = ()

    @property
    def history(self) -> History:
        return self.board.history

    @property
    def cards(self) -> DealtCards | None:
        return self.solo.cards

    @property
    def view(self) -> View:
        self.solo.follow(0.0)
        self.board.show_also(self.solo.shows | self.more)
        return self.board.view


def solo(seed: int = 1, strength: Strength = Strength.MEDIUM, rules: Rules | None = None) -> SoloGame:
    """Return a board with a new game for one person against the program.

    Args:
        seed: the seed for the shuffles and for the opponent's choices.
        strength: the opponent's strength.
        rules: the rules; None for the standard game.
    """
    game = Game.new(rules, names=("Player", "Muggins"))
    return SoloGame(History.of(game), strength=strength, random=Random(seed))


def dealt(board: SoloGame) -> DealtCards:
    return board.cards


def let_opponent_play(board: SoloGame) -> None:
    while (key := board.opponents_key()) is not None:
        outcome = board.press(key, OPPONENT)
        assert outcome.took, outcome


def persons_key(board: SoloGame, random: Random) -> Key:
    """Return a key that the human player can press now, chosen at random if several cards can be played."""
    game = board.history.game
    if game.prompt is Prompt.STARTER:
        cards = board.cards
        if cards is None:
            return Key.GO
        if len(cards.chosen) == THROWN:
            return Key.OK
        return KEYS[random.choice([card for card in cards.hands[PLAYER] if card not in cards.chosen]).rank]
    if game.prompt is Prompt.PLAY:
        fits = fitting(dealt(board).held(PLAYER, game), game.count)
        return KEYS[random.choice(fits).rank] if fits else Key.GO
    return Key.OK


def press(board: SoloGame, words: str) -> list[Outcome]:
    """Press keys as the human player, and return the outcome of each key press.

    After each key, let the opponent press its keys.
    """
    outcomes = []
    for word in words.split():
        outcomes.append(board.press(Key.parse(word)))
        let_opponent_play(board)
    return outcomes


def play_to(board: SoloGame, prompt: Prompt) -> None:
    """Play until the board shows this prompt to the human player.

    The human player's cards are a fixed sequence of choices.
    """
    random = Random(1)
    let_opponent_play(board)
    while board.history.game.prompt is not prompt:
        outcome = board.press(persons_key(board, random))
        assert outcome.why is None, outcome
        let_opponent_play(board)
