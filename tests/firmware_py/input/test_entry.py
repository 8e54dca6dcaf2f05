"""What each key does at each prompt: events, refusals, page turns, dialogues, numbers and names."""

import pytest

from engine.cards import Rank, Suit
from engine.events import Event, Kind
from engine.match.history import History
from engine.prompts import Prompt
from engine.rules import Rules
from engine.setup import Setup
from firmware_py.input.dialogue import KEYS_ALONE, Equipment
from firmware_py.input.entry import KeyEntry
from firmware_py.input.keys import RANKS, SUITS, Key, Stick
from firmware_py.input.menu import Menu
from firmware_py.input.new_game import NewGameForm
from firmware_py.input.questions import Claimant, PointsByHand
from firmware_py.input.typed import Digits
from tests.support import keyed

from .at_prompt import COUNTED, match_at, press, refused

TURN = "turns the page"
YES, NO, BY_HAND = Event(Kind.YES), Event(Kind.NO), "opens points by hand"
OPENS = {TURN: KeyEntry(page=1), BY_HAND: KeyEntry(PointsByHand())}

MEANINGS: dict[Prompt, tuple[Kind | None, Event | str | None, Event | str | None, str]] = {
    Prompt.CUT_FOR_DEAL: (Kind.CUT, Event.deals(0), None, "key the card you cut; OK skips it"),
    Prompt.STARTER: (Kind.STARTER, TURN, None, "key the starter"),
    Prompt.PLAY: (Kind.LAY, TURN, Event(Kind.GO), "key the card you lay"),
    Prompt.ACE: (None, YES, NO, "OK is eleven, GO is one"),
    Prompt.REST: (Kind.REST, TURN, None, "key a card left in your hand"),
    Prompt.HAND: (Kind.HAND, TURN, BY_HAND, "key a card from the hand"),
    Prompt.FLUSH: (None, YES, NO, "OK is yes, GO is no"),
    Prompt.FLUSH_WITH_STARTER: (None, YES, NO, "OK is yes, GO is no"),
    Prompt.NOBS: (None, YES, NO, "OK is yes, GO is no"),
    Prompt.REVEAL: (None, Event(Kind.REVEAL), None, "count the hand aloud, then OK"),
    Prompt.CRIB: (Kind.CRIB, TURN, None, "key a card from the crib"),
    Prompt.IDLE: (None, Event(Kind.DEAL_OVER), BY_HAND, "GO pegs points, OK ends the deal"),
    Prompt.GAME_OVER: (None, Event(Kind.NEXT_GAME), None, "OK starts the next game"),
}
"""At each prompt: the kind of event of a rank key, what OK and GO do, and what a refusal says instead."""


@pytest.mark.parametrize("prompt", Prompt)
def test_suits_undo_redo_and_the_menu_mean_the_same_at_every_prompt(prompt: Prompt) -> None:
    match = match_at(prompt)
    for key in SUITS:
        assert KeyEntry().press(key, match)[:2] == (KeyEntry(), Event(Kind.SUIT, Suit.parse(key.value)))
    assert press("UNDO", match)[1] == [Event(Kind.UNDO)]
    assert press("REDO", match)[1] == [Event(Kind.REDO)]
    assert press("MENU", match) == (KeyEntry(Menu()), [])
    if prompt not in COUNTED:
        assert refused(Key.MUGGINS, match) == "Muggins is off"


@pytest.mark.parametrize("prompt", [prompt for prompt in Prompt if prompt not in COUNTED])
def test_ranks_ok_and_go_mean_what_the_prompt_asks_for(prompt: Prompt) -> None:
    card, ok, go, wanted = MEANINGS[prompt]
    match = match_at(prompt)
    for key in RANKS:
        if card:
            assert press(key.value, match) == (KeyEntry(), [Event(card, Rank.parse(key.value))])
        else:
            assert refused(key, match) == f"{key.value} does nothing here: {wanted}"
    check_meaning(Key.OK, ok or wanted, match)
    check_meaning(Key.GO, go or wanted, match)


