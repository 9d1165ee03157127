"""Diagnostics: what is wrong, where, why, and how to fix it.

In: values made by any stage. Out: text for a terminal, or JSON. A mistake of the user is a value; it becomes a
`RefusedError` only at the public doors, where no answer can be given.
"""
