"""The host of games that people play from their browsers or programs: seats, views, messages, HTTP and sockets."""
