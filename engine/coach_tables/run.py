"""Calculate the coach's tables, and write them as JSON files with a summary as Markdown.

The first step finds the best throws, ignoring the play. In the second step, two simulated players learn how
to play the hands that are kept after these throws. The third step finds the throws again, this time taking
the play into account.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.cards import Rank
from engine.coach_tables.deals import Deals, KeptHands, PlayMeans, kept_hands, play_means, random_deals
from engine.coach_tables.exact_play import KeptWeights, values_of_hands
from engine.coach_tables.hands import HANDS, show_tables, six_cards
from engine.coach_tables.play_game import PlayPolicy, learn, new_policy
from engine.coach_tables.searched_play import reply_values
from engine.coach_tables.throwing import KINDS, Equilibrium, PlayValues, equilibrium, pair_kind
from engine.coach_tables.winning import courses, win_chances

_STEP = 100_000
"""The number of deals to learn from between two progress messages."""
_FOLLOWED = 5
"""The number of deals played with a hand, divided by the number of hands followed against it."""


class Numbers(NamedTuple):
    """The settings for calculating the coach's tables, such as the number of deals.

    Attributes:
        rounds: the number of rounds in which the dealer and pone adapt their throws to each other.
        deals: the number of random deals from which the players learn how to play their cards.
        samples: the number of deals to play with each hand, to find its average points in the play. This is
            also the maximum number of pone's hands against which the dealer's replies are tried. When pone's
            leads are tried against the dealer's hands, the maximum is a fifth of this number.
        courses: the number of deals used to calculate the chance of winning at each score.
        seed: the seed for the random numbers.
    """

    rounds: int = 12
    deals: int = 3_000_000
    samples: int = 3_000
    courses: int = 100_000
    seed: int = 121


class GeneratedTables(NamedTuple):
    """Everything that was calculated for the coach's tables.

    Attributes:
        throwing: the policies that the players follow when throwing.
        dealer_play: the average points in the play for each hand of the dealer.
        pone_play: the average points in the play for each hand of pone.
        dealer_kept: how often the dealer keeps each hand, in a million deals.
        pone_kept: how often pone keeps each hand, in a million deals.
        deals: a sample of deals in which the players follow these policies when throwing.
        winning: the dealer's chance of winning, indexed by the dealer's score and pone's score; shape (121,
            121).
        play: the policy that both players follow in the play.
        leads: for each hand of pone and each rank, the value of leading this rank: pone's expected points in
            the play minus the dealer's; NaN if pone does not hold the rank; shape (1820, 13).
        replies: the dealer's expected points in the play minus pone's; shape (1820, 13, 13). The indices are
            the dealer's hand, the rank of the lead and the rank of the reply. NaN if the lead or the reply is
            impossible.
    """

    throwing: Equilibrium
    dealer_play: PlayMeans
    pone_play: PlayMeans
    dealer_kept: KeptHands
    pone_kept: KeptHands
    deals: Deals
    winning: NDArray[np.float64]
    play: PlayPolicy
    leads: NDArray[np.float64]
    replies: NDArray[np.float64]


def run(numbers: Numbers, say: Callable[[str], object]) -> GeneratedTables:
    """Calculate everything that the coach's tables contain.

    Args:
        numbers: the settings, such as the number of deals.
        say: a function that is called with each progress message.
    """
    shows, cards = show_tables(), six_cards()
    say("all hands are counted")
    no_play = np.zeros((13, 13, 13, 13))
    before = equilibrium(cards, shows, (no_play, no_play), numbers.rounds)
    deals = random_deals(cards, before.dealer, before.pone, 1_000_000, numbers.seed)
    say("the throws are found, without regard to the play")
    policy = new_policy()
    for first in range(0, numbers.deals, _STEP):
        end = min(first + _STEP, numbers.deals)
        learn(policy, deals, first, end, numbers.seed + end)
        say(f"learnt from {end:,} deals")
    dealer_play, pone_play = play_means(policy, deals, numbers.samples, numbers.seed)
    say("every hand has been played")
    play = _values(dealer_play), _values(pone_play)
    throwing = equilibrium(cards, shows, play, numbers.rounds)
    say(f"throwing: the best answers gain {throwing.dealer_gain:.4f} and {throwing.pone_gain:.4f}")
    deals = random_deals(cards, throwing.dealer, throwing.pone, 1_000_000, numbers.seed + 1)
    winning = win_chances(courses(deals[: numbers.courses], policy, numbers.seed))
    say(f"the first dealer wins {winning[0, 0]:.1%} of all games")
    kept = [kept_hands(cards, throws) for throws in (throwing.dealer, throwing.pone)]
    own, others = kept_weights(kept[1]), kept_weights(kept[0])
    values = values_of_hands(policy, own, others, dealer=False, most=numbers.samples // _FOLLOWED)
    say("every lead has been followed")
    leads = values.first[:, 0]
    replies = reply_values(own, most=numbers.samples)
    say("every reply has been searched")
    return GeneratedTables(throwing, dealer_play, pone_play, *kept, deals, winning, policy, leads, replies)


def kept_weights(kept: KeptHands) -> KeptWeights:
    """Return how often a player keeps each combination of four ranks in a million deals.

    Flushes and other hands are counted separately at first. Both numbers are rounded to one decimal place, as
    in the file `kept.json`, and then added.
    """
    return np.array([round(float(mixed), 1) + round(float(suited), 1) for mixed, suited in kept])


def _values(means: PlayMeans) -> PlayValues:
    """Return, for each hand, its owner's average points in the play minus the opponent's.

    The indices of the result are the ranks of the four cards in the hand.

    Args:
        means: for each hand, the average points of both players in the play.
    """
    values = np.zeros((13, 13, 13, 13))
    values[tuple(HANDS.T)] = means[:, 0] - means[:, 1]
    return values


VERSION = 1
"""The version of the tables' format."""
_SYMBOLS = [rank.symbol for rank in Rank]


