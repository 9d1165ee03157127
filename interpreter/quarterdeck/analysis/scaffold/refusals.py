"""Why nothing was written."""

from __future__ import annotations

from quarterdeck.base.errors import UserError


class DraftRefusedError(UserError):
    """Nothing was written; the message says why, and what to do instead."""
