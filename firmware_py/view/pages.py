"""Pages that take the whole screen: counts item by item, the menu and its dialogues."""

from __future__ import annotations

from typing import NamedTuple

from engine.entries import Entry
from engine.events import Event, Kind
from engine.game import Game
from engine.game_setup import Setup
from engine.match.history import History
from engine.match.timeline import Step
from engine.options import OPTIONS
from engine.relevant_options import has_effect
from engine.rules import Rules
from engine.scoring.items import Item, Reason
from firmware_py.input import new_game
from firmware_py.input.dialogues import (
    ENTRIES,
    ByHand,
    CallPart,
    Claimant,
    Correct,
    Dialogue,
    Menu,
    Misdeal,
    PutRight,
    RulesInForce,
    Signs,
    SwitchOff,
)
from firmware_py.input.keys import Key
from firmware_py.player_names import SEATS, PlayerNames
from firmware_py.view.calls import call_of, called_low, of_a_hand, pegged, scorer, whose

ROWS = 4
"""Rows of a page with room between them; a page can have one more."""
_WIDE = 20
"""Letters that a row has room for at least."""
_CARDS = 6
"""Cards that a row has room for, each with its suit."""
_LONG = 7
"""Letters of the longest name that leaves room beside it for `'s hand` in a title."""


Rows = tuple[tuple[str, str], ...]
"""A text on the left and one on the right, row by row."""


class Page(NamedTuple):
    """A page.

    Attributes:
        title: what it is about.
        number: what stands at the right of the title: which page of how many, or a key.
        rows: a text on the left and one on the right each.
    """

    title: str
    number: str
    rows: Rows


def count_page(game: Game, number: int) -> Page | None:
    """A page of the last counts; 0 is the board itself, and after the last page it comes again."""
    if not number:
        return None
    pages = [page for entry in _last_counts(game) for page in _pages(game, entry)]
    number %= len(pages) + 1
    if not number:
        return None
    title, rows = pages[number - 1]
    return Page(title, f"{number}/{len(pages)}", rows)


def _last_counts(game: Game) -> list[Entry]:
    """The counts that OK pages through: the hands of the last show, or what the last press to score made."""
    if not game.entries:
        return []
    last = game.entries[-1]
    if not of_a_hand(last):
        return [entry for entry in game.entries if entry.at == last.at]
    first = game.deal.entries if game.deal else 0
    return [entry for entry in game.entries[first:] if of_a_hand(entry)]


def _pages(game: Game, entry: Entry) -> list[tuple[str, Rows]]:
    """The title and the rows of each page that a count takes."""
    name = scorer(game, entry)
    points = pegged(entry) if of_a_hand(entry) else str(entry.points)
    long = len(name) > _LONG or " " in points
    title = f"{name if long else whose(game, entry)} {points}"
    nothing = call_of(game, entry).text.rpartition(" ")[2]
    rows = [row for item in game.items(entry) for row in _rows_of(item)] or [(nothing, "0")]
    if called_low(game, entry):
        rows = [("called", str(entry.points))]
    return [(title, tuple(rows[start : start + ROWS])) for start in range(0, len(rows), ROWS)]


def _rows_of(item: Item) -> Rows:
    """The reason, its cards and its points, in a row where they fit, else the cards in rows of their own."""
    words, cards = item.reason.words, [card.pretty for card in item.cards]
    if item.reason in (Reason.MUGGINS, Reason.GO) and len(cards) == 1:
        words += ", on the"
    # A suit is as wide as two letters.
    if len(words) + sum(4 if card.suit else 2 for card in item.cards) <= _WIDE + 2:
        return ((" ".join([words, *cards]), str(item.points)),)
    some = [" ".join(cards[start : start + _CARDS]) for start in range(0, len(cards), _CARDS)]
    return ((words, ""), *((row, "") for row in some[:-1]), (some[-1], str(item.points)))


