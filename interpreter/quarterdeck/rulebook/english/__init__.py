"""From checked rules to English: what a rule says, planned as sentences and worded by a catalogue.

In: nodes of a `Checked` ruleset with their types, meanings and phrases. Out: `Text` and `Point`s, which know nothing of
paper or screen.

`words` inflects single words, `text` joins pieces, `phrases` is the catalogue of all wordings, `nouns` and `clauses`
are what sentences are planned from; `speaker` plans what has a value or holds, `sentences` what is done, `cells` the
rows of tables. `duties` says where a ruleset lacks words.
"""
