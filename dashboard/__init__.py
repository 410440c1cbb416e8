"""The web pages: each queries and draws."""