def dialogue_page(dialogue: Dialogue, history: History) -> Page:
    """What a dialogue looks like."""
    game = history.game
    rows: Rows
    match dialogue:
        case Menu(_, powers_off):
            return _menu(powers_off=powers_off, can_call=game.callable is not None)
        case ByHand(kind, side, digits):
            title, does = _BY_HAND[kind]
            name, score = PlayerNames(game).sides[side], game.sides[side].front
            typed = (f"{digits.text}_", f"now {score}")
            rows = (*_name_rows(name), typed, (f"OK {does}", "GO next"), ("UNDO leaves", ""))
            return Page(title, "", rows)
        case Misdeal():
            rows = (
                ("Its points are lost,", ""),
                ("same dealer again.", ""),
                ("", ""),
                ("OK yes", "GO no"),
            )
            return Page("Throw the deal in?", "", rows)
        case CallPart(digits):
            rows = (
                ("Points called:", f"{digits.text}_"),
                ("Opponents may claim", ""),
                ("the rest.", ""),
                ("OK calls", "UNDO leaves"),
            )
            return Page("Call fewer points", "", rows)
        case SwitchOff():
            rows = (
                ("The game is saved, the", ""),
                ("machine shuts down.", ""),
                ("", ""),
                ("OK yes", "GO no"),
            )
            return Page("Switch off?", "", rows)
        case RulesInForce(page):
            return _rules(game.rules, page)
        case Signs():
            return _signs(game.rules)
        case Correct():
            return _correct(dialogue, history)
        case PutRight():
            return _put_right(dialogue, history)
        case Claimant():
            names = PlayerNames(game).seats
            rows = tuple((f"{key.value}  {names[seat]}", "") for key, seat in dialogue.seats(game).items())
            return Page("Who claims?", "UNDO leaves", rows)
    assert isinstance(dialogue, new_game.Step)
    return _new_game(dialogue, game)


def _name_rows(name: str) -> Rows:
    """What a side is called; partners with long names in two rows."""
    if len(name) <= _WIDE:
        return ((name, ""),)
    first, second = name.split(" & ")
    return ((f"{first} &", ""), (second, ""))


def _menu(*, powers_off: bool, can_call: bool) -> Page:
    """The entries in two columns, each after its key; without those that cannot be chosen now."""
    left_out = {Key.EIGHT: not powers_off, Key.TEN: not can_call}
    entries = [f"{key.value} {_MENU[key]}" for key in ENTRIES if not left_out.get(key)]
    entries += [""] * (len(entries) % 2)
    return Page("Menu", "GO leaves", _by_twos(tuple(entries)))


_MENU = {
    Key.ACE: "peg",
    Key.TWO: "take back",
    Key.THREE: "set score",
    Key.FOUR: "misdeal",
    Key.FIVE: "rules",
    Key.SIX: "new game",
    Key.SEVEN: "correct",
    Key.EIGHT: "off",
    Key.NINE: "signs",
    Key.TEN: "call fewer",
}
_BY_HAND = {
    Kind.PEG: ("Peg points", "pegs"),
    Kind.TAKE_BACK: ("Take back", "takes"),
    Kind.SCORE: ("Set the score", "sets"),
}


def _signs(rules: Rules) -> Page:
    """What the signs on the screen mean."""
    if rules.sides == 2:
        turn = (("◀ ▶", "whose turn it is"), ("15 on it", "the count"))
    else:
        turn = (("lit score", "whose turn"), ("15: K 5", "count, cards"))
    rows = (("D", "the dealer"), *turn, ("thick peg", "the score"), ("thin peg", "score before"))
    return Page("The signs", "GO leaves", rows)


def _rules(rules: Rules, page: int) -> Page:
    """The rules that matter in this game: first those that are not as usual, then the rest."""
    usual = Rules(rules.game, rules.players)
    names = sorted(
        (name for name in OPTIONS if has_effect(name, rules)),
        key=lambda name: getattr(rules, name) == getattr(usual, name),
    )
    pages: list[list[tuple[str, str]]] = [[("players", str(rules.players))]]
    for name in names:
        rows = _option_rows(name, rules)
        if len(pages[-1]) + len(rows) > ROWS:
            pages.append([])
        pages[-1] += rows
    number = page % len(pages)
    blank = [("", "")] * (ROWS - len(pages[number]))
    shown = (*pages[number], *blank, ("OK next", "UNDO back"))
    return Page(f"Rules {number + 1}/{len(pages)}", "GO leaves", shown)


def _option_rows(name: str, rules: Rules) -> list[tuple[str, str]]:
    """An option and its value, in a row where they fit, else in two."""
    words, value = name.replace("_", " "), OPTIONS[name].write(getattr(rules, name)).replace("_", " ")
    if len(words) + len(value) < _WIDE:
        return [(words, value)]
    return [(words, ""), ("", value)]


def _correct(dialogue: Correct, history: History) -> Page:
    steps = history.this_deal
    number = dialogue.place - steps[0].before.at
    shown = range(max(0, number - 2), number + 1)
    rows = [(said(history, steps[place]), "◀" if place == number else "") for place in shown]
    rows += [("", "")] * (ROWS - 1 - len(rows))
    return Page("Which press?", f"{number + 1}/{len(steps)}", (*rows, ("OK this", "GO before")))


