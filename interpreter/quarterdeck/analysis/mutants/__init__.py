"""Mutation testing: change the rules one thing at a time, and report the changes that no worked example notices."""
