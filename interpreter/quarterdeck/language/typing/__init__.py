"""What every expression means and what type it has, and where that cannot be said.

Lowest first: `context` (where something stands, and what is known there), `resolving` (what a word or path means),
`ranges` (how ranges follow through arithmetic and dice), `fitting` (whether a value may stand where it stands) and
`phrases`; then the expressions by subject (`operators`, `throws`, `gathering`, `invoking`), put together in
`expressions`; then the statements by subject (`changes`, `rolls`, `choices`), put together in `statements`; and
`ruleset`, which goes through all that a ruleset declares. Each imports only from those before it.
"""
