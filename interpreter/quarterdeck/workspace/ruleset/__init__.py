"""An opened ruleset: its diagnostics, its programs by settings, its scenarios, and rules asked in a situation.

In: the name of a ruleset with its variants, or a folder; settings, things and inputs as plain data. Out: values. What
is computed is kept as long as the ruleset is; nothing here prints.
"""
