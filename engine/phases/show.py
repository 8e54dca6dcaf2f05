"""The show, in which the hands and then the crib are counted (RULES.md 4).

A player is asked about suits if a flush or nobs depends on them. A suit can be named at any prompt, and may
answer the question. With muggins, players claim their points.
"""

from __future__ import annotations

from engine.cards import Card, Rank, Suit
from engine.change_types import Claimed, CribCard, HandCard, QuestionAnswered, SuitNamed
from engine.deals import Claims, Source
from engine.indices import STARTER, DealIndex, Seat
from engine.phases import muggins
from engine.phases.pegging import pass_deal, peg
from engine.prompts import SUIT_QUESTIONS, Prompt
from engine.refusals import IllegalEvent, RefusalReason
from engine.scoring.hands_and_crib import find_flush, find_ranks, impossible_counts
from engine.scoring.items import Finding, Reason, total
from engine.scoring.suit_questions import Answer, Question, possible, settle
from engine.state import State


def begin(game: State) -> State:
    """Begin the show: count the hands one after another, until a suit, card or claim has to be entered."""
    return _continue(game.with_deal(game.latest_deal._replace(play=None)))


def answer(game: State, *, yes: bool) -> State:
    """Answer the question about suits (for a flush or his nobs)."""
    deal = game.latest_deal
    question = Question(game.prompt.value)
    answers = (*deal.answers, Answer(question, hand_counted(game), yes))
    return _continue(game.tell(QuestionAnswered(question, yes)).with_deal(deal._replace(answers=answers)))


def hand_card(game: State, rank: Rank) -> State:
    """Add a card to the hand that is being entered. The hand is counted once it is complete.

    Raises:
        IllegalEvent: all four cards of the rank are already out.
    """
    game = game.add_card(rank)
    deal, owner = game.latest_deal, game.hand_owner
    game = game.tell(HandCard(owner, game.cards[-1]))
    hand = (*deal.hands[owner], game.last_index)
    hands = (*deal.hands[:owner], hand, *deal.hands[owner + 1 :])
    return _continue(game.with_deal(deal._replace(hands=hands)))


def crib_card(game: State, rank: Rank) -> State:
    """Add a card to the crib. The crib is counted once it is complete.

    Raises:
        IllegalEvent: all four cards of the rank are already out.
    """
    game = game.add_card(rank)
    game = game.tell(CribCard(game.current_dealer, game.cards[-1]))
    deal = game.latest_deal
    return _continue(game.with_deal(deal._replace(crib=(*deal.crib, game.last_index))))


def claim(game: State, points: int) -> State:
    """Record the points that a hand's owner claims for the hand.

    Raises:
        IllegalEvent: no hand can count that many points.
    """
    most, never = impossible_counts(game.rules, crib=game.counts_crib)
    if points > most:
        raise IllegalEvent(RefusalReason.NO_HAND_COUNTS_MORE_THAN, points, most)
    if points in never:
        raise IllegalEvent(RefusalReason.NO_HAND_COUNTS, points)
    game = muggins.next_card(game.tell(Claimed(game.hand_owner, points)))
    return _claimed(game, game.latest_deal.claims._replace(points=points))


def claim_more(game: State, points: int, seat: Seat) -> State:
    """Record the points that an opponent claims for a hand or crib beyond the owner's claim; 0 for none.

    Raises:
        IllegalEvent: no hand can count that many points, the seat does not exist, or the seat belongs to the
            owner's side.
    """
    most, _ = impossible_counts(game.rules, crib=game.counts_crib)
    if points > most:
        raise IllegalEvent(RefusalReason.NO_HAND_COUNTS_MORE_THAN, points, most)
    muggins.check_claimant(game, seat, game.hand_owner)
    return _claimed(game, game.latest_deal.claims._replace(more=points, by=seat))


def reveal(game: State) -> State:
    """Record that the current hand or crib has been counted aloud. The board may now show the count."""
    return _claimed(game, game.latest_deal.claims._replace(shown=True))


_BEFORE_COUNT = (*SUIT_QUESTIONS, Prompt.REVEAL)


def reconsider_question(game: State) -> State:
    """Go on counting if the answer to the current question about suits is now known or no longer matters."""
    return _continue(game) if game.prompt in _BEFORE_COUNT else game


def _claimed(game: State, claims: Claims) -> State:
    return _continue(game.with_deal(game.latest_deal._replace(claims=claims)))


def hand_counted(game: State) -> tuple[DealIndex, ...]:
    """Return the cards in the hand or crib to be counted next, as indices into the cards in the deal."""
    deal = game.latest_deal
    return deal.crib if game.counts_crib else deal.hands[game.hand_owner]


def _continue(game: State) -> State:
    """Count the other hands and the crib, and pass the deal, unless a prompt comes first or a side wins."""
    while True:
        owner = game.hand_owner
        wanted = _wanted(game)
        if wanted:
            seat = game.left_of(owner) if wanted is Prompt.MUGGINS else owner
            return game._replace(prompt=wanted, to_act=seat)
        findings, question = _count(game)
        if question:
            return game._replace(prompt=Prompt(question.value), to_act=owner)
        if game.rules.waits_to_reveal and not game.latest_deal.claims.shown:
            return game._replace(prompt=Prompt.REVEAL, to_act=owner)
        was_crib = game.counts_crib
        game = _peg_hand(game, findings)
        if was_crib:
            game = game._replace(deals=game.deals + 1)
        if game.winner is not None:
            return game
        deal = game.latest_deal
        game = game.with_deal(deal._replace(counted=deal.counted + 1, claims=Claims(), missed=()))
        if was_crib:
            return pass_deal(game)


