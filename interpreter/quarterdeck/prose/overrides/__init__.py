"""An author's own prose for rules, pinned to the meaning of the rules that it replaces in the book.

In: `told.yaml` beside `ruleset.yaml` or `variant.yaml`, and a `Checked` ruleset. Out: the words of the book. A text
whose rule has changed its meaning is not printed: the generated sentence returns, and is marked.

`markdown` reads the prose, `rule_overrides` collects all of a ruleset and what each depends on, `pins` keeps the hash
of that meaning, `variant_effects` finds what a variant made untrue, `figures` and `sums` check numbers,
`override_faults` reports, and `override_writer` puts the prose in place. `worked_examples` and `example_overrides` do
the same for examples, `selection` chooses what a player's book holds.
"""
