"""Plugins: find and check them, limit what they see, and call their functions.

In: entry points of the group `quarterdeck.plugins`. Out: what each plugin offers to rules, deciders and listeners.
"""
