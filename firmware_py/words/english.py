"""The message catalogue: all messages that players see or hear, in English.

It is made of six chapters. To translate the program, write a class that inherits from `English` and overrides
all its messages.

A message without placeholders is a constant, and a message with placeholders is a method. Each message is a
complete sentence or phrase, because word order differs between languages. Where a screen may need a shorter
wording, the message lists several versions, from the longest to the shortest. Plural forms are chosen in
code, by functions such as `plural`.
"""

from .english_voice import EnglishVoice


class English(EnglishVoice):
    """The message catalogue in English. Each chapter inherits from the one before it.

    The names of the cards, the calls for points and the game's error messages are inherited from `CallWords`
    and `RefusalWords`. A translation overrides these messages as well.
    """


ENGLISH = English()
