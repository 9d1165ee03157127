"""Rules in words: planned in English and German, told by an author, worked examples as stories."""
