"""The menu and what it opens: every key is taken, or refused with what is."""

import re
from collections.abc import Sequence
from itertools import islice
from random import Random

import pytest

from engine.cards import Rank, Suit
from engine.errors import CribbageError
from engine.events import Event, Kind
from engine.game import Game
from engine.game_state import Prompt
from engine.match.history import History
from engine.rules import Rules
from firmware_py.board import Board
from firmware_py.input.dialogues.call_fewer import CallFewer
from firmware_py.input.dialogues.claimant import Claimant
from firmware_py.input.dialogues.correction import ChoosePress, CorrectPress
from firmware_py.input.dialogues.dialogue import Dialogue
from firmware_py.input.dialogues.menu import Menu
from firmware_py.input.dialogues.misdeal import Misdeal
from firmware_py.input.dialogues.new_game import NewGameForm
from firmware_py.input.dialogues.points_by_hand import PointsByHand
from firmware_py.input.dialogues.rules_in_force import RulesInForce
from firmware_py.input.dialogues.signs import Signs
from firmware_py.input.dialogues.switch_off import SwitchOff
from firmware_py.input.keys import RANKS, SUITS, Key
from firmware_py.input.typed_number import DIGITS, Digits
from firmware_py.view.dialogue_pages import dialogue_page
from tests.support import keyed
from tests.support.walks import FORMS, walk

LEAVE = (Key.GO, Key.UNDO, Key.MENU)
ENTRIES = [Key.ACE, Key.TWO, Key.THREE, Key.FOUR, Key.FIVE, Key.SIX, Key.SEVEN, Key.EIGHT]
ENTRIES += [Key.NINE]


def at(words: str = keyed.PLAY, start: Sequence[int] = (), rules: Rules | None = None) -> History:
    return keyed.board(words, start=start, rules=rules).history


def press(dialogue: Dialogue, words: str, match: History) -> tuple[Dialogue | None, list[Event]]:
    """What keys make of a dialogue while the game stands still, and their events."""
    made = []
    now: Dialogue | None = dialogue
    for word in words.split():
        assert now is not None, f"the dialogue was left before {word}"
        now, event = now.press(Key.parse(word), match)
        if event:
            made.append(event)
    return now, made


def refusals(dialogue: Dialogue, match: History) -> dict[Key, str]:
    """The keys that a dialogue does not take, and why."""
    why = {}
    for key in Key:
        try:
            dialogue.press(key, match)
        except CribbageError as error:
            why[key] = str(error)
    return why


def takes(dialogue: Dialogue, match: History, *keys: Key) -> None:
    """It takes these keys, and refuses all others with those that leave it."""
    refused = refusals(dialogue, match)
    assert set(Key) - set(refused) == set(keys)
    for why in refused.values():
        assert re.search("leave|OK is yes, GO is no", why)


# -- the menu


def test_the_menu_takes_its_entries_and_what_leaves_it() -> None:
    takes(Menu(powers_off=True), at(), *ENTRIES, *LEAVE)
    for word in ("GO", "UNDO", "MENU"):
        assert press(Menu(), word, at()) == (None, [])


def test_part_of_the_points_is_called_by_the_menu_as_long_as_any_can_be_called() -> None:
    """RULES.md 6, muggins: the menu has the entry only then."""
    waits = at("OK 3 5 5", rules=Rules(muggins=True))
    takes(Menu(powers_off=True), waits, *ENTRIES, Key.TEN, *LEAVE)
    assert "10 call fewer" in str(dialogue_page(Menu(), waits).rows)
    assert press(Menu(), "10", waits) == (CallFewer(), [])
    for gone in (at("OK 3 5 5"), at("OK 3 5 5 K", rules=Rules(muggins=True)), waits.apply(Event(Kind.CALL))):
        assert Key.TEN in refusals(Menu(), gone)
        assert "call fewer" not in str(dialogue_page(Menu(), gone).rows)


def test_the_points_called_are_typed() -> None:
    waits = at("OK 3 5 5", rules=Rules(muggins=True))
    takes(CallFewer(), waits, *DIGITS, *LEAVE)
    takes(CallFewer(Digits("1")), waits, *DIGITS, *LEAVE, Key.OK)
    assert press(CallFewer(), "6 OK", waits)[1] == [Event(Kind.CALL, numbers=(6,))]
    assert press(CallFewer(), "A 2 UNDO OK", waits)[1] == [Event(Kind.CALL, numbers=(1,))]
    for word in ("UNDO", "GO", "MENU", "6 UNDO UNDO", "6 GO"):
        assert press(CallFewer(), word, waits) == (None, [])


