"""What is on the board, as values, for every app that shows it."""
