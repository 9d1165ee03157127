"""The pictures of a rulebook, computed from the ruleset; no game is known here."""
