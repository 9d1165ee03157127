"""A ruleset that is opened once: its findings, builds of it by their settings, its scenarios, a question put to it.

In: the name of a ruleset with its variants, or a folder; settings, things and inputs as plain data. Out: values. What
is built or worked out of rosters is kept as long as the ruleset is; nothing here prints.
"""
