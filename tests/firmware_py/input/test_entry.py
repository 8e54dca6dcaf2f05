"""Key presses → events: what each prompt takes, typed numbers, and paging."""

import pytest

from engine.cards import Rank, Suit
from engine.errors import IllegalEvent
from engine.events import Event, Kind
from engine.game_state import Prompt
from engine.match.history import History
from engine.rules import Rules
from firmware_py.input.dialogues.claimant import Claimant
from firmware_py.input.dialogues.menu import Menu
from firmware_py.input.dialogues.points_by_hand import PointsByHand
from firmware_py.input.entry import KeyEntry
from firmware_py.input.keys import RANKS, SUITS, Key
from firmware_py.input.typed_number import Digits
from firmware_py.render.font import wrap
from firmware_py.render.oled import WIDTH
from tests.support import keyed

MUGGINS = Rules(muggins=True)
KEYS: dict[Prompt, tuple[str, Rules]] = {
    Prompt.CUT_FOR_DEAL: (keyed.CUT, Rules()),
    Prompt.STARTER: (keyed.STARTER, Rules()),
    Prompt.PLAY: (keyed.PLAY, Rules()),
    Prompt.ACE: (keyed.ACE, Rules(ace_11=True)),
    Prompt.REST: (keyed.REST, Rules("five-card")),
    Prompt.HAND: (keyed.HAND, Rules(track="show")),
    Prompt.FLUSH: (keyed.FLUSH, Rules()),
    Prompt.FLUSH_WITH_STARTER: (keyed.WITH_STARTER, Rules()),
    Prompt.NOBS: (keyed.NOBS, Rules()),
    Prompt.REVEAL: (keyed.COUNTED, Rules(reveal="on_ok")),
    Prompt.CLAIM: (keyed.COUNTED, MUGGINS),
    Prompt.MUGGINS: (keyed.COUNTED, MUGGINS),
    Prompt.CRIB: (keyed.CRIB, Rules()),
    Prompt.IDLE: (keyed.IDLE, Rules(track="points")),
    Prompt.GAME_OVER: (keyed.GAME_OVER, Rules()),
}
YES_OR_NO = (Prompt.ACE, Prompt.FLUSH, Prompt.FLUSH_WITH_STARTER, Prompt.NOBS)
COUNTED = (Prompt.CLAIM, Prompt.MUGGINS)
LAYS = {
    Prompt.CUT_FOR_DEAL: Kind.CUT,
    Prompt.STARTER: Kind.STARTER,
    Prompt.PLAY: Kind.LAY,
    Prompt.REST: Kind.REST,
    Prompt.HAND: Kind.HAND,
    Prompt.CRIB: Kind.CRIB,
}


def match_at(prompt: Prompt) -> History:
    words, rules = KEYS[prompt]
    match = keyed.board(words, start=keyed.WON if prompt is Prompt.GAME_OVER else (), rules=rules).history
    if prompt is Prompt.MUGGINS:
        match = match.apply(Event(Kind.CLAIM, numbers=(2,)))
    assert match.game.prompt is prompt
    return match


def press(words: str, match: History, entry: KeyEntry | None = None) -> tuple[KeyEntry, list[Event]]:
    """What keys make while the game stands still: the entry after them, and their events."""
    entry = entry or KeyEntry()
    made = []
    for word in words.split():
        entry, event = entry.press(Key.parse(word), match)
        if event is not None:
            made.append(event)
    return entry, made


def refused(key: Key, match: History, entry: KeyEntry | None = None) -> str:
    with pytest.raises(IllegalEvent) as error:
        (entry or KeyEntry()).press(key, match)
    return str(error.value)


# -- cards


@pytest.mark.parametrize("prompt", [prompt for prompt in Prompt if prompt not in COUNTED])
def test_a_rank_key_lays_a_card_where_one_is_wanted(prompt: Prompt) -> None:
    match = match_at(prompt)
    for key in RANKS:
        if prompt in LAYS:
            assert KeyEntry().press(key, match) == (KeyEntry(), Event(LAYS[prompt], Rank.parse(key.value)))
        else:
            assert refused(key, match).startswith(f"{key.value} does nothing here: ")


@pytest.mark.parametrize("prompt", Prompt)
def test_a_suit_key_names_a_suit_at_every_prompt(prompt: Prompt) -> None:
    match = match_at(prompt)
    for key in SUITS:
        assert KeyEntry().press(key, match) == (KeyEntry(), Event(Kind.SUIT, Suit.parse(key.value)))


