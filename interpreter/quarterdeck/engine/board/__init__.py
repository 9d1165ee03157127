"""What lies on the board, for whoever shows it."""
