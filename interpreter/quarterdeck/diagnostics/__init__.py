"""Findings: what is wrong, where, why, and what to do.

In: values made by any stage. Out: text for a terminal, or JSON. A user's mistake is a value, never an exception.
"""

from quarterdeck.diagnostics.finding import Finding, Findings, Label

__all__ = ["Finding", "Findings", "Label"]
