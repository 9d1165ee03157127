"""Errata: what to write into the printed book of one ruleset to get the book of another."""
