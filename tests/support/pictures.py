"""Pictures as text, so that a test can compare them and show the difference."""

from PIL import Image


def pixels(image: Image.Image) -> list[str]:
    """Return the rows of a picture as text, with `#` for a lit pixel and `.` for a dark one."""
    width, height = image.size
    return ["".join("#" if image.getpixel((x, y)) else "." for x in range(width)) for y in range(height)]


def lit(image: Image.Image) -> int:
    return sum(row.count("#") for row in pixels(image))
