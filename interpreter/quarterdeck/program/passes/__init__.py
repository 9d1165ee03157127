"""From program to program: what is worked out beforehand, written in place, kept, or cut."""
