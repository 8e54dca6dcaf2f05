"""Write the generated parts of documents and guides again: `python -m tests.write_documents`."""

from __future__ import annotations

import argparse
import inspect
import re
import tomllib
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from engine.options import OPTIONS, Option
from firmware_py.commands.all_commands import COMMANDS, parser_of
from firmware_py.config import build, defaults, files, track_shape
from firmware_py.config.clashes import uses
from firmware_py.config.config import Config
from firmware_py.config.displays import OLED_CONTROLLERS
from firmware_py.config.lights import LightSettings
from firmware_py.config.programs import AMPLIFIERS, MqttSettings, SpeechSettings
from firmware_py.config.requirements import cmdline_words, config_lines, listing
from firmware_py.config.schema import check_file
from firmware_py.input.settings import DEFAULTS
from firmware_py.system.errors import UsageError
from firmware_py.wiring.pins import KEY, MATRIX, Wire, plan

FOLDER = Path(__file__).parent.parent / "hardware"
_MADE = re.compile(r"(<!-- made: (\S+) (\S+) -->\n).*?(<!-- end -->)", re.S)

_TIMED: dict[str, Any] = {"extends": "usb-numpad", "lights": {"chip": "ws2812"}}
"""The board in leds.md with LEDs that have no clock line."""
_AMPLIFIER: dict[str, Any] = {"lights": False, "speech": {"amplifier": "max98357a"}}
"""The board in sound.md that has only an amplifier on its pins."""
_BOOT = "/boot/firmware"
_MOST_ROWS = 8
_ANYTHING = None  # which no key of a configuration accepts

_KEYS = Path(__file__).parent / "data" / "configuration_keys.toml"
ABOUT: dict[str, dict[str, str]] = tomllib.loads(_KEYS.read_text(encoding="utf-8"))
"""The meaning of each key, table by table; its values and default come from the code."""
_SHAPES: dict[str, Callable[..., track_shape.Shape]] = {
    "strips": track_shape.strips,
    "ring": track_shape.ring,
    "panel": track_shape.panel,
}


def guides() -> list[Path]:
    return sorted(FOLDER.glob("*.md"))


def written(text: str) -> str:
    """Return the text of a Markdown guide with its generated tables and listings updated.

    Raises:
        KeyError: a comment that marks a generated part, such as `<!-- made: pins bare -->`, has an unknown
            kind.
    """

    def again(found: re.Match[str]) -> str:
        begin, what, name, end = found.groups()
        return f"{begin}{_MAKE[what](name)}{end}"

    return _MADE.sub(again, text)


def fields(table: str) -> list[str]:
    """Return the settings that are allowed in a table of the configuration file, such as `display`."""
    data: Any = {"?": _ANYTHING}
    said = _refusal(_inside(table, data))
    return said.partition("the keys are ")[2].split(", ")


def _inside(table: str, data: Any) -> dict[str, Any]:
    for word in reversed(table.split(".") if table else []):
        data = {word: data}
    return data


def _refusal(data: dict[str, Any]) -> str:
    try:
        check_file("it", data)
    except UsageError as error:
        # A refusal of a secret, such as the password, names its setting but not its value.
        return re.sub(r"^it: (\S+ = .*?: |\S+: )?", "", str(error))
    raise AssertionError(f"this is taken: {data}")


def _table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)


def _config(name: str) -> Config:
    if name == "ws2812":
        return build.build([*files.read(files.profile("usb-numpad")), ("ws2812.toml", _TIMED)])
    if name == "amplifier":
        return build.build([*files.read(files.profile("bare")), ("amplifier.toml", _AMPLIFIER)])
    return build.load(files.profile(name))


def _pins(name: str) -> str:
    config = _config(name)
    wires = plan(config).wires
    order = [use.pin for use in uses(config)]
    keys = [wire for wire in wires if wire.kind in (KEY, MATRIX)]
    keys.sort(key=lambda wire: order.index(wire.pin.bcm or 0))
    tables = [_keys(keys)] if keys else []
    others: dict[tuple[int, str], dict[str, None]] = {}
    for wire in wires:
        if wire not in keys:
            others.setdefault((wire.pin.number, wire.pin.name), {})[wire.description] = None
    rows = [(", ".join(said), name, number) for (number, name), said in sorted(others.items())]
    return "\n".join([*tables, _table(("wire", "pin", "on the header"), rows)])


