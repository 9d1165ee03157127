"""Rules told by an author: prose beside the rules, pinned to the meaning of what it tells.

In: `told.yaml` beside `ruleset.yaml` or `variant.yaml`, and a `Checked` ruleset. Out: the words of the book. `markdown`
reads the prose, `tellings` knows all of a ruleset and what each rests on, `figures` what it says that stands nowhere,
`laid_over` what variants took away from it, `pins` keeps the hash of what it rests on, `faults` says what is wrong, and
`writer` puts tellings in the place of what is planned from the nodes. A telling whose meaning has become another is not
printed: its rule is told from the nodes again, and marked.
"""
