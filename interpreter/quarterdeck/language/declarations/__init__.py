"""The symbol table: kinds, fields, enums, tables, rules and options, each under its address.

In: parsed files and documents. Out: a `Declared` ruleset and diagnostics. What expressions mean is left to
`language/typing`.
"""
