"""One rule tried, with an answer to every why.

`requests` carries out what somebody asks for and keeps the answer; `offers` what could be chosen, `unasked` why
something was not, `reaching` what keeps the turn from a rule, `guards` the conditions of a statement; `happened` gives
all of it as data.
"""
