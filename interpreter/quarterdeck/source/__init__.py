"""Text and places in it: what every later stage points back to.

In: files of a ruleset. Out: `SourceFile` and `Span`. Nothing here knows what the text says.
"""

from quarterdeck.source.text import NOWHERE, SourceFile, Span

__all__ = ["NOWHERE", "SourceFile", "Span"]
