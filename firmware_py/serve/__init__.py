"""The web page that shows the board.

Its server follows the board's window and sends each view to the browsers.
"""
