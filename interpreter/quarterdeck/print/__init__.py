"""What is printed: books, errata, sheets, forms, pictures, and what readers try."""
