"""The show: claims, questions about suits, the hands in order, the crib (RULES.md 4)."""

from __future__ import annotations

from engine.cards import Rank
from engine.errors import IllegalEvent
from engine.game import Game
from engine.phases import muggins
from engine.scoring.hands_and_crib import find_flush, find_ranks
from engine.scoring.items import Finding, Reason, total
from engine.scoring.suit_questions import STARTER, Answer, Question, settle
from engine.seats import Seat
from engine.state import Claims, Deal, Prompt, Source


def begin(game: Game) -> Game:
    """Begin the show: count the hands until something has to be entered."""
    return _carry_on(game._replace(deal=_deal(game)._replace(play=None)))


def yes(game: Game) -> Game:
    """Answer the open question with yes."""
    return _answered(game, yes=True)


def no(game: Game) -> Game:
    """Answer the open question with no."""
    return _answered(game, yes=False)


def _answered(game: Game, *, yes: bool) -> Game:
    deal = _deal(game)
    answer = Answer(Question(game.prompt.value), hand_counted(game), yes)
    return _carry_on(game._replace(deal=deal._replace(answers=(*deal.answers, answer))))


def hand_card(game: Game, rank: Rank) -> Game:
    """Add a card to the hand that is shown; with its last card the hand is counted."""
    game = game.add_card(rank)
    deal, owner = _deal(game), _owner(game)
    hand = (*deal.hands[owner], len(game.deal_cards) - 1)
    hands = (*deal.hands[:owner], hand, *deal.hands[owner + 1 :])
    return _carry_on(game._replace(deal=deal._replace(hands=hands)))


def crib_card(game: Game, rank: Rank) -> Game:
    """Add a card to the crib; with its last card the crib is counted."""
    game = game.add_card(rank)
    deal = _deal(game)
    place = len(game.deal_cards) - 1
    return _carry_on(game._replace(deal=deal._replace(crib=(*deal.crib, place))))


def claim(game: Game, points: int) -> Game:
    """Take the points that the owner claims for the hand.

    Raises:
        IllegalEvent: no such hand can count that.
    """
    most, never = game.rules.impossible(crib=_is_crib(game))
    if points > most:
        raise IllegalEvent(f"No hand counts {points}: the most is {most}")
    if points in never:
        raise IllegalEvent(f"No hand counts {points}: count it again")
    game = muggins.next_card(game)
    return _carry_on(_said(game, _deal(game).claims._replace(points=points)))


def claim_more(game: Game, points: int, seat: Seat) -> Game:
    """Take the points that an opponent claims beyond them; 0 for none.

    Raises:
        IllegalEvent: no hand counts as much, or the hand is his own.
    """
    most, _ = game.rules.impossible(crib=_is_crib(game))
    if points > most:
        raise IllegalEvent(f"No hand counts {points}: the most is {most}")
    muggins.check_claimant(game, seat, _owner(game))
    return _carry_on(_said(game, _deal(game).claims._replace(more=points, by=seat)))


def reveal(game: Game) -> Game:
    """The owner has counted: the board shows what the hand counts."""
    return _carry_on(_said(game, _deal(game).claims._replace(shown=True)))


QUESTIONS = frozenset(Prompt(question.value) for question in Question)
"""The prompts of open questions about suits."""
OPEN = QUESTIONS | {Prompt.REVEAL}
"""The prompts at which a hand is about to be counted."""


def weighed_again(game: Game) -> Game:
    """Decide anew whether an open question matters, after a suit was named or a peg moved by hand."""
    return _carry_on(game)


def _said(game: Game, claims: Claims) -> Game:
    return game._replace(deal=_deal(game)._replace(claims=claims))


def _deal(game: Game) -> Deal:
    assert game.deal is not None
    return game.deal


def _is_crib(game: Game) -> bool:
    return _deal(game).counted == game.rules.players


def _owner(game: Game) -> Seat:
    """The owner of the next hand: pone, then to the left; the dealer for the crib."""
    assert game.dealer is not None
    return game.dealer if _is_crib(game) else Seat((game.pone + _deal(game).counted) % game.rules.players)


def hand_counted(game: Game) -> tuple[int, ...]:
    """Return the hand or crib that is counted next, as places of the deal."""
    deal = _deal(game)
    return deal.crib if _is_crib(game) else deal.hands[_owner(game)]


