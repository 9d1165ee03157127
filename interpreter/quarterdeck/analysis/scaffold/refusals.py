"""Why nothing was written."""

from __future__ import annotations

from quarterdeck.base.errors import UserError


class DraftRefusedError(UserError):
    """Nothing was written; the message gives the reason and the alternative."""
