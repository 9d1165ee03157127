"""The type checker: the type and range of every expression, the checks of every statement, and what a name means.

In: a `Declared` ruleset. Out: a type and a meaning for each expression, and diagnostics. Functions here are called
`check_*` where they type a statement; `language/checks` is the room for analyses that need types first.

`whole_ruleset` goes through all declarations, or types one changed part again. `statement_types.type_one`
dispatches on the sort of a statement, to `changes`, `decks`, `rolls` and `choices`; `expression_types` does so for
expressions, and leads to `invoking` for calls. Below them: `context` (what is known at a place), `resolving` (what a
name means), `meanings` (the answers), `ranges` (how ranges follow through arithmetic), `assignable`, `phrases`.
"""