def _carry_on(game: Game) -> Game:
    """Count hand after hand until a key is wanted, or somebody has won."""
    while True:
        owner = _owner(game)
        wanted = _wanted(game)
        if wanted:
            seat = game.left_of(owner) if wanted is Prompt.MUGGINS else owner
            return game._replace(prompt=wanted, to_act=seat)
        found, question = _count(game)
        if question:
            return game._replace(prompt=Prompt(question.value), to_act=owner)
        if game.rules.waits_to_reveal and not _deal(game).claims.shown:
            return game._replace(prompt=Prompt.REVEAL, to_act=owner)
        was_crib = _is_crib(game)
        game = _peg(game, found)
        if was_crib:
            game = game._replace(deals=game.deals + 1)
        if game.winner is not None:
            return game
        deal = _deal(game)
        game = game._replace(deal=deal._replace(counted=deal.counted + 1, claims=Claims(), missed=()))
        if was_crib:
            return _deal_passes(game)


def _wanted(game: Game) -> Prompt | None:
    """The prompt for what is missing before the next hand can be counted, suits aside; None if nothing is."""
    rules, claims = game.rules, _deal(game).claims
    if _is_crib(game):
        if len(_deal(game).crib) < rules.crib:
            return Prompt.CRIB
    elif len(hand_counted(game)) < rules.hand:
        return Prompt.HAND
    if rules.claims and claims.more is None:
        return Prompt.CLAIM if claims.points is None else Prompt.MUGGINS
    return None


def _count(game: Game) -> tuple[tuple[Finding, ...], Question | None]:
    """Return what the next hand counts for certain, and the first open question that can still matter.

    Each question is settled by itself. None can matter once the certain points win the game. If not even a
    flush and nobs could reach the points needed to win, the questions after an open one are left unsettled.
    """
    deal, cards, hand, rules = _deal(game), game.deal_cards, hand_counted(game), game.rules
    places = (*hand, STARTER)
    crib = _is_crib(game)
    wanted = rules.target - game.sides[rules.side_of(_owner(game))].front
    claimed = deal.claims.points
    found = find_ranks([cards[place].rank for place in places], ace_11=rules.ace_11)
    may_win = _at_most(total(found) + len(places) + 1, claimed) >= wanted
    known: dict[Question, bool | None] = {}
    for question in list(Question)[1:] if crib and not rules.four_flush_in_crib else Question:
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
    if _at_most(total(found), claimed) >= wanted:
        first_open = None
    return tuple(one.moved(places) for one in found), first_open


def _at_most(points: int, claimed: int | None) -> int:
    """The points that a hand pegs: with muggins no more than its owner claimed."""
    return points if claimed is None else min(points, claimed)


def _nobs(game: Game, hand: tuple[int, ...]) -> Finding:
    """His nobs, with the right jack where it is known which one that is."""
    cards, answers = game.deal_cards, _deal(game).answers
    jacks = [place for place in range(len(hand)) if cards[hand[place]].rank is Rank.JACK]
    right = [place for place in jacks if settle(cards, answers, Question.NOBS, (hand[place],))]
    return Finding(Reason.NOBS, 1, tuple(right))


def _peg(game: Game, found: tuple[Finding, ...]) -> Game:
    """Peg a hand or crib; with muggins what its owner claimed of it, then what an opponent claims beyond.

    The opponent pegs the lesser of what he claims and what was missed, and no more than the owner could have
    used before the game hole; where nothing was missed, the owner gets what was claimed (RULES.md 6).
    """
    owner, claims, rules = _owner(game), _deal(game).claims, game.rules
    game = game.peg(owner, Source.CRIB if _is_crib(game) else Source.HAND, found, most=claims.points)
    if game.winner is not None or not claims.more or claims.points is None:
        return game
    missed = total(found) - claims.points
    if missed <= 0:
        return game.peg(owner, Source.MUGGINS, [Finding(Reason.PENALTY, claims.more)], by=claims.by)
    assert claims.by is not None
    most = rules.target - game.sides[rules.side_of(owner)].front
    taken = Finding(Reason.MUGGINS, min(claims.more, missed), hand_counted(game))
    return game.peg(claims.by, Source.MUGGINS, [taken], most=most)


def _deal_passes(game: Game) -> Game:
    """The next deal is the next player's (RULES.md 1); after one out of turn it is his who dealt that."""
    assert game.dealer is not None
    return game.await_deal(game.dealer if game.taken else game.left_of(game.dealer))
