"""A person plays alone against the program, which deals the cards and presses the opponent's keys."""

import json
from random import Random

import pytest

from engine.cards import Card, Rank
from engine.coach.opponent import Strength
from engine.indices import Seat
from engine.prompts import Prompt
from engine.rules import Rules
from engine.scoring.hands_and_crib import count_show
from engine.scoring.items import total
from firmware_py.board.board import Board
from firmware_py.board.dealt_cards import OPPONENT, PLAYER, DealtCards, fitting, throw_page
from firmware_py.board.solo import Solo, is_for_one
from firmware_py.input.keys import Key, Press
from firmware_py.input.settings import Equipment
from firmware_py.render.font import TEXT, WIDTH
from firmware_py.view.coach import CoachOffer, HintMessage, advice_pages, counted_deal
from firmware_py.view.view import Additions
from tests.support import keyed
from tests.support.solo_games import (
    KEYS,
    AskedCoach,
    SoloGame,
    dealt,
    let_opponent_play,
    persons_key,
    play_to,
    press,
    solo,
)
from tests.support.views import advice_about
from tests.support.words import cards


def refusal(board: SoloGame, word: str) -> str:
    """Press a key as the human player, check that it is refused, and return the reason."""
    before = board.history
    outcome = board.press(Key.parse(word))
    assert board.history is before
    assert outcome.why is not None
    assert board.view.refusal == outcome.why
    return outcome.why


def at_the_throw(seed: int = 1) -> SoloGame:
    """Return a board on which each player has six cards and has not thrown any into the crib yet."""
    board = solo(seed)
    let_opponent_play(board)
    press(board, "GO")
    return board


def in_the_play(seed: int = 1) -> SoloGame:
    board = at_the_throw(seed)
    play_to(board, Prompt.PLAY)
    return board


@pytest.mark.parametrize(
    "strength", [Strength.EASY, Strength.MEDIUM, pytest.param(Strength.STRONG, marks=pytest.mark.slow)]
)
def test_hands_are_counted_correctly_in_a_whole_game(strength: Strength) -> None:
    """The board knows only the ranks of the cards. It asks about suits, and counts each hand correctly.

    The test counts the same hands with all suits known, and the points must be equal.
    """
    board, random = solo(strength=strength), Random(3)
    let_opponent_play(board)
    while board.history.game.prompt is not Prompt.GAME_OVER:
        game = board.history.game
        if game.prompt is Prompt.PLAY:
            expected = {
                PLAYER: count_show(dealt(board).kept(PLAYER), dealt(board).starter).points,
                OPPONENT: count_show(dealt(board).kept(OPPONENT), dealt(board).starter).points,
            }
            crib = count_show(dealt(board).crib, dealt(board).starter, crib=True).points
        deals = game.deals
        assert board.press(persons_key(board, random)).why is None
        let_opponent_play(board)
        after = board.history.game
        if after.deals > deals and after.winner is None:
            pone, dealer, thrown = after.entries[-3:]
            assert {pone.seat: total(pone.findings), dealer.seat: total(dealer.findings)} == expected
            assert total(thrown.findings) == crib
    assert board.history.game.winner is not None
    press(board, "OK GO")
    assert board.view.page is not None


