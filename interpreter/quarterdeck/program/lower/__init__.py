"""Lowering: from a checked ruleset to a program. Names become places, types explicit, statements control flow."""
