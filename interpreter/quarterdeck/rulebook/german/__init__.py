"""From checked rules to German: the same outline as `english` makes, planned anew and worded by its own catalogue.

In: a `Checked` ruleset and its words in German (`words.de.yaml`). Out: `Section`s, each as a whole in German or, where a
word is lacking, as a whole in English and marked.

`grammar` knows cases, articles and the order of words; `catalogue` holds all wordings; `vocabulary` the words of a
ruleset, `faults` what is wrong with them. `names` says what things are called, `speaker` what has a value, `conditions`
what holds, `statements` and `choices` what is done, `elements` and `things` whole elements, `writer` all of them.
"""
