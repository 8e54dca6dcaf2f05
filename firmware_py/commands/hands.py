"""`muggins count`, `discard`, `play` and `odds`: count a hand, rank throws and cards, and show chances."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.cards import Card, Rank, Suit
from engine.coach import RatedCard, Throw, chance_before_deal, plays, throws, win_chance
from engine.coach.crib import Rating
from engine.coach.given import given_cards
from engine.coach.play_choice import game_in_play
from engine.coach.throw_reasons import Sacrifice, Trade, throw_reasons
from engine.coach.throws import GAMES, show_throws
from engine.events import Event, Kind
from engine.game import Game
from engine.rules import LIMIT, Rules
from engine.scoring.calling import call_pegged, parts_of_hand
from engine.scoring.fast_count import distribution
from engine.scoring.hands_and_crib import CouldAdd, Count, count_show, find_ranks, suits_could_add
from engine.scoring.items import Item, Reason
from engine.scoring.play_points import find_play
from firmware_py.reports.saved_games import read_played
from firmware_py.system.errors import UsageError
from firmware_py.system.output import show
from firmware_py.window.changes_json import item_object
from firmware_py.words.in_use import PlayerNames, cards_in_row, words

from .options import Command, add_journal, add_json, add_rules, two_scores, whole_number


def _count_options(parser: ArgumentParser) -> None:
    parser.add_argument("cards", nargs="+", metavar="CARD", help="a card of the hand")
    parser.add_argument(
        "--starter",
        metavar="CARD",
        help="the starter (default: the last CARD, if one more is given than a hand has)",
    )
    parser.add_argument("--crib", action="store_true", help="count the cards as a crib")
    add_rules(parser)
    add_json(parser)


def count(options: Namespace) -> None:
    """Count the hand given on the command line, and print each combination that scores, with its points."""
    rules = Rules.parse(options.set)
    hand = [Card.parse(card) for card in options.cards]
    starter = None if options.starter is None else Card.parse(options.starter)
    size = rules.crib_size if options.crib else rules.hand_size
    is_hand = starter is not None or len(hand) not in _LESSON or len(hand) >= size
    if is_hand:
        counted = count_show(hand, starter, rules, crib=options.crib)
        call = counted.called(words())
    else:
        counted = _lesson(hand, rules)
        call = _lesson_call(counted, hand)
    if options.json:
        items = [item_object(item) for item in counted.items]
        show({"points": counted.points, "call": call, "items": items})
    elif is_hand:
        show(count_text(counted, call, suits_could_add(hand, starter, rules, crib=options.crib)))
    else:
        show(f"{count_text(counted, call)}\n{words().cards_are_no_hand(len(hand), size)}")


_LESSON = (2, 3)
"""The numbers of cards that are counted although they are too few for a hand."""


def _lesson(cards: Sequence[Card], rules: Rules) -> Count:
    found = find_ranks([card.rank for card in given_cards(cards)], ace_11=rules.ace_11)
    return Count(tuple(Item.of(one, cards) for one in found), nineteen=False, grouped=rules.calls_by_kind)


def _lesson_call(count: Count, cards: Sequence[Card]) -> str:
    fifteens = [item for item in count.items if item.reason is Reason.FIFTEEN]
    scoring = {card for item in fifteens for card in item.cards}
    if fifteens and len(fifteens) == len(count.items) and scoring == set(cards):
        return words().counted_up(tuple(parts_of_hand(fifteens)), rest=False)  # "the rest" would be no card
    return count.called(words())


_NOTHING = CouldAdd()


def count_text(count: Count, call: str, could_add: CouldAdd = _NOTHING) -> str:
    """Return a count as text: a line for each item, the total in words, and any points that could be added.

    Args:
        call: the count as players call it.
        could_add: the points that the hand could also score, depending on suits that are not known.
    """
    lines = []
    so_far = 0
    for item in count.items:
        so_far += item.points
        cards = cards_in_row(item.cards)
        lines.append(f"{words().reason(item.reason):<18} {cards:<20} {item.points:>3} {so_far:>4}")
    lines.append(words().points_and_call(count.points, call))
    flush, nobs, together = could_add
    if flush or nobs:
        longer = any(item.reason is Reason.FLUSH for item in count.items)
        lines.append(words().missing_suits_could_add(flush, nobs, longer=longer, together=together))
    return "\n".join(lines)


def _discard_options(parser: ArgumentParser) -> None:
    parser.add_argument("cards", nargs="+", metavar="CARD", help="a card that you were dealt")
    add_role(parser)
    parser.add_argument(
        "--score",
        type=two_scores,
        metavar="N,N",
        help="your score and the other player's before the deal, in a game to 121: rank by the chance to win",
    )
    add_json(parser)


def add_role(parser: ArgumentParser, *, required: bool = True) -> None:
    """Add the options `--dealer` and `--pone`. If none is required, one given is for all deals."""
    role, always = parser.add_mutually_exclusive_group(required=required), "" if required else "always "
    role.add_argument("--dealer", action="store_true", help=f"the crib is {always}your own")
    role.add_argument("--pone", action="store_true", help=f"the crib is {always}the other player's")


def discard(options: Namespace) -> None:
    """Print the ways to throw two of the cards given on the command line, best first.

    With five or seven cards, the throws are ranked only by the average points of the hand and the crib.
    """
    hand = [Card.parse(card) for card in options.cards]
    if len(hand) not in GAMES:
        ranked = throws(hand, dealer=options.dealer, score=options.score)
    elif options.score is None:
        ranked = show_throws(hand, dealer=options.dealer)
    else:
        raise UsageError(f"--score is for the six-card game: give six cards, not {len(hand)}, or no score")
    if options.json:
        reasons = reasons_in_words(ranked, dealer=options.dealer)
        show({"throws": [_throw_object(throw) for throw in ranked], "reasons": reasons})
    else:
        show(throws_text(ranked, dealer=options.dealer))


def throws_text(ranked: Sequence[Throw], *, dealer: bool) -> str:
    """Return a text table with a line for each throw, best first, and the reasons for the best one."""
    lines = [_throw_row(words().THROW, words().KEPT, list(_throw_figures(ranked[0])))]
    for throw in ranked:
        figures = list(_throw_figures(throw).values())
        lines.append(_throw_row(cards_in_row(throw.thrown), cards_in_row(throw.kept), figures))
    best = ranked[0]
    first, *others = reasons_in_words(ranked, dealer=dealer)
    lines += [words().best_throw(cards_in_row(best.thrown), first), *others]
    if best.play is None:
        lines.append(words().COACH_KNOWS_SIX_CARDS)
    elif best.win is not None:
        lines.append(words().best_throw_wins(best.win))
    return "\n".join(lines)


def reasons_in_words(ranked: Sequence[Throw], *, dealer: bool) -> list[str]:
    """Return the reasons for the best throw, as sentences. It is the first in `ranked`."""
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
    other = cards_in_row(trade.other.thrown)
    match trade.sacrifice:
        case Sacrifice.TOTAL:
            return words().score_decides(other, trade.lost)
        case Sacrifice.SHOW:
            return words().play_decides(other, trade.lost, trade.gained)
        case Sacrifice.HAND:
            return words().trades_hand(other, trade.lost, trade.gained)
        case Sacrifice.CRIB:
            return words().trades_crib(other, trade.lost, trade.gained)


def _throw_figures(throw: Throw) -> dict[str, str]:
    hand, crib, play, total = words().THROW_COLUMNS
    found = {hand: f"{throw.hand:.2f}", crib: f"{throw.crib:.2f}"}
    if throw.play is not None:
        found[play] = f"{throw.play:.2f}"
    found[total] = f"{throw.total:.2f}"
    if throw.win is not None:
        found[words().WIN] = f"{throw.win:.1%}"
    return found


def _throw_row(thrown: str, kept: str, figures: Sequence[str]) -> str:
    return f"{thrown:<9} {kept:<15}" + "".join(f"{figure:>8}" for figure in figures)


def _throw_object(throw: Throw) -> dict[str, Any]:
    return {
        "thrown": [str(card) for card in throw.thrown],
        "hand": round(throw.hand, 2),
        "crib": round(throw.crib, 2),
        "play": None if throw.play is None else round(throw.play, 2),
        "total": round(throw.total, 2),
        "win": None if throw.win is None else round(throw.win, 4),
    }


def _play_options(parser: ArgumentParser) -> None:
    parser.add_argument("cards", nargs="+", metavar="CARD", help="a card that you still hold")
    add_role(parser)
    parser.add_argument(
        "--on-table",
        nargs="+",
        default=(),
        metavar="CARD",
        help="all cards laid in this deal, by both players, in order; GO where a player said go",
    )
    parser.add_argument("--count", type=whole_number, metavar="N", help="the count, to check these cards")
    parser.add_argument("--starter", metavar="CARD", help="the starter, a card that nobody can hold")
    add_json(parser)


def play(options: Namespace) -> None:
    """Print the cards that can be laid, best first, and the reasons for the best one."""
    hand = [Card.parse(card) for card in options.cards]
    laid = [None if word.upper() == "GO" else Card.parse(word) for word in options.on_table]
    starter = None if options.starter is None else Card.parse(options.starter)
    game = game_in_play(laid, starter, dealer=options.dealer)
    if game.to_act == 1 and Kind.GO in game.accepts:
        game = game.apply(Event.go())  # or it would not be the turn of the player who asks
    if game.to_act == 1:
        raise UsageError("it is the other player's turn: give --on-table all cards of this deal, in order")
    if options.count not in (None, game.count):
        raise UsageError(f"--count {options.count}: the cards on the table count {game.count}")
    ranked = plays(game, hand, knows_starter=starter is not None)
    reasons = play_reasons(game, ranked, hand, starter)
    if options.json:
        show({"plays": [_play_object(game, rated) for rated in ranked], "reasons": reasons})
    else:
        rows = ["{:<5}{:>5}{:>8}{:>8}".format(*words().PLAY_COLUMNS)] if ranked else []
        for rated in ranked:
            _, points, rest, total, call = _play_object(game, rated).values()
            rows.append(f"{rated.card.pretty:<5}{points:>5}{rest:>8.2f}{total:>8.2f}  {call}")
        show("\n".join([*rows, *reasons]))


def _play_object(game: Game, rated: RatedCard) -> dict[str, Any]:
    rest, total = round(rated.rest, 2) + 0.0, round(rated.total, 2) + 0.0  # no -0.0
    call = _call_of(game, rated.card)
    return {"card": str(rated.card), "points": rated.points, "rest": rest, "total": total, "call": call}


def _call_of(game: Game, card: Card) -> str:
    count, items = game.count + card.rank.counting_value, find_play([*_pile(game), card.rank])
    return call_pegged(items, count, words=words()) if items else words().number(count)


def _pile(game: Game) -> list[Rank]:
    return [game.deal_cards[index].rank for index in game.current_play.laid]


def play_reasons(
    game: Game, ranked: Sequence[RatedCard], hand: Sequence[Card], starter: Card | None
) -> list[str]:
    """Return the reasons why seat 0 should lay the first of the ranked cards of its hand, as sentences."""
    if not ranked:
        return [words().PASSES_31]
    best, most = ranked[0], max(ranked, key=lambda rated: rated.points)
    said = [words().best_play(best.card.pretty, _call_of(game, best.card))]
    after = game.enter(best.card)
    if after.to_act == 1 and after.count:
        held = [card.rank for card in hand]
        held.remove(best.card.rank)
        seen = [card.rank for card in (*after.deal_cards[1:], *((starter,) if starter else ()))]
        said += _what_can_follow(after, held, [*seen, *held])
    if most.points > best.points:
        lost, gained = most.points - best.points, best.rest - most.rest
        said.append(words().trades_points(most.card.pretty, lost, gained))
    return said


def _what_can_follow(game: Game, held: Sequence[Rank], seen: Sequence[Rank]) -> list[str]:
    """Return sentences about the other player's cards that score now, and about the player's answers."""
    pile, denied = _pile(game), game.current_play.denied[1]
    replies: dict[Reason, list[Rank]] = {}
    answers: dict[tuple[Rank, Reason], dict[Rank, int]] = {}
    for rank in Rank:
        unseen, left = len(Suit) - seen.count(rank), LIMIT - game.count - rank.counting_value
        if not unseen or left < 0 or rank.counting_value <= denied:
            continue
        for found in find_play([*pile, rank]):
            replies.setdefault(found.reason, []).append(rank)
        for own in {own for own in held if own.counting_value <= left}:
            for found in find_play([*pile, rank, own]):
                answers.setdefault((own, found.reason), {})[rank] = unseen * found.points
    said = [words().UNDER_FIVE] if game.count < 5 else []
    if 15 < game.count < 21:
        said.append(words().PAST_FIFTEEN)
    said.append(words().replies_score(replies))
    if answers:
        (own, reason), ranks = max(answers.items(), key=lambda answer: sum(answer[1].values()))
        said.append(words().you_can_answer(own, reason, list(ranks)))
    return said


def _odds_options(parser: ArgumentParser) -> None:
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--score", type=two_scores, metavar="N,N", help="the scores of the two sides, left first"
    )
    what.add_argument("--hands", action="store_true", help="the number of hands with each count")
    add_journal(what)
    parser.add_argument(
        "--dealer",
        type=int,
        choices=(0, 1),
        help="the side that deals next, with --score (default: 0, the left)",
    )
    add_json(parser)


def odds(options: Namespace) -> None:
    """Print each side's chance of winning or, with `--hands`, how many hands score each number of points.

    If no score is given, print the chances in the game that is in progress.
    """
    if options.dealer is not None and options.score is None:
        raise UsageError("--dealer is for a score before a deal: add --score")
    if options.hands:
        _show_hands(json=options.json)
    elif options.score is None:
        _show_game(options.journal, json=options.json)
    else:
        scores, dealer = options.score, options.dealer or 0
        chance = chance_before_deal(dealer=scores[dealer], pone=scores[1 - dealer])
        chances = (chance, 1 - chance) if dealer == 0 else (1 - chance, chance)
        if options.json:
            show({"chances": _rounded(chances)})
        else:
            show(_table(words().seats(2), scores, chances))


def _show_game(journal: Path | None, *, json: bool) -> None:
    game = read_played(journal).history.game
    chances = win_chance(game)
    scores = [side.front for side in game.sides]
    if json:
        show({"chances": _rounded(chances), "scores": scores, "prompt": game.prompt.value})
    else:
        show(_table(PlayerNames(game).sides, scores, chances))


def _rounded(chances: Sequence[float]) -> list[float]:
    return [round(each, 4) for each in chances]


def _table(names: Sequence[str], scores: Sequence[int], chances: Sequence[float]) -> str:
    wide = max(8, *map(len, names))
    rows = zip(names, scores, chances, strict=True)
    return "\n".join(f"{name:<{wide}} {score:>3} {each:>7.1%}" for name, score, each in rows)


def _show_hands(*, json: bool) -> None:
    numbers = distribution()
    if json:
        show({"hands": [{"points": points, "number": number} for points, number in enumerate(numbers)]})
        return
    total = sum(numbers)
    lines = ["{:>6} {:>9} {:>9}".format(*words().HANDS_COLUMNS)]
    lines += [f"{points:>6} {number:>9,} {number / total:>9.4%}" for points, number in enumerate(numbers)]
    show("\n".join(lines))


COMMANDS = {
    "count": Command(
        count,
        _count_options,
        "A card is a rank and a suit, such as 5H, 10D or Q♠, or a rank alone. Two or three cards are no "
        "hand; for a lesson, their fifteens, pairs and runs are counted.",
        speaks_to_players=True,
    ),
    "discard": Command(
        discard,
        _discard_options,
        "A card is a rank and a suit, such as 5H, 10D or Q♠. Five or seven cards, as other games deal them, "
        "are ranked by hand and crib only.",
        speaks_to_players=True,
    ),
    "play": Command(
        play,
        _play_options,
        "Later counts your points in the rest of the play, go and last included, less the other player's. "
        "'muggins simulate' plays a game.",
        speaks_to_players=True,
    ),
    "odds": Command(odds, _odds_options, speaks_to_players=True),
}
