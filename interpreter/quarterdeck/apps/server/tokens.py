"""The tokens in links: 192 random bits, with the number of the game in front; only their hashes are kept."""

from __future__ import annotations

import secrets
from hashlib import sha256
from hmac import compare_digest

LONGEST = 100
"""How many characters of something are looked at as a token."""


def new_token(game: int) -> str:
    """Make a token for a game."""
    return f"{game}-{secrets.token_urlsafe(24)}"


def game_in(token: str) -> int | None:
    """Give the number of the game that a token speaks of, where it could be a token."""
    number = token.partition("-")[0]
    is_one = len(token) <= LONGEST and number.isascii() and number.isdecimal() and len(number) <= 12
    return int(number) if is_one else None


def hash_of(token: str) -> str:
    """Give the hash under which a token is kept."""
    return sha256(token.encode(errors="replace")).hexdigest()


def is_token(token: str, kept: str | None) -> bool:
    """Compare a token with a hash, in a time that tells nothing of either."""
    return kept is not None and compare_digest(hash_of(token), kept)
