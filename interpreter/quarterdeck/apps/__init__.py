"""What people and programs start: the command line, the terminal, an editor, a comparison of games."""
