"""Why nothing was written."""

from __future__ import annotations


class DraftRefusedError(Exception):
    """Nothing was written; the message says why, and what to do instead."""