def test_two_cards_are_chosen_and_ok_throws_them() -> None:
    board = at_the_throw()
    first, second, third, *_ = dict.fromkeys(card.rank for card in dealt(board).hands[PLAYER])
    absent = next(rank for rank in KEYS if rank not in {card.rank for card in dealt(board).hands[PLAYER]})
    assert refusal(board, "OK") == refusal(board, "GO") == "Choose two cards to throw, then OK"
    assert refusal(board, KEYS[absent].value).startswith(f"You do not hold {absent.symbol}: your cards are ")
    press(board, f"{KEYS[first].value} {KEYS[second].value}")
    assert [card.rank for card in dealt(board).chosen] == [first, second]
    press(board, "UNDO")
    assert [card.rank for card in dealt(board).chosen] == [first]
    press(board, KEYS[third].value)
    others = [rank for rank in KEYS if rank in {card.rank for card in dealt(board).hands[PLAYER]}]
    fourth = next(rank for rank in others if rank not in (first, third))
    assert "Two cards are chosen" in refusal(board, KEYS[fourth].value)
    assert board.view.page is not None
    assert board.view.page.rows[-1].left == "OK throws them"
    press(board, "OK")
    game = board.history.game
    assert game.prompt is Prompt.PLAY
    assert game.deal_cards[0].rank is dealt(board).starter.rank
    assert {card.rank for card in dealt(board).crib[:2]} == {first, third}


def test_in_the_play_the_prompt_shows_the_cards_and_only_those_are_taken() -> None:
    board = in_the_play()
    held = dealt(board).held(PLAYER, board.history.game)
    cards = " ".join(card.pretty for card in held)
    assert board.view.prompt == f"Lay one of {cards}"
    absent = next(key for rank, key in KEYS.items() if rank not in {card.rank for card in held})
    assert refusal(board, absent.value) == f"You do not hold {absent.value}: your cards are {cards}"
    assert refusal(board, "H") == "Key the rank alone: the suits of these cards are known"
    fits = fitting(held, board.history.game.count)
    assert refusal(board, "GO") == f"You can play {' '.join(card.pretty for card in fits)}"
    board.press(KEYS[fits[0].rank])
    assert fits[0] not in dealt(board).held(PLAYER, board.history.game)
    assert board.opponents_key() is not None
    assert refusal(board, "5") == "It is the turn of Muggins: wait a moment"
    assert board.view.prompt.startswith("Muggins plays. You hold ")


def test_undo_goes_back_to_the_persons_last_decision_and_redo_forth() -> None:
    board, random = in_the_play(), Random(5)
    before = board.history.game
    board.press(persons_key(board, random))
    let_opponent_play(board)
    after = board.history.game
    press(board, "UNDO")
    assert board.history.game == before
    press(board, "REDO")
    assert board.history.game == after


def test_undo_before_the_first_card_lets_the_person_throw_the_same_cards_again() -> None:
    board = in_the_play()
    hand = dealt(board).hands
    while board.history.game.prompt is Prompt.PLAY:
        press(board, "UNDO")
    assert board.history.game.prompt is Prompt.STARTER
    assert (dealt(board).hands, dealt(board).thrown, dealt(board).chosen) == (hand, None, ())
    assert refusal(board, "REDO") == "Choose two cards to throw, then OK"
    play_to(board, Prompt.PLAY)


@pytest.mark.parametrize(
    ("seed", "strength", "keys"),
    [
        (27, Strength.MEDIUM, 250),
        (34, Strength.MEDIUM, 250),
        (35, Strength.EASY, 250),
        pytest.param(1, Strength.MEDIUM, 10_000, marks=pytest.mark.night),
    ],
)
def test_random_undo_and_redo_never_stop_a_game(seed: int, strength: Strength, keys: int) -> None:
    """After UNDO and another card, the opponent chooses its card again: an earlier choice may not fit."""
    board, random = solo(seed, strength), Random(seed)
    let_opponent_play(board)
    for _ in range(keys):
        key = random.choice([Key.UNDO, Key.UNDO, Key.REDO]) if random.random() < 0.2 else None
        if key is None:
            key = persons_key(board, random)
            assert board.press(key).why is None
        else:
            board.press(key)
        let_opponent_play(board)
        assert board.view.tracks[0].name == "Player"


