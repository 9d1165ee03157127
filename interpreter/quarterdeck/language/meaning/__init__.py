"""The meaning of rules, whatever their words: canonical forms, the hash, the text of an element."""
