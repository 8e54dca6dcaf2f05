"""Work out the sentences that the voice will say when the view of the board changes.

This package only produces sentences. `firmware_py.speech` turns them into sound.
"""
