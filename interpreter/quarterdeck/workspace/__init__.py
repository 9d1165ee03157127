"""Rulesets on disk: found, read, checked, built, kept, and opened as one object that questions are put to."""
