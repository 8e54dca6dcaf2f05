"""Key presses → events: what each prompt takes, the menu, and paging."""

import pytest

from engine.cards import Rank, Suit
from engine.errors import IllegalEvent
from engine.events import Event, Kind
from engine.game import Game, Prompt
from firmware_py.entry import Entry, Menu
from firmware_py.keys import RANKS, SUITS, Key
from tests.firmware_py import keyed

KEYS = {
    Prompt.CUT_FOR_DEAL: keyed.CUT,
    Prompt.STARTER: keyed.STARTER,
    Prompt.PLAY: keyed.PLAY,
    Prompt.FLUSH: keyed.FLUSH,
    Prompt.FLUSH_WITH_STARTER: keyed.WITH_STARTER,
    Prompt.NOBS: keyed.NOBS,
    Prompt.CRIB: keyed.CRIB,
    Prompt.GAME_OVER: keyed.GAME_OVER,
}
QUESTIONS = (Prompt.FLUSH, Prompt.FLUSH_WITH_STARTER, Prompt.NOBS)
LAYS = {
    Prompt.CUT_FOR_DEAL: Kind.CUT,
    Prompt.STARTER: Kind.STARTER,
    Prompt.PLAY: Kind.LAY,
    Prompt.CRIB: Kind.CRIB,
}


def game_at(prompt: Prompt) -> Game:
    start = keyed.WON if prompt is Prompt.GAME_OVER else (0, 0)
    game = keyed.board(KEYS[prompt], start=start).history.game
    assert game.prompt is prompt
    return game


def press(words: str, game: Game, entry: Entry | None = None) -> tuple[Entry, list[Event]]:
    """What keys make while the game stands still: the entry after them, and their events."""
    entry = entry or Entry()
    made = []
    for word in words.split():
        entry, event = entry.press(Key.parse(word), game)
        if event is not None:
            made.append(event)
    return entry, made


def refused(key: Key, game: Game, entry: Entry | None = None) -> str:
    with pytest.raises(IllegalEvent) as error:
        (entry or Entry()).press(key, game)
    return str(error.value)


@pytest.mark.parametrize("prompt", Prompt)
@pytest.mark.parametrize("key", RANKS)
def test_a_rank_key_lays_a_card_where_one_is_wanted(prompt: Prompt, key: Key) -> None:
    game = game_at(prompt)
    if prompt in LAYS:
        assert Entry().press(key, game) == (Entry(), Event(LAYS[prompt], Rank.parse(key.value)))
    else:
        assert refused(key, game).startswith(f"no {key.value} here: ")


@pytest.mark.parametrize("prompt", Prompt)
@pytest.mark.parametrize("key", SUITS)
def test_a_suit_key_names_a_suit_at_every_prompt(prompt: Prompt, key: Key) -> None:
    assert Entry().press(key, game_at(prompt)) == (Entry(), Event(Kind.SUIT, Suit.parse(key.value)))


def test_the_same_suit_again_is_no_event_and_is_not_refused() -> None:
    game = keyed.board("OK 3 H").history.game
    assert Entry().press(Key.HEARTS, game) == (Entry(), None)
    assert Entry().press(Key.CLUBS, game) == (Entry(), Event(Kind.SUIT, Suit.CLUBS))
    paged = Entry(page=2)
    assert paged.press(Key.HEARTS, game) == (paged, None)


@pytest.mark.parametrize("prompt", QUESTIONS)
def test_ok_answers_yes_and_go_answers_no(prompt: Prompt) -> None:
    game = game_at(prompt)
    assert press("OK", game) == (Entry(), [Event(Kind.YES)])
    assert press("GO", game) == (Entry(), [Event(Kind.NO)])
    for key in RANKS:
        assert refused(key, game) == f"no {key.value} here: OK for yes, GO for no"


def test_ok_at_the_cut_makes_seat_0_the_dealer_and_at_the_end_starts_the_next_game() -> None:
    assert press("OK", game_at(Prompt.CUT_FOR_DEAL))[1] == [Event(Kind.FIRST_SEAT_DEALS)]
    assert press("OK", game_at(Prompt.GAME_OVER))[1] == [Event(Kind.NEXT_GAME)]