def test_the_same_suit_again_is_no_event_and_is_not_refused() -> None:
    match = keyed.board("OK 3 H").history
    assert KeyEntry().press(Key.HEARTS, match) == (KeyEntry(), None)
    assert KeyEntry().press(Key.CLUBS, match) == (KeyEntry(), Event(Kind.SUIT, Suit.CLUBS))
    paged = KeyEntry(page=2)
    assert paged.press(Key.HEARTS, match) == (paged, None)


# -- OK and GO


@pytest.mark.parametrize("prompt", YES_OR_NO)
def test_ok_answers_yes_and_go_answers_no(prompt: Prompt) -> None:
    match = match_at(prompt)
    assert press("OK", match) == (KeyEntry(), [Event(Kind.YES)])
    assert press("GO", match) == (KeyEntry(), [Event(Kind.NO)])
    wanted = "OK is eleven, GO is one" if prompt is Prompt.ACE else "OK is yes, GO is no"
    for key in RANKS:
        assert refused(key, match) == f"{key.value} does nothing here: {wanted}"


@pytest.mark.parametrize(
    ("prompt", "event"),
    [
        (Prompt.CUT_FOR_DEAL, Event(Kind.DEALS, numbers=(0,))),
        (Prompt.REVEAL, Event(Kind.REVEAL)),
        (Prompt.IDLE, Event(Kind.DEAL_OVER)),
        (Prompt.GAME_OVER, Event(Kind.NEXT_GAME)),
    ],
)
def test_what_ok_does_where_it_answers_no_question(prompt: Prompt, event: Event) -> None:
    assert press("OK", match_at(prompt)) == (KeyEntry(), [event])


def test_go_is_said_in_the_play_alone() -> None:
    assert press("GO", match_at(Prompt.PLAY))[1] == [Event(Kind.GO)]
    for prompt in (
        Prompt.CUT_FOR_DEAL,
        Prompt.STARTER,
        Prompt.REST,
        Prompt.REVEAL,
        Prompt.CLAIM,
        Prompt.CRIB,
        Prompt.GAME_OVER,
    ):
        assert refused(Key.GO, match_at(prompt)).startswith("GO does nothing here: ")


@pytest.mark.parametrize("prompt", Prompt)
def test_undo_and_redo_are_taken_everywhere(prompt: Prompt) -> None:
    assert press("UNDO", match_at(prompt))[1] == [Event(Kind.UNDO)]
    assert press("REDO", match_at(prompt))[1] == [Event(Kind.REDO)]


@pytest.mark.parametrize("prompt", [Prompt.STARTER, Prompt.PLAY, Prompt.REST, Prompt.HAND, Prompt.CRIB])
def test_ok_with_nothing_to_confirm_pages_and_is_no_event(prompt: Prompt) -> None:
    match = match_at(prompt)
    assert press("OK", match) == (KeyEntry(page=1), [])
    assert press("OK OK OK", match) == (KeyEntry(page=3), [])


@pytest.mark.parametrize("word", ["4", "S", "UNDO", "REDO", "GO"])
def test_a_press_that_makes_an_event_goes_back_to_the_first_page(word: str) -> None:
    entry, made = press(word, match_at(Prompt.PLAY), KeyEntry(page=2))
    assert entry == KeyEntry()
    assert len(made) == 1


@pytest.mark.parametrize(
    ("prompt", "key", "why"),
    [
        (Prompt.CUT_FOR_DEAL, Key.GO, "GO does nothing here: key the card you cut; OK skips it"),
        (Prompt.STARTER, Key.GO, "GO does nothing here: key the starter"),
        (Prompt.REST, Key.GO, "GO does nothing here: key a card left in your hand"),
        (Prompt.REVEAL, Key.FIVE, "5 does nothing here: count the hand aloud, then OK"),
        (Prompt.CLAIM, Key.OK, "OK does nothing here: type your points (10 is 0)"),
        (Prompt.CLAIM, Key.JACK, "J does nothing here: type your points (10 is 0)"),
        (Prompt.MUGGINS, Key.KING, "K does nothing here: type the points missed, then OK"),
        (Prompt.CRIB, Key.GO, "GO does nothing here: key a card from the crib"),
        (Prompt.IDLE, Key.FIVE, "5 does nothing here: GO pegs points, OK ends the deal"),
        (Prompt.GAME_OVER, Key.FIVE, "5 does nothing here: OK starts the next game"),
    ],
)
def test_a_refusal_says_what_is_wanted(prompt: Prompt, key: Key, why: str) -> None:
    assert refused(key, match_at(prompt)) == why


