"""Random matches of any legal events, with all kinds of rules, and deals that are hard to ask about."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from engine.cards import Card, Rank, Suit
from engine.events import Event, Kind
from engine.game import Game
from engine.match.history import History
from engine.prompts import Prompt
from engine.refusals import IllegalEvent
from engine.rules import Rules
from engine.scoring.suit_questions import Answer, Question, settle

# Each form is a number of players and some options. Together, they lead to every prompt.
BY_DAY = (
    "2 cut_before_deal=offer next_game_dealer=alternate objective=first_loses",
    "2 game=five-card",
    "3 go_multi=next_only lead_after_go=first_unable combo_after_go=broken",
    "4 muggins=on muggins_opens=at_once",
    "2 muggins=on muggins_go=yes muggins_heels=yes heels_can_win=no",
    "3 track=show muggins=on",
    "2 track=show reveal=on_ok",
    "2 ace_11=on crib_flush=four game=seven-card",
    "3 track=points",
)
FORMS = (
    *BY_DAY,
    "2",
    "3",
    "4",
    "2 game=five-card five_card_replay=replay five_card_play_on=may three_for_last=off",
    "2 game=seven-card",
    "2 ace_11=on crib_flush=four",
    "4 go_multi=next_only lead_after_go=scorer",
    "2 muggins=on",
    "2 muggins=on muggins_opens=at_once muggins_heels=yes heels_can_win=no",
    "3 muggins=on ace_11=on",
    "2 game=five-card muggins=on muggins_heels=yes",
    "3 muggins=on muggins_go=yes muggins_opens=at_once",
    "2 track=points game=five-card",
    "2 cut_before_deal=offer track=show next_game_dealer=cut",
    "2 reveal=on_ok objective=first_loses",
    "3 objective=first_loses",
    "4 partners=off",
    "4 partners=off objective=first_loses",
)
SOME_FORMS = [*BY_DAY, *(pytest.param(form, marks=pytest.mark.night) for form in FORMS[len(BY_DAY) :])]


def rules_of(form: str, *more: str) -> Rules:
    """Return the rules described by a form, such as "2 muggins=on" for two players with muggins.

    Args:
        form: the number of players and the options, separated by spaces.
        more: further options, such as `target=61`.
    """
    players, *settings = form.split()
    return Rules.parse([*settings, *more], players=int(players))


def plain(*kinds: Kind) -> tuple[Event, ...]:
    """Return one event of each of these kinds, without any details such as a card or points."""
    return tuple(Event(kind) for kind in kinds)


def ranked(kind: Kind) -> tuple[Event, ...]:
    """Return an event of this kind for each rank."""
    return tuple(Event(kind, rank) for rank in Rank)


def numbered(kind: Kind, *numbers: Sequence[int]) -> tuple[Event, ...]:
    """Return events of one kind, each with one of the given sequences as its attribute `numbers`."""
    return tuple(Event(kind, numbers=tuple(some)) for some in numbers)


SUITS = tuple(Event(Kind.SUIT, suit) for suit in Suit)
CALLS = (*plain(Kind.CALL) * 2, *(Event(Kind.CALL, numbers=(points,)) for points in (1, 2, 6, 15)))
ANSWERS = plain(Kind.YES, Kind.NO)
CLAIMS = numbered(Kind.CLAIM, *((points,) for points in range(48)))
MORE = numbered(Kind.MUGGINS, *((points, seat) for points in (0, 0, 1, 2, 4, 29, 47) for seat in range(5)))
TAKES = numbered(Kind.TAKE, *((seat,) for seat in range(5)))
# Events that add, remove or set points manually, or give a penalty. Some of these events are illegal.
PENALTIES = (
    *numbered(Kind.RENEGE, *((seat, cards) for seat in range(5) for cards in (0, 1, 4, 6))),
    *(event for kind in (Kind.SEEN_CARD, Kind.FALSE_CLAIM) for event in numbered(kind, *zip(range(5)))),
)
HANDS_ON = (
    *(
        event
        for kind in (Kind.PEG, Kind.TAKE_BACK, Kind.SCORE)
        for side in range(4)
        for event in numbered(kind, *((side, points) for points in (0, 1, 3, 12, 999)))
    ),
    *PENALTIES,
)
# The events to try at each prompt. Some of these events are illegal.
AT: dict[Prompt, tuple[Event, ...]] = {
    Prompt.CUT_FOR_DEAL: (*ranked(Kind.CUT), *numbered(Kind.DEALS, *((seat,) for seat in range(5)))),
    Prompt.STARTER: (*ranked(Kind.STARTER), *plain(Kind.PACK_CUT, Kind.PACK_TAKEN)),
    Prompt.PLAY: (*ranked(Kind.LAY), *plain(Kind.GO) * 4, *CALLS),
    Prompt.ACE: ANSWERS,
    Prompt.REST: (*ranked(Kind.REST), *CALLS),
    Prompt.HAND: ranked(Kind.HAND),
    Prompt.FLUSH: ANSWERS,
    Prompt.FLUSH_WITH_STARTER: ANSWERS,
    Prompt.NOBS: ANSWERS,
    Prompt.REVEAL: plain(Kind.REVEAL),
    Prompt.CLAIM: (*CLAIMS, *CALLS),
    Prompt.MUGGINS: MORE,
    Prompt.CRIB: ranked(Kind.CRIB),
    Prompt.IDLE: plain(Kind.DEAL_OVER),
    Prompt.GAME_OVER: plain(Kind.NEXT_GAME),
}
NOT_WHEN_OVER = (*TAKES, *HANDS_ON, *plain(Kind.THROWN_IN, Kind.MISDEAL))
EVERY_EVENT = tuple(dict.fromkeys((*sum(AT.values(), ()), *SUITS, *NOT_WHEN_OVER, *plain(Kind.NEW_GAME))))

Seen = tuple[History, Event, History]  # the match before, the event, the match after


def walk(
    seed: int, form: str, presses: int, *, second_thoughts: float = 0.0, target: int = 61
) -> Iterator[Seen]:
    """Play a random match.

    For each event, yield the match before the event, the event, and the match after it.

    Args:
        seed: the seed for the random numbers.
        form: the number of players and some options, such as "2 muggins=on".
        presses: the number of events.
        second_thoughts: the probability, from 0 to 1, of trying an undo or a redo instead of another event.
        target: the score that ends a game.
    """
    chance = Random(seed)
    match = History.of(Game.new(rules_of(form, f"target={target}")))
    for _ in range(presses):
        while True:
            event = _random_event(chance, match.game)
            if chance.random() < second_thoughts:
                event = Event(chance.choice([Kind.UNDO, Kind.UNDO, Kind.REDO]))
            try:
                after = match.apply(event)
            except IllegalEvent:
                continue
            break
        yield match, event, after
        match = after


def _random_event(chance: Random, game: Game) -> Event:
    which = chance.random()
    if game.points_to_call and which < 0.4:
        return chance.choice(CALLS)
    if game.points_to_take and which < 0.4:
        return chance.choice(TAKES)
    if game.offered and which < 0.4:
        return chance.choice(plain(Kind.PACK_CUT, Kind.PACK_TAKEN))
    if which < (0.5 if game.prompt is Prompt.IDLE else 0.8):
        return chance.choice(AT[game.prompt])
    if which < 0.9:
        return chance.choice(SUITS)
    if which < 0.98:
        return chance.choice(HANDS_ON)
    return Event(Kind.THROWN_IN if which < 0.998 else Kind.NEW_GAME)


# -- deals in which it takes longest to decide whether the players must be asked about suits

DEALT = ((2, 4), (2, 5), (3, 4), (4, 4))  # players, and cards of a hand; the crib has four
Asked = tuple[Sequence[Card], tuple[Answer, ...], Question, tuple[int, ...]]


def hard_questions(chance: Random) -> Iterator[Asked]:
    """Yield hard cases for `settle`, which decides whether the players must be asked about suits.

    All cases are about one random deal, which has few ranks and few known suits. Each case contains the deal,
    random answers to earlier questions, the question, and the hand that the question is about.
    """
    players, size = chance.choice(DEALT)
    number = players * size + 5
    ranks = chance.sample(list(Rank), max((number + 3) // 4, chance.randint(5, 8)))
    cards = [Card(rank) for rank in {*ranks, Rank.JACK} for _ in Suit]
    deal = chance.sample(cards, number)
    for _ in range(chance.choice([0, 0, 1, 3])):
        place, suit = chance.randrange(number), chance.choice(list(Suit))
        if Card(deal[place].rank, suit) not in deal:
            deal[place] = Card(deal[place].rank, suit)
    answers: tuple[Answer, ...] = ()
    for place, hand in enumerate(_hands(chance, deal, [size] * players + [4])):
        for question in list(Question)[place == players and chance.random() < 0.7 :]:
            yield deal, answers, question, hand
            if settle(deal, answers, question, hand) is None:
                answers = (*answers, Answer(question, hand, chance.random() < 0.5))


def _hands(chance: Random, deal: Sequence[Card], sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Choose a hand of each size from a deal, and yield the indices of the cards in each hand.

    If possible, no hand contains a pair. A pair rules out a flush, so that nobody would be asked about one.

    Args:
        chance: the source of random choices.
        deal: the cards in the deal. The first one, the starter, is not put into a hand.
        sizes: the number of cards in each hand.
    """
    left = chance.sample(range(1, len(deal)), len(deal) - 1)
    for size in sizes:
        hand: list[int] = []
        for place in left:
            if len(hand) < size and all(deal[place].rank is not deal[other].rank for other in hand):
                hand.append(place)
        hand += [place for place in left if place not in hand][: size - len(hand)]
        left = [place for place in left if place not in hand]
        yield tuple(hand)
