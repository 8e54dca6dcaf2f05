"""The cards that the program deals in a game for a single player, and the page and prompts that show them.

The program knows the cards, so it also answers the questions about suits.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from engine.cards import PACK, Card, Rank
from engine.game import Game
from engine.indices import Seat
from engine.prompts import Prompt
from firmware_py.input.keys import Key
from firmware_py.input.page import Hint, Page, Row, hint_rows
from firmware_py.view.prompts import deal_text
from firmware_py.words.in_use import PlayerNames, cards_in_row, words
from firmware_py.words.message import Message

if TYPE_CHECKING:
    from firmware_py.view.coach import CountedDeal


PLAYER, OPPONENT = Seat(0), Seat(1)
"""The seats of the human player and of the program."""
THROWN = 2
"""The number of cards that each player throws."""
_DEALT = 6


class DealtCards(NamedTuple):
    """The cards of one deal in a game between a person and the program.

    Attributes:
        hands: each player's six cards, in the order of the seats.
        chosen: the cards that the human player has selected so far to throw to the crib.
        thrown: the two cards that each player has thrown; None until the human player has thrown.
    """

    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    starter: Card
    chosen: tuple[Card, ...] = ()
    thrown: tuple[tuple[Card, ...], tuple[Card, ...]] | None = None

    @classmethod
    def shuffled(cls, random: Random) -> DealtCards:
        """Return the cards of a new deal from a shuffled pack."""
        *cards, starter = random.sample(PACK, 2 * _DEALT + 1)
        first, second = sorted(cards[:_DEALT]), sorted(cards[_DEALT:])
        return cls((tuple(first), tuple(second)), starter)

    def kept(self, seat: Seat) -> tuple[Card, ...]:
        """Return the four cards that a player has kept. Call this only after the players have thrown."""
        assert self.thrown is not None
        return tuple(card for card in self.hands[seat] if card not in self.thrown[seat])

    def held(self, seat: Seat, game: Game) -> list[Card]:
        """Return the cards that a player still holds during the play."""
        laid = [game.deal_cards[index].rank for index in game.latest_deal.hands[seat]]
        left = []
        for card in self.kept(seat):
            if card.rank in laid:
                laid.remove(card.rank)
            else:
                left.append(card)
        return left

    @property
    def crib(self) -> tuple[Card, ...]:
        """The four cards in the crib. Read it only after the players have thrown."""
        assert self.thrown is not None
        return self.thrown[PLAYER] + self.thrown[OPPONENT]

    def completed(self, deal: CountedDeal) -> CountedDeal:
        """Return a copy of a counted deal with all missing suits and both players' throws filled in.

        If the ranks in `deal` do not match these cards, e.g. after a correction, or if nothing has been
        thrown yet, return `deal` unchanged.
        """
        if self.thrown is None:
            return deal
        hands = self.kept(PLAYER), self.kept(OPPONENT)
        found = deal._replace(hands=hands, crib=self.crib, thrown=self.thrown)
        return found if _ranks(found) == _ranks(deal) else deal

    def choose(self, rank: int) -> DealtCards | None:
        """Return a copy in which one more card of the given rank is selected to be thrown to the crib.

        If no more cards of this rank can be selected, deselect all of them instead. Return None if there are
        none to deselect.
        """
        of_rank = [card for card in self.hands[PLAYER] if card.rank == rank]
        free = [card for card in of_rank if card not in self.chosen]
        if free and len(self.chosen) < THROWN:
            return self._replace(chosen=(*self.chosen, free[0]))
        if any(card in self.chosen for card in of_rank):
            return self._replace(chosen=tuple(card for card in self.chosen if card not in of_rank))
        return None

    def take_back(self) -> DealtCards:
        """Return a copy in which the card that was selected last is no longer selected."""
        return self._replace(chosen=self.chosen[:-1])


def _ranks(deal: CountedDeal) -> list[list[Rank]]:
    return [sorted(card.rank for card in cards) for cards in (*deal.hands, deal.crib)]


def fitting(cards: Sequence[Card], count: int) -> list[Card]:
    """Return the cards that can be played at the given count."""
    return [card for card in cards if count + card.rank.counting_value <= 31]


def is_true(game: Game, dealt: DealtCards) -> bool:
    """Return True if yes is the correct answer to the question that the game asks about the suits of a hand.

    The question, the game's prompt, is about a flush or nobs.
    """
    hand = dealt.crib if game.counts_crib else dealt.kept(Seat(game.hand_owner))
    starter = dealt.starter
    if game.prompt is Prompt.NOBS:
        return Card(Rank.JACK, starter.suit) in hand
    if game.prompt is Prompt.FLUSH:
        return len({card.suit for card in hand}) == 1
    return {card.suit for card in hand} == {starter.suit}


def throw_page(game: Game, dealt: DealtCards) -> Page:
    """Return the page on which the human player selects two of six cards to throw to the crib."""
    whose = PlayerNames(game).seats[game.current_dealer]
    hand, chosen = dealt.hands[PLAYER], dealt.chosen
    hints = (Hint(Key.OK, words().THROWS_THEM),) if len(chosen) == THROWN else ()
    ask = () if hints else (Row(words().CHOOSE_TWO),)
    rows = (
        Row(cards_in_row(hand[:3])),
        Row(cards_in_row(hand[3:])),
        Row(words().THROW_THESE, cards_in_row(chosen)),
        *ask,
        *hint_rows(hints),
    )
    aloud = (
        Row(words().cards_in_words(hand)),
        Row(words().THROW_THESE, words().cards_in_words(chosen)) if chosen else Row(words().CHOOSE_TWO),
    )
    return Page(words().throw_to_crib(whose), "", rows, hints, aloud)


def solo_prompt(game: Game, dealt: DealtCards | None, opponent: str) -> Message | None:
    """Return the prompt for the human player, or None to use the board's own prompt.

    Args:
        dealt: the cards in the deal; None if they have not been dealt yet.
    """
    if game.prompt is Prompt.STARTER and dealt is None:
        return words().go_deals(deal_text(game, PlayerNames(game).seats[game.current_dealer]))
    if game.prompt is Prompt.STARTER and dealt is not None and dealt.thrown is None:
        return words().CHOOSE_CARDS
    if game.prompt is Prompt.PLAY and dealt is not None and dealt.thrown is not None:
        held = dealt.held(PLAYER, game)
        cards = cards_in_row(held)
        if game.to_act == OPPONENT:
            return words().opponent_plays(opponent, cards)
        return words().lay_one_of(cards) if fitting(held, game.count) else words().no_card_fits(cards)
    return None