def _wanted(game: State) -> Prompt | None:
    rules, claims = game.rules, game.latest_deal.claims
    if game.counts_crib:
        if len(game.latest_deal.crib) < rules.crib_size:
            return Prompt.CRIB
    elif len(hand_counted(game)) < rules.hand_size:
        return Prompt.HAND
    if rules.claims and claims.more is None:
        return Prompt.CLAIM if claims.points is None else Prompt.MUGGINS
    return None


def _count(game: State) -> tuple[tuple[Finding, ...], Question | None]:
    """Return what the next hand is certain to score, and the next question about its suits, if any."""
    deal, cards, hand, rules = game.latest_deal, game.deal_cards, hand_counted(game), game.rules
    indices = (*hand, STARTER)
    crib = game.counts_crib
    wanted = game.points_to_win(game.hand_owner)
    claimed = deal.claims.points
    findings = find_ranks([cards[index].rank for index in indices], ace_11=rules.ace_11)
    alone, with_starter = rules.flush_points(crib=crib)
    may_win = _limited(total(findings) + with_starter + 1, claimed) >= wanted
    known: dict[Question, bool | None] = {}
    for question in Question if alone else list(Question)[1:]:
        known[question] = settle(cards, deal.answers, question, hand)
        if known[question] is None and not may_win:
            break
    findings += find_flush(
        rules,
        len(hand),
        crib=crib,
        one_suit=known.get(Question.FLUSH) is True,
        with_starter=known.get(Question.FLUSH_WITH_STARTER) is True,
    )
    if known.get(Question.NOBS):
        findings += (_nobs(game, hand),)
    first_open = next((question for question, answer in known.items() if answer is None), None)
    if _limited(total(findings), claimed) >= wanted:
        first_open = None
    return tuple(one.moved(indices) for one in findings), first_open


def _limited(points: int, claimed: int | None) -> int:
    return points if claimed is None else min(points, claimed)


def _nobs(game: State, hand: tuple[DealIndex, ...]) -> Finding:
    cards, answers = game.deal_cards, game.latest_deal.answers
    jacks = [index for index in range(len(hand)) if cards[hand[index]].rank is Rank.JACK]
    right = [index for index in jacks if settle(cards, answers, Question.NOBS, (hand[index],))]
    return Finding(Reason.NOBS, 1, tuple(right))


def _peg_hand(game: State, findings: tuple[Finding, ...]) -> State:
    """Peg the owner's claim, then what an opponent claims beyond it (RULES.md 6).

    The opponent takes no more of the points missed than the owner needs to win. If none were missed, the
    owner pegs the points claimed, as a penalty.
    """
    owner, claims = game.hand_owner, game.latest_deal.claims
    game = peg(game, owner, Source.CRIB if game.counts_crib else Source.HAND, findings, most=claims.points)
    if game.winner is not None or not claims.more or claims.points is None or claims.by is None:
        return game
    missed = total(findings) - claims.points
    if missed <= 0:
        penalty: Finding = Finding(Reason.PENALTY, claims.more)
        return peg(game, owner, Source.MUGGINS, [penalty], by=claims.by)
    most = game.points_to_win(owner)
    taken = Finding(Reason.MUGGINS, min(claims.more, missed), hand_counted(game))
    return peg(game, claims.by, Source.MUGGINS, [taken], most=most)


def suit_named(game: State, suit: Suit) -> State:
    """Set or change the suit of the last card entered, which may answer the question that the game asks.

    Raises:
        IllegalEvent: there is no such card, it has a suit, or this suit is not possible.
    """
    now = game.last_card
    if now is None:
        raise IllegalEvent(RefusalReason.NO_CARD_TO_NAME)
    if now.suit is suit:
        raise IllegalEvent(RefusalReason.LAST_CARD_IS_ALREADY, now)
    before = game.before_suit or game
    if before.cards[-1].suit is not None:
        raise IllegalEvent(RefusalReason.CARD_IS_ALREADY, now)
    card = Card(now.rank, suit)
    _check(before, card)
    named = before._replace(
        cards=(*before.cards[:-1], card), at=game.at, before_suit=before, changes=(SuitNamed(card),)
    )
    return reconsider_question(named)


def can_be_named(game: State) -> bool:
    """Return True if the suit of the card entered last can be entered or corrected now."""
    now, before = game.last_card, game.before_suit or game
    if now is None or before.cards[-1].suit is not None:
        return False
    return any(_is_possible(before, Card(now.rank, suit)) for suit in Suit if suit is not now.suit)


def _is_possible(game: State, card: Card) -> bool:
    try:
        _check(game, card)
    except IllegalEvent:
        return False
    return True


def _check(game: State, card: Card) -> None:
    seen = game.deal_cards if game.deal else game.cards
    others = seen[:-1]
    if card in others:
        raise IllegalEvent(RefusalReason.CARD_IS_OUT, card)
    if game.deal and not possible((*others, card), game.deal.answers):
        raise IllegalEvent(RefusalReason.CARD_CONTRADICTS, card)
