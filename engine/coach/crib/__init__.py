"""How many points a crib is likely to score while some of its cards are still unknown."""
