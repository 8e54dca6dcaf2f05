"""The simulator, what the commands print, a game alone, and practice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.cards import Rank
from engine.scoring.calling import Part
from engine.scoring.items import Reason

from .english_pages import EnglishPages
from .english_table import plural
from .message import Message


class EnglishTerminal(EnglishPages):
    """A chapter of `English`."""

    # ---- The simulator: its log, its bottom line, its advice ----

    SO_FAR = "So far"
    FOOT_MENU, FOOT_REDO, FOOT_MUGGINS, FOOT_QUIT, FOOT_CLOSE = "menu", "redo", "muggins", "quit", "close"
    FOOT_ANY_KEY, FOOT_ENDS_IT = "any key", "ends it"
    PLAYS_ITSELF = "a game that plays itself; nothing is saved"
    LATER_ADVICE = (
        "Key each card as it is laid, by its letter or with the mouse. The game is written down here.",
        "Key each card as it is laid, by its letter or with the mouse.",
    )
    """The advice once the dealer is known: in full, and as a single line for a small terminal."""

    def first_advice(self, first: str) -> tuple[str, str]:
        """Return advice on how to begin a game, both in full and as a single line for a small terminal.

        `first` is the name of the player who cuts first.
        """
        return (
            f"To begin, cut a pack of cards and key what each player cut, {first} first: "
            f"a, 2 to 9, 0 for ten, j, q, k. Or press o: {first} deals. "
            "Then key the starter, and each card as it is laid, here or with the mouse."
        ), f"Key the cards you cut, {first} first, or press o: {first} deals."

    TEXT_KEYS = (
        "Keys: a or 1, 2 to 9, 0 for ten, j, q, k; s, h, d, c for suits; o is OK, g GO, u UNDO, r REDO, "
        "m MENU, x MUGGINS. y says all again, w what can be pressed. Esc closes a page, or quits."
    )

    def track_in_text(self, name: str, front: int, back: int, *, deals: bool) -> str:
        return f"{name} {front}, back peg {back}{', dealer' if deals else ''}"

    def too_small(self, width: int, height: int, has_width: int, has_height: int) -> str:
        return (
            f"The board needs a terminal of {width}×{height}.\nThis one has {has_width}×{has_height}.\n\n"
            "Make it larger to go on with the game. Esc quits."
        )

    def tells_cut(self, name: str, card: str) -> str:
        return f"{name} cuts {card}"

    def tells_cut_and_deals(self, name: str, card: str) -> str:
        return f"{name} cuts {card} and deals"

    def tells_cut_other_deals(self, name: str, card: str, dealer: str) -> str:
        return f"{name} cuts {card}, and {dealer} deals"

    def tells_deals(self, dealer: str) -> str:
        return f"{dealer} deals"

    def tells_starter(self, deal: int, dealer: str, card: str) -> str:
        return f"Deal {deal}: {dealer} deals, starter {card}"

    def tells_card(self, name: str, card: str) -> str:
        return f"{name} lays {card}"

    def tells_card_scoring(self, name: str, card: str, call: str) -> str:
        return f"{name} lays {card}: {call}"

    def tells_card_left(self, name: str, card: str) -> str:
        return f"{name} has {card} left"

    def tells_card_left_scoring(self, name: str, card: str, call: str) -> str:
        return f"{name} has {card} left: {call}"

    def tells_card_of_hand(self, name: str, card: str) -> str:
        return f"{name}'s hand has {card}"

    def tells_crib(self, cards: str) -> str:
        return f"Crib: {cards}"

    def tells_go(self, name: str) -> str:
        return f"{name} says go"

    def tells_count(self, name: str, points: int) -> str:
        return f"{name} counts {points}"

    TELLS_THROWN_IN = "The deal is thrown in"
    TELLS_DEAL_OVER = "The deal is over"
    TELLS_NEW_GAME = "A new game"

    def tells_result(self, result: str, scores: str) -> str:
        return f"{result} {scores}"

    # ---- The coach's advice (muggins count, throw and hands) ----

    def points_and_call(self, points: int, call: str) -> str:
        return f"{points}: {call}"

    def cards_are_no_hand(self, cards: int, size: int) -> str:
        few, enough = self.number(cards).capitalize(), self.number(size)
        return f"{few} cards are no hand, which has {enough}: only fifteens, pairs and runs count."

    def missing_suits_could_add(self, flush: int, nobs: int, *, longer: bool, together: bool) -> str:
        """Return a sentence that says how many more points a hand could score if all suits were known.

        Args:
            flush: the points for a flush, or 0 if no flush is possible.
            nobs: the point for his nobs, or 0 if it is not possible.
            longer: True if the hand already has a flush that could become longer.
            together: True if the hand could score both at once.
        """
        more = [f"{flush} more for the flush" if longer else f"a flush ({flush})"] if flush else []
        more += [f"{self.reason(Reason.NOBS)} ({nobs})"] if nobs else []
        return f"The missing suits could add {(' and ' if together else ' or ').join(more)}."

    THROW = "throw"
    KEPT = "keep"
    THROW_COLUMNS = ("hand", "crib", "play", "total")
    """The columns of average points: the hand, the crib, the play and their sum."""

    WIN = "win"
    """The heading of the column with the chance of winning."""

    HANDS_COLUMNS = ("points", "hands", "share")
    """The columns of the table that says how many hands have each count."""

    def best_throw(self, cards: str, reason: str) -> str:
        return f"Throw {cards}. {reason}"

    def keeps_parts(self, parts: Sequence[Part]) -> str:
        if not parts:
            return "The cards kept score nothing without the starter."
        names = [
            self.part_in_short(part) + (f" of {self.number(part.length)}" if part.runs == 1 else "")
            for part in parts
        ]
        said = [
            f"a {name}" if names.count(name) == 1 else f"{self.number(names.count(name))} {name}s"
            for name in dict.fromkeys(names)
        ]
        points = sum(part.points for part in parts)
        return f"It keeps {self.listed(said)}: {points} points without the starter."

    def better_for_crib(self, ranks: str, points: float, usual: float, *, dealer: bool) -> str:
        praise = "good for your crib" if dealer else "safe in the dealer's crib"
        return f"{ranks} is {praise}: {points:.1f} points on average; {usual:.1f} is usual."

    def usual_for_crib(self, ranks: str, points: float, usual: float, *, dealer: bool) -> str:
        crib = "your crib" if dealer else "the dealer's crib"
        return (
            f"{ranks} is an ordinary throw to {crib}: {points:.1f} points on average; {usual:.1f} is usual."
        )

    def worse_for_crib(self, ranks: str, points: float, usual: float, *, dealer: bool) -> str:
        blame = "poor for your crib" if dealer else "dangerous in the dealer's crib"
        return f"{ranks} is {blame}: {points:.1f} points on average; {usual:.1f} is usual."

    def trades_hand(self, other: str, lost: float, gained: float) -> str:
        return (
            f"Compared with {other}, it gives up {lost:.2f} points in the hand for {gained:.2f} in the crib."
        )

    def trades_crib(self, other: str, lost: float, gained: float) -> str:
        return (
            f"Compared with {other}, it gives up {lost:.2f} points in the crib for {gained:.2f} in the hand."
        )

    def play_decides(self, other: str, lost: float, gained: float) -> str:
        return (
            f"The play decides: compared with {other}, it gives up {lost:.2f} points in the hand and crib "
            f"for {gained:.2f} in the play."
        )

    def score_decides(self, other: str, lost: float) -> str:
        return f"The score decides: {other} scores {lost:.2f} points more on average, but wins less often."

    PLAY_COLUMNS = ("card", "now", "later", "total")
    UNDER_FIVE = "It keeps the count under 5, so that no card makes fifteen."
    PAST_FIFTEEN = "The count is then past fifteen and under 21, so that no card makes fifteen or thirty-one."

    def best_play(self, card: str, call: str) -> str:
        return f"Lay {card}: {call}."

    def replies_score(self, replies: Mapping[Reason, Sequence[Rank]]) -> str:
        if not replies:
            return "No card of the other player can score on it."
        kinds = [f"{self.reason(reason)} with {self.one_of(ranks)}" for reason, ranks in replies.items()]
        return f"The other player can score on it: {'; '.join(kinds)}."

    def you_can_answer(self, own: Rank, reason: Reason, replies: Sequence[Rank]) -> str:
        return f"You can answer {self.one_of(replies)} with your {own.symbol}: {self.reason(reason)}."

    def one_of(self, ranks: Sequence[Rank]) -> str:
        symbols = [rank.symbol for rank in ranks]
        return " or ".join(filter(None, (", ".join(symbols[:-1]), symbols[-1])))

    def trades_points(self, other: str, lost: int, gained: float) -> str:
        return f"Compared with {other}, it scores {lost} less now and {gained:.2f} more later."

    COACH_KNOWS_SIX_CARDS = (
        "The coach knows the six-card game for two. Here it leaves out the play, and assumes that the other "
        "player throws as in that game."
    )

    def best_throw_wins(self, chance: float) -> str:
        return f"You win {chance:.1%} of the games that go on from there."

    # ---- The rules (muggins rules) ----

    RULES_OF_SAVED_GAME = "The rules of the saved game, the unusual ones first:"
    RULES_OF_NEW_GAME = "The rules of a new game, the unusual ones first:"
    SECTIONS_OF_RULES = "The sections: 'muggins rules 3' prints one, 'muggins rules nobs' explains a word."

    # ---- The running board: its state, its keys, its page (muggins status, press, phone, serve, replay) ----

    def key_refused(self, key: str, reason: str) -> str:
        return f"{key}  refused: {reason}"

    def key_refused_after(self, key: str, presses: int, reason: str) -> str:
        return f"{key} refused after {plural(presses, 'press', 'presses')}: {reason}"

    def standing(self, name: str, score: int, back: int, games: int) -> str:
        return f"{name} {score:>3}   back peg {back:>3}   match {games}"

    NOBODY_HAS_DEALT = "Nobody has dealt yet."
    GAME_OVER = "The game is over."

    def dealt(self, dealer: str) -> str:
        return f"{dealer} dealt."

    def turn_of(self, name: str) -> str:
        return f"It is {name}'s turn."

    def cards_cut(self, cards: str) -> str:
        return f"cut: {cards}"

    def on_the_table(self, cards: str) -> str:
        return f"on the table: {cards}"

    def on_the_table_counting(self, cards: str, count: int) -> str:
        return f"on the table: {cards} = {count}"

    def presses_and_deals(self, presses: int, deals: int) -> str:
        finished = plural(deals, "deal", "deals")
        return f"{plural(presses, 'press', 'presses')} in this match, {finished} finished in this game"

    def page_is_at(self, address: str) -> str:
        return f"The board is at {address} (Ctrl-C ends this)"

    def page_keys_at(self, address: str) -> str:
        return f"To press keys, open {address} within two minutes. It works once; Enter shows another."

    def phone_may_join(self, address: str, code: str) -> str:
        return (
            f"{address}\nOpen this address on a phone, or enter {code} on its page, within two minutes. "
            "It works once; for another phone, type 'muggins phone' again. (Ctrl-C ends this)"
        )

    CODE_HAS_EXPIRED = "The code is no longer valid. For another one, type 'muggins phone' again."

    # ---- A game for one person alone (board/solo.py) ----

    SOLO_NAMES = ("Player", "Muggins")
    """The names of a person who plays alone and of the program, if they have none."""
    CHOOSE_TWO, THROW_THESE, THROWS_THEM = "Choose two to throw.", "throw:", "throws them"
    CHOOSE_CARDS = Message("Choose two cards to throw.", ("Choose two to throw.", "Throw two"))
    DEALT_AGAIN = "The cards of the last deal are not saved: it is dealt again"
    SUITS_ARE_KNOWN = "Key the rank alone: the suits of these cards are known"
    GO_DEALS_THE_CARDS = "GO deals the cards, OK shows the last counts"
    CHOOSE_TWO_FIRST = "Choose two cards to throw, then OK"
    TWO_ARE_CHOSEN = "Two cards are chosen: OK throws them, UNDO takes one back"
    PASSES_31 = "No card of yours fits: GO"

    def go_deals(self, deal: Message) -> Message:
        """Return the prompt that waits for GO, given `deal`, how the program then deals the cards."""
        forms = [f"GO: {form}" for form in deal.forms]
        return Message(f"{deal.full} GO deals the cards.", (*forms, "GO deals the cards.", "GO deals"))

    def throw_to_crib(self, dealer: str) -> str:
        return f"{dealer}'s crib"

    def opponent_plays(self, opponent: str, cards: str) -> Message:
        return Message(f"{opponent} plays. You hold {cards}", (f"You hold {cards}", cards))

    def lay_one_of(self, cards: str) -> Message:
        return Message(f"Lay one of {cards}", (f"Lay {cards}", cards))

    def no_card_fits(self, cards: str) -> Message:
        return Message(f"None of {cards} fits: GO", (f"{cards}: GO", "None fits: GO"))

    def you_do_not_hold(self, card: str, cards: str) -> str:
        return f"You do not hold {card}: your cards are {cards}"

    def you_can_play(self, cards: str) -> str:
        return f"You can play {cards}"

    def not_your_turn(self, name: str) -> str:
        return f"It is the turn of {name}: wait a moment"

    # ---- Practice at the terminal (commands/practice.py) ----

    PRACTICE_BEGINS = "Throw two cards, lay one, then count your hand and the crib. Ctrl-D ends the practice."
    THROW_WHICH = "Throw which two? "
    LAY_WHICH = "Lay which card? "
    HOW_MANY_POINTS = "How many points? "
    TYPE_TWO_CARDS = "Type the two cards to throw, such as 5H J."
    TYPE_ONE_CARD = "Type the card to lay, such as 5H."
    COUNTED_RIGHT = "That is right."

    def practice_deal(self, deal: int, cards: str, *, is_dealer: bool) -> str:
        whose = "You deal, so the crib is yours" if is_dealer else "The crib is the other player's"
        return f"Deal {deal}. {whose}. Your cards: {cards}"

    def which_of_a_rank(self, rank: str, cards: Sequence[str], example: str) -> str:
        return f"Which {rank}, {' or '.join(cards)}? Add its suit, such as {example}."

    def choice_is_best(self, cards: str, total: float) -> str:
        return f"No choice is better than {cards}: {total:.2f} points on average."

    def choice_is_worse(self, rank: int, choices: int, total: float, best: str, best_total: float) -> str:
        """Return the coach's comment on a throw or a card laid. The best has rank 1. Points are means."""
        return (
            f"Your choice is number {rank} of {choices}, with {total:.2f} points on average. The best is "
            f"{best}, with {best_total:.2f}: yours costs {best_total - total:.2f}."
        )

    def practice_starter(self, starter: str, lead: str | None) -> str:
        led = "You lead" if lead is None else f"The other player leads {lead}"
        return f"The starter is {starter}. {led}."

    def count_cards(self, cards: str, starter: str, *, crib: bool) -> str:
        return f"Count {'the crib' if crib else 'your hand'} with the starter {starter}: {cards}"

    def counted_wrong(self, points: int) -> str:
        return f"No, it counts {points}."

    def type_points(self, most: int) -> str:
        return f"Type a number from 0 to {most}."

    def practice_throws(self, throws: int, best: int, cost: float) -> str:
        return f"Throws: {best} of {throws} were the best. On average, a throw cost {cost:.2f} points."

    def practice_cards(self, cards: int, best: int, cost: float) -> str:
        return f"Cards laid: {best} of {cards} were the best. On average, a card cost {cost:.2f} points."

    def practice_counts(self, hands: int, right: int) -> str:
        return f"Counts: {right} of {hands} were right."
