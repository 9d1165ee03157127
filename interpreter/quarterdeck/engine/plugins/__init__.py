"""Plugins: find them, check them, decide what they may see, and call their functions.

In: entry points of the group `quarterdeck`. Out: what each plugin offers to rules, to deciders and to listeners.
"""
