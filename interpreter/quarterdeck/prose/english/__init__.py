"""The English writer: sentences for every element of a checked ruleset, planned from meaning and worded by a catalogue.

In: a `Checked` ruleset. Out: sections of blocks and `Text` (`prose/text`), which know nothing of paper or screen.

`english_writer.EnglishWriter(checked)` is the entry: `chapters()` gives the book in the order of the files, `section`
one element by its address, `point` a part of one, `name_of` a short name, `changes` the house rule behind each change.

Whole elements: `rules` (definitions, procedures, phases), `table_writer` and `condition_table_writer` (tables),
`components` (kinds, fields, units), `documents` (rulings, rosters, scenarios). Statements: `sentences` by sort,
`simple_statements`, `rolls_and_choices`, `decks`, `spans`. Expressions: `speaker` with the four modules named
`spoken_*`, `gathering`, `comparing`, `arithmetic`, `dice`. Below them: `nouns` and `clauses` (what sentences are
planned from), `phrases` (the catalogue of wordings), `wording` (an author's phrases), `words` and `articles`
(inflection), `pronouns`. `duties` finds missing words.
"""
