"""Variants: amendments by address, laid over a ruleset, merged in where they have a condition."""
