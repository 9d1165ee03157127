"""A game without a screen: play it, replay it, count it.

In: a program with its emitted functions, a situation, and dice and deciders that are passed in. Out: states, a journal,
happenings, what each side may see, and exact odds.
Rooms, from the bottom up: `plugins`, `run` (play), `odds` (counting), `deciders`, `board`, `sitting` (one game while
it is played), and `peers` (one game on two machines).
May not know: rulesets on disk, terminals, and any wording but the rules' own phrases.
"""
