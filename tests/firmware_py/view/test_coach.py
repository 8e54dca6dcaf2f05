"""A deal that has been counted, the coach's advice about it, and the pages that show it."""

import pytest

from engine.rules import Rules
from firmware_py.input.page import Page
from firmware_py.view.coach import (
    Advice,
    CoachOffer,
    advice_pages,
    as_text,
    counted_deal,
    read_advice,
    read_deal,
)
from tests.support import keyed
from tests.support.views import COUNTED, advice_about, coached_board, counted
from tests.support.words import cards


def switch_page_of(rules: Rules, words: str = "MENU OK") -> Page:
    board = coached_board("", rules, coach=False)
    keyed.press(board, words)
    assert board.view.page is not None
    return board.view.page


def pages_of(advice: Advice) -> list[list[str]]:
    board = coached_board()
    found = advice_pages(board.history.game, CoachOffer(counted(board), advice))
    return [[page.title, *("|".join(row) for row in page.rows)] for page in found]


ADVICE = advice_about(counted(coached_board()))


def test_the_page_says_whether_the_coach_is_on_and_what_it_does() -> None:
    page = switch_page_of(Rules())
    assert (page.title, page.corner) == ("Coach", "GO leaves")
    assert [" ".join(filter(None, row)) for row in page.rows] == [
        "after each deal off",
        "OK then shows the",
        "throws and the odds.",
        "OK switches it on",
    ]
    assert switch_page_of(Rules(), "MENU OK OK").rows[-1].left == "OK switches it off"


@pytest.mark.parametrize(
    "rules", [Rules(players=3), Rules(players=4), Rules("five-card"), Rules("seven-card")]
)
def test_in_any_other_game_it_says_which_game_the_coach_knows(rules: Rules) -> None:
    page = switch_page_of(rules)
    assert [row.left for row in page.rows[1:3]] == ["The coach knows the", "six-card game for two."]


def test_pones_throw_comes_first_then_the_dealers_then_the_chances() -> None:
    assert pages_of(ADVICE) == [
        ["Coach: Right", "threw 2 Q|", "kept K 8 K 6|", "better: K 8|", "cost 0.8|"],
        ["Coach: Left", "threw 2 9|", "kept 4 5 10 10|", "No throw is better.|"],
        ["Chance to win", "Left|56%", "Right|44%", "Throws guessed:|83%", "Suits not keyed.|"],
    ]


def test_what_is_certain_is_not_explained_and_a_cost_shown_as_nothing_is_none() -> None:
    assert pages_of(ADVICE._replace(has_suits=True))[-1][-1] == "Throws guessed:|83%"
    assert pages_of(advice_about(counted(coached_board()), cost=0.04))[0][-1] == "No throw is better.|"
    board = coached_board()
    deal = counted(board)
    known = deal._replace(thrown=(deal.crib[:2], deal.crib[2:]))
    for offered, rows in ((deal, 4), (known, 3)):
        page = advice_pages(board.history.game, CoachOffer(offered, ADVICE))[-1]
        assert len(page.rows) == len(page.aloud) == rows


def test_the_voice_says_cards_and_costs_in_words() -> None:
    board = coached_board()
    throw, _, chances = advice_pages(board.history.game, CoachOffer(counted(board), ADVICE))
    assert throw.aloud[0].left == "threw two, queen"
    assert throw.aloud[-1] == ("better: king, eight", "it cost zero point eight")
    assert chances.aloud[0] == ("Left", "fifty-six percent")
    assert chances.aloud[2] == ("how sure it is who threw what", "eighty-three percent")


def test_advice_and_a_deal_that_are_written_and_read_again_are_the_same() -> None:
    assert read_advice(as_text(ADVICE)) == ADVICE
    deal = counted(keyed.board(COUNTED))
    for each in (deal, deal._replace(thrown=(cards("2 Q"), cards("9H 2")))):
        assert read_deal(as_text(each)) == each


@pytest.mark.parametrize("text", ["", "[", "7", "[[], 1]", '[[["5", "J"]], [0.5], 1, true]'])
def test_text_that_is_no_advice_is_refused(text: str) -> None:
    with pytest.raises((ValueError, TypeError)):
        read_advice(text)


def test_after_the_crib_the_deal_is_known_with_the_scores_and_the_next_dealer() -> None:
    game = keyed.board(COUNTED).history.game
    deal = counted_deal(game)
    assert deal is not None
    assert (deal.dealer, deal.next_dealer) == (0, 1)
    assert deal.hands == (cards("4 5 10 10"), cards("K 8 K 6"))
    assert deal.crib == cards("2 9 2 Q")
    assert deal.flushes == (False, False)
    assert deal.scores == tuple(side.front for side in game.sides)
    # A game to 61 is the end of a game to 121.
    shorter = counted_deal(keyed.board(COUNTED, rules=Rules(target=61)).history.game)
    assert shorter is not None
    assert shorter.scores == tuple(score + 60 for score in deal.scores)
    flush = counted_deal(keyed.board(f"{keyed.FLUSH} OK OK GO 5 K 7 3").history.game)
    assert flush is not None and True in flush.flushes


@pytest.mark.parametrize(
    "words", ["", "OK", keyed.PLAY, keyed.CRIB, f"{keyed.CRIB} 2 9 2", f"{COUNTED} 7", f"{COUNTED} UNDO"]
)
def test_at_any_other_moment_there_is_no_deal_to_rate(words: str) -> None:
    assert counted_deal(keyed.board(words).history.game) is None
