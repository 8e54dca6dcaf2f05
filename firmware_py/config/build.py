"""A configuration's tables → what the board is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.errors import CribbageError
from engine.game_setup import Setup
from engine.rules import Rules
from firmware_py.config import defaults, files
from firmware_py.config.cache import remember, remembered
from firmware_py.config.led_chips import TIMED, TIMED_HZ
from firmware_py.config.values import Buttons, Config, Display, Keyboard, Lights, Signals
from firmware_py.errors import UsageError
from firmware_py.render import hole_to_led
from firmware_py.render.hole_to_led import Shape
from firmware_py.render.palette import DEFAULT, colour

Table = Mapping[str, Any]

_SHAPES: dict[str, tuple[Callable[..., Shape], tuple[str, ...]]] = {
    "strips": (
        hole_to_led.strips,
        ("tracks", "holes", "game_hole", "serpentine", "rows", "pitch_mm", "row_mm"),
    ),
    "ring": (hole_to_led.ring, ("leds", "tracks", "pitch_mm")),
    "panel": (hole_to_led.panel, ("width", "height", "panels", "by", "serpentine", "pitch_mm", "tracks")),
}


def load(path: Path | None = None, cache: Path | None = None) -> Config:
    """The board that a file describes; the usual profile if None.

    Args:
        path: the file.
        cache: where what was read and checked is kept for the next time; nowhere if None.

    Raises:
        UsageError: one line that names the file, the key, its value and what would be right.
    """
    chosen = path or files.profile(defaults.PROFILE)
    if cache:
        known = remembered(chosen, cache)
        if known:
            return build(known)
    from firmware_py.config.clashes import refuse
    from firmware_py.config.schema import check_file

    chain = files.read(chosen)
    for name, data in chain:
        check_file(name, data)
    config = build(chain)
    refuse(chain[-1][0], config)
    if cache:
        remember(chosen, chain, cache)
    return config


def build(chain: list[tuple[str, dict[str, Any]]]) -> Config:
    """The board that a chain of checked files comes to.

    Whether its parts are in each other's way is for `clashes.refuse` to say.

    Raises:
        UsageError: what they come to is no board: something is missing, or does not go together.
    """
    name, _ = chain[-1]
    tables = files.merged(chain)
    profile = next((Path(each).stem for each, _ in reversed(chain) if files.is_profile(Path(each))), None)
    screens = [tables[table] for table in ("display", "second_display") if table in tables]
    return Config(
        source=None if files.is_profile(Path(name)) else name,
        profile=profile,
        title=tables.get("title", ""),
        setup=_setup(name, tables),
        plays=any(table in tables for table in ("game", "rules")),
        inputs=_inputs(name, tables),
        displays=tuple(_display(table) for table in screens),
        lights=_lights(name, tables["lights"], screens) if "lights" in tables else None,
        signals=_signals(tables["signals"]) if "signals" in tables else None,
    )


def _inputs(name: str, tables: Table) -> tuple[Buttons | Keyboard, ...]:
    inputs: list[Buttons | Keyboard] = []
    if tables.get("buttons"):
        inputs.append(Buttons(tables["buttons"]))
    if tables.get("keyboard"):
        inputs.append(_keyboard(name, tables["keyboard"]))
    if not inputs:
        raise UsageError(
            f'{name}: this board has no keys: extend a profile, such as extends = "{defaults.PROFILE}", '
            "or add a table [buttons] or [keyboard.codes]"
        )
    return tuple(inputs)


def _keyboard(name: str, table: Table) -> Keyboard:
    codes = {
        key: tuple(code) if isinstance(code, list) else (code,)
        for key, code in table.get("codes", {}).items()
    }
    if not codes:
        raise UsageError(f"{name}: keyboard.codes is empty: give each key its code, such as A = 79")
    meant: dict[int, str] = {}
    for key, some in codes.items():
        for code in some:
            if meant.setdefault(code, key) != key:
                raise UsageError(
                    f"{name}: keyboard.codes.{key} = {code}: {meant[code]} has this code already: "
                    "give each key its own"
                )
    unread = [key for key in table.get("pins", {}) if key not in codes]
    if unread:
        raise UsageError(
            f"{name}: keyboard.pins.{unread[0]}: this key has no code: add one under [keyboard.codes]"
        )
    rows, columns = tuple(table.get("rows", ())), tuple(table.get("columns", ()))
    matrix = tuple(tuple(row) for row in table.get("matrix", ()))
    if matrix and not (rows and columns):
        raise UsageError(f"{name}: keyboard.matrix also needs its pins: keyboard.rows and keyboard.columns")
    if (rows or columns) and (len(matrix) != len(rows) or any(len(row) != len(columns) for row in matrix)):
        raise UsageError(
            f"{name}: keyboard.matrix must have {len(rows)} rows of {len(columns)} keys, a list for each row"
        )
    return Keyboard(
        codes=codes,
        device=table.get("device"),
        grab=table.get("grab", defaults.GRAB),
        pins=table.get("pins", {}),
        rows=rows,
        columns=columns,
        matrix=matrix,
    )


def _display(table: Table) -> Display:
    bus = defaults.DISPLAY_BUS[table.get("interface", defaults.INTERFACE)]
    return Display(**{"bus": bus, **table})


def _lights(name: str, table: Table, screens: Sequence[Table]) -> Lights:
    chip = table.get("chip", defaults.CHIP)
    hz = table.get("hz", defaults.LIGHTS_HZ[chip])
    low, high = TIMED_HZ
    if chip in TIMED and not low <= hz <= high:
        raise UsageError(f"{name}: lights.hz = {hz}: {chip} needs {low} to {high}: leave the line out")
    colours = table.get("order", defaults.ORDER[chip])
    if len(colours) > 3 and chip not in TIMED:
        usual = defaults.ORDER[chip]
        raise UsageError(
            f"{name}: lights.order = {colours!r}: {chip} LEDs have three colours, such as {usual!r}"
        )
    palette = DEFAULT._replace(speaks=not screens)
    chosen = tuple(colour(each) for each in table.get("colours", ()))
    return Lights(
        chip=chip,
        order=colours,
        bus=table.get("bus", defaults.LIGHTS_BUS),
        device=table.get("device", defaults.LIGHTS_SELECT),
        hz=hz,
        brightness=table.get("brightness", defaults.BRIGHTNESS),
        limit_ma=table.get("limit_ma", defaults.LIMIT_MA),
        palette=palette._replace(sides=(*chosen, *DEFAULT.sides[len(chosen) :])),
        shape=_shape(name, table.get("shape", {})),
    )


def _shape(name: str, table: Table) -> Shape:
    kind = table.get("kind", defaults.SHAPE)
    make, fields = _SHAPES[kind]
    for field in table:
        if field not in (*fields, "kind"):
            raise UsageError(
                f"{name}: lights.shape.{field} does not belong to kind = {kind!r}, "
                f"which takes {', '.join(fields)}"
            )
    try:
        return make(**{field: value for field, value in table.items() if field != "kind"})
    except ValueError as error:
        raise UsageError(f"{name}: lights.shape: {error}") from None


def _signals(table: Table) -> Signals:
    return Signals(
        turn=tuple(table.get("turn", ())),
        dealer=tuple(table.get("dealer", ())),
        game_over=table.get("game_over"),
        buzzer=table.get("buzzer"),
    )


def _setup(name: str, tables: Table) -> Setup:
    game, options = tables.get("game", {}), tables.get("rules", {})
    names = tuple(game.get("names", ()))
    players = game.get("players", len(names) or defaults.PLAYERS)
    words = {True: "on", False: "off"}
    settings = [
        f"{option}={words[value] if isinstance(value, bool) else value}" for option, value in options.items()
    ]
    table = "rules"
    try:
        rules = Rules.parse(settings, players=players)
        table = "game.names"
        return Setup(rules, names=names).checked()
    except CribbageError as error:
        raise UsageError(f"{name}: {table}: {error}") from None
