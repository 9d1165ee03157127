"""What happened in a game, for whoever asks: each entry explained, and every happening told to plugins that listen.

In: a game that is played, or a saved one. Out: values; nothing here prints.
"""
