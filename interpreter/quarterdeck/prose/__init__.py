"""Rules in words: sentences planned from checked rules, an author's own prose, and worked examples as stories.

In: a `Checked` ruleset and the happenings of its examples. Out: sections, sentences and tables as values that know what
they speak of and nothing of paper or screen.
May not know: HTML, Typst, Sphinx, and the words of any game.
"""
