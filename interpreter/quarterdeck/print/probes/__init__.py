"""Exact chances that readers of a book's pages look up beside a rule, by setting its inputs themselves."""
