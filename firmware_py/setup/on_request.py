"""Settings that setup asks about only on request, e.g. a second display, players' names, or the coach."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping

from engine.options import OPTIONS
from engine.rules import PLAYERS
from firmware_py.config.palette import NAMED, colour

from . import try_display
from .draft import Draft
from .find_parts import FoundParts, Hardware
from .profile_choice import NONE
from .terminal import Terminal, whole_number

_INTERFACES = {
    "i2c": "on I2C",
    "spi": "on SPI",
    NONE: "there is none",
}


def ask(terminal: Terminal, hardware: Hardware, found: FoundParts, draft: Draft) -> Draft:
    """Ask about further settings until the user has no more changes to make. Return the updated draft."""
    about: Mapping[str, Callable[[Terminal, Draft], Draft]] = {
        "second display": lambda terminal, draft: _second_display(terminal, hardware, found, draft),
        "buzzer": _buzzer,
        "colours": _colours,
        "names": _names,
        "rules": _rules,
        "coach": _coach,
    }
    words = {"second": "second display", "display": "second display", "colors": "colours", "name": "names"}
    answers = {"": None, "no": None, "n": None} | {name: name for name in about} | words
    terminal.say()
    terminal.say(f"Anything else? There are: {', '.join(about)}.")
    question = "Type the name of one, or Enter for no:"
    while True:
        name = answers.get(answer := terminal.ask(question).lower(), answer)
        if name is None:
            return draft
        if name not in about:
            terminal.say(f"Please answer {', '.join(about)}, or Enter alone.")
            continue
        draft = about[name](terminal, draft)
        question = "Anything else? Its name, or Enter for no:"


def _second_display(terminal: Terminal, hardware: Hardware, found: FoundParts, draft: Draft) -> Draft:
    first = draft.config.display
    if first is None:
        terminal.say("This board has no first display yet: run muggins setup again, and name its screen.")
        return draft
    where = {(first.bus, first.address)} if first.interface == "i2c" else set()
    other = next((each for each in found.panels if (each.bus, each.address) not in where), None)
    why = f"found at {other.address:#04x} on I2C bus {other.bus}" if other else ""
    kind = terminal.menu("Where is the second display?", _INTERFACES, "i2c" if other else None, why)
    if kind == NONE:
        return draft.without("second_display")
    new = draft.as_in_profile("second_display")
    if kind == "i2c" and other:
        new = new.with_values(
            "second_display", bus=other.bus, address=other.address, controller=other.controller
        )
    else:
        question, read = _address(new) if kind == "i2c" else _select(new)
        described = terminal.checked(question, read)
        if described is None:
            return draft
        new = described
    return try_display.try_out(terminal, hardware, new, "second_display")


def _address(draft: Draft) -> tuple[str, Callable[[str], Draft | None]]:
    """Return the question, and a function that parses the answer. It returns None if the answer is `none`."""

    def read(text: str) -> Draft | None:
        if text.lower() == NONE:
            return None
        try:
            address = int(text or "0x3d", 16)
        except ValueError:
            raise ValueError("please answer with an I2C address, such as 0x3D, or none") from None
        return draft.with_values("second_display", address=address).checked()

    return "Its I2C address, or none (Enter for 0x3D):", read


def _select(draft: Draft) -> tuple[str, Callable[[str], Draft | None]]:
    def read(text: str) -> Draft | None:
        if text.lower() == NONE:
            return None
        words = text.replace(",", " ").split()
        if len(words) != 3 or not all(word.isascii() and word.isdigit() for word in words):
            raise ValueError("please answer with three numbers, such as 1 24 25, or none")
        device, dc, reset = map(int, words)
        values = {"interface": "spi", "device": device, "dc": dc, "reset": reset}
        return draft.with_values("second_display", **values).checked()

    return "Its chip select (0 or 1) and the BCM pins of its DC and RST, such as 1 24 25, or none:", read


def _buzzer(terminal: Terminal, draft: Draft) -> Draft:
    def read(text: str) -> Draft:
        if text.lower() == NONE:
            others = draft.tables.get("signals", {}).keys() - {"buzzer"}
            return draft.with_values("signals", buzzer=False) if others else draft.without("signals")
        pin = whole_number(text, "a BCM number, such as 13 for GPIO13, or none")
        return draft.with_values("signals", buzzer=pin).checked()

    return terminal.checked("Which pin is the buzzer on? Its BCM number, or none:", read)


def _colours(terminal: Terminal, draft: Draft) -> Draft:
    if draft.config.lights is None:
        terminal.say("This board has no lights, so its pegs have no colours.")
        return draft

    def read(text: str) -> Draft:
        if not text:
            return draft
        colours = [each.strip() for each in text.split(",")]
        for each in colours:
            colour(each)
        if not 2 <= len(colours) <= 4:
            raise ValueError("please answer with two to four colours, with a comma between them")
        return draft.with_values("lights", colours=colours).checked()

    terminal.say(f"The colours: {', '.join(NAMED)}, or any other as #rrggbb.")
    question = "Two to four of them, with commas, the left track first (Enter keeps them as they are):"
    return terminal.checked(question, read)


def _names(terminal: Terminal, draft: Draft) -> Draft:
    def read(text: str) -> Draft:
        names = text.replace(",", " ").split()
        if not names:
            return draft
        if len(names) not in PLAYERS:
            raise ValueError(f"a game has {_counts()} players, not {len(names)}")
        return draft.with_values("game", names=names, players=None).checked()

    now = " ".join(draft.config.setup.names)
    enter = f"Enter keeps {now}" if now else "Enter for none"
    return terminal.checked(f"The players' names, separated by spaces ({enter}):", read)


def _coach(terminal: Terminal, draft: Draft) -> Draft:
    terminal.say("The coach knows the six-card game for two. After a deal, OK shows what it thinks of")
    terminal.say("the throws to the crib, and who is likely to win. It says nothing during a hand.")
    when = {"off": "never", "after_deal": "after each deal"}
    chosen = terminal.menu("When does the coach speak?", when, draft.config.settings["coach"], "as it is now")
    return draft.with_values("game", coach=chosen)


def _counts() -> str:
    *others, last = map(str, PLAYERS)
    return f"{', '.join(others)} or {last}"


def _rules(terminal: Terminal, draft: Draft) -> Draft:

    def read(text: str) -> Draft:
        changed = draft
        for word in text.split():
            name, equals, value = word.partition("=")
            if not equals or name not in (*OPTIONS, "players"):
                raise ValueError(f"{word} is no rule: write it as option=value, such as muggins=on")
            given = int(value) if value.isascii() and value.isdigit() and len(value) < 5 else value
            changed = changed.with_values("game" if name == "players" else "rules", **{name: given})
        return changed.checked()

    terminal.say("The rules of new games, an option and its value each, such as muggins=on players=3.")
    while True:
        question = "Which rules differ from the usual ones (? lists them all, Enter for none)?"
        answer = terminal.checked(question, lambda text: None if text == "?" else read(text))
        if answer is not None:
            return answer
        terminal.say(f"  {'players':18}{', '.join(map(str, PLAYERS))}")
        for name, option in OPTIONS.items():
            line = f"  {name:18}{option.allowed}: {option.about}"
            terminal.say(textwrap.fill(line, 78, subsequent_indent=" " * 20))
