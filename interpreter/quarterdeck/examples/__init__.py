"""Worked examples: run them, and find what of the rules they do not test.

`cases` reads them, `bench` sets them up, `trial` carries them out with `labelled` dice and choices, `expected` compares
what came of it, `telling` and `spelling` say it. `alterations` lists what can be changed in the rules, `altered` lowers
rules with one change, `coverage` runs the examples against every change.
"""
