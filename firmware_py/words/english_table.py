"""The words of the table: names, prompts, refusals, calls, remarks and results."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card, Rank
from engine.events import Kind
from engine.refusals import RefusalWords
from engine.scoring.calling import CallWords
from engine.scoring.items import Reason

from .message import Message, in_forms

_PRESSES = {
    Kind.CUT: ("{name} cut {what}", "{name}'s cut"),
    Kind.DEALS: ("cut skipped", "the first deal"),
    Kind.STARTER: ("starter {what}", "the starter"),
    Kind.LAY: ("{name} laid {what}", "{name}'s {what}"),
    Kind.GO: ("{name}: go", "{name}'s go"),
    Kind.CALL: ("points called", "the points called"),
    Kind.TAKE: ("muggins", "muggins"),
    Kind.REST: ("{name} kept {what}", "{name}'s {what}"),
    Kind.HAND: ("{name} showed {what}", "{name}'s {what}"),
    Kind.YES: ("{name}: yes", "the answer"),
    Kind.NO: ("{name}: no", "the answer"),
    Kind.CLAIM: ("{name} counted {what}", "{name}'s count"),
    Kind.REVEAL: ("{name} counted", "{name}'s count"),
    Kind.CRIB: ("crib {what}", "the crib's {what}"),
    Kind.SUIT: ("its suit {what}", "the suit {what}"),
    Kind.PACK_CUT: ("pack cut", "the cut of the pack"),
    Kind.PACK_TAKEN: ("pack taken", "the pack taken"),
    Kind.MUGGINS: ("muggins", "muggins"),
    Kind.DEAL_OVER: ("deal over", "the end of the deal"),
    Kind.PEG: ("points pegged", "points by hand"),
    Kind.TAKE_BACK: ("points taken back", "points by hand"),
    Kind.SCORE: ("score set", "points by hand"),
    Kind.RENEGE: ("renege", "the penalty"),
    Kind.SEEN_CARD: ("seen card", "the penalty"),
    Kind.FALSE_CLAIM: ("false claim of game", "the penalty"),
    Kind.THROWN_IN: ("deal thrown in", "the misdeal"),
    Kind.MISDEAL: ("misdeal", "the misdeal"),
    **dict.fromkeys((Kind.NEXT_GAME, Kind.NEW_GAME), ("new game", "the new game")),
    **dict.fromkeys((Kind.CHANGE, Kind.PUT_IN, Kind.TAKE_OUT), ("correction", "the correction")),
}
"""The words for each kind of key press in a deal: a complete sentence, and a noun phrase.

