"""From a program to Python: for play, traced or not, and for counting. An emitter prints, and decides nothing."""