def test_while_the_menu_is_open_the_opponent_waits() -> None:
    board = in_the_play()
    board.press(persons_key(board, Random(1)))
    key = board.opponents_key()
    board.press(Key.MENU)
    assert board.opponents_key() is None
    board.press(Key.GO)
    assert board.opponents_key() is key
    before, view = board.history, board.view
    outcome = board.press(Key.UNDO, OPPONENT)  # a key that is out of date does nothing
    assert (outcome.took, outcome.why) == (False, None)
    assert (board.history, board.view) == (before, view)


def test_a_strong_opponent_thinks_beside_the_loop_until_undo_or_the_menu() -> None:
    board = solo(5, Strength.STRONG)
    let_opponent_play(board)
    board.press(Key.GO)
    assert board.coach.asked[:-1] == ("discard", *map(str, dealt(board).hands[OPPONENT]))
    while board.history.game.prompt is not Prompt.PLAY:  # the person is faster than the coach
        board.press(persons_key(board, Random(1)))
        if (key := board.solo.opponents_key()) is not None:
            board.press(key, OPPONENT)
    if board.history.game.to_act == PLAYER:
        board.press(persons_key(board, Random(1)))
    question = board.coach.asked
    assert question[:5] == ("play", *map(str, dealt(board).held(OPPONENT, board.history.game)))
    assert refusal(board, "5") == "It is the turn of Muggins: wait a moment"
    for ends, goes_on in ((Key.MENU, Key.GO), (Key.UNDO, Key.REDO)):
        board.press(ends)
        assert board.coach.asked == ()
        board.press(goes_on)
        assert (board.coach.asked, board.solo.opponents_key()) == (question, None)
    board.solo.hear(HintMessage(("play", "of", "another", "hand"), "{}"), 0.0)
    assert board.solo.opponents_key() is None
    held = dealt(board).held(OPPONENT, board.history.game)
    board.answer(json.dumps({"plays": [{"card": str(held[2])}, {"card": str(held[0])}]}))
    assert board.solo.opponents_key() is KEYS[held[2].rank]
    while not board.history.game.deals:  # a coach that fails ends no game
        board.answer("Killed")
        key = board.solo.opponents_key()
        board.press(*((persons_key(board, Random(1)),) if key is None else (key, OPPONENT)))


def test_after_a_misdeal_or_a_restart_new_cards_are_dealt() -> None:
    board = in_the_play()
    resumed = SoloGame(board.history, random=Random(1))
    assert resumed.history.game.prompt is Prompt.STARTER
    assert resumed.view.notice == "The cards of the last deal are not saved: it is dealt again"
    deals = " deals six cards each; two each to the crib. GO deals the cards."
    assert resumed.view.prompt in [f"{name}{deals}" for name in ("Player", "Muggins")]
    press(resumed, "GO")
    play_to(resumed, Prompt.PLAY)
    hands = dealt(resumed).hands
    press(resumed, "MENU 4 OK")  # a misdeal
    assert resumed.cards is None
    press(resumed, "GO")
    assert dealt(resumed).hands != hands


def test_a_game_that_the_opponent_does_not_know_is_played_without_it() -> None:
    board = in_the_play(2)
    press(board, "MENU 6")  # a new game for three, which the opponent does not know
    press(board, "2 OK OK")
    assert board.history.game.rules.players == 3
    assert board.opponents_key() is None
    assert board.press(Key.OK).took


@pytest.mark.parametrize(
    ("rules", "known"),
    [
        (Rules(), True),
        (Rules(target=61, reveal="on_ok"), True),
        (Rules(muggins=True), False),
        (Rules(track="show"), False),
        (Rules("five-card"), False),
    ],
)
def test_which_games_are_for_one_person(rules: Rules, known: bool) -> None:
    assert is_for_one(rules) == known


