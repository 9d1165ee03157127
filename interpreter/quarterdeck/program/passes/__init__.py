"""Passes from program to program: evaluate ahead, inline, remember, and cut at rolls and choices."""
