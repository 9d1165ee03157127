"""What an author writes: rules and documents, what they declare, variants over them, what is wrong with them."""
