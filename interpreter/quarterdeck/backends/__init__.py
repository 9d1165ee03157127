"""What a program is printed as."""
