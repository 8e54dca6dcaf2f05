"""A game for one person: an add-on that deals the cards and plays the opponent's.

The loop asks it about each key press before the board. It refuses one that contradicts the cards, e.g. for a
card that the player does not hold, and presses the opponent's keys, with a short pause before each. What a
strong opponent throws and lays is worked out in a process of its own, so that the loop goes on meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine.cards import PACK, Card
from engine.coach.opponent import Strength, opponents_card, opponents_throw
from engine.coach.throws import quick_throws
from engine.events import Event, Kind
from engine.game import Game
from engine.games_known_to_coach import is_known_to_coach
from engine.indices import Seat
from engine.prompts import SUIT_QUESTIONS, Prompt
from engine.rules import Rules
from firmware_py.input.keys import ASKING_KEYS, RANKS, SUITS, AddOnMessage, Input, Key, Press
from firmware_py.view.coach import CountedDeal, HintMessage
from firmware_py.view.view import NO_ADDITIONS, Additions
from firmware_py.words.in_use import PlayerNames, cards_in_row, words

from .add_on import AddOn
from .board import Board, Outcome
from .dealt_cards import (
    OPPONENT,
    PLAYER,
    THROWN,
    DealtCards,
    fitting,
    is_true,
    solo_prompt,
    throw_page,
)
from .ports import Advisor

_KEYS = {rank: key for key, rank in RANKS.items()}


def is_for_one(rules: Rules) -> bool:
    """Return True if a single person can play against the program with the given rules."""
    usual = rules.follows_play and not rules.muggins and not rules.pack_is_offered
    return is_known_to_coach(rules) and usual


PAUSE = 1.0
"""The time, in seconds, before the opponent presses a key, so that the person can follow."""
_AGAIN = 0.1
"""The time, in seconds, before a key press is repeated because the board had no room for it."""


class Solo(AddOn):
    """The add-on with which one player plays against the program."""

    deadline: float | None = None
    shows = NO_ADDITIONS

    def __init__(
        self,
        board: Board,
        put: Callable[[Press], bool],
        process: Advisor,
        strength: Strength = Strength.MEDIUM,
        random: Random | None = None,
        pause: float = PAUSE,
    ) -> None:
        """Join a board as the opponent.

        If a deal is in progress, it is thrown in, so that the cards are dealt again. The deal cannot
        continue, because the cards were lost when the program stopped.

        Args:
            put: a function that puts each of the opponent's key presses on the board's queue. It returns
                False if there is no room.
            process: works out what a strong opponent throws and lays, without delaying the loop.
            random: the source of random choices; None for a new one.
            pause: the time, in seconds, before each of the opponent's key presses.

        Raises:
            JournalError: the journal cannot be written.
        """
        self._board, self._put, self._process, self._pause = board, put, process, pause
        self._strength = strength
        self._random = random or Random()
        self._cut = self._random.sample(PACK, len(PACK))
        self._dealt: dict[int, DealtCards] = {}
        self._planned: tuple[Game, Key] | None = None
        self._asked: tuple[str, ...] | None = None
        self._thought = HintMessage((), "")
        self._due: float | None = None
        self._retraces: Key | None = None
        self._refused_at: Game | None = None
        self._is_put = False
        if board.history.game.has_deal:
            board.take(Event.thrown_in())
            board.say(words().DEALT_AGAIN)

    def follow(self, now: float) -> None:
        """Choose what the board shows of the cards. Press the opponent's next key when it is time."""
        self.shows = self._shown()
        key = self.opponents_key()
        self._think()
        if key is None and self._asked is None:
            self._due = None
        elif self._due is None:
            self._due = now + self._pause  # a strong opponent thinks during the pause
        if key is None or self._is_put:
            self.deadline = None
        elif self.deadline is None:
            self.deadline = self._due
        elif now >= self.deadline:
            self._is_put = self._put(Press(key, OPPONENT, "opponent"))
            self.deadline = None if self._is_put else now + _AGAIN

    def hear(self, message: AddOnMessage, now: float) -> None:
        """Keep what the coach would do in the place of a strong opponent. Other messages are ignored."""
        if isinstance(message, HintMessage) and message.question == self._asked:
            self._thought, self._asked = message, None

    def close(self) -> None:
        """Stop thinking."""
        self._process.close()

    def opponents_key(self) -> Key | None:
        """Return the key that the program will press next, e.g. to play a card from the opponent's hand.

        Return None while the board waits for the human player, and while a strong opponent thinks. The
        program chooses a card to play only once: until the game changes, each call returns the same key.
        """
        game, dealt = self._board.history.game, self.cards
        if self._board.entry.dialogue is not None or game == self._refused_at:
            return None
        if not is_for_one(game.rules):
            return None
        if self._retraces is not None:
            more = self._board.history.past if self._retraces is Key.UNDO else self._board.history.undone
            if more and not self._waits_for_person:
                return self._retraces
            self._retraces = None
        if game.prompt is Prompt.CUT_FOR_DEAL:
            return _KEYS[self._cut[len(game.cards)].rank]
        if dealt is None or dealt.thrown is None:
            return None
        if game.prompt is Prompt.STARTER:
            return _KEYS[dealt.starter.rank]
        if game.prompt is Prompt.PLAY and game.to_act == OPPONENT:
            return self._play(dealt)
        if game.prompt in SUIT_QUESTIONS:
            return Key.OK if is_true(game, dealt) else Key.GO
        if game.prompt is Prompt.REVEAL and game.to_act == OPPONENT:
            return Key.OK
        if game.prompt is Prompt.CRIB:
            return _KEYS[dealt.crib[len(game.latest_deal.crib)].rank]
        return None

    def press(self, key: Input, seat: Seat | None) -> Outcome:
        """Handle a key press by the human player, or by the program if `seat` is the opponent's seat.

        A key press by the program has no effect if it no longer fits the game, e.g. after an undo.
        """
        self.deadline, self._due, self._is_put = None, None, False
        if seat == OPPONENT:
            return self._press_of_opponent(key)
        self._refused_at = None
        is_open = self._board.entry.dialogue is not None or not is_for_one(self._board.history.game.rules)
        if is_open or not isinstance(key, Key) or key in (*ASKING_KEYS, Key.MENU):
            return self._board.press(key, PLAYER)
        if key in (Key.UNDO, Key.REDO):
            return self._go_back_or_forth(key)
        self._retraces = None
        why = self._objection(key)
        if why is not None:
            return self._board.refuse(why)
        game, dealt = self._board.history.game, self.cards
        if game.prompt is Prompt.STARTER and dealt is None and key is Key.GO:
            return self._show(DealtCards.shuffled(self._random))
        if game.prompt is Prompt.STARTER and dealt is not None and dealt.thrown is None:
            return self._choose(key, dealt)
        return self._board.press(key, PLAYER)

    def _press_of_opponent(self, key: Input) -> Outcome:
        if key is not self.opponents_key():
            return Outcome(self._board.history.applied)
        before = self._board.history.game
        outcome = self._board.press(key, OPPONENT)
        if outcome.why is not None:
            self._refused_at = before  # a correction has made the cards dealt impossible
        elif key is Key.UNDO:
            self._throw_again()
        return outcome

    def _shown(self) -> Additions:
        game, dealt = self._board.history.game, self.cards
        if not is_for_one(game.rules):
            return NO_ADDITIONS
        chooses = game.prompt is Prompt.STARTER and dealt is not None and dealt.thrown is None
        page = throw_page(game, dealt) if dealt is not None and chooses else None
        return Additions(page=page, prompt=solo_prompt(game, dealt, PlayerNames(game).seats[OPPONENT]))

    @property
    def _deal_begins_at(self) -> int:
        """The number of events before the starter of the deal is turned up. It identifies the deal."""
        game = self._board.history.game
        return game.at if game.prompt is Prompt.STARTER else self._last_starter_at

    @property
    def _last_starter_at(self) -> int:
        """The number of events before the last starter, or of all events if none has been turned up."""
        for step in reversed(self._board.history.timeline.steps):
            if step.event.kind is Kind.STARTER:
                return step.before.at
        return self._board.history.game.at

    def completed(self, deal: CountedDeal) -> CountedDeal:
        """Return a copy of the deal just counted, with all missing suits and both players' throws filled in.

        Return the deal unchanged if the cards are not known, e.g. because the board was restarted during the
        deal, or if the ranks do not match, e.g. after a correction.
        """
        dealt = self._dealt.get(self._last_starter_at)
        return deal if dealt is None else dealt.completed(deal)

    @property
    def question_for_coach(self) -> tuple[str, ...] | None:
        """The command that answers what the person should throw or lay now; None if it is neither.

        It is `muggins discard` or `muggins play`, with their arguments.
        """
        return self._question_of(PLAYER)

    def _question_of(self, seat: Seat) -> tuple[str, ...] | None:
        game, dealt = self._board.history.game, self.cards
        if dealt is None or not is_for_one(game.rules):
            return None
        role = "--dealer" if game.dealer == seat else "--pone"
        if game.prompt is Prompt.STARTER and dealt.thrown is None:
            return ("discard", *map(str, dealt.hands[seat]), role)
        if game.prompt is not Prompt.PLAY or game.to_act != seat:
            return None
        events = [step.event for step in self._board.history.timeline.steps]
        starter = max(index for index, event in enumerate(events) if event.kind is Kind.STARTER)
        played = [event for event in events[starter + 1 :] if event.kind in (Kind.LAY, Kind.GO)]
        laid = ["GO" if event.named is None else str(event.named.symbol) for event in played]
        table = ("--on-table", *laid) if laid else ()
        held = map(str, dealt.held(seat, game))
        return ("play", *held, role, "--starter", game.deal_cards[0].rank.symbol, *table)

    @property
    def cards(self) -> DealtCards | None:
        """The cards in this deal; None if they have not been dealt yet."""
        return self._dealt.get(self._deal_begins_at)

    @property
    def _waits_for_person(self) -> bool:
        game = self._board.history.game
        if game.prompt in (Prompt.PLAY, Prompt.REVEAL):
            return game.to_act == PLAYER
        return game.prompt in (Prompt.STARTER, Prompt.GAME_OVER)

    def _play(self, dealt: DealtCards) -> Key | None:
        """The choice stays the same until the key has been pressed."""
        if self._unanswered is not None:
            return None
        game = self._board.history.game
        if self._planned is None or self._planned[0] != game:
            card, *_ = self._coachs_choice or [None]
            if card is None:
                usual = Strength.MEDIUM if self._strength is Strength.STRONG else self._strength
                card = opponents_card(usual, game, dealt.held(OPPONENT, game), self._random.random)
            self._planned = game, Key.GO if card is None else _KEYS[card.rank]
        return self._planned[1]

    def _think(self) -> None:
        """Ask the coach what a strong opponent does. Drop a question that UNDO or the menu has overtaken."""
        question = self._unanswered
        if question == self._asked:
            return
        if self._asked is not None:
            self._process.close()
        self._asked = question
        if question is not None:
            self._process.run(question)

    @property
    def _unanswered(self) -> tuple[str, ...] | None:
        """The question about which a strong opponent still has to think; None if there is none."""
        game, dealt = self._board.history.game, self.cards
        is_busy = self._board.entry.dialogue is not None or self._retraces is not None
        question = None if is_busy or self._strength is not Strength.STRONG else self._question_of(OPPONENT)
        if dealt is None or question == self._thought.question:
            return None
        if game.prompt is Prompt.PLAY:
            fits = fitting(dealt.held(OPPONENT, game), game.count)
            return question if len({card.rank for card in fits}) > 1 else None
        return question

    @property
    def _coachs_choice(self) -> tuple[Card, ...]:
        """What the coach throws or lays for the opponent. Empty if it has not answered, or has failed."""
        from json import loads

        if self._thought.question != self._question_of(OPPONENT):
            return ()
        try:
            found = loads(self._thought.answer)
            cards = found["throws"][0]["thrown"] if "throws" in found else [found["plays"][0]["card"]]
            return tuple(map(Card.parse, cards))
        except (ValueError, LookupError, TypeError):
            return ()

    def _objection(self, key: Key) -> str | None:
        game, dealt = self._board.history.game, self.cards
        if key in SUITS:
            return words().SUITS_ARE_KNOWN
        if game.prompt is Prompt.STARTER:
            return self._objection_before_play(key, dealt)
        if game.prompt is Prompt.PLAY and dealt is not None and game.to_act == PLAYER:
            return self._objection_to_card(key, dealt)
        is_answer = key in RANKS or key is Key.GO or game.prompt in SUIT_QUESTIONS
        if is_answer and (self._unanswered is not None or self.opponents_key() is not None):
            return words().not_your_turn(PlayerNames(game).seats[OPPONENT])
        return None

    def _objection_before_play(self, key: Key, dealt: DealtCards | None) -> str | None:
        if dealt is None:
            return None if key in (Key.GO, Key.OK) else words().GO_DEALS_THE_CARDS
        if dealt.thrown is not None:
            return words().not_your_turn(PlayerNames(self._board.history.game).seats[OPPONENT])
        if key is Key.OK:
            return None if len(dealt.chosen) == THROWN else words().CHOOSE_TWO_FIRST
        if key in RANKS:
            if all(card.rank is not RANKS[key] for card in dealt.hands[PLAYER]):
                return words().you_do_not_hold(key.value, cards_in_row(dealt.hands[PLAYER]))
            return None if dealt.choose(RANKS[key]) else words().TWO_ARE_CHOSEN
        return words().CHOOSE_TWO_FIRST

    def _objection_to_card(self, key: Key, dealt: DealtCards) -> str | None:
        held, count = dealt.held(PLAYER, self._board.history.game), self._board.history.game.count
        fits = fitting(held, count)
        if key is Key.GO:
            return words().you_can_play(cards_in_row(fits)) if fits else None
        if key in RANKS:
            if all(card.rank is not RANKS[key] for card in held):
                return words().you_do_not_hold(key.value, cards_in_row(held))
            if all(card.rank is not RANKS[key] for card in fits):
                return words().you_can_play(cards_in_row(fits)) if fits else words().PASSES_31
        return None

    def _choose(self, key: Key, dealt: DealtCards) -> Outcome:
        """A rank key selects a card, and OK throws the selected cards."""
        if key in RANKS:
            chosen = dealt.choose(RANKS[key])
            assert chosen is not None
            return self._show(chosen)
        hand, is_dealer = dealt.hands[OPPONENT], self._board.history.game.dealer == OPPONENT
        thrown = self._coachs_choice
        if not thrown and self._strength is Strength.STRONG:  # the person was faster than the coach
            thrown = quick_throws(hand, dealer=is_dealer)[0].thrown
        elif not thrown:
            thrown = opponents_throw(self._strength, hand, self._random.random, dealer=is_dealer)
        return self._show(dealt._replace(thrown=(dealt.chosen, thrown)))

    def _go_back_or_forth(self, key: Key) -> Outcome:
        """UNDO deselects a card, or goes back to the player's last decision. REDO goes to the next one."""
        dealt = self.cards
        if self._board.history.game.prompt is Prompt.STARTER and dealt is not None:
            if key is Key.REDO:
                return self._board.refuse(words().CHOOSE_TWO_FIRST)
            if dealt.chosen:
                return self._show(dealt.take_back()._replace(thrown=None))
        outcome = self._board.press(key, PLAYER)
        self._retraces = key if outcome.took else None
        if outcome.took:
            self._throw_again()
        return outcome

    def _throw_again(self) -> None:
        """If an undo or redo has left the starter face down, let the human player choose the throw again."""
        dealt = self.cards
        if self._board.history.game.prompt is Prompt.STARTER and dealt is not None:
            self._dealt[self._deal_begins_at] = dealt._replace(thrown=None, chosen=())

    def _show(self, dealt: DealtCards) -> Outcome:
        self._dealt[self._deal_begins_at] = dealt
        return self._board.show_game()
