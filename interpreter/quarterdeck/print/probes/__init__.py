"""Exact chances that readers of a page look up beside a rule, for inputs that they choose."""
