"""Try a rule in a situation, run worked examples, and say why something did or did not happen.

`requests` carries out what is asked and `rule_trial` one rule; `cases` and `bench` run examples, `assertions` compares
the outcome, `checkup` checks a whole ruleset with its data. Answers to "why": `offers` (what could be chosen),
`skipped_choices` (why a choice was not asked), `reaching` (why the turn does not lead to a rule), `guards` (conditions
of a statement), `reckoning` (values of expressions). `happenings_as_data` and `trace_text` give
what happened as data and as text.
"""
