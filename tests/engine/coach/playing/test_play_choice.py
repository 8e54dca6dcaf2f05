import pytest

from engine import Card, Event, Game, Prompt, Rank, Rules
from engine.coach import RatedCard, plays
from engine.coach.tables import reply_values
from engine.errors import InvalidGame, InvalidHand


def cards(text: str) -> list[Card]:
    return [Card.parse(each) for each in text.split()]


def played(text: str, rules: Rules | None = None) -> Game:
    """Return a game in which seat 0 has dealt, the starter has been turned up, and cards have been played.

    Args:
        text: the starter, followed by the cards played and the word `go` for each go, in order.
        rules: the rules; None for the standard game.
    """
    game = Game.new(rules).apply(Event.deals(0))
    for each in text.split():
        if each == "go":
            game = game.apply(Event.go())
            continue
        card = Card.parse(each)
        event = Event.starter if game.prompt is Prompt.STARTER else Event.lay
        game = game.apply(event(card.rank))
        if card.suit:
            game = game.apply(Event.suit(card.suit))
    return game


def best(text: str, hand: str) -> RatedCard:
    return plays(played(text), cards(hand))[0]


@pytest.mark.parametrize(
    ("text", "card", "points", "total"),
    [
        # The dealer plays the last card of the deal: one for last.
        ("2H 10H 4C 10S JC KD QS AD", "9H", 0, 1),
        # The last card makes the count 31: two points, and none for last.
        ("2H 5C 10H 10S 6D QS JC AD", "10C", 2, 2),
        # The last card makes a pair, and one for last.
        ("2H 10H 4C 10S JC KD QS 9D", "9H", 2, 3),
    ],
)
def test_the_last_card_of_the_play_is_worth_what_it_scores(
    text: str, card: str, points: int, total: int
) -> None:
    (found,) = plays(played(text), cards(card))
    assert (found.points, found.total) == (points, total)


def test_each_card_that_can_be_played_is_ranked_the_best_first() -> None:
    hand = cards("3H 3D 7S KC")
    found = plays(played("2H 8C"), hand)
    assert {play.card for play in found} == set(hand)
    totals = [play.total for play in found]
    assert totals == sorted(totals, reverse=True)
    assert all(play.total == pytest.approx(play.points + play.rest) for play in found)
    of_threes = [play.total for play in found if play.card.rank == 3]
    assert of_threes[0] == of_threes[1]
    assert {play.card.rank: play.points for play in found} == {3: 0, 7: 2, 13: 0}


def test_the_reply_to_the_lead_is_worth_what_the_table_says() -> None:
    found = {play.card.rank: play.total for play in plays(played("2H 8C"), cards("3H 3D 7S KC"))}
    assert found == pytest.approx(reply_values(cards("3 3 7 K"), Rank.EIGHT))


def test_cards_that_would_pass_31_are_left_out_and_without_any_other_the_player_says_go() -> None:
    game = played("2H 10C QS 5H")  # the count is 25
    assert [play.card for play in plays(game, cards("KH 6S 8D"))] == cards("6S")
    assert plays(game, cards("KH 7S 8D")) == ()


@pytest.mark.parametrize(
    ("text", "hand", "card"),
    [
        ("2H 7D KC 6S", "8S 2D 10H", "8S"),  # thirty-one
        ("2H 6C 4S", "5S 9D 3H", "5S"),  # fifteen and a run: five points
    ],
)
def test_a_card_that_scores_well_is_the_best(text: str, hand: str, card: str) -> None:
    assert str(best(text, hand).card) == card


@pytest.mark.parametrize("hand", ["5H JC QS KD", "2H 5D QC KS", "4H 5C 5S 9D"])
def test_no_five_is_led(hand: str) -> None:
    """The coach does not lead a five, because any card that counts ten would make fifteen."""
    assert best("7H", hand).card.rank != 5


def test_a_go_is_remembered() -> None:
    """Pone said go at 27, and so cannot hold an ace, two, three or four."""
    game = played("2H 10C QS 4H 3D go")
    assert game.to_act == 0
    by_card = {str(play.card): play for play in plays(game, cards("AS 4D"))}
    assert by_card["4D"].points == 2
    assert by_card["AS"].points == 0
    assert by_card["4D"].total > by_card["AS"].total


def test_suits_need_not_be_known() -> None:
    with_suits = plays(played("2H 8C"), cards("3H 3D 7S KC"))
    without = plays(played("2 8"), cards("3 3 7 K"))
    assert [play.total for play in with_suits] == [play.total for play in without]
    assert [play.card.rank for play in with_suits] == [play.card.rank for play in without]


def test_the_same_question_has_the_same_answer() -> None:
    game = played("2H 4C 8D")
    assert plays(game, cards("3H 9D JS")) == plays(game, cards("3H 9D JS"))


@pytest.mark.parametrize(
    ("game", "says"),
    [
        ("game", "a game is made by Game.new"),
        (Game.new(), "no card is to be played now"),
        (Game.new().apply(Event.deals(0)), "no card is to be played now"),
        (played("2H", Rules(game="seven-card")), "the six-card game for two"),
    ],
)
def test_games_without_a_card_to_play_are_refused(game: object, says: str) -> None:
    with pytest.raises(InvalidGame, match=says):
        plays(game, cards("3H 9D JS KS"))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("hand", "says"),
    [
        (cards("3H 9D JS"), "still holds 4 cards: give the coach these, not 3"),
        (cards("3H 9D JS 8C"), "8C is already out: a pack has each card once"),
        (cards("3H 9D JS JS"), "JS is already out: a pack has each card once"),
        (cards("8 8 8 8"), "all four cards of the rank 8 are already out"),
        ("3H 9D JS KS", "a sequence of cards"),
        (4, "a sequence of cards"),
    ],
)
def test_hands_that_the_player_cannot_hold_are_refused(hand: object, says: str) -> None:
    with pytest.raises(InvalidHand, match=says):
        plays(played("2H 8C"), hand)  # type: ignore[arg-type]