def _put_right(dialogue: PutRight, history: History) -> Page:
    ways = (*dialogue.choices(history), "")[:2]
    rows = (said(history, dialogue.step(history)), "", *(f"{way[:1].upper()}{way[1:]}" for way in ways))
    return Page("Correct", "UNDO back", tuple((row, "") for row in rows))


def said(history: History, step: Step) -> str:
    """What a press of this deal did, in words: `Left laid 7♥`."""
    game, event = step.before, step.event
    names = PlayerNames(game).seats
    who = names[game.to_act] if game.to_act is not None else ""
    if event.kind is Kind.LAY:
        # A card that would pass 31 is not always laid by the player who was in turn.
        after = history.game.deal
        place = len(game.deal_cards)
        hands = enumerate(after.hands if after else ())
        who = next((names[seat] for seat, hand in hands if place in hand), who)
    return _SAID.get(event.kind, "{word}").format(who=who, what=_what(event), word=event.kind.value).strip()


def _what(event: Event) -> str:
    """The card, suit or numbers of an event."""
    if event.kind is Kind.SUIT:
        return event.named.symbol if event.named is not None else ""
    return event.named.symbol if event.named is not None else " ".join(map(str, event.numbers))


_SAID = {
    Kind.CUT: "{who} cut {what}",
    Kind.STARTER: "starter {what}",
    Kind.LAY: "{who} laid {what}",
    Kind.GO: "{who}: go",
    Kind.CALL: "{what} points called",
    Kind.TAKE: "muggins",
    Kind.REST: "{who} kept {what}",
    Kind.HAND: "{who} showed {what}",
    Kind.YES: "{who}: yes",
    Kind.NO: "{who}: no",
    Kind.CLAIM: "{who} counted {what}",
    Kind.REVEAL: "{who} counted",
    Kind.CRIB: "crib {what}",
    Kind.SUIT: "its suit {what}",
    Kind.CHANGE: "put right",
    Kind.PUT_IN: "put right",
    Kind.TAKE_OUT: "put right",
}


def _new_game(step: new_game.Step, game: Game) -> Page:
    """The dialogues of a new game."""
    setup = step.setup
    rows: Rows
    match step:
        case new_game.NewGame():
            return Page("New game", "OK begins", _form(setup))
        case new_game.Target(_, digits):
            rows = ((f"{digits.text}_", OPTIONS["target"].allowed), ("", ""), ("OK sets", "UNDO leaves"))
            return Page("Target", "", rows)
        case new_game.Start(_, side, digits):
            name = PlayerNames(game.of(setup)).sides[side]
            typed = (f"{digits.text}_", f"now {setup.start[side]}")
            rows = (*_name_rows(name), typed, ("OK sets", "GO next"), ("UNDO leaves", ""))
            return Page("Points to start with", "", rows)
        case new_game.Names(_, done, text, _):
            seat = SEATS[setup.rules.players][len(done)]
            other = "UNDO back" if text or done else "GO no names"
            rows = (
                (f"{text}_", setup.names[len(done)] if setup.names else ""),
                ("2 ABC, 3 DEF to 9 XYZ", ""),
                ("K ends a letter", ""),
                ("OK next", other),
            )
            title = f"Player {len(done) + 1}'s name" if setup.names else f"Name of {seat}"
            return Page(title, f"{len(done) + 1}/{setup.rules.players}", rows)
        case new_game.Choice(_, name):
            of = len(new_game.choices(setup.rules))
            option = [*_option_rows(name, setup.rules), ("", "")][:2]
            keys = (("GO changes", "OK next"), ("UNDO back", "MENU done"))
            return Page("Rules", f"{step.place + 1}/{of}", (*option, *keys))
    rows = (("Points and games won", ""), ("so far are lost.", ""), ("", ""), ("OK yes", "GO no"))
    return Page("Give this game up?", "", rows)


def _form(setup: Setup) -> Rows:
    """What the new game is to be, and the keys that change it."""
    rules = setup.rules
    start = "-".join(map(str, setup.start))
    return (
        (f"A: {rules.game}", f"2: for {rules.players}"),
        (f"3: up to {rules.target}", "5: names"),
        (f"4: start {start}", "6: rules"),
        *_by_twos((*setup.names, "GO leaves")[:4]),
    )


def _by_twos(texts: tuple[str, ...]) -> Rows:
    """Texts in two columns, the last one at the right edge."""
    if len(texts) % 2:
        texts = (*texts[:-1], "", texts[-1])
    return tuple(zip(texts[::2], texts[1::2], strict=True))
