"""The languages that a book may be in.

In: nothing. Out: their names.
"""

from __future__ import annotations

from typing import Literal

Language = Literal["en", "de"]
"""The languages that a book may be in."""


ENGLISH: Language = "en"