def test_a_number_of_points_that_no_card_makes_leaves_the_dialogue_open() -> None:
    board = keyed.board("OK 3 5 5", rules=Rules(muggins=True))
    *_, last = [board.press(Key.parse(word)) for word in "MENU 10 A 6 OK".split()]
    assert last.why == "No card scores 16: call 1 to 15 points"
    assert board.press(Key.UNDO).why is None
    assert board.press(Key.OK).took
    assert board.history.game.sides[0].front == 1


@pytest.mark.parametrize(
    ("word", "opens"),
    [
        ("A", PointsByHand(Kind.PEG)),
        ("2", PointsByHand(Kind.TAKE_BACK)),
        ("3", PointsByHand(Kind.SCORE)),
        ("4", Misdeal()),
        ("5", RulesInForce()),
        ("7", ChoosePress(1)),
        ("9", Signs()),
    ],
)
def test_what_the_entries_of_the_menu_open(word: str, opens: Dialogue) -> None:
    opened, made = press(Menu(), word, at())
    assert (opened, type(opened), made) == (opens, type(opens), [])


def test_the_sixth_entry_is_a_new_game_as_the_old_one() -> None:
    rules = Rules("five-card", muggins=True)
    opened, made = press(Menu(), "6", at("OK", (10, 20), rules))
    assert isinstance(opened, NewGameForm)
    assert (opened.setup.rules, opened.setup.start, made) == (rules, (0, 0), [])


@pytest.mark.parametrize("word", ["A", "2", "3"])
def test_a_game_that_is_over_takes_no_points_by_hand(word: str) -> None:
    with pytest.raises(CribbageError, match="The game is over"):
        press(Menu(), word, at(keyed.GAME_OVER, keyed.WON))


@pytest.mark.parametrize(
    ("words", "start"), [("", ()), ("OK", ()), (keyed.GAME_OVER, keyed.WON), (f"{keyed.CRIB} A A 2 2", ())]
)
def test_no_deal_is_thrown_in_between_two(words: str, start: Sequence[int]) -> None:
    with pytest.raises(CribbageError, match="There is no deal to throw in"):
        press(Menu(), "4", at(words, start))


def test_nothing_is_put_right_where_nothing_was_keyed() -> None:
    with pytest.raises(CribbageError, match="There is nothing to correct"):
        press(Menu(), "7", at(""))
    with pytest.raises(CribbageError):
        press(Menu(), "7", at(f"{keyed.GAME_OVER} OK", keyed.WON))


# -- switching off


@pytest.mark.parametrize(
    ("words", "start"), [("", ()), (keyed.PLAY, ()), (keyed.FLUSH, ()), (keyed.GAME_OVER, keyed.WON)]
)
def test_the_eighth_entry_asks_whether_to_switch_off_wherever_a_game_stands(
    words: str, start: Sequence[int]
) -> None:
    opened, made = press(Menu(powers_off=True), "8", at(words, start))
    assert (opened, type(opened), made) == (SwitchOff(), SwitchOff, [])
    takes(SwitchOff(), at(words, start), Key.OK, *LEAVE)
    for word in ("GO", "UNDO", "MENU"):
        assert press(SwitchOff(), word, at()) == (None, [])
    assert press(SwitchOff(), "OK", at(words, start)) == (SwitchOff(confirmed=True), [])


def test_a_board_that_is_no_service_refuses_it_and_says_why() -> None:
    takes(Menu(), at(), *set(ENTRIES) - {Key.EIGHT}, *LEAVE)
    why = "Only the service can switch the machine off: GO leaves"
    assert refusals(Menu(), at())[Key.EIGHT] == why


# -- points by hand


@pytest.mark.parametrize("kind", [Kind.PEG, Kind.TAKE_BACK, Kind.SCORE])
def test_points_by_hand(kind: Kind) -> None:
    match = at()
    takes(PointsByHand(kind), match, *DIGITS, Key.GO, Key.UNDO, Key.MENU)
    takes(PointsByHand(kind, 0, Digits("12")), match, *DIGITS, Key.OK, Key.GO, Key.UNDO, Key.MENU)
    begun = PointsByHand(kind)
    assert press(begun, "A 2 OK", match)[1] == [Event(kind, numbers=(0, 12))]
    # Digits stay while the side changes.
    assert press(begun, "A GO 2 OK", match)[1] == [Event(kind, numbers=(1, 12))]
    assert press(begun, "A GO GO 2 OK", match)[1] == [Event(kind, numbers=(0, 12))]
    for word in ("UNDO", "MENU"):
        assert press(begun, f"A 2 {word}", match) == (None, [])


