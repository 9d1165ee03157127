"""From checked rules to English: what a rule says, planned as sentences and worded by a catalogue.

In: a `Checked` ruleset. Out: `ElementText`s of `Point`s and `Text`, which know nothing of paper or screen.

For those who print:

- `writer.Writer(checked)` gives everything: `chapters()` (each a `ElementText` with the sections of its elements in the
  order of the file, a table behind the rule that first needs it), `loose_tables()`, `things()` (kinds, lists of words,
  facts of the scenario, arcs, units, clocks), `rulings()`, `scenarios()`, `examples()`, `missing()`; `section(address)`
  gives one element, `point(address)` a modifier, requirement, case, choice, roll or step inside one, `name_of(address)`
  a short name for links, index and traces. `writer.said(checked, address)` gives the English of any of them as plain
  lines.
- `outline.ElementText`: `address`, `sort`, `title`, `intro` (the author's words, a paragraph each), `points`
  (`numbered`: steps; else a list, or one paragraph where there is one point), `grid` (tables), `after` (what is said
  behind them), `sections` below, `marks`. Print order: intro, points, grid, after, sections. Where `is_entry` is set,
  the one point names what it defines (in a run of style `term`), and no heading is needed.
- `blocks.Point`: `lead` (set off in front: a question, a name), `text`, `points` below (`numbered` or a list), `after`
  (sentences behind these), `cites`, `rulings`, `address`, `kind`; `within` are points that the text says itself: give
  them an anchor, and no print.
- `blocks.Grid`: `heads` (first column: the key), `over` (what the other columns are values of), `rows` of `cells`; a
  cell has a `text` or `points`. Rows and cells have addresses; a row's `marks` are set where its source differs from
  the table's.
- `blocks.Marks`: `cites`, `rulings`, `topic`, `options` (addresses of the options that the element asks about: print
  as optional), `variant` (the house rule that wrote it: print with a change bar), `document`, `source`, `remark`.
- `Writer.changes` gives by address which house rule has added or amended what stands there: points and rows need their
  change bars too.
- `text.Text` is a tuple of `Run`s: `words`, `to` (the address it leads to; empty: nowhere) and `style` (empty, `name`,
  `change`, `aside`, `term`). `text.plain` gives the words alone.

Inside: `words` inflects single words, `text` joins pieces, `phrases` is the catalogue of all wordings, `nouns` and
`clauses` are what sentences are planned from; `speaker` plans what has a value or holds, `sentences` what is done,
`rules`, `cells`, `components` and `documents` whole elements.
"""
