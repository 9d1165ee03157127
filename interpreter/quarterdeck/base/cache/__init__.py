"""Files that keep what can be computed again, as plain values; nothing in them is executed.

In: values of plain data and of registered classes, and the name of an entry. Out: the same values in a later process,
or nothing if the file is not as it was written. Callers decide on keys: `language/syntax` for the grammar,
`workspace/pipeline` for rulesets and programs.
"""