@pytest.mark.parametrize(("start", "most"), [((), 121), ((119, 0), 121), ((), 61)])
def test_more_points_than_a_game_has_are_refused(start: Sequence[int], most: int) -> None:
    match = at("OK", start, Rules(target=most))
    for points in (most + 1, 999):
        with pytest.raises(CribbageError, match=f"{points} is too many: peg 1 to {most}"):
            PointsByHand(digits=Digits(str(points))).press(Key.OK, match)
    assert PointsByHand(digits=Digits(str(most))).press(Key.OK, match)[1] == Event(
        Kind.PEG, numbers=(0, most)
    )


@pytest.mark.parametrize(
    ("powers_off", "words", "keys"),
    [
        (True, "OK 3 5 5", "A to 10"),
        (True, "OK 3 5", "A to 9"),
        (False, "OK 3 5 5", "A to 7, 9 and 10"),
        (False, "OK 3 5", "A to 7 and 9"),
    ],
)
def test_a_refusal_in_the_menu_names_the_keys_that_are_there(powers_off: bool, words: str, keys: str) -> None:
    menu = Menu(powers_off=powers_off)
    match = at(words, rules=Rules(muggins=True))
    why = f"K does nothing here: {keys} choose, GO leaves"
    assert refusals(menu, match)[Key.KING] == why


def test_go_goes_round_all_sides() -> None:
    three = at("OK", rules=Rules(players=3))
    sides = [press(PointsByHand(), " ".join(["GO"] * times), three)[0] for times in range(1, 4)]
    assert sides == [PointsByHand(side=1), PointsByHand(side=2), PointsByHand(side=0)]
    four = at("OK", rules=Rules(players=4))
    assert press(PointsByHand(), "GO GO", four)[0] == PointsByHand()


def test_a_number_that_cannot_be_leaves_the_dialogue_open() -> None:
    board = keyed.board("OK 3 K", start=(10, 0))
    for words, why in (
        ("MENU A 10 OK", "0 points cannot be pegged"),
        ("UNDO MENU 2 A A OK", "11 cannot be taken back: this side has 10"),
        ("UNDO MENU 2 10 OK", "0 cannot be taken back"),
        ("UNDO MENU 3 A 10 OK", "The score is already 10"),
        ("UNDO MENU 3 A 2 A OK", "The score cannot be 121: choose 0 to 120"),
    ):
        *_, last = keyed.press(board, words)
        assert last.why is not None and last.why.startswith(why)
        assert board.prompt == "points"
    assert keyed.press(board, "UNDO MENU 3 10 OK")[-1].took
    assert (board.prompt, board.history.game.sides[0].front) == ("play", 0)


# -- misdeal, the rules


def test_a_misdeal_is_asked_for() -> None:
    takes(Misdeal(), at(), Key.OK, *LEAVE)
    assert press(Misdeal(), "OK", at())[1] == [Event(Kind.THROWN_IN)]
    for word in ("GO", "UNDO", "MENU"):
        assert press(Misdeal(), word, at()) == (None, [])


def test_the_rules_are_paged() -> None:
    takes(RulesInForce(), at(), Key.OK, *LEAVE)
    assert press(RulesInForce(), "OK OK OK", at()) == (RulesInForce(3), [])
    assert press(RulesInForce(), "OK OK UNDO", at()) == (RulesInForce(1), [])
    for words in ("GO", "UNDO", "MENU", "OK UNDO UNDO", "OK GO", "OK MENU"):
        assert press(RulesInForce(), words, at()) == (None, [])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_signs_of_the_screen_are_explained_where_a_player_looks(players: int) -> None:
    """On the first screen of a match, and in the menu."""
    board = keyed.board(rules=Rules(players=players))
    first = " ".join(board.view.legend)
    keyed.press(board, "OK 2 MENU 9")
    assert board.view.page is not None
    page = " ".join(" ".join(row) for row in board.view.page.rows)
    for said in (first, page):
        assert "D" in said.split() and "dealer" in said
        assert ("lit score" if players == 3 else "◀ ▶") in said and "whose turn" in said
    assert "count" in page and "thick peg" in page and "thin peg" in page
    keyed.press(board, "GO")
    assert (board.view.page, board.view.legend) == (None, ())


# -- putting a press right


