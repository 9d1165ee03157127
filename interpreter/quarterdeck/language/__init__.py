"""The front end: from the files that an author writes to a checked ruleset.

In: `.rules` text and YAML documents. Out: a `Checked` ruleset, in which every name is resolved and every expression has
a type and a meaning, and diagnostics for everything that is wrong.
Rooms, from the bottom up: `syntax` and `documents` parse, `declarations` fills the symbol table, `meaning` gives
canonical forms and hashes, `variants` applies house rules, `typing` and `checks` find errors.
May not know: programs, play, files on disk other than those it is handed, and how rules are worded.
"""
