"""Data for other programs: the things of a game's rosters, for spreadsheets and card generators."""
