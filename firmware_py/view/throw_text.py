"""The output of `muggins discard`: average points for each throw, and the reasons for the best one."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card
from engine.coach import Throw
from engine.coach.crib import Rating
from engine.coach.throw_reasons import Sacrifice, Trade, throw_reasons
from firmware_py.words.in_use import words


def throws_text(ranked: Sequence[Throw], *, dealer: bool) -> str:
    """Return a text table with a line for each throw, followed by the reasons why the first one is the best.

    Args:
        ranked: the throws, best first.
        dealer: True if the crib is the player's own.
    """
    columns = _figures(ranked[0])
    lines = [_row(words().THROW, words().KEPT, list(columns))]
    lines += [
        _row(_cards(throw.thrown), _cards(throw.kept), list(_figures(throw).values())) for throw in ranked
    ]
    best = ranked[0]
    first, *others = reasons_in_words(ranked, dealer=dealer)
    lines += [words().best_throw(_cards(best.thrown), first), *others]
    if best.play is None:
        lines.append(words().COACH_KNOWS_SIX_CARDS)
    elif best.win is not None:
        lines.append(words().best_throw_wins(best.win))
    return "\n".join(lines)


def reasons_in_words(ranked: Sequence[Throw], *, dealer: bool) -> list[str]:
    """Return the reasons for the best throw, as sentences.

    Args:
        ranked: the throws, best first.
        dealer: True if the crib is the player's own.
    """
    reasons = throw_reasons(ranked, dealer=dealer)
    about_the_crib = {
        Rating.BETTER: words().better_for_crib,
        Rating.USUAL: words().usual_for_crib,
        Rating.WORSE: words().worse_for_crib,
    }[reasons.rating]
    ranks = "-".join(card.rank.symbol for card in sorted(ranked[0].thrown, key=lambda card: card.rank))
    said = [
        words().keeps_parts(reasons.parts),
        about_the_crib(ranks, reasons.crib, reasons.usual_crib, dealer=dealer),
    ]
    if reasons.trade is not None:
        said.append(_trade_in_words(reasons.trade))
    return said


def _trade_in_words(trade: Trade) -> str:
    other = _cards(trade.other.thrown)
    match trade.sacrifice:
        case Sacrifice.TOTAL:
            return words().score_decides(other, trade.lost)
        case Sacrifice.SHOW:
            return words().play_decides(other, trade.lost, trade.gained)
        case Sacrifice.HAND:
            return words().trades_hand(other, trade.lost, trade.gained)
        case Sacrifice.CRIB:
            return words().trades_crib(other, trade.lost, trade.gained)


def _figures(throw: Throw) -> dict[str, str]:
    hand, crib, play, total = words().THROW_COLUMNS
    found = {hand: f"{throw.hand:.2f}", crib: f"{throw.crib:.2f}"}
    if throw.play is not None:
        found[play] = f"{throw.play:.2f}"
    found[total] = f"{throw.total:.2f}"
    if throw.win is not None:
        found[words().WIN] = f"{throw.win:.1%}"
    return found


def _row(thrown: str, kept: str, figures: Sequence[str]) -> str:
    return f"{thrown:<9} {kept:<15}" + "".join(f"{figure:>8}" for figure in figures)


def _cards(cards: Sequence[Card]) -> str:
    return " ".join(card.pretty for card in cards)
