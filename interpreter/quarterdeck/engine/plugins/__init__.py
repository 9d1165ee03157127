"""Plugins: how they are found and checked, what they may see, and how their functions are called."""
