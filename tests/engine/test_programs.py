"""Programs that play: cards in one step, the cards that can be laid, a dealer, and a table as text."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest

import engine
from engine import (
    PACK,
    About,
    Asks,
    Card,
    Event,
    Game,
    History,
    IllegalEvent,
    InvalidGame,
    InvalidHand,
    Kind,
    Prompt,
    Rank,
    RefusalReason,
    RefusalWords,
    Rules,
    Seat,
    Setup,
    Suit,
    changes,
    deal,
    read_record,
    write_record,
)
from engine.events import TAKES
from tests.support.random_matches import FORMS, NOT_WHEN_OVER, rules_of, walk
from tests.support.words import game


def test_a_card_is_entered_with_its_suit_at_every_prompt_that_asks_for_one() -> None:
    cut = Game.new().enter(Card("3D"))
    assert [str(card) for card in cut.cards] == ["3D"]
    started = cut.enter(Card("KC")).enter(Card("5H"))
    assert (started.prompt, str(started.deal_cards[0])) == (Prompt.PLAY, "5H")
    laid = started.enter(Card("9S"))
    assert (laid.count, str(laid.last_card)) == (9, "9S")
    assert str(laid.enter(Card("6")).last_card) == "6"
    assert str(game("OK 2", rules=Rules(track="show")).enter(Card("JH")).last_card) == "JH"


def test_a_history_takes_the_rank_and_the_suit_of_a_card_as_two_events() -> None:
    match = History.of(Game.new()).apply(Event.deals(Seat(0))).enter(Card("5H")).enter(Card("K"))
    assert [step.event.kind for step in match.timeline.steps] == [
        *(Kind.DEALS, Kind.STARTER, Kind.SUIT, Kind.LAY)
    ]
    assert match.game == Game.new().apply(Event.deals(Seat(0))).enter(Card("5H")).enter(Card("K"))


def test_a_card_that_implies_the_go_that_wins_is_not_entered_and_names_no_suit() -> None:
    before = game("OK 2 K 8 K", (0, 120))
    assert before.count == 28
    won = before.enter(Card("9S"))
    assert won.winner is not None and won.cards == before.cards


def test_no_card_is_entered_if_the_game_asks_for_none() -> None:
    over = game("OK J", (119, 0))
    for one in (over, History.of(over)):
        with pytest.raises(IllegalEvent, match="No card now: the game waits for the next game") as refused:
            one.enter(Card("5H"))
        assert refused.value.reason is RefusalReason.NOT_NOW


def test_the_cards_that_can_be_laid_keep_their_order() -> None:
    at_25 = game("OK 2 10 5 10")
    hand = [Card("7H"), Card("6S"), Card("KD"), Card("AC"), Card("6H")]
    assert at_25.legal_cards(hand) == (Card("6S"), Card("AC"), Card("6H"))
    assert at_25.legal_cards(hand[:1]) == at_25.legal_cards([]) == ()
    with pytest.raises(InvalidHand, match=r"write Card\('5H'\)"):
        at_25.legal_cards(["5H"])  # type: ignore[list-item]
    with pytest.raises(InvalidGame, match="no card can be laid now: the game waits for the starter"):
        game("OK").legal_cards(hand)


@pytest.mark.parametrize(
    ("rules", "each", "to_crib"),
    [
        (Rules(), 6, 0),
        (Rules(players=3), 5, 1),
        (Rules(players=4), 5, 0),
        (Rules("five-card"), 5, 0),
        (Rules("seven-card"), 7, 0),
    ],
)
def test_a_deal_is_that_of_the_form_that_is_played(rules: Rules, each: int, to_crib: int) -> None:
    """RULES.md 1: the cards dealt to each player, and with three players one to the crib."""
    dealt = deal(rules, Random(1))
    assert [len(hand) for hand in dealt.hands] == [each] * rules.players
    assert len(dealt.crib) == to_crib
    cards = [*(card for hand in dealt.hands for card in hand), *dealt.crib, dealt.starter, *dealt.rest]
    assert sorted(cards) == list(PACK)
    assert deal(rules, Random(1)) == dealt != deal(rules, Random(2))
    with pytest.raises(InvalidGame, match="is not a random generator"):
        deal(rules, 121)  # type: ignore[arg-type]


def test_a_game_is_a_table_as_text() -> None:
    table = Game.new(start=(34, 29), names=("Ann", "Bob")).apply(Event.deals(Seat(0)))
    table = table.enter(Card("5H")).enter(Card("KS")).enter(Card("5"))
    assert str(table).split("\n") == [
        "game 1 to 121, 0 deals played",
        "Ann: 36, before 34, games 0",
        "Bob: 29, before 0, games 0",
        "dealer: Ann",
        "starter: 5♥",
        "pile: K♠ 5, count 15",
        "Bob to act: the game waits for a card or go",
    ]
    assert str(game("OK J", (119, 0))).endswith("\nthe game is over")
    assert "seat 0 and seat 2: 0" in str(Game.new(Rules(players=4)))


@pytest.mark.parametrize("form", FORMS)
def test_every_value_has_one_short_line_and_a_game_eight(form: str) -> None:
    for before, event, after in walk(5, form, 120, second_thoughts=0.1):
        record = read_record(write_record(Setup(rules_of(form)), ()))
        for value in (
            *(event, after, after.timeline, after.game, after.game.rules, after.game.deal, record),
            *(after.past[-1:]),
            *after.game.entries[-1:],
            *(item for entry in after.game.entries[-1:] for item in after.game.items(entry)),
            *changes(before, after),
        ):
            assert len(repr(value)) < 200 and "\n" not in repr(value), repr(value)
        assert len(str(after.game).split("\n")) <= 8


def test_a_record_tells_all_its_changes_in_order_without_those_taken_back() -> None:
    text = "muggins 1 players=2 start=0,0\ndeals 0\nstarter 2\nlay K\nlay 6\nundo\nlay 5\nsuit H\nsuit D\n"
    told = list(read_record(text).changes())
    assert [type(change).__name__ for change in told] == [
        *("DealBegun", "Turn", "StarterTurned", "Turn", "CardLaid", "Turn", "CardLaid", "Points", "Turn"),
        "SuitNamed",
    ]
    assert told[-1] == engine.SuitNamed(Card("5D"))


@pytest.mark.parametrize("form", FORMS[::4])
def test_the_changes_of_a_record_are_those_of_its_last_moment(form: str) -> None:
    setup = Setup(rules_of(form, "target=61"))
    steps = list(walk(8, form, 200, second_thoughts=0.1))
    record = read_record(write_record(setup, [event for _, event, _ in steps]))
    told: list[engine.Change] = []
    for before, _, after in steps:
        for change in changes(before, after):
            if isinstance(change, engine.TakenBack):
                del told[len(told) - len(change.changes) :]
            else:
                told.append(change)
    assert list(record.changes()) == told


@pytest.mark.parametrize("form", FORMS)
def test_a_prompt_knows_how_it_is_answered(form: str) -> None:
    for match, _, _ in walk(6, form, 150):
        now = match.game
        wanted = {Asks.ANSWER: {Kind.YES, Kind.NO}, Asks.NOTHING: set()}.get(
            now.prompt.asks, {now.prompt.kind}
        )
        assert wanted <= now.accepts
        assert (now.prompt.asks is Asks.CARD) == bool(now.accepts & (set(TAKES) - {Kind.SUIT}))
        assert not now.has_deal or not now.prompt.between_deals
        if now.prompt.for_one_player and now.prompt.about is About.HAND and now.prompt is not Prompt.REST:
            assert now.to_act == now.hand_owner


class Hollow(RefusalWords):
    def no_go_yet(self, count: int, highest: int) -> str:
        return f"{count}, {highest}"


def test_a_refusal_has_a_reason_that_a_program_can_tell_apart() -> None:
    reasons = {
        RefusalReason.NO_GO_YET: lambda: game("OK 2 10 J").apply(Event.go()),
        RefusalReason.NOT_NOW: lambda: game("OK 2").apply(Event.crib(Rank.FIVE)),
        RefusalReason.ALL_FOUR_ARE_OUT: lambda: game("OK 6 6 6 6").apply(Event.lay(Rank.SIX)),
        RefusalReason.CARD_IS_OUT: lambda: game("OK 6 H 6").apply(Event.suit(Suit.HEARTS)),
        RefusalReason.NO_SUCH_SEAT: lambda: game("").apply(Event.deals(Seat(7))),
        RefusalReason.NO_SUCH_SIDE: lambda: game("OK").apply(Event.peg(7, 1)),
        RefusalReason.NOT_ON_OFFER: lambda: game("OK").apply(Event.pack_cut()),
        RefusalReason.NOTHING_TO_UNDO: lambda: History.of(Game.new()).apply(Event.undo()),
        RefusalReason.MALFORMED: lambda: Event.lay(Suit.HEARTS),  # type: ignore[arg-type]
    }
    for reason, refused in reasons.items():
        with pytest.raises(IllegalEvent) as error:
            refused()
        assert error.value.reason is reason
        again = pickle.loads(pickle.dumps(error.value))
        assert (again.reason, str(again)) == (reason, str(error.value))


def test_a_refusal_from_another_process_can_be_worded_too() -> None:
    with pytest.raises(IllegalEvent) as error:
        game("OK 2 10 J").apply(Event.go())
    assert pickle.loads(pickle.dumps(error.value)).in_words(Hollow()) == "20, 21"


def test_every_message_has_a_reason() -> None:
    messages = {name for name in vars(RefusalWords) if not name.startswith("_")}
    assert messages <= {reason.value for reason in RefusalReason}


@pytest.mark.parametrize("words", ["OK", "OK 2 K 5"])
def test_the_entry_of_another_game_is_refused(words: str) -> None:
    foreign = game("OK 2 K 5 10 5 9").entries[-1]
    one: Any = game(words)
    with pytest.raises(InvalidGame, match="is not an entry of this game"):
        one.items(foreign)


def test_every_event_that_is_refused_has_a_reason() -> None:
    for event in NOT_WHEN_OVER:
        with pytest.raises(IllegalEvent) as error:
            game("OK J", (119, 0)).apply(event)
        assert error.value.reason in RefusalReason
