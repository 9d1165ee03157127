"""Why something happened in a game: each entry explained, and every happening told to listening plugins.

In: a game in progress, or a saved one. Out: values; nothing here prints.
"""
