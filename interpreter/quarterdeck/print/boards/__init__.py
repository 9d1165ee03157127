"""Boards on a screen: the ground once, and above it layers of what moves, what is chosen and what may be chosen.

In: the data of `engine.board`, which hold no more than a side may see, and what a ruleset declares of its board. Out:
pictures in hundredths of a millimetre, and SVG with attributes by which a page finds pieces and answers.
"""
