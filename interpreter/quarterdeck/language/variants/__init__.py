"""Variants: apply amendments by address to a ruleset, or merge them into it where they have a condition.

In: the symbol table of a ruleset and a variant's documents and rules. Out: the symbol table of the changed ruleset,
with diagnostics at the variant.
"""