def _keys(keys: Sequence[Wire]) -> str:
    heads = ["key", "pin", "on the header"]
    rows = [(f"`{wire.label}`", wire.pin.name, wire.pin.number) for wire in keys]
    if len(rows) <= _MOST_ROWS:
        return _table(heads, rows)
    half = (len(rows) + 1) // 2
    empty = ("", "", "")
    right = [*rows[half:], *[empty] * (2 * half - len(rows))]
    both = [(*one, "", *other) for one, other in zip(rows[:half], right, strict=True)]
    return _table([*heads, "", *heads], both)


def _lines(name: str) -> str:
    config = _config(name)
    said = [f"At the end of `{_BOOT}/config.txt`:\n\n```ini\n{listing(config_lines(config))}```\n"]
    for word in cmdline_words(config):
        do = "add the word" if word.wanted else "remove the word that begins with"
        said.append(f"In `{_BOOT}/cmdline.txt`, which is one line, {do} `{word.text}` ({word.why}).\n")
    return "\n".join(said)


def _settings(table: str) -> str:
    name = "" if table == "file" else table
    rows = []
    for field, about in ABOUT[name].items():
        path = f"{name}.{field}" if name else field
        word = "each key" if field == "…" else f"`{field}`"
        rows.append((word, _possible(path), _usual(name, field), about))
    return _table(("key", "values", "default", "meaning"), rows)


def _possible(path: str) -> str:
    """Describe the values that a setting accepts. `path` names the setting, such as `buttons.A`."""
    if path == "buttons.…":
        return f"{_possible('buttons.A')}; the keys are {' '.join(f'`{key}`' for key in fields('buttons'))}"
    said = _refusal(_inside(path, _ANYTHING))
    if said.startswith("must be a table"):
        return "a table"
    said = re.sub(r"^.* must be a whole number from ", "", said)
    said = re.sub(r"^must be (one of )?", "", said)
    said = re.sub(r", such as (\[1, 2\]|\"usb-numpad\"|6\.944)$", "", said)
    said = re.sub(r"'([^']*)'", r'"\1"', said)
    return re.sub(r'("[^"]*")', r"`\1`", said)


def _usual(table: str, field: str) -> str:
    made = {
        "display": _usual_display,
        "lights": _usual_light,
        "lights.shape": _usual_shape,
        "speech": _usual_speech,
        "mqtt": _usual_mqtt,
    }
    if table in made:
        return made[table](field)
    if table == "keyboard":
        return _toml(defaults.GRAB) if field == "grab" else ""
    flags = {"keys": defaults.PAGE_KEYS, "open": defaults.PAGE_OPEN, "hints": defaults.HINTS}
    usual = {**flags, "players": defaults.PLAYERS, "words": defaults.WORDS, **DEFAULTS}
    return _toml(usual[field]) if field in usual else ""


def _usual_display(field: str) -> str:
    if field == "address":
        return f"`0x{defaults.ADDRESS:02X}`"
    if field == "hz":
        return _each({name: _toml(each.default_hz) for name, each in OLED_CONTROLLERS.items()})
    return _each({kind: _toml(_field(field, kind)) for kind in ("i2c", "spi")})


def _usual_speech(field: str) -> str:
    if field == "device":
        (amplifier,) = AMPLIFIERS.values()
        return f"{_toml(defaults.SOUND_DEVICE)}; with an amplifier {_toml(amplifier.device)}"
    value = getattr(SpeechSettings(), field)
    return _toml(value) if value else ""


def _usual_mqtt(field: str) -> str:
    if field == "port":
        plain, encrypted = (_toml(defaults.BROKER_PORT[tls]) for tls in (False, True))
        return f"{plain}; with `tls` {encrypted}"
    value = getattr(MqttSettings(), field)
    return _toml(value) if value or value is False else ""


def _field(field: str, interface: str) -> Any:
    chosen = {"interface": interface} if field != "interface" else {}
    (display,) = _board({"display": chosen}).displays
    return getattr(display, field)


def _usual_light(field: str) -> str:
    if field == "shape":
        return ""
    if field == "colours":
        sides = _lights("apa102").palette.sides
        return " ".join(f'`"#{red:02x}{green:02x}{blue:02x}"`' for red, green, blue in sides)
    chips = ("apa102", "sk9822", "ws2812", "sk6812")
    if field == "chip":
        return _toml(_lights(None).chip)
    return _each({chip: _toml(getattr(_lights(chip), field)) for chip in chips})