def check_meaning(key: Key, meaning: Event | str, match: History) -> None:
    """Check that a key makes this event, opens what `OPENS` says, or is refused with these words."""
    if isinstance(meaning, Event):
        assert press(key.value, match) == (KeyEntry(), [meaning])
    elif meaning in OPENS:
        assert press(key.value, match) == (OPENS[meaning], [])
    else:
        assert refused(key, match) == f"{key.value} does nothing here: {meaning}"


def test_the_same_suit_again_is_no_event_and_is_not_refused() -> None:
    match = keyed.board("OK 3 H").history
    assert KeyEntry().press(Key.CLUBS, match)[:2] == (KeyEntry(), Event(Kind.SUIT, Suit.CLUBS))
    paged = KeyEntry(page=2)
    assert paged.press(Key.HEARTS, match)[:2] == (paged, None)


@pytest.mark.parametrize("word", ["4", "S", "UNDO", "REDO", "GO"])
def test_a_press_that_makes_an_event_goes_back_to_the_first_page(word: str) -> None:
    turned, _ = press("OK OK", match_at(Prompt.PLAY))
    assert turned == KeyEntry(page=2)
    entry, made = press(word, match_at(Prompt.PLAY), turned)
    assert entry == KeyEntry()
    assert len(made) == 1


OFFERED = "cut_before_deal=offer"


@pytest.mark.parametrize(
    ("words", "rules", "key", "meaning"),
    [
        # OK cuts a pack that is offered, and GO takes it, once.
        ("OK", OFFERED, "OK", Event(Kind.PACK_CUT)),
        ("OK", OFFERED, "GO", Event(Kind.PACK_TAKEN)),
        *[(f"OK {word}", OFFERED, "OK", TURN) for word in ("OK", "GO")],
        *[(f"OK {word}", OFFERED, "GO", "key the starter") for word in ("OK", "GO")],
        # GO opens points by hand where the play is not followed, but still answers a question.
        *[(words, "track=show", "GO", BY_HAND) for words in ("", "OK", "OK 2", "OK 3 K K 8 6 4 5 10 10")],
        *[(words, "track=points", "GO", BY_HAND) for words in ("", "OK")],
        ("OK 3 K 8 6 4", "track=show", "GO", NO),
        # OK calls the points of the last card, once, and before the next.
        ("OK 2 K 5", "muggins=on", "OK", Event(Kind.CALL)),
        ("OK 2 K 5 OK", "muggins=on", "OK", TURN),
        ("OK J", "track=show muggins=on muggins_heels=yes", "OK", Event(Kind.CALL)),  # before the first hand
        # The last card of the play is still called where cards are left, or a claim is wanted.
        ("OK 2 K 5 6 K", "game=five-card muggins=on three_for_last=off", "OK", Event(Kind.CALL)),
        ("OK 9 A 2 A 2 3 3 4 4", "muggins=on three_for_last=off", "OK", Event(Kind.CALL)),
    ],
)
def test_ok_and_go_mean_what_the_rules_make_of_them(
    words: str, rules: str, key: str, meaning: Event | str
) -> None:
    check_meaning(Key(key), meaning, keyed.board(words, rules=Rules.parse(rules.split())).history)


# -- muggins


@pytest.mark.parametrize("players", [2, 3, 4])
def test_muggins_takes_for_the_other_side_once_the_next_card_is_laid(players: int) -> None:
    rules = Rules(players=players, muggins=True)
    before, match = (keyed.board(words, rules=rules).history for words in ("OK 2 K 5", "OK 2 K 5 6"))
    assert refused(Key.MUGGINS, before) == "There are no missed points to take"
    if players == 3:
        assert press("MUGGINS", match) == (KeyEntry(Claimant(Kind.TAKE)), [])
        assert press("MUGGINS A", match) == (KeyEntry(), [Event(Kind.TAKE, numbers=(0,))])
        assert press("MUGGINS UNDO", match) == (KeyEntry(), [])
        return
    entry, (take,) = press("MUGGINS", match)
    # The player who laid the second card missed the points.
    assert (entry, take.kind) == (KeyEntry(), Kind.TAKE)
    assert rules.side_of(take.numbers[0]) != rules.side_of(match.game.points_to_take.seat)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("words", "points"),
    [
        ("2 OK", 2),
        ("A 2 A OK", 121),
        ("2 10 UNDO 4 OK", 24),
    ],
)
def test_a_claim_is_typed_with_a_as_the_digit_1_and_10_as_0(words: str, points: int) -> None:
    match = match_at(Prompt.CLAIM)
    assert press(words, match) == (KeyEntry(), [Event(Kind.CLAIM, numbers=(points,))])
    # Seat 0 claims beyond the hand of seat 1.
    claimed = match_at(Prompt.MUGGINS)
    assert press(words, claimed) == (KeyEntry(), [Event(Kind.MUGGINS, numbers=(points, 0))])


