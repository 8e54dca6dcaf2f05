"""The oracle: scoring by brute force, which follows the definition of each rule without regard to speed.

A card is written as its rank, followed by its suit if known ("5H", "10D", or "5" alone).
An item is (reason, points, cards), with the cards in the order in which they were laid, the starter last.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, product

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("S", "H", "D", "C")
OF_A_KIND = {2: "pair", 3: "pair_royal", 4: "double_pair_royal"}

Item = tuple[str, int, tuple[str, ...]]
Claim = tuple[str, tuple[int, ...], bool]


def rank_of(card: str) -> str:
    """Return the rank of a card, e.g. "10" for both "10D" and "10"."""
    return card if card in RANKS else card[:-1]


def suit_of(card: str) -> str:
    """Return the suit of a card, or an empty string if the suit is unknown."""
    return "" if card in RANKS else card[-1]


def value(rank: str) -> int:
    """Return the value of a rank in fifteens and in the count of the play (RULES.md 1)."""
    return min(RANKS.index(rank) + 1, 10)


def can_make_15(ranks: Sequence[str], ace_11: bool) -> bool:
    """Return True if the values of these cards can add up to 15.

    If `ace_11` is True, an ace counts 1 or 11 (RULES.md 5).
    """
    values = [(1, 11) if ace_11 and rank == "A" else (value(rank),) for rank in ranks]
    return any(sum(choice) == 15 for choice in product(*values))


def in_sequence(ranks: Iterable[str]) -> bool:
    """Return True if there are at least three ranks and they form a sequence, in any order.

    King and ace are not adjacent.
    """
    places = sorted(RANKS.index(rank) for rank in ranks)
    return len(places) >= 3 and places == list(range(places[0], places[0] + len(places)))


def subsets(size: int, least: int) -> Iterable[tuple[int, ...]]:
    """Yield all sets of at least `least` indices from 0 to `size` - 1, in order of increasing size."""
    for number in range(least, size + 1):
        yield from combinations(range(size), number)


@lru_cache(maxsize=10_000)
def show_sets(ranks: tuple[str, ...], ace_11: bool = False) -> tuple[tuple[str, int, tuple[int, ...]], ...]:
    """Return the fifteens, pairs and runs (RULES.md 4) as tuples of reason, points and card indices.

    If `ace_11` is True, an ace counts 1 or 11 (RULES.md 5).
    """
    found = []
    for places in subsets(len(ranks), 2):
        if can_make_15([ranks[place] for place in places], ace_11):
            found.append(("fifteen", 2, places))
    for rank in RANKS:
        alike = tuple(place for place in range(len(ranks)) if ranks[place] == rank)
        if len(alike) >= 2:
            found.append((OF_A_KIND[len(alike)], 2 * len(list(combinations(alike, 2))), alike))
    for places in subsets(len(ranks), 3):
        chosen = [ranks[place] for place in places]
        longer = (other for other in ranks if other not in chosen and in_sequence([*chosen, other]))
        if in_sequence(chosen) and not any(longer):
            found.append(("run", len(chosen), places))
    return tuple(found)


def count_show(
    cards: list[str], starter: str | None, crib: bool, ace_11: bool = False, crib_flush: str = "all_five"
) -> list[Item]:
    """Return the scoring items of a hand of any size, or of a crib (RULES.md 4).

    Args:
        cards: the cards, not including the starter.
        starter: the starter; None to count the cards without a starter.
        crib: True if the cards are the crib.
        ace_11: True if an ace may count as either 1 or 11.
        crib_flush: "all_five" if a flush in the crib must include the starter, "four" if it need not.
    """
    everything = [*cards, starter] if starter else list(cards)
    items: list[Item] = [
        (reason, points, tuple(everything[place] for place in places))
        for reason, points, places in show_sets(tuple(rank_of(card) for card in everything), ace_11)
    ]
    hand_suits = {suit_of(card) for card in cards}
    all_suits = {suit_of(card) for card in everything}
    if len(hand_suits) == 1 and "" not in hand_suits:
        if starter and hand_suits == all_suits:
            items.append(("flush", len(everything), tuple(everything)))
        elif not crib or crib_flush == "four":
            items.append(("flush", len(cards), tuple(cards)))
    for card in cards:
        if starter and rank_of(card) == "J" and suit_of(card) and suit_of(card) == suit_of(starter):
            items.append(("nobs", 1, (card,)))
    return items


def play_points(
    ranks_of_the_count: list[str], values: list[int] | None = None, before_go: int = 0
) -> dict[str, int]:
    """Return the points that the last card of a count scores, keyed by reason (RULES.md 3).

    The points for a go and for the last card of the play are not included.

    Args:
        ranks_of_the_count: the ranks of all cards in the count.
        values: the values of these cards; None if they all have their standard values.
        before_go: the number of cards played before a go that breaks pairs and runs
            (`combo_after_go=broken`). These cards cannot be part of pairs and runs.
    """
    ranks = ranks_of_the_count[before_go:]
    points = {}
    total = sum(values or [value(rank) for rank in ranks_of_the_count])
    if total == 15:
        points["fifteen"] = 2
    if total == 31:
        points["thirty_one"] = 2
    for number, reason in sorted(OF_A_KIND.items(), reverse=True):
        if len(ranks) >= number and len(set(ranks[-number:])) == 1:
            points[reason] = number * (number - 1)
            break
    for length in range(len(ranks), 2, -1):
        if in_sequence(ranks[-length:]):
            points["run"] = length
            break
    return points


def broken(claim: Claim, suits: Sequence[str]) -> bool:
    """Return True if a claim about suits is certainly false, given the suits that are known.

    Args:
        claim: a kind, the indices of some cards, and True or False. The kind "alike" says that these cards
            have the same suit. The kind "match" says that the first of them has the same suit as at least one
            of the others. With False, the claim says the opposite.
        suits: the suit of every card, or "" for an unknown suit.
    """
    kind, places, truth = claim
    here = [suits[place] for place in places]
    if kind == "alike":
        if truth:
            return len({suit for suit in here if suit}) > 1
        return "" not in here and len(set(here)) == 1
    first, others = here[0], here[1:]
    if not first:
        return False
    return first not in others and "" not in others if truth else first in others


@lru_cache(maxsize=100_000)
def possible(cards: tuple[str, ...], claims: tuple[Claim, ...]) -> bool:
    """Return True if the unknown suits can be chosen so that all claims are true and no card occurs twice.

    For the form of a claim, see `broken`.
    """
    known = [card for card in cards if suit_of(card)]
    if len(set(known)) < len(known):
        return False
    ranks = [rank_of(card) for card in cards]
    suits = [suit_of(card) for card in cards]
    in_order = sorted(claims, key=lambda claim: (claim[0] == "alike", not claim[2]))
    named = dict.fromkeys(place for claim in in_order for place in claim[1])
    unknown = [place for place in named if not suits[place]]

    def search(step: int) -> bool:
        if any(broken(claim, suits) for claim in in_order):
            return False
        if step == len(unknown):
            return True
        place = unknown[step]
        taken = {suits[other] for other in range(len(cards)) if ranks[other] == ranks[place]}
        for suit in SUITS:
            if suit not in taken:
                suits[place] = suit
                if search(step + 1):
                    return True
                suits[place] = ""
        return False

    return search(0)
