"""The coach: after a deal, a separate process rates the throws to the crib and estimates who will win."""