@pytest.mark.parametrize("word", ["OK", "GO", "10 OK"])
def test_ok_or_go_without_a_number_claims_nothing(word: str) -> None:
    assert press(word, match_at(Prompt.MUGGINS)) == (KeyEntry(), [Event(Kind.MUGGINS, numbers=(0, 0))])


def test_an_owner_has_to_type_a_claim() -> None:
    for key in (Key.OK, Key.JACK):
        wanted = f"{key.value} does nothing here: type your points (10 is 0)"
        assert refused(key, match_at(Prompt.CLAIM)) == wanted
    wanted = "K does nothing here: type the points missed, then OK"
    assert refused(Key.KING, match_at(Prompt.MUGGINS)) == wanted


@pytest.mark.parametrize("prompt", COUNTED)
def test_undo_takes_back_digit_by_digit_and_then_the_last_press(prompt: Prompt) -> None:
    match = match_at(prompt)
    assert press("A 2", match) == (KeyEntry(digits=Digits("12")), [])
    assert press("A 2 UNDO UNDO", match) == (KeyEntry(), [])
    assert press("A 2 UNDO UNDO UNDO", match) == (KeyEntry(), [Event(Kind.UNDO)])
    assert refused(Key.FOUR, match, KeyEntry(digits=Digits("123"))).startswith("3 digits at most")
    assert refused(Key.GO, match, KeyEntry(digits=Digits("2"))).startswith("GO does nothing here: ")
    # Any press that makes an event clears the number.
    assert press("2 S", match) == (KeyEntry(), [Event(Kind.SUIT, Suit.SPADES)])


def test_points_missed_in_a_hand_with_three_players_ask_for_the_claimant_unless_there_are_none() -> None:
    rules = Rules(players=3, muggins=True, track="show")
    match = keyed.board("OK 3 K K 8 6", rules=rules).history.apply(Event(Kind.CLAIM, numbers=(2,)))
    assert match.game.prompt is Prompt.MUGGINS
    assert press("4 OK", match) == (KeyEntry(Claimant(Kind.MUGGINS, 4), Digits("4")), [])
    assert press("4 OK A", match) == (KeyEntry(), [Event(Kind.MUGGINS, numbers=(4, 0))])
    assert press("OK", match)[1] == [Event(Kind.MUGGINS, numbers=(0, 2))]
    # If the question is left without an answer, the typed number is still there.
    assert press("4 OK UNDO", match) == (KeyEntry(digits=Digits("4")), [])


# -- the equipment of the board


def test_a_new_game_starts_from_the_setup_of_the_configuration() -> None:
    for equipment, setup in (
        (Equipment(new_game=Setup(Rules("five-card")).checked()), Rules("five-card")),
        (KEYS_ALONE, Rules()),
    ):
        board = keyed.board(keyed.PLAY)
        board.equip(equipment)
        keyed.press(board, "MENU 6")
        assert board.entry.dialogue == NewGameForm(Setup(setup).checked())


def test_a_key_that_does_nothing_is_refused_in_words_for_the_screen_and_for_the_voice() -> None:
    outcome = keyed.board(keyed.PLAY).press(Stick.UP)
    assert outcome.why and outcome.why.startswith("UP does nothing here: this board has no joystick")
    assert outcome.why_aloud and outcome.why_aloud.startswith("up does nothing here: ")
    refusal = keyed.press(keyed.board("OK 2 K 5 6", rules=Rules(players=3, muggins=True)), "MUGGINS K")[-1]
    assert refusal.why == "K does nothing here: A is Left, 2 is Middle, UNDO leaves"
    assert refusal.why_aloud == "king does nothing here: ace is Left, two is Middle, UNDO leaves"
