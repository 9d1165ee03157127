"""Rules of tabletop games as data: checked, played, counted, compared and printed from one text.

This module holds the version and nothing else, so that no part of the package can be imported in a circle through it.
The public names stand in `quarterdeck.api`.
"""

__version__ = "0.1.0"
