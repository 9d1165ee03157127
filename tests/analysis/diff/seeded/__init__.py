"""Changes of a game at places that chance picks: of its meaning, at an address that is known, or of words alone."""