In the strings, `{name}` stands for the player, and `{what}` for a card, a suit or a number.
"""


class EnglishTable(CallWords, RefusalWords):
    """A chapter of `English`."""

    # ---- Names of the players who entered none ----

    def seats(self, players: int) -> tuple[str, ...]:
        """Return the names of the seats for players who have not entered names.

        Two or three players are named after the positions of their scores on the screen. Four players are
        named after the points of the compass, because partners sit opposite each other.
        """
        if players == 2:
            return "Left", "Right"
        if players == 3:
            return "Left", "Middle", "Right"
        return "North", "East", "South", "West"

    def first_partner(self, name: str) -> str:
        """Return the first of the two rows that show the names of two partners, e.g. `North &`."""
        return f"{name} &"

    def partners(self, names: Sequence[str]) -> str:
        """Return the name of a side, given the names of its players, e.g. `Left` or `North & South`."""
        return " & ".join(names)

    AND = "and"

    def listed(self, parts: Sequence[str]) -> str:
        """Join strings with commas and "and", e.g. `Ann`, `Ann and Bob`, or `Ann, Bob and Cid`."""
        return f" {self.AND} ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))

    # ---- Prompts: what the board asks for (view/prompts.py) ----

    def cut_for_deal(self, name: str) -> Message:
        return in_forms(
            f"{name} cuts for the deal.", f"{name} cuts for deal.", f"{name} cuts.", "Cut for the deal."
        )

    def cut_again(self, name: str) -> Message:
        return in_forms(f"A tie! {name} cuts again.", f"Tie! {name} cuts again.", "A tie! Cut again.")

    def deal(self, dealer: str, each: int, thrown: int, to_crib: int) -> Message:
        """Return a message that tells how the cards are dealt in this form of the game.

        Args:
            each: the number of cards dealt to each player.
            thrown: the number of cards that each player then throws to the crib.
            to_crib: the number of cards dealt to the crib.
        """
        extra = f", and {self.number(to_crib)} to the crib" if to_crib else ""
        thrown_in_words = f"{self.number(thrown)} each to the crib"
        full = f"{dealer} deals {self.number(each)} cards each{extra}; {thrown_in_words}."
        return Message(
            full, (f"{dealer} deals {each}, {thrown} each to the crib.", f"Deal {each}, {thrown} each.")
        )

    def starter(self, dealer: str, deal: Message) -> Message:
        """Return the prompt for the starter, given `deal`, how the cards are dealt before it."""
        forms = (*(f"{form} Starter?" for form in deal.forms), f"{dealer} deals. Starter?")
        return Message(
            f"{deal.full} Turn up the starter.", (*forms, f"{dealer}: starter?", "Turn up the starter.")
        )

    def starter_cut_by(self, pone: str, dealer: str, deal: Message) -> Message:
        full = f"{pone} cuts, {deal.full} Turn up the starter."
        return Message(full, (f"{pone} cuts, {dealer} deals.", f"{pone} cuts. Starter?", f"{pone} cuts"))

    def starter_or_offer(self, dealer: str, deal: Message) -> Message:
        full = f"{deal.full} Turn up the starter. Or was the pack offered, and cut or taken?"
        forms = (f"{dealer} deals. Starter? If the pack is offered:", f"{dealer} deals. Starter?", "Starter?")
        return Message(full, forms)

    PACK_CUT, PACK_TAKEN = "cut", "taken"
    """The meanings of OK and GO at `starter_or_offer`."""

    def card_to_lay(self, name: str, players: int) -> Message:
        if players == 2:
            return Message(f"{name}: card", (self.CARD_ELSE_GO,))
        return in_forms(f"{name}: card", "Card")

    def card_or_go(self, name: str, players: int) -> Message:
        full = f"{name}: card, or GO if none fits"
        if players == 2:
            return Message(full, (self.CARD_ELSE_GO,))
        return Message(full, (f"{name}: card, else GO", f"{name}: stuck? GO", self.CARD_ELSE_GO))

    CARD_ELSE_GO = "Card, else GO"
    """The prompt for the play with two players. It needs no name, because an arrow shows whose turn it is."""

    def one_or_eleven(self, name: str) -> Message:
        forms = (f"{name}: one or eleven?", f"{name}: 1 or 11?", "One or eleven?")
        return Message(f"{name}: is the ace one or eleven?", forms)

    def cards_kept(self, name: str, cards: str) -> Message:
        return in_forms(f"{name} kept: {cards}", f"{name}: {cards}", cards)

    def cards_of_hand(self, name: str, cards: str) -> Message:
        return in_forms(f"{name}: {cards}", cards)

    def cards_of_crib(self, cards: str) -> Message:
        return in_forms(f"Crib: {cards}", cards)

    YES, NO = "yes", "no"

    def is_hand_a_flush(self, name: str) -> Message:
        return in_forms(f"{name}: all one suit?", f"{name}: a flush?", "All one suit?")

    def is_crib_a_flush(self) -> Message:
        return in_forms("Crib: all one suit?", "Crib: a flush?", "All one suit?")

    def is_crib_a_flush_with_starter(self) -> Message:
        return in_forms("Crib and starter: all one suit?", "All five of one suit?")

    def does_starter_join_flush_of_hand(self, name: str) -> Message:
        forms = (f"{name}: starter the same suit?", f"{name}: starter too?", "Starter too?")
        return Message(f"{name}: is the starter of that suit too?", forms)

    def does_starter_join_flush_of_crib(self) -> Message:
        forms = ("Crib: starter the same suit?", "Crib: starter too?", "Starter too?")
        return Message("Crib: is the starter of that suit too?", forms)

    def has_hand_nobs(self, name: str) -> Message:
        return in_forms(f"{name}: his nobs?", "His nobs?")

    def has_crib_nobs(self) -> Message:
        return in_forms("Crib: his nobs?", "His nobs?")

    def has_hand_nobs_with(self, name: str, jack: str) -> Message:
        full = f"{name}: his nobs, the {jack}?"
        return in_forms(full, f"{name}: his nobs, {jack}?", f"{name}: nobs, {jack}?", f"His nobs, {jack}?")

    def has_crib_nobs_with(self, jack: str) -> Message:
        full = f"Crib: his nobs, the {jack}?"
        return in_forms(full, f"Crib: his nobs, {jack}?", f"Crib: nobs, {jack}?", f"His nobs, {jack}?")

    def count_hand_aloud(self, name: str) -> Message:
        return Message(f"{name}: count your hand aloud", (f"{name}: count aloud", "Count aloud"))

    def count_crib_aloud(self, name: str) -> Message:
        return Message(f"{name}: count the crib aloud", ("Crib: count aloud",))

    def key_and_meaning(self, key: str, meaning: str) -> str:
        return f"{key} {meaning}"

    SHOW = "show"
    """The meaning of OK at `count_hand_aloud` and `count_crib_aloud`."""

    def claim_for_hand(self, name: str, typed: str) -> Message:
        return in_forms(f"{name} counts {typed}", f"{name}: {typed}", f"Counts {typed}")

    def claim_for_crib(self, name: str, typed: str) -> Message:
        return Message(
            f"{name} counts the crib: {typed}", (f"Crib: {name} counts {typed}", f"Crib counts {typed}")
        )

    def points_missed(self, owner: str, points: int, typed: str) -> Message:
        full = f"{owner} counts {points}. Does anybody claim more? +{typed}"
        missed = f"{points}. Missed: +{typed}"
        return Message(full, (f"{owner} counts {missed}", f"{owner}: {missed}", missed))

    CLAIM, NONE = "claim", "none"
    """The meanings of OK and GO at `points_missed`."""

    def deals(self, dealer: str) -> Message:
        return in_forms(f"{dealer} deals", "Points by hand")

    PEG, DEAL_OVER = "peg", "deal over"
    """The meanings of GO and OK at `deals`."""

    def next_game(self, games: str) -> Message:
        return in_forms(f"OK: next game ({games})", "OK: next game")

    # ---- Refusals: why a key does nothing (input/). Those of the game itself are in `RefusalWords` ----

    def does_nothing_here(self, key: str, instead: str) -> str:
        """Return a message that says that a key does nothing at the current prompt.

        Args:
            instead: a clause that says what to press instead, such as `key the starter`.
        """
        return f"{key} does nothing here: {instead}"

    NOT_IN_THIS_DEAL = "That press is not part of this deal: only presses of this deal can be corrected"
    KEY_THE_CARD_CUT = "key the card you cut; OK skips it"
    KEY_THE_STARTER = "key the starter"
    KEY_THE_CARD_LAID = "key the card you lay"
    KEY_A_CARD_LEFT = "key a card left in your hand"
    KEY_A_CARD_OF_THE_HAND = "key a card from the hand"
    KEY_A_CARD_OF_THE_CRIB = "key a card from the crib"
    OK_YES_GO_NO = "OK is yes, GO is no"
    OK_ELEVEN_GO_ONE = "OK is eleven, GO is one"
    COUNT_THEN_OK = "count the hand aloud, then OK"
    TYPE_YOUR_POINTS = "type your points (10 is 0)"
    TYPE_THE_POINTS_MISSED = "type the points missed, then OK"
    GO_PEGS_OK_ENDS = "GO pegs points, OK ends the deal"
    OK_STARTS_THE_NEXT_GAME = "OK starts the next game"
    TYPE_THE_POINTS_CALLED = "type the points called, then OK; UNDO leaves"
    TYPE_A_NUMBER = "type a number, then OK; GO shows the next side, UNDO leaves"
    TYPE_A_NAME_OR_GO = "type a name first; GO plays without names"
    TYPE_A_NAME_OR_UNDO = "type a name first; UNDO goes back, MENU leaves"
    GO_SHOWS_THE_PRESS_BEFORE = "GO shows the press before, OK chooses this one, UNDO leaves"
    OPTION_KEYS = "GO changes this, OK shows the next option, UNDO the one before, MENU leaves"
    PAGE_KEYS = "OK shows the next page, UNDO the one before, GO leaves"
    GO_LEAVES = "GO leaves"
    PHONE_KEYS = "OK makes a new code, UNDO puts all phones out, GO leaves"
    COACH_KEYS = "OK switches the coach on or off, GO leaves"
    NO_JOYSTICK = "this board has no joystick"

    # The names of card keys are arguments below, because the voice says `ace` where the screen shows `A`.

    def type_letters(self, first: str, last: str, ends_letter: str) -> str:
        """Return a phrase that tells the user how to type a name.

        Args:
            ends_letter: the name of the key that finishes a letter, so that the next one can be typed.
        """
        return f"type letters with {first} to {last}; {ends_letter} ends a letter, OK the name"

    def new_game_keys(self, first: str, last: str) -> str:
        return f"{first} to {last} change the game, OK begins it, GO leaves"

    def menu_keys(self, ranges: Sequence[Sequence[str]]) -> str:
        """Return the list of keys available in the menu, e.g. `A to 7, 9, J and Q choose, REDO …`.

        Args:
            ranges: the keys that choose an entry. Each item is the first and last key of a range, or a single
                key.
        """
        *most, last = [" to ".join(names) for names in ranges]
        single = len(ranges[-1]) == 1
        joined = f"{', '.join(most)} and {last}" if most and single else ", ".join([*most, last])
        verb = "chooses" if len(ranges) == 1 and single else "choose"
        return f"{joined} {verb}, REDO shows the next page, GO leaves"

    def claimant_keys(self, players: Sequence[tuple[str, str]]) -> str:
        return ", ".join([*(f"{key} is {name}" for key, name in players), "UNDO leaves"])

    def answer_keys(self, first: str, last: str) -> str:
        return f"{first} to {last} answer, UNDO goes back, GO leaves"

    def club_keys(self, cut: str, alternate: str) -> str:
        return f"{cut} and {alternate} choose these rules, OK shows the next page, GO leaves"

    def correction_keys(self, ways: Sequence[str]) -> str:
        return ", ".join([*ways, "UNDO leaves"])

    def type_a_target(self, lowest: int, highest: int) -> str:
        return f"type a number from {lowest} to {highest}, then OK; UNDO leaves"

    # What else can be pressed, after one of the phrases above (view/prompts.py).

    GO_IF_NONE_FITS = "GO if none fits"
    GO_PEGS_POINTS = "GO pegs points by hand"
    OK_CALLS_POINTS = "OK calls your points"
    OK_SHOWS_COUNTS = "OK shows the last counts"
    MUGGINS_TAKES_POINTS = "MUGGINS takes the points missed"
    UNDO_TAKES_BACK, REDO_PUTS_BACK = "UNDO takes the last press back", "REDO puts it in again"
    MENU_OPENS = "MENU opens the menu"

    # These are whole refusals.

    MUGGINS_IS_OFF = "Muggins is off"
    ONLY_THE_SERVICE_SWITCHES_OFF = "Only the service can switch the machine off: GO leaves"
    NOTHING_TO_CORRECT = "There is nothing to correct: no key was pressed in this deal"
    GAME_IS_OVER_UNDO = "The game is over: UNDO takes its last points back"
    SCREEN_WAS_DARK = "The screen was dark: press the key again"

    def too_many_digits(self, most: int) -> str:
        return f"{most} digits at most: press OK or UNDO"

    def too_many_letters(self, most: int) -> str:
        return f"A name has {most} letters at most: OK ends it, UNDO takes one back"

    def name_is_taken(self, name: str) -> str:
        return f"{name} is another player's name: type a different one"

    def too_many_points(self, points: int, most: int) -> str:
        return f"{points} is too many: peg 1 to {most}"

    def impossible_target(self, lowest: int, highest: int) -> str:
        return f"Type a target from {lowest} to {highest}"

    def impossible_start(self, highest: int) -> str:
        return f"Type a start from 0 to {highest} points"

    # ---- Calls: the points just scored (view/calls.py). What is called is in `CallWords` ----

    def points_called(self, name: str, call: str) -> str:
        return f"{name}: {call}"

    def hand_called(self, name: str, points: str, aloud: str) -> str:
        return f"{name}'s hand {points}: {aloud}"

    def crib_called(self, name: str, points: str, aloud: str) -> str:
        return f"{name}'s crib {points}: {aloud}"

    def hand_alone(self, points: str, aloud: str) -> str:
        """Return the call for a hand, without its owner's name, e.g. `4: fifteen two and a pair is four`.

        Args:
            points: the points scored, such as `6`, or `4 of 6` if the player claims only some of them.
            aloud: the count of the hand in words.
        """
        return f"{points}: {aloud}"

    def crib_alone(self, points: str, aloud: str) -> str:
        return f"crib {points}: {aloud}"

    def hand_forms(self, points: str, counts: Sequence[str], total: int) -> tuple[str, ...]:
        """Return the call for a hand in several forms, longest first, without its owner's name.

        If a player claims only 4 of the 6 points of a hand, the forms may be `4 of 6: 15s 4, pair 2`,
        `hand 4 of 6`, `4 of 6` and `6`. The last form always contains only `total`.

        Args:
            points: the points scored, such as `6`, or `4 of 6` if the player claims only some of them.
            counts: the count of the hand in one or more forms, such as `15s 4, pair 2`, longest first.
            total: the points that the cards of the hand score.
        """
        return (*(f"{points}: {count}" for count in counts), f"hand {points}", points, str(total))

    def crib_forms(self, points: str, counts: Sequence[str], total: int) -> tuple[str, ...]:
        return (*(f"crib {points}: {count}" for count in counts), f"crib {points}", str(total))

    def named_forms(self, name: str, forms: Sequence[str]) -> tuple[str, ...]:
        return tuple(f"{name} {form}" for form in forms)

    def points_to_go_out(self, count: int, points: int) -> str:
        """Return the points of a hand, and how many of them the player needs to win, e.g. `6, 4 to go out`.

        Args:
            count: the points of the hand.
            points: the points needed to win.
        """
        return f"{count}, {points} to go out"

    def points_of_count(self, points: int, count: int) -> str:
        """Return the points that a player claimed, out of the points in the hand, e.g. `2 of 6`.

        Args:
            points: the points claimed.
            count: the points in the hand.
        """
        return f"{points} of {count}"

    def score_set(self, score: int) -> str:
        return f"score set to {self.number(score)}"

    def score_set_forms(self, score: int) -> tuple[str, ...]:
        return f"score set to {score}", f"set to {score}", str(score)

    def wrong_claim_called(self, name: str, points: int, claimant: str) -> str:
        return f"{name} {points}: {claimant}'s claim was wrong"

    def wrong_claim_forms(self, points: int, claimant: str) -> tuple[str, ...]:
        return f"{points}: {claimant}'s claim was wrong", f"{points}: {claimant} was wrong", f"{points:+}"

    def figures_joined(self, figures: Sequence[str]) -> str:
        return ", ".join(figures)

    # ---- Remarks about anything but points ----

    SEE_ONE_PLAY_ONE = "See one, play one"
    """The call for a first lead with the rank of the starter."""

    def false_go(self, name: str, count: int, card: Card) -> str:
        return f"{name} said go at {count} but had {self._a_card(card)}"

    def false_go_alone(self, count: int, card: Card) -> str:
        return f"said go at {count} but had {self._a_card(card)}"

    def false_go_alone_forms(self, count: int, card: Card) -> tuple[str, ...]:
        return f"go at {count}, had {self._a_card(card)}", f"false go at {count}"

    def false_go_forms(self, name: str, count: int) -> tuple[str, ...]:
        return f"{name}: false go at {count}", f"false go at {count}"

    def _a_card(self, card: Card) -> str:
        return f"{self._article(card)} {card.pretty}"

    def _article(self, card: Card) -> str:
        return "an" if card.rank in (Rank.ACE, Rank.EIGHT) else "a"

    def dropped(self, presses: int, first: str) -> str:
        """Return a message about key presses that were dropped because a correction made them impossible.

        Args:
            first: a phrase for the first of these key presses, such as `Right's go`.
        """
        if presses == 1:
            return f"The last press, {first}, no longer fits and was dropped."
        return f"The last {presses} presses no longer fit and were dropped, from {first} on."

    def dropped_forms(self, presses: int, first: str) -> tuple[str, ...]:
        number = plural(presses, "press", "presses")
        full = f"Dropped: {first}" if presses == 1 else f"Dropped: {number} from {first} on"
        return full, f"{presses} dropped from {first}", f"Dropped from {first}", f"{number} dropped"

    def match_so_far(self, games: Sequence[tuple[str, int]]) -> str:
        return "Match: " + ", ".join(f"{name} {won}" for name, won in games)

    def match_so_far_in_short(self, games: str) -> str:
        return f"Match {games}"

    # ---- The result of a game. A side is one name, or two partners' names ----

    def won(self, winner: Sequence[str]) -> Message:
        return in_forms(f"{_wins(winner)}!", "The game is won!")

    def won_with_skunk(self, winner: Sequence[str], losers: Sequence[Sequence[str]]) -> Message:
        return in_forms(f"{_wins(winner)} with a skunk!", f"{_all_are(losers)} skunked!", "A skunk!")

    def won_with_double_skunk(self, winner: Sequence[str]) -> Message:
        return in_forms(f"{_wins(winner)} with a double skunk!", "A double skunk!")

    def won_with_lurch(self, winner: Sequence[str], losers: Sequence[Sequence[str]]) -> Message:
        lurched = f"{_all_are(losers)} lurched!"
        return in_forms(f"{_wins(winner)}; {lurched}", lurched, "A lurch!")

    def won_and_some_skunked(self, winner: Sequence[str], some: Sequence[str], *, double: bool) -> Message:
        """Return the announcement of a win in which only some of the losers are skunked."""
        skunked = f"{_are(some)} {'double ' if double else ''}skunked"
        return in_forms(f"{_wins(winner)}! {skunked}.", f"{skunked}!", "A skunk!")

    def won_and_some_lurched(self, winner: Sequence[str], some: Sequence[str]) -> Message:
        lurched = f"{_are(some)} lurched"
        return in_forms(f"{_wins(winner)}! {lurched}.", f"{lurched}!", "A lurch!")

    # ---- A press of this deal, as a sentence and as part of one ----

    def press_as_sentence(self, kind: Kind, name: str, what: str) -> str:
        """Return a sentence that describes a key press, e.g. `Ann laid 7♥`.

        Args:
            what: the card, suit or number, or an empty string if there is none.
        """
        if kind is Kind.CALL and what:
            return f"{plural(int(what), 'point', 'points')} called"
        sentence, _ = _PRESSES[kind]
        return sentence.format(name=name, what=what)

    def press_as_noun(self, kind: Kind, name: str, what: str) -> str:
        """Return a noun phrase that describes a key press, such as `Left's 7` or `the starter`.

        Args:
            what: the card, suit or number, or an empty string if there is none.
        """
        _, noun = _PRESSES[kind]
        return noun.format(name=name, what=what)

    # ---- Pages with the last counts ----

    def points_title(self, name: str, points: str) -> str:
        return f"{name} {points}"

    def hand_title(self, name: str, points: str) -> str:
        return f"{name}'s hand {points}"

    def crib_title(self, name: str, points: str) -> str:
        return f"{name}'s crib {points}"

    CALLED = "called"
    """The label of the points for a card, if the player called fewer points than it scored."""

    def reason_on_card(self, reason: Reason, card: str) -> str:
        return f"{self.reason(reason)}, on the {card}"

    # ---- The signs on the screen ----

    SIGNS = "The signs"
    DEALER_SIGN = ("D", "the dealer")
    TURN_OF_TWO_SIGN = ("◀ ▶", "whose turn it is")
    TURN_OF_THREE_SIGN = ("lit score", "whose turn")
    COUNT_OF_TWO_SIGN = ("15 on it", "the count")
    COUNT_OF_THREE_SIGN = ("15: K 5", "count, cards")
    COUNT_OF_THREE_SIGN_ALOUD = ("15: king 5", "count, cards")
    SCORE_SIGN = ("thick peg", "the score")
    SCORE_BEFORE_SIGN = ("thin peg", "score before")

    DEALER_LEGEND = "D the dealer"
    TURN_OF_TWO_LEGEND = "◀ ▶ whose turn it is"
    TURN_OF_THREE_LEGEND = "lit score: whose turn"

    def legend_and_cut(self, legend: str, cards: str) -> tuple[str, ...]:
        """Return two forms of a line that shows the cards cut so far, such as `Cut: 8 K`.

        The first form begins with the explanation of a symbol on the screen. The second form omits it.

        Args:
            legend: the explanation of the symbol for the current player or for the dealer.
        """
        return f"{legend}   Cut: {cards}", f"Cut: {cards}"

    def starter_on_table(self, card: str) -> str:
        return f"Starter {card}"


def plural(number: int, one: str, other: str) -> str:
    """Return a number followed by the singular or plural form of a noun, e.g. `1 press` or `3 presses`."""
    return f"{number} {one if number == 1 else other}"


def _wins(names: Sequence[str]) -> str:
    return f"{' and '.join(names)} {'wins' if len(names) == 1 else 'win'}"


def _are(names: Sequence[str]) -> str:
    return f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'}"


def _all_are(sides: Sequence[Sequence[str]]) -> str:
    if len(sides) > 1:
        return "both are" if len(sides) == 2 else "all are"
    return _are(sides[0])
