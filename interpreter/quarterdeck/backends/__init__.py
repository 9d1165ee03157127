"""The back end: what a program is emitted as.

In: a `Program`. Out: Python for play (traced or not) and Python for counting. An emitter prints and decides nothing.
May not know: dice, deciders and journals. Generated code reaches them through the context that it is called with.
"""
