"""The page on which the player throws two cards to the crib, and the prompt for dealing the cards."""

from firmware_py.board.dealt_cards import solo_prompt, throw_page
from firmware_py.input.keys import Key
from firmware_py.input.page import Hint
from firmware_py.render import oled
from firmware_py.render.font import TEXT, WIDTH
from tests.support import keyed
from tests.support.solo_games import let_opponent_play, press, solo

from .test_dealt_cards import DEALT, cards

WIDEST = DEALT._replace(hands=(cards("10S 10H 10D 10C QS QH"), DEALT.hands[1]), chosen=cards("10S 10H"))


def test_the_page_shows_six_cards_and_what_is_thrown_and_asks_for_two() -> None:
    game = keyed.board("OK").history.game
    page = throw_page(game, DEALT)
    assert (page.title, page.hints) == ("Left's crib", ())
    assert [tuple(row) for row in page.rows] == [
        ("3♥ 5♥ 5♦", ""),
        ("6♥ 7♠ J♣", ""),
        ("throw:", ""),
        ("Choose two to throw.", ""),
    ]
    full = throw_page(game, DEALT._replace(chosen=cards("3H JC")))
    assert tuple(full.rows[2]) == ("throw:", "3♥ J♣")
    assert full.hints == (Hint(Key.OK, "throws them"),)


def test_the_voice_says_the_cards_in_words() -> None:
    game = keyed.board("OK").history.game
    aloud = throw_page(game, DEALT).aloud
    assert aloud[0].left.startswith("three of hearts, five of hearts")
    assert aloud[1].left == "Choose two to throw."


def test_the_widest_cards_fit() -> None:
    page = throw_page(keyed.board("OK").history.game, WIDEST)
    assert all(TEXT.width(left) + TEXT.width(right) < WIDTH for left, right in page.rows)


def test_the_shortest_form_of_a_prompt_fits_with_four_cards() -> None:
    board = solo()
    let_opponent_play(board)
    press(board, "GO")
    game = board.history.game
    prompt = solo_prompt(game, None, "Muggins")
    assert prompt is not None
    assert prompt.full == "GO deals the cards."
    assert oled.draw(board.view).size == (WIDTH, 64)
