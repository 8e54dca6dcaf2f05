"""How many points a crib is likely to score, as long as not all of its cards are known."""