def test_the_coach_is_told_who_threw_which_cards() -> None:
    board = in_the_play()
    board.equip(Equipment(coach=True))
    known = dealt(board)
    play_to(board, Prompt.STARTER)
    counted = counted_deal(board.history.game)
    assert counted is not None
    assert DEALT.completed(counted) == counted  # nothing is known before the throws
    deal = board.completed(counted)
    assert deal.thrown == known.thrown
    assert deal.hands == (known.kept(PLAYER), known.kept(OPPONENT))
    assert all(card.suit for card in deal.crib)
    board.more = Additions(more_pages=advice_pages(board.history.game, CoachOffer(deal, advice_about(deal))))
    titles = []
    press(board, "OK")
    while board.view.page is not None:
        titles.append(board.view.page.title)
        press(board, "OK")
    assert sum(title.startswith("Coach: ") for title in titles) == 2


def test_after_a_pause_it_presses_the_key_that_the_board_waits_for() -> None:
    put: list[Press] = []
    room = [False]

    def no_room_at_first(press: Press) -> bool:
        if not room[0]:
            return False
        put.append(press)
        return True

    board = Board(solo().history)
    opponent = Solo(board, no_room_at_first, AskedCoach(lambda message: True), pause=1.0)
    opponent.follow(10.0)
    assert opponent.deadline == 11.0
    opponent.follow(11.0)
    again = opponent.deadline
    assert again and 11.0 < again < 11.5
    room[0] = True
    opponent.follow(again)
    assert [(press.key, press.seat) for press in put] == [(opponent.opponents_key(), Seat(1))]
    opponent.follow(20.0)  # the press is still on the queue
    assert (opponent.deadline, len(put)) == (None, 1)
    opponent.press(put[0].key, put[0].seat)
    opponent.follow(21.0)
    assert opponent.deadline == 22.0
    opponent.press(Key.MENU, None)  # another press takes the key back
    opponent.follow(21.5)
    assert opponent.deadline is None
    opponent.press(Key.GO, None)
    opponent.follow(21.8)
    assert opponent.deadline == 22.8


DEALT = DealtCards((cards("3H 5H 5D 6H 7S JC"), cards("AH 4C 5S 6C KH KD")), Card.parse("2D"))


def test_thirteen_different_cards_are_dealt_each_hand_in_order_and_chosen_by_rank() -> None:
    for seed in range(20):
        first, second = (found := DealtCards.shuffled(Random(seed))).hands
        assert len({*first, *second, found.starter}) == 13
        assert [card.rank for card in first] == sorted(card.rank for card in first)
    assert DealtCards.shuffled(Random(1)) != DealtCards.shuffled(Random(2))
    once = DEALT.choose(Rank.FIVE)  # a rank is chosen, then its second card, and then neither
    twice = once and once.choose(Rank.FIVE)
    thrice = twice and twice.choose(Rank.FIVE)
    assert once and twice and thrice
    assert [each.chosen for each in (once, twice, thrice)] == [cards("5H"), cards("5H 5D"), ()]


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
    widest = DEALT._replace(hands=(cards("10S 10H 10D 10C QS QH"), DEALT.hands[1]), chosen=cards("10S 10H"))
    assert all(TEXT.width(left) + TEXT.width(right) < WIDTH for left, right in throw_page(game, widest).rows)


def test_with_reveal_the_person_reveals_the_own_hand_and_the_program_its_own() -> None:
    board = solo(rules=Rules(reveal="on_ok"))
    play_to(board, Prompt.REVEAL)
    assert board.history.game.to_act == PLAYER
    deals = board.history.game.deals
    while board.history.game.deals == deals and board.history.game.winner is None:
        assert press(board, "OK")[0].took


def test_go_is_required_if_no_card_can_be_played() -> None:
    required = 0
    for seed in range(1, 9):
        board, random = in_the_play(seed), Random(seed)
        while board.history.game.prompt is Prompt.PLAY:
            game = board.history.game
            held = dealt(board).held(PLAYER, game)
            if held and not fitting(held, game.count):
                assert refusal(board, KEYS[held[0].rank].value) == "No card of yours fits: GO"
                required += 1
            press(board, persons_key(board, random).value)
    assert required > 2
