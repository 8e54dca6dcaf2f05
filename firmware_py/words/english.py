"""The message catalogue: all messages that players see or hear, in English.

To translate the program, copy this file and translate its messages.

A message without placeholders is a constant, and a message with placeholders is a method. Each message is a
complete sentence or phrase, because word order differs between languages. Where a screen may need a shorter
wording, the message lists several versions, from the longest to the shortest. Plural forms are chosen in
code, by functions such as `_plural`.

This file is longer than the others, because it is mostly data and a translation has to be a single file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.cards import Card, Rank, Suit
from engine.events import Kind
from engine.refusals import RefusalWords
from engine.scoring.calling import CallWords, Part
from engine.scoring.items import Reason
from firmware_py.words.message_forms import Message, in_forms


class English(CallWords, RefusalWords):
    """The message catalogue in English.

    The names of the cards, the calls for points and the game's error messages are inherited from `CallWords`
    and `RefusalWords`. A translation overrides these messages as well.
    """

    # ---- Names of the players who entered none (player_names.py) ----

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

    # ---- Prompts: what the board asks for (view/prompts.py) ----

    def cut_for_deal(self, name: str) -> Message:
        return in_forms(
            f"{name} cuts for the deal.", f"{name} cuts for deal.", f"{name} cuts.", "Cut for the deal."
        )

    def cut_again(self, name: str) -> Message:
        return in_forms(f"A tie! {name} cuts again.", f"Tie! {name} cuts again.", "A tie! Cut again.")

    def starter(self, dealer: str) -> Message:
        full = f"{dealer} deals. Turn up the starter."
        return in_forms(full, f"{dealer} deals. Starter?", f"{dealer}: starter?", "Turn up the starter.")

    def starter_cut_by(self, pone: str, dealer: str) -> Message:
        full = f"{pone} cuts, {dealer} deals. Turn up the starter."
        return in_forms(full, f"{pone} cuts, {dealer} deals.", f"{pone} cuts. Starter?", f"{pone} cuts")

    def starter_or_offer(self, dealer: str) -> Message:
        full = f"{dealer} deals. Turn up the starter. Or was the pack offered, and cut or taken?"
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
        """Return a key followed by its meaning, such as `OK yes`."""
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
            key: the name of the key.
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
            first: the name of the first key with letters.
            last: the name of the last key with letters.
            ends_letter: the name of the key that finishes a letter, so that the next one can be typed.
        """
        return f"type letters with {first} to {last}; {ends_letter} ends a letter, OK the name"

    def new_game_keys(self, first: str, last: str) -> str:
        """Return the line that explains the keys while a new game is being set up.

        For example: `A to 6 change the game, OK begins it, GO leaves`.

        Args:
            first: the name of the first key that changes a setting, such as `A` or `ace`.
            last: the name of the last key that changes a setting, such as `6` or `six`.
        """
        return f"{first} to {last} change the game, OK begins it, GO leaves"

    def menu_keys(self, ranges: Sequence[Sequence[str]]) -> str:
        """Return the list of keys available in the menu, e.g. `A to 7, 9, J and Q choose, GO leaves`.

        Args:
            ranges: the keys that choose an entry. Each item is the first and last key of a range, or a single
                key.
        """
        *most, last = [" to ".join(names) for names in ranges]
        single = len(ranges[-1]) == 1
        joined = f"{', '.join(most)} and {last}" if most and single else ", ".join([*most, last])
        return f"{joined} choose, GO leaves"

    def claimant_keys(self, players: Sequence[tuple[str, str]]) -> str:
        """Return the list of keys that choose who claims the points, e.g. `A is Ann, 2 is Bob, UNDO leaves`.

        Args:
            players: the key and the name of each player who can claim the points.
        """
        return ", ".join([*(f"{key} is {name}" for key, name in players), "UNDO leaves"])

    def correction_keys(self, ways: Sequence[str]) -> str:
        """Join `ways`, and add that UNDO leaves the correction page, e.g. `OK removes it, UNDO leaves`.

        Args:
            ways: what each key except UNDO does, such as `OK removes it`.
        """
        return ", ".join([*ways, "UNDO leaves"])

    def type_a_target(self, lowest: int, highest: int) -> str:
        return f"type a number from {lowest} to {highest}, then OK; UNDO leaves"

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
        """Return each version of a call with the player's name in front, e.g. `Ann hand 6` for `hand 6`.

        Args:
            name: the player's name.
            forms: the versions of the call, longest first. The screen shows the longest one that fits.
        """
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
        """Return the short calls for one card's points as a single string, e.g. `25 for 3, 1 for last`."""
        return ", ".join(figures)

    # ---- Remarks about anything but points (view/remarks.py) ----

    def false_go(self, name: str, count: int, card: Card) -> str:
        return f"{name} said go at {count} but had {self._a_card(card)}"

    def false_go_alone(self, count: int, card: Card) -> str:
        """Return a remark about a go said with a playable card in hand, e.g. `said go at 25 but had a 6`.

        Args:
            count: the count at which the player said go.
            card: the card that the player could have played.
        """
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
            presses: the number of key presses that were dropped.
            first: a phrase for the first of these key presses, such as `Right's go`.
        """
        if presses == 1:
            return f"The last press, {first}, no longer fits and was dropped."
        return f"The last {presses} presses no longer fit and were dropped, from {first} on."

    def dropped_forms(self, presses: int, first: str) -> tuple[str, ...]:
        number = _plural(presses, "press", "presses")
        full = f"Dropped: {first}" if presses == 1 else f"Dropped: {number} from {first} on"
        return full, f"{presses} dropped from {first}", f"Dropped from {first}", f"{number} dropped"

    def match_so_far(self, games: Sequence[tuple[str, int]]) -> str:
        """Return a string with the number of games that each side has won, e.g. `Match: Ann 2, Bob 1`."""
        return "Match: " + ", ".join(f"{name} {won}" for name, won in games)

    def match_so_far_in_short(self, games: str) -> str:
        return f"Match {games}"

    # ---- The result of a game (view/result_in_words.py). A side is one name, or two partners' names ----

    def won(self, winner: Sequence[str]) -> Message:
        return in_forms(f"{_wins(winner)}!", "The game is won!")

    def won_with_skunk(self, winner: Sequence[str], losers: Sequence[Sequence[str]]) -> Message:
        return in_forms(f"{_wins(winner)} with a skunk!", f"{_are(losers)} skunked!", "A skunk!")

    def won_with_double_skunk(self, winner: Sequence[str]) -> Message:
        return in_forms(f"{_wins(winner)} with a double skunk!", "A double skunk!")

    def won_with_lurch(self, winner: Sequence[str], losers: Sequence[Sequence[str]]) -> Message:
        lurched = f"{_are(losers)} lurched!"
        return in_forms(f"{_wins(winner)}; {lurched}", lurched, "A lurch!")

    def won_and_one_skunked(self, winner: Sequence[str], loser: Sequence[str], *, double: bool) -> Message:
        skunked = f"{_are([loser])} {'double ' if double else ''}skunked"
        return in_forms(f"{_wins(winner)}! {skunked}.", f"{skunked}!", "A skunk!")

    def won_and_one_lurched(self, winner: Sequence[str], loser: Sequence[str]) -> Message:
        lurched = f"{_are([loser])} lurched"
        return in_forms(f"{_wins(winner)}! {lurched}.", f"{lurched}!", "A lurch!")

    # ---- A press of this deal (view/presses.py), as a sentence and as part of one ----

    def press_as_sentence(self, kind: Kind, name: str, what: str) -> str:
        """Return a sentence that describes a key press, e.g. `Ann laid 7♥`.

        Args:
            kind: the kind of event that the key press produced.
            name: the name of the player.
            what: the card, suit or number, or an empty string if there is none.
        """
        if kind is Kind.CALL and what:
            return f"{_plural(int(what), 'point', 'points')} called"
        sentence, _ = _PRESSES[kind]
        return sentence.format(name=name, what=what)

    def press_as_noun(self, kind: Kind, name: str, what: str) -> str:
        """Return a noun phrase that describes a key press, such as `Left's 7` or `the starter`.

        Args:
            kind: the kind of event that the key press produced.
            name: the name of the player.
            what: the card, suit or number, or an empty string if there is none.
        """
        _, noun = _PRESSES[kind]
        return noun.format(name=name, what=what)

    # ---- Pages with the last counts (view/count_pages.py) ----

    def points_title(self, name: str, points: str) -> str:
        return f"{name} {points}"

    def hand_title(self, name: str, points: str) -> str:
        return f"{name}'s hand {points}"

    def crib_title(self, name: str, points: str) -> str:
        return f"{name}'s crib {points}"

    CALLED = "called"
    """The label of the points for a card, if the player called fewer points than it scored."""

    def reason_on_card(self, reason: Reason, card: str) -> str:
        """Return a phrase that says why a card scored points, e.g. `go, on the 5♥`."""
        return f"{self.reason(reason)}, on the {card}"

    # ---- The signs on the screen (view/sign_meanings.py, render/oled_fitted_text.py) ----

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
            cards: the cards cut so far.
        """
        return f"{legend}   Cut: {cards}", f"Cut: {cards}"

    def starter_on_table(self, card: str) -> str:
        return f"Starter {card}"

    # ---- Pages: titles, rows, and the meanings of keys (view/*_pages.py) ----

    LEAVES, NEXT, BACK, DONE = "leaves", "next", "back", "done"
    BEGINS, SETS, CHANGES = "begins", "sets", "changes"
    """Meanings of keys, used in hints such as `GO leaves`."""

    MENU = "Menu"
    MENU_PEG = "peg"
    MENU_TAKE_BACK = "take back"
    MENU_SET_SCORE = "set score"
    MENU_MISDEAL = "misdeal"
    MENU_RULES = "rules"
    MENU_NEW_GAME = "new game"
    MENU_NEW_GAME_SHORT = "new"
    """The label of the entry for a new game if the menu has no room for the longer one."""
    MENU_CORRECT = "correct"
    MENU_OFF = "off"
    MENU_SIGNS = "signs"
    MENU_CALL_FEWER = "part"
    MENU_AGAIN = "again"
    MENU_SCORE = "score"
    MENU_PHONE = "phone"
    MENU_COACH = "coach"

    PEG_POINTS, PEGS = "Peg points", "pegs"
    TAKE_BACK, TAKES = "Take back", "takes"
    SET_THE_SCORE = "Set the score"

    def score_now(self, score: int) -> str:
        return f"now {score}"

    THROW_IN = "Throw the deal in?"
    THROW_IN_ROWS = ("Its points are lost,", "same dealer again.")

    CALL_FEWER, CALLS = "Call fewer points", "calls"
    POINTS_CALLED = "Points called:"
    CALL_FEWER_ROWS = ("Opponents may claim", "the rest.")

    SWITCH_OFF = "Switch off?"
    SWITCH_OFF_ROWS = ("The game is saved, the", "machine shuts down.")

    PHONE, NEW_CODE, ALL_OUT = "Phone", "new code", "all out"
    """The title of the dialogue that lets phones join, and the meanings of OK and UNDO in it."""
    PUT_ALL_OUT = "Put all phones out?"
    PUT_ALL_OUT_ROWS = ("They press no keys", "until they scan again.")
    TYPE_THIS_CODE = "Type this code on the page:"
    """The sentence with which the voice introduces the letters of the code."""
    WAITING_FOR_SERVE_ROWS = ("Waiting for", "muggins serve…")
    START_SERVICE_ROWS = (
        "The page is not running.",
        "On the Pi, type:",
        "sudo systemctl enable",
        "--now muggins-serve",
    )
    START_SERVE_ROWS = ("The page is not running.", "In a terminal, type:", "muggins serve")
    CODE_ON_SCREEN_ROWS, NO_CODE = ("The code is on", "the board's screen."), "No code is valid now."
    PHONES_ARE_OUT = "All phones are out."

    def phones_joined(self, phones: int) -> str:
        """Return a sentence with the number of phones that have joined, e.g. `2 phones have joined.`"""
        if not phones:
            return "No phone has joined."
        return f"{_plural(phones, 'phone has', 'phones have')} joined."

    def address_aloud(self, host: str) -> str:
        """Return the spoken form of the web page's address, spelled out for somebody who has to type it.

        Args:
            host: the address, such as `192.168.178.123:8080`.
        """
        said = {".": "dot", ":": "colon", "[": "bracket", "]": "bracket"}
        spelled = (said.get(char) or (self.number(int(char)) if char.isdigit() else char) for char in host)
        return f"The page is at: {' '.join(spelled)}"

    def letter_of_code(self, letter: str) -> str:
        """Return a letter or digit of a code as it is spoken, e.g. `K, Kilo` or `seven`.

        The words are those of the radiotelephony spelling alphabet (ICAO Annex 10, volume II, 5.2.1.3).
        """
        return self.number(int(letter)) if letter.isdigit() else f"{letter}, {_SPELLED[letter]}"

    def phones_in(self, phones: int) -> str:
        """Return a short string with the number of phones that have joined, e.g. `2 joined`.

        The string has at most 12 characters, so that it fits beside the QR code.
        """
        return f"{phones} joined"

    COACH, AFTER_EACH_DEAL, ON, OFF = "Coach", "after each deal", "on", "off"
    SWITCHES_ON, SWITCHES_OFF = "switches it on", "switches it off"
    """The meanings of OK in the dialogue that switches the coach on and off."""
    COACH_ROWS = ("OK then shows the", "throws and the odds.")
    COACH_KNOWS_ROWS = ("The coach knows the", "six-card game for two.")
    COACH_IS_WORKING_ROWS = ("The coach is working", "out its advice…")
    COACH_HAS_FAILED_ROWS = ("The coach could not", "work out its advice.")
    NO_THROW_IS_BETTER = "No throw is better."
    CHANCE_TO_WIN = "Chance to win"
    SUITS_NOT_KEYED = "Suits not keyed."
    """The row that says that some suits were not keyed, so that the coach assumed mixed suits."""

    def coach_about(self, name: str) -> str:
        return f"Coach: {name}"

    def threw(self, cards: str) -> str:
        return f"threw {cards}"

    def kept(self, cards: str) -> str:
        return f"kept {cards}"

    def better_throw(self, cards: str) -> str:
        return f"better: {cards}"

    def cost_of_throw(self, points: float) -> str:
        return f"cost {points:.1f}"

    def cost_aloud(self, points: float) -> str:
        """Return the number of points that a throw cost, as it is spoken, e.g. `it cost zero point eight`."""
        whole, tenths = divmod(round(10 * points), 10)
        return f"it cost {self.number(whole)} point {self.number(tenths)}"

    def percent(self, chance: float) -> str:
        return f"{chance:.0%}"

    def percent_aloud(self, chance: float) -> str:
        return f"{self.number(round(100 * chance))} percent"

    THROWS_ARE_GUESSED = "Throws guessed:"
    """Who threw which cards to the crib is not keyed. The row goes on with the probability of the guess."""
    THROWS_ARE_GUESSED_ALOUD = "how sure it is who threw what"

    WHO_CLAIMS = "Who claims?"

    WHICH_PRESS, THIS, BEFORE = "Which press?", "this", "before"
    CORRECT = "Correct"
    REMOVES_IT, ADDS_A_GO, CHANGES_THE_ANSWER = "removes it", "adds a go before", "changes the answer"
    """The meanings of OK and GO in the dialogue that corrects a key press."""
    A_RANK_REPLACES_IT, A_SUIT_REPLACES_IT = "a rank replaces it", "a suit replaces it"
    IT_CANNOT_BE_CHANGED = "it cannot be changed"

    NEW_GAME, NEW_GAME_NAMES, NEW_GAME_RULES = "New game", "names", "rules"

    def for_players(self, players: int) -> str:
        return f"for {players}"

    def up_to(self, target: int) -> str:
        return f"up to {target}"

    def start_at(self, points: str) -> str:
        return f"start {points}"

    TARGET = "Target"
    POINTS_TO_START_WITH = "Points to start with"
    LETTERS_OF_KEYS = "2 ABC, 3 DEF to 9 XYZ"
    ENDS_A_LETTER = "ends a letter"
    """The meaning of K while a name is typed."""
    NO_NAMES = "no names"

    def name_of_player(self, number: int) -> str:
        return f"Player {number}'s name"

    def name_of_seat(self, seat: str) -> str:
        return f"Name of {seat}"

    GIVE_UP = "Give this game up?"
    GIVE_UP_ROWS = ("Points and games won", "so far are lost.")

    RULES = "Rules"
    PLAYERS = "players"

    def rules_page(self, number: int, pages: int) -> str:
        return f"Rules {number}/{pages}"

    def option(self, name: str) -> str:
        """Return the name of an option of the rules, such as `lead after go` for `lead_after_go`."""
        return name.replace("_", " ")

    def option_value(self, name: str, value: str) -> str:
        """Return the value of a rule option in words, such as `left of last` for `left_of_last`.

        Args:
            name: the option's name.
            value: the value's name in a configuration file.
        """
        return value.replace("_", " ")

    def number_from(self, lowest: int, highest: int) -> str:
        """Return a string with the range of numbers that can be typed, e.g. `31 to 999`."""
        return f"{lowest} to {highest}"

    # ---- The count of a hand in numbers (view/hand_in_short.py) ----

    def points_by_name(self, parts: Sequence[tuple[Part, int, int]]) -> str:
        """Return a hand's points, listed by the name of the combination, e.g. `15s 4, double run 8, nobs`.

        Args:
            parts: one tuple for each name: a combination with that name, the number of such combinations in
                the hand, and their total points.
        """
        return ", ".join(self._part_points(part, number, points) for part, number, points in parts)

    def _part_points(self, part: Part, number: int, points: int) -> str:
        if part.kind not in (Reason.PAIR, Reason.RUN):
            return self.kind_in_figures(part.kind, points)
        return f"{self.part_in_short(part)}{'' if number == 1 else 's'} {points}"

    def points_by_kind(self, kinds: Mapping[Reason, int]) -> str:
        """Return the points that each kind of combination scores in a hand, e.g. `15s 4, runs 8, nobs`."""
        return ", ".join(self.kind_in_figures(kind, points) for kind, points in kinds.items())

    def kind_in_figures(self, kind: Reason, points: int) -> str:
        """Return the points that one kind of combination scores in a hand, e.g. `15s 4` for two fifteens.

        His nobs always scores one point, so its name is returned without a number.

        Args:
            kind: the kind of combination.
            points: the points that all combinations of this kind score together.
        """
        match kind:
            case Reason.FIFTEEN:
                return f"15s {points}"
            case Reason.PAIR:
                return f"pairs {points}"
            case Reason.RUN:
                return f"runs {points}"
            case Reason.NOBS:
                return "nobs"
        return f"flush {points}"

    def points_added(self, points: Sequence[int], *, with_fifteens: bool) -> str:
        """Return the points for the parts of a hand as a sum, e.g. `15s 4+8`.

        Args:
            points: the points to add. If the hand has fifteens, the first number is their total.
            with_fifteens: True if the hand has fifteens.
        """
        added = "+".join(map(str, points))
        return f"15s {added}" if with_fifteens else added

    # ---- Pictures before and after the game (render/splash_and_goodbye.py), and notices ----

    GOODBYE, GAME_IS_SAVED = "Goodbye", "The game is saved."
    SWITCHING_OFF = "Switching off"
    PULL_THE_PLUG = "Pull the plug when the green light stays out, or after a minute."
    CANNOT_START = "Cannot start"
    NEW_RULES_OR_NAMES = "new rules or names: start a new game with MENU, 6, OK, OK"

    def cannot_switch_off(self, reason: str) -> str:
        return f"the machine cannot be switched off: {reason}"

    # ---- The simulator (emulator/terminal/): its log, its bottom line, its advice ----

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

    # ---- What the commands print (commands/) ----

    def points_and_call(self, points: int, call: str) -> str:
        return f"{points}: {call}"

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
        """Return the line that names the best throw, followed by the first reason for it.

        Args:
            cards: the cards of the best throw.
            reason: a sentence with the first reason.
        """
        return f"Throw {cards}. {reason}"

    def keeps_parts(self, parts: Sequence[Part]) -> str:
        """Return a sentence that lists the combinations in the cards kept, and the points that they score."""
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
        """Return a sentence that says that two cards are a good throw to the crib for this player.

        Args:
            ranks: the ranks of the two cards, such as `5-J`.
            points: the average score of a crib with these cards.
            usual: the average score of a crib, over all throws.
            dealer: True if the crib is the player's own.
        """
        praise = "good for your crib" if dealer else "safe in the dealer's crib"
        return f"{ranks} is {praise}: {points:.1f} points on average; {usual:.1f} is usual."

    def usual_for_crib(self, ranks: str, points: float, usual: float, *, dealer: bool) -> str:
        """Return a sentence that says that two cards are an average throw to the crib.

        Args:
            ranks: the ranks of the two cards, such as `5-J`.
            points: the average score of a crib with these cards.
            usual: the average score of a crib, over all throws.
            dealer: True if the crib is the player's own.
        """
        crib = "your crib" if dealer else "the dealer's crib"
        return (
            f"{ranks} is an ordinary throw to {crib}: {points:.1f} points on average; {usual:.1f} is usual."
        )

    def worse_for_crib(self, ranks: str, points: float, usual: float, *, dealer: bool) -> str:
        """Return a sentence that says that two cards are a bad throw to the crib for this player.

        Args:
            ranks: the ranks of the two cards, such as `5-J`.
            points: the average score of a crib with these cards.
            usual: the average score of a crib, over all throws.
            dealer: True if the crib is the player's own.
        """
        blame = "poor for your crib" if dealer else "dangerous in the dealer's crib"
        return f"{ranks} is {blame}: {points:.1f} points on average; {usual:.1f} is usual."

    def trades_hand(self, other: str, lost: float, gained: float) -> str:
        """Return a sentence about a throw that loses points in the hand but gains points in the crib.

        Args:
            other: the cards of the throw with which this throw is compared.
            lost: how many points the throw loses in the hand, on average.
            gained: how many points the throw gains in the crib, on average.
        """
        return (
            f"Compared with {other}, it gives up {lost:.2f} points in the hand for {gained:.2f} in the crib."
        )

    def trades_crib(self, other: str, lost: float, gained: float) -> str:
        """Return a sentence about a throw that gains points in the hand but loses points in the crib.

        Args:
            other: the cards of the throw with which this throw is compared.
            lost: how many points the throw loses in the crib, on average.
            gained: how many points the throw gains in the hand, on average.
        """
        return (
            f"Compared with {other}, it gives up {lost:.2f} points in the crib for {gained:.2f} in the hand."
        )

    def play_decides(self, other: str, lost: float, gained: float) -> str:
        """Return a sentence about a throw that is the best only because of the play.

        Args:
            other: the cards of the throw that is best if only the hand and the crib count.
            lost: how many points the best throw loses in the hand and the crib, on average.
            gained: how many points the best throw gains in the play, on average.
        """
        return (
            f"The play decides: compared with {other}, it gives up {lost:.2f} points in the hand and crib "
            f"for {gained:.2f} in the play."
        )

    def score_decides(self, other: str, lost: float) -> str:
        """Return a sentence about a throw that wins most often, although another one scores more points.

        Args:
            other: the cards of the throw that scores the most points.
            lost: how many more points that throw scores on average.
        """
        return f"The score decides: {other} scores {lost:.2f} points more on average, but wins less often."

    COACH_KNOWS_SIX_CARDS = (
        "The coach knows the six-card game for two. Here it leaves out the play, and assumes that the other "
        "player throws as in that game."
    )

    def best_throw_wins(self, chance: float) -> str:
        """Return a sentence that says how often the player wins after the best throw.

        Args:
            chance: the player's chance of winning, from 0 to 1.
        """
        return f"You win {chance:.1%} of the games that go on from there."

    # ---- A game for one person alone (solo/) ----

    SOLO_NAMES = ("Player", "Muggins")
    """The names of a person who plays alone and of the program, if they have none."""
    CHOOSE_TWO, THROW_THESE, THROWS_THEM = "Choose two to throw.", "throw:", "throws them"
    CHOOSE_CARDS = Message("Choose two cards to throw.", ("Choose two to throw.", "Throw two"))
    GO_DEALS = Message("GO deals the cards.", ("GO deals the cards.", "GO deals"))
    DEALT_AGAIN = "The cards of the last deal are not saved: it is dealt again"
    SUITS_ARE_KNOWN = "Key the rank alone: the suits of these cards are known"
    GO_DEALS_THE_CARDS = "GO deals the cards, OK shows the last counts"
    CHOOSE_TWO_FIRST = "Choose two cards to throw, then OK"
    TWO_ARE_CHOSEN = "Two cards are chosen: OK throws them, UNDO takes one back"
    PASSES_31 = "No card of yours fits: GO"

    def throw_to_crib(self, dealer: str) -> str:
        return f"{dealer}'s crib"

    def opponent_plays(self, opponent: str, cards: str) -> Message:
        """Return the prompt to show while the program makes its move as the human player's opponent.

        It includes the human player's cards.

        Args:
            opponent: the opponent's name.
            cards: the human player's cards.
        """
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

    PRACTICE_BEGINS = "Throw two cards to the crib, then count your hand. Ctrl-D ends the practice."
    THROW_WHICH = "Throw which two? "
    HOW_MANY_POINTS = "How many points? "
    TYPE_TWO_CARDS = "Type the two cards to throw, such as 5H J."
    COUNTED_RIGHT = "That is right."

    def practice_deal(self, deal: int, cards: str, *, is_dealer: bool) -> str:
        whose = "You deal, so the crib is yours" if is_dealer else "The crib is the other player's"
        return f"Deal {deal}. {whose}. Your cards: {cards}"

    def not_in_hand(self, card: str) -> str:
        return f"You do not hold {card}: type two of your six cards."

    def which_of_a_rank(self, rank: str, cards: Sequence[str], example: str) -> str:
        """Return a sentence that asks for a card's suit, because the player holds several cards of its rank.

        Args:
            rank: the rank.
            cards: the cards of this rank that the player holds.
            example: one of these cards, as it is typed.
        """
        return f"Which {rank}, {' or '.join(cards)}? Add its suit, such as {example}."

    def throw_is_best(self, cards: str, total: float) -> str:
        return f"No throw is better than {cards}: {total:.2f} points on average."

    def throw_is_worse(self, rank: int, total: float, best: str, best_total: float) -> str:
        """Return the coach's comment on a throw that is not the best one.

        The average points of a throw are the points scored in the hand and the play, plus the points in the
        player's own crib, or minus the points in the opponent's crib.

        Args:
            rank: the throw's rank among the fifteen possible throws, where 1 is the best.
            total: the average points of the throw.
            best: the cards of the best throw.
            best_total: the average points of the best throw.
        """
        return (
            f"Your throw is number {rank} of 15, with {total:.2f} points on average. The best is {best}, "
            f"with {best_total:.2f}: yours costs {best_total - total:.2f}."
        )

    def practice_starter(self, starter: str, kept: str) -> str:
        return f"The starter is {starter}. Count your hand: {kept}"

    def counted_wrong(self, points: int) -> str:
        return f"No, it counts {points}."

    def type_points(self, most: int) -> str:
        return f"Type a number from 0 to {most}."

    def practice_throws(self, throws: int, best: int, cost: float) -> str:
        return f"Throws: {best} of {throws} were the best. On average, a throw cost {cost:.2f} points."

    def practice_counts(self, hands: int, right: int) -> str:
        return f"Counts: {right} of {hands} were right."

    # ---- The review of a game (view/review_text.py, view/review_words.py) ----

    REVIEW_TOTALS = (
        "points lost by throws",
        "luck of the cut",
        "luck of the crib",
        "play above expectation",
    )
    """A player's totals in a review, in points."""
    REVIEW_WIN_LOST = "chance to win lost by throws"
    REVIEW_COLUMNS = ("keeps", "throws", "of 15", "cost", "win", "hand", "play")
    """The columns of a player's part in a deal; the fifth only if the chance of winning is known."""
    REVIEW_KEY = (
        "of 15: the rank of the throw among the fifteen. A better throw scores more and wins more often.",
        "cost: the points that the better throw would have added on average.",
        "In brackets: the points that hand, play and crib could expect.",
    )
    REVIEW_KEY_WIN = "win: the chance to win that the better throw would have added."
    REVIEW_CRIB = "crib"
    REVIEW_TURNING_POINTS = "Turning points"
    REVIEW_CHANCE = "Chance to win"
    """The title of the drawing of the chance of winning."""

    def review_deal(self, number: int, dealer: str, starter: str) -> str:
        return f"Deal {number}: {dealer} deals, starter {starter}"

    def review_standing(self, name: str, score: int) -> str:
        return f"{name} {score}"

    def review_standing_with_chance(self, name: str, score: int, percent: int) -> str:
        return f"{name} {score} ({percent}% to win)"

    def review_better(self, cards: str) -> str:
        return f"better: {cards}"

    def review_turning_point(self, deal: int, happened: str, name: str, before: int, after: int) -> str:
        """Return a sentence about a change in the chance of winning.

        Args:
            deal: the number of the deal.
            happened: what happened, as returned by one of the `review_happened` methods.
            name: the name of the side whose chance rose.
            before: its chance before the change, in per cent.
            after: its chance after the change, in per cent.
        """
        return f"Deal {deal}, {happened}: {name}'s chance to win rises from {before}% to {after}%."

    def review_happened_starter(self, card: str) -> str:
        return f"the starter {card}"

    def review_happened_play(
        self, pegged: Sequence[tuple[str, int]], hands: Sequence[tuple[str, int]]
    ) -> str:
        """Return a phrase that lists the points scored in the play and in the hands counted so far.

        For example, `the play (Ann 8, Bob 6) and the hand (Ann 12)`.

        Args:
            pegged: each player's name and the points that the player pegged in the play.
            hands: the name of each player whose hand was counted, and the points of that hand.
        """
        played, shown = (", ".join(f"{name} {points}" for name, points in each) for each in (pegged, hands))
        counted = f" and the hand{'s' if len(hands) > 1 else ''} ({shown})" if hands else ""
        return f"the play ({played}){counted}"

    def review_happened_hand(self, name: str, points: int) -> str:
        return f"{name}'s hand of {points}"

    def review_happened_crib(self, name: str, points: int) -> str:
        return f"{name}'s crib of {points}"

    def review_happened_deal(self, scored: Sequence[tuple[str, int]]) -> str:
        (name, points), (other, fewer) = scored
        return f"the whole deal ({name} {points}, {other} {fewer})"

    REVIEW_HAPPENED_BY_HAND = "points pegged by hand"
    REVIEW_LIMITS: Mapping[str, str] = {
        "missing_suits": "Some cards were keyed without suits: the coach expects no flush from them.",
        "likely_split": "Nobody keyed who threw which cards of a crib: the coach took the most likely split.",
        "missing_crib": "The game ended before the last crib was keyed, so the last throws are not known.",
        "missing_play": "The play was not keyed.",
        "thrown_in": "A deal was thrown in. It is left out.",
        "by_hand": "Points were pegged by hand, or a score was set: no cards explain them.",
        "other_rules": "The coach reckons by the standard rules, and this game had other options.",
        "not_over": "This game is not over. Its finished deals are reviewed.",
    }
    """The reasons why a review is incomplete or approximate, keyed by their names in JSON output."""

    def review_how_to_correct(self, deal: int, threw: str) -> str:
        """Return a sentence that says how to tell the review who threw which cards.

        Args:
            deal: the number of a deal for which it guessed.
            threw: the value of the option `--threw` if it guessed wrong there, such as `3:5H,J`.
        """
        return f"If the dealer threw other cards in deal {deal}, name the two: --threw {threw}, for example."

    # ---- The reference card for the table (diagram/reference_card.py) ----

    CARD_TITLE = "Cribbage"
    CARD_SUBTITLE = "two players, six cards, 121 points"
    CARD_DEAL = "A deal"
    CARD_STEPS: Sequence[str] = (
        "Cut the pack: the lower card deals first. The dealer deals six cards to each player.",
        "Each player throws two cards, face down, to the crib. It belongs to the dealer.",
        "The other player, pone, cuts the pack. The dealer turns up the starter, and for a jack pegs 2 for "
        "his heels.",
        "The play: pone leads. Lay a card in turn and add it to the count. Court cards count ten, the ace "
        "one. The count may not pass 31.",
        "If no card fits, say go. The other player lays every card that fits. Then the count starts again at "
        "0.",
        "The show: count pone's hand, the dealer's hand, and the crib. The starter belongs to each of them.",
        "The other player deals next. Whoever reaches 121 wins at once. Under 91 the loser is skunked, under "
        "61 twice.",
    )
    CARD_PLAY = "In the play"
    CARD_SHOW = "In the show"
    CARD_COUNT_OF_15, CARD_COUNT_OF_31 = "a count of 15", "a count of 31"
    CARD_FIFTEEN = "each fifteen, of any cards"
    CARD_PAIR, CARD_THREE, CARD_FOUR = "a pair", "three of a rank", "four of a rank"
    CARD_RUN = "a run of three or more, in any order"
    CARD_RUN_OF_SHOW = "a run of three or more"
    CARD_ONE_EACH = "1 a card"
    CARD_GO = "a go, or the last card"
    CARD_DOUBLE_RUN, CARD_LONG_DOUBLE_RUN = "double run, such as 6-7-7-8", "double run of four"
    CARD_TRIPLE_RUN, CARD_QUADRUPLE_RUN = "triple run, such as 6-6-6-7-8", "double double run, 6-6-7-7-8"
    CARD_FLUSH = "a hand of one suit; with the starter"
    CARD_CRIB_FLUSH = "a crib of one suit, with the starter"
    CARD_NOBS = "the jack of the starter's suit"
    CARD_KEYS = "The board's keys"
    CARD_MEANINGS: Mapping[str, str] = {
        "OK": "yes; confirm; counts once more; held: menu",
        "GO": "go; no; held: say it again, or muggins",
        "UNDO": "take back the last press; held: redo",
        "REDO": "put in again what was taken back",
        "MENU": "peg by hand, correct, misdeal, new game",
        "MUGGINS": "claim points that were missed",
        "AGAIN": "the voice says it again",
        "SCORE": "the voice says the score",
    }
    """The function of each key, keyed by the key's name, without the keys of ranks and suits."""
    CARD_RANK_KEYS = "the card you lay or count; digits"
    CARD_SUIT_KEYS = "its suit, if you like"
    CARD_THROW = "What to throw"
    CARD_THROW_ABOUT: Sequence[str] = (
        "Mean points of the crib, by the two cards thrown to it.",
        "Top right: your own crib, dark is good.",
        "Bottom left: the other player's crib, dark is bad.",
    )
    CARD_ODDS = "Who wins"
    CARD_ODDS_ABOUT = "The dealer's chance in percent, before a deal."
    CARD_PONE_HAS, CARD_DEALER_HAS = "pone has", "dealer"
    CARD_LEAD = "What to lead"
    CARD_LEAD_ABOUT = "Points that pone loses on average by this lead; dark is bad."
    CARD_HOLDING: Sequence[str] = ("holding one", "holding two")
    """The labels of two rows of figures: for leads of a card of which pone holds one, or two."""
    CARD_WORTH_KNOWING = "Worth knowing"

    def card_best_throws(self, own: str, others: str) -> Sequence[str]:
        """Return two sentences with the best throws to the player's own crib and to the opponent's crib.

        Args:
            own: the best throws to the player's own crib, such as `5-5, 5-J`.
            others: the best throws to the opponent's crib.
        """
        return f"Best to your own crib: {own}.", f"Safest to the other's: {others}."

    def card_play_points(self, dealer: float, pone: float) -> str:
        return f"In the play, the dealer makes {dealer:.1f} points on average, pone {pone:.1f}."

    def card_rare_hands(self, points: int, one_in: int) -> str:
        return f"A hand of {points}, the highest, comes once in {one_in:,} deals."

    def card_impossible(self, points: Sequence[int]) -> str:
        """Return the sentence on the printed reference card about the points that no hand can score.

        Args:
            points: the impossible scores, lowest first. There are at least two.
        """
        *most, last = map(str, points)
        return f"No hand counts {', '.join(most)} or {last}."

    def page_is_at(self, address: str) -> str:
        return f"The board is at {address} (Ctrl-C ends this)"

    def page_keys_at(self, address: str) -> str:
        return f"To press keys, open {address} within two minutes. It works once; Enter shows another."

    def phone_may_join(self, address: str, code: str) -> str:
        """Return the instructions that `muggins phone` prints for opening the web page on a phone.

        Args:
            address: the address to open. It ends with the code.
            code: the code that lets the phone join.
        """
        return (
            f"{address}\nOpen this address on a phone, or enter {code} on its page, within two minutes. "
            "It works once; for another phone, type 'muggins phone' again. (Ctrl-C ends this)"
        )

    CODE_HAS_EXPIRED = "The code is no longer valid. For another one, type 'muggins phone' again."

    PROMPT_SENSOR = "Prompt"
    TURN_SENSOR = "Turn"
    DEALER_SENSOR = "Dealer"
    """The names of the board's sensors in Home Assistant."""

    def score_sensor(self, name: str) -> str:
        return f"Score of {name}"

    def key_refused(self, key: str, reason: str) -> str:
        return f"{key}  refused: {reason}"

    def key_refused_after(self, key: str, presses: int, reason: str) -> str:
        return f"{key} refused after {_plural(presses, 'press', 'presses')}: {reason}"

    def standing(self, name: str, score: int, back: int, games: int) -> str:
        return f"{name} {score:>3}   back peg {back:>3}   match {games}"

    NOBODY_HAS_DEALT = "Nobody has dealt yet."
    GAME_OVER = "The game is over."

    def dealt(self, dealer: str) -> str:
        return f"{dealer} dealt."

    def turn_of(self, name: str) -> str:
        return f"It is {name}'s turn."

    def cards_cut(self, cards: str) -> str:
        """Return the line with the cards that the players have cut for the deal."""
        return f"cut: {cards}"

    def on_the_table(self, cards: str) -> str:
        return f"on the table: {cards}"

    def on_the_table_counting(self, cards: str, count: int) -> str:
        return f"on the table: {cards} = {count}"

    def presses_and_deals(self, presses: int, deals: int) -> str:
        """Return a line with the number of presses in the match, and of finished deals in this game."""
        finished = _plural(deals, "deal", "deals")
        return f"{_plural(presses, 'press', 'presses')} in this match, {finished} finished in this game"

    NO_GAME_FINISHED = "no game is finished yet"
    GIVEN_UP = "given up"

    def listed_game(
        self, number: int, date: str, scores: Sequence[tuple[str, int]], result: str, deals: int, kind: str
    ) -> str:
        """Return the line about one game in the list of finished games.

        Args:
            number: the number of the game.
            date: the date on which the game ended, or an empty string if it is unknown.
            scores: the name and score of each side.
            result: the result in words.
            deals: the number of deals.
            kind: the kind of game, such as `3 players`; empty for six-card cribbage with two players.
        """
        stands = ", ".join(f"{name} {score}" for name, score in scores)
        line = f"{number:>5}  {date:<10}  {stands}: {result}; {_plural(deals, 'deal', 'deals')}"
        return f"{line}; {kind}" if kind else line

    def listed_win(self, winner: str, *, partners: bool) -> str:
        return f"{winner} {'win' if partners else 'wins'}"

    def listed_win_with_skunk(self, winner: str, *, partners: bool) -> str:
        return f"{winner} {'win' if partners else 'wins'} with a skunk"

    def listed_win_with_double_skunk(self, winner: str, *, partners: bool) -> str:
        return f"{winner} {'win' if partners else 'wins'} with a double skunk"

    def listed_win_with_lurch(self, winner: str, losers: Sequence[str], *, partners: bool) -> str:
        lost = "both are" if len(losers) > 1 else f"{losers[0]} {'are' if partners else 'is'}"
        return f"{winner} {'win' if partners else 'wins'}; {lost} lurched"

    def listed_kind(self, players: int, game: str) -> str:
        """Return what kind of game it is, as shown in a list of games.

        With more than two players, this is the number of players, such as `3 players`. With two players, it
        is the variant, such as `five card`.

        Args:
            players: the number of players.
            game: the name of the game in JSON output, such as `five-card`.
        """
        return f"{players} players" if players > 2 else game.replace("-", " ")

    def games_of(self, name: str, kind: str, games: int, won: str, lost: str) -> str:
        """Return a line of the statistics that says how many games a player has won and lost.

        Args:
            name: the name of the player.
            kind: the kind of game, such as `3 players`; empty for six-card cribbage with two players.
            games: the number of games played.
            won: the number of games won, as returned by `games_and_skunks`.
            lost: the number of games lost, as returned by `games_and_skunks`.
        """
        who = f"{name} ({kind})" if kind else name
        return f"{who}: {_plural(games, 'game', 'games')}, won {won}, lost {lost}"

    def no_games_of(self, name: str, kind: str) -> str:
        return f"{name} ({kind}): 0 games finished" if kind else f"{name}: 0 games finished"

    def games_and_skunks(self, games: int, skunks: int, doubles: int, lurches: int) -> str:
        """Return the number of games won or lost, and the number of skunks among them, e.g. `3 (1 skunk)`.

        Args:
            games: the number of games.
            skunks: how many of the games were single skunks.
            doubles: how many were double skunks.
            lurches: how many were lurches. A lurch is a skunk in a game to 61.
        """
        counted = (
            (skunks, _plural(skunks, "skunk", "skunks")),
            (doubles, _plural(doubles, "double skunk", "double skunks")),
            (lurches, _plural(lurches, "lurch", "lurches")),
        )
        said = ", ".join(text for number, text in counted if number)
        return f"{games} ({said})" if said else str(games)

    def as_dealer(self, deals: int, points: float, play: float, hand: float, crib: float) -> str:
        each = f"play {play:.1f}, hand {hand:.1f}, crib {crib:.1f}"
        return f"as dealer, {_plural(deals, 'deal', 'deals')}: {points:.1f} points on average ({each})"

    def as_pone(self, deals: int, points: float, play: float, hand: float) -> str:
        each = f"play {play:.1f}, hand {hand:.1f}"
        return f"as pone, {_plural(deals, 'deal', 'deals')}: {points:.1f} points on average ({each})"

    def best_hand(self, points: int, cards: str, game: int) -> str:
        return f"best hand: {points} with {cards} (game {game})"

    def best_crib(self, points: int, cards: str, game: int) -> str:
        return f"best crib: {points} with {cards} (game {game})"

    def head_to_head(
        self,
        names: tuple[str, str],
        won: tuple[int, int],
        skunks: tuple[int, int],
        doubles: tuple[int, int],
        lurches: tuple[int, int],
    ) -> str:
        """Return a line with the results of all games between two players.

        An example is `Ann against Bob: 3-1, skunks 1-0`. Each tuple contains one value for each player.

        Args:
            names: the names of the players.
            won: the number of games won.
            skunks: the number of games won with a skunk.
            doubles: the number of games won with a double skunk.
            lurches: the number of games won with a lurch, which is a skunk in a game to 61.
        """
        counted = (("skunks", skunks), ("double skunks", doubles), ("lurches", lurches))
        more = "".join(f", {kind} {one}-{other}" for kind, (one, other) in counted if one or other)
        return f"{names[0]} against {names[1]}: {won[0]}-{won[1]}{more}"

    # ---- The page in a browser: what only the page says (serve/) ----

    LANGUAGE = "en"
    """The language tag of this catalogue for web pages, such as `en`, `de` or `fr`."""
    PAGE_TITLE = "Muggins: the cribbage board"
    PAGE_NEEDS_SCRIPT = "This page needs JavaScript. Turn it on in the settings of your browser."
    PAGE_BOARD, PAGE_HANDS, PAGE_NIGHT, PAGE_GAMES = "Board", "Hands", "Night", "Games"
    """The names of the tabs."""
    PAGE_VIEWS = "Views"
    PAGE_SCORES = "Scores"
    PAGE_COUNT = "Count"
    PAGE_TABLE = "Cards on the table"
    PAGE_STARTER = "Starter"
    PAGE_LAST_HANDS = "Counted last"
    PAGE_NO_HANDS = "No hand has been counted in this game yet."
    PAGE_NIGHT_COLUMNS = ("Player", "Games", "Won", "Game points", "Spread")
    """The column headings of the scorecard."""
    PAGE_GAME_POINTS = "A win is 2 game points, a win with a skunk 3. Spread: points ahead or behind."
    PAGE_WHO_BEAT_WHOM = "Against each other"
    PAGE_BEST_HANDS = "Best hands and cribs"
    PAGE_NO_GAMES = "No game is finished yet."
    PAGE_DOWNLOAD = "Download all games"
    PAGE_KEYPAD, PAGE_CODE, PAGE_JOIN = "Keys", "Code", "Join"
    PAGE_WRONG_CODE = "This code is wrong, used or too old. Wait a moment, and enter a new one."
    PAGE_TOO_MANY_TRIES = (
        "Too many tries. Wait a moment and try again. If that does not help, enter a new code."
    )
    PAGE_CODE_NOT_SENT = (
        "There is no connection to the board, so the code was not sent. Try again when it is back."
    )
    PAGE_JOIN_HELP = "A code lets this phone press keys. Choose “phone” in the menu of the board to see one."
    PAGE_JOIN_HELP_TERMINAL = (
        "A code lets this phone press keys. Press Enter in the board's terminal to see one."
    )
    PAGE_JOIN_TO_WATCH = (
        "Only phones that have joined may watch. Choose “phone” in the menu of the board for a code."
    )
    PAGE_JOIN_TO_WATCH_TERMINAL = (
        "Only phones that have joined may watch. Press Enter in the board's terminal for a code."
    )
    PAGE_NOT_JOINED = "This phone may no longer press keys. Enter a new code."
    PAGE_SEAT, PAGE_ANY_SEAT = "Your seat:", "none"
    PAGE_SEAT_NOT_TAKEN = "The seat was not taken. Try again."
    PAGE_NOT_YOUR_TURN = "It is not your turn."
    PAGE_NOT_PRESSED = "The key was not pressed. Try again."
    PAGE_SPEAK = "Speak"
    PAGE_WHOLE_SCREEN = "Whole screen"
    """The link that hides everything on the page except the board, for use on a television."""
    PAGE_LEAVE_WHOLE_SCREEN = "Back to the page"
    PAGE_CONNECTING = "Connecting to the board …"
    PAGE_LOST = "No connection. The page may be out of date; it keeps trying."
    PAGE_FULL = "Too many people are watching. The page keeps trying."
    PAGE_NO_BOARD = "No board is running. The page waits for it."
    PAGE_BOARD_STOPPED = "The board has stopped. The page waits for it."
    PAGE_REFUSED = "Not possible:"
    """The label before the reason why the board refused a key."""
    PAGE_SKUNK, PAGE_DOUBLE_SKUNK = "skunk", "double skunk"
    """The names of the skunk lines on the board."""

    def page_score(self, name: str, score: int, target: int) -> str:
        """Return a side's score and the target score, for a screen reader, e.g. `Ann: 31 of 121`.

        Args:
            name: the name of the side.
            score: the side's score.
            target: the score that ends the game.
        """
        return f"{name}: {score} of {target}"

    def page_games(self, games: int) -> str:
        return _plural(games, "game", "games")

    def page_deals(self, partner: str) -> str:
        """Return the label that marks the side that deals, such as `dealer` or `Ann deals`.

        Args:
            partner: the name of the partner who deals, or an empty string if the side has only one player.
        """
        return f"{partner} deals" if partner else "dealer"

    PAGE_TO_PLAY, PAGE_TO_CUT, PAGE_TO_TURN_UP = "to play", "to cut", "to turn up"
    PAGE_TO_COUNT, PAGE_TO_CLAIM = "to count", "to claim"
    """The labels of the side whose player acts next, one for each action."""

    def page_acts(self, partner: str, does: str) -> str:
        """Return the label of the side whose turn it is: `to play` for one player, `Ann's turn` for partners.

        Args:
            partner: the name of the player whose turn it is; empty if the side has only one player.
            does: what the player has to do, such as `to play`. It is not used for partners.
        """
        return f"{partner}'s turn" if partner else does

    def page_deals_played(self, deals: int) -> str:
        return _plural(deals, "deal", "deals")

    PAGE_REVIEW = "Review"
    """The tab, and the link beside a game."""
    PAGE_REVIEW_GAME = "Game"
    PAGE_REVIEW_WAIT = "Looking back at the game …"
    PAGE_REVIEW_FAILED = "This game could not be reviewed. Try again."
    PAGE_REVIEW_SPLIT = "Who threw what?"

    def page_review_moment(self, deal: int, name: str, percent: int) -> str:
        """Return a side's chance of winning before a deal, e.g. `Before deal 3: Ann 55%`.

        A screen reader reads out such strings instead of the graph of the side's chances of winning.

        Args:
            deal: the number of the deal.
            name: the name of the first side.
            percent: that side's chance of winning, in percent.
        """
        return f"Before deal {deal}: {name} {percent}%"

    def page_review_deal(self, number: int, dealer: str) -> str:
        return f"Deal {number}: {dealer} deals"

    def page_review_keeps(self, name: str) -> str:
        return f"{name} keeps"

    PAGE_REVIEW_THROWS = "throws"

    def page_review_throw(self, rank: int, cost: float, win: float | None) -> str:
        """Return a sentence that rates a throw, for the review of a game on the web page.

        Args:
            rank: the throw's rank among the fifteen possible throws, where 1 is the best.
            cost: how many points the throw cost the player, compared with the best throw.
            win: how much higher the chance of winning would be after the best throw, from 0 to 1; None
                if this is not known.
        """
        if rank == 1:
            return "The best throw."
        chance = "" if win is None else ", but no chance to win" if win < 0.0005 else f", {win:.1%} to win"
        return f"Throw {rank} of 15. It cost {cost:.1f} points{chance}. Better:"

    def page_review_hand(self, points: int, mean: float | None) -> str:
        return f"Hand {points}" + ("" if mean is None else f", {mean:.1f} expected")

    def page_review_play(self, points: int, mean: float | None) -> str:
        return f"Play {points}" + ("" if mean is None else f", {mean:.1f} expected")

    def page_review_crib(self, points: int | None, mean: float | None) -> str:
        if points is None:
            return "Crib"
        return f"Crib {points}" + ("" if mean is None else f", {mean:.1f} expected")

    def page_review_split(self, throws: Sequence[tuple[str, str]], percent: int | None) -> str:
        """Return a line that says which cards each player threw to the crib, e.g. `Ann 4 10, Bob K Q (66%)`.

        Args:
            throws: the name of each player and the cards that the player threw, or most likely threw.
            percent: the probability, in percent, that these are the cards thrown; None if the players have
                said who threw which cards.
        """
        text = ", ".join(f"{name} {cards}" for name, cards in throws)
        return text if percent is None else f"{text} ({percent}%)"

    def page_deal(self, number: int) -> str:
        return f"Deal {number}"

    # ---- The page of a club: what only that page says (club/) ----

    CLUB_ACTS = "next"
    """The label that marks the side for which a board waits."""
    CLUB_TITLE = "Muggins: the club's tables"
    CLUB_TABLES, CLUB_STANDING, CLUB_DRAW, CLUB_RESULTS = "Tables", "Standing", "Draw", "Results"
    """The names of the tabs."""
    CLUB_CONNECTING = "Connecting to the club …"
    CLUB_NO_BROKER = "The broker cannot be reached. The scores may be out of date; the club keeps trying."
    CLUB_NO_TABLES = "No board has published anything yet. The page waits for the first one."
    CLUB_NO_DRAW = "Nothing is drawn yet. The organiser draws the rounds with 'muggins club --draw'."
    CLUB_AWAY = "not connected"
    CLUB_BOARD_STOPPED = "the board has stopped"
    CLUB_UNDONE = "taken back"
    """The label of a result that the players have undone on the board."""
    CLUB_STANDING_COLUMNS = ("Place", "Player", "Games", "Won", "Game points", "Spread")
    """The column headings of the standings."""
    CLUB_DOWNLOAD = "Download all results"
    CLUB_FIND = "Find a player or a table"
    CLUB_NOT_FOUND = "Nothing here has this name."
    CLUB_WINS = "wins"
    """The label of the side that has won the game on a table."""
    CLUB_PAUSE, CLUB_NEXT = "Pause", "Next"
    """The buttons of a page on a television, which shows all tables in turn."""
    CLUB_CSV_HEADINGS = (
        *("number", "ended (UTC)", "table", "name 1", "score 1", "name 2", "score 2", "name 3", "score 3"),
        *("winner", "skunk", "spread", "game points"),
    )

    def club_is_at(self, address: str) -> str:
        """Return the line that gives the address of the club's page."""
        return f"The club is at {address}"

    def club_seat_at(self, seat: str, table: str) -> str:
        """Return a name for a player who has not entered one. It consists of the seat and the table."""
        return f"{seat}, {table}"

    def club_round(self, number: int, rounds: int | None) -> str:
        """Return the heading of a round on a club evening, e.g. `Round 2 of 5`.

        Args:
            number: the number of the round, starting at 1.
            rounds: the total number of rounds; None if it has not been decided.
        """
        return f"Round {number}" if rounds is None else f"Round {number} of {rounds}"

    def club_bye(self, name: str) -> str:
        return f"{name} has a bye."

    def club_pair_result(self, score: int, other: int, skunk: str) -> str:
        """Return the result of a game between two players, e.g. `121–98` or `121–80, skunk`.

        Args:
            score: the first player's score.
            other: the second player's score.
            skunk: the name of the skunk, or an empty string if there was none.
        """
        result = f"{score}–{other}"
        return f"{result}, {skunk}" if skunk else result

    # ---- The voice: what only a voice says (speech/) ----

    def card_in_words(self, card: Card) -> str:
        """Return the card's name in words, e.g. `five of hearts`, or just `five` if the suit is not known."""
        rank = self.rank(card.rank)
        return rank if card.suit is None else f"{rank} of {self.suit(card.suit)}"

    def cards_in_words(self, cards: Sequence[Card]) -> str:
        return ", ".join(map(self.card_in_words, cards))

    def item_counted(self, reason: str, points: int, cards: str) -> str:
        """Return a phrase for one score and its cards, e.g. `fifteen for two: ten, five`.

        Args:
            reason: the kind of score in words, such as `fifteen`.
            points: the number of points.
            cards: the cards, in words.
        """
        return f"{reason} for {self.number(points)}: {cards}"

    def card_of(self, name: str, card: Card) -> str:
        """Return a phrase for a player's card, e.g. `Ann's five`."""
        return f"{name}'s {self.card_in_words(card)}"

    def taken_back_press(self, what: str) -> str:
        """Return the sentence for a key press that was undone with UNDO, e.g. `taken back: Ann's five`."""
        return f"taken back: {what}"

    def listed(self, parts: Sequence[str]) -> str:
        """Join strings with commas and "and", e.g. `Ann`, `Ann and Bob`, or `Ann, Bob and Cid`."""
        return f" {self.AND} ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))

    def named(self, name: str, what: str) -> str:
        """Return a player's name with a card or a call, e.g. `Ann: five` or `Ann: fifteen for two`."""
        return f"{name}: {what}"

    AND = "and"
    SAYS_GO = "go"
    ARROWS = "arrows"
    MORE_KEYS = "more keys"
    """The spoken name of the symbol `…`, with which a joystick turns to the other page of keys."""

    def joystick_is_on(self, key: str) -> str:
        """Return a phrase that names the key chosen with the joystick, e.g. `joystick on five`."""
        return f"joystick on {key}"

    def starter_turned_up(self, card: Card) -> str:
        return f"starter: {self.card_in_words(card)}"

    def crib_card(self, card: Card) -> str:
        return f"crib: {self.card_in_words(card)}"

    def hand_counted(self, name: str, count: str) -> str:
        return f"{name}'s hand: {count}"

    def crib_counted(self, name: str, count: str) -> str:
        return f"{name}'s crib: {count}"

    def to_go_out(self, count: str, points: int) -> str:
        """Return the call for a hand that wins the game, e.g. `… is six; four to go out`.

        Args:
            count: the count of the hand in words.
            points: the number of points that the player still needed to win.
        """
        return f"{count}; {self.number(points)} to go out"

    def only_pegged(self, count: str, points: int) -> str:
        """Return the call for a hand whose owner pegged only some of its points, e.g. `… is six; two pegged`.

        Args:
            count: the count of the hand in words.
            points: the number of points that the player claimed and pegged.
        """
        return f"{count}; {self.number(points)} pegged"

    def wrong_claim(self, points: int, claimant: str) -> str:
        """Return the call for points scored because an opponent's claim was wrong.

        An example is `two: Ann's claim was wrong`.

        Args:
            points: the number of points scored.
            claimant: the name of the opponent who made the wrong claim.
        """
        return f"{self.number(points)}: {claimant}'s claim was wrong"

    def has_score(self, name: str, score: int) -> str:
        """Return a side's name and score in words, e.g. `Ann thirty-one`."""
        return f"{name} {self.number(score)}"

    def scores(self, scores: Sequence[tuple[str, int]]) -> str:
        """Return the score of every side in words, e.g. `Ann thirty-one, Bob twelve`."""
        return ", ".join(self.has_score(name, score) for name, score in scores)

    def is_dealer(self, name: str) -> str:
        return f"{name} is the dealer"

    def the_count_is(self, count: int) -> str:
        return f"the count is {self.number(count)}"

    def next_game_aloud(self, games: Sequence[int]) -> str:
        """Return the spoken prompt for the next game, e.g. `OK: next game, one game to none`.

        Args:
            games: the number of games that each side has won.
        """
        first, *others = games
        counted = {0: "no games", 1: "one game"}.get(first, f"{self.number(first)} games")
        return " to ".join(
            [f"OK: next game, {counted}", *(self.number(won) if won else "none" for won in others)]
        )

    NEW_GAME_BEGINS = "a new game"
    DEAL_THROWN_IN = "the deal is thrown in"
    STOPS = "Goodbye. The game is saved."
    NOTHING_TYPED = "empty"

    def false_go_aloud(self, name: str, count: int, card: Card) -> str:
        """Return the spoken remark about a player who said go despite having a playable card.

        An example is `Left said go at twenty-five but had a six`.

        Args:
            name: the player's name.
            count: the count at which the player said go.
            card: the card that the player could have played.
        """
        had = f"{self._article(card)} {self.card_in_words(card)}"
        return f"{name} said go at {self.number(count)} but had {had}"

    def points_of_hand_asked(self, name: str) -> str:
        """Return the spoken prompt that asks a player to count a hand and type its points."""
        return f"{name}: count your hand, and type its points, then OK"

    def points_of_crib_asked(self, name: str) -> str:
        return f"{name}: count the crib, and type its points, then OK"

    def more_points_asked(self, owner: str, points: int) -> str:
        """Return the spoken prompt that asks whether the opponents claim points that a hand's owner missed.

        Args:
            owner: the name of the player who owns the hand.
            points: the number of points that the owner has claimed for it.
        """
        return f"{owner} counts {self.number(points)}. Does anybody claim more? Type how many"

    def missing(self, cards: int) -> str:
        """Return a phrase for the number of cards that have not been entered yet, e.g. `two more cards`.

        `two missing` would sound as if a two were missing.
        """
        return f"{self.number(cards)} more {'card' if cards == 1 else 'cards'}"

    def numbers_in_words(self, numbers: Sequence[int]) -> str:
        """Return several numbers in words, joined by "to", e.g. `one hundred and one to ninety`."""
        return " to ".join(map(self.number, numbers))

    def page_of(self, page: int, pages: int) -> str:
        """Return a phrase that says which page is shown, and how many there are, e.g. `two of three`."""
        return f"{self.number(page)} of {self.number(pages)}"

    def plus(self, number: int) -> str:
        return f"plus {self.number(number)}"

    def key(self, key: str) -> str:
        """Return the name of a key as it is spoken, such as `ace`, `ten`, `hearts`, `OK` or `go`.

        Args:
            key: the label of the key, such as `A`, `10`, `H`, `OK` or `GO`.
        """
        if key in _RANK_KEYS:
            return self.rank(_RANK_KEYS[key])
        if key in _SUIT_KEYS:
            return self.suit(_SUIT_KEYS[key])
        return key if key == "OK" else key.lower()

    def key_means(self, key: str, meaning: str) -> str:
        """Return a key and its meaning, as spoken, e.g. `OK: yes` or `two: take back`."""
        return f"{self.key(key)}: {meaning}"

    # A press in words, where it is taken back, put back or corrected.

    def go_of(self, name: str) -> str:
        return f"{name}'s go"

    def starter_of_deal(self, card: Card) -> str:
        return f"the starter, {self.card_in_words(card)}"

    def card_of_crib(self, card: Card) -> str:
        return f"the crib's {self.card_in_words(card)}"

    def suit_of_card(self, card: Card) -> str:
        """Return a phrase for the suit of a card, such as `the suit of the five of hearts`.

        The suit of the card must be known.
        """
        return f"the suit of the {self.card_in_words(card)}"

    def count_of(self, name: str) -> str:
        return f"{name}'s count"

    def points_of(self, name: str, points: int) -> str:
        return f"{name}'s {self.number(points)} {'point' if points == 1 else 'points'}"

    THE_ACE, THE_ANSWER, THE_DEAL, THE_MISDEAL = (
        "the value of the ace",
        "the answer",
        "the deal",
        "the misdeal",
    )
    THE_NEW_GAME, THE_SCORE, THE_CORRECTION = "the new game", "the score set by hand", "the correction"
    THE_LAST_PRESS = "the last press"

    def put_back(self, what: str) -> str:
        """Return the sentence for a key press that REDO has restored, e.g. `put back: Ann's five`.

        `what` describes the key press, e.g. `Ann's five`.
        """
        return f"put back: {what}"

    CORRECTION = "correction"

    def corrected(self, name: str, now: str, was: str) -> str:
        return f"correction: {name}'s {now}, not {was}"

    def corrected_answer(self, *, yes: bool) -> str:
        return f"correction: {self.YES}, not {self.NO}" if yes else f"correction: {self.NO}, not {self.YES}"

    def corrected_starter(self, now: Card, was: Card) -> str:
        return f"correction: the starter is {self.card_in_words(now)}, not {self.card_in_words(was)}"

    def corrected_crib(self, now: Card, was: Card) -> str:
        return f"correction: the crib's {self.card_in_words(now)}, not {self.card_in_words(was)}"

    def corrected_suit(self, now: Card, was: Card) -> str:
        """Return a sentence that corrects the suit of a card. The suits of both cards must be known.

        An example is `correction: five of hearts, not five of spades`.
        """
        return f"correction: {self.card_in_words(now)}, not {self.card_in_words(was)}"

    def put_in(self, what: str) -> str:
        return f"correction: {what} is put in"

    def taken_out(self, what: str) -> str:
        return f"correction: {what} is taken out"


