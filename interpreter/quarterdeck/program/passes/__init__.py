"""Passes from program to program (inline and fold, loops, remember, advise), and the cut at rolls and choices."""
