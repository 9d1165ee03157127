"""What each name means: kinds, fields, enums, tables, rules and options, each with its address; variants laid over.

In: parsed files and documents. Out: a `Declared` ruleset and findings. What expressions mean is left to `checks`.
"""
