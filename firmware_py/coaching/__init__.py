"""The coach on the board: after a deal, a process of its own rates the throws and the chances to win."""
