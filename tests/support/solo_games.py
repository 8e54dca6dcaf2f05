"""Play games of one person against the program, without the pauses before the opponent's key presses."""

from __future__ import annotations

from random import Random

from engine.coach.opponent import Strength
from engine.game import Game
from engine.match.history import History
from engine.prompts import Prompt
from engine.rules import Rules
from firmware_py.board import Outcome
from firmware_py.input.keys import RANKS, Key
from firmware_py.solo.dealt_cards import OPPONENT, PLAYER, THROWN, DealtCards, fitting
from firmware_py.solo.solo_board import SoloBoard

KEYS = {rank: key for key, rank in RANKS.items()}


def solo(seed: int = 1, strength: Strength = Strength.MEDIUM, rules: Rules | None = None) -> SoloBoard:
    """Return a board with a new game for one person against the program.

    Args:
        seed: the seed for the shuffles and for the opponent's choices.
        strength: the opponent's strength.
        rules: the rules; None for the standard game.
    """
    game = Game.new(rules, names=("Player", "Muggins"))
    return SoloBoard(History.of(game), strength=strength, random=Random(seed))


def dealt(board: SoloBoard) -> DealtCards:
    cards = board.cards
    assert cards is not None
    return cards


def let_opponent_play(board: SoloBoard) -> None:
    while (key := board.opponents_key()) is not None:
        outcome = board.press(key, OPPONENT)
        assert outcome.took, outcome


def persons_key(board: SoloBoard, random: Random) -> Key:
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


def press(board: SoloBoard, words: str) -> list[Outcome]:
    """Press keys as the human player, and return the outcome of each key press.

    After each key, let the opponent press its keys.
    """
    outcomes = []
    for word in words.split():
        outcomes.append(board.press(Key.parse(word)))
        let_opponent_play(board)
    return outcomes


def play_to(board: SoloBoard, prompt: Prompt, random: Random | None = None) -> None:
    """Play until the board shows this prompt to the human player.

    Args:
        board: the board.
        prompt: the prompt to wait for.
        random: used to choose the human player's keys; None for a fixed sequence of choices.
    """
    random = random or Random(1)
    let_opponent_play(board)
    while board.history.game.prompt is not prompt:
        outcome = board.press(persons_key(board, random))
        assert outcome.why is None, outcome
        let_opponent_play(board)
