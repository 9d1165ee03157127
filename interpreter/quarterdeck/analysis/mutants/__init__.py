"""Mutation testing: what can be changed in a ruleset without any worked example noticing."""
