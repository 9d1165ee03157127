"""Worked examples: run them, and find what of the rules they do not test.

`cases` reads them, `bench` sets them up, `trial` carries them out with `labelled` dice and choices, `expected` compares
what came of it, `trace_text` and `spelling` say it. `alterations` lists what can be changed in the rules and `changes`
how, `altered` types and lowers a changed rule, `coverage` runs the examples against every change.
"""
