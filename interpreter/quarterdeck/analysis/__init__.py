"""Questions to a ruleset: try it, test it, compare it, fight battles with it, tune it, watch it change.

In: an opened `Ruleset` and a question. Out: plain records with exact numbers. Nothing here prints.
May not know: books, pages and terminals.
"""