@pytest.mark.parametrize("prompt", Prompt)
def test_a_refusal_fits_the_three_lines_of_the_screen(prompt: Prompt) -> None:
    """Two px on either side stay light."""
    for key in Key:
        try:
            KeyEntry().press(key, match_at(prompt))
        except IllegalEvent as error:
            assert not wrap(str(error), WIDTH - 4, 3)[-1].endswith("…"), error


# -- the pack offered to be cut


def test_ok_cuts_a_pack_that_is_offered_and_go_takes_it_once() -> None:
    rules = Rules(cut_before_deal="offer")
    offered = keyed.board("OK", rules=rules).history
    assert press("OK", offered) == (KeyEntry(), [Event(Kind.PACK_CUT)])
    assert press("GO", offered) == (KeyEntry(), [Event(Kind.PACK_TAKEN)])
    for word in ("OK", "GO"):
        after = keyed.board(f"OK {word}", rules=rules).history
        assert press("OK", after) == (KeyEntry(page=1), [])
        assert refused(Key.GO, after) == "GO does nothing here: key the starter"


@pytest.mark.parametrize(("track", "words", "by_hand"), [("show", "OK", False), ("show", "OK GO", True)])
def test_go_pegs_by_hand_once_the_offer_is_answered(track: str, words: str, by_hand: bool) -> None:
    match = keyed.board(words, rules=Rules(cut_before_deal="offer", track=track)).history
    entry, made = press("GO", match)
    assert (entry == KeyEntry(PointsByHand()), made == [Event(Kind.PACK_TAKEN)]) == (by_hand, not by_hand)


# -- points by hand, where the play is not followed


@pytest.mark.parametrize(
    ("track", "words"),
    [("show", ""), ("show", "OK"), ("show", "OK 2"), ("points", ""), ("points", "OK")],
)
def test_go_opens_the_points_where_the_play_is_not_followed(track: str, words: str) -> None:
    match = keyed.board(words, rules=Rules(track=track)).history
    assert press("GO", match) == (KeyEntry(PointsByHand()), [])
    assert KeyEntry(PointsByHand()).prompt == "points"
    assert (KeyEntry().prompt, KeyEntry(Menu()).prompt) == (None, None)


def test_go_opens_the_points_at_the_crib_but_answers_a_question() -> None:
    rules = Rules(track="show")
    crib = keyed.board("OK 3 K K 8 6 4 5 10 10", rules=rules).history
    assert crib.game.prompt is Prompt.CRIB
    assert press("GO", crib) == (KeyEntry(PointsByHand()), [])
    flush = keyed.board("OK 3 K 8 6 4", rules=rules).history
    assert press("GO", flush) == (KeyEntry(), [Event(Kind.NO)])


# -- muggins


@pytest.mark.parametrize("prompt", [prompt for prompt in Prompt if prompt not in COUNTED])
def test_muggins_is_refused_where_it_is_not_played(prompt: Prompt) -> None:
    assert refused(Key.MUGGINS, match_at(prompt)) == "Muggins is off"


def test_ok_calls_the_points_of_the_last_card_once() -> None:
    match = keyed.board("OK 2 K 5", rules=MUGGINS).history
    assert press("OK", match) == (KeyEntry(), [Event(Kind.CALL)])
    assert press("OK", match.apply(Event(Kind.CALL))) == (KeyEntry(page=1), [])
    assert press("OK", keyed.board("OK 2 K 5 6", rules=MUGGINS).history) == (KeyEntry(page=1), [])


@pytest.mark.parametrize(
    ("words", "game", "prompt"),
    [("OK 2 K 5 6 K", "five-card", Prompt.REST), ("OK 9 A 2 A 2 3 3 4 4", "six-card", Prompt.CLAIM)],
)
def test_the_last_card_of_the_play_is_still_called_where_cards_are_left_or_a_claim_is_wanted(
    words: str, game: str, prompt: Prompt
) -> None:
    match = keyed.board(words, rules=Rules(game, muggins=True, three_for_last=False)).history
    assert match.game.prompt is prompt
    assert press("OK", match) == (KeyEntry(), [Event(Kind.CALL)])


def test_muggins_takes_for_the_other_side_once_the_next_card_is_laid() -> None:
    assert refused(Key.MUGGINS, keyed.board("OK 2 K 5", rules=MUGGINS).history) == (
        "There are no missed points to take"
    )
    match = keyed.board("OK 2 K 5 6", rules=MUGGINS).history
    assert press("MUGGINS", match) == (KeyEntry(), [Event(Kind.TAKE, numbers=(1,))])
    partners = keyed.board("OK 2 K 5 6", rules=Rules(players=4, muggins=True)).history
    ((take,),) = (press("MUGGINS", partners)[1],)
    # Seat 2 missed them; its opponents are the seats of side 1.
    assert (take.kind, partners.game.rules.side_of(take.numbers[0])) == (Kind.TAKE, 1)


