"""What is written on while a game is played: forms with their boxes and pads for orders, filled in or blank."""