def _usual_shape(field: str) -> str:
    if field == "kind":
        return f'`"{defaults.SHAPE}"`'
    usual = {}
    for kind, make in _SHAPES.items():
        default = inspect.signature(make).parameters.get(field)
        if default:
            usual[kind] = _toml(default.default)
    return _each(usual, always=len(usual) < len(_SHAPES))


def _each(usual: dict[str, str], always: bool = False) -> str:
    by_value: dict[str, list[str]] = {}
    for word, value in usual.items():
        by_value.setdefault(value, []).append(word)
    if len(by_value) == 1 and not always:
        return next(iter(by_value))
    return "; ".join(f"{', '.join(words)}: {value}" for value, words in by_value.items())


def _lights(chip: str | None) -> LightSettings:
    return _board({"lights": {"chip": chip} if chip else {}}).lights


def _board(tables: dict[str, Any]) -> Config:
    return build.build([("it", {"buttons": {"A": 4}, **tables})])


def _toml(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return f'`"{value}"`' if isinstance(value, str) else f"`{value}`"


_MAKE: dict[str, Callable[[str], str]] = {"pins": _pins, "lines": _lines, "settings": _settings}


TABLE = Path(__file__).parent.parent / "engine" / "OPTIONS.md"


def options() -> str:
    """Return the text of OPTIONS.md, with its table made again."""
    head, rule, _ = TABLE.read_text(encoding="utf-8").partition("|---|---|---|---|---|\n")
    return head + rule + "".join(map(_row, OPTIONS.values()))


def _row(option: Option) -> str:
    default = "depends on the game" if option.default is None else f"`{option.write(option.default)}`"
    each = " ".join(f"`{value}`" for value in option.values)
    values = option.allowed if isinstance(option.values, range) else each
    return f"| `{option.name}` | {values} | {default} | {option.about} | {option.source} |\n"


# The part of the manual page that is made from the help of the commands and the options of the rules

MANUAL_PAGE = Path(__file__).parent.parent / "systemd" / "debian" / "muggins.1"
_BEGIN = '.\\" From here, python -m tests.write_documents writes the page.\n'
_END = '.\\" Up to here.\n'


def manual_page(page: str) -> str:
    """Return the manual page with its generated part made again."""
    before, _, rest = page.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    return f"{before}{_BEGIN}.SH COMMANDS\n{''.join(map(_said_of, COMMANDS))}{_rules_said()}{_END}{after}"


def _said_of(name: str) -> str:
    parser = parser_of(name)
    parser.formatter_class = partial(argparse.HelpFormatter, width=1000)  # type: ignore[assignment]
    usage = parser.format_usage().removeprefix("usage: ").replace(" [-h]", "").strip()
    text = " ".join((parser.description or "").split())
    options = "".join(_option_said(parser, action) for action in parser._actions if action.dest != "help")
    return f'.SS "{_roff(usage)}"\n{_roff(text)}\n{options}'


def _option_said(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    [*_, invocation] = parser._get_formatter()._format_action_invocation(action).split(", ")
    return f".TP\n\\fB{_roff(invocation)}\\fR\n{_roff(action.help or '')}\n"


def _rules_said() -> str:
    lines = [".SH OPTIONS OF THE RULES\nThese are for \\fB\\-\\-set\\fR, with the default in brackets.\n"]
    for option in OPTIONS.values():
        usual = "it depends on the game" if option.default is None else option.write(option.default)
        allowed = f"{_roff(option.allowed)} ({usual})"
        lines.append(f".TP\n\\fB{option.name}\\fR: {allowed}\n{_roff(option.about)}\n")
    return "".join(lines)


def _roff(text: str) -> str:
    """Write hyphens as those of the keyboard; a line of text does not begin with a full stop."""
    return re.sub(r"^([.'])", r"\\&\1", text.replace("\\", r"\e").replace("-", r"\-"))


def main() -> None:
    """Write `engine/OPTIONS.md`, and the generated parts of the manual page and of the guides."""
    TABLE.write_text(options(), encoding="utf-8")
    for guide in guides():
        guide.write_text(written(guide.read_text(encoding="utf-8")), encoding="utf-8")
    MANUAL_PAGE.write_text(manual_page(MANUAL_PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
