"""The names of the changes, as the window writes them and other programs read them."""

from typing import get_args

from engine import change_types
from firmware_py.window import changes_json
from firmware_py.window.changes_json import change_object


def test_each_type_of_change_has_one_of_the_names() -> None:
    names = {value for name, value in vars(changes_json).items() if name.isupper() and isinstance(value, str)}
    kinds = get_args(change_types.Change)
    written = [change_object(kind(*[()] * len(kind._fields)))["what"] for kind in kinds]
    assert sorted(written) == sorted(names)