def write(result: GeneratedTables, numbers: Numbers, folder: Path) -> None:
    """Write the coach's tables to a folder as JSON files, and a summary of them to `FIGURES.md` there.

    Args:
        result: the calculated tables.
        numbers: the settings used for the calculation, such as the number of deals.
        folder: the folder, which is created if necessary.

    Raises:
        OSError: a file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    habits = {
        "dealer": _by_pair(result.throwing.dealer.habits),
        "pone": _by_pair(result.throwing.pone.habits),
    }
    _write_json(folder / "throwing.json", numbers, habits)
    cribs = {
        "dealer": _by_pair(result.throwing.dealer_cribs, digits=2),
        "pone": _by_pair(result.throwing.pone_cribs, digits=2),
    }
    _write_json(folder / "cribs.json", numbers, cribs)
    play = {
        "dealer": _usual(result.dealer_play, result.deals[:, 4:8]) | _by_hand(result.dealer_play),
        "pone": _usual(result.pone_play, result.deals[:, :4]) | _by_hand(result.pone_play),
    }
    _write_json(folder / "play.json", numbers, play)
    kept = {"dealer": _by_kept_hand(result.dealer_kept), "pone": _by_kept_hand(result.pone_kept)}
    _write_json(folder / "kept.json", numbers, kept)
    _write_json(folder / "leads.json", numbers, {"pone": _by_lead(result.leads)})
    write_replies(result.replies, numbers, folder)
    chances = {
        str(score): [round(float(chance), 4) for chance in row] for score, row in enumerate(result.winning)
    }
    _write_json(folder / "winning.json", numbers, {"dealer": chances})
    (folder / "FIGURES.md").write_text(_figures(result, numbers), "utf-8")


def write_replies(replies: NDArray[np.float64], numbers: Numbers, folder: Path) -> None:
    """Write the values of the dealer's replies to `replies.json`.

    The file contains a Base64 string for each rank that pone may lead. Each string encodes four little-endian
    16-bit numbers for each hand in `HANDS`: the value of replying with each of the hand's cards, lowest card
    first, in hundredths of a point. The numbers are 0 if the lead is impossible, e.g. a five if the dealer
    holds all fives.

    Args:
        replies: the values, as in `GeneratedTables.replies`.
        numbers: the number of deals and other settings of the run, which are recorded in the file.
        folder: the folder.

    Raises:
        OSError: the file cannot be written.
    """
    table: dict[str, object] = {}
    for lead, symbol in enumerate(_SYMBOLS):
        values = np.take_along_axis(replies[:, lead], HANDS, axis=1)
        hundredths = np.round(100 * np.nan_to_num(values)).astype("<i2")
        table[symbol] = b64encode(hundredths.tobytes()).decode("ascii")
    _write_json(folder / "replies.json", numbers, {"dealer": table})


def _write_json(path: Path, numbers: Numbers, tables: dict[str, dict[str, object]]) -> None:
    head = {"version": VERSION, **numbers._asdict()}
    lines = [f" {json.dumps(name)}: {json.dumps(value)}" for name, value in {**head, **tables}.items()]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def _by_pair(values: NDArray[np.float64], digits: int = 5) -> dict[str, object]:
    """Return rounded values, keyed by the ranks of the two cards thrown, such as `5-J` or `5-J suited`.

    Args:
        values: the values. The value for two cards is at the index that `pair_kind` returns for them.
        digits: the number of decimals.
    """
    return {name: round(float(values[kind]), digits) for name, kind in _pairs()}


def _pairs() -> Iterator[tuple[str, int]]:
    """Yield the name of each possible throw, e.g. `5-J` or `5-J suited`, and its index from `pair_kind`."""
    for low in range(13):
        for high in range(low, 13):
            name = f"{_SYMBOLS[low]}-{_SYMBOLS[high]}"
            yield name, int(pair_kind(4 * low, 4 * high + 1))
            if low < high:
                yield f"{name} suited", int(pair_kind(4 * low, 4 * high))


def _by_hand(means: PlayMeans) -> dict[str, object]:
    return {
        name: [round(float(value), 2) for value in row] for name, row in zip(_names(), means, strict=True)
    }


def _by_kept_hand(kept: KeptHands) -> dict[str, object]:
    """Return how often each hand is kept, keyed by its ranks, e.g. `5-7-J-Q` or `5-7-J-Q suited`."""
    found: dict[str, object] = {}
    for name, hand, row in zip(_names(), HANDS, kept, strict=True):
        found[name] = round(float(row[0]), 1)
        if len(set(hand)) == len(hand):
            found[f"{name} suited"] = round(float(row[1]), 1)
    return found


def _by_lead(leads: NDArray[np.float64]) -> dict[str, object]:
    """Return the value of each lead from each of pone's hands, keyed by the hand's name, e.g. `5-5-J-Q`.

    A hand has one value for each of its ranks, lowest rank first.

    Args:
        leads: the value of leading each rank from each hand; shape (1820, 13).
    """
    return {
        name: [round(float(row[rank]), 2) for rank in sorted(set(hand))]
        for name, hand, row in zip(_names(), HANDS.tolist(), leads, strict=True)
    }


def _names() -> list[str]:
    """Return the name of each hand in `HANDS`, e.g. `5-5-J-Q`."""
    return ["-".join(_SYMBOLS[rank] for rank in hand) for hand in HANDS]


def _usual(means: PlayMeans, kept: NDArray[np.int8]) -> dict[str, object]:
    """Return the average points in the play over some hands, as a JSON object with the single key `usual`.

    The points of the hands' owner come first, then the opponent's.

    Args:
        means: for each hand, the average points of its owner and of the opponent in the play.
        kept: a sample of one player's hands of four cards. The averages are taken over this sample.
    """
    return {"usual": [round(float(value), 2) for value in _mean_of_kept(means, kept)]}


def _figures(result: GeneratedTables, numbers: Numbers) -> str:
    throwing = result.throwing
    dealer = _mean_of_kept(result.dealer_play, result.deals[:, 4:8])
    pone = _mean_of_kept(result.pone_play, result.deals[:, :4])
    lines = [
        "# The coach's tables: figures of the run",
        "",
        "`python -m engine.coach_tables` wrote these tables and this file with these numbers:",
        "",
        *(f"- {name}: {value:,}" for name, value in numbers._asdict().items()),
        "",
        f"The best answer to the others' throws gains the dealer {throwing.dealer_gain:.4f} points a deal, "
        f"and pone {throwing.pone_gain:.4f}.",
        f"The first dealer wins {result.winning[0, 0]:.1%} of all games.",
        f"In the play, the dealer scores {dealer[0]:.2f} points and pone {pone[0]:.2f}.",
        "",
        "Mean points of the crib, for the cards that a player throws to it:",
        "",
        "| cards | own crib | the other's |",
        "| --- | ---: | ---: |",
        *_crib_rows(result),
    ]
    return "\n".join(lines) + "\n"


def _mean_of_kept(means: PlayMeans, kept: NDArray[np.int8]) -> NDArray[np.float64]:
    """Return the average points in the play over some hands, for their owner and for the opponent.

    Args:
        means: for each hand, the average points of its owner and of the opponent in the play.
        kept: the hands of four cards over which the average is taken.
    """
    index = np.zeros((13, 13, 13, 13), np.int64)
    index[tuple(HANDS.T)] = np.arange(len(HANDS))
    ranks = np.sort(kept // 4, axis=1)
    mean: NDArray[np.float64] = means[index[tuple(ranks.T)]].mean(axis=0)
    return mean


def _crib_rows(result: GeneratedTables) -> Iterator[str]:
    own, others = result.throwing.dealer_cribs, result.throwing.pone_cribs
    assert len(own) == KINDS
    for name, kind in _pairs():
        yield f"| {name} | {own[kind]:.2f} | {others[kind]:.2f} |"
