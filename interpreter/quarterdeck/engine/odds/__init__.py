"""Exact odds: carry a table of situations and their weights through the segments of a rule, and merge equals.

In: a program, a state, a rule and what is asked about it. Out: a distribution in whole-number weights over one
denominator.

`odds_questions` takes the question. `count` pushes the table forward; `kernels` runs one segment for all rows that
agree in what it reads, and branches at each roll; `throws` gives the totals of dice with their ways.
`trees` and `regions` remember what a segment or a call brings, `packing` holds a row in one integer, `needs` says which
fields may be dropped. `choices` answers decisions, by what they offer or by advice, and `best` finds the best answers.
`pools` counts pools of dice, and `uncounted_pools` finds those that are too large. `expected` counts means, `sampling`
bounds sampled chances.
"""