def test_the_presses_of_this_deal_are_gone_through_from_the_last_and_round() -> None:
    match = at("OK 3 K 5 9")
    begun = ChoosePress.of(match)
    assert begun == ChoosePress(4)
    takes(begun, match, Key.OK, Key.GO, Key.UNDO, Key.MENU)
    places = [press(begun, " ".join(["GO"] * times), match)[0] for times in range(1, 5)]
    assert places == [ChoosePress(3), ChoosePress(2), ChoosePress(1), ChoosePress(4)]
    assert press(begun, "GO OK", match) == (CorrectPress(3), [])
    assert press(begun, "GO OK UNDO", match) == (ChoosePress(3), [])
    assert press(begun, "UNDO", match) == press(begun, "MENU", match) == (None, [])


def put_right(words: str, word: str, rules: Rules | None = None, start: Sequence[int] = ()) -> list[Event]:
    """The correction that a key makes of the last press."""
    match = at(words, start, rules)
    chosen, _ = press(ChoosePress.of(match), "OK", match)
    assert isinstance(chosen, CorrectPress)
    return press(chosen, word, match)[1]


def change(place: int, other: Event) -> Event:
    return Event(Kind.CHANGE, numbers=(place,), other=other)


@pytest.mark.parametrize(
    ("words", "word", "event"),
    [
        ("OK 3", "9", change(1, Event(Kind.STARTER, Rank.NINE))),
        ("OK 3 K", "9", change(2, Event(Kind.LAY, Rank.NINE))),
        ("OK 3 K", "GO", Event(Kind.PUT_IN, numbers=(2,), other=Event(Kind.GO))),
        ("OK 3 K Q 9 GO", "8", change(5, Event(Kind.LAY, Rank.EIGHT))),
        ("OK 3 K Q 9 GO", "OK", Event(Kind.TAKE_OUT, numbers=(5,))),
        ("OK 3 H", "S", change(2, Event(Kind.SUIT, Suit.SPADES))),
        ("OK 3 H", "OK", Event(Kind.TAKE_OUT, numbers=(2,))),
        ("4", "9", change(0, Event(Kind.CUT, Rank.NINE))),
        (f"{keyed.FLUSH} OK", "OK", change(10, Event(Kind.NO))),
        (f"{keyed.FLUSH} GO", "OK", change(10, Event(Kind.YES))),
        (f"{keyed.CRIB} A", "2", change(10, Event(Kind.CRIB, Rank.TWO))),
    ],
)
def test_what_puts_a_press_right(words: str, word: str, event: Event) -> None:
    assert put_right(words, word) == [event]


def test_a_card_that_was_left_can_be_another_and_so_can_one_of_a_hand() -> None:
    rest = put_right(f"{keyed.REST} 7", "9", Rules("five-card"))
    assert rest == [change(7, Event(Kind.REST, Rank.NINE))]
    hand = put_right("OK 3 7", "9", Rules(track="show"))
    assert hand == [change(2, Event(Kind.HAND, Rank.NINE))]
    assert put_right("OK 2 A OK", "OK", Rules(ace_11=True)) == [change(3, Event(Kind.NO))]


@pytest.mark.parametrize(
    ("event", "word"),
    [
        (Event(Kind.PEG, numbers=(0, 3)), "OK"),
        (Event(Kind.TAKE_BACK, numbers=(1, 3)), "OK"),
        (Event(Kind.SCORE, numbers=(0, 3)), "OK"),
    ],
)
def test_points_by_hand_are_taken_out(event: Event, word: str) -> None:
    match = at("OK 3", (9, 9)).apply(event)
    chosen = CorrectPress(match.this_deal[-1].before.at)
    assert press(chosen, word, match)[1] == [Event(Kind.TAKE_OUT, numbers=(2,))]
    takes(chosen, match, Key.OK, Key.UNDO, Key.MENU)


def test_every_key_at_a_press_that_is_put_right_is_taken_or_refused_with_what_would_do() -> None:
    for words, keys in (
        ("OK 3", [*RANKS]),
        ("OK 3 K", [*RANKS, Key.GO]),
        ("OK 3 K Q 9 GO", [*RANKS, Key.OK]),
        ("OK 3 H", [*SUITS, Key.OK]),
        (f"{keyed.FLUSH} OK", [Key.OK]),
    ):
        match = at(words)
        takes(CorrectPress(match.this_deal[-1].before.at), match, *keys, Key.UNDO, Key.MENU)


def test_a_correction_that_cannot_be_leaves_the_choice_open() -> None:
    board = keyed.board("OK 3 3 3 3 K")
    *_, last = keyed.press(board, "MENU 7 OK 3")
    assert last.why == "All four threes are already out"
    assert keyed.press(board, "4")[-1].took
    assert board.history.game.count == 13


