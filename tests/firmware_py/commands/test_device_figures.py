"""The table printed by `muggins replay --device`."""

from firmware_py.start.device_replay import figures_text


def test_the_figures_as_a_table() -> None:
    spread = {"median": 12, "p99": 345, "max": 678, "total": 9012}
    figures = {"wire": {"oled": spread, "leds": spread}, "cpu_ms": {"median": 0.5, "p99": 1.25}}
    heads, oled, leds, cpu = figures_text(figures).splitlines()
    assert heads.split()[:4] == ["median", "p99", "max", "total"]
    assert oled.split() == ["oled", "12", "345", "678", "9012"]
    assert leds.split() == ["leds", "12", "345", "678", "9012"]
    assert cpu.split()[:3] == ["cpu", "0.500", "1.250"]
