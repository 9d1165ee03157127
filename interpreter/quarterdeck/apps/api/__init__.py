"""What `quarterdeck.api` offers, one module for each task; other programs import `quarterdeck.api` alone."""