def test_a_forgotten_go_is_put_in_by_keys() -> None:
    board = keyed.board("OK 2 K Q 9 A")
    assert board.history.game.deal is not None
    assert keyed.press(board, "MENU 7 OK GO")[-1].took
    assert board.history.game.deal.hands == ((2,), (1, 3, 4))
    assert keyed.press(board, "UNDO")[-1].took
    assert board.history.game.deal.hands == ((2, 4), (1, 3))


# -- who claims


def test_one_key_says_who_claims_points_missed_in_the_play() -> None:
    # Seat 2, the third player, laid the five.
    match = at("OK 2 K 5 6", rules=Rules(players=3, muggins=True))
    asked = Claimant(Kind.TAKE)
    assert refusals(asked, match).keys() == set(Key) - {Key.ACE, Key.TWO, Key.UNDO, Key.MENU}
    assert press(asked, "A", match)[1] == [Event(Kind.TAKE, numbers=(0,))]
    assert press(asked, "2", match)[1] == [Event(Kind.TAKE, numbers=(1,))]
    for word in ("UNDO", "MENU"):
        assert press(asked, word, match) == (None, [])


@pytest.mark.parametrize(("hands", "keys"), [(0, "A 3"), (1, "A 2"), (2, "2 3"), (3, "2 3")])
def test_one_key_says_who_claims_points_missed_in_a_hand(hands: int, keys: str) -> None:
    # Seat 0 deals: the hands are those of seats 1, 2 and 0, then seat 0's crib.
    board = keyed.board("OK 2", rules=Rules(players=3, muggins=True))
    keyed.press(board, "K Q 10 K Q 10 9 8 7 4 3 2" + " 10 OK OK" * hands)
    if hands == 3:
        keyed.press(board, "A A 5 5")
    keyed.press(board, "10 OK 2 OK")
    match = board.history
    asked = Claimant(Kind.MUGGINS, 2)
    assert (match.game.prompt, board.view.page and board.view.page.title) == (Prompt.MUGGINS, "Who claims?")
    assert refusals(asked, match).keys() == set(Key) - {*map(Key.parse, keys.split()), Key.UNDO, Key.MENU}
    for key in keys.split():
        seat = int(key.replace("A", "1")) - 1
        assert press(asked, key, match)[1] == [Event(Kind.MUGGINS, numbers=(2, seat))]


def test_the_page_names_those_who_can_claim_each_after_its_key() -> None:
    game = Game.new(Rules(players=3, muggins=True), names=("Ann", "Bo", "Cw"))
    board = Board(History.of(game))
    keyed.press(board, "OK 2 K 5 6 MUGGINS")
    assert board.view.page is not None
    assert [left for left, _ in board.view.page.rows] == ["A  Ann", "2  Bo"]
    for word in ("3", "10", "OK", "4"):
        assert board.press(Key.parse(word)).why == f"{word} does nothing here: A is Ann, 2 is Bo, UNDO leaves"
    assert board.press(Key.TWO).took
    assert [entry.side for entry in board.history.game.entries] == [1]


# -- whatever is pressed


@pytest.mark.parametrize("form", FORMS)
def test_keys_pressed_at_random_are_taken_or_refused_in_a_line_and_always_show_something(form: str) -> None:
    chance = Random(form)
    often = [Key.OK, Key.GO, Key.MENU, Key.SIX, Key.SEVEN, Key.MUGGINS]
    prompts = set()
    for _, _, match in islice(walk(3, form, 240), 0, None, 5):
        board = Board(match)
        for key in chance.choices((*Key, *often), k=25):
            prompts.add(one_key(board, key))
    assert {"points", "starter"} & prompts
    assert prompts <= {prompt.value for prompt in Prompt} | {"points"}


def one_key(board: Board, key: Key) -> str:
    """Press a key, and see that it does what a key may do; the prompt after it."""
    before = board.history
    outcome = board.press(key)
    assert outcome.presses == before.applied
    assert outcome.took == (board.history.applied == before.applied + 1)
    assert outcome.took or board.history is before
    if outcome.why is not None:
        assert outcome.why.isprintable()
    assert board.view.refusal == outcome.why
    # A dialogue stays on the screen under the refusal.
    assert board.view.page is not None or board._controls.entry.dialogue is None
    assert board.view.page is None or board.view.page.title
    return board.prompt


def test_the_page_of_a_go_says_which_number_is_a_card() -> None:
    board = keyed.board("OK 3 K J 9 GO GO")
    keyed.press(board, "OK")
    assert board.view.page is not None
    assert board.view.page.rows == (("go, on the 9", "1"),)
