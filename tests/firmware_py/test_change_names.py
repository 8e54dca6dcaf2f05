"""The names of the changes, as the window writes them and other programs read them."""

from typing import get_args

from engine import change_types
from firmware_py import change_names
from firmware_py.window.change_objects import change_object


def test_each_type_of_change_has_one_of_the_names() -> None:
    names = {value for name, value in vars(change_names).items() if name.isupper()}
    kinds = get_args(change_types.Change)
    written = [change_object(kind(*[()] * len(kind._fields)))["what"] for kind in kinds]
    assert sorted(written) == sorted(names)
