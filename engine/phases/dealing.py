"""The beginning and the end of a deal, and what players can do at any time (RULES.md 1, 2 and 6).

In order: the cut for the first deal, the cut offered by the dealer, and the starter; misdeals, after which
the same player deals again; the next game; score changes made by hand; and a judge's penalties.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card, Rank
from engine.change_types import CardCut, DealBegun, DealThrownIn, GameBegun, StarterTurned
from engine.deals import Deal, Entry, Source
from engine.indices import STARTER, Seat, Side
from engine.phases import muggins, play, show
from engine.phases.pegging import await_deal, enter, peg, three_for_last
from engine.prompts import Prompt
from engine.refusals import IllegalEvent, RefusalReason
from engine.rules import Rules
from engine.scoring.items import Finding, Reason
from engine.scoring.pegs import Pegs
from engine.setup import Setup
from engine.state import State


def cut(game: State, rank: Rank) -> State:
    """Record the rank that the next player cut for the first deal.

    When all players have cut, the player with the lowest card (or the highest, if the rules say so) deals.
    If there is a tie, all players cut again.
    """
    players = game.rules.players
    before = game.cards if len(game.cards) < players and not game.deal else ()
    cards = (*before, Card(rank))
    game = game.tell(CardCut(game.in_turn, cards[-1]))
    game = game._replace(cards=cards, deal=None, to_act=Seat(len(cards) % players))
    if len(cards) < players:
        return game
    dealer = first_dealer(game.rules, [card.rank for card in cards])
    return game if dealer is None else deals_first(game, dealer)


def first_dealer(rules: Rules, ranks: Sequence[int]) -> Seat | None:
    """Return the seat that deals first, given the rank that each seat cut. Return None if there is a tie."""
    best = min(ranks) if rules.first_deal == "low" else max(ranks)
    return Seat(ranks.index(best)) if ranks.count(best) == 1 else None


def deals_first(game: State, seat: Seat) -> State:
    """Make a seat the first dealer of a game, and peg the non-dealer's three points if the rules grant them.

    Raises:
        IllegalEvent: the seat does not exist.
    """
    muggins.check_seat(game.rules, seat)
    game = await_deal(game, seat)._replace(first_dealer=seat)
    points = three_for_last(game.rules)
    if not points:
        return game
    return peg(game, game.pone, Source.THREE_FOR_LAST, [Finding(Reason.THREE_FOR_LAST, points)])


def pack_cut(game: State) -> State:
    """Let the opponent cut the pack that the dealer offers, for which the dealer pegs a point (RULES.md 6).

    Raises:
        IllegalEvent: the dealer has not offered the pack.
    """
    dealer = _dealer_who_offers(game)
    return peg(game._replace(offered=False), dealer, Source.CUT_OFFER, [Finding(Reason.CUT_OFFER, 1)])


def pack_taken(game: State) -> State:
    """Let the opponent take the pack instead of cutting it, and deal this hand (RULES.md 6).

    Raises:
        IllegalEvent: the dealer has not offered the pack.
    """
    dealer = game.left_of(_dealer_who_offers(game))
    game = game.tell(DealBegun(dealer, out_of_turn=True))
    return game._replace(offered=False, taken=True, dealer=dealer, to_act=dealer)


def _dealer_who_offers(game: State) -> Seat:
    if not game.offered:
        raise IllegalEvent(
            "The pack is not on offer now: turn up the starter", reason=RefusalReason.NOT_ON_OFFER
        )
    return game.current_dealer


def starter(game: State, rank: Rank) -> State:
    """Turn up the starter of a new deal. If it is a jack, the dealer scores his heels (RULES.md 2)."""
    dealer, rules = game.current_dealer, game.rules
    before = game.cards if game.deals else ()
    deal = Deal(len(before), game.sides, len(game.entries), hands=((),) * rules.players)
    game = game._replace(cards=before, deal=deal, offered=False).add_card(rank)
    game = game.tell(StarterTurned(game.cards[-1]))
    if rank is Rank.JACK:
        heels = Finding(Reason.HIS_HEELS, rules.heels_points, (STARTER,))
        scores = game.pegs_of(dealer).front < rules.heels_limit
        if rules.heels_are_called and scores:
            game = muggins.wait_for_call(game, dealer, Source.HEELS, STARTER, (heels,))
        else:
            game = peg(game, dealer, Source.HEELS, [heels], limit=rules.heels_limit)
    if game.winner is not None:
        return game
    return play.begin(game) if rules.follows_play else show.begin(game._replace(prompt=Prompt.HAND))


def thrown_in(game: State) -> State:
    """Abandon the deal. Its points are lost but for manual changes, and the same player deals again.

    Raises:
        IllegalEvent: no deal is in progress.
    """
    deal = _deal(game)
    sides, entries = list(deal.sides), list(game.entries[: deal.entries])
    for entry in game.entries[deal.entries :]:
        if entry.source in (Source.BY_HAND, Source.SCORE_SET):
            before = sides[entry.side]
            after = sides[entry.side] = before.move(entry.points, game.rules.target_of(entry.side))
            entries.append(entry._replace(points=after.front - before.front, score=after.front))
    return _abandoned(game, tuple(sides), tuple(entries))


def misdeal(game: State) -> State:
    """Abandon the deal as older versions of the program did, which drops manual score changes too.

    Raises:
        IllegalEvent: no deal is in progress.
    """
    deal = _deal(game)
    return _abandoned(game, deal.sides, game.entries[: deal.entries])


def _abandoned(game: State, sides: tuple[Pegs, ...], entries: tuple[Entry, ...]) -> State:
    taken, cards = game.taken, game.cards[: game.latest_deal.first]
    game = game.tell(DealThrownIn(tuple(side.front for side in sides)))
    game = game._replace(sides=sides, entries=entries, cards=cards, deal=None)
    return await_deal(game, game.current_dealer, taken=taken)._replace(offered=False)


def _deal(game: State) -> Deal:
    if not game.has_deal:
        raise IllegalEvent(RefusalReason.NOTHING_TO_THROW_IN)
    return game.latest_deal


def next_game(game: State) -> State:
    """Begin the next game in the match, with all pegs at the start. The rules determine who deals first."""
    assert game.winner is not None
    dealer = next_first_dealer(game.rules, winner=game.winner, first=game.first_dealer, last=game.dealer)
    deal = game.deal._replace(play=None, missed=()) if game.deal else None
    game = game._replace(
        sides=tuple(Pegs(games=side.games) for side in game.sides),
        prompt=Prompt.CUT_FOR_DEAL,
        to_act=Seat(0),
        dealer=None,
        first_dealer=None,
        offered=False,
        taken=False,
        deal=deal,
        entries=(),
        deals=0,
        winner=None,
        skunk=None,
        number=game.number + 1,
    )
    game = game.tell(_begun(game))
    if dealer is not None:
        return deals_first(game, dealer)
    return game if deal else game._replace(cards=())  # drops the cards of an unfinished cut


def next_first_dealer(rules: Rules, *, winner: Side, first: Seat | None, last: Seat | None) -> Seat | None:
    """Return the seat that deals first in the next game, or None if the players cut (RULES.md 1 and 2).

    Args:
        first: the seat that dealt first in the last game; None if that game ended before any deal.
        last: the seat that dealt last in the last game; None if that game ended before any deal.
    """
    if rules.players > 2:
        return None if last is None else rules.left_of(last)
    won = Seat(winner)  # two players, so seats and sides agree
    alternate = None if first is None else rules.left_of(first)
    return {"loser": rules.left_of(won), "winner": won, "alternate": alternate}.get(rules.next_game_dealer)


def new_game(game: State, setup: Setup | None = None) -> State:
    """Give up the current game, and return a new game that begins with the cut for the first deal.

    Without a setup, the rules and names stay the same, and no side has any points or games won.
    """
    begun = game.of(setup or Setup(game.rules, names=game.names))
    begun = begun._replace(number=game.number + 1)
    return begun.tell(_begun(begun))


def _begun(game: State) -> GameBegun:
    scores = tuple(side.front for side in game.sides)
    return GameBegun(game.number, game.rules, game.names, scores, tuple(side.games for side in game.sides))


def peg_by_hand(game: State, side: Side, points: int) -> State:
    """Add points to a side manually. The game is over if its front peg reaches the target.

    Raises:
        IllegalEvent: the side does not exist, `points` is 0, or the game is over.
    """
    _check(game, side)
    if not points:
        raise IllegalEvent(RefusalReason.NO_POINTS_TO_PEG)
    return show.reconsider_question(_move(game, side, points))


def take_back(game: State, side: Side, points: int) -> State:
    """Take points back from a side manually.

    Raises:
        IllegalEvent: the side does not exist, it has fewer points than `points`, `points` is 0, or the game
            is over.
    """
    _check(game, side)
    front = game.sides[side].front
    if not 0 < points <= front:
        raise IllegalEvent(RefusalReason.TOO_MANY_TO_TAKE_BACK, points, front)
    return show.reconsider_question(_move(game, side, -points))


def set_score(game: State, side: Side, score: int) -> State:
    """Set a side's score manually, for example to match a wooden board.

    Raises:
        IllegalEvent: the side does not exist or already has this score, the score is not possible in an
            unfinished game, or the game is over.
    """
    _check(game, side)
    highest = game.rules.target_of(side) - 1
    if score > highest:
        raise IllegalEvent(RefusalReason.IMPOSSIBLE_SCORE, score, highest)
    if score == game.sides[side].front:
        raise IllegalEvent(RefusalReason.SCORE_IS_ALREADY, score)
    points = score - game.sides[side].front
    return show.reconsider_question(_move(game, side, points, source=Source.SCORE_SET))


_PENALTY = 2
_BACK_FOR_FALSE_CLAIM = 15


def renege(game: State, seat: Seat, cards: int) -> State:
    """Let the opponents peg 2 for each card that a player could have played but did not (RULES.md 6).

    Raises:
        IllegalEvent: the seat does not exist, no hand has so many cards, or there are no penalties now.
    """
    _check_offender(game, seat)
    most = game.rules.hand_size
    if not 0 < cards <= most:
        raise IllegalEvent(f"A renege is one of 1 to {most} cards, not of {cards}")
    return _penalized(game, seat, _PENALTY * cards, Reason.RENEGE)


def seen_card(game: State, seat: Seat) -> State:
    """Let the opponents peg 2, because a player has looked at a card that he may not see (RULES.md 6).

    Raises:
        IllegalEvent: the seat does not exist, or there are no penalties now.
    """
    _check_offender(game, seat)
    return _penalized(game, seat, _PENALTY, Reason.SEEN_CARD)


def false_claim(game: State, seat: Seat) -> State:
    """Take 15 back from a player who claimed the game, and give the opponents what he lacks (RULES.md 6).

    The points are taken back first, because this happens even if an opponent then wins.

    Raises:
        IllegalEvent: the seat does not exist, or there are no penalties now.
    """
    _check_offender(game, seat)
    side = game.rules.side_of(seat)
    front = game.sides[side].front
    overclaim = game.rules.target_of(side) - front
    if front:
        game = _move(game, side, -min(front, _BACK_FOR_FALSE_CLAIM), Reason.FALSE_CLAIM)
    return _penalized(game, seat, overclaim, Reason.FALSE_CLAIM)


def _check_offender(game: State, seat: Seat) -> None:
    muggins.check_seat(game.rules, seat)
    if game.winner is not None:
        raise IllegalEvent(RefusalReason.GAME_IS_OVER)
    if game.rules.reverse:
        raise IllegalEvent("There are no penalties where the first loses", reason=RefusalReason.NOT_NOW)


def _penalized(game: State, offender: Seat, points: int, reason: Reason) -> State:
    """Peg a penalty to each opposing side, in order from the offender's left, until one of them wins."""
    own, sides = game.rules.side_of(offender), len(game.sides)
    for step in range(1, sides):
        if game.winner is None:
            game = _move(game, Side((own + step) % sides), points, reason)
    return show.reconsider_question(game)


def _check(game: State, side: Side) -> None:
    if game.winner is not None:
        raise IllegalEvent(RefusalReason.GAME_IS_OVER)
    if side >= len(game.sides):
        why = f"There is no side {side}: the sides are 0 to {len(game.sides) - 1}"
        raise IllegalEvent(why, reason=RefusalReason.NO_SUCH_SIDE)


def _move(
    game: State, side: Side, points: int, reason: Reason = Reason.BY_HAND, source: Source = Source.BY_HAND
) -> State:
    before = game.sides[side]
    pegs = before.move(points, game.rules.target_of(side))
    moved, findings = pegs.front - before.front, (Finding(reason, points),)
    entry = Entry(game.at, source, None, side, moved, pegs.front, findings)
    return enter(game, entry, pegs)