def test_go_is_said_in_the_play_alone() -> None:
    assert press("GO", game_at(Prompt.PLAY))[1] == [Event(Kind.GO)]
    for prompt in (Prompt.CUT_FOR_DEAL, Prompt.STARTER, Prompt.CRIB, Prompt.GAME_OVER):
        assert refused(Key.GO, game_at(prompt)).startswith("no GO here: ")


@pytest.mark.parametrize("prompt", Prompt)
def test_undo_and_redo_are_taken_everywhere(prompt: Prompt) -> None:
    assert press("UNDO", game_at(prompt))[1] == [Event(Kind.UNDO)]
    assert press("REDO", game_at(prompt))[1] == [Event(Kind.REDO)]


@pytest.mark.parametrize("prompt", [Prompt.STARTER, Prompt.PLAY, Prompt.CRIB])
def test_ok_with_nothing_to_confirm_pages_and_is_no_event(prompt: Prompt) -> None:
    game = game_at(prompt)
    assert press("OK", game) == (Entry(page=1), [])
    assert press("OK OK OK", game) == (Entry(page=3), [])


@pytest.mark.parametrize("word", ["4", "S", "UNDO", "REDO", "GO"])
def test_a_press_that_makes_an_event_goes_back_to_the_first_page(word: str) -> None:
    entry, made = press(word, game_at(Prompt.PLAY), Entry(page=2))
    assert entry == Entry()
    assert len(made) == 1


@pytest.mark.parametrize("prompt", Prompt)
def test_muggins_is_refused_where_it_is_not_played(prompt: Prompt) -> None:
    assert refused(Key.MUGGINS, game_at(prompt)) == "no MUGGINS here: muggins is not played"


@pytest.mark.parametrize(
    ("prompt", "key", "why"),
    [
        (Prompt.CUT_FOR_DEAL, Key.GO, "no GO here: key the rank cut, or OK for no cut"),
        (Prompt.STARTER, Key.GO, "no GO here: key the rank of the starter"),
        (Prompt.CRIB, Key.GO, "no GO here: key a card of the crib"),
        (Prompt.GAME_OVER, Key.FIVE, "no 5 here: OK for the next game"),
    ],
)
def test_a_refusal_says_what_is_wanted(prompt: Prompt, key: Key, why: str) -> None:
    assert refused(key, game_at(prompt)) == why


@pytest.mark.parametrize("prompt", Prompt)
def test_the_menu_opens_everywhere_and_asks_twice_for_a_new_game(prompt: Prompt) -> None:
    game = game_at(prompt)
    menus = [Menu.OPEN, Menu.NEW_GAME, Menu.REALLY]
    entry = Entry()
    for word, menu in zip("MENU A OK".split(), menus, strict=True):
        entry, made = press(word, game, entry)
        assert (entry.menu, made) == (menu, [])
    assert press("OK", game, entry) == (Entry(), [Event(Kind.NEW_GAME)])


@pytest.mark.parametrize("menu", [Menu.OPEN, Menu.NEW_GAME, Menu.REALLY])
@pytest.mark.parametrize("word", ["GO", "UNDO", "MENU"])
def test_go_undo_and_menu_leave_the_menu_and_take_nothing_back(menu: Menu, word: str) -> None:
    assert press(word, game_at(Prompt.PLAY), Entry(menu=menu)) == (Entry(), [])


@pytest.mark.parametrize("menu", [Menu.OPEN, Menu.NEW_GAME, Menu.REALLY])
def test_any_other_key_is_refused_in_the_menu(menu: Menu) -> None:
    game = game_at(Prompt.PLAY)
    taken = {Key.GO, Key.UNDO, Key.MENU, Key.ACE if menu is Menu.OPEN else Key.OK}
    wanted = "A for a new game, GO to leave" if menu is Menu.OPEN else "OK for yes, GO for no"
    for key in set(Key) - taken:
        assert refused(key, game, Entry(menu=menu)) == f"no {key.value} here: {wanted}"


def test_what_was_begun_is_a_value_and_does_not_change() -> None:
    entry = Entry()
    press("MENU", game_at(Prompt.PLAY), entry)
    press("OK", game_at(Prompt.PLAY), entry)
    assert entry == Entry(Menu.CLOSED, 0)
