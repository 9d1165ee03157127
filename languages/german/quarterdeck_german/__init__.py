"""From checked rules to German: the same outline as `english` makes, planned anew and worded by its own catalogue.

In: a `Checked` ruleset and its words in German (`words.de.yaml`). Out: `Section`s, each as a whole in German or,
where a word is lacking, as a whole in English and marked.

`grammar` knows cases, articles and the order of words; `catalogue` and `messages` hold all wordings; `vocabulary` the
words of a ruleset, `faults` what is wrong with them. `names` says what things are called, `values` and `groups` what
has a value, `speaker` what holds, `deeds`, `throws`, `choices` and `statements` what is done; `elements`, `things` and
`scenes` tell whole elements, `writer` all of them, `frame` what stands around them.
"""
