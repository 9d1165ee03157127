"""What players write on: forms with boxes, and pads for orders, filled in or blank."""
