"""Keep what can be made again in files, as values and nothing that runs.

In: values of plain data and of a few classes, and the name of an entry. Out: the same values in a later process, or
nothing where they are not as they were written. What is kept, and under which key, is for `syntax` (the grammar) and
`pipeline` (rulesets and programs).
"""
