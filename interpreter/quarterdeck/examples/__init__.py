"""Worked examples: run them, and find what of the rules they do not test.

`cases` reads them, `bench` sets them up, `trial` carries them out with `labelled` dice and choices, `assertions`
compares what came of it, `trace_text` and `spelling` say it. `mutants` lists what can be changed in the rules and
`mutations` how, `mutate` types and lowers a changed rule, `survivors` runs the examples against every change.
"""
