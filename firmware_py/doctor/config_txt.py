"""Reading config.txt, the settings that a Raspberry Pi's firmware takes before Linux starts.

A line is `property=value`. A line `[filter]` says which machines the lines below it are for. `dtparam` and
`dtoverlay` hold a list with commas. All of it is described under "config.txt", "Conditional filters" and
"Device trees, overlays, and parameters" on https://www.raspberrypi.com/documentation/computers/.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

LONGEST = 98
"""Characters of a line that the firmware reads ("File format"); what comes after them is ignored."""
_DEEPEST = 3  # files that include each other would go on for ever

# The parameters of the base device tree that matter here. Any other `dtparam` below a `dtoverlay` is that
# overlay's. The second name of each pair is what it is an alias of (overlays README, "<The base DTB>"; but
# for the very first boards, i2c_arm is bus 1 and i2c_vc bus 0).
_BASE = {
    "i2c": "i2c_arm",
    "i2c1": "i2c_arm",
    "i2c_arm": "i2c_arm",
    "i2c_baudrate": "i2c_arm_baudrate",
    "i2c1_baudrate": "i2c_arm_baudrate",
    "i2c_arm_baudrate": "i2c_arm_baudrate",
    "i2c0": "i2c_vc",
    "i2c_vc": "i2c_vc",
    "i2c0_baudrate": "i2c_vc_baudrate",
    "i2c_vc_baudrate": "i2c_vc_baudrate",
    "i2s": "i2s",
    "spi": "spi",
    "uart0": "uart0",
    "uart0_console": "uart0_console",
}
_ALIASES = {"device_tree_param": "dtparam", "device_tree_overlay": "dtoverlay"}
_YES = ("", "on", "true", "yes", "y", "1", "okay")


class Setting(NamedTuple):
    """A value, and where it was set.

    Attributes:
        value: as written.
        place: the line, such as `/boot/firmware/config.txt, line 7`.
    """

    value: str
    place: str


class Overlay(NamedTuple):
    """An overlay that is loaded.

    Attributes:
        name: without its parameters.
        params: those given, by name; the value of one without a value is "".
        text: its line, as written.
        place: where that is.
    """

    name: str
    params: Mapping[str, str]
    text: str
    place: str


class Settings(NamedTuple):
    """The settings of a config.txt on one machine. If a setting appears twice, the later one counts.

    Attributes:
        values: the plain properties, such as `enable_uart`.
        base: the parameters of the base device tree, aliases resolved: `i2c_arm`, never `i2c1`.
        overlays: in the order in which they are loaded.
    """

    values: Mapping[str, Setting]
    base: Mapping[str, Setting]
    overlays: tuple[Overlay, ...]

    def is_on(self, name: str) -> bool:
        """Return True if a parameter of the base device tree is on."""
        setting = self.base.get(name)
        return setting is not None and yes(setting.value)

    def number(self, name: str) -> int | None:
        """A plain property as a whole number; None if it is not set, or no number."""
        setting = self.values.get(name)
        return int(setting.value) if setting and re.fullmatch(r"\d+", setting.value) else None


class _Line(NamedTuple):
    name: str
    value: str
    text: str
    place: str


def yes(value: str) -> bool:
    """Return True if a value switches something on."""
    return value.lower() in _YES


def read(
    text: str, file: str, model: str | None, included: Callable[[str], str | None] = lambda name: None
) -> Settings:
    """Evaluate a config.txt.

    A filter by monitor, serial number, pin or restart counts as not met: nothing that a board needs should
    hang on it. A comment behind a value is taken off, which is kinder than the firmware may be.

    Args:
        text: what is in the file.
        file: its name, for `Setting.place`.
        model: /proc/device-tree/model; None if it is not known, and then no model's filter is met.
        included: the text of a file that a line `include NAME` asks for; None if there is none.
    """
    values: dict[str, Setting] = {}
    base: dict[str, Setting] = {}
    overlays: list[Overlay] = []
    for line in _lines(text, file, sections(model), included, _DEEPEST):
        if line.name == "dtparam":
            latest = overlays[-1].params if overlays else {}
            for name, value in _parameters(line.value):
                if name in _BASE:
                    base[_BASE[name]] = Setting(value, line.place)
                elif isinstance(latest, dict):
                    latest[name] = value
        elif line.name == "dtoverlay":
            name, _, rest = line.value.partition(",")
            # A name with a colon is the old way of giving the first parameter.
            name, _, first = name.partition(":")
            if name.strip():
                params = dict(_parameters(",".join(filter(None, (first, rest)))))
                overlays.append(Overlay(name.strip(), params, line.text, line.place))
        else:
            values[line.name] = Setting(line.value, line.place)
    return Settings(values, base, tuple(overlays))


def commented_out(text: str, wanted: str) -> int | None:
    """The number of the last line that would begin as `wanted` does if it were no comment."""
    start = wanted.split(",")[0].replace(" ", "")
    found = None
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.strip()
        if bare.startswith("#") and bare.lstrip("# ").replace(" ", "").split(",")[0] == start:
            found = number
    return found


def sections(model: str | None) -> frozenset[str]:
    """The model filters that a machine meets ("Model filters"), such as `pi4` and `cm4`.

    Args:
        model: /proc/device-tree/model, such as `Raspberry Pi 3 Model B Plus Rev 1.3`.
    """
    name = (model or "").removeprefix("Raspberry Pi ")
    if name == (model or ""):
        return frozenset()
    return next((met for pattern, met in _MODELS if re.match(pattern, name)), frozenset({"pi1"}))


# The first that matches. What is left are the models of 2012 to 2014, whose names have no number.
_MODELS = [
    (pattern, frozenset(met.split()))
    for pattern, met in (
        (r"Zero 2", "pi0 pi0w pi02"),
        (r"Zero W", "pi0 pi0w"),
        (r"Zero|Compute Module 0", "pi0"),
        (r"2 ", "pi2"),
        (r"3 Model [AB] Plus", "pi3 pi3+"),
        (r"3 |Compute Module 3", "pi3"),
        (r"400", "pi4 pi400"),
        (r"Compute Module 4S", "pi4 cm4s"),
        (r"Compute Module 4", "pi4 cm4"),
        (r"4 ", "pi4"),
        (r"500", "pi5 pi500"),
        (r"Compute Module 5", "pi5 cm5"),
        (r"5 ", "pi5"),
    )
]
_MODEL_FILTER = re.compile(r"pi\d|cm\d|none$")


def _lines(
    text: str, file: str, met: frozenset[str], included: Callable[[str], str | None], depth: int
) -> Iterator[_Line]:
    # Filters of one kind replace each other, of different kinds they add up ("Combining filters").
    unmet: set[str] = set()
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()[:LONGEST]
        if line.startswith("["):
            _filter(line.strip("[] ").lower(), met, unmet)
        elif line.startswith("#") or unmet:
            continue
        elif line.startswith("include "):
            name = line.removeprefix("include ").strip()
            inner = included(name) if depth else None
            if inner is not None:
                yield from _lines(inner, name, met, included, depth - 1)
        elif "=" in line:
            name, _, value = line.partition("=")
            name = _ALIASES.get(name.strip(), name.strip())
            value = re.sub(r"\s+#.*", "", value).strip()
            yield _Line(name, value, line, f"{file}, line {number}")


def _filter(name: str, met: frozenset[str], unmet: set[str]) -> None:
    if name == "all":
        unmet.clear()
        return
    kind = "model" if _MODEL_FILTER.match(name) else re.split(r"[=:\dx]", name, maxsplit=1)[0]
    if name in met:
        unmet.discard(kind)
    else:
        unmet.add(kind)


def _parameters(text: str) -> Iterator[tuple[str, str]]:
    for part in text.split(","):
        name, _, value = part.partition("=")
        if name.strip():
            yield name.strip(), value.strip().strip('"')
