"""The web page that shows the board.

The web server follows a running board, and sends each view of the board to the browsers.
"""