def test_of_three_the_claimant_is_asked_for() -> None:
    match = keyed.board("OK 2 K 5 6", rules=Rules(players=3, muggins=True)).history
    asked = KeyEntry(Claimant(Kind.TAKE))
    before = keyed.board("OK 2 K 5", rules=Rules(players=3, muggins=True)).history
    assert refused(Key.MUGGINS, before) == "There are no missed points to take"
    assert press("MUGGINS", match) == (asked, [])
    assert press("MUGGINS A", match) == (KeyEntry(), [Event(Kind.TAKE, numbers=(0,))])
    assert press("MUGGINS 2", match) == (KeyEntry(), [Event(Kind.TAKE, numbers=(1,))])
    assert press("MUGGINS UNDO", match) == (KeyEntry(), [])


@pytest.mark.parametrize(
    ("words", "points"), [("2 OK", 2), ("A 2 OK", 12), ("10 OK", 0), ("2 10 UNDO 4 OK", 24), ("10 8 OK", 8)]
)
def test_a_claim_is_typed(words: str, points: int) -> None:
    match = match_at(Prompt.CLAIM)
    assert press(words, match) == (KeyEntry(), [Event(Kind.CLAIM, numbers=(points,))])
    # Seat 0 claims beyond the hand of seat 1.
    claimed = match_at(Prompt.MUGGINS)
    assert press(words, claimed) == (KeyEntry(), [Event(Kind.MUGGINS, numbers=(points, 0))])


@pytest.mark.parametrize("word", ["OK", "GO", "10 OK"])
def test_nothing_is_claimed_beyond_by_ok_or_go_alone(word: str) -> None:
    assert press(word, match_at(Prompt.MUGGINS)) == (KeyEntry(), [Event(Kind.MUGGINS, numbers=(0, 0))])


@pytest.mark.parametrize("prompt", COUNTED)
def test_what_is_typed_is_taken_back_digit_by_digit_and_then_the_last_press(prompt: Prompt) -> None:
    match = match_at(prompt)
    assert press("A 2", match) == (KeyEntry(digits=Digits("12")), [])
    assert press("A 2 UNDO UNDO", match) == (KeyEntry(), [])
    assert press("A 2 UNDO UNDO UNDO", match) == (KeyEntry(), [Event(Kind.UNDO)])
    assert refused(Key.FOUR, match, KeyEntry(digits=Digits("123"))).startswith("3 digits at most")
    assert refused(Key.GO, match, KeyEntry(digits=Digits("2"))).startswith("GO does nothing here: ")
    # Any press that is an event clears what was typed.
    assert press("2 S", match) == (KeyEntry(), [Event(Kind.SUIT, Suit.SPADES)])


def test_of_three_whoever_claims_beyond_a_hand_is_asked_for_unless_nobody_does() -> None:
    rules = Rules(players=3, muggins=True, track="show")
    match = keyed.board("OK 3 K K 8 6", rules=rules).history.apply(Event(Kind.CLAIM, numbers=(2,)))
    assert match.game.prompt is Prompt.MUGGINS
    assert press("4 OK", match) == (KeyEntry(Claimant(Kind.MUGGINS, 4), Digits("4")), [])
    assert press("4 OK A", match) == (KeyEntry(), [Event(Kind.MUGGINS, numbers=(4, 0))])
    assert press("OK", match)[1] == [Event(Kind.MUGGINS, numbers=(0, 2))]
    # Left without a seat, the number is still there.
    assert press("4 OK UNDO", match) == (KeyEntry(digits=Digits("4")), [])


# -- the menu opens


@pytest.mark.parametrize("prompt", Prompt)
def test_the_menu_opens_everywhere(prompt: Prompt) -> None:
    assert press("MENU", match_at(prompt)) == (KeyEntry(Menu()), [])


def test_what_was_begun_is_a_value_and_does_not_change() -> None:
    entry = KeyEntry()
    press("MENU", match_at(Prompt.PLAY), entry)
    press("OK", match_at(Prompt.PLAY), entry)
    assert entry == KeyEntry(None, Digits(), 0)


def test_the_page_that_ok_turns_to_tells_a_card_from_a_number_of_points() -> None:
    board = keyed.board("OK 3 K J 9 GO GO")
    keyed.press(board, "OK")
    assert board.view.page is not None
    assert board.view.page.rows == (("go, on the 9", "1"),)
