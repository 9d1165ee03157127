"""Findings: what is wrong, where, why, and what to do.

In: values made by any stage. Out: text for a terminal, or JSON. A user's mistake is a value; only
at the doors, where no answer can be given, it is a `RefusedError`.
"""
