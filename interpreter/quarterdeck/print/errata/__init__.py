"""Errata: what to write into the book of one ruleset so that it is that of another, as publishers print it."""