_RANK_KEYS = {rank.symbol: rank for rank in Rank}
_SUIT_KEYS = {suit.letter: suit for suit in Suit}


ENGLISH = English()


def _plural(number: int, one: str, other: str) -> str:
    """Return a number followed by the singular or plural form of a noun, e.g. `1 press` or `3 presses`."""
    return f"{number} {one if number == 1 else other}"


def _wins(names: Sequence[str]) -> str:
    return f"{' and '.join(names)} {'wins' if len(names) == 1 else 'win'}"


def _are(sides: Sequence[Sequence[str]]) -> str:
    if len(sides) > 1:
        return "both are"
    names = sides[0]
    return f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'}"


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
    Kind.THROWN_IN: ("deal thrown in", "the misdeal"),
    Kind.MISDEAL: ("misdeal", "the misdeal"),
    **dict.fromkeys((Kind.NEXT_GAME, Kind.NEW_GAME), ("new game", "the new game")),
    **dict.fromkeys((Kind.CHANGE, Kind.PUT_IN, Kind.TAKE_OUT), ("correction", "the correction")),
}
"""The words for each kind of key press in a deal: a complete sentence, and a noun phrase.

In the strings, `{name}` stands for the player, and `{what}` for a card, a suit or a number.
"""

_SPELLED = {
    word[0]: word
    for word in (
        "Alfa Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November Oscar Papa "
        "Quebec Romeo Sierra Tango Uniform Victor Whiskey X-ray Yankee Zulu"
    ).split()
}
"""The word that stands for each letter when a code is spoken."""
