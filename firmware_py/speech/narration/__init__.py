"""Convert successive views of the board to the sentences that the voice says, without making any sound."""
