"""From a ruleset's name to a checked and built ruleset: the stages in their order, as one table.

In: the name or folder of a ruleset, with variants. Out: what each stage makes, and the findings of all of them.
"""
