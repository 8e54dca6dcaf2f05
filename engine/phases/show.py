"""The show: questions about suits, the hands in order, the crib (RULES.md 4)."""

from __future__ import annotations

from engine.cards import Rank
from engine.game import Deal, Game, Prompt, Source
from engine.score import Found, Reason, total
from engine.show import find_flush, find_ranks
from engine.suits import STARTER, Answer, Question, settle


def begin(game: Game) -> Game:
    """The play is over: the hands are counted, as far as nothing need be asked."""
    return _carry_on(game._replace(deal=_deal(game)._replace(play=None)))


def yes(game: Game) -> Game:
    """The open question is answered: yes."""
    return _answered(game, yes=True)


def no(game: Game) -> Game:
    """The open question is answered: no."""
    return _answered(game, yes=False)


def _answered(game: Game, *, yes: bool) -> Game:
    deal = _deal(game)
    answer = Answer(Question(game.prompt.value), _hand(game), yes)
    return _carry_on(game._replace(deal=deal._replace(answers=(*deal.answers, answer))))


def crib_card(game: Game, rank: Rank) -> Game:
    """One more card of the crib; with the last of them it is counted."""
    game = game.enter(rank)
    deal = _deal(game)
    place = len(game.deal_cards) - 1
    return _carry_on(game._replace(deal=deal._replace(crib=(*deal.crib, place))))


def suit_settled(game: Game) -> Game:
    """A suit was named while a question was open: it may be settled by that."""
    return _carry_on(game)


def _deal(game: Game) -> Deal:
    assert game.deal is not None
    return game.deal


def _is_crib(game: Game) -> bool:
    return _deal(game).counted == game.rules.players


def _owner(game: Game) -> int:
    """Whose hand is next: pone, then to the left; the dealer's crib at last."""
    assert game.dealer is not None
    return game.dealer if _is_crib(game) else (game.pone + _deal(game).counted) % game.rules.players


def _hand(game: Game) -> tuple[int, ...]:
    """The hand or crib that is next, as places of the deal."""
    deal = _deal(game)
    return deal.crib if _is_crib(game) else deal.hands[_owner(game)]


def _carry_on(game: Game) -> Game:
    """Count hand after hand until a key is wanted, or somebody has won."""
    while True:
        if _is_crib(game) and len(_deal(game).crib) < game.rules.crib:
            return game._replace(prompt=Prompt.CRIB, to_act=game.dealer)
        owner = _owner(game)
        wanted = game.rules.target - game.sides[game.rules.side_of(owner)].front
        found, question = _count(game, wanted)
        if question and total(found) < wanted:
            return game._replace(prompt=Prompt(question.value), to_act=owner)
        was_crib = _is_crib(game)
        game = game.peg(owner, Source.CRIB if was_crib else Source.HAND, found)
        if was_crib:
            game = game._replace(deals=game.deals + 1)
        if game.winner is not None:
            return game
        game = game._replace(deal=_deal(game)._replace(counted=_deal(game).counted + 1))
        if was_crib:
            return _deal_passes(game)


def _count(game: Game, wanted: int) -> tuple[tuple[Found, ...], Question | None]:
    """What the next hand counts for certain, and the first question about it that is open.

    Each of the questions is settled by itself: what only one of two answers could deny is not certain. Where
    not even a flush and nobs could bring the points wanted to win, what comes after an open question is left.
    """
    deal, cards, hand = _deal(game), game.deal_cards, _hand(game)
    places = (*hand, STARTER)
    found = find_ranks([cards[place].rank for place in places])
    may_win = total(found) + len(places) + 1 >= wanted
    known: dict[Question, bool | None] = {}
    for question in list(Question)[1:] if _is_crib(game) else Question:
        known[question] = settle(cards, deal.answers, question, hand)
        if known[question] is None and not may_win:
            break
    found += find_flush(
        len(hand),
        hand=known.get(Question.FLUSH) is True,
        with_starter=known.get(Question.FLUSH_WITH_STARTER) is True,
    )
    if known.get(Question.NOBS):
        found += (_nobs(game, hand),)
    first_open = next((question for question, answer in known.items() if answer is None), None)
    return tuple(one.moved(places) for one in found), first_open


def _nobs(game: Game, hand: tuple[int, ...]) -> Found:
    """His nobs, with the right jack where it is known which one that is."""
    cards, answers = game.deal_cards, _deal(game).answers
    jacks = [place for place in range(len(hand)) if cards[hand[place]].rank is Rank.JACK]
    right = [place for place in jacks if settle(cards, answers, Question.NOBS, (hand[place],))]
    return Found(Reason.NOBS, 1, tuple(right))


def _deal_passes(game: Game) -> Game:
    """The next deal is the next player's (RULES.md 1)."""
    assert game.dealer is not None
    dealer = game.left_of(game.dealer)
    return game._replace(prompt=Prompt.STARTER, dealer=dealer, to_act=dealer)
