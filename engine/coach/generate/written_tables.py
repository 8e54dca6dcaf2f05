"""Write the coach's tables as JSON files, and a summary of them as Markdown."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.cards import Rank
from engine.coach.generate.crib_values import KINDS, pair_kind
from engine.coach.generate.kept_hands import KeptHands
from engine.coach.generate.play_values import HANDS, PlayMeans
from engine.coach.generate.tables_run import GeneratedTables, Numbers

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
        "`python -m engine.coach.generate` wrote these tables and this file with these numbers:",
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
